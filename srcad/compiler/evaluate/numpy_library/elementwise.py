"""Element-wise functions."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.numpy_library.definitions import defines, unsupported


@defines(np.clip)
def clip(a, a_min=None, a_max=None, *, min=None, max=None):
    low = a_min if min is None else min
    high = a_max if max is None else max
    if low is None:
        return np.positive(a) if high is None else np.minimum(a, high)
    if high is None:
        return np.maximum(a, low)
    return np.minimum(np.maximum(a, low), high)


@defines(np.round, np.around)
def around(a, decimals=0):
    if a.dtype.kind in "biu" and decimals >= 0:
        return a
    if decimals == 0:
        return np.rint(a)
    scale = 10.0 ** abs(decimals)
    if decimals < 0:
        return np.rint(a / scale) * scale
    return np.rint(a * scale) / scale


@defines(np.fix, arrays="x")
def fix(x):
    return np.trunc(x)


@defines(np.fabs, arrays="x")
def fabs(x):
    return np.abs(x)


@defines(np.float_power, arrays="x1 x2")
def float_power(x1, x2):
    return np.power(np.asarray(x1, np.float64), x2)


@defines(np.deg2rad, np.radians, arrays="x")
def deg2rad(x):
    return x * (np.pi / 180)


@defines(np.rad2deg, np.degrees, arrays="x")
def rad2deg(x):
    return x * (180 / np.pi)


@defines(np.divmod, arrays="x1 x2")
def divmod(x1, x2):
    return x1 // x2, x1 % x2


@defines(np.modf, arrays="x")
def modf(x):
    whole = np.trunc(x)
    return x - whole, whole


@defines(np.reciprocal, arrays="x")
def reciprocal(x):
    if x.dtype.kind in "biu":
        unsupported("of integers it divides as integers: write `1 // x`")
    return 1 / x


@defines(np.isclose, arrays="a b")
def isclose(a, b, rtol=1e-05, atol=1e-08):
    return np.abs(a - b) <= atol + rtol * np.abs(b)


@defines(np.allclose, arrays="a b")
def allclose(a, b, rtol=1e-05, atol=1e-08):
    return np.all(np.isclose(a, b, rtol, atol))


@defines(np.select, arrays="")
def select(condlist, choicelist, default=0):
    result = default
    for condition, choice in reversed(list(zip(condlist, choicelist, strict=True))):
        result = np.where(condition, choice, result)
    return result
