"""Methods of Tensors that have two lists of parameters each.

MindSpore's own names of them (``axis``, ``keepdims``) and PyTorch's (``dim``,
``keepdim``) are taken. Where both are given by position and what they mean differs, the
types of the arguments decide, as in MindSpore: ``x.max(1)`` is ``x.max(dim=1)``.
"""

from __future__ import annotations

from typing import Any

from srcad.ops import arithmetic, gathering, reductions, shapes

__all__ = ["OVERLOADED", "sizes"]


def sizes(given: tuple[Any, ...]) -> Any:
    """``f(2, 3)`` and ``f((2, 3))`` mean the same."""
    if len(given) == 1 and isinstance(given[0], (tuple, list)):
        return tuple(given[0])
    return given


def add(self: Any, other: Any, *, alpha: Any = 1) -> Any:
    """Return ``self + alpha * other``."""
    return arithmetic.add(self, other if alpha == 1 else other * alpha)


def sub(self: Any, other: Any, *, alpha: Any = 1) -> Any:
    """Return ``self - alpha * other``."""
    return arithmetic.sub(self, other if alpha == 1 else other * alpha)


def sum(
    self: Any,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    *,
    dim: Any = None,
    keepdim: bool = False,
) -> Any:
    """Return the sum; of bools and integers int64.

    A bool in the second place is ``keepdim``.
    """
    if isinstance(dtype, bool):
        dtype, keepdim = None, dtype
    axis = axis if dim is None else dim
    return reductions.sum(self, axis, keepdims or keepdim, dtype=dtype)


def mean(
    self: Any,
    axis: Any = None,
    keep_dims: bool = False,
    *,
    dim: Any = None,
    keepdim: bool = False,
    dtype: Any = None,
) -> Any:
    """Return the mean, in ``dtype`` where one is given."""
    x = self if dtype is None else self.astype(dtype)
    return reductions.mean(x, axis if dim is None else dim, keep_dims or keepdim)


def prod(
    self: Any,
    axis: Any = None,
    keep_dims: bool = False,
    dtype: Any = None,
    *,
    dim: Any = None,
    keepdim: bool = False,
) -> Any:
    """Return the product."""
    axis = axis if dim is None else dim
    return reductions.prod(self, axis, keep_dims or keepdim, dtype)


def any(
    self: Any,
    axis: Any = None,
    keep_dims: bool = False,
    *,
    dim: Any = None,
    keepdim: bool = False,
) -> Any:
    """Return whether some element is true."""
    return reductions.any(self, axis if dim is None else dim, keep_dims or keepdim)


def all(
    self: Any,
    axis: Any = None,
    keep_dims: bool = False,
    *,
    dim: Any = None,
    keepdim: bool = False,
) -> Any:
    """Return whether all elements are true."""
    return reductions.all(self, axis if dim is None else dim, keep_dims or keepdim)


def cumsum(self: Any, axis: Any = None, dtype: Any = None, *, dim: Any = None) -> Any:
    """Return the running sums along an axis."""
    return reductions.cumsum(self, axis if dim is None else dim, dtype)


def argmax(
    self: Any,
    axis: Any = None,
    keepdims: bool = False,
    *,
    dim: Any = None,
    keepdim: bool = False,
) -> Any:
    """Return the int64 index of the first largest element (of all, for None)."""
    return reductions.argmax(self, axis if dim is None else dim, keepdims or keepdim)


def argmin(
    self: Any,
    axis: Any = None,
    keepdims: bool = False,
    *,
    dim: Any = None,
    keepdim: bool = False,
) -> Any:
    """Return the int32 index of the first smallest element (of all, for None)."""
    return reductions.argmin(self, axis if dim is None else dim, keepdims or keepdim)


def sort(
    self: Any,
    axis: int = -1,
    descending: bool = False,
    *,
    dim: Any = None,
    stable: bool = False,
) -> Any:
    """Return ``(elements in order, their int32 indices)``; equal ones stay in order."""
    return reductions.sort(self, axis if dim is None else dim, descending)


def argsort(
    self: Any,
    axis: int = -1,
    descending: bool = False,
    *,
    dim: Any = None,
    stable: bool = False,
) -> Any:
    """Return the int32 indices that put the elements in order."""
    return reductions.argsort(self, axis if dim is None else dim, descending)


def max(
    self: Any,
    *place: Any,
    axis: Any = None,
    keepdims: Any = None,
    return_indices: bool = False,
    dim: Any = None,
    keepdim: bool = False,
) -> Any:
    """Return the largest elements.

    With ``return_indices``, with ``dim``, and with an int by position alone it is a
    tuple, with their int64 indices.
    """
    if dim is None and _is_dim(place, keepdims, return_indices):
        dim = place[0]
    if len(place) > 1:
        keepdim = place[1]
    kept = keepdim or bool(keepdims)
    if dim is not None:
        return reductions.max(self, dim, kept)
    axis = place[0] if place else axis
    if return_indices:
        return reductions.max(self, axis, kept)
    return reductions.amax(self, axis, kept)


def min(
    self: Any,
    *place: Any,
    axis: Any = None,
    keepdims: Any = None,
    return_indices: bool = False,
    dim: Any = None,
    keepdim: bool = False,
) -> Any:
    """Return the smallest elements; a tuple with int64 indices as in ``max``."""
    if dim is None and _is_dim(place, keepdims, return_indices):
        dim = place[0]
    if len(place) > 1:
        keepdim = place[1]
    kept = keepdim or bool(keepdims)
    if dim is not None:
        return reductions.min(self, dim, kept)
    axis = place[0] if place else axis
    if return_indices:
        return reductions.min(self, axis, kept)
    return reductions.amin(self, axis, kept)


def _is_dim(place: tuple[Any, ...], keepdims: Any, return_indices: bool) -> bool:
    """Whether what is given by position is a ``dim``: an int, and nothing is named
    that goes with ``axis``."""
    if keepdims is not None or return_indices:
        return False
    return len(place) > 0 and isinstance(place[0], int)


def transpose(self: Any, *axes: Any, dim0: Any = None, dim1: Any = None) -> Any:
    """Return the Tensor with its axes in another order; reversed without one.

    Two ints are two axes that are exchanged, whatever else there is.
    """
    if dim0 is not None:
        return shapes.swapaxes(self, dim0, axes[0] if axes else dim1)
    if not axes:
        return shapes.transpose(self, tuple(range(self.ndim))[::-1])
    if len(axes) == 2 or dim1 is not None:
        return shapes.swapaxes(self, axes[0], axes[1] if dim1 is None else dim1)
    return shapes.transpose(self, sizes(axes))


def select(
    self: Any,
    condition: Any = None,
    y: Any = None,
    *,
    dim: Any = None,
    axis: Any = None,
    index: Any = None,
) -> Any:
    """Return the elements where the bools hold and ``y`` elsewhere.

    Of two ints it is the slice at a place along an axis, without that axis.
    """
    if isinstance(condition, int) and not isinstance(condition, bool):
        dim, index = condition, index if y is None else y
    dim = axis if dim is None else dim
    if dim is None:
        return arithmetic.select(condition, self, y)
    return shapes.slice_at(self, dim, index)


def split(
    self: Any,
    split_size_or_sections: Any = None,
    axis: int = 0,
    *,
    split_size: Any = None,
    dim: Any = None,
) -> Any:
    """Return a tuple of pieces: of a size, or of the sizes of a tuple or list."""
    size = split_size_or_sections if split_size is None else split_size
    return shapes.split(self, size, axis if dim is None else dim)


def chunk(self: Any, chunks: int, axis: int = 0, *, dim: Any = None) -> Any:
    """Return a tuple of at most so many pieces, the last smaller."""
    return shapes.chunk(self, chunks, axis if dim is None else dim)


def gather(
    self: Any,
    input_indices: Any = None,
    axis: Any = None,
    batch_dims: int = 0,
    *,
    dim: Any = None,
    index: Any = None,
) -> Any:
    """Return the slices along an axis at indices.

    With an int first, or ``dim``, an element for each index: ``gather_elements``.
    """
    if isinstance(input_indices, int):
        dim, index = input_indices, axis if index is None else index
    if dim is not None:
        return gathering.gather_elements(self, dim, index)
    return gathering.gather(self, input_indices, axis, batch_dims)


def scatter_add(
    self: Any,
    indices: Any = None,
    updates: Any = None,
    src: Any = None,
    *,
    dim: Any = None,
    index: Any = None,
) -> Any:
    """Return the Tensor with ``updates`` added at the places.

    With an int first, or ``dim``, an element of ``src`` at each index along that axis.
    """
    if isinstance(indices, int):
        dim, index = indices, updates if index is None else index
    if dim is not None:
        return gathering.tensor_scatter_elements(self, index, src, dim, "add")
    return gathering.tensor_scatter_add(self, indices, updates)


def flatten(
    self: Any, *place: Any, order: str = "C", start_dim: int = 0, end_dim: int = -1
) -> Any:
    """Return the Tensor with the axes ``start_dim`` to ``end_dim`` made one.

    By position it is ``order`` if it is a str.
    """
    if place and isinstance(place[0], str):
        order, place = place[0], place[1:]
    start = place[0] if place else start_dim
    end = place[1] if len(place) > 1 else end_dim
    return shapes.flatten(self, order, start_dim=start, end_dim=end)


def tile(self: Any, *reps: Any, dims: Any = None) -> Any:
    """Return the Tensor repeated whole, so many times along each axis."""
    return shapes.tile(self, sizes(reps) if dims is None else dims)


_ARITHMETIC = add, sub
_REDUCTIONS = sum, mean, prod, any, all, cumsum, argmax, argmin, sort, argsort, max, min
_SHAPES = transpose, select, split, chunk, gather, scatter_add, flatten, tile

OVERLOADED = (*_ARITHMETIC, *_REDUCTIONS, *_SHAPES)
