"""What training changes, in a layer of srcad and in a Cell of one's own."""

import numpy as np

from srcad import Tensor, nn

STATEFUL = True


class Noisy(nn.Cell):
    def construct(self, x):
        if self.training:
            return x * 3.0
        return x


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(2, eps=0.5)
        self.noisy = Noisy()
        self.act = nn.LeakyReLU(0.25)

    def construct(self, x):
        return self.act(self.noisy(self.norm(x)))


function = Net()
INPUTS = (Tensor(np.array([[0.5, -1.25], [2.0, 0.75]], np.float32)),)
