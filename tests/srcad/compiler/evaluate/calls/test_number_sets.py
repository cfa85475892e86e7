"""Sets of whole numbers that run time changes, in the order of Python's."""

import copy
from collections import defaultdict

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [
    [0.703, -1.3018, 2.1047, 0.4021],
    [-0.6013, 1.2027, -0.3519, 1.7041],
    [1.5012, 0.3023, 0.897, -2.203],
    [-0.47, -1.63, 0.29, 0.85],
    [2.913, -0.741, -1.877, 3.304],
]


def numbers(x):
    """Some of which have one place in a small table."""
    return [int(abs(v) * 20) % 41 for v in x]


def told(x, s):
    """What hangs on the order of a set."""
    total = 0.0
    for v in s:
        total = 0.7 * total + x[v % 4] * (v + 2)
    return total


def dijkstra(x):
    lengths = np.abs(x[:, None] - x[None, :]) + 0.1
    near, todo = {0: 0.0, 1: 1e9, 2: 1e9, 3: 1e9}, set(range(4))
    while todo:
        k = min(todo, key=near.get)
        todo.remove(k)
        for j in todo:
            other = near[k] + lengths[k, j] ** 2
            if other < near[j]:
                near[j] = other
    return near[1] + 2 * near[2] + near[3]


def prim(x):
    lengths = np.abs(x[:, None] - x[None, :])
    inside, outside, cost = {0}, {1, 2, 3}, 0.0
    while outside:
        length, k = min((lengths[i, j], j) for i in inside for j in outside)
        cost += length**2
        inside.add(k)
        outside.discard(k)
    return cost


def nearest_neighbour(x):
    left, k, cost = {1, 2, 3}, 0, 0.0
    while left:
        other = min(left, key=lambda j: abs(x[k] - x[j]))
        cost += (x[k] - x[other]) ** 2
        left = left - {other}
        k = other
    return cost


class Cells:
    def __init__(self, x):
        self.x = x
        self.alive = {int(abs(v) * 5) % 10 for v in x}

    def step(self):
        born = set()
        for k in self.alive:
            for other in (k - 1, k + 1):
                if 0 <= other < 10 and other not in self.alive:
                    born.add(other)
        self.alive = born


def an_attribute(x):
    cells = Cells(x)
    for _ in range(3):
        cells.step()
    return told(x, cells.alive)


def displays(x):
    a, b, *_ = numbers(x)
    return told(x, {a, b, 8, 16}) + 2 * told(x, {b, a, a}) + 3 * told(x, {a, *[b, 0]})


def calls(x):
    ns = numbers(x)
    made = set(ns), {n + 8 for n in ns}, set(range(ns[0] % 12)), set(iter(ns))
    return sum((k + 1) * told(x, s) for k, s in enumerate(made))


def added_one_by_one(x):
    s = set()
    for n in numbers(x):
        s.add(n)
        s.add((n * 8) % 64)
    return told(x, s)


def taken_out(x):
    s = set(range(0, 80, 8))
    for n in numbers(x):
        s.discard(n - n % 8)
        s.add(n)
    return told(x, s)


def popped(x):
    s, total = set(numbers(x)), 0.0
    s.update((8, 16, 24))
    while len(s) > 2:
        total = 0.5 * total + s.pop() * x[0]
        s.add(int(total) % 3)
        s.discard(1)
    return total + told(x, s)


def operators(x):
    a, b = set(numbers(x)), {int(v * 3) % 9 * 8 for v in x}
    pairs = a - b, a & b, a | b, a ^ b, b - a, b & a, b | a, b ^ a
    return sum((k + 1) * told(x, s) for k, s in enumerate(pairs))


def operators_in_place(x):
    a, b = set(numbers(x)), {int(v * 3) % 9 * 8 for v in x}
    a |= b
    b ^= a
    first = told(x, b)
    a -= {8, 16, b.pop() if b else 0}
    a &= set(range(0, 64, 4)) | {numbers(x)[0]}
    return first + told(x, a)


def with_itself(x):
    a, b, c = (set(numbers(x)) for _ in range(3))
    a &= a
    b.update(b)
    c ^= c
    return told(x, a) + told(x, b) + told(x, c | a)


def methods(x):
    a, b = set(numbers(x)), {int(v * 3) % 9 * 8 for v in x}
    made = (
        *(a.union(b, [8, 9]), a.intersection(b), a.intersection([8, 16], b)),
        *(a.difference(b), a.difference([8, 16], b), a.symmetric_difference(b)),
        *(a.symmetric_difference([8, 16, 8]), a.copy(), a.union()),
    )
    return sum((k + 1) * told(x, s) for k, s in enumerate(made))


def methods_in_place(x):
    a, b = set(numbers(x)), {int(v * 3) % 9 * 8 for v in x}
    a.update(b, [numbers(x)[1], 40])
    b.symmetric_difference_update([8, 16, 8])
    c = set(a)
    c.difference_update(b, [0])
    a.intersection_update(b | {8})
    b.clear()
    b.add(numbers(x)[2])
    return told(x, a) + 2 * told(x, b) + 3 * told(x, c)


def asked(x):
    a, b = set(numbers(x)), {int(v * 3) % 9 * 8 for v in x}
    truths = a <= b, a >= {numbers(x)[0]}, a < a | b, a == {*list(a)}, a != b
    more = a.isdisjoint(b), {8} <= b, a.issubset([*a, 1]), a.issuperset(b), 8 in a
    return told(x, a) + sum(k * x[0] for k, t in enumerate((*truths, *more)) if t)


def copies(x):
    a = set(numbers(x))
    b, c, d = copy.copy(a), copy.deepcopy(a), a
    a.add(8)
    c.discard(numbers(x)[0])
    return told(x, a) + 2 * told(x, b) + 3 * told(x, c) + 4 * told(x, d)


def handed_to_functions(x):
    a = set(numbers(x))
    listed, least = list(a), min(a, key=lambda n: (n % 3, -n))
    first, *rest = a
    numbered = sum(k * n for k, n in enumerate(a))
    beside = sum(n * v for n, v in zip(a, x, strict=False))
    mapped = sum(map(float, a))
    order = sorted(a, key=lambda n: n % 3)
    return (
        (least + numbered + first + len(rest)) * x[0]
        + beside
        + mapped
        + told(x, order + listed)
    )


def on_one_path(x):
    a = {8, 16}
    if x[0] > 0:
        a.add(numbers(x)[1])
    else:
        a = a | {0, 24}
    return told(x, a)


def left_early(x):
    a = set(numbers(x))
    for n in a:
        if n % 2:
            a.discard(n)
            break
    return told(x, a)


def truths(x):
    return told(x, {bool(v > 0) for v in x})


def indices_of_arrays(x):
    left, total = set(range(4)), 0.0
    while len(left) > 1:
        row = np.array([x[k] for k in left])
        k = list(left)[int(np.argmin(row))]
        left -= {k}
        total = 0.5 * total + x[k]
    left.add(np.argmax(x))
    return total + told(x, left)


def neighbours(x):
    beside, total = defaultdict(set), 0.0
    for i in range(4):
        for j in range(i):
            if abs(x[i] - x[j]) < 1.5:
                beside[i].add(j)
                beside[j].add(i)
    for i in range(4):
        for j in beside[i]:
            total += x[j] * (i + 1) / len(beside[i])
    return total


PROGRAMS = [
    neighbours,
    dijkstra,
    prim,
    nearest_neighbour,
    an_attribute,
    displays,
    calls,
    added_one_by_one,
    taken_out,
    popped,
    operators,
    operators_in_place,
    with_itself,
    methods,
    methods_in_place,
    asked,
    copies,
    handed_to_functions,
    on_one_path,
    left_early,
    truths,
    indices_of_arrays,
]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", PROGRAMS)
def test_it_is_gone_through_as_python_goes_through_its_own(function, point):
    assert result(function, point)


def changed_while_it_is_gone_through(x):
    a, total = set(numbers(x)), 0.0
    for n in a:
        total += n * x[0]
        if n % 2:
            a.discard(n)
    return total


def test_one_that_changes_its_size_meanwhile_raises():
    x = np.array([0.05, 0.1, 0.15, 0.2])
    with pytest.raises(RuntimeError, match="Set changed size during iteration"):
        changed_while_it_is_gone_through(x)
    with pytest.raises(RuntimeError, match="Set changed size during iteration"):
        srcad.value_and_grad(changed_while_it_is_gone_through)(x)


def emptied(x):
    s, total = set(numbers(x)), 0.0
    for _ in range(int(abs(x[0]) * 20)):
        total += s.pop() * x[1]
    return total


def removed(x):
    s = set(numbers(x))
    s.remove(99)
    return len(s) * x[0]


@pytest.mark.parametrize("function", [emptied, removed])
def test_what_is_not_there_is_a_key_error(function):
    x = np.array(POINTS[0])
    with pytest.raises(KeyError) as wanted:
        function(x)
    with pytest.raises(KeyError) as found:
        srcad.value_and_grad(function)(x)
    assert found.value.args == wanted.value.args


def of_floats(x):
    return sum({v * v for v in x}) + len(set(numbers(x))) * x[0]


def of_tuples(x):
    return told(x, [a for a, _ in {(n, 1) for n in numbers(x)}])


def of_keys_of_a_dict(x):
    d = {}
    for n in numbers(x):
        d[n] = x[0]
    return told(x, set(d))


@pytest.mark.parametrize("function", [of_floats, of_tuples, of_keys_of_a_dict])
def test_of_others_the_order_is_not_known(function):
    with pytest.raises(srcad.CompileError, match="in which order") as error:
        srcad.grad(function)(np.array(POINTS[0]))
    assert error.value.diagnostics[0].code == "SRC013"
