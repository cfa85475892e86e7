"""A Cell whose attributes are computed by methods without arrays."""

import numpy as np

from srcad import Tensor, nn


class Net(nn.Cell):
    sizes = {"small": 2, "large": 3}

    def __init__(self):
        super().__init__()
        self.kind = "large"
        self.rates = (0.5, 1.5, 2.5)

    def steps(self):
        return self.sizes[self.kind]

    def rate(self, number):
        return self.rates[number % len(self.rates)]

    def construct(self, x):
        for number in range(self.steps()):
            x = x * self.rate(number) + number
        return x


function = Net()
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)
