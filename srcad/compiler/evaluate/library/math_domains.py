"""Where the functions of Python's ``math`` raise.

What is computed for them is NumPy's, which gives NaN or infinity there. Where a handler
around waits for what ``math`` raises, that is raised. The definitions are read as the
user's source is.
"""

# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import math


def domain_error(outside):
    if outside:
        raise ValueError("math domain error")


def range_error(outside):
    if outside:
        raise OverflowError("math range error")


def without_remainder(x, y):
    return (y == 0.0 and not math.isnan(x)) or (math.isinf(x) and not math.isnan(y))


def too_large(x):
    # The logarithm of the largest float.
    return x > 709.782712893384 and not math.isinf(x)


def too_large_either_way(x):
    # The same, of twice the largest float.
    return (x > 710.4758600739439 or x < -710.4758600739439) and not math.isinf(x)


# Where each raises what.
RAISES = {
    math.sqrt: (domain_error, lambda x: x < 0.0),
    math.log: (domain_error, lambda x: x <= 0.0),
    math.log2: (domain_error, lambda x: x <= 0.0),
    math.log10: (domain_error, lambda x: x <= 0.0),
    math.log1p: (domain_error, lambda x: x <= -1.0),
    math.acosh: (domain_error, lambda x: x < 1.0),
    math.acos: (domain_error, lambda x: x > 1.0 or x < -1.0),
    math.asin: (domain_error, lambda x: x > 1.0 or x < -1.0),
    math.atanh: (domain_error, lambda x: x >= 1.0 or x <= -1.0),
    math.sin: (domain_error, math.isinf),
    math.cos: (domain_error, math.isinf),
    math.tan: (domain_error, math.isinf),
    math.fmod: (domain_error, without_remainder),
    math.exp: (range_error, too_large),
    math.expm1: (range_error, too_large),
    math.sinh: (range_error, too_large_either_way),
    math.cosh: (range_error, too_large_either_way),
}
