"""Parameters that are read in methods other than ``construct``."""

import numpy as np

from srcad import Parameter, Tensor, nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.array([1.0, -2.0, 0.5])))
        self.bias = Parameter(Tensor(np.array([0.5])))
        self.plain = {"scale": 2.0}

    @property
    def scaled(self):
        return self.weight * self.plain["scale"]

    def shifted(self, h):
        return h + self.bias

    def construct(self, x):
        return self.shifted(x * self.scaled)


function = Net()
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)
