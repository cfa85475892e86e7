"""Calls of filters of ``scipy.signal`` and ``scipy.ndimage`` along one axis."""

from scipy import ndimage, signal

from tests.srcad.compiler.cases.case import positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import Row, adding_to

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
