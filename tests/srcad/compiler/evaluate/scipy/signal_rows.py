"""Calls of ``scipy.signal``: along several axes, spectra, trends, other rates."""

import numpy as np
from scipy import signal

from tests.srcad.compiler.cases.case import positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1, X2, Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)


def z(x):
    """A complex number that changes with a real one in both parts."""
    return x + 1j * (np.cos(x) + 1.5)


# ------------------------------------------------------------- along several axes
row(lambda x, y: signal.convolve2d(x, y), X2, "float64[2, 3]")
row(lambda x, y: signal.convolve2d(x, y, "same"), X2, "float64[2, 3]")
row(
    lambda x, y, c: signal.correlate2d(x, y, "same", "fill", c) * x,
    X2,
    "float64[2, 4]",
    "float64",
)
row(lambda x: signal.correlate2d(x, [[1, 2.0]], boundary="symm") ** 2, "float64[3, 2]")
row(
    lambda x, y: signal.convolve2d(x, y, mode="valid"), "float64[2, 3]", "float64[4, 3]"
)
row(lambda x, y: signal.convolve(x, y, "same"), "float64[2, 2, 3]", "float64[2, 1, 2]")
row(lambda x, y: signal.fftconvolve(x, y), "float64[2, 3]", "float64[3, 2]")
row(lambda x, y: signal.correlate(x, y), "float64[2, 3]", "float64[3, 2]")
row(lambda x, y: np.abs(signal.correlate(z(x), z(y))) ** 2, X1, "float64[m]")
row(lambda x, y: np.abs(signal.convolve2d(z(x), y)) ** 2, X2, "float64[2, 3]")
row(lambda x: np.lib.stride_tricks.sliding_window_view(z(x), 2).imag ** 2, "float64[3]")

# -------------------------------------------------------------------------- spectra
row(lambda x: signal.welch(x, 2.0, nperseg=4)[1], "float64[9]")
row(
    lambda x, w: signal.welch(x, window=w, detrend="linear")[1],
    "float64[9]",
    "float64[4]",
)
row(
    lambda x, f: signal.welch(x, f, nperseg=3, axis=0, average="median")[1],
    "float64[9, 2]",
    "float64",
    values={"f": positive},
)
row(
    lambda f: signal.periodogram([1.0, 3.0, 2.0], f)[0],
    "float64",
    values={"f": positive},
)
row(lambda x: signal.periodogram(x, nfft=7, return_onesided=False)[1], "float64[5]")
row(
    lambda x: signal.periodogram(x, nfft=4, detrend=False, scaling="spectrum")[1],
    "float64[5]",
)
row(lambda x: signal.detrend(x) ** 2, "float64[2, 4]")
row(lambda x: signal.detrend(x, 0, bp=[2]) ** 2, "float64[5, 2]")
row(lambda x: signal.detrend(x, type="constant") ** 2, X2)
row(lambda x: signal.resample(x, 6) ** 2, "float64[4, 2]")
row(lambda x: signal.resample(x, 4, axis=1, window="hamming") ** 2, "float64[2, 7]")
row(
    lambda x, d: signal.savgol_filter(x, 5, 3, 1, d),
    "float64[6]",
    "float64",
    values={"d": positive},
)
