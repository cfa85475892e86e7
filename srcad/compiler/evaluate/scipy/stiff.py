"""``scipy.integrate.solve_ivp`` by a method for stiff equations: SciPy's own solver.

The derivative is that of the equation, not of SciPy's steps.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import (
    held,
    integrated,
    is_known,
    trajectory,
    unsupported,
)

METHODS = ("Radau", "BDF", "LSODA")


def options(method, first_step, max_step, rtol, atol):
    """What SciPy's solver is told."""
    told = {"method": method, "rtol": rtol, "atol": atol}
    if not is_known(max_step) or max_step != np.inf:
        told["max_step"] = max_step
    if first_step is not None:
        told["first_step"] = first_step
    if np.ndim(rtol):
        unsupported("`rtol` is a number here")
    return told


def by_scipy(functions, span, y0, t_eval, told):
    """The times, and the solution there."""
    t, bound = span
    if t_eval is not None and t_eval.shape[0] == 0:
        raise ValueError("there are no times in `t_eval`")
    times, y, system = integrated(functions, span, y0, t_eval, told)
    if t_eval is None:
        times = held(times)
    if t_eval is None and not is_known(span):
        # All but the last move with the start.
        between = t + (times[1:-1] - held(t))
        times = np.concatenate((np.stack([t]), between, np.stack([bound])))
    return times, trajectory(system, y, times, t, y0, told)
