"""Filters along one axis: how they go on beyond the ends, and what is refused."""

import numpy as np
import pytest
from scipy import ndimage, signal

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = np.array([0.7, -1.3, 2.1, 0.4])
MODES = ("reflect", "grid-mirror", "constant", "grid-constant", "nearest", "mirror")


@pytest.mark.parametrize("sigma", [0.05, 1.0, 3.0])
@pytest.mark.parametrize("mode", [*MODES, "wrap", "grid-wrap"])
def test_it_goes_on_as_in_scipy(mode, sigma):
    def filtered(x):
        return ndimage.gaussian_filter1d(x, sigma, mode=mode) ** 2 @ [
            1.0,
            2.0,
            3.0,
            4.0,
        ]

    def of_one(x):
        return ndimage.gaussian_filter1d(x[:1], sigma, mode=mode, cval=0.5)[0] ** 2

    assert result(filtered, X)
    assert result(of_one, X)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: signal.savgol_filter(x, 4, 2), "`window_length` is odd here"),
        (lambda x: signal.savgol_filter(x, 7, 2), "window_length must be less than"),
        (
            lambda x: signal.savgol_filter(x, 3, 2, mode="reflect"),
            "mode must be 'mirror'",
        ),
        (
            lambda x: ndimage.gaussian_filter1d(x, x[0]),
            "`sigma` and `truncate` are known",
        ),
        (lambda x: ndimage.gaussian_filter1d(x, 1.0, order=1), "`order` is 0 here"),
        (lambda x: ndimage.gaussian_filter1d(x > 0, 1.0) * x, "floating numbers"),
        (lambda x: ndimage.correlate1d(x, [1.0, 2.0]), "an odd number of weights"),
        (lambda x: ndimage.correlate1d(x, [1.0], mode="odd"), "boundary mode"),
    ],
)
def test_it_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        generate(lambda x: function(x).sum(), ["float64[4]"])
