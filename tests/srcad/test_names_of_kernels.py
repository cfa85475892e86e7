"""Variables and arguments that have the name of a function of the module."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn, ops


class Variables(nn.Cell):
    def __init__(self):
        super().__init__()
        self.pool = nn.MaxPool2d(2, 2)
        self.conv = nn.Conv2d(1, 1, 2, weight_init="ones")

    def construct(self, x):
        max_pool = self.pool(x)
        convolution = self.conv(max_pool)
        max_pool_gradient = convolution * 2
        error_function = ops.gelu(max_pool_gradient, approximate="none")
        return error_function + ops.erf(convolution)


class Argument(nn.Cell):
    def __init__(self):
        super().__init__()
        self.pool = nn.AvgPool2d(2, 2)

    def construct(self, average_pool):
        return self.pool(average_pool) ** 2


class Inner(Argument):
    def construct(self, average_pool, unbroadcast):
        return (self.pool(average_pool) ** 2).sum() * unbroadcast


class Outer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = Inner(), Inner()

    def construct(self, x):
        both = self.first(x, x[0, 0, 0, 0]) + self.second(x * 2, x[0, 0])
        return both.sum()


@pytest.mark.parametrize("make", [Variables, Argument, Outer])
def test_they_are_told_apart(make):
    net = make()
    draws = np.random.default_rng(0)
    x = draws.standard_normal((1, 1, 4, 4)).astype(np.float32)
    gradient = srcad.grad(net)(Tensor(x)).asnumpy()
    inside = srcad.grad(lambda x: net(x).sum())(Tensor(x)).asnumpy()
    np.testing.assert_allclose(inside, gradient, rtol=1e-6)
    step = draws.standard_normal(x.shape).astype(np.float32) * 1e-2
    above, below = (float(net(Tensor(one)).sum()) for one in (x + step, x - step))
    assert (gradient * step).sum() == pytest.approx((above - below) / 2, rel=2e-2)
