"""Calls of ``scipy.signal``: short spectra, other rates, responses, medians."""

import numpy as np
from scipy import signal

from tests.srcad.compiler.cases.case import apart
from tests.srcad.compiler.evaluate.numpy.numpy_rows import Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)
X, ROW = "float64[12]", "float64[2, 9]"


def size(z):
    return np.real(z) ** 2 + np.imag(z)


row(lambda x: size(signal.stft(x, nperseg=6)[2]), X)
row(
    lambda x: size(
        signal.stft(x, 2.0, "hamming", 5, 2, 8, "linear", False, "odd", scaling="psd")[
            2
        ]
    ),
    X,
)
row(
    lambda x: size(signal.stft(x, nperseg=4, axis=0, boundary="even")[2]),
    "float64[9, 2]",
)
row(lambda x: signal.istft(size(signal.stft(x, nperseg=6)[2]))[1], X)
row(
    lambda x: signal.istft(x * (1 + 0.5j) + x, nperseg=5, freq_axis=0, time_axis=1)[1],
    "float64[3, 4]",
)
row(lambda x: signal.spectrogram(x, nperseg=6, noverlap=2)[2], X)
row(lambda x: signal.spectrogram(x, nperseg=5, mode="magnitude")[2], ROW)
row(lambda x: signal.spectrogram(x, nperseg=6, mode="angle", detrend=False)[2][1], X)
row(lambda x, y: size(signal.csd(x, y, nperseg=6)[1]), X, X)
row(lambda x, y: signal.coherence(x, y, nperseg=4)[1], X, X)
row(lambda h, x: signal.upfirdn(h, x, 3, 2), "float64[3]", ROW)
row(lambda x: signal.resample_poly(x, 3, 2), X)
row(lambda x: signal.resample_poly(x, 2, 4, axis=1, padtype="mean"), ROW)
row(lambda x, h: signal.resample_poly(x, 2, 3, window=h), X, "float64[5]")
row(lambda x: signal.decimate(x, 2, ftype="fir", n=4), X)
row(lambda x: signal.decimate(x, 2, 2, zero_phase=False, axis=1), ROW)
row(lambda b, a: size(signal.freqz(b, a, 5)[1]), "float64[3]", "float64[2]")
row(lambda b, w: size(signal.freqz(b, worN=w, fs=3.0)[1]), "float64[3]", "float64[4]")
row(
    lambda b: size(
        signal.freqz_sos([[*b, 1.0, *b[:2]], [*b[::-1], 1, 0.1, 0.2]], 4)[1]
    ),
    "float64[3]",
)
row(lambda x: size(signal.hilbert(x)), X)
row(lambda x: np.abs(signal.hilbert(x, 5, axis=0)), "float64[4, 3]")
row(lambda x: signal.medfilt(x, 5) * x, X, values={"x": apart})
row(lambda x: signal.medfilt2d(x, (3, 1)) ** 2, ROW, values={"x": apart})


# -------------------------------------------------------------------- peaks and extrema
def said(x, **options):
    """All that is said of the peaks."""
    found = signal.find_peaks(x, **options)[1].values()
    return sum(np.sum(one * (1 + np.arange(len(one)))) for one in found)


def wavy(random, shape):
    at = np.arange(shape[0])
    return np.sin(3 * at) * 2 ** np.sin(at)


WAVY = {"values": {"x": wavy}}
row(lambda x: said(x, height=0, threshold=0), X, **WAVY)
row(lambda x: said(x, prominence=(0.1, None), wlen=7), X, **WAVY)
row(lambda x: said(x, width=0.1, rel_height=0.4), X, **WAVY)
row(lambda x, s: said(x, height=0.1 * s, distance=2), X, "float64", **WAVY)
row(lambda x: np.sum(x[signal.argrelmax(x)] ** 2), X, **WAVY)
row(
    lambda x: np.sum(x[signal.argrelextrema(x, np.less, 1, 2, "wrap")]),
    ROW,
    values={"x": apart},
)
