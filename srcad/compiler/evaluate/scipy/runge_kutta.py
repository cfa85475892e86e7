"""``scipy.integrate.solve_ivp`` by an explicit method of Runge and Kutta.

The steps are SciPy's: the derivative is that of the steps that were made, the last of
them up to the end of the interval. How long they are is chosen by an estimate of the
error, and is a constant of the derivative, which is then as exact as the solution.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import integrate

from srcad.compiler.evaluate.intrinsics import held, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines


class Tableau(NamedTuple):
    """The coefficients of a method; the last stage is the solution itself."""

    order: int
    nodes: Any
    weights: Any
    errors: Any
    interpolation: Any


class Solution(NamedTuple):
    """What ``solve_ivp`` gives, of a solution that was found."""

    t: Any
    y: Any
    sol: Any = None
    t_events: Any = None
    y_events: Any = None
    status: int = 0
    success: bool = True
    message: str = (
        "The solver successfully reached the end of the integration interval."
    )


def tableau_of(solver: Any) -> Tableau:
    """SciPy's own coefficients, with the solution as one more stage."""
    rows = [*solver.A.tolist()[1:], solver.B.tolist()]
    weights = ((), *map(tuple, rows))
    nodes = (*solver.C.tolist(), 1.0)
    errors = tuple(solver.E.tolist())
    return Tableau(solver.error_estimator_order, nodes, weights, errors, solver.P)


METHODS = {word: tableau_of(getattr(integrate, word)) for word in ("RK23", "RK45")}


@defines(integrate.solve_ivp, arrays="y0 t_eval")
def solve_ivp(
    fun,
    t_span,
    y0,
    method="RK45",
    t_eval=None,
    dense_output=False,
    events=None,
    vectorized=False,
    args=None,
    *,
    first_step=None,
    max_step=np.inf,
    rtol=1e-3,
    atol=1e-6,
):
    if not is_known(method) or method not in METHODS:
        unsupported("`method` is 'RK45' or 'RK23' here")
    if dense_output or vectorized or events is not None:
        unsupported("`dense_output`, `events` and `vectorized` are not supported")
    table, more = METHODS[method], () if args is None else args
    t, bound = (float(one) for one in t_span)
    y = np.asarray(y0, np.float64)
    if y.ndim != 1:
        unsupported("`y0` has one axis")
    check_times(t, bound, t_eval)

    def slope(t, y):
        return np.asarray(fun(t, y, *more), np.float64)

    size, scale = y.shape[0], (max(rtol, 100 * 2.0**-52), atol)
    direction = held(1.0 if bound >= t else -1.0)
    f = slope(t, y)
    width = first_step
    if first_step is None:
        width = held(first_width(slope, t, bound, y, f, direction, table.order, scale))
        width = min(width, max_step)
    if t_eval is None:
        times, states = [t], [y]
    else:
        count, place = t_eval.shape[0], 0
        values = np.zeros((size, count))
    while direction * (bound - t) > 0:
        step, t_new, y_new, f, stages, width = one_step(
            slope, t, y, f, bound, direction, width, max_step, table, scale
        )
        if t_eval is None:
            times.append(t_new)
            states.append(y_new)
        else:
            while place < count and direction * (t_new - t_eval[place]) >= 0:
                x = (t_eval[place] - t) / step
                values[:, place] = y + step * between(x, stages, table)
                place += 1
        t, y = t_new, y_new
    if t_eval is None:
        return Solution(np.array(times), np.stack(states, axis=1))
    return Solution(t_eval, values)


def check_times(t, bound, t_eval):
    """What SciPy asks of them; and an interval without a length is none here."""
    if t == bound:
        raise ValueError("the interval of `t_span` has no length")
    if t_eval is None:
        return
    if t_eval.ndim != 1:
        unsupported("`t_eval` has one axis")
    if np.any(t_eval < min(t, bound)) or np.any(t_eval > max(t, bound)):
        raise ValueError("Values in `t_eval` are not within `t_span`.")
    steps = np.diff(t_eval) if bound > t else -np.diff(t_eval)
    if np.any(steps <= 0):
        raise ValueError("Values in `t_eval` are not properly sorted.")


def one_step(slope, t, y, f, bound, direction, width, max_step, table, scale):
    """One step that is short enough, and how wide the next one may be."""
    rejected, accepted = False, False
    least = held(10 * np.abs(np.nextafter(t, direction * np.inf) - t))
    width = min(max(width, least), max_step)
    step, t_new, y_new, f_new = width, t, y, f
    stages = np.zeros((len(table.nodes), y.shape[0]))
    while not accepted:
        if width < least:
            raise RuntimeError(
                "Required step size is less than spacing between numbers."
            )
        t_new = t + width * direction
        if direction * (t_new - bound) > 0:
            t_new = bound
        step = t_new - t
        slopes = [f]
        for k in range(1, len(table.nodes)):
            y_new = y + weighted(table.weights[k], slopes) * step
            slopes.append(slope(t + table.nodes[k] * step, y_new))
        f_new, stages = slopes[-1], np.stack(slopes)
        error = weighted(table.errors, slopes) * step
        error = held(error_of(error, y, y_new, scale))
        exponent = -1 / (table.order + 1)
        used = held(np.abs(step))
        if error < 1:
            factor = 10.0 if error == 0 else min(10.0, 0.9 * error**exponent)
            if rejected:
                factor = min(1.0, factor)
            width = used * factor
            accepted = True
        else:
            # What is not a number makes the step shorter, as in Python.
            width = used * max(0.2, 0.9 * error**exponent)
            rejected = True
    return step, t_new, y_new, f_new, stages, width


def weighted(weights, slopes):
    """The sum of what is not zero."""
    pairs = zip(weights, slopes)  # noqa: B905
    first, *others = [weight * one for weight, one in pairs if weight != 0]
    return sum(others, first)


def error_of(error, y, y_new, scale):
    rtol, atol = scale
    return norm(error / (atol + np.maximum(np.abs(y), np.abs(y_new)) * rtol))


def norm(x):
    return np.linalg.norm(x) / x.shape[0] ** 0.5


def between(x, stages, table):
    """How far the solution has gone at a part ``x`` of a step, in steps."""
    powers = x ** np.arange(1, table.interpolation.shape[1] + 1)
    return (table.interpolation @ powers) @ stages


def first_width(slope, t, bound, y, f, direction, order, scale):
    """E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I
    (1993), section II.4."""
    rtol, atol = scale
    whole = np.abs(bound - t)
    unit = atol + np.abs(y) * rtol
    size, speed = norm(y / unit), norm(f / unit)
    first = 1e-6 if size < 1e-5 or speed < 1e-5 else 0.01 * size / speed
    first = min(first, whole)
    there = slope(t + first * direction, y + first * direction * f)
    change = norm((there - f) / unit) / first
    if speed <= 1e-15 and change <= 1e-15:
        second = max(1e-6, first * 1e-3)
    else:
        second = (0.01 / max(speed, change)) ** (1 / (order + 1))
    return min(100 * first, second, whole)
