"""Objects that are polynomials: ``np.poly1d``, and the series of ``np.polynomial``.

NumPy leaves out zeros before, or behind, the other coefficients: how many there are is
known beforehand here, so one that is zero where NumPy would leave it out is refused at
run time.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.polynomial import (
    Chebyshev,
    Hermite,
    HermiteE,
    Laguerre,
    Legendre,
    Polynomial,
)

from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.polynomials import degree_known
from srcad.compiler.evaluate.numpy.series import at_mapped
from srcad.compiler.evaluate.numpy.series_arithmetic import untrimmed


def check_reflected(number):
    """A number of NumPy's on the left of a polynomial makes an array."""
    if not is_known(number) or isinstance(number, np.generic):
        unsupported(
            "a number of NumPy on its left makes an array: write it on the right"
        )


class Refusing:
    """What is not known of a polynomial here is refused, and not missing."""

    def __eq__(self, other):
        unsupported("whether two polynomials are equal is not asked here")

    def __ne__(self, other):
        unsupported("whether two polynomials are equal is not asked here")

    def __hash__(self):
        return id(self)

    def __setitem__(self, key, value):
        unsupported("coefficients are not written here")


# ----------------------------------------------------------------------------- poly1d


@defines(np.poly1d, arrays="c_or_r", known=True)
def poly1d(c_or_r, r=False, variable=None):
    return OfPowers(np.poly(c_or_r) if r else c_or_r)


def others(item):
    """The coefficients of another polynomial, or of what is one."""
    if isinstance(item, (OfPowers, np.poly1d)):
        return item.coeffs
    return np.atleast_1d(np.asarray(item))


class OfPowers(Refusing):
    """A ``poly1d``: the highest power comes first."""

    __srcad_stands_for__: type = np.poly1d

    def __init__(self, coeffs):
        coeffs = np.atleast_1d(coeffs)
        if coeffs.ndim > 1:
            raise ValueError("Polynomial must be 1d only.")
        degree_known(coeffs)
        if np.size(coeffs) == 0:
            coeffs = np.zeros(1, coeffs.dtype)
        if np.size(coeffs) > 1 and np.any(coeffs[0] == 0):
            raise ValueError("the first coefficient is zero, which NumPy leaves out")
        self.coeffs = coeffs

    @property
    def c(self):
        return self.coeffs

    @property
    def coef(self):
        return self.coeffs

    @property
    def coefficients(self):
        return self.coeffs

    @property
    def order(self):
        return np.size(self.coeffs) - 1

    @property
    def o(self):
        return np.size(self.coeffs) - 1

    @property
    def roots(self):
        return np.roots(self.coeffs)

    @property
    def r(self):
        return np.roots(self.coeffs)

    def __call__(self, val):
        if isinstance(val, (OfPowers, np.poly1d)):
            unsupported("a polynomial of another one is not supported")
        return np.polyval(self.coeffs, val)

    def deriv(self, m=1):
        return OfPowers(np.polyder(self.coeffs, m))

    def integ(self, m=1, k=0):
        return OfPowers(np.polyint(self.coeffs, m, k))

    def __len__(self):
        return np.size(self.coeffs) - 1

    def __iter__(self):
        return iter(self.coeffs)

    def __getitem__(self, val):
        order = np.size(self.coeffs) - 1
        if not isinstance(val, int):
            unsupported("the power is a known number here")
        if val > order or val < 0:
            return self.coeffs.dtype.type(0)
        return self.coeffs[order - val]

    def __neg__(self):
        return OfPowers(-self.coeffs)

    def __pos__(self):
        return self

    def __add__(self, other):
        return OfPowers(np.polyadd(self.coeffs, others(other)))

    def __sub__(self, other):
        return OfPowers(np.polysub(self.coeffs, others(other)))

    def __mul__(self, other):
        return OfPowers(np.polymul(self.coeffs, others(other)))

    def __truediv__(self, other):
        if np.ndim(other) or isinstance(other, (OfPowers, np.poly1d)):
            unsupported("it is divided by a number here")
        return OfPowers(self.coeffs / other)

    def __radd__(self, other):
        check_reflected(other)
        return OfPowers(np.polyadd(others(other), self.coeffs))

    def __rsub__(self, other):
        check_reflected(other)
        return OfPowers(np.polysub(others(other), self.coeffs))

    def __rmul__(self, other):
        check_reflected(other)
        return OfPowers(np.polymul(others(other), self.coeffs))

    def __rtruediv__(self, other):
        unsupported("a quotient of polynomials is not supported")

    def __pow__(self, val):
        if not isinstance(val, int) or val < 0:
            unsupported("a power is a known number here, and not negative")
        found = np.ones(1, self.coeffs.dtype)
        for _ in range(val):
            found = np.polymul(self.coeffs, found)
        return OfPowers(found)


# ----------------------------------------------------------------------------- series


class OfSeries(Refusing):
    """An object of ``np.polynomial``, whose domain is mapped to its window."""

    kind: Any

    def __init__(self, coef, domain, window):
        coef = np.atleast_1d(coef) + 0.0
        degree_known(coef)
        if coef.ndim != 1:
            raise ValueError("Coefficient array is not 1-d")
        if np.size(coef) == 0:
            raise ValueError("Coefficient array is empty")
        self.coef = coef
        self.domain = self.kind.domain if domain is None else domain
        self.window = self.kind.window if window is None else window

    def __call__(self, arg):
        return at_mapped(self.kind._val, self.coef, self.domain, self.window, arg)

    def mapparms(self):
        (a, b), (low, high) = self.domain, self.window
        return (b * low - a * high) / (b - a), (high - low) / (b - a)

    def degree(self):
        return np.size(self.coef) - 1

    def like(self, coef):
        return type(self)(coef, self.domain, self.window)

    def deriv(self, m=1):
        if not is_known(m):
            unsupported("the order of a derivative is known beforehand")
        return self.like(self.kind._der(self.coef, m) * self.mapparms()[1] ** m)

    def integ(self, m=1, k=(), lbnd=None):
        if not is_known(m) or not is_known(len(k) if isinstance(k, list) else 0):
            unsupported("the order of an integral is known beforehand")
        start, scale = self.mapparms()
        low = 0.0 if lbnd is None else start + scale * lbnd
        constants = list(k) if isinstance(k, (list, tuple)) else [k]
        if m < 0 or len(constants) > m:
            raise ValueError("Too many integration constants")
        coef = self.coef
        for j in range(m):
            coef = self.kind._int(coef / scale, 1)
            more = constants[j] if j < len(constants) else 0.0
            shift = np.reshape(more - self.kind._val(low, coef), (1,))
            coef = np.concatenate((coef[:1] + shift, coef[1:]))
        return self.like(coef)

    def roots(self):
        unsupported("the order of the roots hangs on the data: ask `np.roots`")

    def linspace(self, n=100, domain=None):
        unsupported("ask for the values at points of your own")

    def trim(self, tol=0):
        unsupported("how many coefficients are left hangs on the data")

    def __len__(self):
        return np.size(self.coef)

    def __iter__(self):
        return iter(self.coef)

    def __neg__(self):
        return self.like(-self.coef)

    def __pos__(self):
        return self

    def other(self, item):
        """The coefficients of the other operand, which has the same domain."""
        if not isinstance(item, OfSeries):
            return np.atleast_1d(np.asarray(item))
        same = is_known((self.domain, self.window, item.domain, item.window))
        if not same or [*self.domain, *self.window] != [*item.domain, *item.window]:
            unsupported("both have the same domain and window, which are known")
        if self.kind is not item.kind:
            raise TypeError("Polynomial types differ")
        return item.coef

    def __add__(self, other):
        return self.like(untrimmed(self.kind._add(self.coef, self.other(other))))

    def __sub__(self, other):
        return self.like(untrimmed(self.kind._sub(self.coef, self.other(other))))

    def __mul__(self, other):
        return self.like(untrimmed(self.kind._mul(self.coef, self.other(other))))

    def __truediv__(self, other):
        if np.ndim(other) or isinstance(other, OfSeries):
            raise TypeError("unsupported types for true division")
        return self.like(self.coef / other)

    def __radd__(self, other):
        return self.like(untrimmed(self.kind._add(self.other(other), self.coef)))

    def __rsub__(self, other):
        return self.like(untrimmed(self.kind._sub(self.other(other), self.coef)))

    def __rmul__(self, other):
        return self.like(untrimmed(self.kind._mul(self.other(other), self.coef)))

    def __pow__(self, other):
        if not isinstance(other, int) or other < 0:
            unsupported("a power is a known number here, and not negative")
        found = np.ones(1)
        for _ in range(other):
            found = self.kind._mul(found, self.coef)
        return self.like(untrimmed(found))


def domain_of(x):
    """From the least to the greatest of them; one around, where they are the same."""
    low, high = np.min(x), np.max(x)
    if low == high:
        return low - 1.0, high + 1.0
    return low, high


class OfPolynomials(OfSeries):
    """A ``Polynomial``."""

    kind = __srcad_stands_for__ = Polynomial

    def convert(self, domain=None, kind=None, window=None):
        if domain is not None or window is not None or kind not in (None, Polynomial):
            unsupported("it is converted to the usual domain here")
        line = np.stack(self.mapparms()) + 0.0
        coef, size = self.coef[-1:], np.size(self.coef)
        for k in range(1, size):
            coef = np.convolve(coef, line)
            last = self.coef[size - 1 - k : size - k]
            coef = np.concatenate((coef[:1] + last, coef[1:]))
        return OfPolynomials(untrimmed(coef), None, None)


class OfChebyshev(OfSeries):
    """A ``Chebyshev``."""

    kind = __srcad_stands_for__ = Chebyshev


class OfLegendre(OfSeries):
    """A ``Legendre``."""

    kind = __srcad_stands_for__ = Legendre


class OfHermite(OfSeries):
    """A ``Hermite``."""

    kind = __srcad_stands_for__ = Hermite


class OfHermiteE(OfSeries):
    """A ``HermiteE``."""

    kind = __srcad_stands_for__ = HermiteE


class OfLaguerre(OfSeries):
    """A ``Laguerre``."""

    kind = __srcad_stands_for__ = Laguerre


def enter(made: Any) -> None:
    kind = made.kind

    @defines(kind, arrays="coef", known=True)
    def of_coefficients(coef, domain=None, window=None, symbol="x"):
        return made(coef, domain, window)

    @defines(kind.fit, arrays="x y w", known=True)
    def fit(
        x, y, deg, domain=None, rcond=None, full=False, w=None, window=None, symbol="x"
    ):
        if full or not isinstance(deg, int) or y.ndim != 1:
            unsupported("`full` is False, `deg` a number, and `y` has one axis here")
        if isinstance(domain, list) and not domain:
            domain = kind.domain
        if domain is None:
            domain = domain_of(x)
        if window is None:
            window = kind.window
        (a, b), (low, high) = domain, window
        at = (b * low - a * high) / (b - a) + (high - low) / (b - a) * x
        return made(kind._fit(at, y, deg, rcond, False, w), domain, window)


for _made in (
    *(OfPolynomials, OfChebyshev, OfLegendre, OfHermite, OfHermiteE, OfLaguerre),
):
    enter(_made)
