"""A method of a Cell, bound, as the function."""

import numpy as np

from srcad import Parameter, Tensor, nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.array([1.0, -2.0, 0.5])))
        self.rate = 0.5

    def construct(self, x):
        return x * self.weight

    def loss(self, x):
        return (self(x) * self.rate).sum()


net = Net()
function = net.loss
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)


def weights():
    return [net.weight]
