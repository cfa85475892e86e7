"""What NumPy would raise, the module raises: sizes that do not belong together."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import generate


def added_in_place(x, y):
    z = x.copy()
    z += y
    return z


def averaged(x, y):
    return np.average(x, weights=y)


def counted(x, y):
    return np.histogram(x, bins=3, range=(0, 3), weights=y)[0]


def put_into_bins(x, y):
    return np.bincount([0, 1, 1], weights=y) * x[0]


def put_where_run_time_says(x, y):
    return np.bincount((x * 2 - 1).astype(np.uint8), weights=y)


def put_below_zero(x, y):
    return np.bincount((x - 2).astype(int), weights=y)


def interpolated(x, y):
    return np.interp(1.0, x, y)


def sloped(x, y):
    return np.gradient(x) * y[0]


def repeated(x, y):
    return np.repeat(x, (y * 2).astype(int))


def repeated_as_is_known(x, y):
    return np.repeat(x, [1, 0, 2]) * y[0]


def repeated_less_than_never(x, y):
    return np.repeat(x, (y - 2).astype(int))


SIZES = [(4, 4), (3, 3), (3, 4), (4, 3), (1, 4), (4, 1), (1, 1)]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize(
    "function",
    [
        *(added_in_place, averaged, counted, put_into_bins, interpolated, sloped),
        *(put_where_run_time_says, put_below_zero),
        *(repeated, repeated_as_is_known, repeated_less_than_never),
    ],
    ids=lambda function: function.__name__,
)
def test_the_module_raises_what_numpy_raises(function, sizes):
    x, y = (np.linspace(0.5, 2.5, size) for size in sizes)
    generated = generate(function, {"x": "float64[n]", "y": "float64[m]"})
    module = generated.space["value_and_grad"]
    try:
        expected = function(x, y)
    except (ValueError, TypeError) as error:
        with pytest.raises(type(error)):
            module(x, y)
        return
    np.testing.assert_allclose(module(x, y)[0], expected)


def test_weights_that_sum_to_zero():
    generated = generate(averaged, {"x": "float64[n]", "y": "float64[m]"})
    with pytest.raises(ZeroDivisionError, match="sum to zero"):
        generated.space["value_and_grad"](np.ones(2), np.array([1.0, -1.0]))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.copy(x, 1),
        lambda x: x.copy("Q"),
    ],
)
def test_arguments_that_numpy_does_not_take_are_refused_as_it_does(function):
    with pytest.raises((TypeError, ValueError)) as theirs:
        function(np.ones(3))
    with pytest.raises(srcad.CompileError, match=theirs.type.__name__):
        srcad.grad(function)(np.ones(3))
