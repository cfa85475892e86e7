"""Running extremes and sums, medians and quantiles, counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import as_floating

__all__ = [
    "aminmax",
    "bincount",
    "cummax",
    "cummin",
    "logcumsumexp",
    "median",
    "msort",
    "nanmedian",
    "quantile",
]


def _running(input: Any, axis: int, best: Any) -> Any:
    shape = (-1,) + (1,) * (input.ndim - 1 - axis % input.ndim)
    place = np.reshape(np.arange(input.shape[axis]), shape)
    found = np.where(input == best, place, 0)
    index = np.maximum.accumulate(found, axis=axis)
    return np.take_along_axis(input, index, axis=axis), index.astype(np.int64)


@operator
def cummax(input: Any, axis: int) -> Any:
    """Return ``(values, int64 index)`` of the largest so far, the last of equals."""
    return _running(input, axis, np.maximum.accumulate(input, axis=axis))


@operator
def running_minima(input: Any, axis: int) -> Any:
    """Return ``(values, int64 index)`` of the smallest so far, the last of equals."""
    return _running(input, axis, np.minimum.accumulate(input, axis=axis))


@operator
def cummin(input: Any, axis: int) -> Any:
    """Return ``(values, int32 index)`` of the smallest so far, the last of equals."""
    values, index = running_minima(input, axis)
    return values, index.astype(np.int32)


@operator
def logcumsumexp(input: Any, axis: int) -> Any:
    """Return the logarithms of the running sums of exponentials, without overflow."""
    return np.logaddexp.accumulate(input, axis=axis)


@operator
def kth_smallest(input: Any, k: int, axis: int, keepdims: bool) -> Any:
    """Return ``(values, int64 index)`` of the k-th smallest along ``axis``, from 0."""
    order = np.argsort(input, axis=axis, stable=True)
    index = np.take(order, np.arange(k, k + 1), axis=axis)
    values = np.take_along_axis(input, index, axis=axis)
    if not keepdims:
        index, values = np.squeeze(index, axis=axis), np.squeeze(values, axis=axis)
    return values, index.astype(np.int64)


@operator
def median(input: Any, axis: int = -1, keepdims: bool = False) -> Any:
    """Return ``(values, int64 index)`` of the median; of two the smaller one."""
    return kth_smallest(input, (input.shape[axis] - 1) // 2, axis, keepdims)


@operator
def nanmedian(input: Any, axis: int = -1, keepdims: bool = False) -> Any:
    """Return ``(values, int64 index)`` of the median of what is no NaN.

    Raises TypeError for None: it is the median along one axis.
    """
    if axis is None:
        raise TypeError("For 'nanmedian', the argument 'axis' must be an int.")
    order = np.argsort(input, axis=axis, stable=True)
    count = np.sum(~np.isnan(input), axis=axis, keepdims=True)
    place = np.maximum(count - 1, 0) // 2
    index = np.take_along_axis(order, place, axis=axis)
    values = np.take_along_axis(input, index, axis=axis)
    if not keepdims:
        index, values = np.squeeze(index, axis=axis), np.squeeze(values, axis=axis)
    return values, index.astype(np.int64)


@operator
def msort(input: Any) -> Any:
    """Return the elements in order along the first axis."""
    return np.sort(input, axis=0)


@operator
def aminmax(input: Any, *, axis: Any = 0, keepdims: bool = False) -> Any:
    """Return ``(smallest, largest)`` along ``axis``, of all elements for None."""
    keeps: Any = keepdims
    least = np.min(input, axis=axis, keepdims=keeps)
    return least, np.max(input, axis=axis, keepdims=keeps)


@operator
def quantile(input: Any, q: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return what a share ``q`` of the elements is below, linear between two."""
    return np.quantile(as_floating(input), q, axis=axis, keepdims=keepdims)


@operator
def bincount(input: Any, weights: Any = None, minlength: int = 0) -> Any:
    """Return how often each integer is there, as float32, or the sum of its weights."""
    if weights is None:
        return np.bincount(input, minlength=minlength).astype(np.float32)
    return np.bincount(input, weights, minlength).astype(weights.dtype)
