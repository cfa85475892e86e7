"""What stands under a key, or at a place, that run time knows, where the items are known
one by one."""

import math

import numpy as np

from tests.srcad.compiler.cases.case import apart, below, case

WAYS = [math.sin, math.exp, lambda v: v * v]
SHIFTS = {1: 0.5, 2: 1.5, 4: 2.5}


@case("float64[n]", "int64[n]", sizes={"n": 4}, values={"k": below(3)})
def under_whole_numbers(x, k):
    kept = {0: x[0] ** 2, 1: np.sin(x[-1]), 2: 3.0}
    return sum(kept[int(n)] * v + kept.get(n, 7.0) for v, n in zip(x, k, strict=True))


@case("float64[n]", "int64[n]", sizes={"n": 4}, values={"k": below(5)})
def under_a_key_that_may_be_none(x, k):
    kept = {1: x[0] * x[-1], 3: x[0]}
    total = 0.0
    for v, n in zip(x, k, strict=True):
        total += kept.get(int(n), 0.5) * v + SHIFTS.get(n, v)
        if kept.get(int(n)) is not None:
            total += kept[int(n)] ** 2
        try:
            total += kept[int(n)] * v * v
        except KeyError:
            total -= v
    return total


@case("float64[n]", "int64[n]", sizes={"n": 4}, values={"k": below(3)})
def added_to_under_a_key(x, k):
    sums, counts = {0: 0.0, 1: 1.0, 2: x[0]}, {0: 1, 1: 1, 2: 1}
    for v, n in zip(x, k, strict=True):
        sums[int(n)] += v * v
        sums[int(n)] *= sums[0]
        counts[int(n)] += 1
    return sum(sums[n] / counts[n] for n in sums)


@case("float64[n]", "int64[n]", sizes={"n": 4}, values={"k": below(2)})
def functions_at_a_place(x, k):
    own = (np.tanh, lambda v: v**3)
    names = ["tanh", "cube"]
    total = 0.0
    by_sign = {True: np.cos, False: lambda v: v**2}
    for v, n in zip(x, k, strict=True):
        total += by_sign[v > 0.2](v)
        total += WAYS[n](v) * own[n](v) + WAYS[-n - 1](v) * len(names[n])
    return total


# ------------------------------------------------- what was chosen, and is let go again


@case("float64[3]", values={"x": apart})
def objects_by_the_largest_of_them(x):
    nodes = [Branches(v) for v in x]
    largest = max(nodes, key=lambda node: node.value).value
    for node in nodes:
        node.value = node.value / (1.0 + largest**2)
    return x * sum(node.value**2 for node in nodes)


@case("float64[3]", values={"x": apart})
def dicts_by_the_smallest_of_them(x):
    rows = [{"key": v, "values": v * np.ones(2)} for v in x]
    first = min(rows, key=lambda row: row["key"])["values"][0]
    for row in rows:
        row["values"] *= first
        row["key"] = row["key"] * 2
    return x * sum(row["key"] * np.sum(row["values"]) for row in rows)


@case("float64[3]", values={"x": apart})
def objects_that_are_ordered_and_changed(x):
    nodes = [Branches(v) for v in x]
    nodes.sort(key=lambda node: node.value)
    nodes[0].value = x[2] * nodes[1].value
    nodes = sorted(nodes, key=lambda node: node.left * node.value)
    for k, node in enumerate(nodes):
        node.value = node.value * (k + 1)
    return x * sum(node.value**2 * (k + 1) for k, node in enumerate(nodes))


# ---------------------------------------------------------- attributes chosen by a name


class Branches:
    def __init__(self, value):
        self.value = value
        self.left = self.right = 1.0


@case("float64[3]", values={"x": apart})
def an_attribute_that_is_set_by_a_chosen_name(x):
    node = Branches(x[0])
    for v in x:
        side = "left" if v < 0.5 else "right"
        setattr(node, side, getattr(node, side) * v)
    return node.left * x + node.right**2


@case("float64[3]", values={"x": apart})
def a_function_and_an_attribute_by_a_chosen_name(x):
    function = getattr(np, "sin" if x[0] > 0 else "cos")
    node = Branches(x[1])
    node.left = x[2]
    best = max(("left", "right", "value"), key=lambda name: getattr(node, name))
    there = hasattr(node, "value" if x[0] > 0 else "middle")
    other = getattr(node, "middle" if x[0] > 0 else "value", 3.0)
    return function(x) * getattr(node, best) * (2.0 if there else 1.0) * other


# ------------------------------------------------------------- what chosen texts say


@case("float64[3]", values={"x": apart})
def numbers_that_chosen_texts_stand_for(x):
    key = "w0_1" if x[0] > 0 else "w2_0"
    first, second = key[1:].split("_")
    scale = float("0.5" if x[1] > 0 else "1.5")
    place = "ab".index("a" if x[2] > 0 else "b")
    return x * x[int(first)] * scale + x[int(second)] * (place + 1)


# ------------------------------------------------------- objects that lead to each other


class Neighbour:
    def __init__(self, value):
        self.value = value
        self.others = []


@case("float64[3]", values={"x": apart})
def a_way_through_a_circle_of_objects(x):
    first, second = Neighbour(x[0]), Neighbour(x[1])
    first.others = [second, first]
    second.others = [first, second]
    now = max(first.others, key=lambda one: one.value)
    now = min(now.others, key=lambda one: one.value * x[2])
    return now.value * x


class Doubled:
    def __init__(self, value):
        self._value = value

    @property
    def value(self):
        return self._value * 2.0

    @value.setter
    def value(self, new):
        self._value = new + 1.0


@case("float64[4]", draws=2)
def what_is_set_in_place_by_its_class(x):
    one = [Doubled(x), Doubled(x * x)][int(x[0] > 0)]
    one.value += 2.0
    one.last = x
    return one.value * one.last
