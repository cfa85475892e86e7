"""What ``math`` gives is the float that Python's function gives, though a rule reads it;
the gradient is what NumPy's rule says of it."""

import math

import numpy as np
import pytest

import srcad

FUNCTIONS = [math.exp, math.expm1, math.tanh, math.tan, math.sqrt, math.sin, math.log]
POINTS = np.random.default_rng(11).uniform(0.1, 1.4, 50).tolist()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_value_is_that_of_python_to_the_bit(function):
    def squared(x):
        y = function(x * 1.5)
        return y * y

    of_both = srcad.value_and_grad(squared)
    for x in POINTS:
        value, gradient = of_both(x)
        assert value == squared(x)
        slope = (squared(x + 1e-6) - squared(x - 1e-6)) / 2e-6
        assert gradient == pytest.approx(slope, rel=1e-4)


def test_a_slope_without_an_end_is_no_exception():
    with np.errstate(divide="ignore"):
        value, gradient = srcad.value_and_grad(lambda x: math.exp(math.sqrt(x)))(0.0)
    assert (value, gradient) == (1.0, math.inf)
