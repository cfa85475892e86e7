"""What a class compares by itself is asked only where Python comes to it: in tuples,
lists and records the first items that differ decide."""

import heapq
from collections import deque
from dataclasses import dataclass

import numpy as np

from tests.srcad.compiler.cases.case import case


class Equal:
    """Counts how often it is asked whether it is equal."""

    def __init__(self, value):
        self.value = value
        self.asked = 0

    def __eq__(self, other):
        self.asked += 1
        return self.value == other.value


class Less:
    """Counts how often it is asked whether it is less, and whether it is no more."""

    def __init__(self, value):
        self.value = value
        self.asked = 0

    def __lt__(self, other):
        self.asked += 1
        return self.value < other.value

    def __le__(self, other):
        self.asked += 10
        return self.value <= other.value

    def __gt__(self, other):
        self.asked += 100
        return self.value > other.value


class Refusing:
    """Raises where both are large."""

    def __init__(self, value):
        self.value = value

    def _check(self, other):
        if self.value + other.value > 0.5:
            raise ValueError("not to be compared")

    def __eq__(self, other):
        self._check(other)
        return self.value + other.value > -0.5

    def __lt__(self, other):
        self._check(other)
        return self.value < other.value


class Plain:
    """Has no order."""

    def __init__(self, value):
        self.value = value


@dataclass(order=True)
class Row:
    key: object
    item: object


POINTS = [
    np.array([0.7, -1.3, 2.1, 0.4]),
    np.array([0.7, 0.2, -0.6, 0.4]),
]


def draws(place):
    """Signs that tell, and signs that tie."""
    return {"x": lambda random, shape: POINTS[place] + 0.1 * random.uniform(size=shape)}


def at_each_point(program):
    for place in range(len(POINTS)):
        label = f"{program.__name__}_{place}"
        case("float64[4]", values=draws(place), label=label)(program)
    return program


@at_each_point
def less_of_tuples(x):
    a, b = Less(x[2]), Less(x[3])
    found = (x[0] > 0, a) < (x[1] > 0, b)
    return x * (1.0 + a.asked + 7.0 * b.asked + found)


@at_each_point
def no_more_of_tuples(x):
    a, b = Less(x[2]), Less(x[3])
    found = (x[0] > 0, a) <= (x[1] > 0, b)
    return x * (1.0 + a.asked + 7.0 * b.asked + found)


@at_each_point
def tuples_in_tuples(x):
    a, b = Less(x[2]), Less(x[3])
    found = (x[0] > 0, (x[2] > 0, a)) > (x[1] > 0, (x[3] > 0, b))
    return x * (1.0 + a.asked + 7.0 * b.asked + found)


@at_each_point
def equal_tuples_and_lists(x):
    a, b = Equal(x[2]), Equal(x[3])
    found = [a, x[0]] == [b, x[1]] or (x[0] > 0, a) != (x[1] > 0, b)
    return x * (1.0 + a.asked + 7.0 * b.asked + found)


@at_each_point
def equal_dicts_and_deques(x):
    a, b = Equal(x[2]), Equal(x[3])
    found = {"k": x[0] > 0, "v": a} == {"k": x[1] > 0, "v": b}
    others = deque([x[1] > 0, b]) == deque([x[2] > 0, a])
    return x * (1.0 + a.asked + 7.0 * b.asked + found + 3.0 * others)


@at_each_point
def records_in_order(x):
    a, b = Row(x[0] > 0, Less(x[2])), Row(x[1] > 0, Less(x[3]))
    found = a < b
    return x * (1.0 + a.item.asked + 7.0 * b.item.asked + found)


@at_each_point
def a_record_among_others(x):
    a, b = Row(x[0] > 0, Equal(x[2])), Row(x[1] > 0, Equal(x[3]))
    wanted = Row(x[2] > 0, Equal(x[2]))
    found = wanted in (a, b)
    asked = a.item.asked + 3.0 * b.item.asked + 9.0 * wanted.item.asked
    return x * (1.0 + asked + found)


@at_each_point
def a_tuple_in_a_list(x):
    rows = [(x[0] > 0, Equal(x[1])), (x[1] > 0, Equal(x[2]))]
    wanted = (x[2] > 0, Equal(x[2]))
    found = wanted in rows
    asked = rows[0][1].asked + 3.0 * rows[1][1].asked + 9.0 * wanted[1].asked
    return x * (1.0 + asked + found)


@at_each_point
def the_largest_of_tuples(x):
    rows = [(x[k] > 0, Less(x[k])) for k in range(4)]
    found = max(rows)
    return x * (found[1].value + sum(k * one.asked for k, (_, one) in enumerate(rows)))


@at_each_point
def what_raises_is_not_asked_of_what_differs(x):
    a, b = Refusing(x[2]), Refusing(x[3])
    try:
        if (x[0] > 0, a) < (x[1] > 0, b) or [x[0] > 0, b] == [x[2] > 0, a]:
            return x * 2.0
    except ValueError:
        return x * 3.0
    return x * 5.0


@at_each_point
def no_more_is_looked_for_than_is_found(x):
    rows = [Refusing(x[0]), Refusing(x[1]), Refusing(x[2])]
    found = 7.0
    try:
        found = 1.0 + (Refusing(x[3]) in rows) + rows.count(Refusing(x[1]))
    except ValueError:
        pass
    return x * found


@at_each_point
def a_place_among_what_raises(x):
    rows = (Refusing(x[0]), Refusing(x[1]), Refusing(x[2]))
    try:
        return x * (2.0 + rows.index(Refusing(x[3])))
    except ValueError:
        return x * 0.5


@at_each_point
def a_condition_behind_another_one(x):
    rows, others = [Refusing(x[0]), x[2]], [Refusing(x[1]), x[3]]
    try:
        return x * 2.0 if x[2] > 0 and rows == others else x * 3.0
    except ValueError:
        return x * 5.0


@at_each_point
def a_queue_of_what_has_no_order(x):
    heap = []
    for k in range(3):
        heapq.heappush(heap, (round(x[k]), k, Plain(x[k])))
    first, k, item = heapq.heappop(heap)
    item.value *= 2.0
    heapq.heappush(heap, (first + 2, k, item))
    total = 0.0
    while heap:
        _, k, item = heapq.heappop(heap)
        total = total * 0.5 + item.value * (k + 1)
    return x * total


@at_each_point
def a_queue_that_never_compares(x):
    heap = []
    for k in range(3):
        heapq.heappush(heap, (x[k], k, Refusing(x[k])))
    _, _, item = heapq.heappop(heap)
    item.value += 1.0
    return x * item.value


@at_each_point
def a_tie_of_what_has_no_order(x):
    a, b = Plain(x[0]), Plain(x[1])
    try:
        return x * 2.0 if (x[2] > 0, x[0] > 0, a) < (x[3] > 0, x[1] > 0, b) else x * 3.0
    except TypeError:
        return x * 5.0


@at_each_point
def a_tie_of_dicts(x):
    a, b = {"w": x[0] > 0}, {"w": x[1] > 0}
    try:
        return x * 2.0 if (x[2] > 0, a) < (x[3] > 0, b) else x * 3.0
    except TypeError:
        return x * 5.0
