"""Names that a path leaves unbound: read there, they raise what Python raises."""

import re

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import check, generate, text_of

PROGRAMS = []


def program(function):
    PROGRAMS.append(function)
    return function


@program
def read_at_once(x):
    if x.sum() > 0:
        y = x * 2
    return y[0]


@program
def read_in_a_branch(x):
    if x.sum() > 0:
        y = x * 2
    z = x
    if x[0] < 100:
        z = z * y[0]
    return z


@program
def an_index(x):
    if x.sum() > 0:
        i = -1
    z = x[0]
    if x[0] < 100:
        z = x[i]
    return z * x[0]


@program
def a_bound_of_a_slice(x):
    if x.sum() > 0:
        i = 1
    z = x * 1.0
    if x[0] < 100:
        z[:i] = x[0] * x[0]
    return z


@program
def read_in_a_loop(x):
    if x.sum() > 0:
        y = x * 2
    total = 0.0
    for v in x:
        total += v * y[0]
    return total


@program
def bound_in_an_iteration(x):
    total = 0.0
    for v in x:
        if v > 0:
            y = v * v
        total += y
    return total


@program
def after_a_loop_that_never_runs(x):
    while x.sum() > 0:
        y = x * 3
        x = x - 1
    return y


@program
def bound_twice(x):
    if x.sum() > 0:
        y = x * 2
    if x.sum() > 5:
        y = x * 3
    return y[0]


@program
def handed_on(x):
    if x.sum() > 0:
        y = x * 2
    z = y  # noqa: F841
    return x * x


@program
def a_statement_of_its_own(x):
    if x.sum() > 0:
        y = x * 2
    y  # noqa: B018
    return x * x


@program
def written(x):
    if x.sum() > 0:
        y = x * 2
    if x[0] < 100:
        y[0] = 1.0
    return x * x


@program
def of_two_conditions(x):
    if x.sum() > 0:
        if x[0] > 0:
            y = x * 2
    else:
        y = x
    z = x
    if x.sum() > 0:
        z = y * x
    return z


UP, DOWN, MIXED = (np.array(row) for row in ([1.1, 2, 3], [-1.1, -2, -3], [-4.5, 9, 1]))


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_unbound_names_raise_as_in_python(function):
    module = generate(function, ["float64[n]"])
    raised = 0
    for x in (UP, DOWN, MIXED):
        try:
            expected = function(x.copy())
        except UnboundLocalError as error:
            raised += 1
            with pytest.raises(UnboundLocalError, match=re.escape(str(error))):
                module.call({"x": x.copy()})
        else:
            out, _ = module.call({"x": x.copy()})
            np.testing.assert_array_equal(out, expected)
    assert raised
    check(function, ["float64[n]"], values={"x": lambda random, shape: UP[: shape[0]]})


def same_condition(x, k):
    if x.sum() > 0:
        y = x * k
    z = x
    if x.sum() > 0:
        z = y * x
    return z


def contrary(x, k):
    flat = x.sum() < 0
    if not flat:
        y = x * k
    if flat:
        return x
    z = x
    if not flat:
        z = z * y
    return z


def after_continue(x, k):
    total = 0.0
    for v in x:
        if v > 0:
            y = v * k
        else:
            continue
        if v > 0.5:
            total += y
    return total


@pytest.mark.parametrize("function", [same_condition, contrary, after_continue])
def test_no_test_where_the_conditions_say_that_it_is_bound(function):
    inputs = ["float64[n]", "float64"]
    assert "unbound_local" not in text_of(function, inputs)
    check(function, inputs)


def caught(x):
    if x.sum() > 0:
        y = x * 2
    try:
        z = y * x
    except NameError:
        z = x
    return z


def test_a_handler_of_what_an_unbound_name_raises_is_refused():
    with pytest.raises(CompileError, match="SRC011"):
        generate(caught, ["float64[n]"])


def kept_by_the_iterations_before(x):
    total, wide = 0.0, x.sum() > 0.0
    for k in range(24):
        if wide:
            v = x[k % 4]
        else:
            v = x[k % 3]
        if v > 0.0:
            if v > 0.5:
                continue
            if wide:
                name, table = "up", {"a": v, "b": [x[0], v]}
            else:
                name, table = "up", {"a": v * 2.0, "b": [x[1], v]}
        elif v < -0.5:
            continue
        elif wide:
            name, table = "down", {"a": -v, "b": [x[1], v]}
        else:
            name, table = "down", {"a": -2.0 * v, "b": [x[1], v]}
        table["a"] *= 2.0
        total += table["a"] * table["b"][k % 2] * (1.0 if name == "up" else v)
    return total


def test_paths_that_a_value_is_handed_on_by_are_not_multiplied():
    """Each iteration has twice as many ways to what the first one has bound."""
    check(kept_by_the_iterations_before, ["float64[4]"], orders=(1,), twice=())
