"""What the solvers of ``scipy.optimize`` have in common: arguments, and the theorem."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import unsupported


def of_number(pull, x, dx):
    """``-f'(x) w = dx``."""
    return -dx / pull(1.0)


def of_array(pull, x, dx):
    """``-J^T w = dx``, with the Jacobian row by row."""
    size = x.shape[0]
    jacobian = np.zeros((size, size))
    for k, row in enumerate(np.eye(size)):
        jacobian[k] = pull(row)
    return -np.linalg.solve(jacobian.T, dx)


def rule_for(x):
    if x.ndim > 1:
        unsupported("what is looked for has more than one axis")
    return of_array if x.ndim else of_number


def called(function, args, shape=None):
    """A function of the first argument alone, in double precision."""
    more = args if isinstance(args, tuple) else (args,)

    def alone(x):
        value = np.asarray(function(x, *more), np.float64)
        if shape == () and value.ndim:
            unsupported("its function gives a number")
        return value

    return alone


def start(x):
    """Where a search in several dimensions begins: an array of one axis."""
    x = np.asarray(x, np.float64)
    if x.ndim > 1:
        unsupported("`x0` has one axis")
    return np.reshape(x, (1,)) if x.ndim == 0 else x


def others(args, **functions):
    """The further functions that are given, each with what it is called after."""
    return {
        word: (called(one, args), one)
        for word, one in functions.items()
        if not (one is None or isinstance(one, str))
    }


def texts(**options):
    """Of functions, or words for what SciPy does in their place, the words."""
    return {word: item for word, item in options.items() if isinstance(item, str)}


def given(**options):
    """The options that are not left at their default."""
    return {word: item for word, item in options.items() if item is not None}
