"""Properties whose getters are no functions; a Cell that gives what another one has."""

import functools
import operator

import numpy as np

from srcad import Parameter, Tensor, nn

SCALE = 1.5


def scaled(factor, self):
    return self.width * factor * SCALE


class Sizes:
    def __init__(self):
        self.width = 0.5
        self.height = 2.0

    got = property(operator.attrgetter("height"))
    partly = property(functools.partial(scaled, 2.0))
    kept = property(lambda self: self.width + SCALE)


class Inner(nn.Cell):
    def __init__(self):
        super().__init__()
        self.rate = 0.25
        self.weight = Parameter(Tensor(np.array([1.0, -2.0, 0.5])))

    def construct(self, x):
        return x * self.weight


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.sizes = Sizes()

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.inner, name)

    def construct(self, x):
        sizes = self.sizes
        scale = sizes.got * sizes.partly + sizes.kept * self.rate
        return self.inner(x) * scale + self.weight


function = Net()
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)
