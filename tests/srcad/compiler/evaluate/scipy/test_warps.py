"""Arrays between their elements, beyond each of their ends; what is refused, or raised."""

import numpy as np
import pytest
from scipy import ndimage

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = [0.7, -1.3, 2.1, 0.4]
MODES = [
    *("reflect", "grid-mirror", "constant", "grid-constant"),
    *("nearest", "mirror", "grid-wrap", "wrap"),
]
POINTS = np.array([[-9.3, -3.2, -0.4, 0.0, 0.6, 2.0, 3.0, 3.4, 7.6, 11.2]])
IMAGE = np.array([[0.2, 1.0, 0.7], [-0.4, 0.6, 0.1]])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("order", [0, 1, 3])
def test_beyond_the_ends(order, mode):
    options = {"order": order, "mode": mode, "cval": 0.3}

    def program(x):
        row = ndimage.map_coordinates(x, POINTS, **options)
        at = ndimage.map_coordinates(IMAGE, np.stack((x, x[::-1] + 0.25)), **options)
        return (row * np.arange(10)).sum() + (at * x).sum()

    assert result(program, X)


@pytest.mark.parametrize(
    ("function", "error"),
    [
        (lambda x: ndimage.shift(x, 1, mode="no").sum(), (RuntimeError, ValueError)),
        (lambda x: ndimage.shift(x, 1, order=7).sum(), RuntimeError),
        (lambda x: ndimage.map_coordinates(x, x).sum(), RuntimeError),
        (lambda x: ndimage.map_coordinates(IMAGE, [x]).sum(), RuntimeError),
        (lambda x: ndimage.rotate(x, 30.0).sum(), ValueError),
        (lambda x: ndimage.affine_transform(x, [[1.0, 2, 3]]).sum(), RuntimeError),
        (lambda x: ndimage.median_filter(x).sum(), RuntimeError),
        (lambda x: ndimage.rank_filter(x, 5, 3).sum(), RuntimeError),
        (lambda x: ndimage.percentile_filter(x, 120, 3).sum(), RuntimeError),
        (lambda x: ndimage.label(x, np.ones((3, 3)))[0] @ x, RuntimeError),
    ],
)
def test_what_scipy_raises(function, error):
    x = np.array(X)
    with pytest.raises(error):
        function(x)
    with pytest.raises((*np.atleast_1d(error), CompileError)):
        srcad.grad(function)(x)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: ndimage.shift(x, 1, order=5).sum(), "`order` is 0, 1, 2 or 3"),
        (lambda x: ndimage.zoom(x, x[0]).sum(), "`zoom` and `grid_mode` are known"),
        (lambda x: ndimage.rotate(np.outer(x, x), x[0]).sum(), "the angle is known"),
        (lambda x: ndimage.median_filter(x, footprint=x > 0)[0], "`footprint` is"),
        (lambda x: ndimage.spline_filter(x, output=np.float32).sum(), "no `output`"),
    ],
)
def test_it_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        generate(function, ["float64[4]"])
