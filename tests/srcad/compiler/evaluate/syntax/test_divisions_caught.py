"""``try`` round operators on numbers that run time knows to be Python's, or NumPy's."""

import itertools

import numpy as np
import pytest

from tests.srcad.compiler.side_by_side import module_of, result

TRY = """
def program(x):
    {made}
    try:
        r = {divided}
    except {kind}:
        r = {else_}
    return r + x[0]
"""
MADE = [
    "v = max(x[1], 0.)",
    "v = 0. if x[1] < 0 else x[1]",
    "v = sum([a for a in x if a > 0.8])",
    "v = sum(a for a in x if a > 0.8); v = v + 0",
    "v = 0.\n    for a in x: v = max(v, a - 3.0 + 2.0 * (x[1] > 0))",
    "v = sum(1 for a in x if a > 0.8)",
    "w = [0.] * 2\n    if x[1] > 0: w[1] = x[1]\n    v = w[1]",
]
DIVIDED = ["1 / v", "v ** -2", "2.5 // v", "pow(v, -1)", "divmod(2.5, v)[1]"]
KINDS = ["ZeroDivisionError", "ArithmeticError", "Exception", "(ValueError, Exception)"]
POINTS = [[0.7, -1.3], [0.7, 1.3]]


@pytest.mark.parametrize("divided", DIVIDED)
def test_what_numbers_of_python_raise_is_caught_where_they_may_be_numpys(
    tmp_path, divided
):
    kinds = itertools.cycle(KINDS)
    for place, made in enumerate(MADE):
        text = TRY.format(made=made, divided=divided, kind=next(kinds), else_="x[1]")
        program = module_of(tmp_path, f"divided_{place}", text).program
        for x in POINTS:
            assert result(program, x), text


POWERS = """
def chosen(x):
    w = 10.0 if x[0] > 0 else x[0]
    try:
        r = w**400
    except OverflowError:
        r = 5.0
    return r + x[0]

def squared(x):
    w = 1e200 if x[0] > 0 else x[1]
    try:
        r = w**2
    except OverflowError:
        r = 5.0
    return r + x[0]

def of_python(x):
    w = 1e200 * (1.0 + float(x[0] > 0))
    try:
        r = w**2
    except OverflowError:
        r = 5.0
    return r + x[0]

def unread(x):
    v = max(x[1], 0.0)
    try:
        1 / v
    except ZeroDivisionError:
        return x[0]
    return 3.0 * x[1]

def in_place(x):
    v, r = max(x[1], 0.0), 2.0
    try:
        r /= v
    except ZeroDivisionError:
        r += x[0]
    return r + x[0]

def in_a_loop(x):
    v, k = 3.0, 0
    while k < 4:
        k += 1
        try:
            v = 1 / v
        except ZeroDivisionError:
            v = x[0]
            continue
        v = max(x[1] * v, 0.0)
    return v

def at_last(x):
    v, r = max(x[1], 0.0), x[0]
    try:
        try:
            r = 1 / v
        finally:
            r += 1
    except ZeroDivisionError:
        pass
    return r

def mean(values):
    try:
        return sum(values) / sum(1 for v in values)
    except ZeroDivisionError:
        return 0.0

def of_a_function(x):
    return mean([v for v in x if v > 5.0]) + mean(x)
"""


def test_the_try_stays_wherever_the_operator_stands(tmp_path):
    module = module_of(tmp_path, "powers", POWERS)
    for name in (
        *("chosen", "squared", "of_python", "unread", "in_place", "in_a_loop"),
        *("at_last", "of_a_function"),
    ):
        for x in POINTS:
            assert result(getattr(module, name), x), name


def test_numpys_own_numbers_raise_nothing(tmp_path):
    text = TRY.format(
        made="v = x[1]", divided="1 / v", kind="ZeroDivisionError", else_="x[0] * 9.0"
    )
    program = module_of(tmp_path, "numpys", text).program
    assert program(np.array([0.7, 0.5])) == 2.7
    assert result(program, [0.7, 0.5])
