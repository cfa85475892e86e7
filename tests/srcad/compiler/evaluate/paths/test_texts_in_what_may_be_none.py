"""Structures with a text that paths choose, which are None on some path."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [
    [0.703, -1.3018, 2.1047, 0.4021],
    [1.5, 1.2027, -0.3519, 1.7041],
    [-0.6, -0.3, 0.1, -0.2],
]
FACTORS = {"a": 2.0, "b": 3.0, "c": 5.0, "d": 7.0}


class Bid(NamedTuple):
    who: str
    price: float


@dataclass
class Record:
    who: str
    price: float


def best(x, kind):
    bids = [kind(n, p) for n, p in zip("abcd", x, strict=False) if p > 0.5]
    return max(bids, key=lambda b: b.price) if bids else None


def of_a_tuple(x):
    top = best(x, Bid)
    return x[0] if top is None else top.price * FACTORS[top.who]


def of_an_object(x):
    top = best(x, Record)
    if top is not None:
        top.price = top.price * 2
    return x[0] if top is None else top.price * FACTORS[top.who]


def one_after_another(x):
    top = None
    for n, p in zip("abcd", x, strict=False):
        if p > 0.5 and (top is None or p > top.price):
            top = Bid(n, p)
    return x[0] if top is None else top.price * FACTORS[top.who]


def one_of_two(x):
    first, second = best(x, Bid), best(-x, Bid)
    one = first if x[0] > 0 else second
    other = first if first is not None else second
    total = x[2] if one is None else one.price * (2 if one.who == "a" else 3)
    return total + (x[3] if other is None else other.price * len(other.who))


def in_a_loop(x):
    held, s = None, 0.0
    for k in range(20):
        v = x[k % 4] * (1 + 0.1 * k)
        if held is None:
            if v > 0.5:
                held = Record("low", v)
        elif v < 0:
            s += held.price * (2 if held.who == "high" else 1)
            held = None
        elif v > 1:
            held = Record("high", v)
    return s if held is None else s + held.price * len(held.who)


def counted(x):
    wins, revenue = Counter(), 0.0
    for r in range(3):
        top = best(x * (1 + 0.1 * r), Bid)
        if top is None:
            revenue -= 1
            continue
        revenue += top.price
        wins[top.who] += 1
    return revenue + sum(c * c for c in wins.values()) * 0.1


def text_or_another(x):
    top = best(x, Bid)
    name = top.who if top is not None else "none"
    return x[0] * {**FACTORS, "none": 4.0}[name]


PROGRAMS = [
    of_a_tuple,
    of_an_object,
    one_after_another,
    one_of_two,
    in_a_loop,
    counted,
    text_or_another,
]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_it_is_asked_for_where_it_is_there(program, point):
    assert result(program, point)


def asked_for_its_text_alone(x):
    return x[0] * (2.0 if best(x, Bid).who == "a" else 3.0)


def asked_in_a_loop(x):
    top, s = best(x, Bid), 0.0
    for _ in range(12):
        s += x[1] * len(top.who)
    return s


def asked_of_one_made_of_it(x):
    return x[0] * (2.0 if best(x, Bid)._replace(price=1.0).who == "a" else 3.0)


@pytest.mark.parametrize(
    "program", [asked_for_its_text_alone, asked_in_a_loop, asked_of_one_made_of_it]
)
def test_its_text_is_none_of_what_is_none(program):
    assert result(program, POINTS[0])
    with pytest.raises(AttributeError, match="NoneType"):
        srcad.grad(program)(np.array(POINTS[2]))


def test_a_part_of_none_is_no_item():
    def program(x):
        return x[0] * (2.0 if best(x, Bid)[0] == "a" else 3.0)

    with pytest.raises(TypeError, match="not subscriptable"):
        srcad.grad(program)(np.array(POINTS[2]))
