"""Ways to bind a name, and to change what it stands for."""

import numpy as np


def unpacking(x):
    """Tuples, nested and starred."""
    first, (second, *rest) = x, (2.0 * x, np.sin(x), np.cos(x))
    return first * second + rest[0] * rest[-1]


def unpacked_rows(x):
    """The rows of an array."""
    a, b, c = x
    return a * b + c


def augmented(x, y):
    """``+=`` on a name and on elements."""
    total = x * y
    total += x
    total[0] *= 2.0
    total[1:] -= y[1:]
    return total


def chained(x):
    """``a = b = value``: two names of one array."""
    a = b = 2.0 * x
    a[0] = 1.0
    return b * x


def walrus(x):
    """``:=``."""
    if (norm := np.sqrt((x * x).sum())) > 1.0:
        return x / norm
    return x * norm


def annotated(x):
    """``name: type = value``."""
    scale: float = 0.5
    y: np.ndarray = scale * x
    return y * y


def deleted(x):
    """``del``."""
    square = x * x
    y = square + x
    del square
    return y * y


def shadowed(x):
    """A parameter that is bound anew."""
    x = x * x
    x = np.sin(x) + x
    return x


def bound_in_branches(x):
    """A name that is first bound inside of a branch."""
    if x.sum() > 0.0:
        scale = x[0]
        offset = 1.0
    else:
        scale = 2.0
        offset = x[-1]
    return scale * x + offset


def number_or_array(rows):
    """A number that paths leave in the place of an array."""
    total = 0.0
    for row in rows:
        if row.sum() > 0:
            total = total + row * row
    return total * 2.0


def none_at_first(x):
    """A name that is None until an iteration binds it."""
    previous = None
    total = 0.0
    for value in x:
        if previous is not None:
            total = total + (value - previous) ** 2
        previous = value
    return total
