"""Sums, means, and what is made of them."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.numpy_library.definitions import (
    axis_in,
    defines,
    root,
    unsupported,
)


@defines(np.var)
def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    if dtype is not None or out is not None:
        unsupported("the arguments `dtype` and `out` are not supported")
    deviation = a - np.mean(a, axis=axis, keepdims=True)
    if ddof == 0:
        return np.mean(deviation * deviation, axis=axis, keepdims=keepdims)
    count = np.size(a) if axis is None else np.size(a, axis)
    return np.sum(deviation * deviation, axis=axis, keepdims=keepdims) / (count - ddof)


@defines(np.std)
def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return root(np.var(a, axis, dtype, out, ddof, keepdims))


@defines(np.size)
def size(a, axis=None):
    if axis is None:
        return a.size
    if isinstance(axis, int):
        return a.shape[axis]
    total = 1
    for one in axis:
        total = total * a.shape[one]
    return total


@defines(np.ptp)
def ptp(a, axis=None, out=None, keepdims=False):
    if out is not None:
        unsupported("the argument `out` is not supported")
    high = np.max(a, axis=axis, keepdims=keepdims)
    return high - np.min(a, axis=axis, keepdims=keepdims)


@defines(np.average, arrays="a weights")
def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    if returned:
        unsupported("the argument `returned` is not supported")
    if weights is None:
        return np.mean(a, axis=axis, keepdims=keepdims)
    if weights.ndim != a.ndim:
        if weights.ndim != 1 or not isinstance(axis, int):
            unsupported("the weights have one axis, or those of the array")
        behind = a.ndim - axis_in(axis, a.ndim) - 1
        if behind:
            weights = np.expand_dims(weights, tuple(range(1, behind + 1)))
        total = np.sum(a * weights, axis=axis, keepdims=keepdims)
        return total / np.sum(weights)
    total = np.sum(a * weights, axis=axis, keepdims=keepdims)
    return total / np.sum(weights, axis=axis, keepdims=keepdims)


# --------------------------------------------------------------- without what is NaN


@defines(np.nansum)
def nansum(a, axis=None, dtype=None, out=None, keepdims=False):
    known = np.where(np.isnan(a), 0, a)
    return np.sum(known, axis, dtype, out, keepdims)


@defines(np.nanprod)
def nanprod(a, axis=None, dtype=None, out=None, keepdims=False):
    known = np.where(np.isnan(a), 1, a)
    return np.prod(known, axis, dtype, out, keepdims)


@defines(np.nanmean)
def nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    known = ~np.isnan(a)
    total = np.sum(np.where(known, a, 0), axis, dtype, out, keepdims)
    return total / np.astype(np.sum(known, axis=axis, keepdims=keepdims), a.dtype)


@defines(np.nanvar)
def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    known = ~np.isnan(a)
    mean = np.nanmean(a, axis, dtype, out, keepdims=True)
    deviation = np.where(known, a - mean, 0)
    total = np.sum(deviation * deviation, axis=axis, keepdims=keepdims)
    count = np.sum(known, axis=axis, keepdims=keepdims) - ddof
    return total / np.astype(count, a.dtype)


@defines(np.nanstd)
def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return np.sqrt(np.nanvar(a, axis, dtype, out, ddof, keepdims))


@defines(np.nanmax)
def nanmax(a, axis=None, out=None, keepdims=False):
    missing = np.isnan(a)
    high = np.max(np.where(missing, -np.inf, a), axis, out, keepdims)
    return np.where(np.all(missing, axis=axis, keepdims=keepdims), np.nan, high)


@defines(np.nanmin)
def nanmin(a, axis=None, out=None, keepdims=False):
    missing = np.isnan(a)
    low = np.min(np.where(missing, np.inf, a), axis, out, keepdims)
    return np.where(np.all(missing, axis=axis, keepdims=keepdims), np.nan, low)


# -------------------------------------------------------------- differences, integrals


@defines(np.diff, arrays="a prepend append")
def diff(a, n=1, axis=-1, prepend=None, append=None):
    if n == 0:
        return a
    axis = axis_in(axis, a.ndim)
    if prepend is not None:
        a = np.concatenate((_edge(prepend, a, axis), a), axis)
    if append is not None:
        a = np.concatenate((a, _edge(append, a, axis)), axis)
    before = (slice(None),) * axis
    for _ in range(n):
        a = a[before + (slice(1, None),)] - a[before + (slice(None, -1),)]
    return a


def _edge(item, a, axis):
    """What ``diff`` puts at an end: a number stands for one along the axis."""
    if np.ndim(item):
        return item
    shape = tuple(1 if k == axis else size for k, size in enumerate(a.shape))
    return np.broadcast_to(item, shape)


@defines(np.ediff1d, arrays="ary")
def ediff1d(ary):
    return np.diff(np.ravel(ary))


@defines(np.gradient, arrays="f")
def gradient(f, *varargs, axis=None, edge_order=1):
    if edge_order != 1:
        unsupported("the argument `edge_order` is not supported")
    axes = range(f.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    steps = varargs if varargs else (1.0,)
    if len(steps) == 1:
        steps = tuple(steps) * len(axes)
    if any(np.ndim(step) for step in steps):
        unsupported("the samples have the same distance here")
    parts = [
        _gradient_along(f, axis_in(one, f.ndim), step)
        for one, step in zip(axes, steps, strict=True)
    ]
    return parts[0] if len(parts) == 1 else tuple(parts)


def _gradient_along(f, axis, step):
    before = (slice(None),) * axis
    first = f[before + (slice(1, 2),)] - f[before + (slice(0, 1),)]
    inner = f[before + (slice(2, None),)] - f[before + (slice(None, -2),)]
    last = f[before + (slice(-1, None),)] - f[before + (slice(-2, -1),)]
    return np.concatenate((first, inner / 2, last), axis=axis) / step


@defines(np.trapezoid, arrays="y x")
def trapezoid(y, x=None, dx=1.0, axis=-1):
    axis = axis_in(axis, y.ndim)
    before = (slice(None),) * axis
    sums = y[before + (slice(1, None),)] + y[before + (slice(None, -1),)]
    if x is None:
        return np.sum(sums, axis=axis) * (dx / 2)
    if x.ndim == 1:
        widths = np.diff(x)
        if axis != y.ndim - 1:
            widths = np.expand_dims(widths, tuple(range(1, y.ndim - axis)))
    else:
        widths = np.diff(x, axis=axis)
    return np.sum(widths * sums, axis=axis) / 2


# ------------------------------------------------------------------------- covariances


@defines(np.cov, arrays="m")
def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    if y is not None or m.ndim > 2:
        unsupported("it takes one matrix")
    m = np.asarray(m, np.float64)
    if m.ndim == 1:
        return np.var(m, ddof=_lost(bias, ddof))
    if not rowvar:
        m = np.transpose(m)
    deviation = m - np.mean(m, axis=1, keepdims=True)
    return deviation @ np.transpose(deviation) / (m.shape[1] - _lost(bias, ddof))


def _lost(bias, ddof):
    if ddof is not None:
        return ddof
    return 0 if bias else 1


@defines(np.corrcoef, arrays="x")
def corrcoef(x, y=None, rowvar=True):
    covariance = np.cov(x, y, rowvar)
    if x.ndim == 1:
        return covariance / covariance
    deviation = np.sqrt(np.diagonal(covariance))
    return covariance / np.outer(deviation, deviation)
