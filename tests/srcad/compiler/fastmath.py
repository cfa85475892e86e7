"""What a program may call that has no source: a C function, an object, a ufunc."""

import ctypes
import math

import numpy as np

_of_a_number = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
erf = _of_a_number(math.erf)
lgamma = _of_a_number(math.lgamma)


class Table:
    """``sin``, of which the compiler is to know nothing."""

    def __call__(self, x):
        return np.sin(x)


lookup = Table()
unnamed = [Table()]
# No file holds the source of this one.
exec("def bare(x):\n    return np.sin(x)\n")


class Distance:
    """The distance of two points."""

    def __call__(self, a, b):
        return math.dist(a, b)


distance = Distance()


def energy(x, axis=0):
    """The sum of the squares, by means that are not read."""
    return eval("np.sum(x * x, axis=axis)")


def spike(x):
    return (x > 0) * 1.0


def widened(x, y):
    return x * y


def first(x):
    return x[:1]


def square(x):
    return np.square(x)
