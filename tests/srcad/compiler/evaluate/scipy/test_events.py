"""Events of ``solve_ivp``, and the solution between its steps."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.sampling import sampled
from tests.srcad.compiler.evaluate.scipy.test_solve_ivp import differences

P = np.array([1.3, 0.7, 2.1])
FINE = {"rtol": 1e-9, "atol": 1e-11}


def fall(t, y, g):
    return [y[1], -g]


def swing(t, y, w):
    return [y[1], -w * y[0]]


def ground(t, y, g):
    return y[0]


def top(t, y, g):
    return y[1]


def third(t, y, w):
    return y[0] - 0.1 * t


def rising(t, y, w):
    return y[0]


def never(t, y, g):
    return y[0] + 1e3


ground.terminal, ground.direction = True, -1
third.terminal = 3
rising.direction = 1.0


def solved(p, slope, events, span=(0, 9), method="RK45", **more):
    return solve_ivp(
        slope, span, [p[0], p[1]], method, events=events, args=(p[2],), **FINE, **more
    )


PROGRAMS = [
    lambda p: solved(p, fall, ground).t_events[0],
    lambda p: solved(p, fall, ground).y[:, -1],
    lambda p: solved(p, fall, [ground, top], method="DOP853").y_events[1],
    lambda p: solved(p, fall, (top, never, ground)).y_events[2],
    lambda p: solved(p, fall, ground, method="RK23").t[-1:],
    lambda p: solved(p, fall, ground, t_eval=[0.3, 0.7, 4.0]).y,
    lambda p: solved(p, swing, top).t_events[0] ** 2,
    lambda p: solved(p, swing, third).t_events[0] ** 2,
    lambda p: solved(p, swing, [rising, third], method="DOP853").y_events[0],
    lambda p: solved(p, swing, rising, (9, 0)).t_events[0],
    lambda p: solved(p, swing, lambda t, y, w: y[0] - t * w / 20).t_events[0],
    lambda p: solved(p, swing, lambda t, y, w: t - p[0]).y_events[0],
    lambda p: solved(p, swing, None, dense_output=True).sol(p[0] * 2),
    lambda p: solved(p, swing, None, dense_output=True, method="DOP853").sol(p * 2),
    lambda p: solved(p, swing, None, (9, 0), dense_output=True).sol(p * 2),
    lambda p: solved(p, fall, ground, dense_output=True).sol([0.1 * p[0], 1.2]),
    lambda p: solved(
        p, swing, top, dense_output=True, t_eval=np.array([0.5, 3.0])
    ).sol(p[1]),
]  # fmt: skip


@pytest.mark.parametrize("number", sampled(range(len(PROGRAMS)), 20))
def test_values_are_scipys_and_gradients_those_of_differences(number):
    program = PROGRAMS[number]

    def weighted(p):
        out = program(p)
        return (out * np.cos(np.arange(float(out.size)).reshape(out.shape))).sum()

    out, found = srcad.value_and_grad(weighted)(P)
    np.testing.assert_allclose(out, weighted(P), rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(
        found, differences(weighted, P, 1e-5), rtol=1e-5, atol=1e-6
    )


@pytest.mark.rest
def test_what_there_is_of_events():
    def program(p):
        found = solved(p, fall, [top, never, ground])
        count = len(found.t_events) + found.t_events[1].size + found.status
        return found.t_events[0] * count, found.y_events[2], found.y_events[1]

    (times, states, none), _ = (
        srcad.value_and_grad(lambda p: (program(p)[0].sum(), program(p)), has_aux=True)(
            P
        )[0][1],
        None,
    )
    found = solved(P, fall, [top, never, ground])
    np.testing.assert_allclose(times, found.t_events[0] * 4, rtol=1e-12)
    np.testing.assert_allclose(states, found.y_events[2], rtol=1e-12, atol=1e-12)
    assert none.shape == found.y_events[1].shape == (0,)


@pytest.mark.rest
def test_the_time_of_a_fall_to_second_order():
    """0 = y + v t - g t^2 / 2."""

    def by_hand(p):
        return (p[1] + np.sqrt(p[1] ** 2 + 2 * p[2] * p[0])) / p[2]

    def program(p):
        return solved(p, fall, ground).t_events[0][0]

    weights = np.array([0.4, -1.1, 0.8])

    def twice(function):
        return srcad.grad(lambda p: srcad.grad(function)(p) @ weights)(P)

    np.testing.assert_allclose(program(P), by_hand(P), rtol=1e-12)
    slopes = srcad.grad(program)(P), srcad.grad(by_hand)(P)
    np.testing.assert_allclose(*slopes, rtol=1e-10)
    np.testing.assert_allclose(twice(program), twice(by_hand), rtol=1e-8)


def test_an_event_whose_function_does_not_change_raises():
    def flat(t, y, w):
        return np.maximum(t - 1.0, 0.0) * p_held

    p_held = 0.0
    with pytest.raises(ZeroDivisionError, match="the time of an event"):
        srcad.grad(lambda p: solved(p, swing, flat).t_events[0].sum())(P)


REFUSED = [
    (lambda p: solved(p, swing, top, method="Radau").y, "explicit methods"),
    (lambda p: solved(p, swing, None, method="BDF", dense_output=True).y, "explicit"),
    (lambda p: solved(p, swing, lambda t, y, w: y).y, "gives a number"),
    (lambda p: solved(p, fall, ground).message * p[0], "message"),
]


@pytest.mark.parametrize(("program", "message"), REFUSED)
def test_what_is_refused(program, message):
    with pytest.raises(CompileError, match=message):
        srcad.grad(lambda p: program(p).sum())(P)


def stopped(p):
    def hit(t, y):
        return y[0] - p[1]

    hit.terminal = True
    return solve_ivp(lambda t, y: [p[0]], (0, 10), [0.0], events=hit).t[-1]


def falling(p):
    def hit(t, y):
        return np.sin(t * p[2]) - 0.1 * p[0]

    hit.direction, hit.terminal = -1, 1
    found = solve_ivp(lambda t, y: [p[1] * y[0]], (0, 3), [1.0], events=[hit], **FINE)
    return found.t[-1]


@pytest.mark.parametrize("program", [stopped, falling])
def test_what_is_said_of_an_event_that_is_defined_there(program):
    value, gradient = srcad.value_and_grad(program)(P)
    assert value == pytest.approx(program(P), rel=1e-9)
    np.testing.assert_allclose(
        gradient, differences(program, P, 1e-5), rtol=1e-5, atol=1e-8
    )
