"""Splines of FITPACK that were made before, and what they give outside."""

import numpy as np
import pytest
from scipy import interpolate

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate

PLACES = np.linspace(0.0, 5.0, 9)
VALUES = np.sin(PLACES)
CUBIC = interpolate.splrep(PLACES, VALUES)
QUINTIC = interpolate.splrep(PLACES, VALUES, k=5)
ROUND = interpolate.splrep(PLACES, np.sin(0.4 * np.pi * PLACES), per=True)
CURVE, _ = interpolate.splprep([np.sin(PLACES), np.cos(PLACES)])

SMOOTH = interpolate.UnivariateSpline(PLACES, VALUES, s=0.001)
SQUARES = interpolate.InterpolatedUnivariateSpline(PLACES, VALUES, k=2, ext=3)
LEAST = interpolate.LSQUnivariateSpline(PLACES, VALUES, [1.0, 2.5, 4.0], ext="zeros")
SLOPE, AREA = SQUARES.derivative(), SMOOTH.antiderivative()

BASIS = interpolate.make_interp_spline(PLACES, VALUES)
INSIDE = interpolate.BSpline(*QUINTIC, extrapolate=False)
TURNS = interpolate.BSpline(*CUBIC, extrapolate="periodic")
OF_TWO = interpolate.make_interp_spline(PLACES, np.outer(VALUES, [1.0, 2.0]))
SIDEWAYS = interpolate.make_interp_spline(PLACES, OF_TWO(PLACES).T, axis=1)

GRID = interpolate.RectBivariateSpline(
    PLACES, PLACES[:7], np.outer(VALUES, np.cos(PLACES[:7])), kx=3, ky=2
)
PARTIAL = GRID.partial_derivative(1, 0)
SCATTERED = np.random.default_rng(0).uniform(0.0, 5.0, (2, 80))
HEIGHTS = np.sin(SCATTERED[0]) * SCATTERED[1]
PATCHES = interpolate.SmoothBivariateSpline(*SCATTERED, HEIGHTS)
SURFACE = interpolate.bisplrep(*SCATTERED, HEIGHTS, s=1.0)

FUNCTIONS = {
    "splev": lambda x: interpolate.splev(x, CUBIC) * x,
    "a derivative": lambda x: interpolate.splev(x, QUINTIC, 2) * x,
    "the last derivative": lambda x: interpolate.splev(x, CUBIC, der=3) * x,
    "zeros": lambda x: interpolate.splev(x, QUINTIC, 1, ext=1) * x,
    "const": lambda x: interpolate.splev(x, CUBIC, ext=3) * x,
    "const, a derivative": lambda x: interpolate.splev(x, CUBIC, 1, ext=3) * x,
    "periodic": lambda x: interpolate.splev(x[0], ROUND) * x,
    "of a curve": lambda x: np.prod(interpolate.splev(x, CURVE), axis=0),
    "of a BSpline": lambda x: interpolate.splev(x, BASIS, 1) * x,
    "coefficients": lambda x: interpolate.splev(x, (CUBIC[0], CUBIC[1] * x[0], 3)),
    "smooth": lambda x: SMOOTH(x) * SMOOTH(1.5) * x,
    "smooth, derivatives": lambda x: SMOOTH(x, 1) * SMOOTH(x, nu=2),
    "squares": lambda x: SQUARES(x) * SQUARES(x, 1),
    "squares, zeros": lambda x: SQUARES(x, ext="zeros") * x,
    "least": lambda x: LEAST(x) * LEAST(x[1], ext=0),
    "slope": lambda x: SLOPE(x) * x,
    "area": lambda x: AREA(x) * x,
    "derivative there": lambda x: SMOOTH.derivative(2)(x) * x,
    "basis": lambda x: BASIS(x) * x,
    "basis, derivatives": lambda x: BASIS(x, 1) + BASIS(x, nu=3) + BASIS(x, 4),
    "basis, inside": lambda x: INSIDE(x[1:2]) * x[0],
    "basis, turns": lambda x: TURNS(x) * x,
    "basis, asked": lambda x: INSIDE(x, extrapolate="periodic") * INSIDE(x, 0, True),
    "basis, slope": lambda x: BASIS.derivative()(x[None]) * x,
    "basis, of two": lambda x: OF_TWO(x) * x[:, None],
    "points": lambda x: GRID(x, 0.7 * x, grid=False) * x,
    "ev": lambda x: GRID.ev(x, yi=0.7) * GRID.ev(x[0], x[1], dy=1),
    "partial": lambda x: GRID(x, x, dx=2, dy=1, grid=False) * x,
    "crossings": lambda x: GRID(x, x[:2]) * GRID(x[0], x[1], dx=1),
    "patches": lambda x: PATCHES.ev(x, 1.2) * x,
    "partial before": lambda x: PARTIAL(x, 1.3, grid=False) * x,
    "partial there": lambda x: GRID.partial_derivative(0, 1)(x, 1.3, grid=False) * x,
    "bisplev": lambda x: interpolate.bisplev(x[0], x[1], SURFACE) * x,
    "bisplev, crossings": lambda x: interpolate.bisplev(x, x[:2], SURFACE, dx=1),
    "bisplev, a row": lambda x: interpolate.bisplev(x[0], x, SURFACE, dy=2) * x,
    "splder": lambda x: interpolate.splev(x, interpolate.splder(QUINTIC, 2)) * x,
    "splantider": lambda x: interpolate.splev(x, interpolate.splantider(CUBIC)) * x,
    "splint": lambda x: interpolate.splint(x[0], x[2], CUBIC) * x,
    "splint, periodic": lambda x: interpolate.splint(0.5, x[2], ROUND) * x,
    "integral": lambda x: SMOOTH.integral(x[0], 4.0) * SQUARES.integral(a=1, b=x[2]),
    "another order": lambda x: srcad.grad(
        lambda v: (interpolate.splev(v, CUBIC) * SMOOTH(v)).sum()
    )(x),
}


@pytest.mark.parametrize("word", FUNCTIONS)
def test_splines_by_knots(word):
    """Between the knots, and outside of them."""

    def total(x):
        return (np.asarray(FUNCTIONS[word](x)) * np.cos(x[0])).sum()

    gradient = srcad.value_and_grad(total)
    for x in (np.array([0.3, 1.7, 3.4]), np.array([-0.4, 1.7, 5.3])):
        value, found = gradient(x)
        np.testing.assert_allclose(value, total(x), rtol=1e-12, atol=1e-13)
        step = 1e-6 * np.eye(3)
        expected = [(total(x + e) - total(x - e)) / 2e-6 for e in step]
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: interpolate.splev(x, CUBIC),
        lambda x: interpolate.splev(x, CUBIC, 1, 1),
        lambda x: LEAST(x) * SQUARES(x),
        lambda x: BASIS(x) * TURNS(x, 1),
        lambda x: GRID.ev(x, 1.0) * GRID.ev(1.0, x),
    ],
)
def test_at_the_knots(function):
    """The piece on the right counts; that on the left at the end, and outside NaN
    stays what it is."""
    x = np.array([*CUBIC[0], *LEAST.get_knots(), np.nan])
    out = [srcad.value_and_grad(lambda x: function(x) * 1.0)(one)[0] for one in x]
    np.testing.assert_allclose(out, function(x), rtol=1e-11, atol=1e-13)


def test_what_is_outside_raises():
    gradient = srcad.grad(lambda x: interpolate.splev(x, CUBIC, ext=2).sum())
    assert np.isfinite(gradient(np.array([0.0, 5.0]))).all()
    for outside in (-0.1, 5.1):
        with pytest.raises(ValueError, match="not in the domain"):
            gradient(np.array([0.5, outside]))
    assert np.isnan(srcad.value_and_grad(lambda x: INSIDE(x))(5.1)[0])


def test_constants_outside_have_no_slope():
    for function in (SQUARES, lambda x: GRID.ev(x, 1.0), lambda x: GRID.ev(1.0, x)):
        gradient = srcad.grad(lambda x, f=function: f(x) * 1.0)
        assert gradient(-0.5) == gradient(5.5) == 0.0


class Held:
    def __init__(self, spline):
        self.spline = spline

    def __call__(self, x):
        if isinstance(self.spline, tuple):
            return interpolate.splev(x, self.spline).sum()
        if hasattr(self.spline, "ev"):
            return self.spline.ev(x, x).sum()
        return self.spline(x).sum()


@pytest.mark.parametrize(
    "made",
    [
        lambda y: interpolate.splrep(PLACES, y),
        lambda y: interpolate.UnivariateSpline(PLACES, y, s=0),
        lambda y: interpolate.make_interp_spline(PLACES, y),
        lambda y: interpolate.RectBivariateSpline(PLACES, PLACES, np.outer(y, VALUES)),
    ],
)
def test_another_spline_is_another_one(made):
    held, x = Held(made(VALUES)), np.array([0.3, 1.7])
    gradient = srcad.grad(held)
    first = gradient(x)
    held.spline = made(3 * VALUES)
    np.testing.assert_allclose(gradient(x), 3 * first)


UNEVEN = np.array([0.0, 1.0, 2.5, 3.0, 4.0, 5.5, 6.0])
ASKED = np.array([-0.5, 0.3, 1.1, 2.7, 6.2])


def with_a_name(y):
    spline = interpolate.CubicSpline(UNEVEN, y)
    slope = spline.derivative()
    return slope(ASKED) * spline.integrate(0.5, 4.2) + slope.integrate(0.1, 5.0)


THERE = {
    **{
        f"degree {k}": lambda y, k=k: interpolate.make_interp_spline(UNEVEN, y, k)(
            ASKED
        )
        for k in (1, 2, 3, 4, 5)
    },
    "places": lambda y: interpolate.make_interp_spline(np.cumsum(np.exp(y)), UNEVEN, 2)(
        ASKED
    ),
    "interpolated": lambda y: interpolate.InterpolatedUnivariateSpline(UNEVEN, y)(y),
    "zeros": lambda y: interpolate.InterpolatedUnivariateSpline(
        np.cumsum(np.exp(y)), UNEVEN**2, k=4, ext="zeros"
    )(ASKED),
    "univariate": lambda y: interpolate.UnivariateSpline(UNEVEN, y, s=0, ext=3)(ASKED),
    "integral": lambda y: (
        interpolate.UnivariateSpline(UNEVEN, y, s=0).integral(0.5, 9) * y
    ),
    "splrep": lambda y: interpolate.splev(ASKED, interpolate.splrep(UNEVEN, y), 1),
    "cubic derivative": lambda y: interpolate.CubicSpline(
        np.cumsum(np.exp(y)), UNEVEN
    ).derivative()(ASKED),
    "cubic derivatives": lambda y: (
        interpolate.CubicSpline(UNEVEN, y).derivative().derivative(2)(y)
    ),
    "cubic integral": lambda y: interpolate.CubicSpline(
        np.cumsum(np.exp(y)), y
    ).integrate(y[0], 9.5),
    "cubic integral backwards": lambda y: interpolate.CubicSpline(
        UNEVEN, y, bc_type="natural"
    ).integrate(3.2, 0.5),
    "cubic antiderivative": lambda y: interpolate.CubicSpline(UNEVEN, y).antiderivative(
        2
    )(ASKED, 1),
    "cubic with a name": lambda y: with_a_name(y),
    "cubic coefficients": lambda y: interpolate.CubicSpline(UNEVEN, y).c,
    "basis derivative": lambda y: interpolate.make_interp_spline(
        UNEVEN, y, 4
    ).derivative()(ASKED),
    "basis integral": lambda y: interpolate.make_interp_spline(UNEVEN, y, 2).integrate(
        y[0], 5.2
    ),
    "basis antiderivative": lambda y: interpolate.make_interp_spline(
        UNEVEN, y, 1
    ).antiderivative()(ASKED),
    "lines": lambda y: interpolate.make_interp_spline(UNEVEN, y, 1)(ASKED, 1),
    "univariate derivative": lambda y: interpolate.UnivariateSpline(
        UNEVEN, y, s=0, ext=3
    ).derivative(2)(ASKED),
    "univariate antiderivative": lambda y: interpolate.UnivariateSpline(
        UNEVEN, y, s=0
    ).antiderivative()(ASKED),
    "known": lambda y: interpolate.UnivariateSpline(
        [0.0, 1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 1.0, 2.0, 3.0], s=0.1
    )(y),
}


@pytest.mark.parametrize("word", THERE)
def test_splines_that_are_made_there(word):
    """The derivative is that by the points, the values and where it is asked for."""

    def total(y):
        return (THERE[word](y) ** 2).sum()

    y = np.array([0.3, 0.5, -0.2, 0.7, 0.1, 0.4, 0.9])
    value, found = srcad.value_and_grad(total)(y)
    np.testing.assert_allclose(value, total(y), rtol=1e-11)
    step = 1e-6 * np.eye(7)
    expected = [(total(y + e) - total(y - e)) / 2e-6 for e in step]
    scale = np.abs(expected).max()
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-8 * scale)


def test_points_that_do_not_increase_raise():
    def program(x):
        return interpolate.InterpolatedUnivariateSpline(x, UNEVEN)(1.5) * 1.0

    assert np.isfinite(srcad.grad(program)(UNEVEN)).all()
    with pytest.raises(ValueError, match="increasing"):
        srcad.grad(program)(UNEVEN[::-1].copy())


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: SIDEWAYS(x), "the axis of the points"),
        (lambda x: interpolate.splev(x, CUBIC, x[0]), "known beforehand"),
        (lambda x: SMOOTH(x, x[0]), "known beforehand"),
        (lambda x: BASIS(x, x[0]), "a whole number"),
        (lambda x: GRID.ev(x, x, dx=3), "is less than the degree"),
        (lambda x: interpolate.splrep(PLACES, x, s=0.1)[1], "any other one before"),
        (lambda x: interpolate.splrep(PLACES, x, w=x)[1], "there are no weights"),
        (lambda x: interpolate.UnivariateSpline(PLACES, x)(x), "`s` is 0 here"),
    ],
)
def test_splines_that_are_refused(function, message):
    with pytest.raises(CompileError) as caught:
        generate(function, ["float64[9]"])
    found, *_ = caught.value.diagnostics
    assert message in found.message
    assert "scipy.interpolate" in found.message
