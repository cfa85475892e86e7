"""``z += v`` writes into an array without axes, which other names may stand for."""

import contextlib

import numpy as np
import pytest

from srcad import value_and_grad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.side_by_side import result

X = np.array([1.0, 2.0, 3.0])


def two_names(x):
    y = np.zeros(())
    z = y
    z += x[0]
    return y * x


def of_an_element(x):
    y = np.array(x[0])
    z = y
    z += x[1]
    return y * x


def of_a_sum(x):
    y = np.asarray(x.sum())
    z = y
    z += x[0]
    return y * x


def by_an_ellipsis(x):
    y = (x[0] * x[1])[...]
    z = y
    z += x[0]
    return y * x


def a_view_of_an_element(x):
    y = np.zeros(3)
    z = y[0, ...]
    z += x[0]
    return (y + z) * x


def in_a_list(x):
    y = np.zeros(())
    held = [y]
    y += x[0]
    return held[0] * x


def in_a_helper(x):
    def add(total):
        total += x[0]

    y = np.zeros(())
    add(y)
    return y * x


def in_a_loop(x):
    y = np.zeros(())
    z = y
    for k in range(3):
        z += x[k]
    return y * x


def on_a_path_of_a_loop(x):
    y = np.zeros(())
    z = y
    for v in x:
        if v > 1.5:
            z += v
    return y * x


def in_a_dict(x):
    table = {"total": np.zeros(())}
    for v in x:
        table["total"] += v
    return table["total"] * x


def copied(x):
    y = np.array(x[0])
    z = y.copy()
    z += x[1]
    return y * z * x


def bound_anew(x):
    y = np.zeros(())
    z = y
    y = y + x[0]
    z += x[1]
    return y * x + z


def a_number_of_numpy(x):
    y = x.sum()
    z = y
    z += x[0]  # no array: z is another number now
    return y * x + z


def a_number(x):
    y = np.float64(0.0)
    z = y
    z += x[0]
    return y + z * x


PROGRAMS = [
    *(two_names, of_an_element, of_a_sum, by_an_ellipsis, a_view_of_an_element),
    *(in_a_list, in_a_helper, in_a_loop, on_a_path_of_a_loop, in_a_dict, copied),
    *(bound_anew, a_number_of_numpy, a_number),
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_every_name_sees_the_write(function):
    out, given = value_and_grad(function)(X)
    np.testing.assert_allclose(out, function(X))
    steps = 1e-6 * np.eye(3)
    slopes = [(function(X + h).sum() - function(X - h).sum()) / 2e-6 for h in steps]
    np.testing.assert_allclose(given, slopes, rtol=1e-6)


def on_one_path(x):
    y = np.zeros(())
    z = y if x[0] > 0 else np.ones(())
    z += x[1]
    return y * x + z


def in_a_growing_list(x):
    total, found = np.zeros(()), []
    for k in range(3):
        total += x[k]
        found.append(total)
    return np.sum(found[0] + found[1] * x)


def test_it_is_one_array_in_a_list_that_is_written_out():
    assert result(in_a_growing_list, X)


def test_what_cannot_be_followed_is_refused():
    with pytest.raises(CompileError) as caught:
        value_and_grad(on_one_path)(X)
    assert caught.value.diagnostics[0].code == "SRC015"


# ------------------------------------------------------------------ as an argument


def under_another_name(x):
    y = x
    y += 1.0
    return x * 3.0


def by_itself(x):
    x += 1.0
    return x * x


def as_an_array(x):
    y = np.asarray(x)
    y *= 2.0
    return x * y


def the_greater(x):
    y = max(x, 0.5)
    y += 1.0
    return x * y


def after_a_product(x):
    y = x * 1.0
    y += 1.0
    x = x + 1.0
    x += 2.0
    return x * y


@pytest.mark.parametrize(
    "function", [under_another_name, by_itself, as_an_array, the_greater]
)
def test_an_argument_is_not_written_into(function):
    with pytest.raises(CompileError) as caught:
        value_and_grad(function)(np.array(2.0))
    assert caught.value.diagnostics[0].code in ("SRC015", "SRC023")
    with pytest.raises(CompileError):
        value_and_grad(lambda d: function(d["x"]))({"x": np.array(2.0)})


@pytest.mark.parametrize(
    "function",
    [under_another_name, by_itself, as_an_array, the_greater, after_a_product],
)
@pytest.mark.parametrize("given", [np.float64(2.0), 2.0], ids=["NumPy's", "Python's"])
def test_a_number_is_bound_anew(function, given):
    # Not what was made for an array, either.
    with contextlib.suppress(CompileError):
        value_and_grad(function)(np.array(2.0))
    out, dx = value_and_grad(function)(given)
    step = 1e-6
    assert out == function(given)
    assert dx == pytest.approx((function(given + step) - out) / step, rel=1e-5)
