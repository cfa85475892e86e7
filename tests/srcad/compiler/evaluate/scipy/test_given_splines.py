"""Splines that are made of coefficients, slopes and points of run time."""

import numpy as np
import pytest
from scipy import interpolate

import srcad
from tests.srcad.compiler.side_by_side import result

X = np.array([0.0, 1.0, 2.5, 3.0])
T = np.r_[0, 0, 0, 0, 1, 1, 1, 1.0]
Q = np.array([0.2, 0.7, 1.2])


def a_sum_of_splines(p):
    return interpolate.BSpline(T, p, 3)(0.3)


def what_it_can_do(p):
    s = interpolate.BSpline(T, p, 3)
    return (
        s(Q).sum()
        + s.derivative()(0.2)
        + s.antiderivative()(0.9)
        + s.integrate(0.1, 0.8)
        + (s.c**2).sum() * s.k
    )


def outside_of_it(p):
    return (
        interpolate.BSpline(T, p, 3, extrapolate=False)(Q[:2]) ** 2
    ).sum() + interpolate.BSpline(T, np.outer(p, [1.0, 2.0]), 3)(0.4)[1]


def of_moving_knots(p):
    return interpolate.BSpline(np.sort(np.r_[0, 0, 0, abs(p[0]) / 3, 1, 1, 1]), p, 2)(
        0.5 + 0.1 * p[1]
    )


def that_goes_on(p):
    return interpolate.BSpline(
        np.arange(8.0), np.r_[p, p[:3]][:4], 3, extrapolate="periodic"
    )(9.3)


def of_slopes(p):
    return interpolate.CubicHermiteSpline([0.0, 1.0], p[:2], p[2:])(0.4)


def its_derivatives(p):
    s = interpolate.CubicHermiteSpline([0.0, 1.0], p[:2], p[2:])
    return (
        s(1.7, 1)
        + s.integrate(0.1, 2.0)
        + s.derivative()(0.3)
        + s.antiderivative(2)(0.5)
    )


def of_powers(p):
    s = interpolate.PPoly(p.reshape(2, 2), [0.0, 1.0, 2.0])
    return (
        s(0.4)
        + s(1.5) ** 2
        + s.derivative()(0.3)
        + s.integrate(0.2, 1.8)
        + s.c[0, 1]
        + s(2.5)
    )


def akima(p):
    return interpolate.Akima1DInterpolator(X, p)([0.5, 2.0, 2.9]).sum()


def makima(p):
    return (
        interpolate.Akima1DInterpolator(X, p, method="makima", extrapolate=True)(
            [0.5, 2.0, 3.9]
        )
        ** 2
    ).sum()


def of_few_points(p):
    return interpolate.Akima1DInterpolator([0.0, 1.0], p[:2])(
        0.5
    ) + interpolate.Akima1DInterpolator(X[:3], p[:3])(0.5)


def through_points(p):
    return interpolate.BarycentricInterpolator(X, p)(
        [0.5, 1.0, 4.0]
    ).sum() + interpolate.barycentric_interpolate(X, p, p[0])


def quadratic(p):
    return (interpolate.interp1d(X, p, kind="quadratic")([0.5, 1.0, 2.9]) ** 2).sum()


def quadratic_outside(p):
    return (
        interpolate.interp1d(X, p, "quadratic", fill_value="extrapolate")(3.4)
        + interpolate.interp1d(
            X[::-1], p, "quadratic", bounds_error=False, fill_value=2.0
        )([9.0, 0.4]).sum()
    )


def periodic(p):
    y = np.append(p, p[0])
    s = interpolate.CubicSpline([0.0, 1.0, 2.5, 3.0, 4.0], y, bc_type="periodic")
    return (s([0.5, 1.0, 4.7, -3.0]) ** 2).sum() + s(0.3, 1) + s(9.1, 2)


def asked_as_periodic(p):
    return interpolate.CubicSpline(X, p, extrapolate="periodic")(
        4.0
    ) + interpolate.CubicSpline(X, p, bc_type="natural")(4.0, extrapolate="periodic")


def known_ones(p):
    return (
        interpolate.CubicHermiteSpline([0.0, 1.0], np.ones(2), np.ones(2))(p[0])
        + interpolate.BSpline(T, np.arange(4.0), 3).derivative()(p[1])
        + interpolate.PPoly(np.ones((2, 2)), [0.0, 1.0, 2.0])(p[2])
    )


FUNCTIONS = [
    a_sum_of_splines,
    what_it_can_do,
    outside_of_it,
    of_moving_knots,
    that_goes_on,
    of_slopes,
    its_derivatives,
    of_powers,
    akima,
    makima,
    of_few_points,
    through_points,
    quadratic,
    quadratic_outside,
    periodic,
    asked_as_periodic,
    known_ones,
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_values_and_slopes(function):
    assert result(function, [0.7, 0.4, 0.5, 1.2])


def ends_that_differ(p):
    return interpolate.CubicSpline(X, p, bc_type="periodic")(0.3)


def no_knots_between(p):
    return interpolate.BSpline(np.zeros(8), p, 3)(0.3)


def too_few_knots(p):
    return interpolate.BSpline(T[1:], p, 3)(0.3)


def too_few_pieces(p):
    return interpolate.PPoly(p.reshape(2, 2), X)(0.3)


WRONG = [ends_that_differ, no_knots_between, too_few_knots, too_few_pieces]


@pytest.mark.parametrize("function", WRONG)
def test_what_scipy_raises(function):
    x = np.array([0.7, 0.4, 0.5, 1.2])
    with pytest.raises(ValueError, match=r"."):
        function(x)
    with pytest.raises((ValueError, srcad.CompileError)):
        srcad.grad(function)(x)


def of_rows(p):
    s = interpolate.BSpline(T, np.outer(p, p), 3)
    return s.derivative()(0.3).sum()


def integral_of_a_periodic_one(p):
    return interpolate.CubicSpline(X, p * 0, bc_type="periodic").integrate(0, 9.0)


def another_axis(p):
    return interpolate.BSpline(T, np.outer(p, p), 3, axis=1)(0.3).sum()


@pytest.mark.parametrize(
    "function", [of_rows, integral_of_a_periodic_one, another_axis]
)
def test_what_is_refused(function):
    with pytest.raises(srcad.CompileError) as caught:
        srcad.grad(function)(np.array([0.7, 0.4, 0.5, 1.2]))
    assert caught.value.diagnostics[0].code in ("SRC012", "SRC016")
