"""``scipy.signal``: spectra of windows that are laid on samples one after the other,
the samples that have such spectra, and how far two go together at a frequency.

J. Allen and L. Rabiner, A unified approach to short-time Fourier analysis and synthesis
(1977).
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import warnings

import numpy as np
from scipy import signal

from srcad.compiler.evaluate.intrinsics import axis_in, fixed, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.spectra import (
    flattened,
    floats,
    window_of,
)

BOUNDARIES = ("even", "odd", "constant", "zeros")


def extended(x, count, boundary):
    """Rows with so many elements more at both ends."""
    if boundary is None:
        return x
    if boundary not in BOUNDARIES:
        raise ValueError(f"Unknown boundary option {boundary!r}")
    if boundary in ("even", "odd") and count > x.shape[-1] - 1:
        raise ValueError("the extension is longer than what it is an image of")
    if count == 0:
        return x
    if boundary == "zeros":
        left = right = np.zeros((*x.shape[:-1], count), x.dtype)
    elif boundary == "constant":
        left = np.repeat(x[..., :1], count, axis=-1)
        right = np.repeat(x[..., -1:], count, axis=-1)
    else:
        left, right = x[..., count:0:-1], x[..., -2 : -count - 2 : -1]
        if boundary == "odd":
            left, right = 2 * x[..., :1] - left, 2 * x[..., -1:] - right
    return np.concatenate((left, x, right), axis=-1)


def steps_of(nperseg, noverlap, nfft):
    """How long a transform is, and how far apart the windows are."""
    nfft = nperseg if nfft is None else int(nfft)
    if nfft < nperseg:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    if noverlap >= nperseg:
        raise ValueError("noverlap must be less than nperseg.")
    return nfft, nperseg - noverlap


def check_options(*options):
    if not all(map(is_known, options)):
        unsupported("what is done with the samples is known before")


def spectra(x, fs, window, nperseg, step, nfft, trend, one_sided, boundary, padded):
    """The frequencies, the times, and the spectra of the segments of rows."""
    samples = extended(x, nperseg // 2, boundary)
    if padded:
        missing = (-(samples.shape[-1] - nperseg) % step) % nperseg
        if missing:
            zeros = np.zeros((*samples.shape[:-1], missing), samples.dtype)
            samples = np.concatenate((samples, zeros), axis=-1)
    windows = np.lib.stride_tricks.sliding_window_view(samples, nperseg, x.ndim - 1)
    segments = flattened(windows[..., ::step, :], trend if trend else False)
    shown = segments * window.astype(x.dtype)
    if one_sided:
        found, at = np.fft.rfft(shown, nfft), np.fft.rfftfreq(nfft, 1 / fs)
    else:
        found, at = np.fft.fft(shown, nfft), np.fft.fftfreq(nfft, 1 / fs)
    half = nperseg / 2
    times = np.arange(half, samples.shape[-1] - half + 1, step) / float(fs)
    return at, times if boundary is None else times - half / fs, found


def scale_of(window, fs, scaling):
    if scaling == "density":
        return 1.0 / (fs * np.sum(window * window))
    if scaling != "spectrum":
        raise ValueError(f"Unknown scaling: {scaling!r}")
    return 1.0 / np.sum(window) ** 2


def rows_of(x, axis):
    """Samples along the last axis, whose number is known."""
    if x.dtype.kind == "c":
        unsupported("samples are real numbers here")
    axis = axis_in(axis, x.ndim)
    for size in x.shape:
        fixed(size)
    if 0 in x.shape:
        unsupported("there are samples here")
    return np.moveaxis(floats(x), axis, -1), axis


def fitting(window, nperseg, count):
    window, nperseg = window_of(window, nperseg, count)
    if nperseg > count:
        raise ValueError("window is longer than input signal")
    return window, nperseg


@defines(signal.stft, arrays="x")
def stft(
    x,
    fs=1.0,
    window="hann",
    nperseg=256,
    noverlap=None,
    nfft=None,
    detrend=False,
    return_onesided=True,
    boundary="zeros",
    padded=True,
    axis=-1,
    scaling="spectrum",
):
    check_options(nperseg, noverlap, nfft, detrend, boundary, padded, scaling)
    if scaling not in ("spectrum", "psd"):
        raise ValueError(f"Parameter {scaling=} not in ['spectrum', 'psd']!")
    rows, axis = rows_of(x, axis)
    window, nperseg = fitting(window, nperseg, rows.shape[-1])
    nfft, step = steps_of(nperseg, noverlap, nfft)
    asked = (nfft, detrend, return_onesided, boundary, padded)
    at, times, found = spectra(rows, fs, window, nperseg, step, *asked)
    scaling = "density" if scaling == "psd" else scaling
    found = found * np.sqrt(scale_of(window, fs, scaling))
    return at, times, np.moveaxis(found.astype(complex_of(rows)), -1, axis)


def complex_of(rows):
    return np.complex64 if rows.dtype == np.float32 else np.complex128


@defines(signal.spectrogram, arrays="x")
def spectrogram(
    x,
    fs=1.0,
    window=("tukey", 0.25),
    nperseg=None,
    noverlap=None,
    nfft=None,
    detrend="constant",
    return_onesided=True,
    scaling="density",
    axis=-1,
    mode="psd",
):
    check_options(nperseg, noverlap, nfft, detrend, return_onesided, scaling, mode)
    if mode not in ("psd", "complex", "magnitude", "angle", "phase"):
        raise ValueError(f"unknown value for mode {mode}")
    rows, axis = rows_of(x, axis)
    window, nperseg = fitting(window, nperseg, rows.shape[-1])
    nfft, step = steps_of(nperseg, nperseg // 8 if noverlap is None else noverlap, nfft)
    asked = (nfft, detrend, return_onesided, None, False)
    at, times, found = spectra(rows, fs, window, nperseg, step, *asked)
    scale = scale_of(window, fs, scaling)
    if mode == "psd":
        found = powers(found, found, scale, nfft, return_onesided)
        return at, times, np.moveaxis(np.real(found).astype(rows.dtype), -1, axis)
    found = found * np.sqrt(scale)
    if mode == "magnitude":
        found = np.abs(found)
    elif mode != "complex":
        found = np.angle(found)
        if mode == "phase":
            # Along the frequencies, as SciPy does it.
            found = np.unwrap(found, axis=-1)
    kind = complex_of(rows) if mode == "complex" else rows.dtype
    return at, times, np.moveaxis(found.astype(kind), -1, axis)


def powers(first, second, scale, nfft, one_sided):
    """What two spectra have in common; those that are their own mirror images count
    once."""
    found = np.conj(first) * second * scale
    if not one_sided or nfft == 1:
        return found
    places = np.arange(nfft // 2 + 1)
    return found * np.where((places == 0) | (2 * places == nfft), 1.0, 2.0)


@defines(signal.csd, arrays="x y")
def csd(
    x,
    y,
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
    check_options(nperseg, noverlap, nfft, detrend, return_onesided, scaling, average)
    if average != "mean":
        unsupported("`average` is 'mean' here")
    if x.shape != y.shape:
        unsupported("both samples are of one shape here")
    first, axis = rows_of(x, axis)
    second, _ = rows_of(y, axis)
    window, nperseg = fitting(window, nperseg, first.shape[-1])
    nfft, step = steps_of(nperseg, noverlap, nfft)
    asked = (fs, window, nperseg, step, nfft, detrend, return_onesided, None, False)
    at, _, one = spectra(first, *asked)
    _, _, other = spectra(second, *asked)
    scale = scale_of(window, fs, scaling)
    found = powers(one, other, scale, nfft, return_onesided)
    kind = complex_of(first + second)
    return at, np.moveaxis(np.mean(found, axis=-2).astype(kind), -1, axis)


@defines(signal.coherence, arrays="x y")
def coherence(
    x,
    y,
    fs=1.0,
    window="hann",
    nperseg=None,
    noverlap=None,
    nfft=None,
    detrend="constant",
    axis=-1,
):
    asked = {"nperseg": nperseg, "noverlap": noverlap, "nfft": nfft, "axis": axis}
    at, first = signal.welch(x, fs, window, detrend=detrend, **asked)
    _, second = signal.welch(y, fs, window, detrend=detrend, **asked)
    _, both = signal.csd(x, y, fs, window, detrend=detrend, **asked)
    return at, (np.real(both) ** 2 + np.imag(both) ** 2) / first / second


@defines(signal.istft, arrays="Zxx", analytic=True)
def istft(
    Zxx,
    fs=1.0,
    window="hann",
    nperseg=None,
    noverlap=None,
    nfft=None,
    input_onesided=True,
    boundary=True,
    time_axis=-1,
    freq_axis=-2,
    scaling="spectrum",
):
    check_options(nperseg, noverlap, nfft, input_onesided, boundary, scaling)
    if Zxx.ndim < 2:
        raise ValueError("Input stft must be at least 2d!")
    time_axis, freq_axis = axis_in(time_axis, Zxx.ndim), axis_in(freq_axis, Zxx.ndim)
    if freq_axis == time_axis:
        raise ValueError("Must specify differing time and frequency axes!")
    if scaling not in ("spectrum", "psd"):
        raise ValueError(f"Parameter {scaling=} not in ['spectrum', 'psd']!")
    for size in Zxx.shape:
        fixed(size)
    spectrum = np.moveaxis(Zxx, (freq_axis, time_axis), (-1, -2))
    size = spectrum.shape[-1]
    default = 2 * (size - 1) if input_onesided else size
    nperseg = default if nperseg is None else int(nperseg)
    if nperseg < 1:
        raise ValueError("nperseg must be a positive integer")
    if nfft is None:
        nfft = nperseg if input_onesided and nperseg == default + 1 else default
    elif nfft < nperseg:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    _, step = steps_of(nperseg, noverlap, None)
    window = of_length(window, nperseg)
    inverse = np.fft.irfft if input_onesided else np.fft.ifft
    parts = inverse(spectrum, nfft)[..., :nperseg]
    window = window.astype(np.real(parts).dtype)
    weight = np.sum(window)
    if scaling == "psd":
        weight = np.sqrt(fs * np.sum(window**2))
    parts = parts * (weight * window)
    made, norm = laid_out(parts, window, step)
    half = nperseg // 2
    if boundary:
        made, norm = made[..., half:-half], norm[half:-half]
    if np.any(norm <= 1e-10):
        warnings.warn(
            "NOLA condition failed, STFT may not be invertible.", stacklevel=2
        )
    made = made / np.where(norm > 1e-10, norm, 1.0).astype(norm.dtype)
    if made.ndim > 1:
        # The axis of the frequencies is there no more.
        made = np.moveaxis(made, -1, time_axis - (freq_axis < time_axis))
    # SciPy counts along the first axis, whichever the times are along.
    return np.arange(made.shape[0]) / float(fs), made


def laid_out(parts, window, step):
    """The sum of parts that begin so many samples apart, and of the squares of the
    windows there."""
    count, size = parts.shape[-2:]
    length = size + (count - 1) * step
    made = np.zeros((*parts.shape[:-2], length), parts.dtype)
    norm = np.zeros(length, window.dtype)
    for k in range(count):
        made[..., k * step : k * step + size] += parts[..., k, :]
        norm[k * step : k * step + size] += window**2
    return made, norm


def of_length(window, nperseg):
    if isinstance(window, str | tuple):
        return signal.get_window(window, nperseg)
    window = np.asarray(window)
    if window.ndim != 1:
        raise ValueError("window must be 1-D")
    if window.shape[0] != nperseg:
        raise ValueError(f"window must have length of {nperseg}")
    return window
