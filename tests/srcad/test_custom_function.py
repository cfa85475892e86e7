"""``_Function`` with its context, and ``custom_vjp``."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, ops
from srcad.common import _Function
from srcad.custom_function import custom_vjp

pytestmark = pytest.mark.usefixtures("as_printed")

X = np.array([1.0, 2.0])


class Scaled(_Function):
    @staticmethod
    def forward(ctx, x, factor):
        out = ops.exp(x)
        ctx.save_for_backward(x, out)
        ctx.factor = factor
        return out * factor

    @staticmethod
    def backward(ctx, dout):
        x, out = ctx.saved_tensors
        return dout * ctx.factor * out * x, None


class TwoOutputs(_Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, x + y

    @staticmethod
    def backward(ctx, dproduct, dsum):
        x, y = ctx.saved_tensors
        return dproduct * y + dsum, dproduct * x * 2 + dsum


class Bare(_Function):
    @staticmethod
    def forward(ctx, x):
        return x * x

    @staticmethod
    def backward(ctx, dout):
        return dout * 7


def test_backward_is_the_derivative():
    def f(x):
        return (Scaled.apply(x, 3.0) * x).sum()

    assert float(f(Tensor(X))) == pytest.approx(np.sum(3 * np.exp(X) * X))
    gradient = srcad.grad(f)(Tensor(X)).asnumpy()
    np.testing.assert_allclose(gradient, 3 * np.exp(X) * (1 + X * X))


def test_several_outputs_and_inputs():
    def f(x, y):
        product, total = TwoOutputs.apply(x, y)
        return (product * total).sum()

    y = X + 1
    by_x, by_y = srcad.grad(f, (0, 1))(Tensor(X), Tensor(y))
    np.testing.assert_allclose(by_x.asnumpy(), (X + y) * y + X * y)
    np.testing.assert_allclose(by_y.asnumpy(), (X + y) * X * 2 + X * y)


def test_one_cotangent_needs_no_tuple():
    gradient = srcad.grad(lambda x: Bare.apply(x).sum())(Tensor(X))
    np.testing.assert_allclose(gradient.asnumpy(), [7.0, 7.0])


def test_a_second_derivative_is_that_of_backward():
    def slope(x):
        return srcad.grad(lambda x: Scaled.apply(x, 3.0).sum())(x).sum()

    gradient = srcad.grad(slope)(Tensor(X)).asnumpy()
    # Of exp(x) x, in which exp(x) is differentiated as exp(x).
    np.testing.assert_allclose(gradient, 3 * np.exp(X) * (1 + X), rtol=1e-6)


def test_custom_vjp():
    @custom_vjp
    def product(x, y):
        return x * y

    @product.defbwd
    def product_bwd(x, y, out, dout):
        return dout * 2 * y, dout * 3 * x

    y = X + 1
    by_x, by_y = srcad.grad(product, (0, 1))(Tensor(X), Tensor(y))
    np.testing.assert_allclose(by_x.asnumpy(), 2 * y)
    np.testing.assert_allclose(by_y.asnumpy(), 3 * X)
