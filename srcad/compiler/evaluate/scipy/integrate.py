"""``scipy.integrate``: of samples, and ``odeint``."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import integrate

from srcad.compiler.evaluate.intrinsics import axis_in, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy import initial_values as initial_values
from srcad.compiler.evaluate.scipy import quadrature as quadrature


@defines(integrate.odeint, arrays="y0 t")
def odeint(func, y0, t, args=(), Dfun=None, *, rtol=None, atol=None, tfirst=False):
    """By steps of DOP853, of a tenth of the error: SciPy's own cannot be read."""
    rtol, atol = (1.49012e-8 if one is None else one for one in (rtol, atol))
    if y0.ndim > 1 or t.ndim != 1 or np.ndim(rtol) or np.ndim(atol):
        unsupported("`y0` and `t` have one axis, `rtol` and `atol` are numbers")
    more = args if isinstance(args, tuple) else (args,)

    def slope(t, y):
        return func(t, y, *more) if tfirst else func(y, t, *more)

    span, start = (t[0], t[-1]), np.reshape(y0, (-1,))
    tolerances = {"rtol": 0.1 * rtol, "atol": 0.1 * atol}
    return integrate.solve_ivp(slope, span, start, "DOP853", t, **tolerances).y.T


@defines(integrate.trapezoid, arrays="y x")
def trapezoid(y, x=None, dx=1.0, axis=-1):
    return np.trapezoid(y, x, dx, axis)


def steps_of(x, dx, ndim):
    """The widths between samples along the last axis; ``dx`` where there are none."""
    if x is None:
        return dx
    if x.ndim not in (1, ndim):
        unsupported("`x` has one axis, or those of `y`")
    return np.diff(x, axis=-1)


@defines(integrate.cumulative_trapezoid, arrays="y x")
def cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None):
    axis = axis_in(axis, y.ndim)
    last = np.moveaxis(y, axis, -1)
    if x is not None and x.ndim > 1:
        x = np.moveaxis(x, axis, -1)
    steps = steps_of(x, dx, y.ndim)
    parts = np.cumsum(steps * (last[..., 1:] + last[..., :-1]) / 2.0, axis=-1)
    if initial is not None:
        if not is_known(initial) or initial != 0:
            unsupported("`initial` is None or 0")
        parts = np.concatenate((np.zeros_like(last[..., :1]), parts), axis=-1)
    return np.moveaxis(parts, -1, axis)


@defines(integrate.simpson, arrays="y x")
def simpson(y, x=None, *, dx=1.0, axis=-1):
    axis = axis_in(axis, y.ndim)
    last = np.moveaxis(y, axis, -1)
    if x is not None and x.ndim > 1:
        x = np.moveaxis(x, axis, -1)
    count = last.shape[-1]
    if not is_known(count):
        unsupported("how many samples there are has to be known beforehand")
    if count < 3:
        return np.trapezoid(last, x, dx)
    if x is not None:
        # As in SciPy the widths are of double precision.
        x = np.asarray(x, np.float64)
    steps = steps_of(x, dx, y.ndim)
    if count % 2:
        return pairs(last, x, steps)
    # Of an even number of samples, the last interval by a parabola of its own.
    whole = pairs(last[..., :-1], x, steps if x is None else steps[..., :-1])
    return whole + last_interval(last, x, steps)


@defines(integrate.cumulative_simpson, arrays="y x initial")
def cumulative_simpson(y, *, x=None, dx=1.0, axis=-1, initial=None):
    if not y.ndim:
        raise ValueError("`axis` is not valid for `y`")
    if np.ndim(dx) or (initial is not None and initial.ndim):
        unsupported("`dx` and `initial` are numbers here")
    axis = axis_in(axis, y.ndim)
    last = np.moveaxis(np.asarray(y, np.float64), axis, -1)
    if x is not None:
        if x.ndim > 1:
            x = np.moveaxis(x, axis, -1)
        if np.any(np.diff(x, axis=-1) <= 0):
            raise ValueError("Input x must be strictly increasing.")
    count = last.shape[-1]
    if not is_known(count):
        unsupported("how many samples there are has to be known beforehand")
    if count < 3:
        found = integrate.cumulative_trapezoid(last, x, dx)
    else:
        found = np.cumsum(by_parabolas(last, steps_of(x, dx, y.ndim), x is None), -1)
    if initial is not None:
        found = np.concatenate((np.zeros_like(last[..., :1]), found), -1) + initial
    return np.moveaxis(found, -1, axis)


def by_parabolas(y, steps, equal):
    """Over each interval the integral of the parabola through its ends and the next
    sample; that before it, over every other one and the last."""
    if equal:
        steps = np.full(y.shape[-1] - 1, 1.0) * steps
    first = over_first(
        y[..., :-2], y[..., 1:-1], y[..., 2:], steps[..., :-1], steps[..., 1:]
    )
    back = over_first(
        y[..., 2:], y[..., 1:-1], y[..., :-2], steps[..., 1:], steps[..., :-1]
    )
    ahead = np.concatenate((first, back[..., -1:]), -1)
    behind = np.concatenate((first[..., :1], back), -1)
    place = np.arange(y.shape[-1] - 1)
    return np.where((place % 2 == 0) & (place < y.shape[-1] - 2), ahead, behind)


def over_first(low, middle, high, near, far):
    """The integral of a parabola from the first to the second of three samples.
    K. Cartwright (2017), equation 8."""
    both = near + far
    part = near * near / (far * both)
    ratio = near / both
    terms = (3 - ratio) * low + (3 + part + ratio) * middle - part * high
    return near / 6 * terms


def pairs(y, x, steps):
    """Simpson's rule over each two intervals, of an odd number of samples."""
    first, middle, third = y[..., :-2:2], y[..., 1:-1:2], y[..., 2::2]
    if x is None:
        return np.sum(first + 4.0 * middle + third, axis=-1) * (steps / 3.0)
    one, two = steps[..., ::2], steps[..., 1::2]
    both, ratio = one + two, one / two
    weights = both * both / (one * two)
    terms = first * (2.0 - 1.0 / ratio) + middle * weights + third * (2.0 - ratio)
    return np.sum(both / 6.0 * terms, axis=-1)


def last_interval(y, x, steps):
    """K. Cartwright, Simpson's rule cumulative integration with MS Excel and
    irregularly-spaced data (2017), equation 8."""
    if x is None:
        one = two = steps
    else:
        one, two = steps[..., -2], steps[..., -1]
    both = one + two
    result = (2.0 * two * two + 3.0 * one * two) / (6.0 * both) * y[..., -1]
    result = result + (two * two + 3.0 * one * two) / (6.0 * one) * y[..., -2]
    return result - two * two * two / (6.0 * one * both) * y[..., -3]
