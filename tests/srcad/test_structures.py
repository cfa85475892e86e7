"""Structured inputs give cotangents of the same classes; outputs keep theirs."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn
from srcad.compiler.diagnostics.errors import CompileError

X = np.arange(1.0, 4.0)


@dataclass
class State:
    h: Any
    c: Any = 2.0
    n: int = 3


class Point(NamedTuple):
    x: Any
    y: Any


def test_a_dataclass_of_arrays():
    def energy(state, x):
        return (state.h * state.c * x).sum() * state.n

    state, dx = srcad.grad(energy, (0, 1))(State(X, X + 1), X)
    assert type(state) is State
    assert state.h.tolist() == (3 * (X + 1) * X).tolist()
    assert state.c.tolist() == (3 * X * X).tolist()
    assert state.n is None
    assert dx.tolist() == (3 * X * (X + 1)).tolist()


def test_a_setting_has_no_cotangent():
    gradient = srcad.grad(lambda state: (state.h * state.c).sum())(State(X))
    assert gradient.h.tolist() == [2.0, 2.0, 2.0]
    assert gradient.c == X.sum()
    assert gradient.n is None


def test_a_float_in_a_structure_is_an_input():
    gradient = srcad.grad(lambda state: (state.h * state.c).sum())
    assert gradient(State(X, 2.0)).h.tolist() == [2.0, 2.0, 2.0]
    assert gradient(State(X, 5.0)).h.tolist() == [5.0, 5.0, 5.0]


def test_named_tuples_dicts_and_what_is_in_them():
    def product(point, table):
        return (point.x * point.y * table["a"] * table["b"][0]).sum()

    point, table = srcad.grad(product, (0, 1))(
        Point(X, 2 * X), {"a": X, "b": (X, 3.0), "k": None}
    )
    assert type(point) is Point
    assert point.x.tolist() == (2 * X**3).tolist()
    assert table["a"].tolist() == (2 * X**3).tolist()
    assert table["b"][0].tolist() == (2 * X**3).tolist()
    assert table["b"][1] == 0.0
    assert table["k"] is None


def test_outputs_keep_their_classes():
    def moved(state):
        return State(state.h * state.c, state.h), [Point(state.h, 1.0)]

    (state, (point,)), gradient = srcad.value_and_grad(moved)(State(X, X))
    assert type(state) is State
    assert state.h.tolist() == (X * X).tolist()
    assert state.n == 3
    assert type(point) is Point
    assert gradient.h.tolist() == (X + 2).tolist()


def test_a_dataclass_of_tensors():
    gradient = srcad.grad(lambda s: (s.h * s.c).sum())(State(Tensor(X), Tensor(2 * X)))
    assert isinstance(gradient.h, Tensor)
    assert gradient.c.asnumpy().tolist() == X.tolist()


def test_a_gradient_of_a_gradient():
    def inner(state):
        return srcad.grad(lambda h: (h * h * state.c).sum())(state.h).sum()

    gradient = srcad.grad(inner)(State(X, X))
    assert gradient.h.tolist() == (2 * X).tolist()
    assert gradient.c.tolist() == (2 * X).tolist()


class Holder:
    def __init__(self, total):
        self.total = total


def generator(x):
    yield x


@pytest.mark.parametrize(
    "function", [lambda x: Holder(x), generator, lambda x: (x, object())]
)
def test_what_cannot_be_returned(function):
    with pytest.raises(CompileError) as caught:
        srcad.grad(function)(X)
    assert caught.value.diagnostics[0].code == "SRC013"


class Keyed(nn.Cell):
    def __init__(self):
        super().__init__()
        self.key = Tensor([1.0])

    def construct(self, x):
        return {self.key: x * 2.0}


class KeyedByAnInput(nn.Cell):
    def construct(self, x):
        return {x: x * 2.0}


@pytest.mark.parametrize("cell", [Keyed, KeyedByAnInput])
def test_a_dict_whose_keys_are_tensors_cannot_be_returned(cell):
    with pytest.raises(CompileError) as caught:
        srcad.grad(cell())(Tensor(X))
    assert caught.value.diagnostics[0].code == "SRC013"


def test_a_structure_that_is_in_itself():
    @dataclass
    class Node:
        value: float
        others: list

    node = Node(2.0, [])
    node.others.append(node)
    with pytest.raises(CompileError, match=r"`node.others\[0\]` is a structure that"):
        srcad.grad(lambda node: node.value**2)(node)
