"""Reductions, cumulative sums, and the places and orders of elements.

``axis`` is None (all axes), an int or a tuple; ``()`` too means all axes, as it does
for MindSpore. A sum or product of bools and integers is int64.
"""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from srcad.compiler.evaluate.intrinsics import root
from srcad.ops._operator import operator
from srcad.ops._promotion import as_floating

__all__ = [
    "all",
    "amax",
    "amin",
    "any",
    "argmax",
    "argmin",
    "argsort",
    "count_nonzero",
    "cumprod",
    "cumsum",
    "logsumexp",
    "max",
    "mean",
    "min",
    "norm",
    "prod",
    "sort",
    "std",
    "std_mean",
    "sum",
    "topk",
    "var",
    "var_mean",
]

# A bool. NumPy's annotations have an overload for True and one for False, and from 2.5
# on none for what may be either; of a union, each member may match another one.
Flag = Literal[True, False]


def _axes(axis: Any) -> Any:
    """An axis argument as NumPy takes it."""
    if isinstance(axis, list):
        axis = tuple(axis)
    return None if axis == () else axis


@operator
def sum(
    input: Any, dim: Any = None, keepdim: Flag = False, *, dtype: Any = None
) -> Any:
    """Return the sum over the axes ``dim``."""
    if dtype is not None:
        input = input.astype(dtype)
    elif input.dtype.kind in "bui":
        input = input.astype(np.int64)
    return np.sum(input, axis=_axes(dim), keepdims=keepdim)


@operator
def reduced_sum(input: Any, dim: Any = None, keepdim: Flag = False) -> Any:
    """Return the sum, as MindSpore's ReduceSum: of half floats also at level "auto"."""
    return sum(input, dim, keepdim)


@operator
def prod(
    input: Any, axis: Any = None, keep_dims: Flag = False, dtype: Any = None
) -> Any:
    """Return the product over the axes ``axis``."""
    if dtype is not None:
        input = input.astype(dtype)
    elif input.dtype.kind in "bui":
        input = input.astype(np.int64)
    return np.prod(input, axis=_axes(axis), keepdims=keep_dims)


@operator
def mean(x: Any, axis: Any = None, keep_dims: Flag = False) -> Any:
    """Return the mean over the axes ``axis``; of integers, cut to their dtype."""
    if x.dtype.kind in "fc":
        return np.mean(x, axis=_axes(axis), keepdims=keep_dims)
    result = np.mean(x.astype(np.float64), axis=_axes(axis), keepdims=keep_dims)
    return result.astype(x.dtype)


@operator
def amax(input: Any, axis: Any = None, keepdims: Flag = False) -> Any:
    """Return the largest elements over the axes ``axis``."""
    return np.max(input, axis=_axes(axis), keepdims=keepdims)


@operator
def amin(input: Any, axis: Any = None, keepdims: Flag = False) -> Any:
    """Return the smallest elements over the axes ``axis``."""
    return np.min(input, axis=_axes(axis), keepdims=keepdims)


@operator
def all(input: Any, axis: Any = None, keep_dims: Flag = False) -> Any:
    """Return whether all elements over the axes ``axis`` are true."""
    return np.all(input, axis=_axes(axis), keepdims=keep_dims)


@operator
def any(input: Any, axis: Any = None, keep_dims: Flag = False) -> Any:
    """Return whether some element over the axes ``axis`` is true."""
    return np.any(input, axis=_axes(axis), keepdims=keep_dims)


@operator
def count_nonzero(
    x: Any, axis: Any = (), keep_dims: Flag = False, dtype: Any = np.int32
) -> Any:
    """Return the number of elements that are not 0."""
    return np.sum(x != 0, axis=_axes(axis), keepdims=keep_dims).astype(dtype)


@operator
def var(input: Any, axis: Any = None, ddof: int = 0, keepdims: Flag = False) -> Any:
    """Return the variance over ``axis``, divided by the count less ``ddof``."""
    return np.var(as_floating(input), axis=_axes(axis), ddof=ddof, keepdims=keepdims)


@operator
def std(input: Any, axis: Any = None, ddof: int = 0, keepdims: Flag = False) -> Any:
    """Return the square root of ``var``."""
    return root(var(input, axis, ddof, keepdims))


@operator
def var_mean(
    input: Any, axis: Any = None, ddof: int = 0, keepdims: Flag = False
) -> Any:
    """Return ``(var, mean)``."""
    return var(input, axis, ddof, keepdims), mean(input, axis, keepdims)


@operator
def std_mean(
    input: Any, axis: Any = None, ddof: int = 0, keepdims: Flag = False
) -> Any:
    """Return ``(std, mean)``."""
    return std(input, axis, ddof, keepdims), mean(input, axis, keepdims)


@operator
def logsumexp(input: Any, dim: Any, keepdim: Flag = False) -> Any:
    """Return ``log(sum(e^input))`` over the axes ``dim``, without overflow."""
    largest = np.max(input, axis=_axes(dim), keepdims=True)
    total = np.sum(np.exp(input - largest), axis=_axes(dim), keepdims=True)
    result = largest + np.log(total)
    if keepdim:
        return result
    axes = tuple(range(input.ndim)) if _axes(dim) is None else _axes(dim)
    return np.squeeze(result, axis=axes)


@logsumexp.defbprop
def logsumexp_bprop(input: Any, dim: Any, keepdim: Any, out: Any, dout: Any) -> Any:
    """The gradient is the softmax."""
    if not keepdim:
        if _axes(dim) is None:
            dim = tuple(range(input.ndim))
        out, dout = np.expand_dims(out, dim), np.expand_dims(dout, dim)
    return dout * np.exp(input - out), None, None


@operator
def norm(
    A: Any,
    ord: Any = None,
    dim: Any = None,
    keepdim: Flag = False,
    *,
    dtype: Any = None,
) -> Any:
    """Return a norm over the axes ``dim``, or of all elements.

    ``ord`` is None or ``"fro"`` (the root of the sum of squares), a number p (the p-th
    root of the sum of p-th powers), or plus or minus infinity. Of a matrix, and over
    two axes, it is a norm of matrices, as ``np.linalg.norm`` takes it. Raises
    ValueError for a number without ``dim`` of more than two axes.
    """
    A = as_floating(A if dtype is None else A.astype(dtype))
    axis = _axes(dim)
    if ord is None or ord == "fro":
        return root(np.sum(np.square(A), axis=axis, keepdims=keepdim))
    if axis is None and A.ndim > 2:
        raise ValueError(
            f"For 'norm', with 'ord' but no 'dim' the input must be 1D or 2D, but got "
            f"{A.ndim}D."
        )
    two = isinstance(axis, tuple) and len(axis) == 2
    if two or (axis is None and A.ndim == 2):
        return np.linalg.norm(A, ord, axis=axis, keepdims=keepdim)
    return _of_vectors(A, ord, axis, keepdim)


def _of_vectors(A: Any, ord: Any, axis: Any, keepdim: Any) -> Any:
    """The norm of what lies along some axes."""
    if ord == 2:
        return root(np.sum(np.square(A), axis=axis, keepdims=keepdim))
    if ord == math.inf:
        return np.max(np.abs(A), axis=axis, keepdims=keepdim)
    if ord == -math.inf:
        return np.min(np.abs(A), axis=axis, keepdims=keepdim)
    if ord == 0:
        return np.sum(A != 0, axis=axis, keepdims=keepdim).astype(A.dtype)
    if ord == 1:
        return np.sum(np.abs(A), axis=axis, keepdims=keepdim)
    return np.sum(np.abs(A) ** ord, axis=axis, keepdims=keepdim) ** (1 / ord)


# ------------------------------------------------------------------------ cumulative


@operator
def cumsum(x: Any, axis: int, dtype: Any = None) -> Any:
    """Return the running sums along ``axis``, in the dtype of ``x``."""
    return np.cumsum(x, axis=axis).astype(x.dtype if dtype is None else dtype)


@operator
def cumprod(input: Any, dim: int, dtype: Any = None) -> Any:
    """Return the running products along ``dim``; of bools and integers int64."""
    if dtype is None:
        dtype = np.int64 if input.dtype.kind in "bui" else input.dtype
    return np.cumprod(input, axis=dim).astype(dtype)


# ---------------------------------------------------------------- places and orders


@operator
def argmax(input: Any, dim: Any = None, keepdim: Flag = False) -> Any:
    """Return the int64 index of the first largest element (of all, for None)."""
    return np.argmax(input, axis=dim, keepdims=keepdim).astype(np.int64)


@operator
def argmin(input: Any, axis: Any = None, keepdims: Flag = False) -> Any:
    """Return the int32 index of the first smallest element (of all, for None)."""
    return np.argmin(input, axis=axis, keepdims=keepdims).astype(np.int32)


@operator
def max(input: Any, axis: Any = None, keepdims: Flag = False) -> Any:
    """Return ``(values, int64 index)`` of the first largest element along ``axis``.

    Without ``axis``, the largest of all elements and 0, as MindSpore does.
    """
    if axis is None:
        return np.max(input, axis=None, keepdims=keepdims), np.zeros((), np.int64)
    index = np.argmax(input, axis=axis, keepdims=True)
    values = np.take_along_axis(input, index, axis=axis)
    if not keepdims:
        index, values = np.squeeze(index, axis=axis), np.squeeze(values, axis=axis)
    return values, index.astype(np.int64)


@operator
def min(input: Any, axis: Any = None, keepdims: Flag = False) -> Any:
    """Return ``(values, int64 index)`` of the first smallest element along ``axis``.

    Without ``axis``, the smallest of all elements and 0, as MindSpore does.
    """
    if axis is None:
        return np.min(input, axis=None, keepdims=keepdims), np.zeros((), np.int64)
    index = np.argmin(input, axis=axis, keepdims=True)
    values = np.take_along_axis(input, index, axis=axis)
    if not keepdims:
        index, values = np.squeeze(index, axis=axis), np.squeeze(values, axis=axis)
    return values, index.astype(np.int64)


@operator
def sort(input_x: Any, axis: int = -1, descending: bool = False) -> Any:
    """Return ``(elements in order, their int32 indices)`` along ``axis``."""
    index = np.argsort(-input_x if descending else input_x, axis=axis, stable=True)
    return np.take_along_axis(input_x, index, axis=axis), index.astype(np.int32)


@operator
def argsort(input: Any, axis: int = -1, descending: bool = False) -> Any:
    """Return the int32 indices that put ``input`` in order along ``axis``."""
    index = np.argsort(-input if descending else input, axis=axis, stable=True)
    return index.astype(np.int32)


@operator
def topk(
    input: Any, k: int, dim: Any = None, largest: bool = True, sorted: bool = True
) -> Any:
    """Return ``(values, int32 indices)`` of the ``k`` largest along ``dim``, in order.

    ``dim=None`` stands for the last axis; ``largest=False`` gives the smallest.
    """
    axis = -1 if dim is None else dim
    order = np.argsort(-input if largest else input, axis=axis, stable=True)
    index = np.take(order, np.arange(k), axis=axis)
    return np.take_along_axis(input, index, axis=axis), index.astype(np.int32)
