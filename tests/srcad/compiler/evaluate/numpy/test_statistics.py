"""Variances and covariances of the arrays of a call: shapes, counts, weights."""

import warnings

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate


def slopes(function, values, weights):
    """Central differences of the weighted sum of what a function gives."""
    values = [value.astype(np.float64) for value in values]
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
        rtol = 1e-9 if expected.dtype == np.float64 else 1e-5
        np.testing.assert_allclose(out, expected, rtol=rtol, atol=1e-12)
        assert np.shape(out) == np.shape(expected)
        assert np.asarray(out).dtype == expected.dtype
        if not np.isfinite(expected).all():
            return
        weights = np.random.default_rng(1).normal(size=expected.shape)
        found = pull(np.asarray(weights, expected.dtype))
    found = found if isinstance(found, tuple) else (found,)
    for one, slope in zip(found, slopes(function, values, weights), strict=True):
        np.testing.assert_allclose(one, slope, rtol=10 * rtol, atol=10 * rtol)


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


DEGREES = {
    "var": lambda x: np.var(x, axis=0, ddof=3),
    "of all": lambda x: np.var(x, ddof=100),
    "half a degree": lambda x: np.var(x, axis=0, ddof=1.5),
    "half a degree of NumPy's": lambda x: np.var(x, axis=0, ddof=np.float64(1.5)),
    "of all, of NumPy's": lambda x: np.var(x, ddof=np.int64(1)),
    "gained": lambda x: np.var(x, axis=1, ddof=-2),
    "std": lambda x: np.std(x, axis=0, ddof=2, keepdims=True),
    "method": lambda x: x.std(1, ddof=4),
    "correction": lambda x: np.var(x, axis=0, correction=4),
    "where": lambda x: np.var(x, axis=0, ddof=2.5, where=x > -0.2),
    "nanvar": lambda x: np.nanvar(x, axis=0, ddof=2),
    "nanstd": lambda x: np.nanstd(np.where(x > 0, x, np.nan), axis=0, ddof=1.5),
    "cov": lambda x: np.cov(x, ddof=4),
    "cov of weights": lambda x: np.cov(x, fweights=np.full(x.shape[1], 2), ddof=8),
}


@pytest.mark.parametrize("name", DEGREES)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_degrees_of_freedom_are_not_negative(name, dtype):
    """Where none is left it is divided by zero, as in NumPy."""

    def function(x):
        return DEGREES[name](x)

    for rows in (3, 1, 2, 0):
        x = np.random.default_rng(0).normal(size=(rows, 4)).astype(dtype)
        assert_as_numpy(function, x)


def test_the_warning_is_that_of_a_division():
    module = generate(lambda x: np.var(x, ddof=4), ["float64[n]"])
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        out, _ = module.call({"x": np.arange(3.0)})
    assert out == np.inf


MEDIANS = {
    "median": lambda x: np.median(x),
    "of rows": lambda x: np.median(x, axis=1),
    "of columns": lambda x: np.median(x, axis=0, keepdims=True),
    "of both": lambda x: np.median(x, axis=(0, 1)),
    "of a slice": lambda x: np.median(x[:, 2:2], axis=1),
    "of turned bounds": lambda x: np.median(x[3:1], axis=0),
    "nanmedian": lambda x: np.nanmedian(x),
    "nanmedian of rows": lambda x: np.nanmedian(x, axis=1),
    "nanmedian of a slice": lambda x: np.nanmedian(x[:0], axis=0),
    "nanquantile": lambda x: np.nanquantile(x, 0.3, axis=0),
}


@pytest.mark.parametrize("name", MEDIANS)
def test_the_median_of_no_elements_is_nan(name):
    """With the warning of a division by zero; by a module that knows no sizes, too."""

    def function(x):
        return MEDIANS[name](x)

    module = generate(function, ["float64[n, m]"])
    for shape in ((3, 4), (0, 4), (3, 0), (0, 0), (1, 1)):
        x = np.random.default_rng(0).normal(size=shape)
        assert_as_numpy(function, x)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            np.testing.assert_allclose(module.call({"x": x})[0], function(x))


@pytest.mark.parametrize("function", [np.median, np.nanmedian])
def test_the_median_of_no_elements_warns(function):
    module = generate(lambda x: function(x), ["float64[n]"])
    with pytest.warns(RuntimeWarning, match="invalid value"):
        module.call({"x": np.zeros(0)})
