"""What the rows of ``mint.nn.functional`` need beside MindSpore's operators."""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.ops._operator import operator
from srcad.ops.convolutions import conv_transpose, per_axis
from srcad.ops.normalization import (
    batch_statistics,
    normalize_with,
    update_running,
)
from srcad.ops.random import dropped_channels
from srcad.parameter import Parameter

__all__ = [
    "channels_dropped",
    "convolved",
    "divisor",
    "fresh",
    "implicit_axis",
    "known_classes",
    "normalized_by_batch",
    "transposed",
]


def fresh(input: Any, inplace: bool) -> Any:
    """Return ``input``. Raises ValueError for ``inplace``: results are new Tensors."""
    if inplace:
        raise ValueError(
            "inplace=True is not supported: the result is a new Tensor, and the input "
            "stays what it is."
        )
    return input


def implicit_axis(dim: int | None, ndim: int) -> int:
    """Return the axis of a softmax: without one the first or, of others, the second.

    The first of Tensors with no, one or three axes, as in PyTorch.
    """
    if dim is not None:
        return dim
    return 0 if ndim in (0, 1, 3) else 1


def divisor(divisor_override: int | None) -> int:
    """Return what ``avg_pool2d`` takes. Raises ValueError for 0."""
    if divisor_override == 0:
        raise ValueError("divisor_override must not be zero.")
    return divisor_override or 0


def known_classes(num_classes: int) -> int:
    """Return the count of classes. Raises ValueError for -1: it is not counted."""
    if num_classes < 0:
        raise ValueError(
            "For 'one_hot', num_classes must be given: the classes are not counted."
        )
    return num_classes


@operator
def convolved(
    input: Any,
    weight: Any,
    bias: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: int,
    rank: int,
) -> Any:
    """Return the convolution over ``rank`` axes; the batch axis may be missing.

    ``padding`` is a number, or one for each axis, "valid", or "same", for strides of 1
    (ValueError otherwise).
    """
    pads: tuple[int, ...]
    if isinstance(padding, str):
        if padding == "same" and per_axis(stride, rank) != (1,) * rank:
            raise ValueError("padding='same' is for a stride of 1.")
        mode, pads = padding, (0,) * rank
    else:
        # One number for each axis; those of MindSpore's own may be pairs.
        mode = "pad"
        pads = sum(((size, size) for size in per_axis(padding, rank)), ())
    batched = input if input.ndim == rank + 2 else input[None]
    convolve = (ops.conv1d, ops.conv2d, ops.conv3d)[rank - 1]
    out = convolve(batched, weight, bias, stride, mode, pads, dilation, groups)
    return out if input.ndim == rank + 2 else out[0]


@operator
def transposed(
    input: Any,
    weight: Any,
    bias: Any,
    stride: Any,
    padding: Any,
    output_padding: Any,
    groups: int,
    dilation: Any,
) -> Any:
    """Return the transpose of a convolution over two axes; see ``convolved``."""
    pads = sum(((size, size) for size in per_axis(padding, 2)), ())
    batched = input if input.ndim == 4 else input[None]
    settings = (stride, "pad", pads, output_padding, dilation, groups)
    out = conv_transpose(batched, weight, bias, *settings)
    return out if input.ndim == 4 else out[0]


def normalized_by_batch(
    input: Any,
    running_mean: Any,
    running_var: Any,
    weight: Any,
    bias: Any,
    training: bool,
    momentum: Any,
    eps: float,
) -> Any:
    """Return ``(N, C, ...)`` normalised by channel; None stands for no Parameter.

    In training running statistics that are Parameters are drawn towards the batch's,
    of which ``momentum`` is the share. Raises ValueError where they are Tensors, which
    nothing could be written to, and for none without training.
    """
    scale = ops.ones((input.shape[1],), input.dtype) if weight is None else weight
    shift = ops.zeros((input.shape[1],), input.dtype) if bias is None else bias
    if not training:
        if running_mean is None or running_var is None:
            raise ValueError("Without training, batch_norm needs running statistics.")
        return normalize_with(input, running_mean, running_var, scale, shift, eps)
    mean, variance = batch_statistics(input)
    if running_mean is not None and running_var is not None:
        if not isinstance(running_mean, Parameter):
            raise ValueError(
                "In training batch_norm updates running statistics: they are "
                "Parameters, or None."
            )
        count = input.size // input.shape[1]
        kept = 1 - momentum
        update_running(running_mean, running_var, mean, variance, count, kept)
    return normalize_with(input, mean, variance, scale, shift, eps)


@operator
def channels_dropped(input: Any, p: float, training: bool) -> Any:
    """Return ``(N, C, ...)`` with whole channels set to 0 with probability ``p``.

    Three axes are ``(C, H, W)``, without a batch. Raises ValueError for ``p`` outside
    ``[0, 1]``.
    """
    if not 0 <= p <= 1:
        raise ValueError(f"For 'dropout2d', p must be in [0, 1], but got {p}.")
    if not training or p == 0:
        return input
    batched = input[None] if input.ndim == 3 else input
    out = dropped_channels(batched, 1 - p, batched.ndim - 2)[0]
    return out[0] if input.ndim == 3 else out
