"""Two arrays or lists that change their names in a loop: it is written out."""

import numpy as np
import pytest

from tests.srcad.compiler.side_by_side import result

POINTS = [[0.71, -1.31, 2.1, 0.43], [-0.6, 1.2, -0.35, 1.7], [1.5, 0.3, 0.9, -2.2]]


def lists(x):
    old, new = [x[0], x[1]], [0.0, 0.0]
    for _ in range(3):
        for i in range(2):
            new[i] = 0.5 * old[1 - i]
        old, new = new, old
    return old[0] + 2 * old[1] + 3 * new[0]


def one_made_anew_on_a_path(x):
    now, old = x.copy(), x * 0.5
    for v in x:
        now, old = old, now
        if v > 0:
            old = now * 2
        now[0] -= 0.1
    return now @ old


def rows_of_a_table(x):
    table = np.outer(x, x)
    before = table[0]
    for i in range(1, 4):
        row = table[i]
        for j in range(1, 4):
            row[j] = row[j] + min(before[j], row[j - 1])
        before = row
    return table[3, 3]


def grids(x):
    old = [[x[0], x[1], 0.0], [x[2], x[3], 1.0], [0.0, 0.0, 0.0]]
    new = [[0.0] * 3 for _ in range(3)]
    for _ in range(3):
        for i in range(3):
            for j in range(3):
                new[i][j] = 0.25 * (old[i - 1][j] + old[i][j - 1] + old[i][j])
        old, new = new, old
    return sum(sum(row) for row in old) + new[0][0]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function", [lists, one_made_anew_on_a_path, rows_of_a_table, grids]
)
def test_buffers_that_change_their_names(function, point):
    assert result(function, point)
