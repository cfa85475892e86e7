"""``itertools.count`` where run time asks it."""

import heapq
import itertools

import pytest

from tests.srcad.compiler.side_by_side import result


def tie_breaks(x):
    cnt = itertools.count()
    heap = [(0.0, next(cnt))]
    tot = 0.0
    while heap:
        c, _k = heapq.heappop(heap)
        if c > 5:
            break
        tot += c
        for v in x:
            if v > 0:
                heapq.heappush(heap, (c + v + 1, next(cnt)))
    return tot


def on_a_path(x):
    ids = itertools.count(1)
    t = 0.0
    for v in x:
        if v > 0.7:
            t += v * next(ids)
    return t + next(ids)


def in_a_while(x):
    c = itertools.count(10, -2)
    t = x[0] * next(c)
    while t > 1.0:
        t -= abs(next(c)) * 0.1 + x[1] ** 2
    return t * next(c)


def beside_arrays(x):
    return sum((v * k for k, v in zip(itertools.count(2), x))) + sum(
        (k for k, v in enumerate(x, 3))
    )


POINTS = [[0.7, -1.3, 2.1, 0.4], [0.9, 1.2, -0.35, 1.7]]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", [tie_breaks, on_a_path, in_a_while, beside_arrays])
def test_run_time_knows_how_far_a_counter_is(function, point):
    assert result(function, point)
