"""Reductions and scans that leave out what is NaN."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import is_known, root
from srcad.compiler.evaluate.numpy.definitions import defines


@defines(np.nansum)
def nansum(
    a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True
):
    known = np.where(np.isnan(a), 0, a)
    return np.sum(known, axis, dtype, None, keepdims, initial, where)


@defines(np.nanprod)
def nanprod(
    a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True
):
    known = np.where(np.isnan(a), 1, a)
    return np.prod(known, axis, dtype, None, keepdims, initial, where)


@defines(np.nanmean)
def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    if a.dtype.kind != "f":
        return np.mean(a, axis, dtype, None, keepdims, where=where)
    refuse_whole(dtype)
    known = ~np.isnan(a)
    if where is not True:
        known = known & where
    total = np.sum(np.where(known, a, 0), axis, dtype, None, keepdims)
    return total / np.astype(np.sum(known, axis=axis, keepdims=keepdims), total.dtype)


def refuse_whole(dtype):
    if dtype is not None and np.dtype(dtype).kind in "biu":
        raise TypeError("If a is inexact, then dtype must be inexact")


@defines(np.nanvar)
def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    if a.dtype.kind != "f":
        return np.var(a, axis, dtype, None, ddof, keepdims=keepdims)
    refuse_whole(dtype)
    known = ~np.isnan(a)
    mean = np.nanmean(a, axis, dtype, None, keepdims=True)
    deviation = np.where(known, a - mean, 0)
    if dtype is not None:
        deviation = np.astype(deviation, a.dtype)  # as it is written into a copy
    total = np.sum(deviation * deviation, axis, dtype, None, keepdims)
    left = np.sum(known, axis=axis, keepdims=keepdims) - ddof
    count = np.astype(left, total.dtype)
    if is_known(ddof) and ddof <= 0:
        return total / count
    return total / np.where(count > 0, count, np.nan)


@defines(np.nanstd)
def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return root(np.nanvar(a, axis, dtype, None, ddof, keepdims))


@defines(np.nanmax)
def nanmax(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    missing = np.isnan(a)
    high = np.max(np.where(missing, -np.inf, a), axis, None, keepdims, initial, where)
    if initial is not None:
        return high
    return np.where(np.all(missing, axis=axis, keepdims=keepdims), np.nan, high)


@defines(np.nanmin)
def nanmin(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    missing = np.isnan(a)
    low = np.min(np.where(missing, np.inf, a), axis, None, keepdims, initial, where)
    if initial is not None:
        return low
    return np.where(np.all(missing, axis=axis, keepdims=keepdims), np.nan, low)


@defines(np.nancumsum)
def nancumsum(a, axis=None, dtype=None, out=None):
    return np.cumsum(np.where(np.isnan(a), 0, a), axis, dtype)


@defines(np.nancumprod)
def nancumprod(a, axis=None, dtype=None, out=None):
    return np.cumprod(np.where(np.isnan(a), 1, a), axis, dtype)


@defines(np.nanargmax)
def nanargmax(a, axis=None, out=None, *, keepdims=False):
    missing = np.isnan(a)
    if np.any(np.all(missing, axis=axis)):
        raise ValueError("All-NaN slice encountered")
    return np.argmax(np.where(missing, -np.inf, a), axis, keepdims=keepdims)


@defines(np.nanargmin)
def nanargmin(a, axis=None, out=None, *, keepdims=False):
    missing = np.isnan(a)
    if np.any(np.all(missing, axis=axis)):
        raise ValueError("All-NaN slice encountered")
    return np.argmin(np.where(missing, np.inf, a), axis, keepdims=keepdims)
