"""``scipy.signal``: convolutions and filters along one axis."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import signal

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    is_known,
    mismatch,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy import filters as filters
from srcad.compiler.evaluate.scipy.ndimage import correlated


@defines(signal.convolve, arrays="in1 in2")
def convolve(in1, in2, mode="full", method="auto"):
    if in1.ndim != 1 or in2.ndim != 1:
        unsupported("it takes two arrays of rank 1 here")
    if mode not in ("full", "valid", "same"):
        mismatch(f"there is no mode {mode!r}")
    if 0 in [size for size in (*in1.shape, *in2.shape) if is_known(size)]:
        return np.concatenate((in1[:0], in2[:0]))
    if mode != "same":
        return np.convolve(in1, in2, mode)
    # As long as the first, and about the middle.
    start = (in2.shape[0] - 1) // 2
    return np.convolve(in1, in2)[start : start + in1.shape[0]]


@defines(signal.fftconvolve, arrays="in1 in2")
def fftconvolve(in1, in2, mode="full", axes=None):
    return signal.convolve(in1, in2, mode)


@defines(signal.correlate, arrays="in1 in2")
def correlate(in1, in2, mode="full", method="auto"):
    return signal.convolve(in1, in2[::-1], mode)


@defines(signal.savgol_filter, arrays="x")
def savgol_filter(
    x,
    window_length,
    polyorder,
    deriv=0,
    delta=1.0,
    axis=-1,
    mode="interp",
    cval=0.0,
):
    if not all(map(is_known, (window_length, polyorder, deriv, delta, mode))):
        unsupported("what it fits is known before, and how it goes on beyond the ends")
    if window_length % 2 == 0 or x.ndim == 0:
        unsupported("`window_length` is odd here, and an array has an axis")
    if mode not in ("mirror", "constant", "nearest", "interp", "wrap"):
        raise ValueError(
            "mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp'."
        )
    x = x if x.dtype.kind == "f" else np.asarray(x, np.float64)
    fit, axis = (window_length, polyorder, deriv, delta), axis_in(axis, x.ndim)
    weights = signal.savgol_coeffs(*fit, use="dot")
    if mode != "interp":
        return np.astype(correlated(x, weights, axis, mode, cval), x.dtype)
    if window_length > x.shape[axis]:
        raise ValueError(
            "If mode is 'interp', window_length must be less than or equal to the"
            " size of x."
        )
    # At the ends the polynomial counts that is fitted to the first, or the last.
    last, half = x.ndim - 1, window_length // 2
    rows = np.moveaxis(x, axis, last)
    if x.ndim == 1:
        parts = [np.correlate(x, weights, "valid")]
    else:
        windows = np.lib.stride_tricks.sliding_window_view(rows, window_length, last)
        parts = [windows @ weights]
    if half:
        before = (slice(None),) * last
        first = rows[before + (slice(None, window_length),)] @ ends_of(fit, range(half))
        behind = range(half + 1, window_length)
        final = rows[before + (slice(-window_length, None),)] @ ends_of(fit, behind)
        parts = [first, *parts, final]
    return np.astype(np.moveaxis(np.concatenate(parts, -1), last, axis), x.dtype)


def ends_of(fit, places):
    """What a window is multiplied by for the values of its polynomial at places."""
    rows = [signal.savgol_coeffs(*fit, place, use="dot") for place in places]
    return np.stack(rows, axis=1)
