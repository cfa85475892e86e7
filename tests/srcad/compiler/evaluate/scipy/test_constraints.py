"""``scipy.optimize.minimize`` under constraints: those that hold it back go with it."""

import numpy as np
import pytest
from scipy import optimize
from scipy.optimize import BFGS, LinearConstraint, NonlinearConstraint

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.sampling import sampled
from tests.srcad.compiler.evaluate.scipy.test_optimize import DIRECTION, P, compare

TIGHT = {"ftol": 1e-13, "maxiter": 300}
TRUST = {"gtol": 1e-11, "xtol": 1e-13, "maxiter": 3000}
HALVES = LinearConstraint([[0.5, 0.5], [1.0, -3.0]], [-np.inf, -9], [0.4, 9])
FEASIBLE = LinearConstraint([1, 2], 0, 1, keep_feasible=True)
DISC = NonlinearConstraint(lambda x: x @ x, -np.inf, 0.8, hess=BFGS())


def bowl(x, p):
    return (x[0] - p[0]) ** 2 + 2 * (x[1] - p[1]) ** 2 + 0.3 * x[0] * x[1]


def found(p, constraints, method=None, options=TIGHT, **more):
    return optimize.minimize(
        bowl, [0.1, 0.2], (p,), method, constraints=constraints, options=options, **more
    )


def line(x, a, b):
    return a * x[0] + x[1] - b


def ring(x):
    return x[0] ** 2 + 2 * x[1] ** 2


def slope_of_ring(x):
    return np.array([2 * x[0], 4 * x[1]])


PROGRAMS = [
    lambda p: found(p, {"type": "eq", "fun": lambda x: x[0] + p[0] * x[1] - 1}).x,
    lambda p: found(p, {"type": "eq", "fun": line, "args": (p[1], p[0])}).x,
    lambda p: found(p, [{"type": "ineq", "fun": lambda x: p[1] - x @ x}]).x,
    lambda p: (
        found(p, ({"type": "ineq", "fun": lambda x: 9 - x},)).x
        + found(p, {"type": "ineq", "fun": lambda x: 0.3 * p[::-1] - x}, "SLSQP").x
    ),
    lambda p: found(p, HALVES).x,
    lambda p: found(p, DISC).x,
    lambda p: found(p, LinearConstraint(np.stack([p, p * p]), -9, p[0] * 0.7)).x,
    lambda p: found(p, LinearConstraint([1, 2], p[1], p[1])).x,
    lambda p: found(p, NonlinearConstraint(ring, p[0] / 9, p[1], slope_of_ring)).x,
    lambda p: found(
        p,
        NonlinearConstraint(
            lambda x: [x @ x, x[0] * p[1] - x[1]], [0.1, p[0] / 9], [9, np.inf]
        ),
    ).x,
    lambda p: found(
        p,
        {
            "type": "eq",
            "fun": lambda x: x[0] ** 2 + x[1] - p[0],
            "jac": lambda x: np.array([2 * x[0], 1.0]),
        },
        jac=lambda x, p: np.array(
            [
                2 * (x[0] - p[0]) + 0.3 * x[1],
                4 * (x[1] - p[1]) + 0.3 * x[0],
            ]
        ),
    ).x,
    lambda p: found(
        p,
        {"type": "ineq", "fun": lambda x: p[0] - x[0] - x[1]},
        bounds=[(None, 0.2 * p[1]), (0, None)],
    ).x,
]  # fmt: skip


@pytest.mark.parametrize("number", sampled(range(len(PROGRAMS)), 12))
def test_derivatives_are_those_of_finite_differences(number):
    program = PROGRAMS[number]
    compare(lambda p: program(p) @ DIRECTION, value=1e-12, rtol=2e-4, atol=2e-4)


def test_the_nearest_point_of_a_circle_to_second_order():
    """x = p / |p|, so d(v x) = (v - (v x) x) / |p|."""

    def program(p):
        return (
            optimize.minimize(
                lambda x: np.sum((x - p) ** 2),
                [1.0, 0.5],
                constraints={"type": "eq", "fun": lambda x: x @ x - 1},
                options={"ftol": 1e-15},
            ).x
            @ DIRECTION
        )

    def by_hand(p):
        return p @ DIRECTION / np.sqrt(p @ p)

    np.testing.assert_allclose(program(P), by_hand(P), rtol=1e-7)
    slopes = srcad.grad(program)(P), srcad.grad(by_hand)(P)
    np.testing.assert_allclose(*slopes, rtol=1e-6)
    weights = np.array([0.7, -1.3])

    def twice(function):
        return srcad.grad(lambda p: srcad.grad(function)(p) @ weights)(P)

    np.testing.assert_allclose(twice(program), twice(by_hand), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "constraint",
    [
        NonlinearConstraint(lambda x: x @ x, -np.inf, 0.5),
        {"type": "ineq", "fun": lambda x: 0.5 - x @ x},
        LinearConstraint(np.eye(2), -9, [0.3, 0.2]),
    ],
)
def test_a_method_that_stays_inside_gives_the_same(constraint):
    slopes = [
        srcad.grad(lambda p, m=m, o=o: found(p, constraint, m, o).x @ DIRECTION)(P)
        for m, o in (("SLSQP", TIGHT), ("trust-constr", TRUST))
    ]
    np.testing.assert_allclose(slopes[1], slopes[0], rtol=1e-3, atol=1e-4)


def least(p, *constraints):
    return optimize.minimize(
        lambda x: (x[0] - p[0]) ** 2 + x[1] ** 2,
        [0.3, 0.4],
        constraints=constraints,
        options=TIGHT,
    ).x.sum()


RAISING = [
    # At its bound, but the minimum would be there without it.
    (lambda p: least(p, LinearConstraint([1, 0], -9, 1.0)), ValueError, "hold"),
    (
        lambda p: least(p, {"type": "ineq", "fun": lambda x: 1.0 - x[0]}),
        ValueError,
        "hold",
    ),
    # Twice the same.
    (
        lambda p: least(p, LinearConstraint([[1, 0], [2, 0]], -9, [0.5, 1.0])),
        np.linalg.LinAlgError,
        "independent",
    ),
    # Any x[1] is as good.
    (
        lambda p: optimize.minimize(
            lambda x: (x[0] - p[0]) ** 2,
            [0.3, 0.4],
            constraints=LinearConstraint([1, 0], -9, 0.5),
        ).x.sum(),
        np.linalg.LinAlgError,
        "not the only one",
    ),
]


@pytest.mark.parametrize(("program", "error", "message"), RAISING)
def test_where_there_is_no_derivative_it_raises(program, error, message):
    p = np.array([1.0, 0.5])
    assert np.isfinite(program(p))
    with pytest.raises(error, match=message):
        srcad.grad(program)(p)


def test_what_does_not_hold_the_minimum_back_has_no_part_in_it():
    p = np.array([1.0, 0.5])
    for low in (1.0001, 2.0):
        slope = srcad.grad(
            lambda p, low=low: least(p, LinearConstraint([1, 0], -9, low))
        )
        np.testing.assert_allclose(slope(p), [1, 0], atol=1e-6)


def test_a_minimum_that_is_not_found_raises():
    nothing = {"type": "ineq", "fun": lambda x: -1 - x @ x}
    with pytest.raises(RuntimeError):
        srcad.grad(lambda p: found(p, nothing).x.sum())(P)


REFUSED = [
    (lambda p: found(p, HALVES, "COBYLA").x, "'SLSQP' and 'trust-constr'"),
    (lambda p: found(p, HALVES, "BFGS").x, "'SLSQP' and 'trust-constr'"),
    (
        lambda p: found(p, NonlinearConstraint(bowl, 0, 1, hess=lambda x, v: x)).x,
        "`hess`",
    ),
    (lambda p: found(p, {"type": "eq", "fun": bowl, "jac": True}).x, "`jac`"),
]


def test_what_is_to_stay_feasible_raises():
    for keep in (FEASIBLE, LinearConstraint([1, 2], 0, 1, keep_feasible=True)):
        with pytest.raises((ValueError, CompileError), match="`keep_feasible`"):
            srcad.grad(lambda p, keep=keep: found(p, keep).x.sum())(P)


@pytest.mark.parametrize(("program", "message"), REFUSED)
def test_what_is_refused(program, message):
    with pytest.raises(CompileError, match=message):
        srcad.grad(lambda p: program(p).sum())(P)
