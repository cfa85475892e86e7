"""Reading and writing parts of arrays. A caller's array is never changed."""

import numpy as np


def reading(x):
    """Ints, negative ones, slices with steps, ``...`` and ``None``."""
    return x[0, -1] * x[1:, ::2] + x[..., 1][1:, None]


def masks(x):
    """Boolean masks."""
    return x[x > 0.0].sum() * x


def integer_arrays(table, index):
    """Rows that an array of ints selects, with repetition."""
    return np.sin(table[index])


def mixtures(x, index):
    """An array of ints beside a slice and an int."""
    return x[index, 1:, 0]


def writing(x):
    """Elements and slices; what is overwritten has no gradient."""
    y = x.copy()
    y[0] = x[-1] * x[-1]
    y[1::2] = 0.0
    return y * x


def writing_masks(x):
    """Where a mask holds."""
    y = np.sin(x)
    y[x < 0.0] = 0.0
    return y


def adding_at(x, index):
    """``+=`` through an array of ints: of repeated ones, the last counts."""
    y = np.zeros(8)
    y[index] += x
    return y * y


def views(x):
    """A write through a view changes the array."""
    y = x * x
    column = y[:, 1]
    column *= 2.0
    y.T[0] = 1.0
    return y
