"""Parameters in a deque, a dict and a list of a plain object."""

from collections import deque

import numpy as np

from srcad import Parameter, Tensor

queue = deque([Parameter(Tensor(np.array([1.0, -2.0, 0.5])), name="first")])
table = {"second": Parameter(Tensor(np.array([0.5])), name="second")}
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)


def weights():
    return [*queue, *table.values()]


def function(x):
    return x * queue[0] + table["second"]
