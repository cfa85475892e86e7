"""Sums of orthogonal polynomials: ``np.polynomial``."""

import numpy as np
from numpy.polynomial import (
    Chebyshev,
    Polynomial,
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polynomial,
)

from tests.srcad.compiler.cases.case import case


@case("float64[2, 3]", "float64[4]")
def values_of_series(x, c):
    total = chebyshev.chebval(x, c) + 2.0 * legendre.legval(x, c)
    total = total + 0.3 * hermite.hermval(x, c) + 0.5 * hermite_e.hermeval(x, c)
    return total + 0.7 * laguerre.lagval(x, c) + polynomial.polyval(x, c)


@case("float64[3]", "float64[1]")
def series_of_one(x, c):
    return chebyshev.chebval(x, c) * polynomial.polyval(2.0, x) + laguerre.lagval(
        x[0], [1.0, x[1]]
    )


@case("float64[4]")
def derivatives_of_series(c):
    total = chebyshev.chebder(c) + legendre.legder(c) + hermite.hermder(c)
    total = total + hermite_e.hermeder(c) + laguerre.lagder(c, scl=2.0)
    return total[:2] + polynomial.polyder(c, 2)


@case("float64[3]")
def integrals_of_series(c):
    total = chebyshev.chebint(c, lbnd=-1) + legendre.legint(c) + hermite.hermint(c)
    total = total + hermite_e.hermeint(c, k=2.0) + laguerre.lagint(c)
    return total[:3] + polynomial.polyint(c, 2, k=[1.0, 2.0])[1:4]


KNOWN = Polynomial([1.0, -2.0, 3.0])


@case("float64[3]")
def objects_of_series(x):
    mapped = Chebyshev([1.0, 2.0, 0.5], domain=[0, 2])
    return KNOWN(x) * mapped(x[0]) + KNOWN.deriv()(np.tanh(x))
