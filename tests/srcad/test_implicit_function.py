"""``srcad.implicit``: the derivative of what a search of the user's own has found."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, ops

P = np.array([0.7, 1.9])
MATRIX = np.array([[2.0, 0.3], [0.1, 3.0]])


def of_a_number(p):
    x = 1.0
    for _ in range(50):
        x = x - (x**3 + p[0] * x - p[1]) / (3 * x**2 + p[0])
    return srcad.implicit(lambda x: x**3 + p[0] * x - p[1], x)


def of_a_vector(p):
    x = np.ones(2)
    while np.abs(x + 0.3 * np.sin(x) - p).max() > 1e-14:
        x = p - 0.3 * np.sin(x)
    return srcad.implicit(lambda x: x + 0.3 * np.sin(x) - p, x) @ np.array([1.0, 2.0])


def of_a_matrix(p):
    given = np.outer(p, p)
    x = np.linalg.solve(MATRIX, given)
    return (srcad.implicit(lambda x: MATRIX @ x - given, x) ** 2).sum()


def slopes(function):
    """The derivatives by both numbers, by differences."""
    steps = 1e-6 * np.eye(2)
    pairs = [(function(P + step), function(P - step)) for step in steps]
    return np.array([(above - below) / 2e-6 for above, below in pairs])


@pytest.mark.parametrize("program", [of_a_number, of_a_vector, of_a_matrix])
def test_it_is_that_of_differences(program):
    value, gradient = srcad.value_and_grad(program)(P)
    np.testing.assert_allclose(value, program(P))
    np.testing.assert_allclose(gradient, slopes(program), rtol=1e-6)
    second = srcad.jacrev(srcad.grad(program))(P)
    np.testing.assert_allclose(
        second, slopes(srcad.grad(program)), rtol=1e-6, atol=1e-8
    )


def test_the_search_has_no_derivative():
    def function(p):
        start = p[0] * 1e6  # of which all derivatives are wrong
        return srcad.implicit(lambda x: x - p[1], p[1] + 0 * start)

    np.testing.assert_allclose(srcad.grad(function)(P), [0, 1])


def test_tensors():
    def function(p):
        x = p * 0
        for _ in range(60):
            x = p - 0.3 * ops.sin(x)
        return srcad.implicit(lambda x: x + 0.3 * ops.sin(x) - p, x).sum()

    x = function(Tensor(P))
    assert isinstance(x, Tensor)
    _, gradient = srcad.value_and_grad(function)(Tensor(P))
    found = np.array([0.0, 0.0])
    for _ in range(60):
        found = P - 0.3 * np.sin(found)
    np.testing.assert_allclose(gradient.asnumpy(), 1 / (1 + 0.3 * np.cos(found)))


def test_float32_stays():
    def function(p):
        return srcad.implicit(lambda x: 2 * x - p, p / 2).sum()

    gradient = srcad.grad(function)(P.astype(np.float32))
    assert gradient.dtype == np.float32
    np.testing.assert_allclose(gradient, [0.5, 0.5])


@pytest.mark.parametrize("way", [lambda program: program, srcad.grad])
def test_what_is_no_root_of_as_many_equations(way):
    def more(p):
        return srcad.implicit(lambda x: np.concatenate((x - p, x)), p + 0.0).sum()

    def whole(p):
        return srcad.implicit(lambda x: x * p[0], 3) * p[0]

    with pytest.raises(ValueError, match="must give the shape of `x`"):
        way(more)(P)
    with pytest.raises((TypeError, srcad.CompileError), match="an array of floats"):
        way(whole)(P)


def test_a_singular_jacobian_raises():
    def function(p):
        return srcad.implicit(lambda x: (x - x) * p, p + 0.0).sum()

    with pytest.raises(np.linalg.LinAlgError):
        srcad.grad(function)(P)
