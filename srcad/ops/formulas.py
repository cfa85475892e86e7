"""Formulas of one or two Tensors, and of a Tensor and its norm."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.dtypes import float64
from srcad.ops._operator import operator
from srcad.ops._promotion import as_floating, same_dtype
from srcad.ops.activations import silu
from srcad.ops.shapes import cast

__all__ = [
    "clip_by_global_norm",
    "clip_by_norm",
    "copysign",
    "fast_gelu",
    "float_power",
    "fmax",
    "fmin",
    "frac",
    "heaviside",
    "isneginf",
    "isposinf",
    "ldexp",
    "logaddexp",
    "logaddexp2",
    "logit",
    "lrn",
    "nan_to_num",
    "nanmean",
    "nansum",
    "rms_norm",
    "signbit",
    "sinc",
    "swiglu",
]


@operator
def logaddexp(input: Any, other: Any) -> Any:
    """Return ``log(exp(input) + exp(other))``, without overflow."""
    return np.logaddexp(*same_dtype(input, other))


@operator
def logaddexp2(input: Any, other: Any) -> Any:
    """Return ``log2(2 ** input + 2 ** other)``, without overflow."""
    return np.logaddexp2(*same_dtype(input, other))


@operator
def logit(input: Any, eps: Any = None) -> Any:
    """Return ``log(x / (1 - x))``, of ``x`` brought into ``[eps, 1 - eps]``."""
    x = input if eps is None else np.clip(input, eps, 1 - eps)
    return np.log(x / (1 - x))


@operator
def sinc(input: Any) -> Any:
    """Return ``sin(pi x) / (pi x)``."""
    return np.sinc(as_floating(input))


@operator
def frac(x: Any) -> Any:
    """Return what is behind the point, with the sign of ``x``."""
    return x - np.trunc(x)


@operator
def fmax(input: Any, other: Any) -> Any:
    """Return the greater, of a NaN and a number the number."""
    return np.fmax(*same_dtype(input, other))


@operator
def fmin(input: Any, other: Any) -> Any:
    """Return the smaller, of a NaN and a number the number."""
    return np.fmin(*same_dtype(input, other))


@operator
def copysign(x: Any, other: Any) -> Any:
    """Return ``abs(x)`` with the sign of ``other``."""
    return np.copysign(x, other)


@operator
def heaviside(input: Any, values: Any) -> Any:
    """Return 0 below 0, ``values`` at 0 and 1 above."""
    return np.heaviside(*same_dtype(input, values))


@operator
def ldexp(x: Any, other: Any) -> Any:
    """Return ``x * 2 ** other``."""
    return x * 2.0**other


def float_power(input: Any, exponent: Any) -> Any:
    """Return ``input ** exponent`` in float64."""
    if not isinstance(input, (int, float)):
        input = cast(input, float64)
    if not isinstance(exponent, (int, float)):
        exponent = cast(exponent, float64)
    return input**exponent


@operator
def isneginf(input: Any) -> Any:
    """Return where ``input`` is negative infinity."""
    return input == -np.inf


@operator
def isposinf(input: Any) -> Any:
    """Return where ``input`` is positive infinity."""
    return input == np.inf


@operator
def signbit(input: Any) -> Any:
    """Return where the sign is negative, that of zeros too."""
    return np.signbit(input)


@operator
def nan_to_num(
    input: Any, nan: Any = None, posinf: Any = None, neginf: Any = None
) -> Any:
    """Return 0 (``nan``) for NaN, and the largest numbers for infinities."""
    return np.nan_to_num(
        input, nan=0.0 if nan is None else nan, posinf=posinf, neginf=neginf
    )


@operator
def nansum(
    input: Any, axis: Any = None, keepdims: bool = False, *, dtype: Any = None
) -> Any:
    """Return the sum over ``axis``; a NaN counts nothing."""
    if dtype is not None:
        input = input.astype(dtype)
    filled = np.where(np.isnan(input), 0, input)
    keeps: Any = bool(keepdims)
    return np.sum(filled, axis=axis, keepdims=keeps)


@operator
def nanmean(
    input: Any, axis: Any = None, keepdims: bool = False, *, dtype: Any = None
) -> Any:
    """Return the mean over ``axis`` of what is not NaN."""
    if dtype is not None:
        input = input.astype(dtype)
    there = np.logical_not(np.isnan(input))
    keeps: Any = bool(keepdims)
    total = np.sum(np.where(there, input, 0), axis=axis, keepdims=keeps)
    count = np.sum(there, axis=axis, keepdims=keeps)
    return total / count.astype(input.dtype)


# ------------------------------------------------------------------ parts of networks


@operator
def fast_gelu(x: Any) -> Any:
    """Return ``x * sigmoid(1.702 x)``: Hendrycks, Gimpel 2016."""
    return x / (1 + np.exp(-1.702 * x))


@operator
def swiglu(input: Any, dim: int = -1) -> Any:
    """Return ``silu(a) * b`` of the halves along ``dim``: Shazeer 2020."""
    first, second = np.split(input, 2, axis=dim)
    return silu(first) * second


@operator
def rms_norm(x: Any, gamma: Any, epsilon: float = 1e-6) -> Any:
    """Return ``gamma * x * r`` and ``r = 1 / sqrt(mean(x^2) + epsilon)``.

    The mean is over the axes of ``gamma``: Zhang, Sennrich 2019.
    """
    axes = tuple(range(x.ndim - gamma.ndim, x.ndim))
    scale = 1 / np.sqrt(np.mean(np.square(x), axis=axes, keepdims=True) + epsilon)
    return gamma * x * scale, scale


@operator
def lrn(
    x: Any,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    norm_region: str = "ACROSS_CHANNELS",
) -> Any:
    """Return ``x / (bias + alpha * s) ** beta``: Krizhevsky et al. 2012.

    ``s`` is the sum of the squares in the channels around, so many to each side.
    Raises ValueError for another region.
    """
    if norm_region != "ACROSS_CHANNELS":
        raise ValueError("For 'LRN', 'norm_region' must be 'ACROSS_CHANNELS'.")
    channels, around = x.shape[1], (depth_radius, depth_radius)
    padded = np.pad(np.square(x), ((0, 0), around, (0, 0), (0, 0)))
    total = padded[:, :channels]
    for k in range(1, 2 * depth_radius + 1):
        total = total + padded[:, k : k + channels]
    return x / (bias + alpha * total) ** beta


def _norm(arrays: Any, norm_type: Any) -> Any:
    """The norm of all elements of some arrays."""
    if norm_type == np.inf:
        return np.max(np.stack([np.max(np.abs(one)) for one in arrays]))
    if norm_type == 2:
        return np.sqrt(np.sum(np.stack([np.sum(np.square(one)) for one in arrays])))
    powers = [np.sum(np.abs(one) ** norm_type) for one in arrays]
    return np.sum(np.stack(powers)) ** (1 / norm_type)


@operator
def clip_by_norm(
    x: Any, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False
) -> Any:
    """Return a Tensor, or each of several, scaled so that the norm of all is not above.

    Raises ValueError for ``error_if_nonfinite``, which needs what is computed.
    """
    if error_if_nonfinite:
        raise ValueError("For 'clip_by_norm', 'error_if_nonfinite' is not supported.")
    several = isinstance(x, (tuple, list))
    arrays = x if several else (x,)
    scale = np.minimum(max_norm / (_norm(arrays, norm_type) + 1e-6), 1)
    if not several:
        return x * scale
    return type(x)([one * scale for one in arrays])


@operator
def clip_by_global_norm(x: Any, clip_norm: float = 1.0, use_norm: Any = None) -> Any:
    """Return a tuple of Tensors, scaled so that the norm of all is not above.

    Raises ValueError for ``use_norm``.
    """
    if use_norm is not None:
        raise ValueError("For 'clip_by_global_norm', 'use_norm' must be None.")
    norm = np.maximum(_norm(x, 2), clip_norm)
    return tuple(one * clip_norm / norm for one in x)
