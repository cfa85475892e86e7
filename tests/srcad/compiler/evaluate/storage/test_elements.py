"""Elements of lists of structures that are changed, as the list has to be."""

import copy
from dataclasses import dataclass, field

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import text_of
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


class Node:
    def __init__(self, p):
        self.p = p


class Bare:
    def __init__(self, v):
        self.v = v


def bare(x):
    found = []
    for v in np.tile(x, 3):
        found.append(Bare(v))
    return found


def nodes(x):
    found = []
    for v in np.tile(x, 3):
        found.append(Node(Bare(v)))
    return found


def twice_in_a_tuple(x):
    ps = bare(x)
    for p in (ps[0], ps[0]):
        p.v += 1.0
    return ps[0].v


def springs(x):
    ps = bare(x)
    for a, b in ((ps[0], ps[1]), (ps[1], ps[2])):
        d = 0.1 * (b.v - a.v)
        a.v += d
        b.v -= d
    return ps[0].v + ps[1].v * 2 + ps[2].v * 3


def still_to_come(x):
    ps = bare(x)
    t = 0.0
    for p in (ps[0], ps[1]):
        t += p.v
        ps[1].v = 0.0
    return t


def a_part_of_its_own(x):
    ns = nodes(x)
    for n in ns:
        n.p = Bare(n.p.v * 2)
        n.p.v += 1
    return sum(n.p.v for n in ns)


def a_part_of_one(x):
    ds = []
    for v in np.tile(x, 3):
        ds.append({"a": {"b": v}})
    d = ds[0]
    d["a"] = {"b": x[1]}
    d["a"]["b"] += 1.0
    return sum(d["a"]["b"] for d in ds)


def a_part_under_a_name(x):
    ns = nodes(x)
    q = Bare(x[1])
    ns[0].p = q
    q.v += 1
    return ns[0].p.v


def a_part_of_another(x):
    ns = nodes(x)
    ns[0].p = ns[1].p
    ns[1].p.v = 0.0
    return ns[0].p.v


def a_part_that_is_left(x):
    ns = nodes(x)
    b = ns[0].p
    ns[0].p = Bare(x[3])
    b.v = 0.0
    return ns[0].p.v


def carried(x):
    found = made(x)
    a = found[0]
    for k, v in enumerate(x):
        a.s += v
        a = found[k % len(found)]
    return total(found) + a.s


def changed_when_it_is_in(x):
    found, k = [], 0
    while k < 3 + x[0]:
        a = Acc(x[k % 4])
        found.append(a)
        a.s += 1.0
        if k > 0:
            found[k - 1].s += a.s
            a.s -= found[0].s
        k += 1
    return total(found)


def put_in_on_a_path(x):
    found = []
    for v in x:
        if v > 0:
            a = Acc(v)
            found.append(a)
            a.s *= v
    return total(found)


WORKS = [
    changed_when_it_is_in,
    put_in_on_a_path,
    taken_out,
    twice_in_a_tuple,
    springs,
    still_to_come,
    a_part_of_its_own,
    a_part_of_one,
    a_part_under_a_name,
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
    carried,
]


# Where it may stand elsewhere, paths choose the objects themselves.


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


WORKS_BY_IDENTITY = [
    from_the_end,
    elsewhere_by_now,
    replaced,
    in_two_lists,
    twice_in_it,
    put_there_under_a_name,
]


def in_two_lists_when_it_is_changed(x):
    found, others, k = [], [], 0
    while k < 3 + x[0]:
        a = Acc(x[k % 4])
        found.append(a)
        others.append(a)
        a.s += 1.0
        k += 1
    return total(found) + total(others) * x[1]


def put_in_twice_when_it_is_changed(x):
    found, k = [], 0
    while k < 3 + x[0]:
        a = Acc(x[k % 4])
        found.append(a)
        found.append(a)
        a.s += 1.0
        k += 1
    return total(found)


REFUSED = [
    a_part_of_another,
    a_part_that_is_left,
    in_two_lists_when_it_is_changed,
    put_in_twice_when_it_is_changed,
]
POINTS = [[0.71, -1.31, 2.1, 0.43], [1.61, 0.83, 0.27, 1.19], [0.37, 0.61, 0.87, -0.53]]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", [*WORKS, *WORKS_BY_IDENTITY])
def test_a_list_has_what_its_elements_become(function, point):
    assert result(function, point)


@pytest.mark.parametrize("function", REFUSED)
def test_it_is_refused_where_it_may_stand_elsewhere(function):
    with pytest.raises(srcad.CompileError, match="SRC015"):
        srcad.grad(function)(np.array(POINTS[0]))


def chosen_lists(x):
    a, b = [x[0]], [x[1]]
    for one in [a if v > 0 else b for v in x]:
        one[0] += 1.0
    return a[0] + b[0] * 10


def chosen_objects(x):
    a, b, found = Bare(x[0]), Bare(x[1]), []
    for v in x:
        found.append(a if v > 0 else b)
    a.v *= 2
    return sum((i + 1) * n.v for i, n in enumerate(found))


def chosen_at_a_place(x):
    a, b, found = Bare(x[0]), Bare(x[1]), [Bare(v) for v in x]
    for i, v in enumerate(x):
        found[i] = a if v > 0 else b
    a.v *= 2
    return sum((i + 1) * n.v for i, n in enumerate(found))


def chosen_arrays(x):
    a, b, found = x[:2] * 1, x[2:] * 1, []
    for v in x:
        found.append(a if v > 0 else b)
    a[0] = 3.0
    return sum(one[0] for one in found)


def chosen_under_keys(x):
    a, b, found = Bare(x[0]), Bare(x[1]), {}
    for v in x:
        found[int(v)] = a if v > 0 else b
    a.v = x[3]
    return sum(n.v for n in found.values())


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        chosen_lists,
        chosen_objects,
        chosen_at_a_place,
        chosen_arrays,
        chosen_under_keys,
    ],
)
def test_what_paths_choose_is_in_the_list_itself_or_refused(function, point):
    result(function, point)


def of_other_parts(x):
    found = {}
    for v in x:
        found[int(v)] = Node([v])
    for n in found.values():
        n.p = [x[0], x[1]]
    return sum(sum(n.p) for n in found.values())


@pytest.mark.parametrize("point", POINTS)
def test_a_list_of_an_element_may_be_another_one(point):
    assert result(of_other_parts, point)


def first_parts(x):
    return sum(a.s for a in made(x, lambda: Acc(x[0])))


def test_a_part_that_nobody_reads_is_not_read():
    text = text_of(first_parts, ["float64[3]"])
    assert "_s = []" in text
    assert "_n[" not in text
