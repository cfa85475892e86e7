"""The operators that NumPy calls by other names, or with other arguments, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

# Written by tools/stubs.py.

from typing import Any

def amax(
    a: Any,
    axis: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: bool = True,
) -> Any:
    """Return the largest element over ``axis``, or ``initial``, where ``where`` holds."""

def amin(
    a: Any,
    axis: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: bool = True,
) -> Any:
    """Return the smallest element over ``axis``, or ``initial``, where ``where`` holds."""

def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Any:
    """Return ``start, start + step, ...`` below ``stop``; one argument is the stop."""

def argmax(a: Any, axis: int | None = None) -> Any:
    """Return the index of the largest element along ``axis``, or of all."""

def argmin(a: Any, axis: int | None = None) -> Any:
    """Return the index of the smallest element along ``axis``, or of all."""

def asfarray(a: Any, dtype: Any = ...) -> Any:
    """Return floats."""

def atleast_1d(*arys: Any) -> Any:
    """Return Tensors of one axis at least."""

def atleast_2d(*arys: Any) -> Any:
    """Return Tensors of two axes at least."""

def atleast_3d(*arys: Any) -> Any:
    """Return Tensors of three axes at least."""

def broadcast_to(array: Any, shape: Any) -> Any:
    """Return ``array`` with more axes, and its unit axes repeated."""

def column_stack(tup: Any) -> Any:
    """Return vectors as the columns of a matrix, matrices joined along axis 1."""

def concatenate(arrays: Any, axis: int | None = 0) -> Any:
    """Return the arrays joined along ``axis``, or all elements in turn."""

def cumprod(a: Any, axis: int | None = None, dtype: Any = None) -> Any:
    """Return the running products along ``axis``, or of all elements in turn."""

def cumsum(a: Any, axis: int | None = None, dtype: Any = None) -> Any:
    """Return the running sums along ``axis``, or of all elements in turn."""

def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return the diagonals of the matrices along two axes, as the last axis."""

def diff(
    a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None
) -> Any:
    """Return the differences of neighbours along ``axis``, ``n`` times."""

def dot(a: Any, b: Any) -> Any:
    """Return the product over the last axis of ``a`` and the last but one of ``b``."""

def empty_like(prototype: Any, dtype: Any = None, shape: Any = None) -> Any:
    """Return a Tensor of the shape and the dtype of another, all 0 here."""

def expand_dims(a: Any, axis: Any) -> Any:
    """Return ``a`` with unit axes at these places."""

def fix(x: Any) -> Any:
    """Return the integers towards 0."""

def flip(m: Any, axis: Any = None) -> Any:
    """Return the elements along the axes, by default all, in reverse order."""

def fliplr(m: Any) -> Any:
    """Return the elements along axis 1 in reverse order."""

def flipud(m: Any) -> Any:
    """Return the elements along axis 0 in reverse order."""

def full(shape: Any, fill_value: Any, dtype: Any = None) -> Any:
    """Return ``fill_value`` everywhere."""

def full_like(a: Any, fill_value: Any, dtype: Any = None, shape: Any = None) -> Any:
    """Return ``fill_value`` everywhere, in the shape and the dtype of ``a``."""

def hstack(tup: Any) -> Any:
    """Return the Tensors joined along axis 1, vectors along axis 0."""

def inner(a: Any, b: Any) -> Any:
    """Return the sums of the products along the last axes."""

def isclose(
    a: Any, b: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Any:
    """Return where two numbers are nearly the same."""

def isneginf(x: Any) -> Any:
    """Return where ``x`` is negative infinity."""

def isposinf(x: Any) -> Any:
    """Return where ``x`` is positive infinity."""

def isscalar(element: Any) -> Any:
    """Return whether something is a number or a text."""

def kron(a: Any, b: Any) -> Any:
    """Return the Kronecker product."""

def max(
    a: Any,
    axis: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: bool = True,
) -> Any:
    """Return the largest element over ``axis``, or ``initial``, where ``where`` holds."""

def mean(a: Any, axis: Any = None, keepdims: bool = False, dtype: Any = None) -> Any:
    """Return the mean over ``axis``."""

def min(
    a: Any,
    axis: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: bool = True,
) -> Any:
    """Return the smallest element over ``axis``, or ``initial``, where ``where`` holds."""

def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """Return ``a`` with axes at other places."""

def ones(shape: Any, dtype: Any = ...) -> Any:
    """Return ones."""

def ones_like(a: Any, dtype: Any = None, shape: Any = None) -> Any:
    """Return ones, in the shape and the dtype of ``a``."""

def outer(a: Any, b: Any) -> Any:
    """Return the products of all elements of one by all of the other."""

def prod(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Return the product over ``axis``."""

def rand(*shape: Any, dtype: Any = ...) -> Any:
    """Return numbers drawn evenly from ``[0, 1)``."""

def randn(*shape: Any, dtype: Any = ...) -> Any:
    """Return numbers drawn from the standard normal distribution."""

def ravel(x: Any) -> Any:
    """Return ``x`` with one axis."""

def reshape(x: Any, new_shape: Any) -> Any:
    """Return the elements in another shape."""

def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """Return the elements moved along the axes, by default along all as one."""

def rot90(a: Any, k: int = 1, axes: Any = ...) -> Any:
    """Return ``a`` turned ``k`` times by 90 degrees, from one axis to the other."""

def size(a: Any, axis: int | None = None) -> Any:
    """Return how many elements there are, along ``axis`` or in all."""

def sometrue(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return whether an element is true, over ``axis``."""

def squeeze(a: Any, axis: Any = None) -> Any:
    """Return ``a`` without its unit axes, or without those."""

def stack(arrays: Any, axis: int = 0) -> Any:
    """Return the arrays along a new axis."""

def std(x: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Return the square root of ``var``."""

def sum(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
) -> Any:
    """Return the sum over ``axis``, and ``initial``."""

def swapaxes(x: Any, axis1: int, axis2: int) -> Any:
    """Return ``x`` with two axes changed for each other."""

def take(a: Any, indices: Any, axis: int | None = None, mode: str = "clip") -> Any:
    """Return the elements at ``indices`` along ``axis``, or along all as one."""

def take_along_axis(arr: Any, indices: Any, axis: int) -> Any:
    """Return ``arr[..., indices[...], ...]``, the indices in the place of ``axis``."""

def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Return the product summed over ``axes``."""

def tile(a: Any, reps: Any) -> Any:
    """Return ``a`` repeated along its axes."""

def trace(
    a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None
) -> Any:
    """Return the sums of the diagonals of matrices."""

def transpose(a: Any, axes: Any = None) -> Any:
    """Return ``a`` with its axes in the order ``axes``, by default reversed."""

def trapz(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    """Return the integral along ``axis``, by trapezoids."""

def tril(m: Any, k: int = 0) -> Any:
    """Return the lower triangle, zeros above."""

def triu(m: Any, k: int = 0) -> Any:
    """Return the upper triangle, zeros below."""

def var(x: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Return the variance over ``axis``, dividing by the count less ``ddof``."""

def vstack(tup: Any) -> Any:
    """Return the Tensors, of at least two axes each, joined along axis 0."""

def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """Return ``x`` where the condition holds, else ``y``."""

def zeros(shape: Any, dtype: Any = ...) -> Any:
    """Return zeros."""

def zeros_like(a: Any, dtype: Any = None, shape: Any = None) -> Any:
    """Return zeros, in the shape and the dtype of ``a``."""
