"""Names that an iteration leaves one and the same array in."""

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate


def kept_for_the_next_iteration(x):
    h = np.zeros(2)
    prev = np.zeros(2)
    total = 0.0
    for v in x:
        h[0] = v
        total = total + prev[0] * v
        prev = h
    return total


def bound_together(x):
    a = np.zeros(2)
    b = np.zeros(2)
    total = 0.0
    for v in x:
        a[0] = v
        total = total + b[0] * v
        a = b = np.ones(2) * v
    return total


@pytest.mark.parametrize("function", [kept_for_the_next_iteration, bound_together])
def test_writing_to_one_of_them_in_the_next_iteration_is_refused(function):
    with pytest.raises(CompileError) as caught:
        generate(function, ["float64[n]"])
    assert caught.value.diagnostics[0].code == "SRC015"


def left_before_it_is_bound_anew(x, z):
    c = np.sin(x)
    h = np.sum(c * x)
    for _ in range(4):
        if z.sum() > 0.0:
            break
        c = 0.5 * z
    c[0] = 0.3
    return h + c.sum()


def test_a_loop_that_is_left_at_once_ends_with_what_it_started_with():
    x, z = np.array([0.3, 0.5, 0.7]), np.ones(3)
    expected = x * np.cos(x) + np.sin(x) + [0.0, np.cos(0.5), np.cos(0.7)]
    given = srcad.grad(left_before_it_is_bound_anew)(x, z)
    np.testing.assert_allclose(given, expected, rtol=1e-12)
