"""Calls of ``scipy.ndimage``: between elements, ordered neighbours, and regions."""

import numpy as np
from scipy import ndimage

from tests.srcad.compiler.cases.case import apart
from tests.srcad.compiler.evaluate.numpy.numpy_rows import Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)
PLANE = "float64[4, 5]"
POINTS = np.array([[0.3, 1.6, 2.9, -1.2, 6.3], [0.2, 3.7, 4.4, 2.2, -0.3]])


def inner(random, shape):
    """Points between the elements, and beyond them, away from where pieces meet."""
    return random.integers(-3, 7, shape) + random.uniform(0.1, 0.4, shape)


row(lambda x: ndimage.map_coordinates(x, POINTS, mode="wrap"), PLANE)
row(lambda x: ndimage.map_coordinates(x, POINTS, order=1, cval=0.4) ** 2, PLANE)
row(
    lambda x, c: ndimage.map_coordinates(x, c, mode="mirror"),
    *(PLANE, "float64[2, 3]"),
    values={"c": inner},
)
row(
    lambda x, c: ndimage.map_coordinates(x, c, mode="nearest", cval=0.3),
    *("float64[6]", "float64[1, 4]"),
    values={"c": inner},
)
row(
    lambda x, c: ndimage.map_coordinates(x, c, order=2, mode="grid-constant", cval=0.3),
    *("float64[6]", "float64[1, 2, 2]"),
    values={"c": inner},
)
row(lambda x: ndimage.map_coordinates(x, POINTS, order=0, mode="grid-wrap") ** 2, PLANE)
row(lambda x: ndimage.shift(x, (0.4, -1.3), mode="grid-wrap"), PLANE)
row(
    lambda x, s: ndimage.shift(x, 1.2 + 0.1 * s, mode="reflect"),
    "float64[5]",
    "float64",
)
row(lambda x: ndimage.zoom(x, (2, 1.4), order=1) ** 2, PLANE)
row(lambda x: ndimage.zoom(x, 1.5, mode="nearest", grid_mode=True), PLANE)
row(lambda x: ndimage.rotate(x, 30.0, order=1, mode="nearest"), PLANE)
row(
    lambda x, a: ndimage.rotate(x, 20 + a, reshape=False, mode="mirror"),
    PLANE,
    "float64",
)
row(lambda x: ndimage.rotate(x, 45, (0, 2), order=1) ** 2, "float64[3, 2, 3]")
row(
    lambda x, m, b: ndimage.affine_transform(x, np.eye(2) + 0.1 * m, b, mode="reflect"),
    *("float64[3, 4]", "float64[2, 2]", "float64[2]"),
    values={"b": lambda random, shape: np.array([0.3, 0.45])},
)
row(lambda x: ndimage.spline_filter(x) ** 2, PLANE)
row(lambda x: ndimage.spline_filter1d(x, 2, 0, mode="reflect") ** 2, PLANE)
row(lambda x: ndimage.median_filter(x, (3, 2)) ** 2, PLANE, values={"x": apart})
row(
    lambda x: ndimage.percentile_filter(x, 30, 3, mode="constant", cval=0.5) ** 2,
    PLANE,
    values={"x": apart},
)
row(
    lambda x: ndimage.maximum_filter(x, footprint=np.eye(3), mode="wrap") ** 2,
    PLANE,
    values={"x": apart},
)
row(lambda x: ndimage.minimum_filter(x, 2, axes=1) ** 2, PLANE, values={"x": apart})
row(lambda x: ndimage.rank_filter(x, -2, 3, origin=1) ** 2, "float64[6]")
REGIONS = [[1, 1, 0, 2, 2], [1, 0, 0, 0, 2], [1, 1, 1, 0, 0], [0, 0, 0, 3, 3]]
row(lambda x: ndimage.sum_labels(x, REGIONS, [1, 3]) ** 2, PLANE)
row(lambda x: ndimage.mean(x, REGIONS, 2) * ndimage.sum_labels(x, REGIONS), PLANE)
row(lambda x: np.array(ndimage.center_of_mass(x * x + 1)), PLANE)
row(lambda x: np.array(ndimage.center_of_mass(x * x + 1, REGIONS, [1, 2])), PLANE)
row(lambda x: ndimage.sum_labels(x, ndimage.label(x > 0)[0], 1) * x, PLANE)
