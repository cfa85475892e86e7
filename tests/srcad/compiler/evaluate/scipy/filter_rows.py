"""Calls of filters of ``scipy.signal`` and ``scipy.ndimage``."""

import numpy as np
from scipy import ndimage, signal

from tests.srcad.compiler.cases.case import positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1, X2, Row, adding_to

B, A = signal.butter(2, 0.3)
SECTIONS = signal.butter(3, 0.2, output="sos")
ROWS: list[Row] = []
row = adding_to(ROWS)

row(lambda x: signal.savgol_filter(x, 5, 2) ** 2, "float64[7]")
row(lambda x: signal.savgol_filter(x, 3, 2, deriv=1, delta=0.5), "float64[3, 4]")
row(lambda x: signal.savgol_filter(x, 3, 1, axis=0) * x, "float64[4, 2]")
row(lambda x: signal.savgol_filter(x, 1, 0) ** 2, "float64[3]")
row(lambda x: signal.savgol_filter(x, 5, 3, mode="mirror") * x, "float64[6]")
row(lambda x: signal.savgol_filter(x, 5, 2, mode="wrap", axis=0), "float64[4, 2]")
row(
    lambda x, c: signal.savgol_filter(x, 3, 1, mode="constant", cval=c) ** 2,
    "float64[4]",
    "float64",
)
row(lambda x: ndimage.gaussian_filter1d(x, 0.6) ** 2, "float64[5]")
row(lambda x: ndimage.gaussian_filter1d(x, 1, axis=0, mode="wrap"), "float64[3, 2]")
row(
    lambda x, s: ndimage.gaussian_filter1d(x, s + 0.5, radius=2, mode="nearest"),
    "float64[4]",
    "float64",
    values={"s": positive},
)
row(
    lambda x, c: ndimage.gaussian_filter1d(x, 0.7, mode="constant", cval=c) * x,
    "float64[2, 3]",
    "float64",
)
row(lambda x, w: ndimage.correlate1d(x, w, mode="mirror"), "float64[4]", "float64[3]")
row(lambda x, w: ndimage.convolve1d(x, w, axis=0), "float64[4, 2]", "float64[3]")
row(lambda x: ndimage.correlate1d(x, [1, 2.0, 3, 4], mode="wrap", origin=1), X1)
row(lambda x, w: ndimage.convolve1d(x, w, origin=-1) ** 2, X1, "float64[2]")
row(lambda x: x + ndimage.gaussian_filter1d(x, 0.7, order=1, mode="nearest"), X1)
row(lambda x: ndimage.gaussian_filter(x, 0.6) ** 2, X2)
row(
    lambda x, s: ndimage.gaussian_filter(x, s + 0.5, order=(2, 1), radius=(1, 2)),
    "float64[2, 4]",
    "float64",
    values={"s": positive},
)
row(lambda x: ndimage.uniform_filter(x, (2, 3), mode="constant", cval=0.5), X2)
row(lambda x: ndimage.uniform_filter1d(x, 3, origin=1) ** 2, X1)
row(
    lambda x, w: ndimage.correlate(x, w, mode="mirror"),
    "float64[3, 4]",
    "float64[2, 3]",
)
row(
    lambda x, w: ndimage.convolve(x, w, mode="wrap", origin=(-1, 0)) * x,
    "float64[3, 4]",
    "float64[2, 3]",
)
row(lambda x: ndimage.convolve(x, [[0, 1.0], [1, -3], [2, 0]]) ** 2, X2)
row(lambda x: ndimage.correlate(x, [1.0, 2, 4], axes=1) ** 2, X2)
row(
    lambda x, z: np.concatenate(signal.lfilter(B, A, x, zi=z)) ** 2,
    "float64[m]",
    "float64[2]",
)
row(
    lambda b, a, x: signal.lfilter(b, a, x, axis=0),
    "float64[3]",
    "float64[2]",
    "float64[3, 2]",
    values={"a": positive},
)
row(lambda x: signal.lfilter(B, 2.0, x) ** 2, X2)
row(lambda b: signal.lfilter_zi(b, A), "float64[2]")
row(lambda a: signal.lfilter_zi(B, a), "float64[4]", values={"a": positive})
row(lambda x: signal.filtfilt(B, A, x) ** 2, "float64[12]")
row(
    lambda b, x: signal.filtfilt(b, A, x, axis=0, padtype="even", padlen=2),
    "float64[2]",
    "float64[4, 2]",
)
row(lambda x: signal.sosfilt(SECTIONS, x) ** 2, X2)
row(lambda x, z: signal.sosfilt(SECTIONS, x, zi=z)[1] ** 2, X1, "float64[2, 2]")
row(
    lambda b: signal.sosfilt_zi(np.append(SECTIONS[:, :3] * b, SECTIONS[:, 3:], 1)),
    "float64",
)
row(lambda x: signal.sosfiltfilt(SECTIONS, x, padlen=3) ** 2, "float64[5]")
