"""Reductions of the elements at a mask (``where``), from an ``initial`` value."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import is_known, unsupported


def sum_of_some(a, axis, dtype, keepdims, initial, where):
    a = a if where is None else np.where(where, a, 0)
    total = np.sum(a, axis=axis, dtype=dtype, keepdims=keepdims)
    return total if initial is None else total + converted(initial, total)


def prod_of_some(a, axis, dtype, keepdims, initial, where):
    a = a if where is None else np.where(where, a, 1)
    total = np.prod(a, axis=axis, dtype=dtype, keepdims=keepdims)
    return total if initial is None else total * converted(initial, total)


def mean_of_some(a, axis, dtype, keepdims, initial, where):
    if initial is not None:
        unsupported("it has no argument `initial`")
    total = sum_of_some(a, axis, dtype, keepdims, None, where)
    count = np.sum(np.broadcast_to(where, np.shape(a)), axis=axis, keepdims=keepdims)
    floating = np.asarray(total).dtype.kind == "f"
    return total / (np.astype(count, total.dtype) if floating else count)


def max_of_some(a, axis, keepdims, initial, where):
    return extreme_of_some(np.max, np.maximum, a, axis, keepdims, initial, where)


def min_of_some(a, axis, keepdims, initial, where):
    return extreme_of_some(np.min, np.minimum, a, axis, keepdims, initial, where)


def extreme_of_some(extreme, of_two, a, axis, keepdims, initial, where):
    if initial is None:
        unsupported("with `where` it needs an `initial`")
    a = np.asarray(a)
    initial = converted(initial, a)
    chosen = a if where is None else np.where(where, a, initial)
    if has_none(reduced_sizes(a, axis)):
        return np.sum(a, axis=axis, dtype=a.dtype, keepdims=keepdims) + initial
    return of_two(extreme(chosen, axis=axis, keepdims=keepdims), initial)


def converted(initial, a):
    """``initial`` in the dtype of ``a``, in which NumPy counts from it."""
    if not is_known(initial):
        # Whatever its class is, nothing hangs on it.
        return np.asarray(initial, dtype=a.dtype)
    if a.dtype.kind in "fc" and type(initial) in (int, float):
        return initial
    return np.astype(np.asarray(initial), a.dtype)


def reduced_sizes(a, axis):
    if axis is None:
        return a.shape
    axes = axis if isinstance(axis, tuple) else (axis,)
    return tuple(a.shape[k] for k in axes)


def has_none(sizes):
    """Whether one of the sizes is zero, asked at run time where it is not known."""
    if any(is_known(size) and size == 0 for size in sizes):
        return True
    unknown = [size for size in sizes if not is_known(size)]
    return bool(unknown) and any(size == 0 for size in unknown)


def is_empty(a):
    """Whether it is known that there are no elements."""
    return any(is_known(size) and size == 0 for size in a.shape)


def any_of_some(a, axis, keepdims, initial, where):
    return np.any(np.logical_and(a, where), axis=axis, keepdims=keepdims)


def all_of_some(a, axis, keepdims, initial, where):
    known = np.logical_or(a, np.logical_not(where))
    return np.all(known, axis=axis, keepdims=keepdims)


OF_SOME = {
    np.sum: sum_of_some,
    np.prod: prod_of_some,
    np.mean: mean_of_some,
    np.max: max_of_some,
    np.min: min_of_some,
    np.any: any_of_some,
    np.all: all_of_some,
}
