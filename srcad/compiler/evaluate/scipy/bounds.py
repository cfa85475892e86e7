"""Minima between bounds: what is zero there.

That is ``x - clip(x - t f'(x), low, high)``, the way that a step down the slope goes
between the bounds: where a bound stops it the distance from that bound, elsewhere
``t f'(x)``. So a variable at its bound goes with that, and has no other derivative.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import optimize

from srcad.compiler.evaluate.intrinsics import held, is_known, slope
from srcad.compiler.evaluate.scipy.classes import makes

# The methods of ``minimize`` that look at bounds.
METHODS = (
    *("l-bfgs-b", "tnc", "slsqp", "trust-constr"),
    *("nelder-mead", "powell", "cobyla", "cobyqa"),
)
LITTLE = 1e-100


class Limits(NamedTuple):
    """What ``Bounds`` makes."""

    lb: Any
    ub: Any


@makes(optimize.Bounds, "lb ub")
def bounds(lb=-np.inf, ub=np.inf):
    return Limits(lb, ub)


def projected(function, low, high):
    """What is zero at a minimum of ``function`` between the bounds."""

    def equation(x):
        down = slope(function, x)
        return x - np.clip(x - step(function, x, held(down)) * down, low, high)

    return equation


def step(function, x, down):
    """As far down the slope as it would take to a minimum on the line, or a maximum:
    whatever the function is a multiple of, a bound is as far away."""
    turn = slope(lambda x: np.sum(slope(function, x) * down), x)
    curvature = held(np.abs(np.sum(turn * down)))
    return held((np.sum(down * down) + LITTLE) / (curvature + LITTLE))


def limits_of(bounds, x):
    """The bounds of each variable, given as two arrays or numbers."""
    if hasattr(bounds, "keep_feasible") and np.any(bounds.keep_feasible):
        raise ValueError("`keep_feasible` is not supported")
    low, high = (bounds.lb, bounds.ub) if hasattr(bounds, "lb") else bounds
    return of_shape(low, x), of_shape(high, x)


def of_shape(limit, x):
    return np.zeros(x.shape) + np.asarray(limit, np.float64)


def bounds_of(bounds, x):
    """The same of what ``minimize`` takes: an object with both, or a pair for each."""
    if hasattr(bounds, "lb"):
        return limits_of(bounds, x)
    if isinstance(bounds, np.ndarray):
        return of_shape(bounds[:, 0], x), of_shape(bounds[:, 1], x)
    low = [-np.inf if one is None else one for one, _ in bounds]
    high = [np.inf if one is None else one for _, one in bounds]
    return of_shape(low, x), of_shape(high, x)


def is_without(bounds):
    """Whether two bounds are those that are none."""
    if hasattr(bounds, "lb"):
        return False
    return is_known(bounds) and is_infinite(bounds)


def is_infinite(bounds):
    """Whether known bounds are so, one by one."""
    if isinstance(bounds, tuple | list):
        return all(map(is_infinite, bounds))
    return np.all(np.isinf(bounds))


def within(low, high):
    """Where ``curve_fit`` begins between bounds."""
    below, above = np.isfinite(low), np.isfinite(high)
    middle = np.where(below & above, 0.5 * (low + high), 1.0)
    return np.where(below & ~above, low + 1, np.where(above & ~below, high - 1, middle))
