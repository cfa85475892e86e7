"""``scipy.ndimage``: filters that add up neighbours, along one axis or several."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import ndimage

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    certain,
    fixed,
    is_known,
    mismatch,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines

# How NumPy pads an array where SciPy goes on beyond its ends in this mode.
PADDED: dict[str, Any] = {
    "reflect": "symmetric",
    "grid-mirror": "symmetric",
    "constant": "constant",
    "grid-constant": "constant",
    "nearest": "edge",
    "mirror": "reflect",
    "wrap": "wrap",
    "grid-wrap": "wrap",
}

# Weights that are as small as this are none for SciPy.
NOTHING = float(np.finfo(np.float64).eps)


def decided(word, option):
    if not is_known(option):
        unsupported(f"`{word}` is known before")


def extended(x, sizes, axes, origins, mode, cval):
    """The array with as many elements more along each axis as windows of these sizes
    reach over its ends. Their middle is ``origin`` elements before the element."""
    decided("mode", mode)
    if not isinstance(mode, str) or mode not in PADDED:
        raise RuntimeError("boundary mode not supported")
    widths = [(0, 0)] * x.ndim
    for axis, size, origin in zip(axes, sizes, origins, strict=True):
        before = size // 2 + origin
        if size < 1 or before < 0 or before >= size:
            raise ValueError("Invalid origin")
        widths[axis] = (before, size - 1 - before)
    if PADDED[mode] == "constant":
        return np.pad(x, widths, constant_values=cval)
    return np.pad(x, widths, PADDED[mode])


def empty(x):
    return 0 in [size for size in x.shape if is_known(size)]


def correlated(x, weights, axis, mode, cval, origin=0):
    """The sums of so many neighbours along an axis, times weights."""
    size = weights.shape[0]
    if empty(x):
        return np.copy(x)
    x = extended(x, (size,), (axis,), (origin,), mode, cval)
    if x.ndim == 1:
        return np.correlate(x, weights, "valid")
    windows = np.lib.stride_tricks.sliding_window_view(x, size, axis)
    return windows @ weights


def check_places(input, output):
    if output is not None:
        unsupported("assign the result, it takes no `output` here")
    if input.ndim == 0 or input.dtype.kind != "f" or input.dtype == np.float16:
        unsupported("it takes an array of floating numbers of 32 or 64 bits here")


def check_known(weights, origin):
    for size in weights.shape:
        fixed(size)
    decided("origin", origin)


def floating(x):
    """What SciPy computes in."""
    return np.asarray(x, np.float64)


def like(made, input):
    """What was made, in the precision of what was given."""
    return made if made.dtype == input.dtype else np.astype(made, input.dtype)


def turned_origin(origin, size):
    """Where the middle is in weights that are taken backwards."""
    return -origin if size % 2 else -origin - 1


# ------------------------------------------------------------------- along one axis


@defines(ndimage.correlate1d, arrays="input weights")
def correlate1d(
    input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0
):
    check_places(input, output)
    check_known(weights, origin)
    axis = axis_in(axis, input.ndim)
    made = correlated(floating(input), weights, axis, mode, cval, origin)
    return like(made, input)


@defines(ndimage.convolve1d, arrays="input weights")
def convolve1d(
    input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0
):
    check_known(weights, origin)
    origin = turned_origin(origin, weights.shape[0])
    return ndimage.correlate1d(input, weights[::-1], axis, output, mode, cval, origin)


def gaussian_weights(sigma, order, radius):
    """A density of the normal distribution, or its derivative of this order."""
    places, square = np.arange(-radius, radius + 1), sigma * sigma
    weights = np.exp(-0.5 / square * places**2)
    weights = weights / np.sum(weights)
    if order == 0:
        return weights
    # It is the density times a polynomial; the next is q' - q x / sigma**2.
    factors = [1.0]
    for _ in range(order):
        slopes = [k * one for k, one in enumerate(factors)][1:] + [0.0, 0.0]
        steps = [0.0] + [one / square for one in factors]
        factors = [one - other for one, other in zip(slopes, steps, strict=True)]
    polynomial = np.zeros_like(weights)
    for k, one in enumerate(factors):
        polynomial = polynomial + one * places**k
    return weights * polynomial


@defines(ndimage.gaussian_filter1d, arrays="input")
def gaussian_filter1d(
    input,
    sigma,
    axis=-1,
    order=0,
    output=None,
    mode="reflect",
    cval=0.0,
    truncate=4.0,
    *,
    radius=None,
):
    check_places(input, output)
    if not is_known(order) or not is_known(radius):
        unsupported("`order` and `radius` are known before")
    if order < 0:
        raise ValueError("order must be non-negative")
    if radius is None:
        if not is_known(sigma) or not is_known(truncate):
            unsupported("without a `radius`, `sigma` and `truncate` are known before")
        radius = int(truncate * float(sigma) + 0.5)
    if radius < 0 or radius != int(radius):
        raise ValueError("Radius must be a nonnegative integer.")
    weights = gaussian_weights(sigma, order, radius)
    if order % 2:
        weights = weights[::-1]
    return ndimage.correlate1d(input, weights, axis, None, mode, cval)


@defines(ndimage.uniform_filter1d, arrays="input")
def uniform_filter1d(
    input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0
):
    if not is_known(size):
        unsupported("`size` is known before")
    if size < 1:
        raise RuntimeError("incorrect filter size")
    weights = np.full(size, 1.0 / size)
    return ndimage.correlate1d(input, weights, axis, output, mode, cval, origin)


# ---------------------------------------------------------------- along several axes


def axes_among(axes, rank):
    """The axes that are filtered, all by default."""
    if axes is None:
        return range(rank)
    chosen = [axis_in(one, rank) for one in (axes if np.ndim(axes) else (axes,))]
    if len(set(chosen)) != len(chosen):
        mismatch("axes must be unique")
    return chosen


def one_each(item, count):
    """What is given for all axes, or for each of them."""
    if isinstance(item, str) or np.ndim(item) == 0:
        return [item] * count
    if len(item) != count:
        raise RuntimeError("sequence argument must have length equal to input rank")
    return item


def origins_of(origin, axes, rank):
    """An origin for each axis of the weights, which are in the order of the array's.

    As in SciPy they are given in the order of ``axes`` where some are left out; where
    none is, ``axes`` have no order."""
    each = one_each(origin, len(axes))
    if len(axes) == rank:
        return each
    return [each[k] for k in sorted(range(len(axes)), key=lambda k: axes[k])]


@defines(ndimage.correlate, arrays="input weights")
def correlate(
    input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    check_places(input, output)
    check_known(weights, origin)
    axes = axes_among(axes, input.ndim)
    if weights.ndim != len(axes):
        raise RuntimeError("weights.ndim must match len(axes)")
    origins = origins_of(origin, axes, input.ndim)
    if empty(input):
        return np.copy(input)
    axes, weights = sorted(axes), floating(weights)
    x = extended(floating(input), weights.shape, axes, origins, mode, cval)
    windows = np.lib.stride_tricks.sliding_window_view(x, weights.shape, tuple(axes))
    if certain(np.any(np.abs(weights) <= NOTHING)):
        # What has no weight is not looked at, NaN or not.
        windows = np.where(np.abs(weights) > NOTHING, windows, 0.0)
    return like(np.tensordot(windows, weights, weights.ndim), input)


@defines(ndimage.convolve, arrays="input weights")
def convolve(
    input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    check_known(weights, origin)
    axes = axes_among(axes, input.ndim)
    if weights.ndim != len(axes):
        raise RuntimeError("weights.ndim must match len(axes)")
    origins = origins_of(origin, axes, input.ndim)
    origins = [
        turned_origin(one, size)
        for one, size in zip(origins, weights.shape, strict=True)
    ]
    return ndimage.correlate(
        input, np.flip(weights), output, mode, cval, origins, axes=sorted(axes)
    )


# What they give is never what they were given: a copy where no axis is filtered.


@defines(ndimage.gaussian_filter, arrays="input")
def gaussian_filter(
    input,
    sigma,
    order=0,
    output=None,
    mode="reflect",
    cval=0.0,
    truncate=4.0,
    *,
    radius=None,
    axes=None,
):
    check_places(input, output)
    axes = axes_among(axes, input.ndim)
    each = [one_each(one, len(axes)) for one in (sigma, order, mode, radius)]
    sure = any(certain(one > 1e-15) for one in each[0])
    made = input if sure else np.copy(input)
    for axis, one, power, beyond, reach in zip(axes, *each, strict=True):
        if one > 1e-15:
            made = ndimage.gaussian_filter1d(
                made, one, axis, power, None, beyond, cval, truncate, radius=reach
            )
    return made


@defines(ndimage.uniform_filter, arrays="input")
def uniform_filter(
    input, size=3, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    check_places(input, output)
    axes = axes_among(axes, input.ndim)
    each = [one_each(one, len(axes)) for one in (size, origin, mode)]
    sure = any(certain(one > 1) for one in each[0])
    made = input if sure else np.copy(input)
    for axis, one, place, beyond in zip(axes, *each, strict=True):
        if one > 1:
            made = ndimage.uniform_filter1d(
                made, int(one), axis, None, beyond, cval, place
            )
    return made
