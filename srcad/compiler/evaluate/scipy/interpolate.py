"""``scipy.interpolate``: a function through points, made where it is called.

The derivative is that by the points, by the values at them, and by where the function
is asked for. At a point itself the piece on its right counts, as in SciPy.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import interpolate

from srcad.compiler.evaluate.intrinsics import axis_in, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy import given_pieces as given_pieces
from srcad.compiler.evaluate.scipy.classes import makes
from srcad.compiler.evaluate.scipy.curves import (
    Bent,
    Cubic,
    Lines,
    fill_asked,
    points,
)
from srcad.compiler.evaluate.scipy.grids import Grid
from srcad.compiler.evaluate.scipy.pieces import Pieces
from srcad.compiler.evaluate.scipy.rows_between import PLACES, of_rows
from srcad.compiler.evaluate.scipy.splines import (
    Basis,
    Fitted,
    area_of,
    at_crossings,
    between_ends,
    of_fitpack,
    outside,
    slope_of,
    through,
)


@makes(interpolate.interp1d, "x y")
def interp1d(
    x,
    y,
    kind="linear",
    axis=-1,
    copy=True,
    bounds_error=None,
    fill_value=np.nan,
    assume_sorted=False,
):
    if not is_known(kind) or kind not in (*PLACES, "linear", "cubic", "quadratic"):
        unsupported(
            "`kind` is 'linear', 'quadratic', 'cubic', 'previous', 'next' or 'nearest'"
        )
    if y.ndim > 1 or kind in PLACES or (kind == "linear" and y.dtype.kind == "c"):
        fill = fill_outside(bounds_error, fill_value)
        return of_rows(x, y, kind, axis_in(axis, y.ndim), fill, assume_sorted)
    x, y = points(x, y)
    if not assume_sorted:
        order = np.argsort(x)
        x, y = x[order], y[order]
    fill = fill_outside(bounds_error, fill_value)
    if kind == "linear":
        return Lines(x, y, fill)
    if kind == "quadratic":
        return Bent(interpolate.make_interp_spline(x, y, 2), x, fill)
    if x.shape[0] < 4:
        raise ValueError("The number of derivatives at boundaries does not match")
    return Cubic(x, y, slopes_at(x, y, "not-a-knot"), fill)


def fill_outside(bounds_error, fill_value):
    """What is given outside of the points; None where that is an error."""
    if bounds_error and is_known(fill_value) and isinstance(fill_value, str):
        raise ValueError("Cannot extrapolate and raise at the same time.")
    if bounds_error or (bounds_error is None and is_nan(fill_value)):
        return None
    return fill_value


def is_nan(item):
    return is_known(item) and isinstance(item, float) and item != item


@makes(interpolate.CubicSpline, "x y")
def cubic_spline(x, y, axis=0, bc_type="not-a-knot", extrapolate=None):
    x, y = points(x, y)
    if np.any(np.diff(x) <= 0):
        raise ValueError("`x` must be strictly increasing sequence.")
    if bc_type not in ("not-a-knot", "natural", "clamped", "periodic"):
        unsupported(
            "`bc_type` is 'not-a-knot', 'natural', 'clamped' or 'periodic' here"
        )
    if extrapolate not in (None, True, False, "periodic"):
        unsupported("`extrapolate` is a bool or 'periodic' here")
    if x.shape[0] < 4:
        unsupported("a spline has four points here, or more")
    if extrapolate is None and bc_type == "periodic":
        extrapolate = "periodic"
    fill = fill_asked("extrapolate", extrapolate)
    if bc_type != "periodic":
        return Cubic(x, y, slopes_at(x, y, bc_type), fill)
    if not np.allclose(y[0], y[-1], rtol=1e-15, atol=1e-15):
        raise ValueError("The first and last `y` point must be identical.")
    return Cubic(x, y, periodic_slopes(x, y), fill)


def periodic_slopes(x, y):
    """The slopes of a spline that goes on behind the last point as from the first."""
    step = np.diff(x)
    mean = np.diff(y) / step
    here = np.arange(step.shape[0])
    before, last = here - 1, np.roll(step, 1)
    matrix = np.diag(2 * (last + step))
    matrix[here, before] += step
    matrix[here, before + 2 - step.shape[0]] += last
    slopes = np.linalg.solve(matrix, 3 * (step * np.roll(mean, 1) + last * mean))
    return np.concatenate((slopes, slopes[:1]))


@makes(interpolate.PchipInterpolator, "x y")
def pchip(x, y, axis=0, extrapolate=None):
    x, y = points(x, y)
    if extrapolate not in (None, True, False):
        unsupported("`extrapolate` is a bool here")
    if x.shape[0] < 2:
        raise ValueError("`x` and `y` must contain at least 2 elements.")
    if np.any(np.diff(x) <= 0):
        raise ValueError("`x` must be strictly increasing sequence.")
    fill = np.nan if extrapolate is not None and not extrapolate else "extrapolate"
    return Cubic(x, y, monotone_slopes(x, y), fill)


def monotone_slopes(x, y):
    """The slopes at the points of a spline that goes up and down with them. F. N.
    Fritsch and J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984)."""
    step = np.diff(x)
    mean = np.diff(y) / step
    if x.shape[0] == 2:
        return np.concatenate((mean, mean))
    before, behind = mean[:-1], mean[1:]
    turns = before * behind <= 0
    first, second = 2 * step[1:] + step[:-1], step[1:] + 2 * step[:-1]
    inverse = first / np.where(turns, 1.0, before) + second / np.where(
        turns, 1.0, behind
    )
    inner = np.where(turns, 0.0, (first + second) / inverse)
    ends = (
        slope_at_end(step[:2], mean[:2]),
        slope_at_end(step[:-3:-1], mean[:-3:-1]),
    )
    return np.concatenate((ends[0], inner, ends[1]))


def slope_at_end(step, mean):
    """The slope of the parabola through three points, as far as it goes with them."""
    slope = (2 * step[:1] + step[1:]) * mean[:1] - step[:1] * mean[1:]
    slope = slope / (step[:1] + step[1:])
    steep = (mean[:1] * mean[1:] < 0) & (np.abs(slope) > 3 * np.abs(mean[:1]))
    slope = np.where(steep, 3 * mean[:1], slope)
    return np.where(slope * mean[:1] <= 0, 0.0, slope)


def slopes_at(x, y, kind):
    """The slopes at the points of the spline with a continuous curvature. C. de Boor, A
    Practical Guide to Splines (1978), chapter IV."""
    count, step = x.shape[0], np.diff(x)
    mean = np.diff(y) / step
    inner = np.arange(1, count - 1)
    matrix, right = np.zeros((count, count)), np.zeros(count)
    matrix[inner, inner - 1] = step[1:]
    matrix[inner, inner] = 2 * (step[:-1] + step[1:])
    matrix[inner, inner + 1] = step[:-1]
    right[1:-1] = 3 * (step[1:] * mean[:-1] + step[:-1] * mean[1:])
    if kind == "clamped":
        matrix[0, 0] = matrix[-1, -1] = 1.0
    elif kind == "natural":
        matrix[0, 0], matrix[0, 1] = 2 * step[0], step[0]
        matrix[-1, -1], matrix[-1, -2] = 2 * step[-1], step[-1]
        right[0], right[-1] = 3 * (y[1] - y[0]), 3 * (y[-1] - y[-2])
    else:
        low, high = x[2] - x[0], x[-1] - x[-3]
        matrix[0, 0], matrix[0, 1] = step[1], low
        matrix[-1, -1], matrix[-1, -2] = step[-2], high
        first = (step[0] + 2 * low) * step[1] * mean[0] + step[0] ** 2 * mean[1]
        last = (step[-1] + 2 * high) * step[-2] * mean[-1] + step[-1] ** 2 * mean[-2]
        right[0], right[-1] = first / low, last / high
    return np.linalg.solve(matrix, right)


@makes(interpolate.make_interp_spline, "x y")
def make_interp_spline(x, y, k=3, t=None, bc_type=None, axis=0):
    if t is not None or not is_known(k):
        unsupported("`k` is known beforehand, and there are no `t`")
    if k == 3:
        return cubic_spline(x, y, axis, "not-a-knot" if bc_type is None else bc_type)
    if bc_type is not None:
        unsupported("with a `bc_type`, `k` is 3")
    x, y = points(x, y)
    if k != 1:
        knots, coefficients = through(x, y, k)
        return Basis(knots, coefficients, k, True, 0)
    if np.any(np.diff(x) <= 0):
        raise ValueError("Expect x to not have duplicates")
    return Pieces(x, (np.diff(y) / np.diff(x), y[:-1]), "extrapolate")


@makes(interpolate.RegularGridInterpolator, "values")
def regular_grid(points, values, method="linear", bounds_error=True, fill_value=np.nan):
    if not is_known(bounds_error):
        unsupported("`bounds_error` is known beforehand")
    if values.dtype.kind == "c":
        unsupported("the values are real numbers here")
    points = tuple(np.asarray(one, np.float64) for one in points)
    if len(points) > values.ndim:
        raise ValueError("there are more axes of points than of values")
    for k, one in enumerate(points):
        if one.ndim != 1 or one.shape[0] != values.shape[k]:
            raise ValueError("there are not as many points as values")
        if np.any(np.diff(one) <= 0):
            raise ValueError("The points must be strictly ascending")
    values = np.asarray(values, np.float64)
    return Grid(points, values, method, bounds_error, fill_value)


@defines(interpolate.interpn, arrays="values")
def interpn(points, values, xi, method="linear", bounds_error=True, fill_value=np.nan):
    made = interpolate.RegularGridInterpolator
    return made(points, values, method, bounds_error, fill_value)(xi)


@defines(interpolate.splev, arrays="x")
def splev(x, tck, der=0, ext=0):
    if isinstance(tck, interpolate.BSpline):
        if ext != 0:
            raise ValueError("Extrapolation mode is not supported by BSpline.")
        return tck(x, der, extrapolate=True)
    t, c, k = tck
    if isinstance(c, (list, tuple)) and np.ndim(c[0]) > 0:
        return [of_fitpack(x, t, one, k, der, ext) for one in c]
    c = np.asarray(c, np.float64)
    if c.ndim > 1:
        return [of_fitpack(x, t, one, k, der, ext) for one in c]
    return of_fitpack(x, t, c, k, der, ext)


@defines(interpolate.bisplev, arrays="x y")
def bisplev(x, y, tck, dx=0, dy=0):
    return at_crossings(x, y, tck, dx, dy)


@defines(interpolate.InterpolatedUnivariateSpline, arrays="x y", known=True)
def interpolated(x, y, w=None, bbox=(None, None), k=3, ext=0, check_finite=False):
    if w is not None or any(end is not None for end in bbox):
        unsupported("there are no weights and no `bbox` here")
    x, y = points(x, y)
    knots, coefficients = through(x, y, k)
    return Fitted(knots, coefficients, k, outside(ext))


@defines(interpolate.UnivariateSpline, arrays="x y", known=True)
def univariate(x, y, w=None, bbox=(None, None), k=3, s=None, ext=0, check_finite=False):
    if not is_known(s) or s != 0:
        unsupported("`s` is 0 here: a spline that is smooth is made before")
    return interpolate.InterpolatedUnivariateSpline(x, y, w, bbox, k, ext)


@defines(interpolate.splrep, arrays="x y", known=True)
def splrep(x, y, w=None, xb=None, xe=None, k=3, task=0, s=None, t=None, per=0):
    if not is_known(s) or s not in (None, 0) or task or t is not None or per:
        unsupported("a spline through the points is made here, any other one before")
    if w is not None or xb is not None or xe is not None:
        unsupported("there are no weights and no `xb` or `xe` here")
    x, y = points(x, y)
    knots, coefficients = through(x, y, k)
    return knots, np.concatenate((coefficients, np.zeros(k + 1))), k


@defines(interpolate.splint, arrays="a b")
def splint(a, b, tck, full_output=0):
    if isinstance(tck, interpolate.BSpline) or full_output:
        unsupported("it is a tuple here, and `full_output` is 0")
    t, c, k = tck
    return between_ends(a, b, t, c, k)


@defines(interpolate.splder, arrays="", known=True)
def splder(tck, n=1):
    if isinstance(tck, interpolate.BSpline):
        return tck.derivative(n)
    t, c, k = tck
    return slope_of(t, c, k, n)


@defines(interpolate.splantider, arrays="", known=True)
def splantider(tck, n=1):
    if isinstance(tck, interpolate.BSpline):
        return tck.antiderivative(n)
    t, c, k = tck
    return area_of(t, c, k, n)
