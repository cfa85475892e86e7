"""What every ufunc of two arguments has: ``reduce``, ``accumulate`` and the like.

Sums, products and extremes have them as functions of their own.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    filled,
    is_known,
    mismatch,
    unsupported,
)

# What these have for some of them is entered first.
from srcad.compiler.evaluate.numpy import reductions, scans, writes  # noqa: F401
from srcad.compiler.evaluate.numpy.registry import (
    TABLE,
    Handler,
    inlined,
    register,
)
from srcad.compiler.evaluate.numpy.repeating import places_repeated
from srcad.compiler.evaluate.numpy.values import number, written


def reduce(function, array, axis=0, dtype=None, out=None, keepdims=False):
    rows, axis = rows_along(array, axis, dtype)
    if is_known(rows.shape[0]) and rows.shape[0] == 0:
        if function.identity is None:
            mismatch("of no elements it has no result")
        total = np.full(rows.shape[1:], function.identity, array.dtype)
        return np.expand_dims(total, axis) if keepdims else total
    if function.identity is None or (filled(rows) and function is not np.hypot):
        total, first = rows[0], 1
    else:
        total, first = np.full(rows.shape[1:], function.identity, array.dtype), 0
    for k in range(first, rows.shape[0]):
        total = function(total, rows[k])
    return np.expand_dims(total, axis) if keepdims else total


def accumulate(function, array, axis=0, dtype=None, out=None):
    rows, axis = rows_along(array, axis, dtype)
    result = rows.copy()
    for k in range(1, rows.shape[0]):
        result[k] = function(result[k - 1], rows[k])
    return np.moveaxis(result, 0, axis)


def reduceat(function, array, indices, axis=0, dtype=None, out=None):
    rows, axis = rows_along(array, axis, dtype)
    if not is_known(indices):
        if function is not np.add or rows.dtype.kind != "f":
            unsupported("the indices must be known at compile time")
        return np.moveaxis(_sums_of_segments(rows, np.asarray(indices)), 0, axis)
    places, parts = list(indices), []
    if any(start < 0 for start in places):
        raise IndexError("index out-of-bounds in reduceat")
    for k, start in enumerate(places):
        last = k + 1 == len(places)
        if not last and places[k + 1] <= start:
            parts.append(rows[start])
        else:
            end = None if last else places[k + 1]
            parts.append(function.reduce(rows[start:end]))
    return np.moveaxis(np.stack(parts), 0, axis)


def _sums_of_segments(rows, starts):
    """The sums from each start to the next one; a row where that is not further on."""
    size = rows.shape[0]
    if np.any((starts < 0) | (starts >= size)):
        raise IndexError("index out-of-bounds in add.reduceat")
    ends = np.append(starts[1:], size)
    counts = np.where(ends > starts, ends - starts, 1)
    segments = places_repeated(counts, starts.shape[0])
    shifts = starts - (np.cumsum(counts) - counts)
    places = np.arange(segments.shape[0]) + shifts[segments]
    sums = np.zeros(starts.shape + rows.shape[1:], rows.dtype)
    np.add.at(sums, segments, rows[places])
    return sums


def rows_along(array, axis, dtype):
    """The array with one axis in front, and that axis."""
    if axis is None and array.ndim == 1:
        axis = 0
    if not isinstance(axis, int):
        unsupported("it takes one axis")
    array = array if dtype is None else np.astype(array, dtype)
    if array.dtype.kind not in "fiu":
        unsupported("it takes numbers")
    axis = axis_in(axis, array.ndim)
    return np.moveaxis(array, axis, 0), axis


def at(function, a, indices, *values):
    """``function.at(a, indices, value)``: one index after the other."""
    if isinstance(indices, tuple) or np.ndim(indices) > 1:
        unsupported("it takes one position, or several of them in a row")
    if np.ndim(indices) == 0:
        a[indices] = function(a[indices], *values)
        return
    places = np.asarray(indices)
    wide = places.shape + a.shape[1:]
    others = [np.broadcast_to(value, wide) for value in values]
    for k in range(places.shape[0]):
        a[places[k]] = function(a[places[k]], *[other[k] for other in others])


# Their results are numbers of another kind, or no numbers.
_OTHERS = {
    *("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"),
    *("logical_and", "logical_or", "logical_xor"),
}


def _method(function: Any, definition: Callable[..., Any]) -> Handler:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        array = number(frame, args[0], node)
        return inlined(frame, definition, [function, array, *args[1:]], node, keywords)

    return handler


def _at(function: Any) -> Handler:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        given = [function, written(frame, args[0], node), *args[1:]]
        inlined(frame, at, given, node, keywords)

    return handler


for _name in sorted(dir(np)):
    _ufunc = getattr(np, _name)
    if not isinstance(_ufunc, np.ufunc) or _ufunc not in TABLE or _ufunc.signature:
        continue
    if _ufunc.nout == 1 and _name not in _OTHERS:
        register(_ufunc.at, _at(_ufunc))
        if _ufunc.nin == 2:
            register(_ufunc.reduce, _method(_ufunc, reduce))
            register(_ufunc.accumulate, _method(_ufunc, accumulate))
            register(_ufunc.reduceat, _method(_ufunc, reduceat))
