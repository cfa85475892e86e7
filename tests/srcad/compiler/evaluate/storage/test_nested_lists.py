"""Lists in lists of run time: what they are made for, and what is read from them."""

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from tests.srcad.compiler.side_by_side import result

POINTS = [
    [0.71, -1.31, 2.1, 0.43],
    [-0.6, 1.2, -0.35, 1.7],
    [1.5, 0.3, 0.9, -2.2],
    [-1.2, -0.4, -0.8, -2.0],
]


class Edge(NamedTuple):
    to: int
    weight: float


@dataclass
class Body:
    m: float
    v: float


# ------------------------------------------------ what is put into a list that is empty


def neighbours(x):
    adjacent = defaultdict(list)
    for i in range(4):
        for j in range(4):
            if x[i] < x[j]:
                adjacent[i].append((j, x[j] - x[i] + 0.1))
    far = [np.inf] * 4
    far[int(np.argmin(x))] = 0.0
    for _ in range(3):
        for u in range(4):
            for v, w in adjacent[u]:
                if far[u] + w * w < far[v]:
                    far[v] = far[u] + w * w
    return sum(d for d in far if d < np.inf)


def as_many_as_run_time_knows(x):
    rows = [[] for _ in range(int((x > 0).sum()) + 2)]
    for i in range(2):
        if x[i] > 0:
            rows[i].append((i + 1, x[i] * x[i + 1]))
    return sum(w * k for row in rows for k, w in row)


def under_a_key_that_is_looked_for(x):
    groups = {}
    for v in x:
        k = int(v > 0)
        if k not in groups:
            groups[k] = []
        groups[k].append((v, (v * v, 1.0)))
    return sum(b * len(rows) for rows in groups.values() for a, (b, c) in rows)


def two_of_other_rows(x):
    pairs, numbers = defaultdict(list), {}
    for i, v in enumerate(x):
        pairs[int(v > 0)].append((i, v))
        numbers.setdefault(int(v * 2), []).append(v)
    first = sum(v * i for rows in pairs.values() for i, v in rows)
    return first + sum(max(row) for row in numbers.values())


def named_tuples(x):
    adjacent = defaultdict(list)
    for i, v in enumerate(x):
        adjacent[int(v > 0)].append(Edge(i, v * v))
    return sum(e.weight * (e.to + 1) for k in adjacent for e in adjacent[k])


def objects_that_are_changed(x):
    cells = {}
    for i, v in enumerate(x):
        cells.setdefault(int(np.floor(v)), []).append(Body(i + 1.0, v))
    for k in cells:
        for b in cells[k]:
            b.v *= 2 + k
    return sum(b.m * b.v**2 for bodies in cells.values() for b in bodies)


def elements_that_may_be_one(x):
    cells = [[] for _ in range(int((x > 0).sum()) + 1)]
    for v in x:
        cells[0].append(Body(1.0, v))
    a, b = cells[0][0], cells[int(x[0] > 3)][int(x[0] < 0)]
    a.v *= 2
    return a.v + b.v * x[1]


def dicts_that_are_changed(x):
    rows = [[{"a": x[0]}]]
    for v in x:
        if v > -0.6:
            rows.append([{"a": v}])
    rows[-1][0]["a"] *= 3
    return sum((i + 1) * row[0]["a"] ** 2 for i, row in enumerate(rows))


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        dicts_that_are_changed,
        neighbours,
        as_many_as_run_time_knows,
        under_a_key_that_is_looked_for,
        two_of_other_rows,
        named_tuples,
        objects_that_are_changed,
        elements_that_may_be_one,
    ],
)
def test_a_list_is_of_what_is_put_into_it(function, point):
    assert result(function, point)


def put_there_and_read_again(x):
    cells = []
    for v in x:
        if v > -9:
            cells.append([Body(1.0, v)])
    b = Body(1.0, x[0])
    cells[0].append(b)
    other = cells[0][-1]
    b.v *= 2
    return other.v + b.v * x[1]


def read_by_two_ways(x):
    cells = []
    for v in x:
        if v > -9:
            cells.append([Body(1.0, v), Body(1.0, v * 2)])
    a, b = cells[0][0], cells[int(x[0] > 3)][int(x[0] < 0)]
    a.v *= 2
    return a.v + b.v * x[1]


def in_a_tuple(x):
    cells = []
    for v in x:
        if v > -9:
            cells.append((v, [Body(1.0, v), Body(1.0, v * 2)]))
    a, b = cells[0][1][0], cells[int(x[0] > 3)][1][int(x[0] < 0)]
    a.v *= 2
    return a.v + b.v * x[1]


# --------------------------------------------------------------- counted from the end


def last_one_before_another(x):
    rows = []
    for v in x:
        if v > -5:
            rows.append([v])
    row = rows[-1]
    rows.append([x[0]])
    row.append(x[1] * 3)
    return sum((i + 1) * sum(r) for i, r in enumerate(rows))


def last_one_in_a_loop(x):
    rows = [[] for _ in range(int((x > 0).sum()) + 1)]
    for v in x:
        row = rows[-1]
        if v > 0.5:
            rows.append([])
        row.append(v * v)
    return sum((i + 1) * sum(r) for i, r in enumerate(rows))


def last_one_before_a_loop(x):
    rows = [[] for _ in range(int((x > 0).sum()) + 1)]
    row = rows[-1]
    for v in x:
        row.append(v * v)
        rows.append([])
    return sum((i + 1) * sum(r) for i, r in enumerate(rows))


def last_object(x):
    bodies = []
    for v in x:
        if v > -9:
            bodies.append(Body(1.0, v))
    b = bodies[-1]
    for v in x:
        b.v *= v
        bodies.append(Body(1.0, v * 2))
    return sum((i + 1) * b.v for i, b in enumerate(bodies))


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        put_there_and_read_again,
        read_by_two_ways,
        in_a_tuple,
        last_one_before_another,
        last_one_in_a_loop,
        last_one_before_a_loop,
        last_object,
    ],
)
def test_what_may_be_one_or_stand_elsewhere_is_right_or_refused(function, point):
    result(function, point)


def from_the_start(x):
    rows = [[] for _ in range(int((x > 0).sum()) + 3)]
    for i in range(len(rows) - 1):
        a, b = rows[i], rows[i + 1]
        if x[i % 4] > 0:
            rows.append([x[0]])
        a.append(x[i % 4])
        b.append(x[1] * 2)
    return sum((i + 1) * sum(r) for i, r in enumerate(rows))


def last_one_that_is_read_again(x):
    rows = [[] for _ in range(int((x > 0).sum()) + 1)]
    for v in x:
        row = rows[-1]
        row.append(v * v)
        if v > 0.5:
            rows.append([])
    return sum((i + 1) * sum(r) for i, r in enumerate(rows))


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", [from_the_start, last_one_that_is_read_again])
def test_what_is_read_stands_where_it_did(function, point):
    assert result(function, point)


# ------------------------------------------------------------ begun anew, on one path


class Sized:
    def __init__(self, x):
        self.x = x
        self.n = 1


def begun_anew(x):
    found = []
    for v in x:
        if v > 1:
            found = []
        found.append(Sized(v))
    return sum(p.x * p.n for p in found)


def begun_anew_in_a_handler_around(x):
    found, total, known = [], x[0], {0: x[1], 1: x[2]}
    for v in x:
        try:
            if v > 1:
                found = []
            found.append(Body(1.0, v))
            total += known[int(v)]
        except KeyError:
            total -= x[3]
    return total + len(found) * x[1] + sum(b.v for b in found)


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", [begun_anew, begun_anew_in_a_handler_around])
def test_a_list_of_objects_may_be_begun_anew_on_a_path(function, point):
    assert result(function, point)


# --------------------------------------------------- a row that is read more than once


def numbers(x):
    return [[x[0] * i, x[1], x[2]] for i in range(12 + int((x > 9).sum()))]


def bodies(x):
    cells = [[] for _ in range(2)]
    for i in range(12):
        cells[int(x[i % 4] > 0)].append(Body(1.0, x[i % 4] * i))
    cells[1].append(Body(1.0, x[3]))
    cells[1].append(Body(1.0, x[2]))
    return cells


def arrays(x):
    rows = []
    for i in range(12):
        rows.append([x * i])
    return rows


def weighted(row):
    return sum((i + 1) * v for i, v in enumerate(row))


def an_element_of_a_row_that_becomes_shorter(x):
    cells = bodies(x)
    b = cells[1][1]
    cells[1].pop(0)
    b.v *= 2
    return weighted(b.v for b in cells[1])


def the_last_of_a_row_that_grows(x):
    cells = bodies(x)
    b = cells[1][-1]
    cells[1].append(Body(1.0, x[0]))
    b.v += x[1]
    return weighted(b.v for b in cells[1])


def an_element_that_another_takes_the_place_of(x):
    cells = bodies(x)
    for i, b in enumerate(cells[1]):
        cells[1][i] = Body(1.0, x[0])
        b.v += 5 * x[1]
    return weighted(b.v for b in cells[1])


def a_row_that_grows_while_it_is_gone_through(x):
    rows, total = numbers(x), 0.0
    for v in rows[1]:
        total += v
        if len(rows[1]) < 9:
            rows[1].append(v * 0.5)
    return total


def a_row_that_becomes_shorter_while_it_is_gone_through(x):
    rows, total = numbers(x), 0.0
    k = int(x[0] > 1)
    for v in rows[k]:
        total += v
        if len(rows[1]) > 2:
            rows[1].pop()
    return total


def an_array_with_a_name(x):
    rows = arrays(x)
    a = rows[3][0]
    rows[3][0] += 1
    return a.sum() * x[1]


def an_array_in_two_rows(x):
    rows, v = arrays(x), x * 2
    rows[0].append(v)
    rows[2].append(rows[1][0])
    rows[0][1] *= 3
    rows[1][0] *= 2
    return v.sum() + rows[2][1].sum()


def an_array_of_the_caller(x):
    rows = []
    for i in range(12):
        rows.append([x, x * i])
    rows[3][0] += 1
    return (x * x).sum()


def a_row_of_rows_that_is_turned(x):
    rows = []
    for i in range(12):
        rows.append([[x[0] * i, x[1]], [x[2], x[3]]])
    row = rows[1][0]
    rows[1].reverse()
    row.append(5 * x[1])
    return weighted(sum(r) for r in rows[1])


def an_operand_that_takes_it_out(x):
    cells = bodies(x)

    def cut():
        cells[1].pop(0)
        return x[1]

    cells[1][0].v += cut()
    return weighted(b.v for b in cells[1])


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        an_element_of_a_row_that_becomes_shorter,
        the_last_of_a_row_that_grows,
        an_element_that_another_takes_the_place_of,
        a_row_that_grows_while_it_is_gone_through,
        a_row_that_becomes_shorter_while_it_is_gone_through,
        an_array_with_a_name,
        an_array_in_two_rows,
        an_array_of_the_caller,
        a_row_of_rows_that_is_turned,
        an_operand_that_takes_it_out,
    ],
)
def test_a_row_that_is_read_again_is_the_same_one_or_refused(function, point):
    result(function, point)


def other_rows(x):
    rows = numbers(x)
    first, second = rows[0], rows[1]
    for v in rows[2]:
        first.append(v * 2)
    for v in second:
        rows[3].append(v * x[3])
    b = bodies(x)[1][-1]
    b.v *= 2
    return sum(weighted(row) * (i + 1) for i, row in enumerate(rows)) + b.v


@pytest.mark.parametrize("point", POINTS)
def test_rows_at_other_places_are_other_ones(point):
    assert result(other_rows, point)
