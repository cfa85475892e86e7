"""``scipy.optimize`` between bounds: what is at one goes with it, the rest is free."""

import numpy as np
import pytest
from scipy import optimize
from scipy.optimize import Bounds

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.sampling import sampled
from tests.srcad.compiler.evaluate.scipy.test_fits import TIMES, decay, samples
from tests.srcad.compiler.evaluate.scipy.test_optimize import DIRECTION, P, compare

EXACT = {"xtol": 1e-15, "ftol": 1e-15, "gtol": 1e-15}
FEASIBLE = Bounds([0, 0], [1, 1], True)
BEFORE = Bounds([0.0, 0.2], [0.3, np.inf])


def plate(x, a, b):
    return (x[0] - a) ** 2 * (1 + b) + (x[1] - 3 * b) ** 2 + a * x[0] * x[1]


def slope_of_plate(x, a, b):
    return np.array(
        [2 * (x[0] - a) * (1 + b) + a * x[1], 2 * (x[1] - 3 * b) + a * x[0]]
    )


def minimum(p, bounds, method=None, tol=1e-14):
    found = optimize.minimize(
        plate, [0.1, 2.2], (p[0], p[1]), method, slope_of_plate, bounds=bounds, tol=tol
    )
    return found.x @ DIRECTION + found.fun


def residual(x, p):
    return np.array([x[0] - p[0], x[0] * x[1] - p[1], x[1] + x[0] - p[0]])


def least(p, bounds, method="trf"):
    found = optimize.least_squares(
        residual, [0.3, 0.3], "3-point", bounds, method, args=(p,), **EXACT
    )
    return found.x @ DIRECTION + found.cost


def fit(p, **options):
    x, covariance = optimize.curve_fit(decay, TIMES, samples(p), **options, **EXACT)
    return x @ np.arange(1.0, 4.0) + covariance[0, 1]


def tiny(x, a):
    return 1e-6 * np.exp(x - a) - 1e-6 * x


PROGRAMS = [
    lambda p: minimum(p, [(0, 0.3), (None, None)]),
    lambda p: minimum(p, [(None, None), (None, 9)]),
    lambda p: minimum(p, [(0, 0.3 * p[1]), (2 * p[0], None)]),
    lambda p: minimum(p, ((0.0, 9.0), (2.1 * p[0], 9.0)), "TNC"),
    lambda p: minimum(p, BEFORE, "SLSQP"),
    lambda p: minimum(p, Bounds([-1.0, p[0] * 2], 4.0), "L-BFGS-B"),
    lambda p: minimum(p, np.outer(p, [0.1, 3.0]), "l-bfgs-b"),
    lambda p: optimize.minimize(lambda x: x @ p, p, bounds=[(p[1], p[0])] * 2).x.sum(),
    lambda p: optimize.minimize_scalar(tiny, None, (p[0] + 1, 3), (p[0],)).x,
    lambda p: optimize.minimize_scalar(tiny, None, (-3, p[1]), (p[0],)).fun,
    lambda p: optimize.minimize_scalar(
        tiny, None, (-3, p[0] + 2), (p[0],), options={"xatol": 1e-10}
    ).x,
    lambda p: least(p, ([0, -9], [p[1], 9])),
    lambda p: least(p, (-9.0, [p[1], 9]), "dogbox"),
    lambda p: least(p, Bounds([-9, -9], [9, 9])),
    lambda p: fit(p, bounds=([0, 0, 0.35], [9, p[1] * 9, 9])),
    lambda p: fit(p, bounds=(0, 9.0), method="dogbox"),
    lambda p: fit(p, p0=[1, 1, 0.1], method="trf"),
]  # fmt: skip


@pytest.mark.parametrize("number", sampled(range(len(PROGRAMS)), 4))
def test_between_bounds(number):
    """The covariance is of differences in SciPy."""
    value = 1e-15 if number < 14 else 1e-6
    compare(PROGRAMS[number], value=value, rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize("method", ["trust-constr", "Nelder-Mead", "Powell", "COBYQA"])
def test_methods_that_are_less_exact(method):
    """A variable at its bound, and the other one by its equation."""

    def program(p):
        return minimum(p, [(None, None), (2 * p[0], None)], method, 1e-10)

    # x[1] = 2 a, x[0] = a - a x[1] / (2 + 2 b); by hand, at a = 1, b = 0.5.
    a, b = P
    x = a - a * a / (1 + b), 2 * a
    dx = np.array([1 - 2 * a / (1 + b), 2.0]), np.array([(a / (1 + b)) ** 2, 0.0])
    partial = (
        -2 * (x[0] - a) * (1 + b) + x[0] * x[1],
        (x[0] - a) ** 2 - 6 * (x[1] - 3 * b),
    )
    expected = [
        one @ (DIRECTION + slope_of_plate(x, a, b)) + own
        for one, own in zip(dx, partial, strict=True)
    ]
    np.testing.assert_allclose(srcad.grad(program)(P), expected, rtol=1e-5)


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (lambda p: minimum(p, [(0, 1)] * 2, "BFGS"), "the method 'BFGS' has no bounds"),
        (
            lambda p: fit(p, method="lm", bounds=(0, p[0] + 9)),
            "the method 'lm' has no bounds",
        ),
    ],
)
def test_what_is_refused(program, message):
    with pytest.raises(CompileError, match=message):
        srcad.grad(program)(P)


def test_what_is_to_stay_feasible_raises():
    with pytest.raises(ValueError, match="`keep_feasible` is not supported"):
        srcad.grad(lambda p: minimum(p, FEASIBLE))(P)
