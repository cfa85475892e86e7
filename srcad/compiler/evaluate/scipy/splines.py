"""Splines of SciPy, by their knots and coefficients, which is not needed to read of
them.

The recursion is that of C. de Boor, A Practical Guide to Splines (1978), chapter X. At
a knot the piece on its right counts, at the last one that on its left, as in FITPACK.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.scipy.grids import trailing

OUTSIDE = {"extrapolate": 0, "zeros": 1, "raise": 2, "const": 3}


def place_of(knots, degree, at):
    """The knot at which the piece begins that counts."""
    if not is_known(degree) or not is_known(knots.shape[0]):
        unsupported("the degree and the number of knots have to be known beforehand")
    place = np.searchsorted(knots, at, side="right") - 1
    return np.clip(place, degree, knots.shape[0] - degree - 2)


def along(parts, knots, degree, place, at, order):
    """The spline at ``at``, or its derivative of this order; ``parts`` are the
    coefficients of the piece. Equations (12) and (16) of the chapter."""
    if order > degree:
        return at * 0.0 + parts[degree] * 0.0
    parts = list(parts)
    for k in range(1, degree + 1):
        for j in range(degree, k - 1, -1):
            left = knots[place - degree + j]
            width = knots[place + j + 1 - k] - left
            if k <= order:
                rise = parts[j] - parts[j - 1]
                parts[j] = (degree - k + 1) * rise / trailing(width, rise)
            else:
                part = trailing((at - left) / width, parts[j])
                parts[j] = (1 - part) * parts[j - 1] + part * parts[j]
    return parts[degree]


def at_order(knots, coefficients, degree, at, order):
    """The spline, or its derivative, whose end pieces go on outside."""
    if not is_known(order) or order < 0:
        unsupported("the order of a derivative is a whole number")
    place = place_of(knots, degree, at)
    parts = [coefficients[place - degree + j] for j in range(degree + 1)]
    return along(parts, knots, degree, place, at, order)


def ends_of(knots, degree):
    return knots[degree], knots[knots.shape[0] - degree - 1]


def of_fitpack(x, knots, coefficients, degree, order, ext):
    """``splev``: outside of the knots it is what ``ext`` says."""
    knots, c = np.asarray(knots, np.float64), np.asarray(coefficients, np.float64)
    if knots.ndim != 1 or c.ndim != 1:
        unsupported("knots and coefficients have one axis here")
    if not is_known(order) or not is_known(ext):
        unsupported("the order of a derivative and `ext` are known beforehand")
    if not 0 <= order <= degree:
        raise ValueError("the order of the derivative must be between 0 and k")
    if ext not in (0, 1, 2, 3):
        raise ValueError("ext is not in (0, 1, 2, 3)")
    at = np.asarray(x, np.float64)
    low, high = ends_of(knots, degree)
    if ext == 2 and np.any((at < low) | (at > high)):
        raise ValueError("Found x value not in the domain")
    # FITPACK knows no end value of a derivative.
    inside = np.clip(at, low, high) if ext == 3 and order == 0 else at
    value = at_order(knots, c, degree, inside, order)
    return np.where((at < low) | (at > high), 0.0, value) if ext == 1 else value


def slope_of(knots, c, degree, order):
    """Knots, coefficients and degree of a derivative, as ``splder`` gives them:
    equation (16) of the chapter."""
    if not is_known(order) or order < 0 or order > degree:
        unsupported("the order of a derivative is a whole number up to the degree")
    for k in range(degree, degree - order, -1):
        width = knots[k + 1 : -1] - knots[1 : -k - 1]
        count = knots.shape[0] - k - 1
        rise = (c[1:count] - c[: count - 1]) * k / width
        knots, c = knots[1:-1], np.concatenate((rise, np.zeros(k)))
    return knots, c, degree - order


def area_of(knots, c, degree, order):
    """The same of an integral from the first knot on, as ``splantider`` gives it."""
    if not is_known(order) or order < 0:
        unsupported("the order of an integral is a whole number")
    for k in range(degree, degree + order):
        width = knots[k + 1 :] - knots[: -k - 1]
        sums = np.cumsum(c[: knots.shape[0] - k - 1] * width) / (k + 1)
        c = np.concatenate((np.zeros(1), sums, np.repeat(sums[-1:], k + 2)))
        knots = np.concatenate((knots[:1], knots, knots[-1:]))
    return knots, c, degree + order


def between_ends(a, b, knots, coefficients, degree):
    """``splint``: outside of the knots the spline is 0 for it."""
    knots, c = np.asarray(knots, np.float64), np.asarray(coefficients, np.float64)
    place_of(knots, degree, knots)
    knots, c, more = area_of(knots, c, degree, 1)
    return of_fitpack(b, knots, c, more, 0, 3) - of_fitpack(a, knots, c, more, 0, 3)


def through(x, y, degree):
    """The knots and coefficients of the spline through points, without knots beside
    the ends: C. de Boor's not-a-knot, and half way between the points where the degree
    is even."""
    count, half = x.shape[0], degree // 2
    if not is_known(degree) or degree < 1:
        unsupported("the degree is a whole number that is known beforehand")
    if count <= degree:
        raise ValueError("there are too few points for this degree")
    if np.any(np.diff(x) <= 0):
        raise ValueError("x must be strictly increasing")
    if degree % 2:
        inner = x[half + 1 : count - half - 1]
    else:
        inner = ((x[1:] + x[:-1]) / 2)[half : count - 1 - half]
    ends = np.repeat(x[:1], degree + 1), np.repeat(x[-1:], degree + 1)
    knots = np.concatenate((ends[0], inner, ends[1]))
    return knots, np.linalg.solve(at_order(knots, np.eye(count), degree, x, 0), y)


def outside(ext):
    """``ext`` as a number."""
    if not is_known(ext) or not isinstance(ext, str):
        return ext
    if ext not in OUTSIDE:
        raise ValueError("Unknown extrapolation mode")
    return OUTSIDE[ext]


class Fitted(NamedTuple):
    """A ``UnivariateSpline``."""

    knots: Any
    coefficients: Any
    degree: Any
    ext: Any

    def __call__(self, x, nu=0, ext=None):
        ext = self.ext if ext is None else outside(ext)
        return of_fitpack(x, self.knots, self.coefficients, self.degree, nu, ext)

    def integral(self, a, b):
        return between_ends(a, b, self.knots, self.coefficients, self.degree)

    def derivative(self, n=1):
        t, c, k = slope_of(self.knots, self.coefficients, self.degree, n)
        return Fitted(t, c, k, 1 if self.ext == 3 else self.ext)

    def antiderivative(self, n=1):
        t, c, k = area_of(self.knots, self.coefficients, self.degree, n)
        return Fitted(t, c, k, self.ext)


class Basis(NamedTuple):
    """A ``BSpline``, whose coefficients may have more axes."""

    knots: Any
    coefficients: Any
    degree: Any
    extrapolate: Any
    axis: Any

    def __call__(self, x, nu=0, extrapolate=None):
        knots, degree, on = self.knots, self.degree, self.extrapolate
        if extrapolate is not None:
            on = extrapolate
        if self.axis != 0:
            unsupported("the axis of the points is the first one here")
        if not is_known(on):
            unsupported("`extrapolate` is known beforehand")
        at = np.asarray(x, np.float64)
        low, high = ends_of(knots, degree)
        if on == "periodic":
            at, on = low + (at - low) % (high - low), True
        value = at_order(knots, self.coefficients, degree, at, nu)
        if on:
            return value
        return np.where(trailing((at < low) | (at > high), value), np.nan, value)

    @property
    def t(self):
        return self.knots

    @property
    def c(self):
        return self.coefficients

    @property
    def k(self):
        return self.degree

    @property
    def tck(self):
        return self.knots, self.coefficients, self.degree

    def derivative(self, nu=1):
        self.check_one_axis()
        t, c, k = slope_of(self.knots, self.coefficients, self.degree, nu)
        return Basis(t, c, k, self.extrapolate, self.axis)

    def antiderivative(self, nu=1):
        self.check_one_axis()
        t, c, k = area_of(self.knots, self.coefficients, self.degree, nu)
        on = False if self.extrapolate == "periodic" else self.extrapolate
        return Basis(t, c, k, on, self.axis)

    def check_one_axis(self):
        if self.coefficients.ndim != 1:
            unsupported("the coefficients have one axis here")

    def integrate(self, a, b, extrapolate=None):
        if extrapolate is not None or self.extrapolate not in (True,):
            unsupported("between any ends it is what the spline is outside, too")
        whole = self.antiderivative()
        return whole(b) - whole(a)


class Patches(NamedTuple):
    """A ``BivariateSpline``: the products of splines along each axis."""

    knots: Any
    coefficients: Any
    degrees: Any

    def __call__(self, x, y, dx=0, dy=0, grid=True):
        x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
        if not grid:
            return self.at_points((x, y), (dx, dy))
        x, y = np.atleast_1d(x), np.atleast_1d(y)
        if x.ndim != 1 or y.ndim != 1:
            unsupported("the points of a grid have one axis")
        if np.any(np.diff(x) < 0) or np.any(np.diff(y) < 0):
            raise ValueError("x and y must be increasing when `grid` is True")
        crossing = np.expand_dims(x, 1), np.expand_dims(y, 0)
        return self.at_points(crossing, (dx, dy))

    def at_points(self, at, orders):
        """What is outside is as at the end that is nearest."""
        at, place = list(at), []
        for k in range(2):
            knots, degree = self.knots[k], self.degrees[k]
            if not is_known(orders[k]) or not 0 <= orders[k] < degree:
                unsupported("the order of a derivative is less than the degree")
            low, high = ends_of(knots, degree)
            at[k] = np.clip(at[k], low, high)
            place.append(place_of(knots, degree, at[k]))
        (u, v), (p, q) = self.knots, self.degrees
        count = v.shape[0] - q - 1
        rows = []
        for i in range(p + 1):
            first = (place[0] - p + i) * count + place[1] - q
            parts = [self.coefficients[first + j] for j in range(q + 1)]
            rows.append(along(parts, v, q, place[1], at[1], orders[1]))
        return along(rows, u, p, place[0], at[0], orders[0])


def at_crossings(x, y, tck, dx, dy):
    """``bisplev``, which leaves out what is of one point alone."""
    u, v, c, p, q = tck
    value = Patches((u, v), c, (p, q))(np.asarray(x), np.asarray(y), dx, dy)
    if value.shape[0] > 1:
        return value
    return value[0] if value.shape[1] > 1 else value[0, 0]
