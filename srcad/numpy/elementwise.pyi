"""NumPy's functions element by element, with the ``dtype`` of their result, as a table.

What is a list or a tuple is a Tensor of it first. :mod:`srcad.ops._forwarding` reads
the table; ``elementwise.pyi`` tells type checkers of it.
"""

# Written by tools/stubs.py.

from typing import Any

def abs(x: Any, dtype: Any = None) -> Any:
    """Return ``|x|``; the derivative at 0 is 0."""

def absolute(x: Any, dtype: Any = None) -> Any:
    """Return ``|x|``; the derivative at 0 is 0."""

def add(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``x1 + x2``."""

def arccos(input: Any, dtype: Any = None) -> Any:
    """Return the angle in radians whose cosine is ``input``."""

def arccosh(x: Any, dtype: Any = None) -> Any:
    """Return the inverse hyperbolic cosine; NaN below 1."""

def arcsin(x: Any, dtype: Any = None) -> Any:
    """Return the angle in radians whose sine is ``x``."""

def arcsinh(x: Any, dtype: Any = None) -> Any:
    """Return the inverse hyperbolic sine."""

def arctan(x: Any, dtype: Any = None) -> Any:
    """Return the angle in radians whose tangent is ``x``."""

def arctan2(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the angle of the points ``(x2, x1)``."""

def arctanh(x: Any, dtype: Any = None) -> Any:
    """Return the inverse hyperbolic tangent; NaN outside ``[-1, 1]``."""

def bitwise_and(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the bits that both integers have."""

def bitwise_not(x: Any, dtype: Any = None) -> Any:
    """Return the integers with every bit turned."""

def bitwise_or(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the bits that one of the integers has."""

def bitwise_xor(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the bits that just one of the integers has."""

def ceil(x: Any, dtype: Any = None) -> Any:
    """Return the smallest integers that are not smaller, in the same dtype."""

def clip(x: Any, xmin: Any, xmax: Any, dtype: Any = None) -> Any:
    """Return ``x`` with its elements brought into ``[xmin, xmax]``."""

def copysign(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``abs(x1)`` with the sign of ``x2``."""

def cos(x: Any, dtype: Any = None) -> Any:
    """Return the cosine; ``x`` in radians."""

def cosh(x: Any, dtype: Any = None) -> Any:
    """Return the hyperbolic cosine."""

def deg2rad(x: Any, dtype: Any = None) -> Any:
    """Return degrees as radians."""

def divide(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``x1 / x2``; of integers a float32."""

def equal(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the bools ``x1 == x2``."""

def exp(x: Any, dtype: Any = None) -> Any:
    """Return ``e^x``."""

def exp2(x: Any, dtype: Any = None) -> Any:
    """Return ``2^x``."""

def expm1(x: Any, dtype: Any = None) -> Any:
    """Return ``e^x - 1``, exact near 0."""

def fabs(x: Any, dtype: Any = None) -> Any:
    """Return the absolute values."""

def floor(x: Any, dtype: Any = None) -> Any:
    """Return the largest integers that are not larger, in the same dtype."""

def floor_divide(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``x1 // x2``, rounded down."""

def fmod(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return what is left of a division, with the sign of ``x1``."""

def greater(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the bools ``x1 > x2``."""

def greater_equal(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the bools ``x1 >= x2``."""

def heaviside(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return 0 below 0, ``x2`` at 0 and 1 above."""

def hypot(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``sqrt(x1^2 + x2^2)``."""

def invert(x: Any, dtype: Any = None) -> Any:
    """Return the integers with every bit turned."""

def isfinite(x: Any, dtype: Any = None) -> Any:
    """Return whether each element is neither infinite nor NaN."""

def isinf(x: Any, dtype: Any = None) -> Any:
    """Return whether each element is infinite."""

def isnan(x: Any, dtype: Any = None) -> Any:
    """Return whether each element is NaN."""

def less(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the bools ``x1 < x2``."""

def less_equal(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the bools ``x1 <= x2``."""

def log(x: Any, dtype: Any = None) -> Any:
    """Return the natural logarithm; NaN below 0."""

def log10(x: Any, dtype: Any = None) -> Any:
    """Return the logarithm to base 10."""

def log1p(x: Any, dtype: Any = None) -> Any:
    """Return ``log(1 + x)``."""

def log2(x: Any, dtype: Any = None) -> Any:
    """Return the logarithm to base 2."""

def logaddexp(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``log(exp(x1) + exp(x2))``, without overflow."""

def logaddexp2(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``log2(2 ** x1 + 2 ** x2)``, without overflow."""

def logical_and(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return whether both are true (not zero), element by element."""

def logical_not(a: Any, dtype: Any = None) -> Any:
    """Return whether each element is zero."""

def logical_or(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return whether one is true (not zero), element by element."""

def logical_xor(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return whether exactly one is true (not zero), element by element."""

def matmul(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the matrix product, with NumPy's rules for vectors and batches."""

def maximum(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the larger of the two, element by element."""

def minimum(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the smaller of the two, element by element."""

def mod(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return what is left of a division, with the sign of ``x2``."""

def multiply(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``x1 * x2``."""

def negative(a: Any, dtype: Any = None) -> Any:
    """Return ``-a``."""

def not_equal(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the bools ``x1 != x2``."""

def positive(a: Any, dtype: Any = None) -> Any:
    """Return ``a``."""

def power(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``x1 ** exponent``."""

def rad2deg(x: Any, dtype: Any = None) -> Any:
    """Return radians as degrees."""

def radians(x: Any, dtype: Any = None) -> Any:
    """Return the angles in radians."""

def reciprocal(x: Any, dtype: Any = None) -> Any:
    """Return ``1 / x``."""

def remainder(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return the remainder of ``x1 // x2``, of the sign of ``x2``."""

def rint(x: Any, dtype: Any = None) -> Any:
    """Return the nearest integers, of two the even one."""

def sign(x: Any, dtype: Any = None) -> Any:
    """Return -1, 0 or 1, in the same dtype."""

def signbit(x: Any, dtype: Any = None) -> Any:
    """Return where the sign is negative, that of zeros too."""

def sin(x: Any, dtype: Any = None) -> Any:
    """Return the sine; ``x`` in radians."""

def sinh(x: Any, dtype: Any = None) -> Any:
    """Return the hyperbolic sine."""

def sqrt(x: Any, dtype: Any = None) -> Any:
    """Return the square root; NaN below 0."""

def square(x: Any, dtype: Any = None) -> Any:
    """Return ``x^2``."""

def subtract(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``x1 - x2``."""

def tan(x: Any, dtype: Any = None) -> Any:
    """Return the tangent; ``x`` in radians."""

def tanh(x: Any, dtype: Any = None) -> Any:
    """Return the hyperbolic tangent."""

def true_divide(x1: Any, x2: Any, dtype: Any = None) -> Any:
    """Return ``x1 / x2``; of integers a float32."""

def trunc(x: Any, dtype: Any = None) -> Any:
    """Return the integer parts, in the same dtype."""
