"""Cells that may put another object in the place of an argument before they change it,
and objects of the program that hold Parameters."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn
from srcad.compiler.diagnostics.errors import CompileError


class Scaled(nn.Cell):
    def construct(self, p):
        if p.sum() > 50:
            p = p * 2
        p[0] = 0.5
        return p


class InALoop(nn.Cell):
    def construct(self, p):
        while p.sum() > 50:
            p = p * 0.5
        p[p > 0] = 0.1
        return p


class ByAChoice(nn.Cell):
    def construct(self, p):
        p = p * 2 if p.sum() > 50 else p
        v = p[1:]
        v[0] = 0.5
        return p


class ByAFunction(nn.Cell):
    def construct(self, p):
        def change(q):
            q[0] = 0.5

        if p.sum() > 50:
            p = p * 2
        change(p)
        return p


class OfADict(nn.Cell):
    def construct(self, given):
        if given["h"].sum() > 50:
            given = {"h": given["h"] * 2}
        given["h"] = given["h"] * 3
        return given["h"]


class OfAList(nn.Cell):
    def construct(self, given):
        if given[0].sum() > 50:
            given = given[:]
        given.append(given[0] * 3)
        return given[0]


@pytest.mark.parametrize(
    ("cell", "wrapped"),
    [
        (Scaled, lambda x: x),
        (InALoop, lambda x: x),
        (ByAChoice, lambda x: x),
        (ByAFunction, lambda x: x),
        (OfADict, lambda x: {"h": x}),
        (OfAList, lambda x: [x]),
    ],
)
def test_what_may_be_an_argument_is_not_changed_unseen(
    cell: type[nn.Cell], wrapped: Any
) -> None:
    inner = cell()

    def f(x: Any) -> Any:
        y = x * 1.0
        given = wrapped(y)
        z = inner(given)
        return (y * x).sum() + z.sum()

    with pytest.raises(CompileError, match="SRC015"):
        srcad.grad(f)(Tensor(np.array([3.0, 2.0])))


class Plain:
    def __init__(self, w):
        self.w = w

    def step(self, g):
        self.w -= 0.1 * g


@dataclass
class Record:
    w: Any


class Holds(nn.Cell):
    def __init__(self, make: Any) -> None:
        super().__init__()
        self.w = Parameter(Tensor(np.array([0.3, 0.1])), name="w")
        self.make = make

    def construct(self, x):
        held = self.make(self.w)
        held.w = held.w - 0.1 * x
        held.w *= 2.0
        if x[0] > 0:
            held.w = held.w * x
        return (held.w * x).sum() + self.w.sum()


class Steps(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.w = Parameter(Tensor(np.array([0.3, 0.1])), name="w")

    def construct(self, x):
        held = Plain(self.w)
        for _ in range(3):
            held.step(x * held.w)
        held.w = held.w.sum()
        return held.w + self.w.sum() * 2


@pytest.mark.parametrize(
    "cell",
    [
        Holds(Plain),
        Holds(Record),
        Holds(lambda w: SimpleNamespace(w=w)),
        Steps(),
    ],
)
def test_an_object_that_holds_a_parameter_gets_another_in_its_place(
    cell: Any,
) -> None:
    x = np.array([1.0, 2.0])
    before = cell.w.asnumpy().copy()

    def at(x: Any, w: Any) -> float:
        cell.w.set_data(Tensor(w))
        out = float(cell(Tensor(x)))
        cell.w.set_data(Tensor(before))
        return out

    steps = 1e-6 * np.eye(2)
    by_x = [(at(x + d, before) - at(x - d, before)) / 2e-6 for d in steps]
    by_w = [(at(x, before + d) - at(x, before - d)) / 2e-6 for d in steps]
    gradient = srcad.value_and_grad(cell, 0, cell.trainable_params())
    out, (dx, (dw,)) = gradient(Tensor(x))
    assert float(out) == pytest.approx(at(x, before))
    np.testing.assert_allclose(dx.asnumpy(), by_x, rtol=1e-6)
    np.testing.assert_allclose(dw.asnumpy(), by_w, rtol=1e-6)
    np.testing.assert_array_equal(cell.w.asnumpy(), before)
