"""``scipy.ndimage``: filters along one axis."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import ndimage

from srcad.compiler.evaluate.intrinsics import axis_in, is_known, unsupported
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


def correlated(x, weights, axis, mode, cval):
    """The sums of so many neighbours, times weights; there is one in the middle."""
    if not is_known(mode) or mode not in PADDED:
        raise RuntimeError("boundary mode not supported")
    half = weights.shape[0] // 2
    widths = tuple((half, half) if k == axis else (0, 0) for k in range(x.ndim))
    if PADDED[mode] == "constant":
        x = np.pad(x, widths, constant_values=cval)
    else:
        x = np.pad(x, widths, PADDED[mode])
    if x.ndim == 1:
        return np.correlate(x, weights, "valid")
    windows = np.lib.stride_tricks.sliding_window_view(x, weights.shape[0], axis)
    return windows @ weights


@defines(ndimage.correlate1d, arrays="input weights")
def correlate1d(
    input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0
):
    check_places(input, output)
    if not is_known(weights.shape[0]) or weights.shape[0] % 2 == 0 or origin != 0:
        unsupported("there is an odd number of weights here, and `origin` is 0")
    made = correlated(floating(input), weights, axis_in(axis, input.ndim), mode, cval)
    return np.astype(made, input.dtype)


@defines(ndimage.convolve1d, arrays="input weights")
def convolve1d(
    input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0
):
    return ndimage.correlate1d(input, weights[::-1], axis, output, mode, cval, origin)


def check_places(input, output):
    if output is not None:
        unsupported("assign the result, it takes no `output` here")
    if input.ndim == 0 or input.dtype.kind != "f":
        unsupported("it takes an array of floating numbers here")


def floating(x):
    """What SciPy computes in."""
    return np.asarray(x, np.float64)


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
    if not is_known(order) or order != 0:
        unsupported("`order` is 0 here")
    if radius is None:
        if not is_known(sigma) or not is_known(truncate):
            unsupported("without a `radius`, `sigma` and `truncate` are known before")
        radius = int(truncate * float(sigma) + 0.5)
    places = np.arange(-radius, radius + 1)
    weights = np.exp(-0.5 / (sigma * sigma) * places**2)
    weights = weights / np.sum(weights)
    return ndimage.correlate1d(input, weights, axis, None, mode, cval)
