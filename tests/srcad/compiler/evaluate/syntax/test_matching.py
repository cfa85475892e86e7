"""``match`` where run time knows which pattern matches."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [(0.5, 1.2, 0.7), (0.5, 0.8, 0.7), (1.5, 1.2, 0.7)]


def keeps_what_was_bound_before(x):
    a = 5.0
    match (x[0], np.sign(x[1] - 1.0)):
        case (a, 1.0):
            r = a * 2
        case _:
            r = x[2]
    return a * r


def keeps_it_without_another_case(x):
    a = 5.0
    match (x[0], np.sign(x[1] - 1.0)):
        case (a, 1.0):
            pass
    return a * x[2]


def is_unbound_in_another_case(x):
    match (x[0], np.sign(x[1] - 1.0)):
        case (a, 1.0):
            r = a * 2
        case _:
            r = a * x[2]
    return r


def evaluates_guards_where_the_pattern_matches(x):
    seen = [0.0]

    def large(v):
        seen[0] += v
        return v > 0.8

    match (x[0], np.sign(x[1] - 1.0)):
        case (a, 1.0) if large(a):
            r = a * 2
        case (b, _) if large(b * 2):
            r = b * 3
        case _:
            r = x[2]
    return r * seen[0]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        keeps_what_was_bound_before,
        keeps_it_without_another_case,
        evaluates_guards_where_the_pattern_matches,
    ],
)
def test_names_are_bound_where_the_pattern_matches(function, point):
    assert result(function, point)


def reads_a_name_that_a_guard_may_have_left(x):
    a = 5.0
    match (x[0], np.sign(x[1] - 1.0)):
        case (a, 1.0) if a > 0.9:
            r = a * 2
        case _:
            r = a
    return r


@pytest.mark.parametrize(
    "function", [is_unbound_in_another_case, reads_a_name_that_a_guard_may_have_left]
)
def test_names_that_may_not_be_bound_are_refused(function):
    with pytest.raises(
        srcad.CompileError, match=r"not bound here|this pattern matches"
    ):
        srcad.grad(function)(np.array(POINTS[0]))
