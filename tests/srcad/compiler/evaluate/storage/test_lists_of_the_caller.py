"""Lists that are given, or read from outside: read where run time says, never changed."""

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError

TABLE = [[1.0, 2.0, 4.0], [3.0, 5.0, 7.0]]
ROWS = [np.array([1.0, 2.0]), np.array([3.0, 4.0])]


def two_ends(xs, target):
    low, high = 0, len(xs) - 1
    while low < high:
        total = xs[low] + xs[high]
        if total > target:
            high -= 1
        elif total < target:
            low += 1
        else:
            break
    return xs[low] * xs[high] * target


def down_a_diagonal(table, k):
    i, total = int(k), 0.0
    while i > 0:
        total += table[i][i - 1] * table[-1][i]
        i -= 1
    return total


def test_numbers_at_places_of_run_time():
    xs = [1.0, 3.0, 6.0, 9.0]
    out, (dxs, dtarget) = srcad.value_and_grad(two_ends, (0, 1))(xs, 9.0)
    assert out == 3.0 * 6.0 * 9.0
    assert dxs == [0.0, 6.0 * 9.0, 3.0 * 9.0, 0.0]
    assert dtarget == 18.0


def test_lists_in_lists():
    table = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]
    out, grad = srcad.value_and_grad(down_a_diagonal)(table, 2.0)
    assert out == 8.0 * 9.0 + 4.0 * 8.0
    assert grad == [[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 9.0 + 4.0, 8.0]]


def test_a_table_from_outside():
    def walk(x, n):
        row, state = TABLE[0], 0
        total = 0.0 * x
        for k in range(int(n)):
            total = total * x + row[state]
            state = (state + k) % 3
            row = TABLE[state % 2]
        return total

    out, grad = srcad.value_and_grad(walk)(2.0, 5.0)
    h = 1e-6
    assert out == walk(2.0, 5.0)
    assert grad == pytest.approx((walk(2 + h, 5.0) - walk(2 - h, 5.0)) / (2 * h))


def test_arrays_of_a_list():
    def chosen(rows, k):
        return (rows[int(k)] ** 2).sum() + ROWS[int(k) - 1][0] * rows[0].sum()

    out, grad = srcad.value_and_grad(chosen)([row.copy() for row in ROWS], 1.0)
    assert out == 25.0 + 3.0
    np.testing.assert_array_equal(grad, [[1.0, 1.0], [6.0, 8.0]])


def written(rows, k):
    rows[int(k)][0] = 5.0
    return rows[0][0] * 2


def written_under_a_name(rows, k):
    row = rows[int(k)]
    row[0] = 5.0
    return rows[0][0] * 2


def written_in_a_loop(rows, k):
    row = [0.0, 0.0]
    for i in range(int(k)):
        row[0] = rows[0][0] + i
        row = rows[i % 2]
    return row[0] * 2


def written_on_a_path(rows, k):
    row = [0.0, 0.0]
    if k > 0:
        row = rows[int(k)]
    row[0] = 5.0
    return rows[0][0] + row[0]


def a_table_from_outside_is_written(rows, k):
    row = TABLE[int(k)]
    row[0] = rows[0][0]
    return TABLE[1][0] * row[0]


def written_at_another_place(rows, k):
    own = [[0.0, 1.0] for _ in range(int(k) + 1)]
    others = [rows[int(k) % 2]]
    own[0], others[0] = others[0], own[0]
    own[0][0] = 8.0
    return rows[1][0] * 2


def appended_to(rows, k):
    rows[int(k)].append(5.0)
    return rows[0][0] * 2


@pytest.mark.parametrize(
    "function",
    [
        written,
        written_under_a_name,
        written_in_a_loop,
        written_on_a_path,
        a_table_from_outside_is_written,
        appended_to,
        written_at_another_place,
    ],
)
@pytest.mark.parametrize("k", [1.0, 3.0])
def test_it_is_not_changed(function, k):
    with pytest.raises(CompileError, match=r"SRC0(13|15|23)"):
        srcad.grad(function)([[1.0, 2.0], [3.0, 4.0]], k)


def test_a_list_of_arrays_is_not_changed():
    def function(rows, k):
        rows[int(k)][0] = 5.0
        return rows[1].sum()

    with pytest.raises(CompileError, match=r"SRC0(15|23)"):
        srcad.grad(function)([row.copy() for row in ROWS], 1.0)


def test_empty_tuples_are_not_counted():
    def function(x):
        found = [()]
        for v in x:
            if v > 0:
                found.append(())
        return x * len(found)

    with pytest.raises(CompileError, match="structures without parts"):
        srcad.grad(function)(np.array([1.0, -2.0]))
