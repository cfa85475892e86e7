"""``scipy.integrate.solve_ivp``: what it is asked for, and what it gives."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import integrate

from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy import runge_kutta, stiff
from srcad.compiler.evaluate.scipy.events import events_of

METHODS = (*runge_kutta.METHODS, *stiff.METHODS)


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


class Ended(NamedTuple):
    """The same where an event may have ended it: the message would say which."""

    t: Any
    y: Any
    sol: Any
    t_events: Any
    y_events: Any
    status: int
    success: bool = True


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
    jac=None,
):
    if not is_known(method) or method not in METHODS:
        unsupported(f"`method` is one of {', '.join(map(repr, METHODS))} here")
    if vectorized:
        unsupported("`vectorized` is not supported")
    more = () if args is None else args
    y, (t, bound) = np.asarray(y0, np.float64), (float(one) for one in t_span)
    if y.ndim != 1:
        unsupported("`y0` has one axis")
    span = t, bound
    check_times(t, bound, t_eval)

    def slope(t, y):
        return np.asarray(fun(t, y, *more), np.float64)

    if method in stiff.METHODS:
        if dense_output or events is not None:
            unsupported("`dense_output` and `events` are of the explicit methods alone")
        functions = {"fun": (slope, fun)}
        if jac is not None:
            if not callable(jac):
                unsupported("`jac` is a function here")
            functions["jac"] = lambda t, y: np.asarray(jac(t, y, *more)), jac
        given = stiff.options(method, first_step, max_step, rtol, atol)
        return Solution(*stiff.by_scipy(functions, span, y, t_eval, given))
    if jac is not None:
        unsupported("`jac` is of the stiff methods alone")
    given, listed = (first_step, max_step, rtol, atol), events_of(events, more)
    times, states, sol, happened, going = runge_kutta.by_steps(
        slope, method, span, y, t_eval, listed, dense_output, given
    )
    if events is None:
        return Solution(times, states, sol)
    found = [np.array(one) for one in happened.times]
    where = [np.array(one) for one in happened.states]
    if all(one.most == np.inf for one in listed):
        return Solution(times, states, sol, found, where)
    status = 0 if going else 1
    return Ended(times, states, sol, found, where, status)


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
