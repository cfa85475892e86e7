"""Constants that are not equal to themselves, and zeros with a sign."""

import numpy as np

LIMIT = float("nan")
ZERO = 0.0
SMALL = -0.0


def function(x):
    y = x * 2.0 if LIMIT != LIMIT else x * LIMIT
    return y + np.copysign(1.0, ZERO) * x - np.copysign(0.5, SMALL)
