"""``heapq`` and ``bisect`` over numbers that run time knows, and orders by several."""

import bisect
import heapq
import itertools
import math

import numpy as np
import pytest

import srcad
from srcad import CompileError
from tests.srcad.compiler.side_by_side import result

X = np.array([0.3, 1.2, -0.7, 2.1, 0.9, -0.2, 1.6])
TABLE = np.array([0.1, 0.5, 1.5])


def sorted_by_a_heap(x):
    heap = []
    for value in x:
        heapq.heappush(heap, value)
    total, factor = 0.0, 1.0
    while heap:
        total += factor * heapq.heappop(heap)
        factor *= 2
    return total


def shortest_path(x):
    weights = np.abs(np.outer(x, x) + np.sin(np.arange(7.0)))
    count = weights.shape[0]
    distance = np.full(count, np.inf)
    distance[0] = 0.0
    queue = [(0.0, 0)]
    while queue:
        d, u = heapq.heappop(queue)
        if d <= distance[u]:
            for v in range(count):
                new = d + weights[u, v] + 0.1
                if new < distance[v]:
                    distance[v] = new
                    heapq.heappush(queue, (new, v))
    return distance[-1] + distance[3]


def replaced_in_a_heap(x):
    heap = [value for value in x]  # noqa: C416
    heapq.heapify(heap)
    first = heapq.heapreplace(heap, x[0] * 2)
    second = heapq.heappushpop(heap, x[1] * 0.55)
    return first * second + heap[0] * heap[1] * 3 + heap[2] + heap[5] * 2


def a_heap_of_three(x):
    heap = [x[0], x[1], x[2]]
    heapq.heapify(heap)
    return heapq.heappop(heap) * heap[0]


def smallest_and_largest(x):
    largest = heapq.nlargest(2, x, key=lambda value: value * value)
    return sum(heapq.nsmallest(3, x)) * sum(largest)


def interpolated(x):
    xs, ys = [0.1, 0.5, 1.5], [2.0, 3.0, 5.0]
    total = 0.0
    for value in x:
        i = bisect.bisect(xs, value)
        if 0 < i < 3:
            slope = (ys[i] - ys[i - 1]) / (xs[i] - xs[i - 1])
            total += ys[i - 1] + slope * (value - xs[i - 1])
    return total


def a_place_in_an_array(x):
    return x[bisect.bisect_left(TABLE, x[1])] ** 2


def inserted(x):
    items = []
    for value in x:
        bisect.insort(items, value)
    return sum(k * value for k, value in enumerate(items))


def inserted_by_a_key(x):
    items = []
    for value in (x[0], x[1], x[2]):
        bisect.insort_left(items, value, key=lambda item: -item)
    return sum(k * value for k, value in enumerate(items))


def known(x):
    heap = [3, 1, 2]
    heapq.heapify(heap)
    heapq.heappush(heap, 0)
    return x[heapq.heappop(heap)] * bisect.bisect([1, 2, 3], 2)


def pairs_in_order(x):
    pairs = sorted([(value, i) for i, value in enumerate(x)])
    return sum(value * (k + i) for k, (value, i) in enumerate(pairs))


def the_other_way_round(x):
    rows = [(math.floor(value), value, i) for i, value in enumerate(x)]
    rows = sorted(rows, reverse=True)
    return sum(k * (i + 1) * value for k, (_, value, i) in enumerate(rows))


def by_two_keys(x):
    pairs = [(x[0], 1), (-x[0], 2), (x[2], 3)]
    pairs.sort(key=lambda pair: (pair[0] * pair[0], -pair[1]))
    return pairs[0][0] * pairs[1][1] + pairs[2][0]


FUNCTIONS = [
    sorted_by_a_heap,
    shortest_path,
    replaced_in_a_heap,
    a_heap_of_three,
    smallest_and_largest,
    interpolated,
    a_place_in_an_array,
    inserted,
    inserted_by_a_key,
    known,
    pairs_in_order,
    the_other_way_round,
    by_two_keys,
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_orders(function):
    assert result(function, X)


def test_heaps_are_those_of_python():
    def heap_of(x):
        heap = []
        for value in x:
            heapq.heappush(heap, (np.round(value), value))
        heapq.heappop(heap)
        return np.stack([value for _, value in heap])

    generator = np.random.default_rng(0)
    for size in (2, 3, 8, 21):
        x = generator.normal(size=size) * 2
        out, _ = srcad.value_and_grad(heap_of)(x)
        np.testing.assert_array_equal(out, heap_of(x))


def least(x):
    return min([value for value in x if value > 100])


def greatest(x):
    return max([value for value in x if value > 100], key=lambda value: -value)


@pytest.mark.parametrize("function", [least, greatest])
def test_there_is_no_least_of_nothing(function):
    with pytest.raises(ValueError, match=r"is empty|empty sequence"):
        function(X)
    with pytest.raises(ValueError, match="arg is an empty sequence"):
        srcad.grad(function)(X)


class Event:
    def __init__(self, kind):
        self.kind = kind


def an_array_behind_a_counter(x):
    heap = []
    for i in range(4):
        heapq.heappush(heap, (x[i], i, x * i))
    a, n, b = heapq.heappop(heap)
    return a * n + b.sum()


def a_dict_behind_a_counter(x):
    heap, total = [], 0.0
    for i in range(4):
        if x[i] > -1:
            heapq.heappush(heap, (x[i], i, {"w": x[i] * 2}))
    while heap:
        p, _, d = heapq.heappop(heap)
        total = total * 0.5 + d["w"] * p
    return total


def an_object_behind_a_counter(x):
    heap, counter, total = [], itertools.count(), 0.0
    for v in x:
        heapq.heappush(heap, (abs(v), next(counter), Event(v)))
    while heap:
        p, _, event = heapq.heappop(heap)
        total = total * 0.5 + event.kind * p
    return total


def the_least_of_tuples(x):
    a, n, b = min((x[i], i, x * i) for i in range(4))
    return a * n + b.sum()


@pytest.mark.parametrize(
    "function",
    [
        *(an_array_behind_a_counter, a_dict_behind_a_counter),
        *(an_object_behind_a_counter, the_least_of_tuples),
    ],
)
@pytest.mark.parametrize("x", [[0.7, -1.3, 2.1, 0.41], [1.21, 0.9, -0.3, 0.62]])
def test_what_has_no_order_stands_behind_what_has_one(function, x):
    assert result(function, x)


def told_apart_by_dicts(x):
    a, b = (x[0], {"w": x[1]}), (x[2], {"w": x[3]})
    return a[1]["w"] if a < b else b[1]["w"] * 2


def caught(x):
    try:
        return told_apart_by_dicts(x)
    except TypeError:
        return x[3] * 3


@pytest.mark.parametrize("x", [[0.7, -1.3, 2.1, 0.41], [0.7, 0.9, 0.7, 0.62]])
def test_where_what_has_no_order_decides_a_type_error_is_raised(x):
    out, _ = srcad.value_and_grad(caught)(np.array(x))
    assert out == caught(np.array(x))


def test_the_error_is_in_the_words_of_python():
    with pytest.raises(TypeError, match=r"'<' not .* instances of 'dict' and 'dict'"):
        srcad.value_and_grad(told_apart_by_dicts)(np.array([0.7, 0.9, 0.7, 0.62]))


class Noted:
    """Notes what it is compared with, which Python may do in any order."""

    def __init__(self, value, notes):
        self.value = value
        self.notes = notes

    def __lt__(self, other):
        self.notes.append(other.value)
        return self.value < other.value


def sorted_and_noted(x):
    notes = []
    items = [Noted(v, notes) for v in (x[0], x[1], x[2])]
    items.sort()
    return items[0].value + notes[-1]


def test_how_often_a_sort_compares_is_not_seen():
    with pytest.raises(CompileError, match="a comparison that changes something"):
        srcad.value_and_grad(sorted_and_noted)(X)
