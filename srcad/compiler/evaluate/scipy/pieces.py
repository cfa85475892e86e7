"""Polynomials between points, one for each two of them: what the derivatives and the
integrals of splines are that are made where they are called.

At a point itself the piece on its right counts, as in SciPy.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.intrinsics import is_known, unsupported


def filled(x, at, value, fill):
    """The value, and what is given outside of the points."""
    if fill is None or (is_known(fill) and isinstance(fill, str)):
        return value
    below, above = fill if isinstance(fill, tuple) else (fill, fill)
    return np.where(at < x[0], below, np.where(at > x[-1], above, value))


def check_order(order):
    if not is_known(order):
        unsupported("the order of a derivative is a whole number")


class Pieces(NamedTuple):
    """A ``PPoly``: the coefficients of the pieces for each power, the highest first."""

    x: Any
    powers: Any
    fill: Any

    @property
    def c(self):
        return np.stack(self.powers)

    def __call__(self, x, nu=0, extrapolate=None):
        check_order(nu)
        if extrapolate not in (None, True, False):
            unsupported("`extrapolate` is a bool here")
        if nu > 0:
            return self.derivative(nu)(x, 0, extrapolate)
        at = np.asarray(x, np.float64)
        fill = self.fill
        if extrapolate is not None:
            fill = "extrapolate" if extrapolate else np.nan
        place = np.searchsorted(self.x, at, side="right") - 1
        place = np.clip(place, 0, self.x.shape[0] - 2)
        along = at - self.x[place]
        value = self.powers[0][place]
        for power in self.powers[1:]:
            value = value * along + power[place]
        return filled(self.x, at, value, fill)

    def derivative(self, nu=1):
        check_order(nu)
        if nu < 0:
            return self.antiderivative(-nu)
        powers = self.powers
        for _ in range(nu):
            last = len(powers) - 1
            if last == 0:
                powers = (np.zeros_like(powers[0]),)
            else:
                powers = tuple([powers[k] * (last - k) for k in range(last)])
        return Pieces(self.x, powers, self.fill)

    def antiderivative(self, nu=1):
        check_order(nu)
        if nu < 0:
            return self.derivative(-nu)
        powers, width = self.powers, np.diff(self.x)
        for _ in range(nu):
            count = len(powers)
            powers = [powers[k] / (count - k) for k in range(count)]
            area = powers[0] * width
            for power in powers[1:]:
                area = (area + power) * width
            # Each piece begins where the one before it ends.
            start = np.concatenate((np.zeros(1), np.cumsum(area[:-1])))
            powers = (*powers, start)
        return Pieces(self.x, powers, self.fill)

    def integrate(self, a, b, extrapolate=None):
        whole = self.antiderivative()
        return whole(b, 0, extrapolate) - whole(a, 0, extrapolate)
