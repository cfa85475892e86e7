"""``scipy.signal``: convolutions, and polynomials that are fitted in windows."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import signal

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    fixed,
    is_known,
    mismatch,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy import filters as filters
from srcad.compiler.evaluate.scipy import peaks as peaks
from srcad.compiler.evaluate.scipy import rates as rates
from srcad.compiler.evaluate.scipy import short_time as short_time
from srcad.compiler.evaluate.scipy import spectra as spectra
from srcad.compiler.evaluate.scipy.neighbours import correlated, decided

# How NumPy pads where the image goes on beyond its border.
BOUNDARIES: dict[str, Any] = {
    **dict.fromkeys(("fill", "pad"), "constant"),
    **dict.fromkeys(("wrap", "circular"), "wrap"),
    **dict.fromkeys(("symm", "symmetric"), "symmetric"),
}


def check_mode(mode, method="auto"):
    decided("mode", mode)
    if mode not in ("full", "valid", "same"):
        mismatch(f"there is no mode {mode!r}")
    if method not in ("auto", "direct", "fft"):
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")


def empty(signal):
    return is_known(signal.shape[0]) and signal.shape[0] == 0


@defines(signal.convolve, arrays="in1 in2", analytic=True)
def convolve(in1, in2, mode="full", method="auto"):
    check_mode(mode, method)
    if in1.ndim != in2.ndim:
        raise ValueError("volume and kernel should have the same dimensionality")
    if in1.ndim != 1:
        return added_up(in1, in2, mode) if in1.ndim else in1 * in2
    if empty(in2) or (mode != "same" and empty(in1)):
        raise ValueError("a signal cannot be empty")
    if empty(in1):
        return np.concatenate((in1, in2[:0]))
    if mode != "same":
        return np.convolve(in1, in2, mode)
    # As long as the first, and about the middle.
    start = (in2.shape[0] - 1) // 2
    return np.convolve(in1, in2)[start : start + in1.shape[0]]


@defines(signal.fftconvolve, signal.oaconvolve, arrays="in1 in2", analytic=True)
def fftconvolve(in1, in2, mode="full", axes=None):
    if axes is not None:
        unsupported("it takes all axes here")
    in1 = floats(in1)
    if in1.ndim == 1 and in2.ndim == 1 and (empty(in1) or empty(in2)):
        return np.concatenate((in1[:0], in2[:0]))
    return signal.convolve(in1, in2, mode)


def floats(x):
    return x if x.dtype.kind in "fc" else np.asarray(x, np.float64)


def conjugate(x):
    return np.conj(x) if x.dtype.kind == "c" else x


@defines(signal.correlate, arrays="in1 in2", analytic=True)
def correlate(in1, in2, mode="full", method="auto"):
    return signal.convolve(in1, np.flip(conjugate(in2)), mode, method)


# ---------------------------------------------------------------- along several axes


def added_up(in1, in2, mode, boundary="fill", fillvalue=0, late=0):
    """The convolution; of one as large as the first the middle is ``late`` elements
    further on where the second has an even size."""
    for size in in2.shape:
        fixed(size)
    if mode == "valid" and turned(in1.shape, in2.shape):
        in1, in2 = in2, in1
    widths = []
    for size in in2.shape:
        before = (size - late) // 2 if mode == "same" else size - 1
        widths.append((before, size - 1 - before if mode == "same" else before))
    if mode == "valid":
        widths = [(0, 0)] * len(widths)
    if BOUNDARIES[boundary] == "constant":
        in1 = np.pad(in1, widths, constant_values=fillvalue)
    else:
        in1 = np.pad(in1, widths, BOUNDARIES[boundary])
    windows = np.lib.stride_tricks.sliding_window_view(in1, in2.shape)
    return np.tensordot(windows, np.flip(in2), in2.ndim)


def turned(sizes, others):
    """Whether the second is laid on, being the larger one; refused where none is as
    large as the other along every axis."""
    for size in (*sizes, *others):
        fixed(size)
    pairs = list(zip(sizes, others, strict=True))
    if all(one >= two for one, two in pairs):
        return False
    if not all(one <= two for one, two in pairs):
        raise ValueError(
            "For 'valid' mode, one must be at least as large as the other in every"
            " dimension"
        )
    return True


def check_planes(in1, in2, mode, boundary, fillvalue):
    check_mode(mode)
    decided("boundary", boundary)
    fillvalue = np.asarray(fillvalue)
    if fillvalue.size != 1:
        raise ValueError("`fillvalue` must be scalar or an array with one element.")
    if fillvalue.dtype.kind == "c" and in1.dtype.kind != "c" and in2.dtype.kind != "c":
        raise ValueError("could not cast `fillvalue` directly to the output type")
    if in1.ndim != 2 or in2.ndim != 2:
        raise ValueError("inputs must both be 2-D arrays")
    if boundary not in BOUNDARIES:
        raise ValueError("Acceptable boundary flags are 'fill', 'wrap' and 'symm'.")


@defines(signal.convolve2d, arrays="in1 in2", analytic=True)
def convolve2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    check_planes(in1, in2, mode, boundary, fillvalue)
    return added_up(in1, in2, mode, boundary, fillvalue)


@defines(signal.correlate2d, arrays="in1 in2", analytic=True)
def correlate2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    check_planes(in1, in2, mode, boundary, fillvalue)
    if mode == "valid" and turned(in1.shape, in2.shape):
        # What is conjugate is the smaller one.
        in1 = np.flip(conjugate(in1))
        return np.flip(added_up(in2, in1, mode, boundary, fillvalue))
    in2 = np.flip(conjugate(in2))
    return added_up(in1, in2, mode, boundary, fillvalue, late=1)


# ------------------------------------------------------------- polynomials in windows


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
    if not all(map(is_known, (window_length, polyorder, deriv, mode))):
        unsupported("what it fits is known before, and how it goes on beyond the ends")
    if window_length % 2 == 0 or x.ndim == 0:
        unsupported("`window_length` is odd here, and an array has an axis")
    if mode not in ("mirror", "constant", "nearest", "interp", "wrap"):
        raise ValueError(
            "mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp'."
        )
    x = x if x.dtype.kind == "f" else np.asarray(x, np.float64)
    fit, axis = (window_length, polyorder, deriv, delta), axis_in(axis, x.ndim)
    weights = weights_of(fit)
    if mode != "interp":
        return np.astype(correlated(x, weights, axis, mode, cval), x.dtype)
    if polyorder < 0:
        raise ValueError("expected deg >= 0")
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
    return np.stack([weights_of(fit, place) for place in places], axis=1)


def weights_of(fit, place=None):
    """What a window is multiplied by for the value of its polynomial at a place."""
    *shape, deriv, delta = fit
    if is_known(delta):
        return signal.savgol_coeffs(*shape, deriv, delta, place, use="dot")
    return signal.savgol_coeffs(*shape, deriv, 1.0, place, use="dot") / delta**deriv
