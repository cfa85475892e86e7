"""Element-wise functions of one operand. Shapes are kept.

Floating dtypes are kept; bools and integers are computed with in float32 where the
result is not an integer.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import as_floating
from srcad.ops.kernels import complementary_error_function, error_function

__all__ = [
    "abs",
    "absolute",
    "acos",
    "acosh",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctanh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "bitwise_not",
    "ceil",
    "cos",
    "cosh",
    "deg2rad",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "invert",
    "isfinite",
    "isinf",
    "isnan",
    "log",
    "log1p",
    "log2",
    "log10",
    "neg",
    "negative",
    "positive",
    "rad2deg",
    "reciprocal",
    "round",
    "rsqrt",
    "sign",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "tan",
    "tanh",
    "trunc",
]


@operator
def abs(input: Any) -> Any:
    """Return ``|input|``; the derivative at 0 is 0."""
    return np.abs(input)


@operator
def neg(input: Any) -> Any:
    """Return ``-input``."""
    return -input


@operator
def positive(input: Any) -> Any:
    """Return ``input``."""
    return input.copy()


@operator
def square(input: Any) -> Any:
    """Return ``input^2``."""
    return np.square(input)


@operator
def sqrt(x: Any) -> Any:
    """Return the square root; NaN below 0."""
    return np.sqrt(as_floating(x))


@operator
def rsqrt(input: Any) -> Any:
    """Return ``1 / sqrt(input)``."""
    return 1 / np.sqrt(as_floating(input))


@operator
def reciprocal(input: Any) -> Any:
    """Return ``1 / input``."""
    return 1 / as_floating(input)


@operator
def inv(x: Any) -> Any:
    """Return ``1 / x``: the same, of half floats also at level "auto"."""
    return reciprocal(x)


@operator
def exp(input: Any) -> Any:
    """Return ``e^input``."""
    return np.exp(as_floating(input))


@operator
def expm1(input: Any) -> Any:
    """Return ``e^input - 1``, exact near 0."""
    return np.expm1(as_floating(input))


@operator
def exp2(input: Any) -> Any:
    """Return ``2^input``."""
    return np.exp2(as_floating(input))


@operator
def log(input: Any) -> Any:
    """Return the natural logarithm; NaN below 0."""
    return np.log(as_floating(input))


@operator
def log1p(input: Any) -> Any:
    """Return ``log(1 + input)``, exact near 0."""
    return np.log1p(as_floating(input))


@operator
def log2(input: Any) -> Any:
    """Return the logarithm to base 2."""
    return np.log2(as_floating(input))


@operator
def log10(input: Any) -> Any:
    """Return the logarithm to base 10."""
    return np.log10(as_floating(input))


@operator
def sin(input: Any) -> Any:
    """Return the sine; ``input`` in radians."""
    return np.sin(as_floating(input))


@operator
def cos(input: Any) -> Any:
    """Return the cosine; ``input`` in radians."""
    return np.cos(as_floating(input))


@operator
def tan(input: Any) -> Any:
    """Return the tangent; ``input`` in radians."""
    return np.tan(as_floating(input))


@operator
def asin(input: Any) -> Any:
    """Return the angle in radians whose sine is ``input``."""
    return np.arcsin(as_floating(input))


@operator
def acos(input: Any) -> Any:
    """Return the angle in radians whose cosine is ``input``."""
    return np.arccos(as_floating(input))


@operator
def atan(input: Any) -> Any:
    """Return the angle in radians whose tangent is ``input``."""
    return np.arctan(as_floating(input))


@operator
def sinh(input: Any) -> Any:
    """Return the hyperbolic sine."""
    return np.sinh(as_floating(input))


@operator
def cosh(input: Any) -> Any:
    """Return the hyperbolic cosine."""
    return np.cosh(as_floating(input))


@operator
def tanh(input: Any) -> Any:
    """Return the hyperbolic tangent."""
    return np.tanh(as_floating(input))


@operator
def asinh(input: Any) -> Any:
    """Return the inverse hyperbolic sine."""
    return np.arcsinh(as_floating(input))


@operator
def acosh(input: Any) -> Any:
    """Return the inverse hyperbolic cosine; NaN below 1."""
    return np.arccosh(as_floating(input))


@operator
def atanh(input: Any) -> Any:
    """Return the inverse hyperbolic tangent; NaN outside ``[-1, 1]``."""
    return np.arctanh(as_floating(input))


@operator
def erf(input: Any) -> Any:
    """Return the error function, ``2 / sqrt(pi)`` times the integral of ``e^(-t^2)``.

    The error is that of srcad.ops.kernels.error_function.
    """
    return error_function(as_floating(input))


@operator
def erfc(input: Any) -> Any:
    """Return ``1 - erf(input)``, with the digits of small values.

    The error is that of srcad.ops.kernels.complementary_error_function.
    """
    return complementary_error_function(as_floating(input))


@operator
def rad2deg(x: Any) -> Any:
    """Return radians as degrees."""
    return as_floating(x) * (180 / math.pi)


@operator
def deg2rad(x: Any) -> Any:
    """Return degrees as radians."""
    return as_floating(x) * (math.pi / 180)


# ------------------------------------------------- steps: no derivative, on purpose


@operator
def floor(input: Any) -> Any:
    """Return the largest integers that are not larger, in the same dtype."""
    return np.floor(input)


@operator
def ceil(input: Any) -> Any:
    """Return the smallest integers that are not smaller, in the same dtype."""
    return np.ceil(input)


@operator
def trunc(input: Any) -> Any:
    """Return the integer parts, in the same dtype."""
    return np.trunc(input)


@operator
def round(input: Any) -> Any:
    """Return the nearest integers (halves to even), in the same dtype."""
    return np.round(input)


@operator
def sign(input: Any) -> Any:
    """Return -1, 0 or 1, in the same dtype."""
    return np.sign(input)


@operator
def bitwise_not(input: Any) -> Any:
    """Return ``~input``, of bools or integers."""
    return ~input


@operator
def isnan(input: Any) -> Any:
    """Return whether each element is NaN."""
    return np.isnan(input)


@operator
def isfinite(input: Any) -> Any:
    """Return whether each element is neither infinite nor NaN."""
    return np.isfinite(input)


@operator
def isinf(input: Any) -> Any:
    """Return whether each element is infinite."""
    return np.isinf(input)


# MindSpore's other names for the same functions.
absolute, negative = abs, neg
arcsin, arccos, arctan = asin, acos, atan
arcsinh, arccosh, arctanh = asinh, acosh, atanh
invert = bitwise_not
