"""Defaults that hold functions and arrays."""

import numpy as np


def twice(v):
    return 2.0 * v


pick = lambda v, w=np.array([1.0, 0.5, 2.0]), f=twice: f(v) * w  # noqa: E731


def function(x):
    return pick(x) + pick(x, f=np.sin)
