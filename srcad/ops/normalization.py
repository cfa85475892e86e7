"""Normalisation over the batch, the features, groups of channels, and by length."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import check_floating
from srcad.ops.control import assign
from srcad.parameter import Parameter

__all__ = [
    "batch_norm",
    "group_norm",
    "layer_norm",
]


def _per_channel(values: Any, ndim: int) -> Any:
    """One value a channel, shaped to meet ``(N, C, ...)`` of rank ``ndim``."""
    return np.reshape(values, (1, -1) + (1,) * (ndim - 2))


@operator
def normalize_with(
    x: Any, mean: Any, variance: Any, weight: Any, bias: Any, eps: float
) -> Any:
    """Return ``(x - mean) / sqrt(variance + eps) * weight + bias``, by channel.

    ``x`` is ``(N, C, ...)``; the others are ``(C,)``.
    """
    check_floating("batch_norm", x, mean, variance, weight, bias)
    scale = weight / np.sqrt(variance + eps)
    if x.ndim == 2:
        return (x - mean) * scale + bias
    shift = _per_channel(mean, x.ndim)
    return (x - shift) * _per_channel(scale, x.ndim) + _per_channel(bias, x.ndim)


@operator
def batch_statistics(x: Any) -> Any:
    """Return the mean and variance of each channel of ``(N, C, ...)``, both ``(C,)``.

    The variance is divided by the count, not by one less.
    """
    check_floating("batch_norm", x)
    axes = tuple(axis for axis in range(x.ndim) if axis != 1)
    return np.mean(x, axis=axes), np.var(x, axis=axes)


def update_running(
    running_mean: Any,
    running_variance: Any,
    mean: Any,
    variance: Any,
    count: Any,
    kept: float,
) -> None:
    """Draw two Parameters towards the mean and variance of a batch of ``count``.

    ``running = kept * running + (1 - kept) * batch``; the batch's variance counts as
    divided by one less than ``count``.
    """
    share = 1 - kept
    unbiased = variance * (count / max(count - 1, 1))
    assign(running_mean, kept * running_mean + share * mean)
    assign(running_variance, kept * running_variance + share * unbiased)


def batch_norm(
    input_x: Any,
    running_mean: Any,
    running_var: Any,
    weight: Any,
    bias: Any,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Any:
    """Return ``(N, C, ...)`` normalised by channel: Ioffe and Szegedy 2015.

    With ``training`` by the batch's own mean and variance, else by the running ones.
    In training running ones that are Parameters are drawn towards the batch's, of which
    ``momentum`` is the share.
    """
    if not training:
        return normalize_with(input_x, running_mean, running_var, weight, bias, eps)
    mean, variance = batch_statistics(input_x)
    if isinstance(running_mean, Parameter) and isinstance(running_var, Parameter):
        count = input_x.size // input_x.shape[1]
        update_running(running_mean, running_var, mean, variance, count, 1 - momentum)
    return normalize_with(input_x, mean, variance, weight, bias, eps)


@operator
def layer_norm(
    input: Any,
    normalized_shape: Any,
    weight: Any = None,
    bias: Any = None,
    eps: float = 1e-5,
) -> Any:
    """Return ``input`` normalised over its last axes: Ba, Kiros and Hinton 2016.

    ``normalized_shape`` gives their sizes, and the shape of ``weight`` and ``bias``.
    Raises ValueError where they are not the last sizes of ``input``.
    """
    check_floating("layer_norm", input, weight, bias)
    rank = len(normalized_shape)
    axes = tuple(range(-rank, 0))
    if tuple(input.shape[input.ndim - rank :]) != tuple(normalized_shape):
        raise ValueError(
            f"For 'layer_norm', normalized_shape {tuple(normalized_shape)} does not "
            f"fit an input of shape {input.shape}."
        )
    centred = input - np.mean(input, axis=axes, keepdims=True)
    variance = np.mean(np.square(centred), axis=axes, keepdims=True)
    out = centred / np.sqrt(variance + eps)
    if weight is not None:
        out = out * weight
    return out if bias is None else out + bias


@operator
def layer_norm_with_statistics(
    x: Any,
    gamma: Any,
    beta: Any,
    begin_norm_axis: int,
    begin_params_axis: int,
    epsilon: float,
) -> Any:
    """Return ``(out, mean, variance)``, normalised from ``begin_norm_axis`` on.

    ``gamma`` and ``beta`` have the sizes of ``x`` from ``begin_params_axis`` on; mean
    and variance keep the reduced axes, with size 1.
    """
    check_floating("layer_norm", x, gamma, beta)
    axes = tuple(range(begin_norm_axis % x.ndim, x.ndim))
    mean = np.mean(x, axis=axes, keepdims=True)
    centred = x - mean
    variance = np.mean(np.square(centred), axis=axes, keepdims=True)
    return centred / np.sqrt(variance + epsilon) * gamma + beta, mean, variance


@operator
def group_norm(
    input: Any, num_groups: int, weight: Any = None, bias: Any = None, eps: float = 1e-5
) -> Any:
    """Return ``(N, C, ...)`` normalised in groups of channels: Wu and He 2018.

    ``weight`` and ``bias`` are ``(C,)``. Raises ValueError where C is no multiple of
    ``num_groups``.
    """
    check_floating("group_norm", input, weight, bias)
    grouped = np.reshape(input, (input.shape[0], num_groups, -1))
    centred = grouped - np.mean(grouped, axis=2, keepdims=True)
    variance = np.mean(np.square(centred), axis=2, keepdims=True)
    out = np.reshape(centred / np.sqrt(variance + eps), input.shape)
    if weight is not None:
        out = out * _per_channel(weight, input.ndim)
    return out if bias is None else out + _per_channel(bias, input.ndim)


@operator
def l2_normalize(x: Any, axis: Any = 0, epsilon: float = 1e-4) -> Any:
    """Return ``x / sqrt(max(sum(x^2), epsilon))`` along ``axis``."""
    squares = np.sum(np.square(x), axis=axis, keepdims=True)
    return x / np.sqrt(np.maximum(squares, epsilon))
