"""Arrays that are read in parts: their cotangents are put together from those of the
parts, or set one by one."""

import numpy as np
import pytest

from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = np.random.default_rng(5).normal(size=12)


def in_slices(x, n):
    return np.concatenate((x[:, n:] ** 2, np.sin(x[:, :n])), axis=1)


def in_three(x, n):
    return np.sum(np.exp(x[:n])) + np.sum(x[n : 2 * n] ** 3) + np.sum(x[2 * n :] ** 2)


def from_the_end(x, n):
    return np.sum(x[:-1] ** 2) + np.sum(x[-1:] ** 3)


def in_rows(x, n):
    a, b, c, d = x
    return a * b - np.sin(c) * np.exp(d)


def in_columns(x, n):
    return x[:, 0] * x[:, -1] / (1 + x[:, 1] ** 2)


def with_a_gap(x, n):
    return np.sum(x[:1] ** 2) + np.sum(x[2:] ** 3)


def overlapping(x, n):
    return np.sum(x[:3] ** 2) + np.sum(x[2:] ** 3)


def not_in_order(x, n):
    return np.sum(x[:n] ** 2) + np.sum(x[2:] ** 3)


def a_number_at_first(x, n):
    total = 0.0
    for row in x:
        total = total + row
    return total[:2] * np.sum(total[2:])


TOGETHER = [in_slices, in_three, from_the_end, in_rows, in_columns]
ONE_BY_ONE = [with_a_gap, overlapping, not_in_order]


@pytest.mark.parametrize("n", [0, 1, 2, 3, 5])
@pytest.mark.parametrize("function", [*TOGETHER, *ONE_BY_ONE, a_number_at_first])
def test_the_gradient_is_that_of_differences(function, n):
    def total(x, counted):
        return np.sum(function(np.reshape(x, (4, 3)), counted.shape[0]))

    assert result(total, X, np.zeros(n))


@pytest.mark.parametrize("function", TOGETHER)
def test_what_fills_an_array_is_put_together(function):
    def of_sizes(x, counted):
        return function(x, counted.shape[0])

    text = generate(of_sizes, ["float64[4, 3]", "int64[n]"]).text
    backward = text.partition("def backward")[2]
    assert "np.concatenate" in backward or "np.stack" in backward
    assert "np.zeros" not in backward


@pytest.mark.parametrize("function", ONE_BY_ONE)
def test_what_leaves_a_gap_or_overlaps_is_not(function):
    def of_sizes(x, counted):
        return function(x, counted.shape[0])

    text = generate(of_sizes, ["float64[4, 3]", "int64[n]"]).text
    backward = text.partition("def backward")[2]
    assert "np.zeros" in backward
    assert ("+=" in backward) == (function is not with_a_gap)
