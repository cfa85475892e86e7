"""One Parameter under two names, and two Cells that are one."""

import numpy as np

from srcad import Parameter, Tensor, nn


class Scale(nn.Cell):
    def __init__(self, start):
        super().__init__()
        self.weight = Parameter(Tensor(np.array([start, 1.0, 2.0])))

    def construct(self, x):
        return x * self.weight


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.encoder = Scale(0.5)
        self.decoder = Scale(1.5)
        self.decoder.weight = self.encoder.weight
        self.again = self.encoder

    def construct(self, x):
        return self.again(self.decoder(self.encoder(x)))


function = Net()
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)
