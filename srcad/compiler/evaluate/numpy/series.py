"""``np.polynomial``: sums of orthogonal polynomials, the lowest degree first."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from numpy.polynomial import (
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polynomial,
)

from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines


def clenshaw(x, c, step, tensor):
    """The sum at ``x``: of ``step(k)`` there are three numbers, a slope, a start and
    what is taken back, as in ``p[k+1] = (slope x + start) p[k] - back p[k-1]``."""
    if np.ndim(c) == 0 or not is_known(c.shape[0]):
        unsupported("coefficients on axes, whose number is known, are supported")
    size = c.shape[0]
    if tensor and np.ndim(c) > 1:
        c = np.reshape(c, (*c.shape, *(1,) * np.ndim(x)))
    last, before = x * 0.0 + c[size - 1], x * 0.0
    for n in range(1, size):
        k = size - 1 - n
        slope, start, _ = step(k)
        back = step(k + 1)[2]
        last, before = c[k] + (slope * x + start) * last - back * before, last
    return last


def of_powers(k):
    return 1.0, 0.0, 0.0


def of_chebyshev(k):
    return (2.0 if k else 1.0), 0.0, 1.0


def of_legendre(k):
    return (2.0 * k + 1.0) / (k + 1.0), 0.0, k / (k + 1.0)


def of_hermite(k):
    return 2.0, 0.0, 2.0 * k


def of_hermite_e(k):
    return 1.0, 0.0, 1.0 * k


def of_laguerre(k):
    return -1.0 / (k + 1.0), (2.0 * k + 1.0) / (k + 1.0), k / (k + 1.0)


@defines(polynomial.polyval, arrays="x c")
def polyval(x, c, tensor=True):
    return clenshaw(x, c, of_powers, tensor)


@defines(chebyshev.chebval, arrays="x c")
def chebval(x, c, tensor=True):
    return clenshaw(x, c, of_chebyshev, tensor)


@defines(legendre.legval, arrays="x c")
def legval(x, c, tensor=True):
    return clenshaw(x, c, of_legendre, tensor)


@defines(hermite.hermval, arrays="x c")
def hermval(x, c, tensor=True):
    return clenshaw(x, c, of_hermite, tensor)


@defines(hermite_e.hermeval, arrays="x c")
def hermeval(x, c, tensor=True):
    return clenshaw(x, c, of_hermite_e, tensor)


@defines(laguerre.lagval, arrays="x c")
def lagval(x, c, tensor=True):
    return clenshaw(x, c, of_laguerre, tensor)


def mapped(function, c, *settings):
    """What a function gives that is linear in the coefficients, by its matrix."""
    check_settings(settings)
    if np.ndim(c) != 1 or not is_known(np.size(c)):
        unsupported("coefficients with one axis, whose number is known, are supported")
    size = np.size(c)
    units = [[0.0] * k + [1.0] + [0.0] * (size - 1 - k) for k in range(size)]
    rows = [function(unit, *settings) for unit in units]
    return c @ np.array(rows, dtype=np.result_type(c, 1.0))


def check_settings(settings):
    if not all(is_known(one) for one in settings):
        unsupported(
            "an order, constants, a bound and a scale that are known are supported"
        )


def integrated(function, c, m, k, lbnd, scl):
    """The same of an integral, to which its constants are added."""
    check_settings((m, k, lbnd, scl))
    constants = function([0.0] * np.size(c), m, k, lbnd, scl)
    constants = np.array(constants, dtype=np.result_type(c, 1.0))
    return mapped(function, c, m, [], lbnd, scl) + constants


@defines(polynomial.polyder, arrays="c")
def polyder(c, m=1, scl=1):
    return mapped(polynomial.polyder, c, m, scl)


@defines(polynomial.polyint, arrays="c")
def polyint(c, m=1, k=(), lbnd=0, scl=1):
    return integrated(polynomial.polyint, c, m, k, lbnd, scl)


@defines(chebyshev.chebder, arrays="c")
def chebder(c, m=1, scl=1):
    return mapped(chebyshev.chebder, c, m, scl)


@defines(chebyshev.chebint, arrays="c")
def chebint(c, m=1, k=(), lbnd=0, scl=1):
    return integrated(chebyshev.chebint, c, m, k, lbnd, scl)


@defines(legendre.legder, arrays="c")
def legder(c, m=1, scl=1):
    return mapped(legendre.legder, c, m, scl)


@defines(legendre.legint, arrays="c")
def legint(c, m=1, k=(), lbnd=0, scl=1):
    return integrated(legendre.legint, c, m, k, lbnd, scl)


@defines(hermite.hermder, arrays="c")
def hermder(c, m=1, scl=1):
    return mapped(hermite.hermder, c, m, scl)


@defines(hermite.hermint, arrays="c")
def hermint(c, m=1, k=(), lbnd=0, scl=1):
    return integrated(hermite.hermint, c, m, k, lbnd, scl)


@defines(hermite_e.hermeder, arrays="c")
def hermeder(c, m=1, scl=1):
    return mapped(hermite_e.hermeder, c, m, scl)


@defines(hermite_e.hermeint, arrays="c")
def hermeint(c, m=1, k=(), lbnd=0, scl=1):
    return integrated(hermite_e.hermeint, c, m, k, lbnd, scl)


@defines(laguerre.lagder, arrays="c")
def lagder(c, m=1, scl=1):
    return mapped(laguerre.lagder, c, m, scl)


@defines(laguerre.lagint, arrays="c")
def lagint(c, m=1, k=(), lbnd=0, scl=1):
    return integrated(laguerre.lagint, c, m, k, lbnd, scl)


def at_mapped(value, coef, domain, window, x):
    """An object of ``np.polynomial`` at ``x``, whose domain becomes the window."""
    length = domain[1] - domain[0]
    start = (domain[1] * window[0] - domain[0] * window[1]) / length
    return value(start + (window[1] - window[0]) / length * x, coef)
