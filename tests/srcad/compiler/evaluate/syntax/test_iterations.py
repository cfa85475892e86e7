"""Ranges whose steps run time knows."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


def a_loop(x):
    t = 0.0
    for i in range(0, 5, int(x[0])):
        t += x[1] * i
    return t


def a_sum(x):
    return sum(v * x[0] for v in range(5, 0, int(x[0]))) + x[1]


def a_length(x):
    return len(range(0, 9, int(x[0]))) * x[1] + x[0]


def caught(x):
    try:
        return a_sum(x)
    except ValueError:
        return x[2] * x[0]


def lengths_of_what_ends_before_it_begins(x):
    n = int(x[0])
    return len(range(2, n)) * x[1] + len(range(n)) * x[2] + len(range(n, -2)) * x[0]


@pytest.mark.parametrize("function", [a_loop, a_sum, a_length])
def test_a_step_of_run_time_that_is_zero_raises_as_in_python(function):
    assert result(function, [2.7, -1.3, 2.1])
    assert result(function, [-1.7, -1.3, 2.1])
    with pytest.raises(ValueError, match=r"^range\(\) arg 3 must not be zero"):
        srcad.value_and_grad(function)(np.array([0.7, -1.3, 2.1]))


def test_that_is_caught():
    assert result(caught, [0.7, -1.3, 2.1])
    assert result(caught, [-1.7, -1.3, 2.1])


@pytest.mark.parametrize("first", [2.7, 0.7, -3.7, 5.7])
def test_no_range_has_a_length_below_zero(first):
    assert result(lengths_of_what_ends_before_it_begins, [first, -1.3, 2.1])


def asked_until_the_end(x):
    items, total = iter([v for v in x if v > 0]), 0.0
    while True:
        try:
            v = next(items)
        except StopIteration:
            break
        total = total * 0.5 + v
    return total + x[0]


def known_beside_what_leaves(x):
    named, k, total = dict(zip("abcd", x, strict=True)), 0, 0.0
    while True:
        total += named["abcd"[k]] * (k + 1)
        k += 1
        if k == 4 or total > 3:
            break
    return total


@pytest.mark.parametrize("function", [asked_until_the_end, known_beside_what_leaves])
def test_an_endless_loop_that_run_time_leaves(function):
    for point in (
        [0.7, -1.3, 2.1, 0.4],
        [-0.6, 1.2, -0.35, 1.7],
        [1.5, 2.3, 0.9, -2.2],
    ):
        assert result(function, point)
