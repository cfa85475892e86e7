"""Assignments of costs that are known at run time."""

import numpy as np
import pytest
from scipy import optimize

import srcad
from tests.srcad.compiler.side_by_side import result


def least_cost(p):
    costs = np.abs(np.subtract.outer(p, [0, 1.0, 2, -1]))
    rows, columns = optimize.linear_sum_assignment(costs)
    return costs[rows, columns].sum()


def greatest_of_wide_ones(p):
    costs = np.outer(p[:2], p) + p
    r, c = optimize.linear_sum_assignment(costs, maximize=True)
    return (costs[r, c] ** 2).sum() + c[0]


def in_a_loop(p):
    total = 0.0
    for k in range(3):
        costs = np.cos(np.outer(p, p + k))
        rows, columns = optimize.linear_sum_assignment(cost_matrix=costs)
        for i, j in zip(rows, columns, strict=True):
            total += costs[i, j] * (i + 1)
    return total


@pytest.mark.parametrize("function", [least_cost, greatest_of_wide_ones, in_a_loop])
def test_what_is_read_there_has_the_derivative(function):
    assert result(function, [0.7, 0.4, -0.5, 1.2])


def test_what_scipy_raises():
    def program(p):
        rows, columns = optimize.linear_sum_assignment(np.outer(p, p) * np.nan)
        return p[rows] @ p[columns]

    with pytest.raises(ValueError, match="invalid numeric"):
        srcad.grad(program)(np.ones(3))
