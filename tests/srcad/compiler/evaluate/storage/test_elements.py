"""Elements of lists of structures that are changed, as the list has to be."""

import copy
from dataclasses import dataclass, field

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


class Acc:
    def __init__(self, s=0.0):
        self.s = s
        self.n = 0

    def add(self, v):
        self.s += v
        self.n += 1

    def mix(self, other):
        self.s += other.s * 0.5
        other.n += 1


@dataclass
class Pair:
    one: Acc = field(default_factory=Acc)
    other: dict = field(default_factory=lambda: {"w": 1.0})


def made(x, kind=Acc):
    found = []
    for v in x:
        if v > 0.6 or not found:
            found.append(kind())
    return found


def total(found):
    return sum((a.s + 0.1) ** 2 * (a.n + k) for k, a in enumerate(found))


def by_a_method(x):
    found = made(x)
    for v in x:
        found[int(v * 3) % len(found)].add(v)
    return total(found)


def under_a_name(x):
    found = made(x)
    for v in x:
        a = found[-1]
        if v > 0.5:
            a.s += v
        found[0].n += 1
    return total(found)


def all_of_them(x):
    found = made(x)
    for v in x:
        for a in found:
            a.s = a.s * 0.5 + v
    return total(found)


def in_pairs(x):
    found = made(x)
    for v in x:
        found[0].add(v)
        for a in found:
            for b in found:
                a.s += 0.1 * b.s
    return total(found)


def two_that_may_be_one(x):
    found = made(x)
    a, b = found[0], found[int(x[1] * 3) % len(found)]
    a.s += x[0]
    b.s = b.s * 2 + x[1]
    a.mix(b)
    return total(found) + 3 * a.s + 5 * b.s + 7 * a.n + 11 * b.n


def structures_in_it(x):
    found = made(x, Pair)
    for v in x:
        p = found[int(v * 3) % len(found)]
        p.one.add(v)
        p.other["w"] *= v + 2
    return sum(p.one.s * p.other["w"] for p in found)


def dicts(x):
    rows = []
    for v in x:
        if v > 0.6 or not rows:
            rows.append({"s": v, "n": 0})
        rows[-1]["s"] *= 1.5
    for row in rows:
        row["n"] += 1
        row["s"] /= row["n"] + x[0]
    return sum(row["s"] ** 2 for row in rows)


def what_was_read_stays_a_number(x):
    found = made(x)
    found[0].s = x[0]
    s = found[0].s
    found[0].s = x[1]
    return s * 2 + total(found)


def longer_meanwhile(x):
    found = made(x)
    a = found[0]
    for v in x:
        if v > 0.5:
            found.append(Acc(v))
        a.add(v)
    return total(found) + a.s


def a_copy_is_another_one(x):
    found = made(x)
    a = copy.copy(found[-1])
    a.s += x[2]
    found[-1].s += x[1]
    return total(found) + a.s * 3


def taken_out(x):
    found = made(x)
    found.append(Acc(x[0]))
    a = found.pop(0)
    a.s += x[1]
    found[0].s += x[2]
    return total(found) + a.s * 3


def left_alone_where_a_path_goes_on(x):
    found = made(x)
    for v in x:
        a = found[-1]
        if v < 0.6:
            continue
        a.add(v)
    return total(found)


WORKS = [
    by_a_method,
    under_a_name,
    all_of_them,
    in_pairs,
    two_that_may_be_one,
    structures_in_it,
    dicts,
    what_was_read_stays_a_number,
    longer_meanwhile,
    a_copy_is_another_one,
    left_alone_where_a_path_goes_on,
]


def from_the_end(x):
    found = made(x)
    a = found[-1]
    found.append(Acc(x[0]))
    a.s += x[1]
    return total(found) + a.s


def elsewhere_by_now(x):
    found = made(x)
    found.append(Acc(x[0]))
    a = found[1]
    found.pop(0)
    a.s += x[1]
    return total(found) + a.s


def replaced(x):
    found = made(x)
    a = found[0]
    found[0] = Acc(x[2])
    a.s += x[1]
    return total(found) + a.s


def in_two_lists(x):
    found = made(x)
    others = found[:]
    found[0].s += x[0]
    return total(found) + total(others)


def twice_in_it(x):
    found = made(x)
    found.append(found[0])
    found[0].s += x[0]
    return total(found)


def put_there_under_a_name(x):
    found = made(x)
    a = Acc(x[1])
    found.append(a)
    found[-1].s += x[0]
    return total(found) + a.s


def carried(x):
    found = made(x)
    a = found[0]
    for k, v in enumerate(x):
        a.s += v
        a = found[k % len(found)]
    return total(found) + a.s


REFUSED = [
    taken_out,
    from_the_end,
    elsewhere_by_now,
    replaced,
    in_two_lists,
    twice_in_it,
    put_there_under_a_name,
    carried,
]
POINTS = [[0.71, -1.31, 2.1, 0.43], [1.61, 0.83, 0.27, 1.19], [0.37, 0.61, 0.87, -0.53]]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", WORKS)
def test_a_list_has_what_its_elements_become(function, point):
    assert result(function, point)


@pytest.mark.parametrize("function", REFUSED)
def test_it_is_refused_where_it_may_stand_elsewhere(function):
    with pytest.raises(srcad.CompileError, match="SRC015"):
        srcad.grad(function)(np.array(POINTS[0]))
