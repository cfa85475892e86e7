"""Polynomials as objects, made of coefficients of run time."""

import numpy as np
import pytest
from numpy import polynomial

import srcad
from tests.srcad.compiler.side_by_side import result

K = np.poly1d([1.0, 2.0])
X = [0.7, 0.4, 0.5, 1.2]


def called(p):
    P = np.poly1d(p)
    return P(1.5) + (P * P)(0.5) + P.integ()(1.0)


def taken_apart(p):
    P = np.poly1d(p)
    return (
        P.deriv(2)(p[0]) + P.c[1] + P.order + P[1] * P[7] + P[0] ** 2 + len(P) + sum(P)
    )


def arithmetic(p):
    P = np.poly1d(p)
    return (
        (P + 2)(0.5)
        + (2.0 - P)(0.3)
        + (3 * P)(1.0)
        + (P / 2)(1.0)
        + (P**2)(0.4)
        + (P * p[1])(2.0)
        + (-P)(p).sum()
    )


def its_roots(p):
    P = np.poly1d([1.0, p[0], 2 + p[1] ** 2])
    return np.abs(P.roots).max() + P.r.real[0]


def of_roots(p):
    P = np.poly1d(p[:2], True)
    return P(0.3) + (P + K)(0.4) + (P * [1.0, 2.0])(0.2)


def with_known_ones(p):
    return K(p[0]) + (np.poly1d(p) * K)(0.5) + K(p).sum()


def of_a_fit(p):
    return np.poly1d(np.polyfit(np.arange(4.0), p, 2))(1.5) + np.poly1d(p[:1]).deriv()(
        2.0
    )


def a_series(p):
    return polynomial.Polynomial(p)(0.5)


def a_fit(p):
    return polynomial.Polynomial.fit(np.arange(4.0), p, 2)(0.5)


def a_series_computed_with(p):
    P = polynomial.Polynomial(p)
    return (
        P.deriv()(0.3)
        + P.integ(2)(0.4)
        + P.integ(lbnd=1)(0.2)
        + P.coef[1]
        + P.degree()
        + (P * P + 1 - P)(0.2)
        + (2 * P / 3)(1.0)
        + (P**3)(0.2)
    )


def of_chebyshev(p):
    P = polynomial.Chebyshev.fit(np.linspace(0, 3, 4), p, 3)
    return P(p[0]) + P.deriv()(1.2) + P.integ()(2.0) + P.coef[0] + P.domain[1]


def of_legendre(p):
    P = polynomial.Legendre(p, domain=[0, 3])
    return P(p[0]) + (P * P)(1.0) + (p[1] * P)(1.0)


def fits_of_moving_points(p):
    return polynomial.Polynomial.fit(np.cumsum(np.exp(p)), p, 1)(
        2.0
    ) + polynomial.Polynomial.fit(np.arange(4.0), p, 1, w=[1.0, 2, 3, 4], domain=[])(
        1.0
    )


def converted(p):
    return polynomial.Polynomial.fit(np.arange(4.0), p, 2).convert().coef[0]


def of_all_kinds(p):
    return (
        polynomial.Hermite(p)(0.3)
        + polynomial.Laguerre(p)(0.3)
        + polynomial.HermiteE(p)(0.3)
        + polynomial.Polynomial([1.0, 2.0])(p[0])
        + polynomial.Polynomial.fit(np.arange(4.0), np.arange(4.0) ** 2, 2)(p[0])
    )


def its_class(p):
    P = np.poly1d(p)
    return P(1.0) if isinstance(P, np.poly1d) and type(P) is np.poly1d else p[0]


def the_class_of_a_series(p):
    P = polynomial.Polynomial(p)
    return P(1.0) if isinstance(P, polynomial.Polynomial) else p[0]


def integrals(p):
    P = polynomial.Polynomial(p, domain=[0, 2])
    return (
        P.integ(2, k=[1.0, p[0]], lbnd=0.5)(0.7)
        + P.integ(1, 3.0)(0.2)
        + P.deriv(2)(0.3)
    )


def numbers_on_the_left(p):
    return abs(p[0] - 5 * polynomial.Polynomial(p)(np.array([1.0, 2.0]))).sum() + (
        p[1] * polynomial.Polynomial(p) + p[0]
    )(0.3)


FUNCTIONS = [
    called,
    taken_apart,
    arithmetic,
    its_roots,
    of_roots,
    with_known_ones,
    of_a_fit,
    a_series,
    a_fit,
    a_series_computed_with,
    of_chebyshev,
    of_legendre,
    fits_of_moving_points,
    converted,
    of_all_kinds,
    its_class,
    the_class_of_a_series,
    integrals,
    numbers_on_the_left,
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_values_and_slopes(function):
    assert result(function, X)


def a_number_of_numpy_on_the_left(p):
    P = np.poly1d(p)
    return (p[0] * P)[0]


def another_one(p):
    return (p @ np.ones(4) * np.poly1d(p))(0.3)


def compared(p):
    P = np.poly1d(p)
    return p[0] if P == P else p[1]


def roots_of_a_series(p):
    return polynomial.Polynomial(p).roots().sum()


def written(p):
    P = np.poly1d(p)
    P[0] = 2.0
    return P(1.0)


def of_another_one(p):
    return np.poly1d(p)(np.poly1d(p))(1.0)


def as_an_array(p):
    return np.polyval(np.poly1d(p), 0.5)


REFUSED = [
    a_number_of_numpy_on_the_left,
    another_one,
    compared,
    roots_of_a_series,
    written,
    of_another_one,
    as_an_array,
]


@pytest.mark.parametrize("function", REFUSED)
def test_what_is_refused(function):
    with pytest.raises(srcad.CompileError) as caught:
        srcad.grad(function)(np.array(X))
    assert caught.value.diagnostics[0].code in ("SRC013", "SRC016")


def a_difference(p):
    return (np.poly1d(p) - np.poly1d(p))(1.0)


def a_difference_of_series(p):
    return (polynomial.Polynomial(p) - polynomial.Polynomial(p))(1.0)


@pytest.mark.parametrize("function", [a_difference, a_difference_of_series])
def test_zeros_that_numpy_leaves_out(function):
    with pytest.raises(ValueError, match="which NumPy leaves out"):
        srcad.grad(function)(np.array(X))
