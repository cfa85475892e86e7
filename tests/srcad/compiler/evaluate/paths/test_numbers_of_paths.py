"""A number that a path leaves in the place of an array, where that is seen."""

import numpy as np
import pytest

import srcad
from srcad import CompileError
from tests.srcad.compiler.derivatives import generate


def some(x, t):
    return x * t if t > 1 else 0.5


def looped(x, t):
    total = 0.5
    while t > 1:
        total = total * x + x
        t = t - 1
    return total


def added_under_another_name(x, t):
    total = some(x, t)
    other = total
    other += x
    return total * x


def carried_with_a_slope(x, t):
    w, total = 1.0, 0.0
    for k in range(12):
        u = w
        if x[k % 3] > 0:
            u = x * w
        total = total + np.sum(u)
        w = w * t
    return total


SEEN = [
    np.ndim,
    np.size,
    np.shape,
    len,
    np.ones_like,
    np.zeros_like,
    np.mean,
    np.prod,
    lambda c: np.full_like(c, 2.0),
    lambda c: c.size,
    lambda c: c.shape[0],
    lambda c: (c * 2).ndim,
    lambda c: c[0],
    lambda c: c @ np.ones(3),
    lambda c: np.concatenate([c, c]),
    lambda c: 1 if isinstance(c, np.ndarray) else 2,
    lambda c: 1 if isinstance(c + 1, float) else 2,
    lambda c: 1 if type(c * 3) is float else 2,
    lambda c: np.asarray(c).ndim,
    lambda c: np.ndim(c > 0),
    lambda c: np.size(np.where(c > 0.1, 1.0, 2.0)),
    lambda c: np.ones(3)[c > 0],
    lambda c: np.mean(c > 0),
]


@pytest.mark.parametrize("given", [some, looped])
@pytest.mark.parametrize("use", SEEN)
def test_what_sees_it_is_refused(use, given):
    def program(x, t):
        return np.sum(use(given(x, t)) * x)

    with pytest.raises(CompileError, match="SRC01"):
        srcad.grad(program)(np.ones(3), 0.5)


def summed_with_a_number_of_python(x, t: float):
    return np.sum(np.exp(some(x, t) * t))


@pytest.mark.parametrize(
    "program",
    [added_under_another_name, carried_with_a_slope, summed_with_a_number_of_python],
)
def test_what_would_be_wrong_is_refused(program):
    with pytest.raises(CompileError, match="SRC01"):
        srcad.grad(program)(np.ones(3), 0.5)


def what_is_given(x, t):
    total = 0
    if t > 1:
        total = x
    return total


@pytest.mark.parametrize("t", [0.5, 1.5])
def test_a_module_alone_gives_the_number_as_it_is(t):
    x = np.array([1.0, -2.0, 3.0])
    made = generate(what_is_given, ["float64[3]", "float64[]"])
    out, (dx, dt) = made.space["value_and_grad"](x, np.float64(t))
    assert type(out) is type(what_is_given(x, t))
    np.testing.assert_array_equal(dx, np.ones(3) if t > 1 else np.zeros(3))
    assert dt == 0
