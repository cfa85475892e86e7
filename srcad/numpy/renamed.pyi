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

def argmax(a: Any, axis: int | None = None) -> Any:
    """Return the index of the largest element along ``axis``, or of all."""

def argmin(a: Any, axis: int | None = None) -> Any:
    """Return the index of the smallest element along ``axis``, or of all."""

def cumsum(a: Any, axis: int, dtype: Any = None) -> Any:
    """Return the running sums along ``axis``."""

def full(shape: Any, fill_value: Any, dtype: Any = None) -> Any:
    """Return ``fill_value`` everywhere."""

def max(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the largest element over ``axis``."""

def mean(a: Any, axis: Any = None, keepdims: bool = False, dtype: Any = None) -> Any:
    """Return the mean over ``axis``."""

def min(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the smallest element over ``axis``."""

def ones(shape: Any, dtype: Any = ...) -> Any:
    """Return ones."""

def prod(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Return the product over ``axis``."""

def ravel(x: Any) -> Any:
    """Return ``x`` with one axis."""

def std(x: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Return the square root of ``var``."""

def sum(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Return the sum over ``axis``."""

def transpose(a: Any, axes: Any = None) -> Any:
    """Return ``a`` with its axes in the order ``axes``, by default reversed."""

def var(x: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Return the variance over ``axis``, dividing by the count less ``ddof``."""

def zeros(shape: Any, dtype: Any = ...) -> Any:
    """Return zeros."""
