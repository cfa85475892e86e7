"""What Python raises for known values raises on the path that it stands on."""

import math

import numpy as np
import pytest

import srcad
from srcad import CompileError


def divided_by_what_is_known(x):
    steps = 0.0
    if x[0] > 1:
        return x / (1.0 / steps)
    return x * 2


def in_a_tuple_of_a_helper(x):
    def halves(z):
        return 1.0 / z, 2.0 / z

    if x[0] > 1:
        low, high = halves(0)
        return x * low + high
    return x * 2


def in_an_expression(x):
    found = None
    return x * 2 if x[0] < 1 else x - found


def out_of_the_list(x):
    rows = [x[0], x[1]]
    total = x[2]
    if x[0] > 1:
        total = total + rows[5]
    return total * x


def missing_key(x):
    held = {}
    for k in range(3):
        if x[k] > 0.9:
            held["a"] = held["a"] + x[k]
        held["a"] = x[k]
    return held["a"] * x


def added_to_a_missing_key(x):
    held = {}
    if x[0] > 1:
        held["b"] += 1
    return x * x


def of_a_domain(x):
    start = 0.0
    if x[0] > 1:
        return math.log(start) * x
    return x * 2


def of_the_first_of_known_items(x):
    before = None
    for bound in [0.5, 2.0]:
        if bound > x[0]:
            return (before + bound) * x
        before = bound
    return x * 2


def negative_of_none(x):
    found = None
    if x[0] > 1:
        found = -found
    return x * 2


def range_without_steps(x):
    total, step = 0.0, 0
    if x[0] > 1:
        for k in range(0, 3, step):
            total = total + x[k]
    return x * 2 + total


def lengths_that_differ(x):
    if x[0] > 1:
        pairs = list(zip([1, 2], [1], strict=True))
        return x * len(pairs)
    return x * 2


PROGRAMS = [
    *(divided_by_what_is_known, in_a_tuple_of_a_helper, in_an_expression),
    *(out_of_the_list, missing_key, added_to_a_missing_key, of_a_domain),
    *(of_the_first_of_known_items, negative_of_none, range_without_steps),
    lengths_that_differ,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_it_raises_there_and_the_other_path_goes_on(program):
    outcomes = set()
    for x in (np.array([0.6, 0.7, 0.8]), np.array([1.6, 0.7, 0.8]), np.full(3, 0.3)):
        try:
            expected = program(x.copy())
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            with pytest.raises(type(error)) as raised:
                srcad.value_and_grad(program)(x)
            assert not isinstance(raised.value, CompileError)
            outcomes.add("raises")
            continue
        value, gradient = srcad.value_and_grad(program)(x)
        np.testing.assert_allclose(value, expected)
        steps = np.eye(3) * 1e-6
        slopes = [(program(x + h).sum() - program(x - h).sum()) / 2e-6 for h in steps]
        np.testing.assert_allclose(gradient, slopes, rtol=1e-6)
        outcomes.add("goes on")
    assert outcomes == {"raises", "goes on"}


def no_such_name(x):
    if x[0] > 1:
        return no_such_thing * x  # noqa: F821
    return x * 2


def too_few_arguments(x):
    def scaled(a, b):
        return a * b

    if x[0] > 1:
        return scaled(x)
    return x * 2


def no_such_attribute(x):
    if x[0] > 1:
        return x * math.no_such_function
    return x * 2


@pytest.mark.parametrize(
    "program", [no_such_name, too_few_arguments, no_such_attribute]
)
def test_what_is_wrong_whatever_the_values_are_is_told_at_once(program):
    with pytest.raises(CompileError):
        srcad.grad(program)(np.full(3, 0.5))


def where_every_run_comes(x):
    steps = 0
    return x / (1 / steps)


def test_what_raises_in_every_run_is_told_at_once():
    with pytest.raises(CompileError, match="ZeroDivisionError"):
        srcad.grad(where_every_run_comes)(np.full(3, 0.5))


def handled(x):
    steps = 0
    try:
        y = x / (1 / steps) if x[0] > 1 else x * 3
    except ZeroDivisionError:
        y = x * 5
    return y


def handled_by_the_caller(x):
    try:
        return divided_by_what_is_known(x)
    except ZeroDivisionError:
        return x * 7


@pytest.mark.parametrize("program", [handled, handled_by_the_caller])
def test_a_handler_handles_it(program):
    for x in (np.full(3, 0.5), np.full(3, 1.5)):
        value, gradient = srcad.value_and_grad(program)(x)
        np.testing.assert_allclose(value, program(x))
        np.testing.assert_allclose(gradient, program(x) / x)
