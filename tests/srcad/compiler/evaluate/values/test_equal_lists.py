"""``==`` of lists, of which run time knows how long they are."""

import math

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [[0.703, -1.3, 2.1, 0.4], [0.6, 1.2, -0.35, 1.7], [-0.5, 0.3, 0.9, 2.2]]


def of_numbers(x):
    old = [v for v in x if v > 0]
    new = sorted(old)
    return sum(new) if new == old else 2 * sum(old)


def not_equal(x):
    old = [v for v in x if v > 0]
    return x[1] * len(old) if old != sorted(old) else x[0]


def beside_a_known_one(x):
    old = [v for v in x if v > 0]
    return x[1] if old == [x[1], x[2], x[3]] or old == [0.5] else x[0] * 2


def of_tuples(x):
    old = [(v, v * 2) for v in x if v > 0]
    new = sorted(old)
    return sum(a for a, _ in new) if new == old else 2 * sum(a * b for a, b in old)


def of_texts_and_numbers(x):
    old = [("p" if v > 1 else "q", v * v) for v in x if v > 0]
    new = sorted(old, key=lambda pair: pair[1])
    return sum(b for _, b in old) * (2 if new == old else 3)


def of_texts(x):
    words = ["p" if v > 1 else "q" for v in x if v > 0]
    return x[0] if words == ["q", "q", "p"] else x[1]


def of_lists(x):
    groups = [[], []]
    for v in x:
        groups[int(v > 0)].append(v)
    return x[0] if groups == [sorted(one) for one in groups] else x[1] * 2


def of_tuples_of_run_time(x):
    old = tuple(v for v in x if v > 0)
    return x[0] * 3 if old == tuple(sorted(old)) else x[1]


def until_nothing_changes(x):
    points = [(x[0], x[1]), (x[2], x[3]), (0.0, 0.0), (2.0, 2.0)]
    centres, steps = [points[2], points[3]], 0
    for _ in range(5):
        clusters = [[] for _ in centres]
        for p in points:
            far = [math.dist(p, c) for c in centres]
            clusters[far.index(min(far))].append(p)
        new = [tuple(sum(c) / len(one) for c in zip(*one)) for one in clusters]  # noqa: B905
        if new == centres:
            break
        centres = new
        steps += 1
    return sum(min(math.dist(p, c) for c in centres) for p in points) * steps


def of_arrays(x):
    rows = [v * x for v in x if v > 0]
    return x[0] if rows == [x] else x[1]


PROGRAMS = [
    of_numbers,
    not_equal,
    beside_a_known_one,
    of_tuples,
    of_texts_and_numbers,
    of_texts,
    of_lists,
    of_tuples_of_run_time,
    until_nothing_changes,
]


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_lists_are_equal_item_by_item(program, x):
    assert result(program, x)


def test_a_list_of_arrays_is_not_compared():
    with pytest.raises(srcad.CompileError) as refused:
        srcad.grad(of_arrays)(np.array(POINTS[0]))
    assert refused.value.diagnostics[0].code == "SRC013"


def the_same_ones(x):
    old = [v for v in x if not v > 5]
    new = list(old)
    return x[1] if new == old else x[2]


def others(x):
    old = [v for v in x if not v > 5]
    return x[1] if old == [x[0], x[1], x[2]] else x[2]


@pytest.mark.parametrize("program", [the_same_ones, others])
def test_nan_is_equal_to_itself_alone(program):
    x = np.array([np.nan, 1.0, 2.0])
    assert srcad.value_and_grad(program)(x)[0] == program(x)
