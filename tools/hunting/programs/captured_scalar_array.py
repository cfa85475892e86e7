"""Numbers of NumPy, and arrays without axes."""

import numpy as np

SCALE = np.float64(2.0)
SHIFT = np.array(0.5)
POWER = np.int64(2)


def function(x):
    return (x * SCALE + SHIFT) ** POWER
