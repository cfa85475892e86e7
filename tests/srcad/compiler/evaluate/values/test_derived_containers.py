"""Objects of classes that are derived from tuples, lists and dicts, made inside."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import check


class Stack(list):
    """A list with names for its ends."""

    def push(self, item):
        self.append(item)

    def top(self):
        return self[-1]

    def __add__(self, other):
        return Stack(list(self) + [2 * item for item in other])


class Row(tuple):
    """A tuple that is multiplied."""

    __slots__ = ()

    def dot(self, other):
        return sum(a * b for a, b in zip(self, other, strict=True))


class Table(dict):
    """A dict with a value for each key."""

    def total(self):
        return sum(self.values())

    def __missing__(self, key):
        return 3.0


def pushed_and_added(x):
    s = Stack()
    s.push(x[0])
    s.push(x[1] * 2)
    t = s + [x[2]]
    return s.top() * len(s) + t.top() * isinstance(t, Stack) + len(type(s).__name__)


def changed_as_a_list(x):
    s = Stack(x[i] for i in range(4))
    s[1] = s[0] * s[2]
    del s[0]
    s.insert(0, x[0])
    last = s.pop()
    return last * sum(s) * len(s) * (2 if isinstance(s, Stack) else 1)


def written_on_one_path(x):
    s = Stack([x[0], x[1]])
    if x[1] > 0.5:
        s[0] = x[2] * 2
    return sum(s) * len(s) * isinstance(s, Stack)


def written_in_loops(x):
    s = Stack([x[0], x[1]])
    for i in range(4):
        s[i % 2] = s[i % 2] * x[i]
    while s[0] < 3:
        s[0] = abs(s[0]) * 1.7 + 0.1
    return s.top() * s[0] * isinstance(s, Stack)


def rows(x):
    a, b = Row((x[0], x[1])), Row(x[2:4])
    c = a if x[0] > 0.7 else b
    return a.dot(b) * len(a) + c.dot(a) * isinstance(c, Row)


def a_table(x):
    t = Table(a=x[0])
    t["b"] = x[1] * 2
    t.update(c=x[2])
    return t.total() * t["another"] * len(t)


def a_table_in_a_loop(x):
    t = Table(a=x[0])
    for v in x:
        t["a"] += v
    return t["a"] * t["another"]


PROGRAMS = [
    *(pushed_and_added, changed_as_a_list, written_on_one_path, written_in_loops),
    *(rows, a_table, a_table_in_a_loop),
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_program(program):
    check(program, ["float64[4]"], draws=2)


def as_long_as_run_time_knows(x):
    s = Stack()
    for v in x:
        s.push(v)
    return s.top()


def longer_on_one_path(x):
    s = Stack([x[0]])
    if x[1] > 0.5:
        s.push(x[1])
    return s.top()


def a_row_or_a_tuple(x):
    c = Row((x[0], 1.0)) if x[0] > 0.7 else (x[1], 2.0)
    return c[0] * isinstance(c, Row)


def a_table_or_a_dict(x):
    c = Table(a=x[0]) if x[0] > 0.7 else {"a": x[1]}
    return c["a"] * isinstance(c, Table)


@pytest.mark.parametrize(
    "program",
    [
        as_long_as_run_time_knows,
        longer_on_one_path,
        a_row_or_a_tuple,
        a_table_or_a_dict,
    ],
    ids=lambda program: program.__name__,
)
def test_where_its_class_would_be_lost_it_is_refused(program):
    with pytest.raises(srcad.CompileError, match=r"Stack whose length|two paths"):
        srcad.grad(program)(np.array([0.5, 1.5, 2.5]))
