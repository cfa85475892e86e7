"""``match`` where run time knows which pattern matches."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [(0.5, 1.2, 0.7), (0.5, 0.8, 0.7), (1.5, 1.2, 0.7)]


def keeps_what_was_bound_before(x):
    a = 5.0
    match (x[0], np.sign(x[1] - 1.0)):
        case (a, 1.0):
            r = a * 2
        case _:
            r = x[2]
    return a * r


def keeps_it_without_another_case(x):
    a = 5.0
    match (x[0], np.sign(x[1] - 1.0)):
        case (a, 1.0):
            pass
    return a * x[2]


def is_unbound_in_another_case(x):
    match (x[0], np.sign(x[1] - 1.0)):
        case (a, 1.0):
            r = a * 2
        case _:
            r = a * x[2]
    return r


def evaluates_guards_where_the_pattern_matches(x):
    seen = [0.0]

    def large(v):
        seen[0] += v
        return v > 0.8

    match (x[0], np.sign(x[1] - 1.0)):
        case (a, 1.0) if large(a):
            r = a * 2
        case (b, _) if large(b * 2):
            r = b * 3
        case _:
            r = x[2]
    return r * seen[0]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        keeps_what_was_bound_before,
        keeps_it_without_another_case,
        evaluates_guards_where_the_pattern_matches,
    ],
)
def test_names_are_bound_where_the_pattern_matches(function, point):
    assert result(function, point)


def reads_a_name_that_a_guard_may_have_left(x):
    a = 5.0
    match (x[0], np.sign(x[1] - 1.0)):
        case (a, 1.0) if a > 0.9:
            r = a * 2
        case _:
            r = a
    return r


@pytest.mark.parametrize(
    "function", [is_unbound_in_another_case, reads_a_name_that_a_guard_may_have_left]
)
def test_names_that_may_not_be_bound_are_refused(function):
    with pytest.raises(
        srcad.CompileError, match=r"not bound here|this pattern matches"
    ):
        srcad.grad(function)(np.array(POINTS[0]))


# -------------------------------------------------------- attributes that are not there


class Leaf:
    def __init__(self, v=None):
        if v is not None:
            self.v = v


class Node:
    __match_args__ = ("left", "right")

    def __init__(self, left, right=None):
        self.left = left
        if right is not None:
            self.right = right


class Lazy:
    @property
    def v(self):
        if not hasattr(self, "w"):
            raise AttributeError("v")
        return self.w


class Part(float):
    pass


def weight(item):
    match item:
        case Leaf(v=v):
            return v
        case Leaf():
            return 7.0
        case Node(a, b):
            return a * b + 1.0
        case Node(a):
            return a + 2.0
        case Lazy(v=v, w=w):
            return v * w
        case Lazy():
            return 0.5
        case Part(v):
            return float(v)
    return 11.0


LAZY = Lazy()
LAZY.w = 3.0
MATCHED = (Leaf(), Leaf(3.0), Node(1.0), Node(1.0, 2.0), Lazy(), LAZY, Part(1.5), "a")


@pytest.mark.parametrize("place", range(len(MATCHED)))
def test_an_object_without_an_attribute_does_not_match(place):
    item = MATCHED[place]
    assert result(lambda x: np.sum(x**2) * weight(item), POINTS[0])


@pytest.mark.parametrize("place", range(4))
def test_an_object_of_the_program_without_an_attribute_does_not_match(place):
    def made(x):
        items = (Leaf(), Leaf(x[0]), Node(x[0]), Node(x[0], x[1]))
        return np.sum(x**2) * weight(items[place])

    assert result(made, POINTS[0])


def test_a_class_says_by_now_which_attributes_it_matches(monkeypatch):
    item = Node(1.0, 2.0)

    def read(x):
        match item:
            case Node(a, b):
                return np.sum(x**2) * (a + 3 * b)
        return np.sum(x)

    assert result(read, POINTS[0])
    for names in (("right", "left"), ("left", "none")):
        monkeypatch.setattr(Node, "__match_args__", names)
        assert result(read, POINTS[0])
    monkeypatch.setattr(Node, "__match_args__", ("left",))
    assert not result(read, POINTS[0])  # raises TypeError in Python
