"""What classes of the tables of rows compute that no function of ``ops`` does."""

from __future__ import annotations

from typing import Any

from srcad.dtypes import int32
from srcad.ops import arithmetic, convolutions, creation, layout, reductions, shapes
from srcad.ops.kernels.pooling import pooling_pairs
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
