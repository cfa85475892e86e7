"""Convolution over one, two or three axes, and its two gradients.

The three are closed under differentiation: each is bilinear, and its bprop is made of
the other two. ``padding`` is a tuple of pairs (before, after), one an axis, or
``"same"`` (the output has ``ceil(size / stride)`` elements; the larger half of the
padding stands after the input). The weight is ``(out, in / groups, *window)``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import kernel


def padding_pairs(
    padding: Any, sizes: Any, window: Any, stride: Any, dilation: Any
) -> list[tuple[int, int]]:
    """Return how many elements to add (before, after) each axis."""
    if padding != "same":
        return list(padding)
    pairs = []
    for size, extent, step, gap in zip(sizes, window, stride, dilation, strict=True):
        needed = (-(-size // step) - 1) * step + (extent - 1) * gap + 1
        total = max(needed - size, 0)
        pairs.append((total // 2, total - total // 2))
    return pairs


def framed(x: Any, pairs: Any) -> Any:
    """Return x with so many zeros (before, after) each axis."""
    sizes = [n + sum(pair) for n, pair in zip(x.shape, pairs, strict=True)]
    wide: Any = np.zeros(sizes, x.dtype)
    places = zip(x.shape, pairs, strict=True)
    wide[tuple(slice(pair[0], pair[0] + n) for n, pair in places)] = x
    return wide


def sliding_windows(
    x: Any, window: Any, stride: Any, padding: Any, dilation: Any
) -> Any:
    """Return a view ``(batch, channels, *window, *positions)`` of the padded x."""
    pairs = padding_pairs(padding, x.shape[2:], window, stride, dilation)
    if any(map(any, pairs)):
        x = framed(x, [(0, 0), (0, 0), *pairs])
    x = np.ascontiguousarray(x)
    positions = []
    for size, extent, step, gap in zip(
        x.shape[2:], window, stride, dilation, strict=True
    ):
        rest = size - (extent - 1) * gap - 1
        if rest < 0:
            raise ValueError("window shape cannot be larger than input array shape")
        positions.append(rest // step + 1)
    gaps = [n * gap for n, gap in zip(x.strides[2:], dilation, strict=True)]
    steps = [n * step for n, step in zip(x.strides[2:], stride, strict=True)]
    # A tenth of the time of a small network is saved by this instead of a
    # ``sliding_window_view``, of which parts are taken and turned round, and a
    # twentieth instead of ``as_strided``.
    shape = (*x.shape[:2], *window, *positions)
    return np.ndarray(shape, x.dtype, x, strides=(*x.strides[:2], *gaps, *steps))


def positions_of(
    sizes: Any, window: Any, stride: Any, padding: Any, dilation: Any
) -> list[int | None]:
    """Return how many positions a window has on each axis, where its size is known.

    None where it is not, or where the window does not fit.
    """
    counts: list[int | None] = []
    same = padding == "same"
    pairs = ["same"] * len(sizes) if same else [[pair] for pair in padding]
    axes = zip(sizes, window, stride, dilation, pairs, strict=True)
    for size, extent, step, gap, pair in axes:
        numbers = (size, extent, step, gap, *(() if same else pair[0]))
        rest = -1
        if all(isinstance(number, int) for number in numbers):
            (added,) = padding_pairs(pair, [size], [extent], [step], [gap])
            rest = size + sum(added) - (extent - 1) * gap - 1
        counts.append(rest // step + 1 if rest >= 0 else None)
    return counts


def convolution_shape(
    x: Any, weight: Any, stride: Any, padding: Any, dilation: Any, groups: Any
) -> Any:
    """Return the shape of a convolution; None for what only run time knows."""
    count = positions_of(x[2:], weight[2:], stride, padding, dilation)
    return (x[0], weight[0], *count)


@kernel(shape=convolution_shape)
def convolution(
    x: Any, weight: Any, stride: Any, padding: Any, dilation: Any, groups: Any
) -> Any:
    """Return the convolution of x ``(batch, in, *sizes)`` with the weight."""
    window = weight.shape[2:]
    columns = sliding_windows(x, window, stride, padding, dilation)
    positions = columns.shape[2 + len(window) :]
    rows = weight.reshape(groups, weight.shape[0] // groups, -1)
    columns = columns.reshape(x.shape[0], groups, rows.shape[2], -1)
    return (rows @ columns).reshape(x.shape[0], weight.shape[0], *positions)


@kernel(shape=lambda dout, weight, shape, stride, padding, dilation, groups: shape)
def convolution_input_gradient(
    dout: Any,
    weight: Any,
    shape: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: Any,
) -> Any:
    """Return the cotangent, of this shape, of the input of a convolution."""
    window = weight.shape[2:]
    positions = dout.shape[2:]
    rows = weight.reshape(groups, weight.shape[0] // groups, -1).swapaxes(1, 2)
    columns = rows @ dout.reshape(dout.shape[0], groups, rows.shape[2], -1)
    columns = columns.reshape(shape[0], shape[1], *window, *positions)
    pairs = padding_pairs(padding, shape[2:], window, stride, dilation)
    padded = np.zeros(
        (*shape[:2], *[n + sum(p) for n, p in zip(shape[2:], pairs, strict=True)]),
        dout.dtype,
    )
    for offset in np.ndindex(*window):
        place = [
            slice(start * gap, start * gap + step * (count - 1) + 1, step)
            for start, gap, step, count in zip(
                offset, dilation, stride, positions, strict=True
            )
        ]
        padded[(slice(None), slice(None), *place)] += columns[
            (slice(None), slice(None), *offset)
        ]
    inside = [slice(p[0], p[0] + n) for n, p in zip(shape[2:], pairs, strict=True)]
    return padded[(slice(None), slice(None), *inside)]


@kernel(shape=lambda dout, x, shape, stride, padding, dilation, groups: shape)
def convolution_weight_gradient(
    dout: Any,
    x: Any,
    shape: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: Any,
) -> Any:
    """Return the cotangent, of this shape, of the weight of a convolution."""
    columns = sliding_windows(x, shape[2:], stride, padding, dilation)
    batch, rank = x.shape[0], len(shape) - 2
    rows = dout.reshape(batch, groups, shape[0] // groups, -1)
    # One product a group, over the batch and the positions at once.
    rows = rows.transpose(1, 2, 0, 3).reshape(groups, shape[0] // groups, -1)
    columns = columns.reshape(batch, groups, shape[1], *columns.shape[2:])
    order = (1, 2, *range(3, 3 + rank), 0, *range(3 + rank, 3 + 2 * rank))
    columns = columns.transpose(order).reshape(groups, -1, rows.shape[2])
    return (rows @ columns.swapaxes(1, 2)).reshape(shape)


@convolution.defbprop
def convolution_bprop(
    x: Any,
    weight: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: Any,
    out: Any,
    dout: Any,
) -> Any:
    """Each operand's cotangent is bilinear in the other operand and dout."""
    dx = convolution_input_gradient(
        dout, weight, x.shape, stride, padding, dilation, groups
    )
    dweight = convolution_weight_gradient(
        dout, x, weight.shape, stride, padding, dilation, groups
    )
    return dx, dweight, None, None, None, None


@convolution_input_gradient.defbprop
def convolution_input_gradient_bprop(
    dout: Any,
    weight: Any,
    shape: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: Any,
    out: Any,
    ddx: Any,
) -> Any:
    """The transpose of the transpose is the convolution itself."""
    ddout = convolution(ddx, weight, stride, padding, dilation, groups)
    dweight = convolution_weight_gradient(
        dout, ddx, weight.shape, stride, padding, dilation, groups
    )
    return ddout, dweight, None, None, None, None, None


@convolution_weight_gradient.defbprop
def convolution_weight_gradient_bprop(
    dout: Any,
    x: Any,
    shape: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: Any,
    out: Any,
    ddweight: Any,
) -> Any:
    """Bilinear in dout and x, as the convolution is in x and the weight."""
    ddout = convolution(x, ddweight, stride, padding, dilation, groups)
    dx = convolution_input_gradient(
        dout, ddweight, x.shape, stride, padding, dilation, groups
    )
    return ddout, dx, None, None, None, None, None
