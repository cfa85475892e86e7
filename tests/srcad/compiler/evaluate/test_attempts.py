"""``try`` of which run time decides: what is raised, and what is left as it was."""

import math

import numpy as np
import pytest

from srcad import value_and_grad
from tests.srcad.compiler.derivatives import generate


class Negative(ValueError):
    """An exception of the user's."""


def squared(v):
    if v < 0:
        raise Negative("negative")
    return v * v


def another(x):
    try:
        y = squared(x[0])
    except Negative as error:
        raise RuntimeError("no square") from error
    return y


def test_what_a_handler_raises_comes_out_with_what_it_was_raised_for():
    gradient = value_and_grad(another)
    assert gradient(np.array([3.0]))[0] == 9.0
    with pytest.raises(RuntimeError, match="no square") as caught:
        gradient(np.array([-3.0]))
    assert isinstance(caught.value.__context__, Negative)


def not_for_this(x):
    try:
        y = squared(x[0])
    except ZeroDivisionError:
        y = x[0]
    return y


def test_what_no_handler_is_for_comes_out():
    with pytest.raises(Negative, match="negative"):
        value_and_grad(not_for_this)(np.array([-3.0]))


def of_math(name, x):
    def program(x):
        try:
            y = function(float(x[0]))
        except (ValueError, OverflowError):
            y = 2.0 * float(x[0])
        return y

    function = getattr(math, name)
    return program


DOMAINS = {
    "sqrt": (-1.0, 0.5),
    "log": (0.0, -1.0, 0.5),
    "log2": (0.0, 0.5),
    "log10": (-2.0, 0.5),
    "log1p": (-1.0, -0.5),
    "acosh": (0.5, 1.5),
    "acos": (1.5, -1.5, 0.5),
    "asin": (-1.5, 0.5),
    "atanh": (1.0, -1.5, 0.5),
    "sin": (math.inf, 0.5),
    "cos": (-math.inf, 0.5),
    "tan": (math.inf, 0.5),
    "exp": (710.0, 0.5),
    "expm1": (710.0, 0.5),
    "sinh": (-711.0, 0.5),
    "cosh": (711.0, 0.5),
    "gamma": (-1.0, 2.5),
    "lgamma": (0.0, 2.5),
}


@pytest.mark.parametrize("name", DOMAINS)
def test_math_raises_where_a_handler_waits_for_it(name):
    program = of_math(name, None)
    gradient = value_and_grad(program)
    for number in DOMAINS[name]:
        x = np.array([number])
        out, slope = gradient(x)
        assert out == pytest.approx(program(x), rel=1e-13)
        if out == 2.0 * number:
            assert slope == 2.0


def remainder(x, y):
    try:
        z = math.fmod(x, y)
    except ValueError:
        z = 3.0 * x
    return z


@pytest.mark.parametrize("y", [0.0, 0.3])
def test_a_remainder_of_zero(y):
    assert value_and_grad(remainder)(1.0, y) == (
        pytest.approx(remainder(1.0, y)),
        3.0 if y == 0 else 1.0,
    )


def factor(a):
    try:
        found = np.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        found = np.eye(2) * a
    return found.sum()


def test_an_attempt_is_printed_as_the_user_wrote_it():
    text = generate(factor, ["float64[2, 2]"]).text
    assert "except np.linalg.LinAlgError:\n        caught = True\n" in text
    assert text.partition("def backward")[0].count("np.linalg.cholesky(") == 1


def dead_in_a_derivative(x):
    try:
        y = float(x[0]) / (1 if x[1] > 0 else 0)
    except ZeroDivisionError:
        y = float(x[2])
    return y * x[3]


def test_what_raises_stays_where_a_derivative_reads_it_no_more():
    once = value_and_grad(dead_in_a_derivative)
    total = value_and_grad(lambda x: sum(once(x)[1]))
    out, slope = total(np.array([1.0, -1.0, 3.0, 2.0]))
    assert out == 5.0
    np.testing.assert_array_equal(slope, [0.0, 0.0, 1.0, 1.0])
