"""Powers: the primal computes those of the program, a derivative products."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import text_of

X = np.random.default_rng(0).normal(size=200) * 3


def cubes(x):
    return np.sum(x**3)


def cubes_of_parts(x):
    return np.sum((2.0 - x) ** 3 + x**2)


def number_cubed(x):
    total = 0.0
    for v in x:
        total = total + v**3
    return total


@pytest.mark.parametrize("function", [cubes, cubes_of_parts, number_cubed])
def test_a_power_has_the_bits_that_it_has_in_the_program(function):
    value, _ = srcad.value_and_grad(function)(X)
    assert value == function(X)


def test_a_derivative_multiplies():
    def fourth(x):
        return x**4

    assert "x * x * x" in text_of(fourth, ["float64[n]"])
