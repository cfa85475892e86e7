"""Where the functions of Python's ``math`` raise.

What is computed for them is NumPy's, which gives NaN or infinity there. Where a handler
around waits for what ``math`` raises, that is raised. The definitions are read as the
user's source is.
"""

# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import math


def negative(x):
    if x < 0.0:
        raise ValueError("math domain error")


def not_positive(x):
    if x <= 0.0:
        raise ValueError("math domain error")


def not_above_minus_one(x):
    if x <= -1.0:
        raise ValueError("math domain error")


def below_one(x):
    if x < 1.0:
        raise ValueError("math domain error")


def beyond_one(x):
    if x > 1.0 or x < -1.0:
        raise ValueError("math domain error")


def from_one_on(x):
    if x >= 1.0 or x <= -1.0:
        raise ValueError("math domain error")


def infinite(x):
    if math.isinf(x):
        raise ValueError("math domain error")


def without_remainder(x, y):
    if (y == 0.0 and not math.isnan(x)) or (math.isinf(x) and not math.isnan(y)):
        raise ValueError("math domain error")


def too_large(x):
    # The logarithm of the largest float.
    if x > 709.782712893384 and not math.isinf(x):
        raise OverflowError("math range error")


def too_large_either_way(x):
    # The same, of twice the largest float.
    if (x > 710.4758600739439 or x < -710.4758600739439) and not math.isinf(x):
        raise OverflowError("math range error")


RAISES = {
    math.sqrt: negative,
    math.log: not_positive,
    math.log2: not_positive,
    math.log10: not_positive,
    math.log1p: not_above_minus_one,
    math.acosh: below_one,
    math.acos: beyond_one,
    math.asin: beyond_one,
    math.atanh: from_one_on,
    math.sin: infinite,
    math.cos: infinite,
    math.tan: infinite,
    math.fmod: without_remainder,
    math.exp: too_large,
    math.expm1: too_large,
    math.sinh: too_large_either_way,
    math.cosh: too_large_either_way,
}
