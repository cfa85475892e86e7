"""A Parameter that is an attribute of a class."""

import numpy as np

from srcad import Parameter, Tensor


class Store:
    weight = Parameter(Tensor(np.array([1.0, -2.0, 0.5])), name="weight")


INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)


def weights():
    return [Store.weight]


def function(x):
    return x * Store.weight
