"""Arrays of integers and bools that choose what is read."""

import numpy as np

INDEX = np.array([2, 0, 1])
MASK = np.array([True, False, True])
COUNT = np.array(2)


def function(x):
    y = x[INDEX] * 2.0
    y[MASK] = y[MASK] ** 2
    for _ in range(int(COUNT)):
        y = y * 1.5
    return y
