"""``np.emath``: functions that give complex numbers outside of their real domain.

Of real numbers the result is complex as soon as one of them is outside, which run time
knows. What it is inside is known, so outside the module raises.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.numpy.definitions import defines


def not_negative(x):
    if not np.iscomplexobj(x) and np.any(x < 0):
        raise ValueError("a negative number gives a complex one: pass `x + 0j`")


def within_one(x):
    if not np.iscomplexobj(x) and np.any(np.abs(x) > 1):
        raise ValueError("a number beyond 1 gives a complex one: pass `x + 0j`")


@defines(np.emath.sqrt, arrays="x", analytic=True)
def sqrt(x):
    not_negative(x)
    return np.sqrt(x)


@defines(np.emath.log, arrays="x", analytic=True)
def log(x):
    not_negative(x)
    return np.log(x)


@defines(np.emath.log2, arrays="x", analytic=True)
def log2(x):
    not_negative(x)
    return np.log2(x)


@defines(np.emath.log10, arrays="x", analytic=True)
def log10(x):
    not_negative(x)
    return np.log10(x)


@defines(np.emath.logn, arrays="n x", analytic=True)
def logn(n, x):
    return np.emath.log(x) / np.emath.log(n)


@defines(np.emath.power, arrays="x p", analytic=True)
def power(x, p):
    not_negative(x)
    if p.dtype.kind in "iub":
        p = np.astype(p, np.float64)
    return np.power(x, p)


@defines(np.emath.arccos, arrays="x", analytic=True)
def arccos(x):
    within_one(x)
    return np.arccos(x)


@defines(np.emath.arcsin, arrays="x", analytic=True)
def arcsin(x):
    within_one(x)
    return np.arcsin(x)


@defines(np.emath.arctanh, arrays="x", analytic=True)
def arctanh(x):
    within_one(x)
    return np.arctanh(x)
