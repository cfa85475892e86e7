"""``scipy.signal``: powers of frequencies, trends, and other rates of sampling."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import warnings

import numpy as np
from scipy import signal

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    fixed,
    is_known,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines

# ---------------------------------------------------------------------------- trends


def floats(x):
    return x if x.dtype.kind == "f" else np.asarray(x, np.float64)


def without_line(rows):
    """Rows along the last axis without the line that is fitted to each."""
    count = rows.shape[-1]
    apart = rows - np.mean(rows, axis=-1, keepdims=True)
    if count == 1:
        return apart
    times = np.arange(count) - 0.5 * (count - 1)
    slopes = apart @ times / np.sum(times * times)
    return apart - np.expand_dims(slopes, -1) * times


@defines(signal.detrend, arrays="data")
def detrend(data, axis=-1, type="linear", bp=0, overwrite_data=False):
    if type not in ("linear", "l", "constant", "c"):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    if overwrite_data:
        unsupported("what `overwrite_data` leaves in the argument is not known")
    x = floats(data)
    if type in ("constant", "c"):
        return x - np.mean(x, axis, keepdims=True)
    if not is_known(bp):
        unsupported("`bp` is known before")
    axis = axis_in(axis, x.ndim)
    fixed(x.shape[axis])
    rows, count = np.moveaxis(x, axis, -1), x.shape[axis]
    given = bp if np.ndim(bp) else (bp,)
    if max([*given, 0]) > count:
        raise ValueError(
            "Breakpoints must be less than length of data along given axis."
        )
    if any(isinstance(one, (float, np.floating)) for one in given):
        raise TypeError("breakpoints are integers")
    if min(given) < 0:
        raise ValueError("breakpoints are not negative")
    ends = sorted({0, count, *[int(one) for one in given]})
    parts = [
        without_line(rows[..., ends[k] : ends[k + 1]]) for k in range(len(ends) - 1)
    ]
    made = parts[0] if len(parts) == 1 else np.concatenate(parts, -1)
    return np.moveaxis(
        made if made.dtype == x.dtype else made.astype(x.dtype), -1, axis
    )


# --------------------------------------------------------------------------- spectra


def window_of(window, nperseg, count):
    """A window, and how long it is; a known number of samples is ``count``."""
    if isinstance(window, (str, tuple)):
        nperseg = 256 if nperseg is None else int(nperseg)
        if nperseg < 1:
            raise ValueError(f"Parameter {nperseg=} is not a positive integer!")
        if count < nperseg:
            warnings.warn(
                f"{nperseg=} is greater than signal length max(len(x), len(y)) ="
                f" {count}, using nperseg = {count}",
                stacklevel=2,
            )
            nperseg = count
        return signal.get_window(window, nperseg), nperseg
    window = np.asarray(window)
    if window.ndim != 1:
        raise ValueError("a window has one axis")
    fixed(window.shape[0])
    if nperseg is not None and nperseg != window.shape[0]:
        raise ValueError("nperseg does not equal len(win)")
    return window, window.shape[0]


def flattened(segments, trend):
    """Segments along the last axis without their trends."""
    if trend is False:
        return segments
    if trend == "constant":
        return segments - np.mean(segments, axis=-1, keepdims=True)
    if trend != "linear":
        unsupported("`detrend` is 'constant', 'linear' or False here")
    return without_line(segments)


def powers(segments, window, fs, nfft, one_sided, scaling):
    """The power of each segment at the frequencies, and these."""
    shown = segments * window
    if one_sided:
        spectrum, at = np.fft.rfft(shown, nfft), np.fft.rfftfreq(nfft, 1 / fs)
    else:
        spectrum, at = np.fft.fft(shown, nfft), np.fft.fftfreq(nfft, 1 / fs)
    power = np.real(spectrum) ** 2 + np.imag(spectrum) ** 2
    if scaling == "density":
        power = power / (fs * np.sum(window**2))
    else:
        power = power / np.sum(window) ** 2
    if one_sided and nfft > 1:
        # Those that are their own mirror images count once.
        places = np.arange(nfft // 2 + 1)
        power = power * np.where((places == 0) | (2 * places == nfft), 1.0, 2.0)
    return at, power


def over_segments(power, average):
    """What is said of all segments together, which are along the last axis but one."""
    count = power.shape[-2]
    if count == 1:
        return power[..., 0, :]
    if average == "mean":
        return np.mean(power, axis=-2)
    # What the median of so many is, where the mean is 1.
    pairs = 2.0 * np.arange(1, (count - 1) // 2 + 1)
    return np.median(power, axis=-2) / (1 + np.sum(1 / (pairs + 1) - 1 / pairs))


@defines(signal.welch, arrays="x")
def welch(
    x,
    fs=1.0,
    window="hann",
    nperseg=None,
    noverlap=None,
    nfft=None,
    detrend="constant",
    return_onesided=True,
    scaling="density",
    axis=-1,
    average="mean",
):
    options = (nperseg, noverlap, nfft, detrend, return_onesided, scaling, average)
    if not all(map(is_known, options)):
        unsupported("what is done with the samples is known before")
    if scaling not in ("density", "spectrum"):
        raise ValueError(f"Parameter {scaling=} not in ['spectrum', 'density']!")
    if average not in ("mean", "median"):
        raise ValueError(f"Parameter {average=} must be 'median' or 'mean'!")
    axis = axis_in(axis, x.ndim)
    for size in x.shape:
        fixed(size)
    count = x.shape[axis]
    if 0 in x.shape:
        unsupported("there are samples here")
    window, nperseg = window_of(window, nperseg, count)
    if count < nperseg:
        unsupported("the window is not longer than what it is laid on here")
    nfft = nperseg if nfft is None else int(nfft)
    if nfft < nperseg:
        raise ValueError(f"{nfft=} must be greater than or equal to {nperseg=}!")
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    if noverlap >= nperseg:
        raise ValueError(f"{noverlap=} must be less than {nperseg=}!")
    samples = np.moveaxis(floats(x), axis, -1)
    windows = np.lib.stride_tricks.sliding_window_view(samples, nperseg, x.ndim - 1)
    segments = flattened(windows[..., :: nperseg - noverlap, :], detrend)
    at, power = powers(segments, window, fs, nfft, bool(return_onesided), scaling)
    made = np.moveaxis(over_segments(power, average), -1, axis)
    return at, made.astype(np.float32) if x.dtype == np.float32 else made


@defines(signal.periodogram, arrays="x")
def periodogram(
    x,
    fs=1.0,
    window="boxcar",
    nfft=None,
    detrend="constant",
    return_onesided=True,
    scaling="density",
    axis=-1,
):
    if not is_known(nfft):
        unsupported("`nfft` is known before")
    axis = axis_in(axis, x.ndim)
    fixed(x.shape[axis])
    count = x.shape[axis]
    if nfft is not None and nfft < count:
        x, count, nfft = x[(slice(None),) * axis + (slice(nfft),)], nfft, None
    return signal.welch(
        x,
        fs,
        "boxcar" if window is None else window,
        count,
        0,
        nfft,
        detrend,
        return_onesided,
        scaling,
        axis,
    )


# -------------------------------------------------------------------- other rates


@defines(signal.resample, arrays="x t")
def resample(x, num, t=None, axis=0, window=None, domain="time"):
    if domain != "time" or not (window is None or isinstance(window, (str, tuple))):
        unsupported("it takes samples of a time, and the name of a window, here")
    if not is_known(num):
        unsupported("`num` is known before")
    axis = axis_in(axis, x.ndim)
    fixed(x.shape[axis])
    count, samples = x.shape[axis], floats(x)
    ratio, fewer = count / num, min(num, count)
    half = fewer // 2 + 1
    spectrum = np.fft.rfft(np.moveaxis(samples, axis, -1))
    weights = np.full(half, 1 / ratio)
    if window is not None:
        shape = np.fft.ifftshift(signal.get_window(window, count))
        shape = 0.5 * (shape + np.roll(shape[::-1], 1))
        weights = weights * shape[:half]
    if fewer % 2 == 0 and num != count:
        # The frequency at the border stands for itself and for its mirror image.
        border = 2.0 if num < count else 0.5
        weights = weights * np.where(np.arange(half) == fewer // 2, border, 1.0)
    made = np.fft.irfft(spectrum[..., :half] * weights, num)
    made = np.moveaxis(made, -1, axis)
    made = made if made.dtype == samples.dtype else made.astype(samples.dtype)
    if t is None:
        return made
    return made, t[0] + (t[1] - t[0]) * ratio * np.arange(num)
