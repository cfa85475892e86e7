"""Objects that were two and become one, or the other way round, are noticed."""

import numpy as np
import pytest

import srcad
from srcad.gradient.modules import MODULES


class Thing:
    def __init__(self):
        self.scale = 1.0


def first(x):
    return x


def second(x):
    return x


A, B = Thing(), Thing()
CURRENT = B
HELD = [A]
TABLE = {A: 2.0}
FUNCTION = second


def by_identity(x):
    return x * 2 if CURRENT is A else x * 3


def by_equality(x):
    return x * 2 if CURRENT == A else x * 3


def by_membership(x):
    return x * 2 if CURRENT in HELD else x * 3


def by_key(x):
    return x * TABLE.get(CURRENT, 3.0)


def by_count(x):
    return x * (3 - [A].count(CURRENT))


def by_tuple(x):
    return x * 2 if (CURRENT, 1) == (A, 1) else x * 3


def of_functions(x):
    return x * 2 if first == FUNCTION else x * 3


PROGRAMS = [
    *(by_identity, by_equality, by_membership, by_key, by_count, by_tuple),
    of_functions,
]


@pytest.mark.parametrize("fresh", [False, True], ids=["one process", "from the store"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.__name__)
def test_two_objects_that_become_one(program, fresh, monkeypatch):
    x = np.array([1.0])
    gradient = srcad.grad(program)
    assert gradient(x).tolist() == [3]
    monkeypatch.setitem(globals(), "CURRENT", A)
    monkeypatch.setitem(globals(), "FUNCTION", first)
    if fresh:
        MODULES.clear()
    assert gradient(x).tolist() == [2]
    monkeypatch.undo()
    if fresh:
        MODULES.clear()
    assert gradient(x).tolist() == [3]


def test_objects_of_different_classes_are_not_compared(compilations):
    other = type("Other", (), {"scale": 2.0})()
    one = Thing()

    def apart(x):
        return x * one.scale * other.scale

    srcad.grad(apart)(np.ones(2))
    assert ("function", "identities") not in compilations.guards()


def test_two_objects_of_one_class_are_compared(compilations):
    one, other = Thing(), Thing()

    def both(x):
        return x * one.scale * other.scale

    srcad.grad(both)(np.ones(2))
    other = one
    srcad.grad(both)(np.ones(2))
    assert compilations.count == 2
