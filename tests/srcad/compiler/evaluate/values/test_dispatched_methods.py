"""Methods that are bound by hand, as ``singledispatchmethod`` does, of objects that
hold run-time values; ``dataclasses.replace`` of one that paths have chosen."""

import functools
from dataclasses import dataclass, replace

import pytest

from tests.srcad.compiler.side_by_side import result


@dataclass
class Weight:
    v: float


class Scale:
    def __init__(self, v):
        self.v = v

    @functools.singledispatchmethod
    def of(self, a):
        return a * self.v

    @of.register
    def _(self, a: int):
        return a + self.v

    @of.register(list)
    def _list(self, a):
        self.v += 1
        return sum(a) * self.v

    @of.register(Weight)
    def _weight(self, a, k=2):
        a.v += self.v
        return a.v * k


def by_class(x):
    scale, weight = Scale(x[0]), Weight(x[1])
    total = scale.of(2) + scale.of(x[1]) + scale.of([x[2], x[0]])
    return total + scale.of(weight, k=3) + scale.v + weight.v


def in_a_loop(x):
    scale, total = Scale(x[0]), 0.0
    for v in x:
        total += scale.of(v)
    return total


def replaced(x):
    a, b = Weight(x[0]), Weight(x[1])
    w = a if x[2] > 0 else b
    w.v += 1
    c, d = replace(w), replace(w, v=w.v * x[2])
    c.v *= 2
    return a.v + 2 * b.v + 3 * c.v + d.v


@pytest.mark.parametrize("program", [by_class, in_a_loop, replaced])
def test_it_is_the_method_of_the_object(program):
    for x in ([0.7, -1.3, 2.1], [0.7, 1.3, -2.1]):
        assert result(program, x)
