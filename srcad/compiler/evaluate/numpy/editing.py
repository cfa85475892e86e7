"""Elements put in, left out, exchanged, and chosen from several arrays."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
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
from srcad.compiler.evaluate.numpy.chosen import is_empty
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.parts import places_within
from srcad.compiler.evaluate.numpy.registry import call_numpy, method
from srcad.compiler.evaluate.objects import Box


def positions(obj, size):
    """What ``np.insert`` and ``np.delete`` count with, from the front."""
    if not is_known(obj):
        unsupported("the positions must be known at compile time")
    if isinstance(obj, slice):
        if not is_known(size):
            unsupported("with a slice it needs a known size")
        return list(range(size))[obj]
    return [obj] if np.ndim(obj) == 0 else list(obj)


def check_places(places, size, last):
    """Refuse positions that are not there, as NumPy does."""
    for place in places:
        if is_known(size):
            if not -size <= place <= last:
                mismatch(f"index {place} is out of bounds for size {size}")
        elif place > last if place >= 0 else place < -size:
            raise IndexError("a position is out of bounds")


@defines(np.delete, arrays="arr", analytic=True)
def delete(arr, obj, axis=None):
    if axis is None:
        arr, axis = np.ravel(arr), 0
    axis = axis_in(axis, arr.ndim)
    before = (slice(None),) * axis
    size = arr.shape[axis]
    if isinstance(obj, int) and is_known(obj):
        check_places([obj], size, size - 1)
        first = arr[before + (slice(None, obj),)]
        if obj == -1:
            return first
        rest = arr[before + (slice(obj + 1, None),)]
        return np.concatenate((first, rest), axis=axis)
    if not isinstance(obj, slice) and np.ndim(obj):
        mask = np.asarray(obj)
        if mask.dtype == np.bool_:
            return np.compress(~mask, arr, axis)
    if not is_known(obj) and not isinstance(obj, slice):
        return without(arr, obj, axis)
    places = positions(obj, size)
    if not is_known(size):
        unsupported("several positions need a known size")
    check_places(places, size, size - 1)
    places = [int(place) % size for place in places]
    return np.take(arr, [k for k in range(size) if k not in places], axis)


def without(arr, obj, axis):
    """The array without what stands where run time says: at one place, or at some."""
    size = arr.shape[axis]
    if np.ndim(obj):
        kept = np.ones(size, dtype=bool)
        kept[obj] = False
        return np.compress(kept, arr, axis)
    if not -size <= obj < size:
        raise IndexError("a position is out of bounds")
    places = np.arange(size - 1)
    return np.take(arr, places + (places >= obj % size), axis)


@defines(np.insert, arrays="arr values", analytic=True)
def insert(arr, obj, values, axis=None):
    if axis is None:
        arr, axis = np.ravel(arr), 0
    axis = axis_in(axis, arr.ndim)
    size, values = arr.shape[axis], np.asarray(values, dtype=arr.dtype)
    if not is_known(obj) and not isinstance(obj, slice):
        return inserted(arr, obj, values, axis)
    places = positions(obj, size)
    check_places(places, size, size)
    if not isinstance(obj, slice) and np.ndim(obj) == 0:
        # One place, and all of the values there.
        values = with_leading_axes(values, arr.ndim)
        values = np.moveaxis(values, 0, axis) if arr.ndim > 1 else values
        wide = tuple(
            values.shape[k] if k == axis else size for k, size in enumerate(arr.shape)
        )
        return put_in(arr, places, [np.broadcast_to(values, wide)], axis)
    wide = tuple(len(places) if k == axis else size for k, size in enumerate(arr.shape))
    values = np.broadcast_to(values, wide)
    before = (slice(None),) * axis
    parts = [values[before + (slice(k, k + 1),)] for k in range(len(places))]
    return put_in(arr, places, parts, axis)


def inserted(arr, obj, values, axis):
    """The array with values where run time says: several at one place, or each at its
    own."""
    obj, size = np.asarray(obj), arr.shape[axis]
    if obj.dtype.kind == "b":
        obj = np.flatnonzero(obj)
    if obj.ndim > 1 or obj.dtype.kind not in "iu":
        unsupported("the positions are whole numbers, along one axis")
    if obj.ndim and np.ndim(values) and (not is_known(obj.size) or obj.size == 1):
        unsupported("whether there is but one position must be known at compile time")
    if obj.ndim == 0:
        if not -size <= obj <= size:
            raise IndexError(
                f"index {obj} is out of bounds for axis {axis} with size {size}"
            )
        values = with_leading_axes(values, arr.ndim)
        values = np.moveaxis(values, 0, axis) if arr.ndim > 1 else values
        count = values.shape[axis]
    else:
        if np.any((obj < -size) | (obj > size)):
            raise IndexError("a position is out of bounds")
        count = obj.shape[0]
    wide = tuple(count if k == axis else size for k, size in enumerate(arr.shape))
    places = np.broadcast_to(np.where(obj < 0, obj + size, obj), (count,))
    order = np.argsort(np.concatenate((places, np.arange(size))), stable=True)
    whole = np.concatenate((np.broadcast_to(values, wide), arr), axis=axis)
    return np.take(whole, order, axis)


def with_leading_axes(values, rank):
    """An array of no less than ``rank`` axes."""
    missing = rank - np.ndim(values)
    return np.expand_dims(values, tuple(range(missing))) if missing > 0 else values


def put_in(arr, places, parts, axis):
    """The array with ``parts`` before the elements at ``places``."""
    before, size = (slice(None),) * axis, arr.shape[axis]
    if not is_known(size) and any(place < 0 for place in places) and len(places) > 1:
        unsupported("several positions from the end need a known size")
    if is_known(size):
        places = [place + size if place < 0 else place for place in places]
    pairs = sorted(enumerate(places), key=lambda pair: (pair[1], pair[0]))
    pieces, start = [], 0
    for k, place in pairs:
        pieces += [arr[before + (slice(start, place),)], parts[k]]
        start = place
    return np.concatenate(pieces + [arr[before + (slice(start, None),)]], axis=axis)


@defines(np.resize, analytic=True)
def resize(a, new_shape):
    shape = new_shape if isinstance(new_shape, tuple | list) else (new_shape,)
    if is_empty(a) or (not filled(a) and np.size(a) == 0):
        return np.zeros(tuple(shape), a.dtype)
    count = 1
    for size in shape:
        count = count * size
    return np.reshape(np.ravel(a)[np.arange(count) % np.size(a)], tuple(shape))


@defines(np.choose)
def choose(a, choices, out=None, mode="raise"):
    if mode == "raise" and not is_known(a):
        a = within(a, len(choices))
    a = places_within(a, len(choices), mode)
    *others, result = choices
    if not others:
        return np.broadcast_arrays(result, a)[0]
    for k in reversed(range(len(others))):
        result = np.where(a == k, others[k], result)
    return result


@method("choose", "/, *choices, out=None, mode='raise'")
def _choose(
    frame: Frame, node: ast.AST, box: Box, choices: tuple[Any, ...] = (), **given: Any
) -> Any:
    several = choices[0] if len(choices) == 1 else choices
    return call_numpy(frame, np.choose, [box, several], given, node)


def within(a, count):
    """The positions, if all are there."""
    if np.any((a < 0) | (a >= count)):
        raise ValueError("invalid entry in choice array")
    return a
