"""``scipy.integrate.quad``: Leibniz's rule, by the same quadrature."""

import math

import numpy as np
import pytest
from scipy import integrate
from scipy.integrate import quad

import srcad
from srcad import nn
from srcad.compiler.diagnostics.errors import CompileError
from tests.sampling import sampled
from tests.srcad.compiler.evaluate.scipy.test_solve_ivp import differences

P = np.array([0.7, 1.3, 2.1])


def between_limits(p):
    return quad(lambda x: np.exp(-p[0] * x) * np.sin(p[1] * x), -p[0], p[2])[0]


def of_arguments(p):
    def integrand(x, a, b):
        return a * x**2 + b * math.cos(x)

    value, error = quad(integrand, p[0], p[1], args=(p[1], p[2]))
    assert error < 1e-8
    return value**2


def without_end(p):
    half = quad(lambda x: p[0] / (1 + x * x), p[1], np.inf)[0]
    return half * quad(lambda x: np.exp(-p[2] * x**2), -np.inf, np.inf)[0]


def of_a_whole_array(p):
    return quad(lambda x: np.sum(p * x ** np.arange(3)), 0, 2, epsabs=1e-12)[0] ** 2


def nested(p):
    def inner(y):
        return quad(lambda x: np.exp(-p[0] * x * y) * p[1], 0, y)[0]

    return quad(inner, 0, p[2])[0]


def in_a_loop_of_run_time(p):
    total = 0.0
    for value in p:
        total += quad(lambda x, value: np.log(x) * value, 0, value, (value,))[0]
    return total


def with_a_singularity(p):
    return quad(lambda x: p[0] / np.sqrt(x), 0, p[1])[0]


def of_a_method(p):
    class Density:
        def __init__(self, rate):
            self.rate = rate

        def value(self, x):
            return self.rate * np.exp(-self.rate * x)

    return quad(Density(p[0]).value, p[1], p[2], limit=100)[0]


def a_jump_that_stays(p):
    return quad(lambda x: p[0] if x > 1 else x * p[1], 0, 3, points=[1])[0]


def of_vectors(p):
    found, _ = integrate.quad_vec(lambda x: np.exp(-p * x), 0, p[0])
    return found @ p


def of_matrices(p):
    def outer(x, k):
        return np.outer(np.sin(p * x), k * p)

    return integrate.quad_vec(outer, 0, 1, args=(p[0],))[0].sum()


def of_a_fixed_order(p):
    return integrate.fixed_quad(lambda x: np.exp(-p[0] * x), 0, p[1], n=6)[0]


SMOOTH = (
    *(between_limits, of_arguments, without_end, of_a_whole_array, nested),
    *(in_a_loop_of_run_time, with_a_singularity, of_a_method, a_jump_that_stays),
    *(of_vectors, of_matrices, of_a_fixed_order),
)


@pytest.mark.parametrize("program", sampled(SMOOTH, 2), ids=lambda one: one.__name__)
def test_value_and_derivatives(program):
    value, slope = srcad.value_and_grad(program)(P)
    assert value == pytest.approx(program(P), rel=1e-14)
    np.testing.assert_allclose(
        slope, differences(program, P, 1e-5), rtol=1e-5, atol=1e-7
    )

    def along(p):
        return srcad.grad(program)(p) @ np.array([1.0, -2.0, 0.5])

    second = srcad.grad(along)(P)
    np.testing.assert_allclose(
        second, differences(along, P, 1e-5), rtol=1e-5, atol=1e-6
    )


def test_the_slope_of_what_is_cut_off():
    """The price of a call, by where it is cut off: minus the share above."""

    def price(p):
        def payoff(s):
            weight = np.exp(-((s - p[1]) ** 2) / 2) / np.sqrt(2 * np.pi)
            return max(s - p[0], 0) * weight

        return quad(payoff, -10, 10)[0]

    share = (1 + math.erf((P[1] - P[0]) / math.sqrt(2))) / 2
    np.testing.assert_allclose(srcad.grad(price)(P), [-share, share, 0], rtol=1e-7)


def test_the_error_that_it_finds_is_a_constant():
    def function(p):
        value, error = quad(lambda x: np.exp(p[0] * x), 0, 1)
        return value + 1e6 * error

    plain = srcad.grad(lambda p: quad(lambda x: np.exp(p[0] * x), 0, 1)[0])
    assert (srcad.grad(function)(P) == plain(P)).all()


def test_a_parameter_of_a_cell():
    class Mean(nn.Cell):
        def __init__(self):
            super().__init__()
            self.rate = srcad.Parameter(np.array([1.5], np.float32))

        def construct(self, end):
            return quad(lambda x: (self.rate * x).sum() ** 2, 0.0, end)[0]

    net, end = Mean(), 2.0
    value, (slope, by_rate) = srcad.value_and_grad(net, 0, net.trainable_params())(end)
    assert float(value) == pytest.approx(1.5**2 * end**3 / 3)
    assert float(slope) == pytest.approx(1.5**2 * end**2)
    assert float(by_rate[0]) == pytest.approx(2 * 1.5 * end**3 / 3)


def jumps_where_a_parameter_says(p):
    return quad(lambda x: x if x > p[0] else 0.0, 0, 3)[0]


def jumps_in_an_array(p):
    return quad(lambda x: np.where(x < p, 1.0, 0.0).sum(), 0, 3)[0]


def jumps_in_steps(p):
    return quad(lambda x: np.floor(p[0] * x), 0, 3)[0]


def jumps_of_a_sign(p):
    return quad(lambda x: np.copysign(1.0, x - p[0]), 0, 3)[0]


def jumps_of_a_remainder(p):
    return quad(lambda x: np.fmod(p[0] * x, 1.0) + (p[1] * x) % 1.0, 0, 3)[0]


def jumps_in_a_function_of_another(p):
    def inner(y):
        return quad(lambda x: x * p[1] if y > p[0] else 0.0, 0, 1)[0]

    return quad(inner, 0, 3)[0]


def changes_what_is_outside(p):
    seen = []

    def function(x):
        seen.append(x)
        return x * p[0]

    return quad(function, 0, 1)[0]


REFUSED = {
    jumps_where_a_parameter_says: "SRC014.*where this jumps in an integral",
    jumps_in_an_array: "SRC014.*where this jumps in an integral",
    jumps_in_steps: "SRC014.*where this jumps in an integral",
    jumps_of_a_sign: "SRC014.*where this jumps in an integral",
    jumps_of_a_remainder: "SRC014.*where this jumps in an integral",
    jumps_in_a_function_of_another: "SRC014.*where this jumps in an integral",
    changes_what_is_outside: "SRC012.*changes what is outside of it",
}


@pytest.mark.parametrize("program", REFUSED, ids=lambda one: one.__name__)
def test_refused(program):
    with pytest.raises(CompileError, match=REFUSED[program]) as caught:
        srcad.grad(program)(P)
    assert len(caught.value.diagnostics) == 1


def test_a_jump_by_what_is_not_differentiated_by():
    def function(scale, place):
        return quad(lambda x: scale if x > place else 0.0, 0, 3, points=[1.0])[0]

    assert srcad.grad(function)(2.0, 1.0) == pytest.approx(2.0)
    with pytest.raises(CompileError, match="where this jumps"):
        srcad.grad(function, grad_position=1)(2.0, 1.0)
