"""A Cell with a ``bprop`` whose ``construct`` calls what cannot be read."""

import inspect
import math

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn, ops
from srcad.gradient.modules import MODULES


def made(text):
    space = {"np": np}
    exec(text, space)
    return space["made"]


square = made("def made(x):\n    return x * x\n")
shorter = made("def made(x):\n    return x[1:]\n")
wider = made("def made(x):\n    return x.astype(np.float64)\n")


class Square(nn.Cell):
    def construct(self, x):
        return square(x) * 2.0

    def bprop(self, x, out, dout):
        return (4.0 * x * dout,)


class Outer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.square = Square()

    def construct(self, x):
        return ops.tanh(self.square(x))


class Shorter(Square):
    def construct(self, x):
        return shorter(x)


class Wider(Square):
    def construct(self, x):
        return wider(x)


class Local(Square):
    def __init__(self):
        super().__init__()
        self.function = made("def made(x):\n    return x\n")

    def construct(self, x):
        return self.function(x)


class Scaled(nn.Cell):
    """What is called gets a number alone."""

    def __init__(self):
        super().__init__()
        self.scale = 5

    def construct(self, x):
        return x * math.factorial(self.scale)

    def bprop(self, x, out, dout):
        return (dout * 120.0,)


X = Tensor(np.array([0.3, 0.7], np.float32))


def test_it_is_called_by_its_name():
    out, gradient = srcad.value_and_grad(Square())(X)
    np.testing.assert_array_equal(out.asnumpy(), Square()(X).asnumpy())
    np.testing.assert_allclose(gradient.asnumpy(), 4 * X.asnumpy())
    (modules,) = MODULES.values()
    text = inspect.getsource(modules[-1].module)
    assert f"import {__name__}\n" in text
    assert "return (4.0 * x * dout,)" in text


def test_it_may_stand_in_another_cell():
    out, gradient = srcad.value_and_grad(Outer())(X)
    np.testing.assert_allclose(out.asnumpy(), Outer()(X).asnumpy(), rtol=1e-6)
    x = X.asnumpy()
    expected = (1 - np.tanh(2 * x * x) ** 2) * 4 * x
    np.testing.assert_allclose(gradient.asnumpy(), expected, rtol=1e-6)


def test_what_is_known_beforehand_is_computed():
    gradient = srcad.grad(Scaled())(X)
    np.testing.assert_array_equal(gradient.asnumpy(), [120.0, 120.0])


def test_a_result_of_another_form_is_noticed():
    with pytest.raises(ValueError, match=r"gives the shape \(1,\); expected \(2,\)"):
        srcad.grad(Shorter())(X)
    with pytest.raises(TypeError, match="gives float64; expected float32"):
        srcad.grad(Wider())(X)


def test_without_a_name_it_is_refused():
    with pytest.raises(srcad.CompileError, match="its source cannot be found"):
        srcad.grad(Local())(X)


def test_without_a_bprop_it_is_refused():
    with pytest.raises(srcad.CompileError, match="SRC014"):
        srcad.grad(lambda x: square(x))(X)


class Reader(nn.Cell):
    """Its derivative depends on what was called."""

    def construct(self, x):
        return square(x)

    def bprop(self, x, out, dout):
        return (2.0 * ops.sqrt(out) * dout,)


def test_a_derivative_through_the_call_is_refused():
    np.testing.assert_allclose(srcad.grad(Reader())(X).asnumpy(), 2 * X.asnumpy())
    with pytest.raises(srcad.CompileError, match=r"`.*square` has no derivative rule"):
        srcad.grad(srcad.grad(Reader()))(X)
