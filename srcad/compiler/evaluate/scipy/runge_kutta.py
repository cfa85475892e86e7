"""``solve_ivp`` by an explicit method of Runge and Kutta.

The steps are SciPy's: the derivative is that of the steps that were made, the last of
them up to the end of the interval. How long they are is chosen by an estimate of the
error, and is a constant of the derivative, which is then as exact as the solution.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import integrate

from srcad.compiler.evaluate.intrinsics import held, unsupported
from srcad.compiler.evaluate.scipy.events import Happened, any_of, happen, signs_at


class Tableau(NamedTuple):
    """The coefficients of a method; the last stage is the solution itself.

    ``errors`` has a row for each estimate of the error. ``more`` are the nodes and the
    weights of the stages that only serve to interpolate.
    """

    order: int
    nodes: Any
    weights: Any
    errors: Any
    interpolation: Any
    more: Any = ()


def tableau_of(solver: Any) -> Tableau:
    """SciPy's own coefficients, with the solution as one more stage."""
    weights = ((), *rows_of(solver.A[1:]), *rows_of([solver.B]))
    nodes = (*solver.C.tolist(), 1.0)
    order = solver.error_estimator_order
    if solver is not integrate.DOP853:
        return Tableau(order, nodes, weights, rows_of([solver.E]), solver.P)
    errors = rows_of([solver.E5, solver.E3])
    more = tuple(zip(solver.C_EXTRA.tolist(), rows_of(solver.A_EXTRA), strict=True))
    return Tableau(order, nodes, weights, errors, interpolation_of(solver), more)


def rows_of(matrix: Any) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row.tolist()) for row in matrix)


def interpolation_of(solver: Any) -> Any:
    """What each stage of DOP853 has to do with each of the ``products`` of a place."""
    first, last, step = np.eye(16)[0], np.eye(16)[12], np.zeros(16)
    step[:12] = solver.B
    return np.array([step, first - step, 2 * step - first - last, *solver.D]).T


WORDS = ("RK45", "RK23", "DOP853")
METHODS = {word: tableau_of(getattr(integrate, word)) for word in WORDS}


def by_steps(slope, method, span, y, t_eval, events, dense, told):
    """The times, and the solution there: SciPy's own steps; the interpolant of all, and
    the times and states of events, where they are asked for."""
    first_step, max_step, rtol, atol = told
    table, (t, bound) = METHODS[method], span
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
    pieces, happened = Pieces([t], [], [], []), Happened([], [], [], [])
    for one in events:
        happened.counts.append(0)
        happened.signs.append(held(one.function(t, y)))
        happened.times.append([])
        happened.states.append([])
    going = True
    while going and direction * (bound - t) > 0:
        step, t_new, y_new, f, stages, width = one_step(
            slope, t, y, f, bound, direction, width, max_step, table, scale
        )
        hits = signs_at(events, happened, t_new, y_new) if events else []
        needed = dense or any_of(hits)
        if table.more:
            if t_eval is not None:
                needed = needed or is_reached(place, t_eval, t_new, direction)
            if needed:
                stages = with_more(slope, t, y, stages, step, table)
        along = along_step(t, y, step, stages, table)
        if events and any_of(hits):
            last, ended = happen(events, happened, hits, along, t, t_new, direction)
            if ended:
                t_new, y_new, going = last, along(last), False
        if dense:
            pieces.nodes.append(t_new)
            pieces.starts.append(y)
            pieces.stages.append(stages)
            pieces.steps.append(step)
        if t_eval is None:
            times.append(t_new)
            states.append(y_new)
        else:
            while is_reached(place, t_eval, t_new, direction):
                values[:, place] = along(t_eval[place])
                place += 1
        t, y = t_new, y_new
    rest = between_all(pieces, direction, table) if dense else None, happened, going
    if t_eval is None:
        return np.array(times), np.stack(states, axis=1), *rest
    if any(one.most < np.inf for one in events):
        return t_eval[:place], values[:, :place], *rest
    return t_eval, values, *rest


class Pieces(NamedTuple):
    """The steps that were made, for the interpolant of all: lists."""

    nodes: Any
    starts: Any
    stages: Any
    steps: Any


def along_step(t, y, step, stages, table):
    """The interpolant of a step, as a function of the time."""

    def along(time):
        return y + step * between((time - t) / step, stages, table)

    return along


def between_all(pieces, direction, table):
    """The interpolant of all steps, of a time or an array of them."""
    nodes, starts = np.array(pieces.nodes), np.stack(pieces.starts)
    stages, steps = np.stack(pieces.stages), np.array(pieces.steps)
    ordered = held(direction * nodes)

    def at(time):
        found = np.searchsorted(ordered, held(direction * time)) - 1
        k = min(max(found, 0), steps.shape[0] - 1)
        return along_step(nodes[k], starts[k], steps[k], stages[k], table)(time)

    def solution(t):
        times = np.asarray(t, np.float64)
        if times.ndim == 0:
            return at(times)
        if times.ndim > 1:
            unsupported("the times have one axis")
        values = np.zeros((starts.shape[1], times.shape[0]))
        for k in range(times.shape[0]):
            values[:, k] = at(times[k])
        return values

    return solution


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
        error = held(error_of(slopes, step, y, y_new, table, scale))
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


def error_of(slopes, step, y, y_new, table, scale):
    """How large the error of a step is, in parts of what it may be."""
    rtol, atol = scale
    unit = atol + np.maximum(np.abs(y), np.abs(y_new)) * rtol
    if len(table.errors) == 1:
        return norm(weighted(table.errors[0], slopes) * step / unit)
    fifth, third = [np.sum((weighted(e, slopes) / unit) ** 2) for e in table.errors]
    if fifth == 0 and third == 0:
        return 0.0
    return np.abs(step) * fifth / np.sqrt((fifth + 0.01 * third) * y.shape[0])


def norm(x):
    return np.linalg.norm(x) / x.shape[0] ** 0.5


def between(x, stages, table):
    """How far the solution has gone at a part ``x`` of a step, in steps."""
    if table.more:
        parts = products(x)
    else:
        parts = x ** np.arange(1, table.interpolation.shape[1] + 1)
    return (table.interpolation @ parts) @ stages


def products(x):
    """x, x(1-x), x^2(1-x) and so on."""
    both = x * (1 - x)
    square = both * both
    cube = square * both
    return np.stack([x, both, both * x, square, square * x, cube, cube * x])


def is_reached(place, times, t, direction):
    """Whether the next of the times that are asked for is not behind ``t``."""
    return place < times.shape[0] and direction * (t - times[place]) >= 0


def with_more(slope, t, y, stages, step, table):
    """The stages of a step, and those that it takes to interpolate."""
    slopes = list(stages)
    for node, weights in table.more:
        slopes.append(slope(t + node * step, y + weighted(weights, slopes) * step))
    return np.stack(slopes)


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
