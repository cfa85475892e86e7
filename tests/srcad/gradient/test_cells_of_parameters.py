"""Parameters whose names are no names of Python."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, ParameterTuple, Tensor, nn


class Unnamed(nn.Cell):
    def __init__(self):
        super().__init__()
        self.factors = ParameterTuple(
            [Parameter(Tensor(k * np.ones(3))) for k in (1.0, 2.0)]
        )

    def construct(self, x):
        for factor in self.factors:
            x = x * factor
        return x.sum()


class Named(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = Parameter(Tensor(np.ones(3)), name="my weight-1.x")
        self.second = Parameter(Tensor(2 * np.ones(3)), name="class")

    def construct(self, x):
        return (x * self.first * self.second).sum()


@pytest.mark.parametrize("kind", [Unnamed, Named])
def test_each_has_its_gradient(kind):
    net = kind()
    weights = net.trainable_params()
    value, (dx, (first, second)) = srcad.value_and_grad(net, 0, weights)(
        Tensor(np.ones(3))
    )
    assert float(value) == 6.0
    np.testing.assert_array_equal(dx.asnumpy(), 2 * np.ones(3))
    np.testing.assert_array_equal(first.asnumpy(), 2 * np.ones(3))
    np.testing.assert_array_equal(second.asnumpy(), np.ones(3))
