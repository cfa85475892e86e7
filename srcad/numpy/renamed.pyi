"""The operators that NumPy calls by other names, or with other arguments, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

# Written by tools/stubs.py.

from typing import Any

def amax(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the largest element over ``axis``."""

def amin(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the smallest element over ``axis``."""

def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Any:
    """Return ``start, start + step, ...`` below ``stop``; one argument is the stop."""

def arctan2(x1: Any, x2: Any) -> Any:
    """Return the angle of the points ``(x2, x1)``."""

def argmax(a: Any, axis: int | None = None) -> Any:
    """Return the index of the largest element along ``axis``, or of all."""

def argmin(a: Any, axis: int | None = None) -> Any:
    """Return the index of the smallest element along ``axis``, or of all."""

def bitwise_and(x1: Any, x2: Any) -> Any:
    """Return the bits that both integers have."""

def bitwise_or(x1: Any, x2: Any) -> Any:
    """Return the bits that one of the integers has."""

def bitwise_xor(x1: Any, x2: Any) -> Any:
    """Return the bits that just one of the integers has."""

def column_stack(tup: Any) -> Any:
    """Return vectors as the columns of a matrix, matrices joined along axis 1."""

def copysign(x1: Any, x2: Any) -> Any:
    """Return ``abs(x1)`` with the sign of ``x2``."""

def cumprod(a: Any, axis: int, dtype: Any = None) -> Any:
    """Return the running products along ``axis``."""

def cumsum(a: Any, axis: int, dtype: Any = None) -> Any:
    """Return the running sums along ``axis``."""

def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return the diagonals of the matrices along two axes, as the last axis."""

def diff(
    a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None
) -> Any:
    """Return the differences of neighbours along ``axis``, ``n`` times."""

def fabs(x: Any) -> Any:
    """Return the absolute values."""

def fix(x: Any) -> Any:
    """Return the integers towards 0."""

def flip(m: Any, axis: Any = None) -> Any:
    """Return the elements along the axes, by default all, in reverse order."""

def fliplr(m: Any) -> Any:
    """Return the elements along axis 1 in reverse order."""

def flipud(m: Any) -> Any:
    """Return the elements along axis 0 in reverse order."""

def fmod(x1: Any, x2: Any) -> Any:
    """Return what is left of a division, with the sign of ``x1``."""

def full(shape: Any, fill_value: Any, dtype: Any = None) -> Any:
    """Return ``fill_value`` everywhere."""

def heaviside(x1: Any, x2: Any) -> Any:
    """Return 0 below 0, ``x2`` at 0 and 1 above."""

def hstack(tup: Any) -> Any:
    """Return the Tensors joined along axis 1, vectors along axis 0."""

def inner(a: Any, b: Any) -> Any:
    """Return the sums of the products along the last axes."""

def invert(x: Any) -> Any:
    """Return the integers with every bit turned."""

def isneginf(x: Any) -> Any:
    """Return where ``x`` is negative infinity."""

def isposinf(x: Any) -> Any:
    """Return where ``x`` is positive infinity."""

def kron(a: Any, b: Any) -> Any:
    """Return the Kronecker product."""

def log1p(x: Any) -> Any:
    """Return ``log(1 + x)``."""

def logaddexp(x1: Any, x2: Any) -> Any:
    """Return ``log(exp(x1) + exp(x2))``, without overflow."""

def logaddexp2(x1: Any, x2: Any) -> Any:
    """Return ``log2(2 ** x1 + 2 ** x2)``, without overflow."""

def max(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the largest element over ``axis``."""

def mean(a: Any, axis: Any = None, keepdims: bool = False, dtype: Any = None) -> Any:
    """Return the mean over ``axis``."""

def min(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the smallest element over ``axis``."""

def mod(x1: Any, x2: Any) -> Any:
    """Return what is left of a division, with the sign of ``x2``."""

def ones(shape: Any, dtype: Any = ...) -> Any:
    """Return ones."""

def outer(a: Any, b: Any) -> Any:
    """Return the products of all elements of one by all of the other."""

def positive(a: Any) -> Any:
    """Return ``a``."""

def prod(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Return the product over ``axis``."""

def radians(x: Any) -> Any:
    """Return the angles in radians."""

def ravel(x: Any) -> Any:
    """Return ``x`` with one axis."""

def reciprocal(x: Any) -> Any:
    """Return ``1 / x``."""

def rint(x: Any) -> Any:
    """Return the nearest integers, of two the even one."""

def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """Return the elements moved along the axes, by default along all as one."""

def rot90(a: Any, k: int = 1, axes: Any = ...) -> Any:
    """Return ``a`` turned ``k`` times by 90 degrees, from one axis to the other."""

def signbit(x: Any) -> Any:
    """Return where the sign is negative, that of zeros too."""

def std(x: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Return the square root of ``var``."""

def sum(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Return the sum over ``axis``."""

def take(a: Any, indices: Any, axis: int | None = None) -> Any:
    """Return the elements at ``indices`` along ``axis``, or along all as one."""

def take_along_axis(arr: Any, indices: Any, axis: int) -> Any:
    """Return ``arr[..., indices[...], ...]``, the indices in the place of ``axis``."""

def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Return the product summed over ``axes``."""

def trace(a: Any) -> Any:
    """Return the sum of the diagonal of a matrix."""

def transpose(a: Any, axes: Any = None) -> Any:
    """Return ``a`` with its axes in the order ``axes``, by default reversed."""

def var(x: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Return the variance over ``axis``, dividing by the count less ``ddof``."""

def vstack(tup: Any) -> Any:
    """Return the Tensors, of at least two axes each, joined along axis 0."""

def zeros(shape: Any, dtype: Any = ...) -> Any:
    """Return zeros."""
