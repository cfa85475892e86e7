"""What named tuples give: dicts that may be changed, and other tuples."""

from collections import namedtuple
from typing import NamedTuple

import pytest

from tests.srcad.compiler.side_by_side import result

Pair = namedtuple("Pair", "a b")


class Typed(NamedTuple):
    a: float
    b: float = 2.0


def an_item_of_the_dict(x):
    d = Pair(x[0], x[1])._asdict()
    d["a"] *= 2
    return d["a"] * x[1] + d["b"]


def another_item(x):
    p = Typed(x[0])
    d = p._asdict()
    d["c"] = x[1]
    return sum(d.values()) * x[2] + p.b


def chosen_by_a_path(x):
    p = Typed(x[0]) if x[0] > 0 else Typed(x[1], x[2])
    d = p._asdict()
    d["a"] *= 2
    d.update(b=x[3] * d["b"])
    return d["a"] * d["b"] + p.a


def other_tuples(x):
    p = Pair._make([x[0], x[1]])
    q = p._replace(a=x[2] * 2)
    return sum(getattr(q, n) ** 2 for n in q._fields) * p.a


PROGRAMS = [an_item_of_the_dict, another_item, chosen_by_a_path, other_tuples]


@pytest.mark.parametrize("point", [[0.7, -1.3, 2.1, 0.4], [-0.6, 1.2, -0.35, 1.7]])
@pytest.mark.parametrize("function", PROGRAMS)
def test_what_a_named_tuple_gives(function, point):
    assert result(function, point)
