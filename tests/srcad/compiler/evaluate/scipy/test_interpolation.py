"""Interpolators at their points and beyond them, of sizes that the call has."""

import numpy as np
import pytest
from scipy import interpolate

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = np.array([0.7, -1.3, 2.1, 0.4])
PLACES = [0.0, 1.0, 2.0, 3.0]
KINDS = ("previous", "next", "nearest", "nearest-up")


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_is_chosen_as_in_scipy(kind):
    def at_points(x):
        return interpolate.interp1d(PLACES, x, kind)([1.0, 0.5, 1.5, 0.0, 3.0]) @ range(
            5
        )

    def of_rows(x):
        made = interpolate.interp1d(PLACES, np.stack((x, x**2)), kind)
        return made(1.5)[0] * made([0.2, 2.9])[1, 0]

    def beyond(x):
        made = interpolate.interp1d(PLACES, x, kind, fill_value="extrapolate")
        return np.nan_to_num(made([-1.0, 5.0, 1.2])) @ [1.0, 2.0, 3.0]

    def filled(x):
        made = interpolate.interp1d(
            PLACES, x, kind, bounds_error=False, fill_value=(x[0], 7.0)
        )
        return made([-1.0, 5.0, 1.2]) @ [1.0, 2.0, 3.0]

    for function in (at_points, of_rows, beyond, filled):
        assert result(function, X)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: interpolate.interp1d(np.arange(4.0), x)(1.3) ** 2,
        lambda x: interpolate.interp1d(np.arange(len(x)), x, "cubic")(1.3),
        lambda x: interpolate.PchipInterpolator(np.arange(4.0), x)(1.3),
        lambda x: (
            interpolate.PchipInterpolator(np.cumsum(np.exp(x)), x)([0.0, 2.3, 9])
            @ x[1:]
        ),
        lambda x: (
            interpolate.PchipInterpolator(PLACES, x * [1, 1, 0, 1])([0.2, 1.3]) @ x[2:]
        ),
        lambda x: interpolate.PchipInterpolator(PLACES, x)(2.2, 1),
    ],
)
def test_the_sizes_are_those_of_the_call(function):
    assert result(function, X)


@pytest.mark.parametrize("kind", ["linear", *KINDS])
def test_complex_values_keep_both_parts(kind):
    def of_one(x):
        return np.abs(interpolate.interp1d(PLACES, x + 1j * x[::-1], kind)(1.3)) ** 2

    def of_rows(x):
        rows = np.stack((x, x**2)) * (1 + 2j)
        return np.abs(interpolate.interp1d(PLACES, rows, kind)([1.3, 0.2])).sum()

    assert result(of_one, X)
    assert result(of_rows, X)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            lambda x: interpolate.interp1d(PLACES, np.stack((x, x)), "cubic")(1.0),
            "`y` has one axis here",
        ),
        (
            lambda x: interpolate.interp1d(PLACES, np.stack((x, x)), axis=0)(1.0),
            "must be equal in length",
        ),
        (
            lambda x: interpolate.interp1d(
                PLACES, x, bounds_error=True, fill_value="extrapolate"
            )(1.0),
            "Cannot extrapolate and raise at the same time",
        ),
        (lambda x: interpolate.interp1d(PLACES, x, "zero")(1.0), "`kind` is 'linear'"),
        (
            lambda x: np.abs(interpolate.CubicSpline(PLACES, x * 1j)(1.3)),
            "the values are real numbers here",
        ),
        (
            lambda x: np.abs(
                interpolate.RegularGridInterpolator((PLACES,), x * 1j)([1.3])
            ),
            "the values are real numbers here",
        ),
        (
            lambda x: interpolate.PchipInterpolator(PLACES, np.stack((x, x)), 1)(1.0),
            "`x` and `y` have one axis here",
        ),
        (
            lambda x: interpolate.CubicSpline(PLACES, x).derivative().roots(),
            "`roots` of what is made here is not supported",
        ),
    ],
)
def test_it_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        generate(lambda x: np.sum(function(x)), ["float64[4]"])
