"""Pooling over the last axes, and what its gradients are made of.

``window``, ``stride`` and ``padding`` (pairs before and after) have one entry for each
pooled axis; ``padding="same"`` adds what gives ``ceil(size / stride)`` elements, the
larger half after the input. The kernels are closed under differentiation: averaging is
linear, and its transpose is ``average_pool_gradient``; the maximum's transpose scatters
to the places of the maxima (``max_pool_gradient``), and the transpose of that picks
from them (``max_pool_pick``). Both take the maxima, ``largest``, which are there
anyway. The place of a maximum is the first where several are equal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import kernel
from srcad.ops.kernels.convolution import positions_of


def pooling_pairs(sizes: Any, window: Any, stride: Any, padding: Any) -> Any:
    """Return how many elements to add (before, after) each pooled axis."""
    if padding != "same":
        return list(padding)
    pairs = []
    for size, extent, step in zip(sizes, window, stride, strict=True):
        total = max((-(-size // step) - 1) * step + extent - size, 0)
        pairs.append((total // 2, total - total // 2))
    return pairs


def pooling_windows(x: Any, window: Any, stride: Any, padding: Any, fill: float) -> Any:
    """Return a view ``(..., *positions, *window)`` of x, padded with ``fill``."""
    rank = len(window)
    axes = tuple(range(x.ndim - rank, x.ndim))
    pairs = pooling_pairs(x.shape[x.ndim - rank :], window, stride, padding)
    if any(map(any, pairs)):
        margins = [(0, 0)] * (x.ndim - rank) + pairs
        x = np.pad(x, margins, constant_values=fill)
    view: Any = np.lib.stride_tricks.sliding_window_view(x, window, axis=axes)
    steps = tuple(slice(None, None, step) for step in stride)
    return view[(..., *steps, *[slice(None)] * rank)]


def scatter_windows(values: Any, shape: Any, stride: Any, padding: Any) -> Any:
    """Add up ``(..., *positions, *window)`` where the windows lay: its transpose."""
    rank = len(stride)
    positions = values.shape[values.ndim - 2 * rank : values.ndim - rank]
    window = values.shape[values.ndim - rank :]
    sizes = shape[len(shape) - rank :]
    pairs = pooling_pairs(sizes, window, stride, padding)
    padded: Any = np.zeros(
        (
            *shape[: len(shape) - rank],
            *[n + sum(pair) for n, pair in zip(sizes, pairs, strict=True)],
        ),
        values.dtype,
    )
    for offset in np.ndindex(*window):
        place = tuple(
            slice(start, start + step * (count - 1) + 1, step)
            for start, step, count in zip(offset, stride, positions, strict=True)
        )
        padded[(..., *place)] += values[(..., *offset)]
    inside = [slice(p[0], p[0] + n) for n, p in zip(sizes, pairs, strict=True)]
    return padded[(..., *inside)]


def pooled_shape(x: Any, window: Any, stride: Any, padding: Any) -> Any:
    """Return the shape of a pooling; None for what only run time knows."""
    kept = len(x) - len(window)
    count = positions_of(x[kept:], window, stride, padding, [1] * len(window))
    return (*x[:kept], *count)


@kernel(shape=pooled_shape)
def average_pool(x: Any, window: Any, stride: Any, padding: Any) -> Any:
    """Return the mean of each window; padding counts as zeros."""
    windows = pooling_windows(x, window, stride, padding, 0)
    return windows.mean(axis=tuple(range(-len(window), 0)))


@kernel(shape=lambda dout, shape, window, stride, padding: shape)
def average_pool_gradient(
    dout: Any, shape: Any, window: Any, stride: Any, padding: Any
) -> Any:
    """Return the cotangent, of this shape, of the input of an average pooling."""
    share = dout / int(np.prod(window))
    spread = np.broadcast_to(
        share.reshape(share.shape + (1,) * len(window)), (*share.shape, *window)
    )
    return scatter_windows(spread, shape, stride, padding)


def window_parts(x: Any, window: Any, stride: Any, padding: Any, fill: float) -> Any:
    """Return for each place in a window a view ``(..., *positions)`` of what stands
    there, of x, padded with ``fill``."""
    sizes = x.shape[x.ndim - len(window) :]
    pairs = pooling_pairs(sizes, window, stride, padding)
    if any(map(any, pairs)):
        margins = [(0, 0)] * (x.ndim - len(window)) + pairs
        x = np.pad(x, margins, constant_values=fill)
        sizes = x.shape[x.ndim - len(window) :]
    rests = [size - extent for size, extent in zip(sizes, window, strict=True)]
    if min(rests) < 0:
        raise ValueError("window shape cannot be larger than input array shape")
    offsets: Any = [(...,)]
    for extent, rest, step in zip(window, rests, stride, strict=True):
        places = [slice(k, k + rest + 1, step) for k in range(extent)]
        offsets = [(*offset, place) for offset in offsets for place in places]
    return [x[offset] for offset in offsets]


def first_maxima(parts: Any, largest: Any) -> Any:
    """Yield for each place in a window whether the maximum of the window is there."""
    others = np.ones(largest.shape, bool)
    unordered = np.isnan(largest).any()
    for part in parts:
        here = part == largest
        if unordered:
            here |= np.isnan(part)
        here &= others
        yield here
        others ^= here


@kernel(shape=pooled_shape)
def max_pool(x: Any, window: Any, stride: Any, padding: Any) -> Any:
    """Return the maximum of each window; padding never wins."""
    first, *others = window_parts(x, window, stride, padding, -np.inf)
    largest = first.copy()
    for part in others:
        np.maximum(largest, part, out=largest)
    return largest


@kernel(shape=lambda dout, x, largest, window, stride, padding: x)
def max_pool_gradient(
    dout: Any, x: Any, largest: Any, window: Any, stride: Any, padding: Any
) -> Any:
    """Return dout, added up at the places of the maxima of x."""
    rank = len(window)
    sizes = x.shape[x.ndim - rank :]
    pairs = pooling_pairs(sizes, window, stride, padding)
    padded = [n + sum(pair) for n, pair in zip(sizes, pairs, strict=True)]
    dx: Any = np.zeros((*x.shape[: x.ndim - rank], *padded), dout.dtype)
    dparts = window_parts(dx, window, stride, [(0, 0)] * rank, 0)
    places = first_maxima(window_parts(x, window, stride, pairs, -np.inf), largest)
    zero = dout.dtype.type(0)
    overlap = any(step < extent for step, extent in zip(stride, window, strict=True))
    # A product is faster than a choice, for which the processor guesses: two thirds
    # of the time are saved. Infinity times zero is no number, though.
    finite = not overlap and np.isfinite(dout).all()
    for dpart, here in zip(dparts, places, strict=True):
        if finite:
            np.multiply(dout, here, out=dpart)
            continue
        there = np.where(here, dout, zero)
        dpart[...] = dpart + there if overlap else there
    inside = [slice(p[0], p[0] + n) for n, p in zip(sizes, pairs, strict=True)]
    return dx[(..., *inside)]


@kernel(shape=lambda v, x, largest, window, stride, padding: largest)
def max_pool_pick(
    v: Any, x: Any, largest: Any, window: Any, stride: Any, padding: Any
) -> Any:
    """Return the elements of v that stand at the places of the maxima of x."""
    places = first_maxima(window_parts(x, window, stride, padding, -np.inf), largest)
    parts = window_parts(v, window, stride, padding, 0)
    picked: Any = np.zeros(parts[0].shape, v.dtype)
    for part, here in zip(parts, places, strict=True):
        picked += np.where(here, part, v.dtype.type(0))
    return picked


def even_shares(size: Any, count: Any) -> Any:
    """Return ``(count, size)`` shares: row k averages the k-th of ``count`` windows.

    Window k reaches from ``floor(k size / count)`` to ``ceil((k + 1) size / count)``.
    """
    first = np.arange(count) * size // count
    last = -(-(np.arange(count) + 1) * size // count)
    place = np.arange(size)
    inside = (first[:, None] <= place) & (place < last[:, None])
    return inside / inside.sum(axis=1, keepdims=True)


def adaptive_shape(x: Any, counts: Any) -> Any:
    """Return the shape of an adaptive pooling; a count of None keeps a size."""
    kept = x[len(x) - len(counts) :]
    sizes = [k if n is None else n for n, k in zip(counts, kept, strict=True)]
    return (*x[: len(x) - len(counts)], *sizes)


@kernel(shape=adaptive_shape)
def adaptive_average_pool(x: Any, counts: Any) -> Any:
    """Return the means of as many windows along the last axes as ``counts`` says."""
    for place, count in enumerate(counts):
        axis = x.ndim - len(counts) + place
        shares = even_shares(x.shape[axis], count or x.shape[axis]).astype(x.dtype)
        x = np.moveaxis(np.tensordot(x, shares, axes=(axis, 1)), -1, axis)
    return x


@kernel(shape=lambda dout, shape, counts: shape)
def adaptive_average_pool_gradient(dout: Any, shape: Any, counts: Any) -> Any:
    """Return the cotangent, of this shape, of the input of an adaptive pooling."""
    for place, count in enumerate(counts):
        axis = dout.ndim - len(counts) + place
        shares = even_shares(shape[axis], count or shape[axis]).astype(dout.dtype)
        dout = np.moveaxis(np.tensordot(dout, shares, axes=(axis, 0)), -1, axis)
    return dout


@adaptive_average_pool.defbprop
def adaptive_average_pool_bprop(x: Any, counts: Any, out: Any, dout: Any) -> Any:
    """Linear: the transpose."""
    return adaptive_average_pool_gradient(dout, x.shape, counts), None


@adaptive_average_pool_gradient.defbprop
def adaptive_average_pool_gradient_bprop(
    dout: Any, shape: Any, counts: Any, out: Any, ddx: Any
) -> Any:
    """The transpose of the transpose."""
    return adaptive_average_pool(ddx, counts), None, None


@average_pool.defbprop
def average_pool_bprop(
    x: Any, window: Any, stride: Any, padding: Any, out: Any, dout: Any
) -> Any:
    """Linear: the transpose."""
    dx = average_pool_gradient(dout, x.shape, window, stride, padding)
    return dx, None, None, None


@average_pool_gradient.defbprop
def average_pool_gradient_bprop(
    dout: Any, shape: Any, window: Any, stride: Any, padding: Any, out: Any, ddx: Any
) -> Any:
    """The transpose of the transpose."""
    return average_pool(ddx, window, stride, padding), None, None, None, None


@max_pool.defbprop
def max_pool_bprop(
    x: Any, window: Any, stride: Any, padding: Any, out: Any, dout: Any
) -> Any:
    """The cotangent of a maximum goes to where it stood."""
    return max_pool_gradient(dout, x, out, window, stride, padding), None, None, None


@max_pool_gradient.defbprop
def max_pool_gradient_bprop(
    dout: Any,
    x: Any,
    largest: Any,
    window: Any,
    stride: Any,
    padding: Any,
    out: Any,
    ddx: Any,
) -> Any:
    """Linear in dout; the places do not change with x, almost everywhere."""
    ddout = max_pool_pick(ddx, x, largest, window, stride, padding)
    return ddout, None, None, None, None, None


@max_pool_pick.defbprop
def max_pool_pick_bprop(
    v: Any,
    x: Any,
    largest: Any,
    window: Any,
    stride: Any,
    padding: Any,
    out: Any,
    dout: Any,
) -> Any:
    """Linear in v: the transpose of picking is scattering."""
    dv = max_pool_gradient(dout, x, largest, window, stride, padding)
    return dv, None, None, None, None, None
