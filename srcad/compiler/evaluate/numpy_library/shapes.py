"""Other shapes of an array, and its elements in another order."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.numpy_library.definitions import (
    axis_in,
    defines,
    is_known,
    unsupported,
)


@defines(np.swapaxes)
def swapaxes(a, axis1, axis2):
    axes = list(range(a.ndim))
    axes[axis1], axes[axis2] = axes[axis2], axes[axis1]
    return np.transpose(a, tuple(axes))


@defines(np.matrix_transpose, np.linalg.matrix_transpose, arrays="x")
def matrix_transpose(x):
    return np.swapaxes(x, -1, -2)


@defines(np.moveaxis)
def moveaxis(a, source, destination):
    sources = (source,) if isinstance(source, int) else source
    targets = (destination,) if isinstance(destination, int) else destination
    sources = [axis_in(axis, a.ndim) for axis in sources]
    targets = [axis_in(axis, a.ndim) for axis in targets]
    order = [axis for axis in range(a.ndim) if axis not in sources]
    for target, axis in sorted(zip(targets, sources, strict=True)):
        order.insert(target, axis)
    return np.transpose(a, tuple(order))


@defines(np.rollaxis)
def rollaxis(a, axis, start=0):
    axis = axis_in(axis, a.ndim)
    start = start + a.ndim if start < 0 else start
    return np.moveaxis(a, axis, start - 1 if axis < start else start)


@defines(np.ravel)
def ravel(a, order="C"):
    if order != "C":
        unsupported("only the order C is supported")
    return np.reshape(a, (-1,))


@defines(np.flip, arrays="m")
def flip(m, axis=None):
    if m.ndim == 0 and axis is None:
        return m
    axes = range(m.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    axes = [axis_in(one, m.ndim) for one in axes]
    last = max(axes) + 1 if axes else 0
    return m[tuple(slice(None, None, -1 if k in axes else None) for k in range(last))]


@defines(np.fliplr, arrays="m")
def fliplr(m):
    return np.flip(m, 1)


@defines(np.flipud, arrays="m")
def flipud(m):
    return np.flip(m, 0)


@defines(np.rot90, arrays="m")
def rot90(m, k=1, axes=(0, 1)):
    first, second = (axis_in(axis, m.ndim) for axis in axes)
    k = k % 4
    if k == 0:
        return m[(slice(None),) * m.ndim]
    if k == 2:
        return np.flip(m, (first, second))
    if k == 1:
        return np.swapaxes(np.flip(m, second), first, second)
    return np.flip(np.swapaxes(m, first, second), second)


@defines(np.atleast_1d, arrays="")
def atleast_1d(*arys):
    rows = [np.reshape(a, (1,)) if np.ndim(a) == 0 else np.asarray(a) for a in arys]
    return rows[0] if len(rows) == 1 else tuple(rows)


@defines(np.atleast_2d, arrays="")
def atleast_2d(*arys):
    matrices = [
        np.expand_dims(np.atleast_1d(a), 0) if np.ndim(a) < 2 else np.asarray(a)
        for a in arys
    ]
    return matrices[0] if len(matrices) == 1 else tuple(matrices)


@defines(np.atleast_3d, arrays="")
def atleast_3d(*arys):
    blocks = [
        np.expand_dims(np.atleast_2d(a), 2) if np.ndim(a) < 3 else np.asarray(a)
        for a in arys
    ]
    return blocks[0] if len(blocks) == 1 else tuple(blocks)


@defines(np.broadcast_arrays, arrays="")
def broadcast_arrays(*args):
    total = args[0]
    for other in args[1:]:
        total = total + other
    return tuple(np.broadcast_to(a, total.shape) for a in args)


# ------------------------------------------ what is printed where a size is a value


def repeat(a, repeats, axis):
    """``np.repeat`` with a count that is known at run time."""
    shape = a.shape[: axis + 1] + (repeats,) + a.shape[axis + 1 :]
    wide = np.broadcast_to(np.expand_dims(a, axis + 1), shape)
    merged = a.shape[:axis] + (a.shape[axis] * repeats,) + a.shape[axis + 1 :]
    return np.reshape(wide, merged)


def tile(A, reps):
    """``np.tile`` with counts that are known at run time, one for each axis."""
    pairs = list(zip(A.shape, reps, strict=True))
    narrow = tuple(part for size, _ in pairs for part in (1, size))
    wide = tuple(part for size, count in pairs for part in (count, size))
    merged = tuple(size * count for size, count in pairs)
    return np.reshape(np.broadcast_to(np.reshape(A, narrow), wide), merged)


def roll_flat(a, shift):
    """``np.roll`` without an axis."""
    if a.ndim == 1:
        return np.roll(a, shift, 0)
    return np.reshape(np.roll(np.ravel(a), shift, 0), a.shape)


def roll_by(a, shifts, axes):
    """``np.roll`` by what is known at run time."""
    for shift, axis in zip(shifts, axes, strict=True):
        places = (np.arange(a.shape[axis]) - shift) % a.shape[axis]
        a = a[(slice(None),) * axis + (places,)]
    return a


def pad_constant(array, widths, value):
    """``np.pad`` with widths or values that differ or are known at run time."""
    if isinstance(value, tuple | list):
        unsupported("the values are one number here")
    shape = tuple(a + n + b for n, (a, b) in zip(array.shape, widths, strict=True))
    out = np.full(shape, value, dtype=array.dtype)
    inside = tuple(
        slice(a, a + n) for n, (a, b) in zip(array.shape, widths, strict=True)
    )
    out[inside] = array
    return out


def pad_from_inside(array, widths, mode):
    """``np.pad`` where each new element is one of the old."""
    for axis, (before, after) in enumerate(widths):
        if is_known((before, after)) and before == after == 0:
            continue
        size = array.shape[axis]
        places = np.arange(-before, size + after)
        if mode == "edge":
            places = np.clip(places, 0, size - 1)
        elif mode == "wrap":
            places = places % size
        elif mode == "symmetric":
            places = np.minimum(places % (2 * size), -(places + 1) % (2 * size))
        elif mode == "reflect":
            period = max(2 * size - 2, 1)
            places = np.minimum(places % period, -places % period)
        else:
            unsupported(f"the mode {mode!r} is not supported")
        array = array[(slice(None),) * axis + (places,)]
    return array


def tril(m, k):
    """``np.tril`` for a diagonal that is known at run time, or of a vector."""
    rows = np.expand_dims(np.arange(m.shape[-1 if m.ndim == 1 else -2]), 1)
    return np.where(np.arange(m.shape[-1]) <= rows + k, m, 0)


def triu(m, k):
    """``np.triu`` for a diagonal that is known at run time, or of a vector."""
    rows = np.expand_dims(np.arange(m.shape[-1 if m.ndim == 1 else -2]), 1)
    return np.where(np.arange(m.shape[-1]) >= rows + k, m, 0)
