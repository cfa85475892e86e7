"""A Cell that other modules reach by its name."""

import numpy as np

from srcad import Parameter, Tensor, nn


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.array([1.0, -2.0, 0.5])))
        self.rate = 2.0

    def construct(self, x):
        return x * self.weight * self.rate


net = Scale()
weight = net.weight
