"""Logarithms of matrices: SciPy draws random numbers for its estimates of norms, so two
calls may differ in their last digits."""

import numpy as np
import pytest
from scipy import linalg

import srcad


def logarithm(x):
    return linalg.logm(x @ x.T + 3.0 * np.eye(3))


def power(x):
    return linalg.fractional_matrix_power(
        x @ x.T + 3.0 * np.eye(3), 0.5 * x[0, 0] + 1.0
    )


def power_of_numbers_that_are_known(x):
    return linalg.fractional_matrix_power(x @ x.T + 3.0 * np.eye(3), 0.3)


X = np.array([[0.5, -0.3, 0.8], [1.1, 0.2, -0.6], [-0.4, 0.9, 0.7]])
WEIGHTS = np.cos(np.arange(9.0)).reshape(3, 3)


@pytest.mark.parametrize(
    "function", [logarithm, power, power_of_numbers_that_are_known]
)
def test_the_slope_is_that_of_differences(function):
    def total(x):
        return np.sum(function(x) * WEIGHTS)

    value, gradient = srcad.value_and_grad(total)(X)
    assert np.isclose(value, total(X), rtol=1e-10)
    for index in np.ndindex(3, 3):
        step = np.zeros((3, 3))
        step[index] = 1e-5
        slope = (total(X + step) - total(X - step)) / 2e-5
        assert np.isclose(gradient[index], slope, rtol=1e-5, atol=1e-7)


def test_the_second_derivative_is_that_of_differences():
    def total(x):
        return np.sum(logarithm(x) * WEIGHTS)

    def slopes(x):
        return np.sum(srcad.grad(total)(x) * WEIGHTS)

    gradient = srcad.grad(slopes)(X)
    for index in np.ndindex(3, 3):
        step = np.zeros((3, 3))
        step[index] = 1e-5
        slope = (slopes(X + step) - slopes(X - step)) / 2e-5
        assert np.isclose(gradient[index], slope, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("function", [logarithm, power])
def test_in_single_precision(function):
    x = X.astype(np.float32)
    value, gradient = srcad.value_and_grad(function)(x)
    assert value.dtype == function(x).dtype
    assert np.allclose(value, function(x), rtol=1e-4)
    assert gradient.dtype == np.float32


def test_a_logarithm_that_is_complex_is_none():
    with pytest.raises(np.linalg.LinAlgError, match="complex"):
        srcad.grad(lambda x: linalg.logm(x).sum())(np.diag([-1.0, 2.0, 3.0]))
