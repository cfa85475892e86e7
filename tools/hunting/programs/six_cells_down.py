"""A hyper-parameter six Cells down."""

import numpy as np

from srcad import Parameter, Tensor, nn


class Leaf(nn.Cell):
    def __init__(self):
        super().__init__()
        self.rate = 1.5
        self.weight = Parameter(Tensor(np.array([1.0, -0.5, 2.0])))

    def construct(self, x):
        return x * self.weight * self.rate


class Level(nn.Cell):
    def __init__(self, below):
        super().__init__()
        self.below = below

    def construct(self, x):
        return self.below(x) + x


function = Level(Level(Level(Level(Level(Leaf())))))
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)
