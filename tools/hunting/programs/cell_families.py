"""Cells that are alike, in Cells that are alike: one guard for all of them."""

import numpy as np

from srcad import Parameter, Tensor, nn, ops


def powers_of(factor):
    def power(x, shift=0.5):
        return x * factor + shift

    return power


class Part(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = 0.5
        self.weight = Parameter(Tensor(np.array([0.5, 1.0, -1.0])))

    def construct(self, x):
        return ops.tanh(x * self.weight) * self.scale


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.part = Part()
        self.act = powers_of(1.5)
        self.names = ["a", "bc"]
        self.factor = 2.0
        self.one = self.other = nn.ReLU()
        self.table = {"shift": 0.25, "kinds": ["a", "b"]}
        self.steps = [1, 2]
        self.weight = Parameter(Tensor(np.array([1.0, 0.5, 2.0])))

    def construct(self, x):
        y = self.act(self.part(x)) * self.factor
        for name in self.names:
            y = y * len(name)
        for step in self.steps:
            y = y + step
        if "b" in self.table["kinds"]:
            y = y - self.table["shift"]
        if self.one is self.other:
            y = ops.sin(y)
        return y * self.weight


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = nn.SequentialCell([Block() for _ in range(3)])
        self.parts = nn.CellList([Part() for _ in range(3)])

    def construct(self, x):
        x = self.blocks(x)
        for part in self.parts:
            x = part(x)
        return x


function = Net()
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)
