"""Square roots by Newton's method."""

import numpy as np


def root(a):
    x = a
    while np.abs(x * x - a).max() > 1e-9:
        x = 0.5 * (x + a / x)
    return x
