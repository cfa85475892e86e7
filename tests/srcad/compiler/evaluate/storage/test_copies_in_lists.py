"""Copies of lists of arrays, and tuples of them, that are put into a list."""

import pytest

from tests.srcad.compiler.side_by_side import result

POINTS = [[0.703, -1.3, 2.1, 0.4], [0.6, 1.2, -0.35, 1.7]]


def total(rows):
    return sum(sum(a.sum() for a in row) for row in rows)


def copies(x):
    y = x * 2
    rows = [list([y for v in x if v > t]) for t in x if t > 0]  # noqa: C411
    y += 1
    return total(rows)


def beside_a_number(x):
    y = x * 2
    rows = [(t, tuple(y for v in x if v > t)) for t in x if t > 0]
    y += 1
    return total(row for _, row in rows) * rows[0][0]


def joined(x):
    ys = [v * x for v in x if v > 0]
    rows = [ys + ys for t in x if t > 0]
    for a in ys:
        a += 1
    return total(rows)


def slices(x):
    ys = [v * x for v in x if v > 0]
    rows = [ys[:1] for t in x if t > 0]
    for a in ys:
        a += 1
    return total(rows)


def joined_tuples(x):
    ys = tuple(v * x for v in x if v > 0)
    rows = [ys + ys for t in x if t > 0]
    for a in ys:
        a += 1
    return total(rows)


def put_anew(x):
    ys = [v * x for v in x if v > 0]
    rows = []
    for k in range(3):
        rows.append(list(ys))
        ys[0] = ys[0] * 0.5 + k
    return total(rows)


def made_anew(x):
    ys = [v * x for v in x if v > 0]
    rows = []
    for v in x:
        rows.append(ys[:])
        ys = [y * v for y in ys]
    ys.append(x)
    return total(rows) + len(ys)


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize(
    "program", [copies, beside_a_number, joined, slices, joined_tuples]
)
def test_a_write_into_an_array_is_seen_there_or_refused(program, x):
    result(program, x)


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("program", [put_anew, made_anew])
def test_what_is_made_anew_is_no_such_array(program, x):
    assert result(program, x)
