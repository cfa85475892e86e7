"""Variances and covariances of the arrays of a call: shapes, counts, weights."""

import warnings

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate


def slopes(function, values, weights):
    """Central differences of the weighted sum of what a function gives."""
    found = [np.zeros(value.shape) for value in values]
    for k, value in enumerate(values):
        for place in np.ndindex(value.shape):
            step = np.zeros(value.shape)
            step[place] = 1e-4
            sides = [
                np.sum(function(*values[:k], moved, *values[k + 1 :]) * weights)
                for moved in (value + step, value - step)
            ]
            found[k][place] = (sides[0] - sides[1]) / 2e-4
    return found


def assert_as_numpy(function, *values):
    """Value, shape and dtype are NumPy's; so is the gradient, where all is finite."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = function(*values)
        out, pull = srcad.vjp(function, *values)
        np.testing.assert_allclose(out, expected, rtol=1e-9, atol=1e-12)
        assert np.shape(out) == np.shape(expected)
        assert np.asarray(out).dtype == expected.dtype
        if not np.isfinite(expected).all():
            return
        weights = np.random.default_rng(1).normal(size=expected.shape)
        found = pull(np.asarray(weights))
    found = found if isinstance(found, tuple) else (found,)
    for one, slope in zip(found, slopes(function, values, weights), strict=True):
        np.testing.assert_allclose(one, slope, rtol=1e-6, atol=1e-8)


def cov(x):
    return np.cov(x)


def cov_of_columns(x):
    return np.cov(x, rowvar=False, bias=True)


def corrcoef(x):
    return np.corrcoef(x)


def scaled(x):
    found = np.cov(x)
    return found * (found.ndim + 1)


SHAPES = [(1, 4), (3, 4), (4, 1), (4,), (), (0, 4), (1, 1), (1, 4)]


@pytest.mark.parametrize("function", [cov, cov_of_columns, corrcoef, scaled])
def test_of_one_variable_it_is_a_number(function):
    """Whatever numbers of variables were there before."""
    for shape in SHAPES:
        assert_as_numpy(function, np.random.default_rng(0).normal(size=shape))


@pytest.mark.parametrize("rowvar", [True, False])
def test_the_second_variables_have_the_shape_that_numpy_gives_them(rowvar):
    def both(x, y):
        return np.cov(x, y, rowvar=rowvar, ddof=0)

    for shapes in (((4,), (1, 4)), ((4, 1), (1, 4)), ((4, 2), (4, 1)), ((4,), (4, 2))):
        given = [np.random.default_rng(0).normal(size=shape) for shape in shapes]
        try:
            both(*given)
        except ValueError:
            with pytest.raises((ValueError, CompileError)):
                srcad.vjp(both, *given)
            continue
        assert_as_numpy(both, *given)


def test_ahead_of_time_the_number_of_variables_is_needed():
    with pytest.raises(CompileError, match="a size that it needs is not known"):
        generate(cov, ["float64[n, m]"])


@pytest.mark.parametrize(
    "weights", [[1.0, 2.0], [[1.0, 2.0, 1.0]], [1.0, -1.0, 2.0], [0.0, 0.0, 0.0]]
)
@pytest.mark.parametrize("name", ["fweights", "aweights"])
def test_weights_that_numpy_refuses(name, weights):
    def weighted(x):
        return np.cov(x, **{name: np.array(weights)})

    x = np.array([[1.0, 2.0, 4.0], [0.0, 1.0, 0.0]])
    with pytest.raises((ValueError, RuntimeError, ArithmeticError)) as theirs:
        weighted(x)
    with pytest.raises((theirs.type, CompileError), match=str(theirs.value)):
        srcad.vjp(weighted, x)


def test_weights_of_an_axis_that_sum_to_zero():
    def weighted(x, w):
        return np.average(x, axis=0, weights=w)

    with pytest.raises(ZeroDivisionError, match="sum to zero"):
        srcad.vjp(weighted, np.ones((2, 3)), np.array([1.0, -1.0]))
