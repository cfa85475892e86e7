"""Curves through points, made where they are called: lines, cubic pieces, splines that
say what is outside.

At a point itself the piece on its right counts, as in SciPy.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.intrinsics import fixed, is_known, unsupported
from srcad.compiler.evaluate.scipy.pieces import Pieces, filled
from srcad.compiler.evaluate.scipy.rows_between import refuse_outside


def points(x, y):
    """The points and the values at them, in double precision."""
    if x.ndim != 1 or y.ndim != 1:
        unsupported("`x` and `y` have one axis here")
    if x.dtype.kind == "c" or y.dtype.kind == "c":
        unsupported("the values are real numbers here")
    for size in (x.shape[0], y.shape[0]):
        if not is_known(size):
            fixed(size)
    if x.shape[0] != y.shape[0]:
        raise ValueError("x and y arrays must be equal in length along the axis.")
    return np.asarray(x, np.float64), np.asarray(y, np.float64)


class Lines(NamedTuple):
    """Lines from point to point."""

    x: Any
    y: Any
    fill: Any

    def __call__(self, x):
        at = np.asarray(x, np.float64)
        refuse_outside(self.x, at, self.fill)
        place = np.clip(np.searchsorted(self.x, at), 1, self.x.shape[0] - 1)
        left, low = self.x[place - 1], self.y[place - 1]
        slope = (self.y[place] - low) / (self.x[place] - left)
        return filled(self.x, at, slope * (at - left) + low, self.fill)


def fill_asked(fill, extrapolate):
    """What is given outside of the points, where a call says it anew."""
    if extrapolate is None:
        return fill
    if extrapolate == "periodic":
        return extrapolate
    return "extrapolate" if extrapolate else np.nan


class Cubic(NamedTuple):
    """A cubic polynomial between each two points, of the slopes there."""

    x: Any
    y: Any
    slopes: Any
    fill: Any

    def __call__(self, x, nu=0, extrapolate=None):
        at = np.asarray(x, np.float64)
        fill = fill_asked(self.fill, extrapolate)
        if fill == "periodic":
            at = self.x[0] + (at - self.x[0]) % (self.x[-1] - self.x[0])
        refuse_outside(self.x, at, fill)
        place = np.searchsorted(self.x, at, side="right") - 1
        place = np.clip(place, 0, self.x.shape[0] - 2)
        width = self.x[place + 1] - self.x[place]
        low, first = self.y[place], self.slopes[place]
        mean = (self.y[place + 1] - low) / width
        bend = (first + self.slopes[place + 1] - 2 * mean) / width
        third, second = bend / width, (mean - first) / width - bend
        along = at - self.x[place]
        if nu == 0:
            value = ((third * along + second) * along + first) * along + low
        elif nu == 1:
            value = (3 * third * along + 2 * second) * along + first
        elif nu == 2:
            value = 6 * third * along + 2 * second
        elif nu == 3:
            value = 6 * third
        else:
            unsupported("the derivatives up to the third are supported")
        return filled(self.x, at, value, fill)

    def pieces(self):
        if self.fill == "periodic":
            unsupported("of a periodic spline the values are supported")
        width = np.diff(self.x)
        mean = np.diff(self.y) / width
        first = self.slopes[:-1]
        bend = (first + self.slopes[1:] - 2 * mean) / width
        powers = bend / width, (mean - first) / width - bend, first, self.y[:-1]
        return Pieces(self.x, powers, self.fill)

    @property
    def c(self):
        return np.stack(self.pieces().powers)

    def derivative(self, nu=1):
        return self.pieces().derivative(nu)

    def antiderivative(self, nu=1):
        return self.pieces().antiderivative(nu)

    def integrate(self, a, b, extrapolate=None):
        return self.pieces().integrate(a, b, extrapolate)


class Bent(NamedTuple):
    """A spline as ``interp1d`` has it, which says what is outside."""

    spline: Any
    x: Any
    fill: Any

    def __call__(self, x):
        at = np.asarray(x, np.float64)
        refuse_outside(self.x, at, self.fill)
        return filled(self.x, at, self.spline(at), self.fill)
