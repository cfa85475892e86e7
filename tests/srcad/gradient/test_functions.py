"""Gradients of functions that are not the user's: NumPy's, Python's, operators."""

import functools
import math
import operator

import numpy as np
import pytest

import srcad
from srcad import ops

X = np.array([0.3, 0.7])
FUNCTIONS = [
    (np.sin, (X,), np.cos(X)),
    (np.multiply, (X, 3.0), np.full(2, 3.0)),
    (np.sum, (X,), np.ones(2)),
    (functools.partial(np.sum, axis=0), (X,), np.ones(2)),
    (np.linalg.norm, (X,), X / np.sqrt(X @ X)),
    (np.tensordot, (X, X, 1), X),
    (np.where, (np.array([True, False]), 2.0, X), None),
    (math.sin, (0.3,), math.cos(0.3)),
    (abs, (-2.0,), -1.0),
    (operator.neg, (0.3,), -1.0),
    (operator.mul, (0.3, 0.7), 0.7),
    (functools.partial(operator.mul, 3.0), (0.3,), 3.0),
    (max, (0.3, 0.1), 1.0),
    (ops.square, (X,), 2 * X),
]


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    FUNCTIONS,
    ids=[getattr(row[0], "__name__", str(k)) for k, row in enumerate(FUNCTIONS)],
)
def test_gradient(function, arguments, expected):
    if expected is None:
        gradient = srcad.grad(function, grad_position=2)(*arguments)
        expected = [0.0, 1.0]
    else:
        gradient = srcad.grad(function)(*arguments)
    np.testing.assert_allclose(gradient, expected)


def test_value_and_two_gradients():
    out, gradients = srcad.value_and_grad(np.hypot, grad_position=(0, 1))(3.0, 4.0)
    assert out == 5.0
    np.testing.assert_allclose(gradients, (0.6, 0.8))


def test_gradients_of_gradients():
    np.testing.assert_allclose(srcad.grad(srcad.grad(np.sin))(X), -np.sin(X))
    third = srcad.grad(srcad.grad(srcad.grad(math.sin)))
    np.testing.assert_allclose(third(0.3), -math.cos(0.3))
    with pytest.raises(srcad.CompileError, match="SRC014"):
        srcad.grad(srcad.grad(math.isqrt))(2.0)


def test_what_has_no_rule_says_so():
    with pytest.raises(srcad.CompileError, match=r"math\.isqrt\(n\)"):
        srcad.grad(math.isqrt)(2.0)
    with pytest.raises(srcad.CompileError, match="SRC014"):
        srcad.grad(str.upper)(2.0)


@pytest.mark.parametrize("number", [np.float64(1.25), np.float32(1.25)])
def test_a_number_of_numpy_has_a_dtype(number):
    x = np.ones(2, np.float32)
    out, (dx, dy) = srcad.value_and_grad(operator.sub, (0, 1))(x, number)
    assert out.dtype == (x - number).dtype
    assert dx.dtype == x.dtype
    assert dy.dtype == number.dtype
    assert dy == -2.0


def test_an_arc_tangent_of_bools():
    x, y = np.array([True, False]), np.array([1.0, 2.0])
    gradient = srcad.grad(np.arctan2, 1)(x, y)
    np.testing.assert_allclose(gradient, [-0.5, 0.0])


def test_a_gradient_is_named_as_what_it_is_of():
    def cubed(x):
        """Return the cube."""
        return x**3

    first = srcad.grad(cubed)
    for gradient in (first, srcad.value_and_grad(cubed), srcad.grad(first)):
        assert gradient.__name__ == "cubed"
        assert gradient.__doc__ == "Return the cube."


def descended(function, start):
    """A helper that asks for the gradient of what it is given, as often as it likes."""
    k, x = 0, start
    while k < 3:
        x = x - 0.1 * srcad.grad(function)(x)
        k = k + 1
    return x


def until_it_is_small(function, start):
    x = start
    while np.sum(x) > 2.0:
        value, slope = srcad.value_and_grad(function)(x)
        x = x - 0.05 * slope * value
    return x


def in_a_loop_in_a_loop(function, start):
    x = start
    for _ in range(start.shape[0]):
        for scale in (0.1, 0.05):
            x = x - scale * srcad.grad(lambda v: function(v) * np.sum(v))(x)
    return x


@pytest.mark.parametrize("helper", [descended, until_it_is_small, in_a_loop_in_a_loop])
def test_the_gradient_of_a_closure_over_the_argument_in_a_loop_of_a_helper(helper):
    def function(x):
        return np.sum(helper(lambda v: np.sum(v * v * x), x) ** 2)

    x = np.array([0.5, 0.75, 1.25])
    found = srcad.grad(function)(x)
    steps = 1e-6 * np.eye(3)
    slopes = [(function(x + h) - function(x - h)) / 2e-6 for h in steps]
    np.testing.assert_allclose(found, slopes, rtol=1e-6, atol=1e-8)
