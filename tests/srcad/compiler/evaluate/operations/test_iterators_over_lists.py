"""Iterators over lists of run time that go on where they were left."""

import pytest

from tests.srcad.compiler.side_by_side import result


def two_at_once(x):
    it = iter([float(v) for v in x if v > 0])
    a, b = next(it), next(it, 2.0)
    return a * 2 + b


def one_and_the_rest(x):
    it = iter([v for v in x if v > 0])
    first, t = next(it, 0.5), 0.0
    for v in it:
        t += v * first
    for v in it:
        t += 100.0 * v
    return t + first * 3


def of_a_list_that_grows(x):
    xs = [v for v in x if v > 0]
    it = iter(xs)
    a, b, t = next(it, 0.0), next(it, 1.0), 0.0
    xs.append(3.0 * x[1])
    for v in it:
        t += v * 3
    xs.append(1.0)
    return a * 2 + b * x[0] + t + sum(it)


def in_pairs(x):
    it, t = iter([v for v in x if v > 0]), 0.0
    for v in it:
        other = next(it, None)
        if other is None:
            break
        t += v * other
    return t + x[0]


def until_there_is_none(x):
    it, t = iter([v for v in x if v > 0]), 0.0
    while True:
        v = next(it, None)
        if v is None:
            break
        t += v * (1 + t)
    return t


def of_tuples(x):
    it = iter([(v, i) for i, v in enumerate(x) if v > 0])
    a, i = next(it)
    b, j = next(it, (1.0, 0))
    return a * i + b * j * x[0] + len(list(it))


def caught(x):
    it = iter([v for v in x if v > 3])
    try:
        best = next(it)
    except StopIteration:
        return x[1] * x[0]
    for v in it:
        best = best if best > v else v
    return best


def taken(it, count):
    return sum(next(it, 0.0) for _ in range(count))


def by_a_function(x):
    it = iter([v for v in x if v > 0])
    return taken(it, 2) * 2 + taken(it, 1) * x[0]


def on_a_path(x):
    it = iter([v for v in x if v > 0])
    a = next(it, 1.0) if x[0] > 0 else 2.0
    return a * sum(it)


def left_by_a_break(x):
    it, t = iter([v for v in x if v > 0]), 0.0
    for i, v in enumerate(it):
        if v > 1:
            break
        t += v * (i + 1)
    rest = list(it)
    return t + sum(rest) * len(rest)


PROGRAMS = [
    two_at_once,
    one_and_the_rest,
    of_a_list_that_grows,
    in_pairs,
    until_there_is_none,
    of_tuples,
    caught,
    by_a_function,
    on_a_path,
    left_by_a_break,
]
POINTS = [[0.71, -1.31, 2.1, 0.43], [-0.6, 1.2, -0.35, 1.7], [1.5, 0.3, 0.9, 2.2]]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", PROGRAMS)
def test_an_iterator_goes_on_where_it_was_left(function, point):
    assert result(function, point)
