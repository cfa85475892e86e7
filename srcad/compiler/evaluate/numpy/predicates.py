"""Questions about arrays, whose answers have no derivative; what is for integers."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import emit, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.elementwise import called, elementwise
from srcad.compiler.ir import shapes
from srcad.compiler.ir.primitives import primitive

# The distance to the next number is no function that one would differentiate.
elementwise(np.spacing)
elementwise(np.nextafter, "1", "0")
elementwise(np.gcd)
elementwise(np.lcm)


primitive(
    "isclose", shapes.elementwise(np.isclose), np.isclose, "none", elementwise=True
)


@defines(np.isclose, arrays="a b")
def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    default = is_known((rtol, atol)) and (rtol, atol) == (1e-05, 1e-08)
    near = emit("isclose", a, b) if default else emit("isclose", a, b, rtol, atol)
    return near | (np.isnan(a) & np.isnan(b)) if equal_nan else near


@defines(np.allclose, arrays="a b")
def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return np.all(np.isclose(a, b, rtol, atol, equal_nan))


def ldexp_bprop(x, y, out, dout):
    return np.ldexp(dout, y), None


primitive(
    "ldexp", shapes.elementwise(np.ldexp), np.ldexp, ldexp_bprop, elementwise=True
)
called(np.ldexp, "ldexp")


@defines(np.frexp, arrays="x")
def frexp(x):
    # NumPy has the mantissa of 0 and of what is not finite as it is.
    usual = np.isfinite(x) & (x != 0)
    size = np.where(usual, np.abs(x), 1)
    power = np.astype(np.floor(np.log2(size)), np.int64) + 1
    # The logarithm is rounded: the mantissa has to be in [0.5, 1).
    mantissa = np.ldexp(size, -power)
    power = power + np.astype(mantissa >= 1, np.int64)
    power = power - np.astype(mantissa < 0.5, np.int64)
    power = np.where(usual, power, 0)
    return np.ldexp(x, -power), np.astype(power, np.int32)


@defines(np.array_equal, arrays="a1 a2", analytic=True)
def array_equal(a1, a2, equal_nan=False):
    if np.ndim(a1) != np.ndim(a2):
        return False
    for one, other in zip(np.shape(a1), np.shape(a2), strict=True):
        if one != other:
            return False
    return bool(np.all(same(a1, a2, equal_nan)))


@defines(np.array_equiv, arrays="a1 a2")
def array_equiv(a1, a2):
    return bool(np.all(a1 == a2))


def same(a1, a2, equal_nan):
    return (a1 == a2) | (np.isnan(a1) & np.isnan(a2)) if equal_nan else a1 == a2


@defines(np.isin, arrays="element test_elements")
def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    wanted = np.ravel(test_elements)
    found = np.any(np.expand_dims(element, -1) == wanted, axis=-1)
    return ~found if invert else found


@defines(np.isposinf, arrays="x")
def isposinf(x):
    return x == np.inf


@defines(np.isneginf, arrays="x")
def isneginf(x):
    return x == -np.inf


# --------------------------------------------------------- arrays as they are asked for


@defines(np.asarray_chkfinite)
def asarray_chkfinite(a, dtype=None, order=None):
    a = a if dtype is None else np.astype(a, dtype)
    if not np.all(np.isfinite(a)):
        raise ValueError("array must not contain infs or NaNs")
    return a


@defines(np.require)
def require(a, dtype=None, requirements=None, *, like=None):
    if requirements:
        unsupported("whether it copies depends on how the array lies in memory")
    return a if dtype is None else np.asarray(a, dtype)


@defines(np.iterable, arrays="", analytic=True)
def iterable(y):
    if isinstance(y, np.ndarray):
        return y.ndim > 0
    try:
        iter(y)
    except TypeError:
        return False
    return True
