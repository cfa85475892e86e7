"""Splines of SciPy that are made of their own coefficients, or of slopes at the points;
and polynomials through points.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import interpolate

from srcad.compiler.evaluate.intrinsics import fixed, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.classes import makes
from srcad.compiler.evaluate.scipy.curves import Cubic, points
from srcad.compiler.evaluate.scipy.pieces import Pieces
from srcad.compiler.evaluate.scipy.splines import Basis


def known_size(x):
    if not is_known(x.shape[0]):
        fixed(x.shape[0])


def fill_of(extrapolate, default):
    """What is outside of the points, as a spline has it."""
    extrapolate = default if extrapolate is None else extrapolate
    if extrapolate not in (True, False):
        unsupported("`extrapolate` is a bool here")
    return "extrapolate" if extrapolate else np.nan


def check_increasing(x):
    if x.shape[0] < 2:
        raise ValueError("`x` must contain at least 2 elements.")
    if np.any(np.diff(x) <= 0):
        raise ValueError("`x` must be strictly increasing sequence.")


@makes(interpolate.BSpline, "t c", known=True)
def of_basis(t, c, k, extrapolate=True, axis=0):
    if t.ndim != 1:
        raise ValueError("Knot vector must be one-dimensional.")
    if not is_known(k) or k < 0 or axis != 0:
        unsupported("`k` is a known number, and `axis` is 0 here")
    if c.dtype.kind == "c":
        unsupported("the coefficients are real numbers here")
    known_size(t)
    known_size(c)
    count = t.shape[0] - k - 1
    if count < k + 1:
        raise ValueError(f"Need at least {2 * k + 2} knots for degree {k}")
    if np.any(np.diff(t) < 0):
        raise ValueError("Knots must be in a non-decreasing order.")
    if t[k] == t[count]:
        raise ValueError("Need at least two internal knots.")
    if c.shape[0] < count:
        raise ValueError("Knots, coefficients and degree are inconsistent.")
    return Basis(
        np.asarray(t, np.float64), np.asarray(c, np.float64), k, extrapolate, 0
    )


@makes(interpolate.CubicHermiteSpline, "x y dydx", known=True)
def of_slopes(x, y, dydx, axis=0, extrapolate=None):
    if dydx.ndim != y.ndim or dydx.dtype.kind == "c":
        unsupported("`x`, `y` and `dydx` have one axis here, and are real numbers")
    x, y = points(x, y)
    known_size(dydx)
    if dydx.shape[0] != y.shape[0]:
        raise ValueError("The shapes of `y` and `dydx` must be identical.")
    check_increasing(x)
    return Cubic(x, y, np.asarray(dydx, np.float64), fill_of(extrapolate, True))


@makes(interpolate.PPoly, "c x")
def of_powers(c, x, extrapolate=None, axis=0):
    if c.ndim != 2 or x.ndim != 1 or axis != 0 or c.dtype.kind == "c":
        unsupported("`c` has two axes here, and is of real numbers")
    known_size(c)
    known_size(x)
    if not is_known(c.shape[1]):
        fixed(c.shape[1])
    if x.shape[0] < 2:
        raise ValueError("at least two breakpoints are needed")
    if c.shape[0] == 0:
        raise ValueError("polynomial must be at least of order 0")
    if c.shape[1] != x.shape[0] - 1:
        raise ValueError("number of coefficients != len(x)-1")
    if np.any(np.diff(x) < 0):
        raise ValueError("`x` must increase here.")
    c = np.asarray(c, np.float64)
    powers = tuple([c[k] for k in range(c.shape[0])])
    return Pieces(np.asarray(x, np.float64), powers, fill_of(extrapolate, True))


@makes(interpolate.Akima1DInterpolator, "x y", known=True)
def akima(x, y, axis=0, *, method="akima", extrapolate=None):
    if method not in ("akima", "makima"):
        raise NotImplementedError(f"`method`={method} is unsupported.")
    x, y = points(x, y)
    check_increasing(x)
    slopes = akima_slopes(x, y, method == "makima")
    return Cubic(x, y, slopes, fill_of(extrapolate, False))


def akima_slopes(x, y, modified):
    """The slopes at the points. H. Akima, A new method of interpolation and smooth
    curve fitting based on local procedures, J. ACM 17 (1970); where they are
    ``modified``, as in MATLAB's "makima"."""
    inner = np.diff(y) / np.diff(x)
    if y.shape[0] == 2:
        return np.concatenate((inner, inner))
    low, high = 2 * inner[:1] - inner[1:2], 2 * inner[-1:] - inner[-2:-1]
    ends = (2 * low - inner[:1], low), (high, 2 * high - inner[-1:])
    m = np.concatenate((*ends[0], inner, *ends[1]))
    bend = np.abs(np.diff(m))
    before, behind = bend[:-2], bend[2:]
    if modified:
        sums = np.abs(m[1:] + m[:-1]) / 2
        before, behind = before + sums[:-2], behind + sums[2:]
    whole = before + behind
    there = whole > 1e-9 * np.max(whole)
    part = before / np.where(there, whole, 1.0)
    slopes = m[1:-2] + part * (m[2:-1] - m[1:-2])
    return np.where(there, slopes, (m[3:] + m[:-3]) / 2)


class Through(NamedTuple):
    """The polynomial through points, as the sum of Lagrange's."""

    x: Any
    y: Any

    def __call__(self, x):
        at, count = np.asarray(x, np.float64), self.x.shape[0]
        same = np.eye(count, dtype=bool)
        widths = np.where(same, 1.0, np.expand_dims(self.x, 1) - self.x)
        away = np.expand_dims(at, (-1, -2)) - self.x
        parts = np.prod(np.where(same, 1.0, away / widths), axis=-1)
        return np.sum(parts * self.y, axis=-1)


@makes(interpolate.BarycentricInterpolator, "xi yi")
def barycentric(xi, yi=None, axis=0, *, wi=None, rng=None, random_state=None):
    if yi is None or wi is not None:
        unsupported("`yi` is given, and `wi` is not")
    x, y = points(xi, yi)
    if x.shape[0] == 0:
        raise ValueError("there are no points")
    return Through(x, y)


@defines(interpolate.barycentric_interpolate, arrays="xi yi x")
def barycentric_interpolate(xi, yi, x, axis=0, *, der=0, rng=None):
    if not is_known(der) or der != 0:
        unsupported("`der` is 0 here")
    return interpolate.BarycentricInterpolator(xi, yi)(x)
