"""The calls of NumPy's and SciPy's functions that are tried, of all the files of them."""

from tests.srcad.compiler.evaluate.numpy import (
    argument_rows,
    complex_rows,
    function_rows,
    linalg_rows,
    numpy_rows,
    series_rows,
)
from tests.srcad.compiler.evaluate.scipy import (
    distance_rows,
    filter_rows,
    interpolation_rows,
    matrix_rows,
    rate_rows,
    sample_rows,
    scipy_rows,
    signal_rows,
    special_rows,
    tail_rows,
    transform_rows,
    warp_rows,
)

ROWS = [
    *numpy_rows.ROWS,
    *argument_rows.ROWS,
    *complex_rows.ROWS,
    *function_rows.ROWS,
    *linalg_rows.ROWS,
    *series_rows.ROWS,
    *scipy_rows.ROWS,
    *signal_rows.ROWS,
    *transform_rows.ROWS,
    *special_rows.ROWS,
    *tail_rows.ROWS,
    *distance_rows.ROWS,
    *filter_rows.ROWS,
    *interpolation_rows.ROWS,
    *matrix_rows.ROWS,
    *sample_rows.ROWS,
    *rate_rows.ROWS,
    *warp_rows.ROWS,
]
