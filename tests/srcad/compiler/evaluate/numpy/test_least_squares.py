"""Where singular values are taken to be zero: pseudo-inverses and least squares."""

import numpy as np
import pytest
from scipy import linalg

import srcad
from tests.srcad.compiler.derivatives import check

X = np.array([[1.0, 0.3], [0.2, 0.4], [0.1, 0.9]])
Y = np.array([0.3, 0.7, -0.2])
# By the greatest one, the other is 0.62.
CUT = 0.8


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.linalg.pinv(x, CUT),
        lambda x: np.linalg.pinv(x, rtol=CUT),
        lambda x: linalg.pinv(x, rtol=CUT),
        lambda x: np.linalg.pinv(x, x[0, 0] * CUT),
        lambda x: np.linalg.lstsq(x, Y, rcond=CUT)[0],
        lambda x: linalg.lstsq(x, Y, CUT)[0],
        lambda x: np.polyfit(x[:, 0], x, 1, rcond=CUT),
    ],
)
def test_what_is_cut_off_has_no_derivative(function):
    """The rest changes by it as well, which a formula for a known rank leaves out."""
    with pytest.raises(np.linalg.LinAlgError, match="cut off"):
        srcad.grad(lambda x: np.sum(function(x)))(X)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.linalg.pinv(x, CUT / 2),
        lambda x: np.linalg.lstsq(x, Y, rcond=CUT / 2)[0],
        lambda x: np.polyfit(x[:, 0], x, 1, rcond=CUT / 50),
        lambda x: linalg.pinv(x),
        lambda x: np.linalg.pinv(np.stack((x, 2.0 * x)), np.array([1e-3, 1e-9])),
    ],
)
def test_where_nothing_is_cut_off(function):
    check(function, ["float64[3, 2]"], values={"x": lambda *_: X}, orders=(1, 2))


def test_the_right_side_of_what_is_cut_off():
    def program(y):
        return np.linalg.lstsq(X, y, rcond=CUT)[0] + np.linalg.pinv(X, CUT) @ y

    check(program, ["float64[3]"], orders=(1, 2))


def test_what_is_nothing_but_rounding():
    """Of rows that repeat: there is a derivative along what keeps them so."""
    row = np.array([0.3, 0.7, -0.2])

    def program(row):
        return np.linalg.pinv(np.outer(row, row), 1e-8)[0]

    check(program, ["float64[3]"], values={"row": lambda *_: row})
