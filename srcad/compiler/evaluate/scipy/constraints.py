"""Minima under constraints: what is zero there.

With ``low <= v(x) <= high`` for all rows of ``v``, bounds of ``x`` among them, and the
multipliers ``m`` of the rows that are at a limit, ``f'(x) = v'(x)^T m``, and these rows
are what their limits are: the conditions of Karush, Kuhn and Tucker, whose solution has
the derivative of the implicit function theorem. It takes normals of these rows that are
independent, a curvature along all of them (LinAlgError otherwise), and a force at each
(ValueError where a row is at a limit without one: there the minimum has a kink).
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import optimize

from srcad.compiler.evaluate.intrinsics import held, implicit, slope, unsupported
from srcad.compiler.evaluate.scipy.bounds import of_shape
from srcad.compiler.evaluate.scipy.classes import makes
from srcad.compiler.evaluate.scipy.solving import called

METHODS = ("slsqp", "trust-constr")
KINDS = ("eq", "ineq")
# In parts of ``x``: how near its bound a row may be, and may be at it; and in parts of
# the gradient the force that it is certainly at it with.
NEAR, AT, FORCE = 1e-4, 1e-5, 1e-4
SINGULAR = 1e13


class Linear(NamedTuple):
    """What ``LinearConstraint`` makes."""

    A: Any
    lb: Any
    ub: Any


class Nonlinear(NamedTuple):
    """What ``NonlinearConstraint`` makes."""

    fun: Any
    lb: Any
    ub: Any
    jac: Any


class Constraint(NamedTuple):
    """A constraint as SciPy is given it: ``kind`` is "linear", "nonlinear", "eq" or
    "ineq"; ``fun`` and ``jac`` are functions of ``x`` alone."""

    kind: str
    fun: Any
    low: Any
    high: Any
    jac: Any = None
    matrix: Any = None


@makes(optimize.LinearConstraint, "A lb ub")
def linear(A, lb=-np.inf, ub=np.inf, keep_feasible=False):
    check_feasible(keep_feasible)
    return Linear(A, lb, ub)


@makes(optimize.NonlinearConstraint, "lb ub")
def nonlinear(fun, lb, ub, jac="2-point", hess=None, keep_feasible=False):
    check_feasible(keep_feasible)
    if callable(hess):
        unsupported("`hess` of a constraint is not supported")
    slopes = (lambda x: jac(x)) if callable(jac) else jac
    return Nonlinear(lambda x: fun(x), lb, ub, slopes)


def check_feasible(keep):
    if np.any(keep):
        raise ValueError("`keep_feasible` is not supported")


def constraints_of(given, x):
    """The constraints of ``minimize``, one or a sequence of them, each with the
    function of the user's."""
    several = isinstance(given, (list, tuple)) and not isinstance(
        given, (Linear, Nonlinear)
    )
    return [one_of(one, x) for one in (given if several else [given])]


def one_of(item, x):
    if isinstance(item, dict):
        return of_dict(item)
    check_feasible(getattr(item, "keep_feasible", False))
    if hasattr(item, "A"):
        matrix = np.asarray(item.A, np.float64)
        if matrix.ndim == 1:
            matrix = np.reshape(matrix, (1, matrix.shape[0]))
        value = matrix @ x
        low, high = of_shape(item.lb, value), of_shape(item.ub, value)
        made = Constraint("linear", lambda x: matrix @ x, low, high, None, matrix)
        return made, None
    if not hasattr(item, "fun"):
        unsupported("a constraint is a dict or one of SciPy's")
    if callable(getattr(item, "hess", None)) and not isinstance(
        item.hess, optimize.HessianUpdateStrategy
    ):
        unsupported("`hess` of a constraint is not supported")
    fun = rows(called(item.fun, ()))
    jac = called(item.jac, ()) if callable(item.jac) else None
    low, high = np.asarray(item.lb, np.float64), np.asarray(item.ub, np.float64)
    return Constraint("nonlinear", fun, low, high, jac), item.fun


def of_dict(item):
    kind, args = item["type"].lower(), item.get("args", ())
    if kind not in KINDS:
        raise ValueError(f"Unknown constraint type '{kind}'.")
    jac = item.get("jac")
    if isinstance(jac, (bool, str)):
        unsupported("`jac` of a constraint is a function here")
    made = None if jac is None else called(jac, args)
    fun, high = rows(called(item["fun"], args)), 0.0 if kind == "eq" else np.inf
    return Constraint(kind, fun, 0.0, high, made), item["fun"]


def named(constraints):
    """The functions of constraints by a word for each, and the constraints with these
    words in their place."""
    functions, result = {}, []
    for k, (one, word) in enumerate(constraints):
        fun, jac = None, None
        if one.kind != "linear":
            fun = f"constraint_{k}"
            functions[fun] = one.fun, word
        if one.jac is not None:
            jac = f"constraint_{k}_jac"
            functions[jac] = one.jac, None
        limits = one.low, one.high
        result.append(Constraint(one.kind, fun, *limits, jac, one.matrix))
    return functions, result


def rows(function):
    """A function whose value has one axis."""

    def alone(x):
        value = function(x)
        if value.ndim > 1:
            unsupported(
                "a constraint's function gives a number or an array of one axis"
            )
        return np.reshape(value, (1,)) if value.ndim == 0 else value

    return alone


def solution(function, x, constraints, low, high):
    """``x``, as the minimum of the function under the constraints."""
    found = [one for one, _ in constraints]
    if low is not None:
        found.append(Constraint("bounds", lambda x: x, low, high))
    count, n = sum(one.fun(x).shape[0] for one in found), x.shape[0]

    def values(x):
        return np.concatenate([one.fun(x) for one in found])

    def limits(x):
        both = [(one.fun(x), one.low, one.high) for one in found]
        low = np.concatenate([of_shape(lower, value) for value, lower, _ in both])
        return low, np.concatenate([of_shape(upper, value) for value, _, upper in both])

    def conditions(z):
        x, change = z[:n], z[n:]
        low, high = limits(held(x))
        fixed = held(x)
        forces, side = acting(function, values, fixed, held(low), held(high))
        forces = held(forces) + change
        side = held(side)
        pull = along(values, x, forces)
        # Beside what is chosen there may be an infinite bound.
        target = np.where(side < 0, finite(low), finite(high))
        distance = np.where(side == 0, change, values(x) - target)
        return np.concatenate((slope(function, x) - pull, distance))

    both = implicit(conditions, np.concatenate((x, np.zeros(count))), of_conditions)
    return both[:n]


def finite(limit):
    return np.where(np.isinf(limit), 0.0, limit)


def of_conditions(pull, z, dz):
    """``-J^T w = dz``; LinAlgError where the conditions do not say where ``x`` goes."""
    size = z.shape[0]
    jacobian = np.zeros((size, size))
    for k, row in enumerate(np.eye(size)):
        jacobian[k] = pull(row)
    if held(np.linalg.cond(jacobian)) > SINGULAR:
        raise np.linalg.LinAlgError(
            "a minimum under constraints has no derivative: it is not the only one, or "
            "the constraints that it is at are not independent"
        )
    return -np.linalg.solve(jacobian.T, dz)


def acting(function, values, x, low, high):
    """The multiplier of each row; and -1 where it is at its lower bound, 1 where it is
    at its upper one, 0 where it is at none."""
    down, at = slope(function, x), values(x)
    normals = np.zeros((at.shape[0], x.shape[0]))
    for k, row in enumerate(np.eye(at.shape[0])):
        normals[k] = along(values, x, row)
    lengths = np.sqrt(np.sum(normals * normals, axis=1)) + 1e-300
    unit = 1 + np.max(np.abs(x))
    below, above = (at - low) / lengths / unit, (high - at) / lengths / unit
    equal = low == high
    near = (np.minimum(below, above) < NEAR) | equal
    # The multipliers of what is near: least squares, by the normal equations.
    used = np.where(near[:, None], normals / lengths[:, None], 0.0)
    square = used @ used.T + np.diag(np.where(near, 0.0, 1.0))
    if np.linalg.cond(square) > SINGULAR:
        raise np.linalg.LinAlgError(
            "the constraints that a minimum is at are not independent"
        )
    forces = np.linalg.solve(square, used @ down)
    strength = forces / (np.max(np.abs(down)) + bend(function, x) * unit + 1e-300)
    at_low = near & ~equal & (strength > FORCE) & (below <= above)
    at_high = near & ~equal & (strength < -FORCE) & (above < below)
    free = ~(at_low | at_high | equal)
    if np.any(free & (np.minimum(below, above) < AT)):
        raise ValueError(
            "a minimum under constraints has no derivative where one of them is at its "
            "bound and does not hold the minimum back"
        )
    side = np.where(at_low | equal, -1.0, np.where(at_high, 1.0, 0.0))
    return np.where(side == 0, 0.0, forces / lengths), side


def along(function, x, row):
    """The gradient of what a function gives in this direction."""
    return slope(lambda x: np.sum(function(x) * row), x)


def bend(function, x):
    """The largest second derivative of a function."""
    turns = np.zeros((x.shape[0], x.shape[0]))
    for k, row in enumerate(np.eye(x.shape[0])):
        turns[k] = along(lambda x: slope(function, x), x, row)
    return np.max(np.abs(turns))
