"""What classes of the tables of rows compute that no function of ``ops`` does."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.dtypes import int32
from srcad.ops import (
    arithmetic,
    convolutions,
    creation,
    layout,
    orders,
    reductions,
    resizing,
    shapes,
)
from srcad.ops._operator import operator
from srcad.ops.kernels.pooling import pooling_pairs
from srcad.ops.recurrent import lstm_layer
from srcad.ops.unpooling import each_axis, max_pool_with_places


def running_products(x: Any, axis: Any, exclusive: bool, reverse: bool) -> Any:
    """The running products; without the element itself, from the other end."""
    axis = int(axis)
    x = shapes.flip(x, (axis,)) if reverse else x
    if exclusive:
        first = shapes.narrow(x, axis, 0, 1)
        rest = shapes.narrow(x, axis, 0, x.shape[axis] - 1)
        x = shapes.concat((creation.ones_like(first), rest), axis)
    found = reductions.cumprod(x, axis)
    return shapes.flip(found, (axis,)) if reverse else found


def diagonal_of_matrix(x: Any) -> Any:
    """The diagonal; ValueError for more axes, which MindSpore takes in pairs."""
    if x.ndim != 2:
        raise ValueError(f"For 'DiagPart', a matrix is expected, not {x.ndim} axes.")
    return layout.diagonal(x)


@operator
def float_status(x: Any) -> Any:
    """``[1.0]`` where an element is infinite or NaN, ``[0.0]`` where none is."""
    unusual = np.logical_not(np.all(np.isfinite(x)))
    return np.reshape(np.asarray(unusual, np.float32), (1,))


def to_depth(x: Any, size: int) -> Any:
    """``(N, C, H, W)`` with blocks of pixels as channels, block by block."""
    n, c, h, w = x.shape
    parts = shapes.reshape(x, (n, c, h // size, size, w // size, size))
    moved = shapes.transpose(parts, (0, 3, 5, 1, 2, 4))
    return shapes.reshape(moved, (n, c * size * size, h // size, w // size))


def to_space(x: Any, size: int) -> Any:
    """``to_depth`` undone."""
    n, c, h, w = x.shape
    parts = shapes.reshape(x, (n, size, size, c // (size * size), h, w))
    moved = shapes.transpose(parts, (0, 3, 4, 1, 5, 2))
    return shapes.reshape(moved, (n, c // (size * size), h * size, w * size))


@operator
def running_logsumexp(x: Any, axis: Any, exclusive: bool, reverse: bool) -> Any:
    """The logarithms of the running sums of exponentials; without the element itself
    (the least number where there is none), from the other end."""
    axis = int(axis)
    x = np.flip(x, axis) if reverse else x
    if exclusive:
        rest = np.delete(x, -1, axis)
        first = np.full_like(np.take(x, [0], axis), np.finfo(x.dtype).min)
        x = np.concatenate((first, rest), axis)
    found = np.logaddexp.accumulate(x, axis=axis)
    return np.flip(found, axis) if reverse else found


def tuple_of(axes: Any) -> tuple[int, ...]:
    """Axes, which may stand in a Tensor."""
    return tuple(int(axis) for axis in axes)


def patches_of(x: Any, sizes: Any, strides: Any, dilations: Any, pads: Any) -> Any:
    """The patches of images, ``(N, C, kh kw, L)``."""
    found = layout.unfold(x, sizes, dilations, pads, strides)
    return shapes.reshape(found, (*x.shape[:2], -1, found.shape[-1]))


def median_of(x: Any, every: bool, axis: int, keep_dims: bool, ignore_nan: bool) -> Any:
    """The median and its int64 place, which is 0 for that of all elements."""
    median = orders.nanmedian if ignore_nan else orders.median
    if not every:
        return median(x, axis, keep_dims)
    values, index = median(shapes.reshape(x, (-1,)), 0, False)
    return values, creation.zeros_like(index)


def nth_element(x: Any, n: int, reverse: bool) -> Any:
    """The n-th smallest of the last axis, from 0, or the n-th largest."""
    place = x.shape[-1] - 1 - n if reverse else n
    return orders.kth_smallest(x, place, -1, False)[0]


@operator
def unravel_index(indices: Any, dims: Any) -> Any:
    """The coordinates of places in a flattened array, a row for each axis."""
    shape = tuple(int(one) for one in dims)
    return np.stack(np.unravel_index(indices, shape)).astype(indices.dtype)


def channels_first(name: str, x: Any, data_format: str) -> Any:
    """Return ``x``. Raises ValueError for another layout than channels first."""
    convolutions.check_layout(name, data_format, "NCHW" if x.ndim == 4 else "NCDHW")
    return x


def same_or_valid(x: Any, window: Any, strides: Any, pad_mode: str) -> Any:
    """The maxima of windows over two axes, and their int32 places in ``C H W``."""
    window, step = convolutions.per_axis(window, 2), convolutions.per_axis(strides, 2)
    pairs: Any = ((0, 0), (0, 0))
    if pad_mode.lower() == "same":
        pairs = pooling_pairs(x.shape[2:], window, step, "same")
    largest, places = max_pool_with_places(x, window, step, pairs, (1, 1), False)
    _, channels, height, width = x.shape
    starts = creation.arange(0, channels * height * width, height * width)
    places = arithmetic.add(places, shapes.reshape(starts, (-1, 1, 1)))
    return largest, shapes.cast(places, int32)


def padded(
    x: Any,
    window: Any,
    strides: Any,
    pads: Any,
    dilation: Any,
    ceil_mode: bool,
    dtype: Any,
    axes: int,
) -> Any:
    """The maxima of windows over the last axes and their places, as ``dtype``."""
    window, gaps = each_axis(window, axes), each_axis(dilation, axes)
    step = window if strides is None else each_axis(strides, axes)
    pairs = tuple((size, size) for size in each_axis(pads, axes))
    largest, places = max_pool_with_places(x, window, step, pairs, gaps, ceil_mode)
    return largest, shapes.cast(places, dtype)


def integer_sizes(sizes: Any, contiguous: bool) -> Any:
    """Sizes as ints. Raises ValueError where not all (before, after) stand in pairs."""
    if not contiguous:
        raise ValueError("For 'PadV3', the paddings are pairs: paddings_contiguous.")
    return tuple(int(size) for size in sizes)


@operator
def left_out(x: Any, y: Any) -> Any:
    """The elements of a vector that another one has not, and their places."""
    kept = np.all(np.expand_dims(x, 1) != y, axis=1)
    return x[kept], np.nonzero(kept)[0]


def with_places(found: Any, dtype: Any) -> Any:
    """Elements and their places, these in another dtype."""
    return found[0], shapes.cast(found[1], dtype)


@operator
def tridiagonal_product(superdiag: Any, maindiag: Any, subdiag: Any, rhs: Any) -> Any:
    """Tridiagonal matrices times others; each diagonal is ``(..., 1, n)``."""
    below = np.concatenate((rhs[..., 1:, :], rhs[..., :1, :] * 0), axis=-2)
    above = np.concatenate((rhs[..., :1, :] * 0, rhs[..., :-1, :]), axis=-2)
    parts = ((superdiag, below), (maindiag, rhs), (subdiag, above))
    return sum(np.swapaxes(diagonal, -1, -2) * part for diagonal, part in parts)


def largest_of_windows(x: Any, sizes: Any) -> Any:
    """The largest elements along the last three axes, and their places as int32."""
    largest, places = resizing.adaptive_max_pool3d(x, sizes, True)
    return largest, shapes.cast(places, int32)


def lstm_of_one_weight(
    x: Any,
    h: Any,
    c: Any,
    w: Any,
    has_bias: bool,
    kind: tuple[int, bool, int],
    sizes: tuple[int, int],
) -> Any:
    """One layer whose weights, and one bias, stand behind each other in ``w``.

    Raises ValueError for more layers, both directions or a projection, and for an input
    and a state of other ``sizes``.
    """
    if kind != (1, False, 0):
        raise ValueError(
            "For 'LSTM', there is one layer in one direction, without a projection, "
            f"but got num_layers, bidirectional, proj_size = {kind}."
        )
    width, size = x.shape[-1], h.shape[-1]
    if (width, size) != sizes:
        raise ValueError(
            f"For 'LSTM', input_size, hidden_size = {sizes}, but the input and the "
            f"state have {(width, size)}."
        )
    flat = shapes.reshape(w, (-1,))
    middle = 4 * size * width
    end = middle + 4 * size * size
    w_ih = shapes.reshape(flat[:middle], (4 * size, width))
    w_hh = shapes.reshape(flat[middle:end], (4 * size, size))
    bias = flat[end : end + 4 * size] if has_bias else None
    out, last_h, last_c = lstm_layer(x, h[0], c[0], w_ih, w_hh, bias, None)
    nothing = creation.zeros((1, 1), x.dtype)
    last_h, last_c = shapes.expand_dims(last_h, 0), shapes.expand_dims(last_c, 0)
    return out, last_h, last_c, nothing, nothing
