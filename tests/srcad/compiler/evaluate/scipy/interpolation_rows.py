"""Calls of interpolators: rows at points, and splines that keep to them."""

import numpy as np
from scipy import interpolate

from tests.srcad.compiler.cases.case import apart
from tests.srcad.compiler.evaluate.numpy.numpy_rows import Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)

PLACES, ASKED = [0.0, 1.0, 2.5, 3.0], [0.2, 1.3, 2.7]

row(lambda y: interpolate.interp1d(PLACES, y)(ASKED) ** 2, "float64[2, 4]")
row(
    lambda x, y: interpolate.interp1d(
        PLACES[::-1], y, axis=0, fill_value="extrapolate"
    )(x),
    "float64[2, 2]",
    "float64[4, 3]",
)
row(
    lambda y, f: interpolate.interp1d(
        PLACES, y, bounds_error=False, fill_value=(f, 2.0)
    )([[-1.0, 0.4], [5.0, 0.2]]),
    "float64[2, 4]",
    "float64[2]",
)
FOUR, ROWS_OF_TWO = "float64[4]", "float64[4, 2]"
row(lambda y: interpolate.interp1d(PLACES, y, "previous")(ASKED) ** 2, FOUR)
row(lambda y: interpolate.interp1d(PLACES, y, "previous", 0)(1.2), ROWS_OF_TWO)
row(lambda y: interpolate.interp1d(PLACES, y, "next")(ASKED) ** 2, FOUR)
row(lambda y: interpolate.interp1d(PLACES, y, "next", 0)(1.2), ROWS_OF_TWO)
row(lambda y: interpolate.interp1d(PLACES, y, "nearest")(ASKED) ** 2, FOUR)
row(lambda y: interpolate.interp1d(PLACES, y, "nearest", 0)(1.2), ROWS_OF_TWO)
row(lambda y: interpolate.interp1d(PLACES, y, "nearest-up")(ASKED) ** 2, FOUR)
row(lambda y: interpolate.interp1d(PLACES, y, "nearest-up", 0)(1.2), ROWS_OF_TWO)
row(
    lambda x, y: interpolate.PchipInterpolator(PLACES, y)(x),
    "float64[3]",
    "float64[4]",
    values={"y": apart},
)
row(
    lambda y: interpolate.PchipInterpolator(PLACES, np.cumsum(y * y))(ASKED),
    "float64[4]",
)
row(lambda y: interpolate.PchipInterpolator([0.0, 1.0], y)(ASKED), "float64[2]")
row(
    lambda y: interpolate.PchipInterpolator(PLACES[:3], y).integrate(0.3, 2.0),
    "float64[3]",
    values={"y": apart},
)
