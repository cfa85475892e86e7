"""``scipy.integrate.solve_ivp``: SciPy's own steps, and their derivative."""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import odeint, solve_ivp

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from srcad.gradient.modules import MODULES
from tests.sampling import sampled

P = np.array([1.0, 0.5, 0.7, 0.8])
FINE = {"rtol": 1e-9, "atol": 1e-11}
# The steps are as long as they may be, whatever the parameters are.
EVEN = {"rtol": 0.1, "atol": 0.1, "first_step": 0.1, "max_step": 0.1}


def hunt(t, y, a, b):
    return [a * y[0] - b * y[0] * y[1], -y[1] + b * y[0] * y[1]]


def at_times(p, options):
    times = np.linspace(0.0, 2.0, 5)
    found = solve_ivp(
        hunt, (0.0, 2.0), p[:2], args=(p[2], p[3]), t_eval=times, **options
    )
    return (found.y**2).sum() + found.t[1]


def at_every_step(p, options):
    def slope(t, y):
        return -p[2] * y + np.sin(p[3] * t)

    found = solve_ivp(slope, [0.0, 1.5], p[:2], method="RK23", **options)
    return found.y[:, -1] @ np.array([1.0, 2.0]) + found.y[0].mean() * found.t[-1]


def between_run_time_bounds(p, options):
    found = solve_ivp(
        lambda t, y: -p[2] * y * t, (p[0], 3 * p[1]), [1.0, 2.0], **options
    )
    return found.y[0, -1] * found.t[-1]


def backwards(p, options):
    found = solve_ivp(
        lambda t, y: np.array([y[1], -p[0] * y[0]]),
        (2.0, 0.0),
        p[1:3],
        t_eval=[2.0, 1.0 + 0.5 * p[0], 0.0],
        **options,
    )
    return found.y[0] @ np.arange(1.0, 4.0)


def of_the_eighth_order(p, options):
    times = [0.03, 0.05, 0.7 + 0.1 * p[0], 1.2]
    found = solve_ivp(
        hunt, (0.0, 1.2), p[:2], "DOP853", times, args=(p[2], p[3]), **options
    )
    return (found.y**2).sum() + found.t[2]


def at_every_step_of_the_eighth_order(p, options):
    found = solve_ivp(
        lambda t, y: -p[2] * y * t, (2.05 * p[0], p[1]), p[:1], "DOP853", **options
    )
    return found.y[0, -1] * found.t[-1]


PROGRAMS = [
    at_times,
    at_every_step,
    between_run_time_bounds,
    backwards,
    of_the_eighth_order,
    at_every_step_of_the_eighth_order,
]
LONG = pytest.param(of_the_eighth_order, marks=pytest.mark.long)


def differences(function, p, step):
    return np.array(
        [
            (function(p + step * e) - function(p - step * e)) / (2 * step)
            for e in np.eye(p.size)
        ]
    )


@pytest.mark.long
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_derivative_of_even_steps(program):
    """It is exact: how long the steps are does not depend on the parameters."""

    def function(p):
        return program(p, EVEN)

    value, gradient = srcad.value_and_grad(function)(P)
    np.testing.assert_allclose(value, function(P), rtol=1e-13)
    expected = differences(function, P, 1e-6)
    np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("program", sampled(PROGRAMS, 3))
def test_the_derivative_of_adaptive_steps(program):
    """It is as exact as the solution."""

    def function(p):
        return program(p, FINE)

    value, gradient = srcad.value_and_grad(function)(P)
    np.testing.assert_allclose(value, function(P), rtol=1e-12)
    if program is not at_every_step:  # where the steps stand changes the mean
        expected = differences(function, P, 1e-4)
        np.testing.assert_allclose(gradient, expected, rtol=2e-6, atol=2e-6)


@pytest.mark.rest
def test_the_known_solution_of_a_linear_equation():
    def function(p):
        found = solve_ivp(lambda t, y: -p[0] * y, (0.0, p[1]), [2.0], **FINE)
        return found.y[0, -1]

    rate, end = 0.7, 1.3
    gradient = srcad.grad(function)(np.array([rate, end]))
    value = 2 * np.exp(-rate * end)
    np.testing.assert_allclose(gradient, [-end * value, -rate * value], rtol=1e-7)


@pytest.mark.rest
def test_a_solution_that_stays_where_it_is():
    """Its error is 0, by whichever method."""

    def function(p):
        found = solve_ivp(lambda t, y: 0.0 * y, (0.0, 1.0), p, "DOP853", [0.3, 1.0])
        return found.y[0] @ np.array([1.0, 2.0])

    value, gradient = srcad.value_and_grad(function)(np.array([0.7]))
    np.testing.assert_allclose(value, 2.1)
    np.testing.assert_allclose(gradient, [3.0])


@pytest.mark.parametrize("program", sampled([LONG, backwards], 2))
def test_second_derivatives(program):
    def slope(p):
        return srcad.grad(lambda q: program(q, EVEN))(p) @ np.arange(1.0, 5.0)

    found = srcad.grad(slope)(P)
    expected = differences(slope, P, 1e-6)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-7)


@pytest.mark.rest
def test_the_module_needs_no_scipy():
    MODULES.clear()
    srcad.grad(lambda p: at_times(p, FINE))(P)
    (module,) = next(iter(MODULES.values()))
    assert "from scipy" not in Path(module.module.__file__).read_text()


@pytest.mark.rest
def test_what_does_not_converge_raises():
    def function(p):
        found = solve_ivp(lambda t, y: p[0] * y * y, (0.0, 2.0), [1.0])
        return found.y[0, -1]

    with pytest.raises(RuntimeError, match="step size"), np.errstate(all="ignore"):
        srcad.grad(function)(np.array([1.0]))


def decay(p, **options):
    found = solve_ivp(lambda t, y: -p[0] * y, (0.0, 1.0), [1.0], **options)
    return found.y[0, -1]


@pytest.mark.parametrize(
    "options",
    [
        {"method": "Euler"},
        {"vectorized": True},
        {"jac": lambda t, y: [[1.0]]},
    ],
)
def test_what_is_refused(options):
    with pytest.raises(CompileError, match=r"scipy\.integrate\.solve_ivp"):
        srcad.grad(lambda p: decay(p, **options))(np.array([1.0]))


def to_and_fro(p):
    def slope(y, t, rate):
        return [y[1] + t, -rate * y[0]]

    there = odeint(slope, p[:2], np.array([0.0, 0.4, 1.5]), (p[2],))
    back = odeint(
        lambda t, y: -p[3] * y * t, there[-1], [1.5, 0.2], tfirst=True, rtol=1e-9
    )
    return (there[1] ** 2).sum() + back[-1, 0]


def of_one_number(p):
    return odeint(lambda y, t: -p[0] * y, p[1], [0.0, p[2], 2.0], atol=1e-10)[1, 0]


@pytest.mark.parametrize("program", sampled([of_one_number, to_and_fro], 2))
def test_odeint(program):
    """The value is SciPy's up to the error that it is allowed to have."""
    value, gradient = srcad.value_and_grad(program)(P)
    np.testing.assert_allclose(value, program(P), rtol=2e-7)
    expected = differences(program, P, 1e-3)
    np.testing.assert_allclose(gradient, expected, rtol=2e-4, atol=1e-5)


def test_odeint_of_a_known_solution():
    p = np.array([0.7, 2.0, 1.3, 0.0])
    value, gradient = srcad.value_and_grad(of_one_number)(p)
    exact = 2.0 * np.exp(-0.7 * 1.3)
    np.testing.assert_allclose(value, exact, rtol=1e-8)
    expected = [-1.3 * exact, exact / 2, -0.7 * exact, 0.0]
    np.testing.assert_allclose(gradient, expected, rtol=1e-7)


@pytest.mark.parametrize("options", [{"full_output": True}, {"tcrit": [0.5]}])
def test_options_of_odeint_that_are_refused(options):
    with pytest.raises(CompileError, match=r"scipy\.integrate\.odeint"):
        srcad.grad(lambda p: odeint(lambda y, t: -y, p, [0.0, 1.0], **options)[0][0])(P)


@pytest.mark.rest
def test_times_are_checked():
    def function(p):
        found = solve_ivp(lambda t, y: -p[0] * y, (0.0, 1.0), [1.0], t_eval=p)
        return found.y[0].sum()

    srcad.grad(function)(np.array([0.1, 0.9]))
    for times, message in (([0.1, 1.9], "within"), ([0.9, 0.1], "sorted")):
        with pytest.raises(ValueError, match=message):
            srcad.grad(function)(np.array(times))
