"""NumPy functions in terms of the primitives, read from their source like any other.

The signatures are NumPy's, as far as the arguments are supported.
"""

# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

DEFINITIONS: dict[Any, Callable[..., Any]] = {}


def _defines(function: Any) -> Callable[[Any], Any]:
    def register(definition: Any) -> Any:
        DEFINITIONS[function] = definition
        return definition

    return register


@_defines(np.var)
def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    assert dtype is None, "`dtype` of `np.var`"
    assert out is None, "`out` of `np.var`"
    deviation = a - np.mean(a, axis=axis, keepdims=True)
    if ddof == 0:
        return np.mean(deviation * deviation, axis=axis, keepdims=keepdims)
    count = np.size(a) if axis is None else np.size(a, axis)
    return np.sum(deviation * deviation, axis=axis, keepdims=keepdims) / (count - ddof)


@_defines(np.std)
def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    assert dtype is None, "`dtype` of `np.std`"
    assert out is None, "`out` of `np.std`"
    return np.sqrt(np.var(a, axis=axis, ddof=ddof, keepdims=keepdims))


@_defines(np.size)
def size(a, axis=None):
    if axis is None:
        return a.size
    if isinstance(axis, int):
        return a.shape[axis]
    total = 1
    for one in axis:
        total = total * a.shape[one]
    return total


@_defines(np.swapaxes)
def swapaxes(a, axis1, axis2):
    axes = list(range(a.ndim))
    axes[axis1], axes[axis2] = axes[axis2], axes[axis1]
    return np.transpose(a, tuple(axes))


@_defines(np.moveaxis)
def moveaxis(a, source, destination):
    sources = (source,) if isinstance(source, int) else source
    targets = (destination,) if isinstance(destination, int) else destination
    sources = [axis % a.ndim for axis in sources]
    targets = [axis % a.ndim for axis in targets]
    order = [axis for axis in range(a.ndim) if axis not in sources]
    for target, axis in sorted(zip(targets, sources, strict=True)):
        order.insert(target, axis)
    return np.transpose(a, tuple(order))


@_defines(np.ravel)
def ravel(a, order="C"):
    return np.reshape(a, (-1,))


@_defines(np.flip)
def flip(m, axis=None):
    axes = range(m.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    axes = [one % m.ndim for one in axes]
    return m[tuple(slice(None, None, -1 if k in axes else None) for k in range(m.ndim))]


@_defines(np.clip)
def clip(a, a_min=None, a_max=None, *, min=None, max=None):
    low = a_min if min is None else min
    high = a_max if max is None else max
    if low is not None:
        a = np.maximum(a, low)
    if high is not None:
        a = np.minimum(a, high)
    return a


@_defines(np.round)
def around(a, decimals=0):
    if np.asarray(a).dtype.kind in "biu" and decimals >= 0:
        return a
    if decimals == 0:
        return np.rint(a)
    scale = 10.0 ** abs(decimals)
    if decimals < 0:
        return np.rint(a / scale) * scale
    return np.rint(a * scale) / scale


DEFINITIONS[np.around] = around


@_defines(np.dot)
def dot(a, b):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return a * b
    if np.ndim(b) <= 2:
        return a @ b
    return np.tensordot(a, b, axes=((-1,), (-2,)))


@_defines(np.outer)
def outer(a, b):
    return np.reshape(a, (-1, 1)) * np.reshape(b, (1, -1))


@_defines(np.inner)
def inner(a, b):
    return np.tensordot(a, b, axes=((-1,), (-1,)))


@_defines(np.tensordot)
def tensordot(a, b, axes=2):
    if isinstance(axes, int):
        axes = (range(a.ndim - axes, a.ndim), range(axes))
    left, right = axes
    left = [left % a.ndim] if isinstance(left, int) else [k % a.ndim for k in left]
    right = [right % b.ndim] if isinstance(right, int) else [k % b.ndim for k in right]
    kept_a = [k for k in range(a.ndim) if k not in left]
    kept_b = [k for k in range(b.ndim) if k not in right]
    inner_size = 1
    for axis in left:
        inner_size = inner_size * a.shape[axis]
    first = np.transpose(a, tuple(kept_a + left)).reshape((-1, inner_size))
    second = np.transpose(b, tuple(right + kept_b)).reshape((inner_size, -1))
    shape = tuple(a.shape[k] for k in kept_a) + tuple(b.shape[k] for k in kept_b)
    return (first @ second).reshape(shape)


@_defines(np.trace)
def trace(a):
    return np.sum(np.diagonal(a))


@_defines(np.diagonal)
def diagonal(a):
    index = np.arange(a.shape[0] if a.shape[0] is a.shape[1] else min(a.shape))
    return a[index, index]


@_defines(np.take)
def take(a, indices, axis=None):
    if axis is None:
        return np.reshape(a, (-1,))[indices]
    return a[(slice(None),) * (axis % a.ndim) + (indices,)]


@_defines(np.take_along_axis)
def take_along_axis(arr, indices, axis=-1):
    axis = axis % arr.ndim
    index = []
    for k in range(arr.ndim):
        if k == axis:
            index.append(indices)
        else:
            shape = tuple(-1 if j == k else 1 for j in range(arr.ndim))
            index.append(np.reshape(np.arange(arr.shape[k]), shape))
    return arr[tuple(index)]


@_defines(np.repeat)
def repeat(a, repeats, axis=None):
    if axis is None:
        a, axis = np.reshape(a, (-1,)), 0
    axis = axis % a.ndim
    shape = a.shape[: axis + 1] + (repeats,) + a.shape[axis + 1 :]
    wide = np.broadcast_to(np.expand_dims(a, axis + 1), shape)
    merged = a.shape[:axis] + (a.shape[axis] * repeats,) + a.shape[axis + 1 :]
    return np.reshape(wide, merged)


@_defines(np.tile)
def tile(A, reps):
    reps = (reps,) if isinstance(reps, int) else tuple(reps)
    reps = (1,) * (A.ndim - len(reps)) + reps
    shape = (1,) * (len(reps) - A.ndim) + A.shape
    pairs = list(zip(shape, reps, strict=True))
    narrow = tuple(part for size, _ in pairs for part in (1, size))
    wide = tuple(part for size, count in pairs for part in (count, size))
    merged = tuple(size * count for size, count in pairs)
    return np.reshape(np.broadcast_to(np.reshape(A, narrow), wide), merged)


@_defines(np.roll)
def roll(a, shift, axis=None):
    if axis is None:
        return np.reshape(np.roll(np.reshape(a, (-1,)), shift, 0), a.shape)
    shifts = (shift,) if isinstance(shift, int) else shift
    axes = (axis,) if isinstance(axis, int) else axis
    for amount, one in zip(shifts, axes, strict=True):
        before = (slice(None),) * (one % a.ndim)
        if amount:
            parts = (
                a[before + (slice(-amount, None),)],
                a[before + (slice(None, -amount),)],
            )
            a = np.concatenate(parts, axis=one)
    return a


@_defines(np.split)
def split(ary, indices_or_sections, axis=0):
    before = (slice(None),) * (axis % ary.ndim)
    if isinstance(indices_or_sections, int):
        part = ary.shape[axis] // indices_or_sections
        cuts = [part * k for k in range(1, indices_or_sections)]
    else:
        cuts = list(indices_or_sections)
    starts, stops = [0] + cuts, cuts + [None]
    return [ary[before + (slice(a, b),)] for a, b in zip(starts, stops, strict=True)]


@_defines(np.pad)
def pad(array, pad_width, mode="constant", constant_values=0):
    assert mode == "constant", "`np.pad` with another mode than 'constant'"
    if isinstance(pad_width, int):
        pad_width = ((pad_width, pad_width),) * array.ndim
    pad_width = tuple(pad_width)
    if isinstance(pad_width[0], int):
        pad_width = (pad_width,) * array.ndim
    if len(pad_width) == 1:
        pad_width = tuple(pad_width) * array.ndim
    shape = tuple(a + n + b for n, (a, b) in zip(array.shape, pad_width, strict=True))
    out = np.full(shape, constant_values, dtype=array.dtype)
    inside = tuple(
        slice(a, a + n) for n, (a, b) in zip(array.shape, pad_width, strict=True)
    )
    out[inside] = array
    return out


@_defines(np.vstack)
def vstack(tup):
    rows = [np.reshape(a, (1, -1)) if np.ndim(a) < 2 else a for a in tup]
    return np.concatenate(rows, axis=0)


@_defines(np.hstack)
def hstack(tup):
    parts = [np.reshape(a, (1,)) if np.ndim(a) == 0 else a for a in tup]
    return np.concatenate(parts, axis=0 if np.ndim(parts[0]) == 1 else 1)


@_defines(np.eye)
def eye(N, M=None, k=0, dtype=float):
    rows = np.reshape(np.arange(N), (-1, 1))
    columns = np.arange(N if M is None else M)
    return (columns == rows + k).astype(dtype)


@_defines(np.tril)
def tril(m, k=0):
    rows = np.reshape(np.arange(m.shape[-2]), (-1, 1))
    return np.where(np.arange(m.shape[-1]) <= rows + k, m, 0)


@_defines(np.triu)
def triu(m, k=0):
    rows = np.reshape(np.arange(m.shape[-2]), (-1, 1))
    return np.where(np.arange(m.shape[-1]) >= rows + k, m, 0)


@_defines(np.linalg.norm)
def norm(x, ord=None, axis=None, keepdims=False):
    # The 2-norm of a matrix is its largest singular value, not this.
    euclidean = ord is None or (ord == 2 and (x.ndim == 1 or isinstance(axis, int)))
    assert euclidean, "`np.linalg.norm` of another order than 2, or of a matrix"
    return np.sqrt(np.sum(x * x, axis=axis, keepdims=keepdims))


@_defines(np.reciprocal)
def reciprocal(x):
    return 1 / x


@_defines(np.isclose)
def isclose(a, b, rtol=1e-05, atol=1e-08):
    return np.abs(a - b) <= atol + rtol * np.abs(b)


@_defines(np.allclose)
def allclose(a, b, rtol=1e-05, atol=1e-08):
    return np.all(np.isclose(a, b, rtol, atol))
