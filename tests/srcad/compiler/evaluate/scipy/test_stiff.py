"""``solve_ivp`` by the stiff methods: SciPy's own solution, and the adjoint equation."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import srcad
from srcad import nn
from srcad.compiler.diagnostics.errors import CompileError
from tests.sampling import sampled
from tests.srcad.compiler.evaluate.scipy.test_solve_ivp import differences

P = np.array([1.0, 0.9, 0.7, 0.4])
FINE = {"rtol": 1e-9, "atol": 1e-12}
METHODS = ("Radau", "BDF", "LSODA")
# Differences are taken of this one, whose error changes smoothly with the parameters.
SMOOTH = "Radau"


def at_every_step(p, method):
    def slope(t, y):
        return -50 * p[0] * (y - np.cos(t * p[1]))

    found = solve_ivp(slope, (0, 1.5), p[2:], method, **FINE)
    return found.y[0, -1] * found.t[-1]


def between_run_time_bounds(p, method):
    found = solve_ivp(
        lambda t, y: -p[2] * y * t, (p[0], 3 * p[1]), p[2:], method, **FINE
    )
    return found.y[:, -1].sum() * found.t[-1] + found.t[0]


def backwards(p, method):
    found = solve_ivp(
        lambda t, y, k: np.array([y[1], -k * y[0]]),
        (2.0, 0.0),
        p[2:],
        method,
        [2.0, p[1], 0.0],
        args=(p[0],),
        **FINE,
    )
    return found.y[0] @ np.arange(1.0, 4.0) + found.t[1]


def of_the_state_alone(p, method):
    return solve_ivp(
        lambda t, y: -(y**3), (0, 1.5), p, method, [1, 1.5], **FINE
    ).y.sum()


def with_options(p, method):
    """Van der Pol's oscillator."""

    def slope(t, y, k):
        return [y[1], k * (1 - y[0] ** 2) * y[1] - y[0]]

    def jacobian(t, y, k):
        return [[0.0, 1.0], [-2 * k * y[0] * y[1] - 1, k * (1 - y[0] ** 2)]]

    options = {"first_step": 1e-3, "max_step": 0.3, "args": (3 * p[0],), **FINE}
    found = solve_ivp(slope, (0, 2), p[2:], method, [0, 1, 2], jac=jacobian, **options)
    return (found.y * np.array([[1.0], [0.1]])).sum()


PROGRAMS = [
    at_every_step,
    between_run_time_bounds,
    backwards,
    of_the_state_alone,
    with_options,
]


@pytest.mark.parametrize("method", sampled(METHODS, 2))
@pytest.mark.parametrize("program", sampled(PROGRAMS, 3))
def test_the_derivative_of_the_equation(program, method):
    def function(p):
        return program(p, method)

    value, gradient = srcad.value_and_grad(function)(P)
    np.testing.assert_allclose(value, function(P), rtol=1e-13)
    expected = differences(lambda p: program(p, SMOOTH), P, 1e-4)
    np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-6)


def reaction(t, y, a, b, c):
    """H. H. Robertson, The solution of a set of reaction rate equations (1966)."""
    slow, fast, square = a * y[0], b * y[1] * y[2], c * y[1] ** 2
    return [fast - slow, slow - fast - square, square]


@pytest.mark.parametrize("method", sampled(METHODS, 2))
def test_a_stiff_reaction(method):
    """Rates from 0.04 to 3e7; what is there stays one in sum, whatever they are."""

    def function(p, method=method):
        times = np.array([0.4, 4.0, 40.0])
        rates = p[0], 1e4 * p[1], 1e7 * p[2]
        found = solve_ivp(
            reaction, (0, 40), [p[3], 0, 0], method, times, args=rates, **FINE
        )
        return found.y[0] @ np.arange(1.0, 4.0), found.y.sum()

    p = np.array([0.04, 1.0, 3.0, 1.0])
    gradient = srcad.grad(lambda p: function(p)[0])(p)
    expected = differences(lambda p: function(p, SMOOTH)[0], p, 1e-5)
    np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-6)
    whole = srcad.grad(lambda p: function(p)[1])(p)
    np.testing.assert_allclose(whole, [0, 0, 0, 3], atol=1e-6)


@pytest.mark.parametrize(("method", "factor"), [("Radau", 1), ("BDF", 5), ("LSODA", 5)])
@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8])
def test_how_exact_it_is(method, factor, rtol):
    """As documentation says, against the known solution of a linear equation."""

    def function(p):
        found = solve_ivp(
            lambda t, y: -p[0] * (y - np.sin(t)), (0, 1), p[1:], method, [1.0],
            rtol=rtol, atol=1e-3 * rtol,
        )  # fmt: skip
        return found.y[0, 0]

    def exact(k, start):
        """By complex steps: it is analytic."""
        wave = k * (k * np.sin(1.0) - np.cos(1.0)) / (1 + k * k)
        return (start + k / (1 + k * k)) * np.exp(-k) + wave

    p, step = np.array([20.0, 0.7]), 1e-30j
    gradient = srcad.grad(function)(p)
    known = [exact(20.0 + step, 0.7).imag, exact(20.0, 0.7 + step).imag]
    known = np.array(known) / 1e-30
    assert np.abs(gradient - known).max() < factor * rtol * np.abs(known).max()


def test_cotangents_of_any_size():
    """The absolute error of the adjoint equation goes by what is asked of it."""

    def gradient(scale):
        return srcad.grad(lambda p: scale * backwards(p, "BDF") - scale * p[1])(P)

    np.testing.assert_allclose(gradient(1e-12), 1e-12 * gradient(1.0), rtol=1e-9)
    np.testing.assert_array_equal(gradient(0.0), np.zeros(4))


class Decay(nn.Cell):
    def __init__(self):
        super().__init__()
        self.rate = srcad.Parameter(np.array([2.0, 30.0]), name="rate")

    def construct(self, y, power):
        def slope(t, state):
            return -self.rate * state ** power[0]

        return solve_ivp(slope, (0.0, 1.0), y, "Radau", [0.5, 1.0], **FINE).y.sum()


@pytest.mark.rest
def test_parameters_of_a_cell_and_whole_numbers():
    """The equation reads both, and the latter have no derivative."""
    net, y, power = Decay(), np.array([1.0, 2.0]), np.array([1])
    _, (dy, drate) = srcad.value_and_grad(net, 0, net.rate)(y, power)
    decays = np.exp(-net.rate.asnumpy()[:, None] * [0.5, 1.0])
    np.testing.assert_allclose(dy, decays.sum(axis=1), rtol=1e-7)
    expected = -(y[:, None] * [0.5, 1.0] * decays).sum(axis=1)
    np.testing.assert_allclose(drate.asnumpy(), expected, rtol=1e-7)


def test_what_is_refused():
    def twice(p):
        return srcad.grad(lambda q: of_the_state_alone(q, "BDF"))(p).sum()

    with pytest.raises(CompileError, match="has a first derivative only"):
        srcad.grad(twice)(P)
    for options in ({"jac": np.eye(4)}, {"rtol": [1e-3] * 4}, {"vectorized": True}):
        with pytest.raises(CompileError, match=r"scipy\.integrate\.solve_ivp"):
            srcad.grad(lambda p, o=options: solve_ivp(
                lambda t, y: -y, (0, 1), p, "BDF", **o
            ).y.sum())(P)  # fmt: skip


def test_what_does_not_converge_raises():
    def function(p):
        found = solve_ivp(lambda t, y: p[0] * y * y, (0.0, 2.0), [1.0], "Radau")
        return found.y[0, -1]

    with pytest.raises(RuntimeError, match="step size"), np.errstate(all="ignore"):
        srcad.grad(function)(np.array([1.0]))
