"""``scipy.signal``: other rates through filters, responses of filters, and medians."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import signal

from srcad.compiler.evaluate.intrinsics import axis_in, fixed, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.neighbours import one_each
from srcad.compiler.evaluate.scipy.spectra import floats


def known_count(x, axis):
    if x.ndim == 0:
        unsupported("samples have an axis here")
    axis = axis_in(axis, x.ndim)
    fixed(x.shape[axis])
    return axis, x.shape[axis]


@defines(signal.upfirdn, arrays="h x")
def upfirdn(h, x, up=1, down=1, axis=-1, mode="constant", cval=0):
    if not is_known(up) or not is_known(down):
        unsupported("`up` and `down` are known before")
    if mode != "constant" or not is_known(cval) or cval != 0:
        unsupported("there are zeros beyond the ends here")
    if up < 1 or down < 1:
        raise ValueError("Both up and down must be >= 1")
    if h.ndim != 1 or h.shape[0] == 0:
        raise ValueError("h must be 1-D with non-zero length")
    axis, count = known_count(x, axis)
    if count == 0:
        unsupported("there are samples here")
    fixed(h.shape[0])
    rows, size = np.moveaxis(floats(x), axis, -1), h.shape[0]
    # So many zeros between the samples, and beyond them.
    length = (count - 1) * up + 1
    wide = np.zeros((*rows.shape[:-1], length + 2 * (size - 1)), rows.dtype)
    wide[..., size - 1 : size - 1 + length : up] = rows
    if x.ndim == 1:
        made = np.convolve(wide, h, "valid")[::down]
    else:
        windows = np.lib.stride_tricks.sliding_window_view(wide, size, x.ndim - 1)
        made = windows[..., ::down, :] @ h[::-1]
    return np.moveaxis(made, -1, axis)


LEVELS: dict[str, Any] = {
    "mean": np.mean,
    "median": np.median,
    "minimum": np.min,
    "maximum": np.max,
}


@defines(signal.resample_poly, arrays="x")
def resample_poly(
    x, up, down, axis=0, window=("kaiser", 5.0), padtype="constant", cval=None
):
    if not is_known(up) or not is_known(down) or not is_known(padtype):
        unsupported("`up`, `down` and `padtype` are known before")
    if up != int(up) or down != int(down):
        raise ValueError("up and down must be integers")
    if up < 1 or down < 1:
        raise ValueError("up and down must be >= 1")
    if cval is not None and padtype != "constant":
        raise ValueError("cval has no effect when padtype is ", padtype)
    if padtype not in ("constant", *LEVELS) or not (cval is None or cval == 0):
        unsupported("`padtype` is a mean or an end, or zeros, here")
    axis, count = known_count(x, axis)
    shared = math.gcd(int(up), int(down))
    up, down = int(up) // shared, int(down) // shared
    if up == down == 1:
        return np.copy(x)
    h, half = low_pass(x, window, max(up, down))
    wanted = -(-count * up // down)
    before = down - half % down
    skipped = (half + before) // down
    # So long that there are as many samples behind those that are skipped.
    there = (count - 1) * up + h.shape[0] + before
    behind = max(0, (wanted + skipped - 1) * down + 1 - there)
    ends = np.zeros(before, h.dtype), np.zeros(behind, h.dtype)
    h = np.concatenate((ends[0], h * up, ends[1]))
    level = None
    if padtype in LEVELS:
        level = LEVELS[padtype](x, axis=axis, keepdims=True)
        x = x - level
    made = signal.upfirdn(h, x, up, down, axis)
    made = made[(slice(None),) * axis + (slice(skipped, skipped + wanted),)]
    return made if level is None else made + level


def low_pass(x, window, rate):
    """The filter, and half of its length."""
    if isinstance(window, str | tuple):
        half = 10 * rate
        h = signal.firwin(2 * half + 1, 1.0 / rate, window=window)
        return (h.astype(x.dtype) if x.dtype.kind == "f" else h), half
    window = np.asarray(window)
    if window.ndim != 1:
        raise ValueError("window must be 1-D")
    fixed(window.shape[0])
    return window, (window.shape[0] - 1) // 2


@defines(signal.decimate, arrays="x")
def decimate(x, q, n=None, ftype="iir", axis=-1, zero_phase=True):
    if not all(map(is_known, (q, n, ftype, zero_phase))):
        unsupported("what it filters with is known before")
    if not isinstance(ftype, str):
        unsupported("`ftype` is 'iir' or 'fir' here")
    x = floats(x)
    axis, count = known_count(x, axis)
    if ftype == "fir":
        taps = 20 * q if n is None else n
        b = signal.firwin(taps + 1, 1.0 / q, window="hamming").astype(x.dtype)
        if zero_phase:
            return signal.resample_poly(x, 1, q, axis=axis, window=b)
        made = signal.upfirdn(b, x, 1, q, axis)
        return made[(slice(None),) * axis + (slice(-(-count // q)),)]
    if ftype != "iir":
        raise ValueError("invalid ftype")
    sections = signal.cheby1(8 if n is None else n, 0.05, 0.8 / q, output="sos")
    sections = sections.astype(x.dtype)
    filtered = signal.sosfiltfilt if zero_phase else signal.sosfilt
    made = filtered(sections, x, axis=axis)
    return made[(slice(None),) * axis + (slice(None, None, q),)]


# ------------------------------------------------------------------------ responses


@defines(signal.freqz, arrays="b a")
def freqz(
    b, a=1, worN=512, whole=False, plot=None, fs=2 * np.pi, include_nyquist=False
):
    if plot is not None:
        unsupported("`plot` is not supported")
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    if b.ndim != 1 or a.ndim != 1:
        unsupported("`b` and `a` have one axis here")
    if b.dtype.kind != "f":
        b = np.asarray(b, np.float64)
    if a.dtype.kind != "f":
        a = np.asarray(a, np.float64)
    w = frequencies(worN, whole, fs, include_nyquist)
    turn = np.exp(-1j * w)
    h = along(b, turn) / along(a, turn)
    kind = np.result_type(b.dtype, a.dtype)
    w = w * (fs / (2 * np.pi))
    if kind == np.float32:
        return w.astype(np.float32), h.astype(np.complex64)
    return w, h


def frequencies(worN, whole, fs, include_nyquist):
    if worN is None:
        worN = 512
    if not is_known(worN) or np.ndim(worN):
        w = np.atleast_1d(np.asarray(worN))
        return 2 * np.pi * w / fs
    if isinstance(worN, float | np.floating):
        return np.atleast_1d(2 * np.pi * worN / fs)
    if worN < 0:
        raise ValueError(f"worN must be nonnegative, got {worN}")
    last = 2 * np.pi if whole else np.pi
    return np.linspace(0, last, worN, endpoint=include_nyquist and not whole)


def along(b, turn):
    """The polynomial at points on the unit circle."""
    fixed(b.shape[0])
    powers = np.expand_dims(turn, -1) ** np.arange(b.shape[0])
    return np.sum(powers * b, axis=-1)


@defines(signal.freqz_sos, signal.sosfreqz, arrays="sos")
def freqz_sos(sos, worN=512, whole=False, fs=2 * np.pi, include_nyquist=False):
    if sos.ndim != 2:
        raise ValueError("sos array must be 2D")
    fixed(sos.shape[0])
    if sos.shape[1] != 6:
        raise ValueError("sos array must be shape (n_sections, 6)")
    if sos.shape[0] == 0:
        raise ValueError("Cannot compute frequencies with no sections")
    if not np.all(sos[:, 3] == 1):
        raise ValueError("sos[:, 3] should be all ones")
    h = 1.0
    for k in range(sos.shape[0]):
        w, one = signal.freqz(
            sos[k, :3],
            sos[k, 3:],
            worN,
            whole=whole,
            fs=fs,
            include_nyquist=include_nyquist,
        )
        h = h * one
    return w, h


@defines(signal.hilbert, arrays="x")
def hilbert(x, N=None, axis=-1):
    """L. Marple, Computing the discrete-time "analytic" signal via FFT (1999)."""
    if x.dtype.kind == "c":
        raise ValueError("x must be real.")
    if not is_known(N):
        unsupported("`N` is known before")
    axis, count = known_count(x, axis)
    N = count if N is None else int(N)
    if N <= 0:
        raise ValueError("N must be positive.")
    spectrum, places = np.moveaxis(np.fft.fft(x, N, axis), axis, -1), np.arange(N)
    whole = (places == 0) | (2 * places == N)
    weights = np.where(whole, 1.0, np.where(2 * places < N, 2.0, 0.0))
    weights = weights.astype(np.real(spectrum).dtype)
    return np.moveaxis(np.fft.ifft(spectrum * weights), -1, axis)


# -------------------------------------------------------------------------- medians


@defines(signal.medfilt, arrays="volume")
def medfilt(volume, kernel_size=None):
    volume = np.atleast_1d(volume)
    if volume.dtype.kind not in "iu" and volume.dtype not in (np.float32, np.float64):
        raise ValueError(f"dtype={volume.dtype} is not supported by medfilt")
    if not is_known(kernel_size):
        unsupported("`kernel_size` is known before")
    sizes = one_each(3 if kernel_size is None else kernel_size, volume.ndim)
    sizes = tuple([int(one) for one in sizes])
    if any(one % 2 != 1 for one in sizes):
        raise ValueError("Each element of kernel_size should be odd.")
    wide = np.pad(volume, [(one // 2, one // 2) for one in sizes])
    windows = np.lib.stride_tricks.sliding_window_view(wide, sizes)
    count = math.prod(sizes)
    rows = np.reshape(windows, (*volume.shape, count))
    return np.sort(rows, axis=-1)[..., count // 2]


@defines(signal.medfilt2d, arrays="input")
def medfilt2d(input, kernel_size=3):
    if input.ndim != 2:
        raise ValueError("it takes an array of two axes")
    return signal.medfilt(input, kernel_size)
