"""Statements that are executed again, for a list that has to be known or must not be."""

import math

import pytest

from tests.srcad.compiler.side_by_side import result

POINTS = [[0.703, -1.3018, 2.1047, 0.4021], [-0.6013, 1.2027, -0.3519, 1.7041]]


def shortest_paths(x):
    first, second, third = map(math.exp, x[:3])
    lengths = [[0, first, math.inf], [math.inf, 0, second], [math.inf, third, 0]]
    after = [[None] * 3 for _ in range(3)]
    after[0][1], after[1][2], after[2][1] = 1, 2, 1
    for k in range(3):
        for i in range(3):
            for j in range(3):
                if lengths[i][k] + lengths[k][j] < lengths[i][j]:
                    lengths[i][j] = lengths[i][k] + lengths[k][j]
                    after[i][j] = after[i][k]
    return lengths[0][2] + after[0][2]


def shortest_paths_between_all(x):
    places = range(3)
    lengths = [
        [abs(x[(i + 2 * j) % 4]) + 0.3 if i != j else 0.0 for j in places]
        for i in places
    ]
    after = [[j if i != j else None for j in places] for i in places]
    for k in places:
        for i in places:
            for j in places:
                if lengths[i][k] + lengths[k][j] < lengths[i][j]:
                    lengths[i][j] = lengths[i][k] + lengths[k][j]
                    after[i][j] = after[i][k]
    return lengths[0][2] * after[0][2] + lengths[1][2]


@pytest.mark.parametrize(
    "program",
    [shortest_paths, shortest_paths_between_all],
    ids=lambda one: one.__name__,
)
def test_a_list_in_which_something_may_be_none_stays_known(program):
    assert all(result(program, x) for x in POINTS)
