"""Lists of tuples of which run time knows the length."""

from collections import deque

import pytest

from tests.srcad.compiler.side_by_side import result

POINTS = [[0.703, -1.3, 2.1, 0.4], [0.6, 1.2, -0.35, 1.7], [1.5, 0.3, 0.9, -2.2]]


def window(items, n):
    last = deque(maxlen=n)
    for v in items:
        last.append(v)
        if len(last) == n:
            yield tuple(last)


def above(x, t):
    return tuple(v for v in x if v > t)


def windows_of_a_generator(x):
    return sum(a * b for a, b in list(window((v * v for v in x), 2)))


def windows_in_a_list(x):
    found = []
    for pair in window((v * v for v in x), 2):
        found.append(pair)
    return sum(a * b for a, b in found)


def smoothed(values):
    last = None
    for v in values:
        last = v if last is None else 0.3 * v + 0.7 * last
        yield last


def windows_of_what_is_smoothed(x):
    return sum(a * b for a, b in list(window(smoothed(x), 2))) * x[0]


def of_several_lengths(x):
    rows = [above(x, t) for t in x]
    rows.sort(key=len)
    return sum(sum(row) * (k + 1) for k, row in enumerate(rows)) + len(rows[-1]) * x[0]


def beside_a_number(x):
    rows = [(t, above(x, t)) for t in x if len(above(x, t)) == 2]
    return sum(t * a * b for t, (a, b) in rows)


def changed_lists(x):
    rows = [above(x, t) for t in x if t > 0]
    rows[0] = rows[0] + (x[3],)
    rows = rows[::-1] + rows[:1]
    row = rows.pop()
    return sum(row) * len(rows) + sum(sum(one) for one in rows)


def in_lists_in_a_list(x):
    rows = [[above(x, t)] for t in x if t > 0]
    rows[0].append(above(x, 1))
    return sum(sum(sum(one) for one in row) for row in rows)


def of_lists_that_change(x):
    rows = [[v for v in x if v > t] for t in x if t > 0]
    tuples = [tuple(row) for row in rows]
    rows[0].append(x[0])
    return sum(sum(one) for one in tuples) + 2 * sum(rows[0])


def as_keys(x):
    found = {}
    for t in x:
        found[above(x, t)] = t * t
    return found[()] + len(found) * x[0] + sum(found.values())


PROGRAMS = [
    windows_of_a_generator,
    windows_in_a_list,
    windows_of_what_is_smoothed,
    of_several_lengths,
    beside_a_number,
    changed_lists,
    in_lists_in_a_list,
    of_lists_that_change,
    as_keys,
]


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_list_holds_tuples_of_any_length(program, x):
    assert result(program, x)
