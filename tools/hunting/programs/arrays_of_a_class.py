"""Tensors, Parameters and tuples of them whose classes are the program's own."""

import numpy as np

from srcad import Parameter, ParameterTuple, Tensor, nn


class Named(Parameter):
    def label(self):
        return self.name


class Table(Tensor):
    rows = 3


class Pair(ParameterTuple):
    def total(self):
        first, second = self
        return first + second


TABLE = Table(np.array([2.0, 3.0, 4.0]))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Named(Tensor(np.array([1.0, -2.0, 0.5])), name="weight")
        shift = Named(Tensor(np.array([0.25, 0.5, 0.75])), name="shift")
        self.pair = Pair([self.weight, shift])

    def construct(self, x):
        first, second = self.pair
        return x * self.weight * TABLE + first * second


function = Net()
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)
