"""What each kind of object is made of, and what the questions make of it."""

import functools
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import srcad.compiler.driver  # noqa: F401  # which registers all kinds
from srcad import Parameter, Tensor
from srcad.compiler.evaluate.contents import StructOfArrays
from srcad.compiler.evaluate.kinds import (
    content,
    has_box,
    is_structure,
    kind_of,
    leaf_names,
    leaves,
    outward,
    reached,
    rebuilt,
    same_structure,
)
from srcad.compiler.evaluate.objects import (
    BoundMethod,
    Box,
    Iteration,
    Maybe,
    Once,
    RuntimeString,
)
from srcad.compiler.ir.avals import FLOAT
from srcad.compiler.ir.types import Value
from srcad.compiler.reading.outputs import Each
from srcad.compiler.reading.records import made


class Pair(NamedTuple):
    first: Any
    second: Any


@dataclass
class Point:
    x: Any
    y: Any


class Plain:
    def __init__(self, x):
        self.x = x

    def method(self):
        return self.x


def box():
    return Box(Value(FLOAT), 0)


A, B = box(), box()
STRUCTURES = {
    "tuple": ((A, 1.0), [A, 1.0]),
    "named tuple": (Pair(A, "one"), [A, "one"]),
    "list": ([A, [B]], [A, B]),
    "dict": ({"a": A, 2: (B,)}, [A, B]),
    "record": (Point(A, Point(1, B)), [A, 1, B]),
    "list of structures": (StructOfArrays((1, 2), (A, B)), [A, B]),
    "what may be None": (Maybe((A, {"b": B})), [A, B]),
    "no elements": ((), []),
}


def once(*items):
    """An iterator over known items."""
    return Once(lambda: len(items), lambda k: items[k])


LEAVES = {
    "number": 1.0,
    "None": None,
    "text": "ab",
    "array": np.ones(2),
    "run time": A,
    "iterator": once(A),
    "object": Plain(A),
    "function": len,
    "set": {1, 2},
}


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_structure_is_its_leaves(name):
    item, parts = STRUCTURES[name]
    assert is_structure(item)
    assert all(a is b for a, b in zip(leaves(item), parts, strict=True))
    others = [object() for _ in parts]
    again = rebuilt(item, iter(others))
    assert type(again) is type(item)
    assert all(a is b for a, b in zip(leaves(again), others, strict=True))
    assert same_structure(item, again)
    assert has_box(item) is (A in parts)


NAMES = {
    "tuple": ["p_0", "p_1"],
    "named tuple": ["p_first", "p_second"],
    "list": ["p_0", "p_1_0"],
    "dict": ["p_a", "p_2_0"],
    "record": ["p_x", "p_y_x", "p_y_y"],
    "list of structures": ["p_0", "p_1"],
    "what may be None": ["p_0", "p_1_b"],
    "no elements": [],
}


@pytest.mark.parametrize("name", STRUCTURES)
def test_leaves_are_called_after_what_tells_them_apart(name):
    item, _ = STRUCTURES[name]
    assert leaf_names(item, "p") == NAMES[name]
    assert leaf_names(item, "") == [""] * len(NAMES[name])


def test_a_key_that_is_no_word_is_left_out():
    nested = StructOfArrays((1, StructOfArrays({"x": 2}, (A,))), (A, B))
    assert leaf_names({"a b": A, "c": nested}, "p") == ["p", "p_c_0", "p_c_1_x"]


@pytest.mark.parametrize("name", LEAVES)
def test_a_leaf_is_replaced_as_a_whole(name):
    item = LEAVES[name]
    assert not is_structure(item)
    assert list(leaves([item])) == [item]
    assert rebuilt(item, iter([A])) is A


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((A,), [A]),
        ((A,), (A, A)),
        ((A, A), Pair(A, A)),
        ([A, A], [A, [A]]),
        ({"a": A}, {"b": A}),
        ({"a": A, "b": A}, {"b": A, "a": A}),
        (Point(A, A), (A, A)),
        (Point(A, A), Point(A, (A,))),
        (StructOfArrays((1, 2), (A, B)), StructOfArrays([1, 2], (A, B))),
        (Maybe((A,)), (A,)),
        (Maybe((A,)), Maybe((A, A))),
        ((A,), A),
        (once(A), once(A)),
    ],
)
def test_other_structures(left, right):
    assert not same_structure(left, right)
    assert not same_structure(right, left)


def test_leaves_may_differ():
    assert same_structure((A, [1]), ("a", [None]))


@pytest.mark.parametrize(
    "item",
    [
        Iteration(A, lambda k: k),
        RuntimeString(None, (A,)),
        BoundMethod([A], "append"),
        functools.partial(len, A),
        functools.partial(len, key=[A]),
        slice(None, A),
        Parameter(Tensor([1.0])),
        once(1, (A,)),
    ],
)
def test_what_holds_run_time_values(item):
    assert has_box(item)
    assert has_box([{"a": item}])


@pytest.mark.parametrize(
    "item",
    [1, "a", None, (), [1], {"a": 2}, Point(1, 2), slice(1), np.ones(2), Plain(A)],
)
def test_what_does_not(item):
    assert not has_box(item)


def test_an_object_that_the_evaluation_made():
    item = made(Plain(A))
    assert has_box(item)
    assert has_box(item.method)
    assert content(item) is vars(item)
    assert list(reached(item)) == [A]
    other = Plain(A)
    assert content(other) is None
    assert not list(reached(other))


def test_what_is_written_to():
    items, entries, record = [A], {"a": A}, Point(A, B)
    assert content(items) is items
    assert content(entries) is entries
    assert content(record) is vars(record)
    assert content((A,)) is None
    assert list(reached((items, A))) == [items, A]
    assert list(reached(Maybe((items,)))) == [(items,)]


def test_the_form_of_an_output():
    form = outward({"a": StructOfArrays((1, [2]), (A, B))})
    assert isinstance(form["a"], Each)
    assert form["a"].item == (A, [B])


def test_a_class_is_met_for_the_first_time():
    class Derived(Pair):
        pass

    class Table(dict):
        pass

    assert kind_of(Derived(A, B)) is kind_of((A, B))
    assert kind_of(Table()) is kind_of({})
    assert rebuilt(Derived(A, B), iter([1, 2])) == Derived(1, 2)
