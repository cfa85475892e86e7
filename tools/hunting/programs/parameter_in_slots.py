"""Parameters in slots of an object."""

import numpy as np

from srcad import Parameter, Tensor


class Holder:
    __slots__ = ("_bias", "weight")

    def __init__(self):
        self.weight = Parameter(Tensor(np.array([1.0, -2.0, 0.5])), name="weight")
        self._bias = Parameter(Tensor(np.array([0.5])), name="bias")

    def __call__(self, x):
        return x * self.weight + self._bias


holder = Holder()
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)


def weights():
    return [holder.weight, holder._bias]


def function(x):
    return holder(x)
