"""Cells in CellLists, in SequentialCells, and in plain lists."""

import numpy as np

from srcad import Parameter, Tensor, nn


class Scale(nn.Cell):
    def __init__(self, by):
        super().__init__()
        self.by = by
        self.weight = Parameter(Tensor(np.array([by, 1.0, -1.0])))

    def construct(self, x):
        return x * self.weight + self.by


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = nn.CellList([Scale(0.5), Scale(2.0)])
        self.chain = nn.SequentialCell(Scale(1.5), nn.Tanh())
        self.picked = [0, 1]

    def construct(self, x):
        for number in self.picked:
            x = self.blocks[number](x)
        for block in self.blocks:
            x = block(x)
        return self.chain(x)


function = Net()
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)
