"""Convolution and pooling: arguments as MindSpore takes them, over the kernels.

Layout is ``(N, C, ...)``. ``pad_mode`` is "valid" (no padding), "same" (the output has
``ceil(size / stride)`` elements) or "pad" (``padding`` on both sides of each axis).
Raises ValueError for another ``pad_mode``, for ``padding`` without "pad", for channels
that do not fit.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import check_array, check_floating
from srcad.ops.kernels import (
    adaptive_average_pool,
    average_pool,
    convolution,
    convolution_input_gradient,
    max_pool,
)
from srcad.ops.unpooling import ceiled_padding, max_pool_with_places

__all__ = [
    "adaptive_avg_pool2d",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose2d",
    "max_pool2d",
    "max_pool3d",
]


def per_axis(value: Any, rank: int) -> Any:
    """Return one int for each of ``rank`` axes: a tuple as it is, an int repeated."""
    if isinstance(value, int):
        return (value,) * rank
    value = tuple(value)
    if len(value) == 1:
        return value * rank
    return value[len(value) - rank :]


def explicit_padding(padding: Any, rank: int) -> Any:
    """Return (before, after) for each axis, of an int, ints or flat pairs."""
    if isinstance(padding, int):
        return ((padding, padding),) * rank
    if len(padding) == 2 * rank:
        return tuple(zip(padding[::2], padding[1::2], strict=True))
    return tuple((size, size) for size in per_axis(padding, rank))


def resolved_padding(pad_mode: str, padding: Any, rank: int) -> Any:
    """Return what the kernels take for ``padding``."""
    if pad_mode not in ("valid", "same", "pad"):
        raise ValueError(
            f"pad_mode must be 'valid', 'same' or 'pad', but got {pad_mode!r}."
        )
    pairs = explicit_padding(padding, rank)
    if pad_mode == "pad":
        return pairs
    if any(size for pair in pairs for size in pair):
        raise ValueError(
            f"padding must be zero when pad_mode is {pad_mode!r}, but got {padding}."
        )
    return "same" if pad_mode == "same" else pairs


def check_layout(name: str, data_format: str, wanted: str = "NCHW") -> None:
    """Raise ValueError for a ``data_format`` other than channels first."""
    if data_format != wanted:
        raise ValueError(
            f"For '{name}', data_format must be {wanted!r}: channels first is the only "
            f"layout on a CPU, but got {data_format!r}."
        )


def _convolve(
    input: Any,
    weight: Any,
    bias: Any,
    stride: Any,
    pad_mode: str,
    padding: Any,
    dilation: Any,
    groups: int,
    rank: int,
) -> Any:
    check_array("convolution", input)
    check_floating("convolution", input, weight, bias)
    if input.ndim != rank + 2 or weight.ndim != rank + 2:
        raise ValueError(
            f"For a convolution over {rank} axes, the input and the weight must be of "
            f"rank {rank + 2}, but got {input.ndim} and {weight.ndim}."
        )
    out = convolution(
        input,
        weight,
        per_axis(stride, rank),
        resolved_padding(pad_mode, padding, rank),
        per_axis(dilation, rank),
        groups,
    )
    if bias is not None:
        out = out + np.reshape(bias, (-1,) + (1,) * rank)
    return out


@operator
def conv1d(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = 1,
    pad_mode: str = "valid",
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Any:
    """Convolve ``(N, C, L)`` with ``(out, C / groups, k)``: ``(N, out, L')``."""
    return _convolve(
        input, weight, bias, stride, pad_mode, padding, dilation, groups, 1
    )


@operator
def conv2d(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = 1,
    pad_mode: str = "valid",
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Any:
    """Convolve ``(N, C, H, W)`` with ``(out, C / groups, kh, kw)``."""
    return _convolve(
        input, weight, bias, stride, pad_mode, padding, dilation, groups, 2
    )


@operator
def conv3d(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = 1,
    pad_mode: str = "valid",
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Any:
    """Convolve ``(N, C, D, H, W)`` with ``(out, C / groups, kd, kh, kw)``."""
    return _convolve(
        input, weight, bias, stride, pad_mode, padding, dilation, groups, 3
    )


@operator
def conv_transpose(
    input: Any,
    weight: Any,
    bias: Any,
    stride: Any,
    pad_mode: str,
    padding: Any,
    output_padding: Any,
    dilation: Any,
    groups: int,
) -> Any:
    """Return the transpose of a convolution, applied to ``(N, in, ...)``.

    ``weight`` is ``(in, out / groups, ...)``. Along each axis the result has
    ``(size - 1) stride + dilation (k - 1) + 1`` elements, less the padding, plus
    ``output_padding``; with ``pad_mode="same"``, ``size * stride``. Of one and two axes
    it has no less than ``size * stride`` with "valid", as in MindSpore.
    """
    check_floating("conv_transpose", input, weight, bias)
    rank = input.ndim - 2
    stride, dilation = per_axis(stride, rank), per_axis(dilation, rank)
    extra = per_axis(output_padding, rank)
    pads = resolved_padding(pad_mode, padding, rank)
    sizes = []
    for axis in range(rank):
        size = input.shape[2 + axis] * stride[axis]
        if pads != "same":
            reach = dilation[axis] * (weight.shape[2 + axis] - 1) + 1
            beyond = reach - stride[axis]
            if pad_mode == "valid" and rank < 3:
                beyond = max(beyond, 0)
            size = size + beyond - sum(pads[axis]) + extra[axis]
        sizes.append(size)
    shape = (input.shape[0], weight.shape[1] * groups, *sizes)
    out = convolution_input_gradient(
        input, weight, shape, stride, pads, dilation, groups
    )
    return out if bias is None else out + np.reshape(bias, (-1,) + (1,) * rank)


@operator
def conv_transpose2d(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    groups: int = 1,
    dilation: Any = 1,
) -> Any:
    """Return the transpose of a convolution, applied to ``(N, in, H, W)``."""
    return conv_transpose(
        input, weight, bias, stride, "pad", padding, output_padding, dilation, groups
    )


# -------------------------------------------------------------------------- pooling


def _pool_padding(x: Any, window: Any, stride: Any, padding: Any, ceil: bool) -> Any:
    """The padding of a pooling, with what ``ceil_mode`` adds after each axis."""
    if not ceil:
        return padding
    first = x.ndim - len(window)
    return tuple(
        ceiled_padding(x.shape[first + axis], window[axis], stride[axis], pair)
        for axis, pair in enumerate(padding)
    )


def _check_rank(name: str, x: Any, axes: int) -> None:
    check_array(name, x)
    if x.ndim not in (axes + 1, axes + 2):
        raise ValueError(
            f"For '{name}', the input has {axes + 2} axes, or {axes + 1} without a "
            f"batch, but got {x.ndim}."
        )


@operator
def max_pool_nd(
    x: Any, window: Any, stride: Any, pad_mode: str, padding: Any, ceil_mode: bool
) -> Any:
    """Return the maxima of windows over the last ``len(window)`` axes."""
    _check_rank("max_pool", x, len(window))
    if pad_mode == "same":
        return max_pool(x, window, stride, "same")
    pairs = explicit_padding(padding, len(window))
    pairs = _pool_padding(x, window, stride, pairs, ceil_mode)
    return max_pool(x, window, stride, pairs)


@operator
def avg_pool_nd(
    x: Any,
    window: Any,
    stride: Any,
    pad_mode: str,
    padding: Any,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: Any = None,
) -> Any:
    """Return the means of windows over the last ``len(window)`` axes.

    What ``ceil_mode`` adds never counts; ``padding`` does, unless ``count_include_pad``
    is False, and so does what "same" adds over three axes, as in MindSpore.
    ``divisor_override``, unless None or 0, is what the sums are divided by.
    """
    check_floating("avg_pool", x)
    if divisor_override:
        pairs: Any = "same"
        if pad_mode != "same":
            pairs = explicit_padding(padding, len(window))
            pairs = _pool_padding(x, window, stride, pairs, ceil_mode)
        return average_pool(x, window, stride, pairs) * (
            math.prod(window) / divisor_override
        )
    _check_rank("avg_pool", x, len(window))
    if pad_mode == "same" and count_include_pad and len(window) == 3:
        return average_pool(x, window, stride, "same")
    if pad_mode == "same":
        return _mean_inside(x, window, stride, "same")
    pairs = explicit_padding(padding, len(window))
    if ceil_mode:
        whole = _pool_padding(x, window, stride, pairs, ceil_mode)
        if count_include_pad:
            rest = zip(pairs, whole, strict=True)
            whole = tuple((0, wide[1] - pair[1]) for pair, wide in rest)
            x = np.pad(x, [(0, 0)] * (x.ndim - len(window)) + list(pairs))
        return _mean_inside(x, window, stride, whole)
    if count_include_pad or not any(size for pair in pairs for size in pair):
        return average_pool(x, window, stride, pairs)
    return _mean_inside(x, window, stride, pairs)


def _mean_inside(x: Any, window: Any, stride: Any, padding: Any) -> Any:
    """The mean of what of each window lies inside of x."""
    inside = np.ones(x.shape[x.ndim - len(window) :], dtype=x.dtype)
    share = average_pool(inside, window, stride, padding)
    return average_pool(x, window, stride, padding) / share


def _max_pool(
    x: Any,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    return_indices: bool,
    ceil_mode: bool,
    rank: int,
) -> Any:
    window, gaps = per_axis(kernel_size, rank), per_axis(dilation, rank)
    step = window if stride is None else per_axis(stride, rank)
    if not return_indices and gaps == (1,) * rank:
        return max_pool_nd(x, window, step, "pad", padding, ceil_mode)
    pairs = explicit_padding(padding, rank)
    found = max_pool_with_places(x, window, step, pairs, gaps, ceil_mode)
    return found if return_indices else found[0]


@operator
def max_pool2d(
    x: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    return_indices: bool = False,
    ceil_mode: bool = False,
) -> Any:
    """Return the maxima of windows of ``(N, C, H, W)``; ``stride`` None: the window.

    With ``return_indices`` a tuple: the maxima, and their places in ``H W`` as int64.
    """
    settings = (padding, dilation, return_indices, ceil_mode)
    return _max_pool(x, kernel_size, stride, *settings, 2)


@operator
def max_pool3d(
    x: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Return the maxima of windows of ``(N, C, D, H, W)``: see ``max_pool2d``."""
    settings = (padding, dilation, return_indices, ceil_mode)
    return _max_pool(x, kernel_size, stride, *settings, 3)


@operator
def avg_pool2d(
    input_x: Any,
    kernel_size: Any = 1,
    stride: Any = 1,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
) -> Any:
    """Return the means of windows of ``(N, C, H, W)``.

    ``divisor_override``, unless 0, stands for the number of elements of a window.
    """
    return avg_pool_nd(
        input_x,
        per_axis(kernel_size, 2),
        per_axis(stride, 2),
        "pad",
        padding,
        ceil_mode,
        count_include_pad,
        divisor_override,
    )


@operator
def avg_pool3d(
    input_x: Any,
    kernel_size: Any = 1,
    stride: Any = 1,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
) -> Any:
    """Return the means of windows of ``(N, C, D, H, W)``: see ``avg_pool2d``."""
    return avg_pool_nd(
        input_x,
        per_axis(kernel_size, 3),
        per_axis(stride, 3),
        "pad",
        padding,
        ceil_mode,
        count_include_pad,
        divisor_override,
    )


@operator
def avg_pool1d(
    input_x: Any,
    kernel_size: Any = 1,
    stride: Any = 1,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Any:
    """Return the means of windows of ``(N, C, L)``."""
    return avg_pool_nd(
        input_x,
        per_axis(kernel_size, 1),
        per_axis(stride, 1),
        "pad",
        padding,
        ceil_mode,
        count_include_pad,
    )


@operator
def adaptive_avg_pool2d(input: Any, output_size: Any) -> Any:
    """Return ``(N, C, *output_size)``: the means of as many windows, evenly spread.

    None keeps a size. Windows overlap where a size is no multiple of the one wanted.
    """
    check_floating("adaptive_avg_pool2d", input)
    counts = (output_size,) * 2 if isinstance(output_size, int) else output_size
    return adaptive_average_pool(input, tuple(counts))
