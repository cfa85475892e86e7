"""Arrays of the module, whole and in parts."""

import numpy as np

SCALES = np.array([1.0, -2.0, 0.5])
OFFSETS = np.array([[0.5, 1.0, 1.5], [2.0, 2.5, 3.0]])


def function(x):
    return x * SCALES + OFFSETS[1]
