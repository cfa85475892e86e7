"""Sorted arrays, quantiles, and interpolation."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.numpy_library.definitions import (
    axis_in,
    defines,
    is_known,
    unsupported,
)


@defines(np.sort)
def sort(a, axis=-1, kind=None, order=None, *, stable=None):
    if order is not None:
        unsupported("the argument `order` is not supported")
    if axis is None:
        a, axis = np.ravel(a), 0
    order = np.argsort(a, axis=axis, kind=kind, stable=stable)
    return np.take_along_axis(a, order, axis=axis)


def sorted_along(a, axis):
    """The elements sorted along an axis (all in a row for None), and that axis."""
    if axis is None:
        return np.sort(np.ravel(a)), 0
    if not isinstance(axis, int):
        unsupported("it takes one axis, or None")
    return np.sort(a, axis=axis), axis_in(axis, a.ndim)


def kept(result, rank, axis, keepdims):
    """With ``keepdims``, a result with the axes that were dropped put back."""
    if not keepdims:
        return result
    return np.expand_dims(result, tuple(range(rank)) if axis is None else axis)


@defines(np.median)
def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    if out is not None:
        unsupported("the argument `out` is not supported")
    ordered, along = sorted_along(a, axis)
    before = (slice(None),) * along
    count = ordered.shape[along]
    low = ordered[before + ((count - 1) // 2,)]
    high = ordered[before + (count // 2,)]
    return kept(0.5 * low + 0.5 * high, a.ndim, axis, keepdims)


@defines(np.quantile)
def quantile(
    a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False
):
    if out is not None or method != "linear":
        unsupported("the arguments `out` and `method` are not supported")
    if isinstance(q, list | tuple):
        parts = [np.quantile(a, one, axis, keepdims=keepdims) for one in q]
        return np.asarray(np.stack(parts), np.float64)
    if np.ndim(q):
        unsupported("several fractions are a list, known at compile time")
    ordered, along = sorted_along(a, axis)
    before = (slice(None),) * along
    last = ordered.shape[along] - 1
    place = q * last
    below = int(place)
    above = min(below + 1, last)
    low, high = ordered[before + (below,)], ordered[before + (above,)]
    return kept(low + (high - low) * (place - below), a.ndim, axis, keepdims)


@defines(np.percentile)
def percentile(
    a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False
):
    fraction = [one / 100 for one in q] if isinstance(q, list | tuple) else q / 100
    return np.quantile(a, fraction, axis, out, False, method, keepdims)


@defines(np.interp, arrays="x xp fp")
def interp(x, xp, fp, left=None, right=None, period=None):
    if period is not None:
        unsupported("the argument `period` is not supported")
    x, xp, fp = (np.asarray(one, np.float64) for one in (x, xp, fp))
    last = xp.shape[0] - 1
    above = np.clip(np.searchsorted(xp, x, side="right"), 1, last)
    below = above - 1
    slope = (fp[above] - fp[below]) / (xp[above] - xp[below])
    inside = fp[below] + slope * (x - xp[below])
    low = fp[0] if left is None else left
    high = fp[last] if right is None else right
    return np.where(x < xp[0], low, np.where(x > xp[last], high, inside))


@defines(np.bincount, arrays="x weights")
def bincount(x, weights=None, minlength=0):
    length = np.max(x) + 1
    if not is_known(minlength) or minlength != 0:
        length = max(length, minlength)
    if weights is None:
        counts = np.zeros(length, dtype=np.int64)
        np.add.at(counts, x, 1)
        return counts
    sums = np.zeros(length)
    np.add.at(sums, x, weights)
    return sums
