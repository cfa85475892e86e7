"""Least squares of what is not negative."""

import numpy as np
import pytest
from scipy import optimize

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

DATA = np.random.default_rng(3).normal(size=(6, 4))


def of_data(x):
    found, norm = optimize.nnls(DATA, np.resize(x, 6) ** 2 - 1)
    return found @ [1.0, 2, 3, 4] + norm


def of_a_matrix(x):
    found, norm = optimize.nnls(DATA + np.outer(np.resize(x, 6), x), DATA[:, 0] + 0.3)
    return (found**2).sum() * x[0] + norm**2


def of_nothing(x):
    """All of it is 0, and stays so."""
    found, norm = optimize.nnls(DATA**2, -(np.resize(x, 6) ** 2))
    return found.sum() + norm


@pytest.mark.parametrize("function", [of_data, of_a_matrix, of_nothing])
def test_what_is_found_has_the_derivative_among_what_is_not_zero(function):
    assert result(function, [0.7, -1.4, 1.5, 0.2])
    inner = srcad.grad(function)
    assert result(lambda x: (inner(x) ** 2).sum(), [0.7, -1.4, 1.5, 0.2])


@pytest.mark.parametrize(
    ("right", "options", "error"),
    [
        (DATA[:, 0] * np.nan, {}, ValueError),
        (DATA[:, 0] + 0.3, {"maxiter": 1}, RuntimeError),
    ],
)
def test_what_scipy_raises(right, options, error):
    def program(x):
        return optimize.nnls(DATA * x, right, **options)[1]

    for function in (program, srcad.grad(program)):
        with pytest.raises(error):
            function(-1.0)


def test_several_right_sides_are_refused():
    with pytest.raises(CompileError, match="it takes a matrix and a vector"):
        generate(lambda x: optimize.nnls(x, x)[1], ["float64[4, 4]"])
