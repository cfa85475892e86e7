"""Elements chosen by indices, diagonals, pieces of arrays."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.numpy_library.definitions import (
    axis_in,
    defines,
    is_known,
    unsupported,
    viewed,
)


@defines(np.take, arrays="a indices")
def take(a, indices, axis=None, out=None, mode="raise"):
    if out is not None or mode != "raise":
        unsupported("the arguments `out` and `mode` are not supported")
    if axis is None:
        return np.ravel(a)[indices]
    return a[(slice(None),) * axis_in(axis, a.ndim) + (indices,)]


@defines(np.take_along_axis, arrays="arr indices")
def take_along_axis(arr, indices, axis=-1):
    if axis is None:
        return np.ravel(arr)[indices]
    return arr[places_along(arr, indices, axis_in(axis, arr.ndim))]


def places_along(arr, indices, axis):
    """The index that goes with ``indices`` along one axis."""
    index = []
    for k in range(arr.ndim):
        if k == axis:
            index.append(indices)
        else:
            others = tuple(j for j in range(arr.ndim) if j != k)
            index.append(np.expand_dims(np.arange(arr.shape[k]), others))
    return tuple(index)


@defines(np.compress, arrays="condition a")
def compress(condition, a, axis=None):
    if condition.ndim != 1:
        unsupported("the condition is a list of bools")
    # It may be shorter than the axis.
    return np.take(a, np.nonzero(condition)[0], axis)


@defines(np.extract, arrays="condition arr")
def extract(condition, arr):
    return np.ravel(arr)[np.ravel(condition)]


@defines(np.flatnonzero)
def flatnonzero(a):
    return np.nonzero(np.ravel(a))[0]


@defines(np.argwhere)
def argwhere(a):
    return np.stack(np.nonzero(a), axis=-1)


@defines(np.diagonal)
def diagonal(a, offset=0, axis1=0, axis2=1):
    if axis_in(axis1, a.ndim) == axis_in(axis2, a.ndim):
        unsupported("`axis1` and `axis2` are the same axis")
    if a.ndim != 2 or axis1 % 2 != 0:
        a = np.moveaxis(a, (axis1, axis2), (-2, -1))
    rows, columns = a.shape[-2], a.shape[-1]
    if offset == 0 and rows is columns:
        count = rows
    elif offset >= 0:
        count = min(rows, columns - offset)
    else:
        count = min(rows + offset, columns)
    index = np.arange(count)
    row = index - offset if offset < 0 else index
    column = index + offset if offset > 0 else index
    return viewed(a, (..., row, column) if a.ndim > 2 else (row, column))


def trace(a, offset, axis1, axis2):
    """The sum of a diagonal, of any of them."""
    return np.sum(np.diagonal(a, offset, axis1, axis2), axis=-1)


@defines(np.diagflat, arrays="v")
def diagflat(v, k=0):
    return np.diag(np.ravel(v), k)


# ------------------------------------------------------------------------------ pieces


def cut(ary, cuts, axis):
    """The pieces between the places where an axis is cut."""
    before = (slice(None),) * axis
    starts, stops = [0] + cuts, cuts + [None]
    return [ary[before + (slice(a, b),)] for a, b in zip(starts, stops, strict=True)]


@defines(np.split, arrays="ary")
def split(ary, indices_or_sections, axis=0):
    axis = axis_in(axis, ary.ndim)
    if not isinstance(indices_or_sections, int):
        return cut(ary, list(indices_or_sections), axis)
    size, count = ary.shape[axis], indices_or_sections
    if is_known(size):
        if size % count:
            unsupported("an array is not divided into equal parts here")
        return cut(ary, [size // count * k for k in range(1, count)], axis)
    # The reshape fails where the parts are not equal.
    apart = np.reshape(ary, ary.shape[:axis] + (count, -1) + ary.shape[axis + 1 :])
    return [apart[(slice(None),) * axis + (k,)] for k in range(count)]


@defines(np.array_split, arrays="ary")
def array_split(ary, indices_or_sections, axis=0):
    axis = axis_in(axis, ary.ndim)
    if not isinstance(indices_or_sections, int):
        return cut(ary, list(indices_or_sections), axis)
    size, count = ary.shape[axis], indices_or_sections
    # The first ones get one element more.
    part, longer = size // count, size % count
    return cut(ary, [part * k + min(k, longer) for k in range(1, count)], axis)


@defines(np.hsplit, arrays="ary")
def hsplit(ary, indices_or_sections):
    return np.split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


@defines(np.vsplit, arrays="ary")
def vsplit(ary, indices_or_sections):
    return np.split(ary, indices_or_sections, 0)


@defines(np.dsplit, arrays="ary")
def dsplit(ary, indices_or_sections):
    return np.split(ary, indices_or_sections, 2)


@defines(np.delete, arrays="arr")
def delete(arr, obj, axis=None):
    if axis is None:
        arr, axis = np.ravel(arr), 0
    if not isinstance(obj, int) or not is_known(obj):
        unsupported("it takes one position, known at compile time")
    before = (slice(None),) * axis_in(axis, arr.ndim)
    first = arr[before + (slice(None, obj),)]
    if obj == -1:
        return first
    return np.concatenate((first, arr[before + (slice(obj + 1, None),)]), axis=axis)


@defines(np.lib.stride_tricks.sliding_window_view, arrays="x")
def sliding_window_view(x, window_shape, axis=None):
    if not isinstance(window_shape, int):
        unsupported("it takes the length of a window along one axis")
    if axis is None and x.ndim > 1:
        unsupported("the axis is needed")
    axis = 0 if axis is None else axis_in(axis, x.ndim)
    starts = np.arange(x.shape[axis] - window_shape + 1)
    places = np.expand_dims(starts, 1) + np.arange(window_shape)
    windows = viewed(x, (slice(None),) * axis + (places,))
    return np.moveaxis(windows, axis + 1, -1)
