"""Maxima with their places, the way back from these, and pooling by other norms.

A place is counted along the pooled axes of the input as one, without its padding. The
first of several equal maxima counts.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import check_floating
from srcad.ops.kernels import average_pool

__all__ = [
    "lp_pool1d",
    "lp_pool2d",
    "max_unpool1d",
    "max_unpool2d",
    "max_unpool3d",
]


def each_axis(value: Any, rank: int) -> Any:
    """Return one int for each of ``rank`` axes, of an int or a tuple."""
    if isinstance(value, int):
        return (value,) * rank
    return tuple(value) * rank if len(value) == 1 else tuple(value)


def check_axes(name: str, x: Any, axes: int) -> None:
    """Raise ValueError for an input that has not so many axes behind the channels."""
    if x.ndim not in (axes + 1, axes + 2):
        raise ValueError(
            f"For '{name}', the input has {axes + 2} axes, or {axes + 1} without a "
            f"batch, but got {x.ndim}."
        )


def ceiled_padding(size: Any, reach: int, stride: int, padding: Any) -> Any:
    """Return (before, after), so that a last window which is not whole counts, too.

    One that would begin behind the input and its padding before does not.
    """
    before, after = padding
    windows = -(-(size + before + after - reach) // stride)
    if windows * stride >= size + before:
        windows = windows - 1
    return before, max(after, windows * stride + reach - size - before)


@operator
def max_pool_with_places(
    x: Any, window: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool
) -> Any:
    """Return ``(maxima, places)`` of windows over the last axes; ``places`` int64.

    Each setting has an int for each axis, ``padding`` a pair (before, after).
    """
    rank = len(window)
    check_axes("max_pool", x, rank)
    first = x.ndim - rank
    batch, sizes = x.shape[:first], x.shape[first:]
    pairs: list[Any] = []
    flat: Any = 0
    outside: Any = 0
    counts: list[Any] = []
    for axis in range(rank):
        reach = dilation[axis] * (window[axis] - 1) + 1
        pair = padding[axis]
        if ceil_mode:
            pair = ceiled_padding(sizes[axis], reach, stride[axis], pair)
        pairs.append(pair)
        padded = sizes[axis] + pair[0] + pair[1]
        count = (padded - reach) // stride[axis] + 1
        counts.append(count)
        steps = np.arange(window[axis])[:, None] * dilation[axis]
        along = steps + np.arange(count) * stride[axis]
        shape = (1,) * axis + (window[axis],) + (1,) * (rank - 1)
        shape = shape + (count,) + (1,) * (rank - 1 - axis)
        along = np.reshape(along, shape)
        flat = flat * padded + along
        outside = outside * sizes[axis] + (along - pair[0])
    margins = [(0, 0)] * first + pairs
    filled = np.pad(x, margins, constant_values=-np.inf)
    area = math.prod(window)
    flat = np.reshape(flat, (area, -1))
    values = np.take(np.reshape(filled, (*batch, -1)), flat, axis=first)
    best = np.expand_dims(np.argmax(values, axis=first), first)
    largest = np.take_along_axis(values, best, axis=first)
    outside = np.broadcast_to(np.reshape(outside, (area, -1)), values.shape)
    places = np.take_along_axis(outside, best, axis=first)
    shape = (*batch, *counts)
    return np.reshape(largest, shape), np.reshape(places, shape).astype(np.int64)


@operator
def adaptive_max_pool_with_places(x: Any, counts: Any) -> Any:
    """Return ``(maxima, places)`` of as many even windows; a count of None keeps one.

    Windows overlap where a size is no multiple of the one that is wanted.
    """
    check_axes("adaptive_max_pool", x, len(counts))
    first = x.ndim - len(counts)
    batch, sizes = x.shape[:first], x.shape[first:]
    found = tuple(
        size if count is None else count
        for size, count in zip(sizes, counts, strict=True)
    )
    flat: Any = 0
    for k in range(len(counts)):
        window = np.arange(found[k])
        start = window * sizes[k] // found[k]
        end = -(-(window + 1) * sizes[k] // found[k])
        steps = np.arange(-(-sizes[k] // found[k]) + 1)[:, None]
        # A window that is narrower has its last element again.
        along = np.minimum(start + steps, end - 1)
        shape = (1,) * k + (along.shape[0],) + (1,) * (len(counts) - 1)
        shape = shape + (found[k],) + (1,) * (len(counts) - 1 - k)
        flat = flat * sizes[k] + np.reshape(along, shape)
    flat = np.reshape(flat, (-1, math.prod(found)))
    values = np.take(np.reshape(x, (*batch, -1)), flat, axis=first)
    best = np.expand_dims(np.argmax(values, axis=first), first)
    largest = np.take_along_axis(values, best, axis=first)
    places = np.take_along_axis(np.broadcast_to(flat, values.shape), best, axis=first)
    shape = (*batch, *found)
    return np.reshape(largest, shape), np.reshape(places, shape).astype(np.int64)


def _unpooled(
    name: str,
    x: Any,
    indices: Any,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    output_size: Any,
    rank: int,
) -> Any:
    if x.ndim not in (rank + 1, rank + 2) or x.shape != indices.shape:
        raise ValueError(
            f"For '{name}', the input has {rank + 1} or {rank + 2} axes and the "
            f"indices its shape, but got {x.shape} and {indices.shape}."
        )
    window, pads = each_axis(kernel_size, rank), each_axis(padding, rank)
    step = window if stride is None else each_axis(stride, rank)
    first = x.ndim - rank
    sizes = tuple(
        (x.shape[first + k] - 1) * step[k] - 2 * pads[k] + window[k]
        for k in range(rank)
    )
    if output_size is not None:
        sizes = tuple(output_size)[len(output_size) - rank :]
    batch = x.shape[:first]
    flat = np.zeros((*batch, math.prod(sizes)), dtype=x.dtype)
    places, values = np.reshape(indices, (*batch, -1)), np.reshape(x, (*batch, -1))
    np.put_along_axis(flat, places, values, axis=first)
    return np.reshape(flat, (*batch, *sizes))


@operator
def max_unpool1d(
    x: Any,
    indices: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    output_size: Any = None,
) -> Any:
    """Return ``(N, C, L')``: the maxima at their places, zeros elsewhere."""
    settings = (kernel_size, stride, padding, output_size)
    return _unpooled("max_unpool1d", x, indices, *settings, 1)


@operator
def max_unpool2d(
    x: Any,
    indices: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    output_size: Any = None,
) -> Any:
    """Return ``(N, C, H', W')``: the maxima at their places, zeros elsewhere."""
    settings = (kernel_size, stride, padding, output_size)
    return _unpooled("max_unpool2d", x, indices, *settings, 2)


@operator
def max_unpool3d(
    x: Any,
    indices: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    output_size: Any = None,
) -> Any:
    """Return ``(N, C, D', H', W')``: the maxima at their places, zeros elsewhere."""
    settings = (kernel_size, stride, padding, output_size)
    return _unpooled("max_unpool3d", x, indices, *settings, 3)


def _lp_pool(
    x: Any, norm_type: float, window: Any, stride: Any, ceil_mode: bool
) -> Any:
    check_axes("lp_pool", x, len(window))
    check_floating("lp_pool", x)
    step = window if stride is None else each_axis(stride, len(window))
    pairs: Any = ((0, 0),) * len(window)
    if ceil_mode:
        sizes = x.shape[x.ndim - len(window) :]
        pairs = tuple(
            ceiled_padding(sizes[k], window[k], step[k], (0, 0))
            for k in range(len(window))
        )
    powers = average_pool(x**norm_type, window, step, pairs) * math.prod(window)
    return powers ** (1.0 / norm_type)


@operator
def lp_pool1d(
    x: Any,
    norm_type: float,
    kernel_size: int,
    stride: int | None = None,
    ceil_mode: bool = False,
) -> Any:
    """Return ``(sum(x^p))^(1/p)`` of windows of ``(N, C, L)`` or ``(C, L)``."""
    return _lp_pool(x, norm_type, each_axis(kernel_size, 1), stride, ceil_mode)


@operator
def lp_pool2d(
    x: Any,
    norm_type: float,
    kernel_size: Any,
    stride: Any = None,
    ceil_mode: bool = False,
) -> Any:
    """Return ``(sum(x^p))^(1/p)`` of windows of ``(N, C, H, W)``."""
    return _lp_pool(x, norm_type, each_axis(kernel_size, 2), stride, ceil_mode)
