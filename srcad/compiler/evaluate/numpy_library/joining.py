"""Arrays put together."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.numpy_library.definitions import defines


# NumPy 2 calls it by one name, and deprecates the other.
@defines(*{np.vstack, getattr(np, "row_stack", np.vstack)}, arrays="")
def vstack(tup):
    return np.concatenate([np.atleast_2d(a) for a in tup], axis=0)


@defines(np.hstack, arrays="")
def hstack(tup):
    parts = [np.atleast_1d(a) for a in tup]
    return np.concatenate(parts, axis=0 if parts[0].ndim == 1 else 1)


@defines(np.dstack, arrays="")
def dstack(tup):
    return np.concatenate([np.atleast_3d(a) for a in tup], axis=2)


@defines(np.column_stack, arrays="")
def column_stack(tup):
    columns = [np.reshape(a, (-1, 1)) if np.ndim(a) < 2 else a for a in tup]
    return np.concatenate(columns, axis=1)


@defines(np.append, arrays="arr values")
def append(arr, values, axis=None):
    if axis is None:
        return np.concatenate((np.ravel(arr), np.ravel(values)))
    return np.concatenate((arr, values), axis=axis)


@defines(np.block, arrays="")
def block(arrays):
    if not isinstance(arrays, list):
        return np.asarray(arrays)
    depth, rank = _depth(arrays)
    return _joined(arrays, depth, max(depth, rank))


def _depth(arrays):
    """How deep the lists are nested, and the rank of what is in them."""
    if not isinstance(arrays, list):
        return 0, np.ndim(arrays)
    depth, rank = _depth(arrays[0])
    return depth + 1, rank


def _joined(arrays, depth, rank):
    """Nested lists: the innermost are joined along the last axis."""
    if depth == 0:
        new = tuple(range(rank - np.ndim(arrays)))
        return np.expand_dims(arrays, new) if new else arrays
    parts = [_joined(one, depth - 1, rank) for one in arrays]
    return np.concatenate(parts, axis=-depth)
