"""``srcad.testing.check_rule``: right rules pass, and each kind of wrong one fails."""

import math

import numpy as np
import pytest

import srcad
from srcad import ops
from srcad.compiler.reading import user_rules
from srcad.testing import check_rule

X = np.array([-1.5, 0.2, 3.0])
M = np.array([[1.5, 0.2, -0.3], [0.4, 2.0, 0.1]])


def expit(x):
    return 1 / (1 + np.exp(-x))


def length(x, y):
    return np.sqrt(x * x + y * y)


def product(a, b):
    return a @ b


def extremes(x, power):
    return np.max(x) ** power, x**power


class Tripled(srcad.Cell):
    def construct(self, x):
        return x**3

    def bprop(self, x, out, dout):
        return (dout * 3 * x**2,)


class Doubled(srcad.Cell):
    def construct(self, x):
        return x**3

    def bprop(self, x, out, dout):
        return (2 * dout * x**2,)


@pytest.fixture
def rule():
    """Gives functions rules, and takes them back."""
    given = []

    def give(function, bprop, like=None):
        user_rules.define(function, bprop, like)
        given.append(function)

    yield give
    for function in given:
        user_rules.remove(function)


def test_an_elementwise_rule(rule):
    def expit_bprop(x, out, dout):
        return (dout * out * (1 - out),)

    rule(expit, expit_bprop)
    report = check_rule(expit, X)
    assert report.passed
    names = [case.name for case in report.cases]
    for wanted in (
        *("example, gradient", "example, second derivative", "linear in dout"),
        *("dot-product test", "float32", "strides: turned"),
        *("shapes (), gradient", "shapes (2, 1, 3), second derivative"),
        "shapes (2, 0), gradient",
    ):
        assert wanted in names
    assert not any(case.left_out for case in report.cases)
    assert str(report).startswith("the rule of expit:\n  example, gradient: ok")


@pytest.mark.rest
def test_a_rule_of_two_arguments_that_broadcast(rule):
    def length_bprop(x, y, out, dout):
        return dout * x / out, dout * y / out

    rule(length, length_bprop)
    names = [case.name for case in check_rule(length, X, X + 4).cases]
    assert "shapes (3, 1) and (1, 4), second derivative" in names
    one = check_rule(length, X, X + 4, wrt=(1,))
    assert len(one.cases) == len(names)


def test_a_rule_of_matrices_and_one_of_several_results(rule):
    def product_bprop(a, b, out, dout):
        return dout @ b.T, a.T @ dout

    def extremes_bprop(x, power, out, dout):
        of_max = np.where(x == np.max(x), dout[0], 0)
        return (of_max + dout[1]) * power * x ** (power - 1), None

    rule(product, product_bprop)
    report = check_rule(product, M, M.T)
    assert "shapes (), gradient" not in [case.name for case in report.cases]
    assert report.cases[-1].left_out  # (0, 3) @ (0, 2)
    rule(extremes, extremes_bprop)
    empty = check_rule(extremes, X, 3).cases[-1]
    assert (empty.name, empty.left_out) == ("no elements", True)


def test_functions_that_are_not_read(rule):
    def erf_bprop(x, out, dout):
        return (dout * 2 / math.sqrt(math.pi) * np.exp(-x * x),)

    def dist_bprop(p, q, out, dout):
        dp = dout * (p - q) / out
        return dp, -dp

    rule(math.erf, erf_bprop)
    assert check_rule(math.erf, 0.4).passed
    rule(math.dist, dist_bprop, lambda p, q: p[0])
    assert check_rule(math.dist, X, X[::-1] + 0.3).passed


@pytest.mark.long
def test_operators_and_cells():
    assert check_rule(ops.relu, X).passed
    assert check_rule(ops.softmax, M, -1).passed
    assert check_rule(Tripled(), X).passed
    with pytest.raises(AssertionError, match="the rule of Doubled"):
        check_rule(Doubled(), X)


WRONG = {
    "a factor": (
        lambda x, out, dout: (dout * 0.5 * out * (1 - out),),
        "example, gradient: FAILED",
    ),
    "not linear": (
        lambda x, out, dout: (dout**2 * out * (1 - out),),
        "linear in dout: FAILED",
    ),
    "a constant second derivative": (
        lambda x, out, dout: (dout * ops.stop_gradient(out * (1 - out)),),
        "example, second derivative: FAILED",
    ),
    "one rank alone": (
        lambda x, out, dout: (dout * out * (1 - out) if x.ndim == 1 else 0 * dout,),
        "shapes (2, 3), gradient: FAILED",
    ),
    "another shape": (
        lambda x, out, dout: (np.sum(dout * out * (1 - out)),),
        "example, gradient: FAILED",
    ),
    "no derivative at all": (lambda x, out, dout: (None,), "dot-product test: FAILED"),
    "NaN": (lambda x, out, dout: (dout * np.log(-np.abs(x)),), "FAILED"),
    "another dtype": (
        lambda x, out, dout: ((dout * out * (1 - out)).astype(np.float64),),
        "float32: FAILED",
    ),
    "ones in the place of dout": (
        lambda x, out, dout: (out * (1 - out) + 0 * dout,),
        "example, gradient: FAILED",
    ),
}


@pytest.mark.filterwarnings("ignore:.*:RuntimeWarning")
@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_rule_is_found(kind, rule):
    bprop, found = WRONG[kind]
    rule(expit, bprop)
    with pytest.raises(AssertionError) as caught:
        check_rule(expit, X)
    assert found in str(caught.value)


@pytest.mark.rest
def test_a_rule_that_forgets_an_argument(rule):
    def length_bprop(x, y, out, dout):
        return dout * x / out, None

    rule(length, length_bprop)
    with pytest.raises(AssertionError, match="example, gradient: FAILED"):
        check_rule(length, X, X + 4)
    assert check_rule(length, X, X + 4, wrt=(0,)).passed


def test_what_is_refused(rule):
    with pytest.raises(ValueError, match="expit has no rule"):
        check_rule(expit, X)
    rule(expit, lambda x, out, dout: (dout * out * (1 - out),))
    with pytest.raises(ValueError, match="floats"):
        check_rule(expit, 3)
    with pytest.raises(ValueError, match="floats"):
        check_rule(expit, X, wrt=(1,))
    with pytest.raises(AssertionError, match="example: FAILED, TypeError"):
        check_rule(expit, X, X)


def test_small_slopes_are_compared_as_large_ones_are(rule):
    """A gradient of 1e-5 that is wrong by a tenth is wrong."""

    def small(x):
        return 1e-5 * np.sin(x)

    rule(small, lambda x, out, dout: (dout * 1.1e-5 * np.cos(x),))
    with pytest.raises(AssertionError, match="example, gradient: FAILED"):
        check_rule(small, X)
    user_rules.remove(small)
    rule(small, lambda x, out, dout: (dout * 1e-5 * np.cos(x),))
    assert check_rule(small, X).passed
