"""A Parameter that is the only one in a set."""

import numpy as np

from srcad import Parameter, Tensor

only = {Parameter(Tensor(np.array([1.0, -2.0, 0.5])), name="only")}
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)


def weights():
    return list(only)


def function(x):
    for weight in only:
        x = x * weight
    return x
