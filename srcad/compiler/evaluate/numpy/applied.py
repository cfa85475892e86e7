"""Functions that call a function of the program's."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import axis_in, dtype_of, mismatch, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.parts import truths


@defines(np.apply_along_axis, arrays="arr", analytic=True)
def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    axis = axis_in(axis, arr.ndim)
    rows = np.moveaxis(arr, axis, -1)
    lead = rows.shape[:-1]
    flat = np.reshape(rows, (-1, rows.shape[-1])) if arr.ndim > 1 else rows[None]
    parts = np.stack([np.asarray(func1d(row, *args, **kwargs)) for row in flat])
    whole = np.reshape(parts, lead + parts.shape[1:])
    behind = parts.ndim - 1
    if behind == 0:
        return whole
    last = tuple(range(len(lead), len(lead) + behind))
    return np.moveaxis(whole, last, tuple(range(axis, axis + behind)))


@defines(np.apply_over_axes, analytic=True)
def apply_over_axes(func, a, axes):
    for axis in (axes,) if isinstance(axes, int) else axes:
        result = func(a, axis_in(axis, a.ndim))
        a = result if np.ndim(result) == a.ndim else np.expand_dims(result, axis)
    return a


@defines(np.piecewise, arrays="x")
def piecewise(x, condlist, funclist, *args, **kw):
    conditions = [condlist] if isinstance(condlist, bool) else list(condlist)
    if len(conditions) and np.ndim(conditions[0]) < np.ndim(x):
        conditions = [condlist]
    conditions = [truths(one) for one in conditions]
    functions = list(funclist)
    if len(functions) == len(conditions) + 1:
        others = ~conditions[0]
        for one in conditions[1:]:
            others = others & ~one
        conditions.append(others)
    if len(functions) != len(conditions):
        mismatch(f"{len(functions)} functions for {len(conditions)} conditions")
    result = np.zeros_like(x)
    # Of conditions that hold together the last one counts, as in NumPy.
    for condition, function in zip(conditions, functions, strict=True):
        if callable(function):
            result[condition] = function(x[condition], *args, **kw)
        else:
            result[condition] = function
    return result


@defines(np.fromfunction, arrays="")
def fromfunction(function, shape, *, dtype=float, **kwargs):
    return function(*np.indices(shape, dtype), **kwargs)


# -------------------------------------------------------------- one element at a time


def vectorized(function, otypes, excluded, signature, *arrays):
    """``np.vectorize(function, otypes=otypes)(*arrays)``."""
    if excluded or signature is not None:
        unsupported("the arguments `excluded` and `signature` are not supported")
    arrays = np.broadcast_arrays(*[np.asarray(array) for array in arrays])
    shape = arrays[0].shape
    found = [function(*items) for items in zip(*map(np.ravel, arrays), strict=True)]
    if otypes is not None:
        several = len(otypes) > 1
    elif len(found):
        # What the first element gives is the dtype of all.
        several = isinstance(found[0], tuple)
        parts = found[0] if several else (found[0],)
        otypes = [dtype_of(part) for part in parts]
    else:
        raise ValueError(
            "cannot call `vectorize` on size 0 inputs unless `otypes` is set"
        )
    if not several:
        return np.reshape(np.asarray(found, otypes[0]), shape)
    return tuple(
        np.reshape(np.asarray([one[k] for one in found], kind), shape)
        for k, kind in enumerate(otypes)
    )
