"""Cells that are alike are evaluated once; those that differ in anything are not.

What is compiled, and what it is guarded by, is the same as where each is evaluated.
"""

import dataclasses
from typing import Any

import numpy as np
import pytest

from codegen.stages import Stages
from srcad import Parameter, Tensor, grad, nn, ops
from srcad.build import generate
from srcad.compiler.evaluate.calls import alike, cells
from srcad.compiler.reading.families import individual
from srcad.gradient import call, modules
from tests.sampling import sampled

X = Tensor(np.linspace(-1, 1, 12).reshape(3, 4))


class Inner(nn.Cell):
    def __init__(self, scale=2.0):
        super().__init__()
        self.dense = nn.Dense(4, 4)
        self.scale = scale

    def construct(self, x):
        if hasattr(self, "extra"):
            x = x + self.extra
        return ops.tanh(self.dense(x)) * self.scale


class Layer(nn.Cell):
    def __init__(self, inner=None, act=None, names=()):
        super().__init__()
        self.inner = inner or Inner()
        self.act = act or ops.sin
        self.names = names
        self.weight = Parameter(Tensor(np.full(4, 0.5)), name="weight")

    def construct(self, x):
        y = self.act(self.inner(x)) * self.weight
        for name in self.names:
            y = y * len(name)
        return y + x


class Net(nn.Cell):
    def __init__(self, *layers):
        super().__init__()
        self.layers = nn.CellList(layers)

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return ops.sum(x)


class Twice(nn.Cell):
    """A list of layers, of which one is called by another way as well."""

    def __init__(self, *layers):
        super().__init__()
        self.first = layers[0].inner
        self.layers = nn.CellList(layers)

    def construct(self, x):
        x = self.first(x)
        for layer in self.layers:
            x = layer(x)
        return ops.sum(x) + self.layers[1].inner.scale


class Custom(nn.Cell):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def construct(self, x):
        return x * self.scale

    def bprop(self, x, out, dout):
        return (dout * self.scale * 3.0,)


class Normed(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.drop = nn.Dropout(p=0.5)

    def construct(self, x):
        return self.drop(self.norm(x))


def with_attribute(layer, name, item):
    setattr(layer.inner, name, item)
    return layer


def frozen(layer):
    layer.inner.dense.weight.requires_grad = False
    return layer


def hooked(layer, factor):
    layer.inner.register_backward_hook(lambda cell, given, dout: (given[0] * factor,))
    return layer


def one_dense(*layers):
    for layer in layers:
        layer.inner.dense = layers[0].inner.dense
    return layers


def of_shape(layer, count):
    layer.inner.dense = nn.SequentialCell([nn.Dense(4, count), nn.Dense(count, 4)])
    return layer


def predicting(layer):
    layer.inner.set_train(False)
    return layer


class Settings:
    def __init__(self, factor, kind=None):
        self.factor = factor
        self.kind = kind


class Special(Settings):
    pass


@dataclasses.dataclass
class Record:
    factor: float
    shift: Any = None


class Set(nn.Cell):
    """What it computes is set by objects of several kinds."""

    default = 1.0

    def __init__(self, settings=None, record=None, table=None, steps=()):
        super().__init__()
        self.settings = settings or Settings(2.0)
        self.record = record or Record(2.0)
        self.table = table or {"factor": 2.0, "kinds": ["a"]}
        self.steps = steps
        self.weight = Parameter(Tensor(np.full(4, 0.5)), name="weight")

    @property
    def factor(self):
        return self.settings.factor * self.record.factor

    def construct(self, x):
        y = x * self.factor + self.table["factor"] * self.default
        if isinstance(self.settings, Special):
            y = ops.sin(y)
        if self.settings.kind is self.record.shift:
            y = y * 2.0
        if "b" in self.table["kinds"]:
            y = ops.cos(y)
        for step in self.steps:
            y = step(y) if callable(step) else y + step
        return y * self.weight


def with_default(cell, default):
    cell.default = default
    return cell


MARK = Settings(1.0)
SHARED = Inner()
NETS = {
    "alike": lambda: Net(Layer(), Layer(), Layer()),
    "a number": lambda: Net(Layer(Inner(2.0)), Layer(Inner(3.0)), Layer()),
    "a number's class": lambda: Net(Layer(Inner(2)), Layer(Inner(2.0)), Layer()),
    "a name": lambda: Net(
        Layer(), with_attribute(Layer(), "extra", 1.0), Layer(), Layer()
    ),
    "an operator": lambda: Net(Layer(), Layer(act=ops.cos), Layer()),
    "a function": lambda: Net(
        Layer(act=lambda x: x * 2.0), Layer(act=lambda x: x * 3.0), Layer()
    ),
    "a list": lambda: Net(Layer(names=["a"]), Layer(names=["bc"]), Layer(names=["a"])),
    "an array": lambda: Net(
        with_attribute(Layer(), "extra", np.full((3, 4), 2.0)),
        with_attribute(Layer(), "extra", np.full((3, 4), 3.0)),
    ),
    "a short array": lambda: Net(
        with_attribute(Layer(), "extra", np.float64(2.0)),
        with_attribute(Layer(), "extra", np.float64(3.0)),
    ),
    "what is trained": lambda: Net(Layer(), frozen(Layer()), Layer()),
    "hooks": lambda: Net(hooked(Layer(), 2.0), hooked(Layer(), 3.0)),
    "one Cell in all": lambda: Net(Layer(SHARED), Layer(SHARED), Layer()),
    "one Cell twice": lambda: Net(*2 * [Layer()], Layer()),
    "one Parameter": lambda: Net(*one_dense(Layer(), Layer(), Layer())),
    "sizes": lambda: Net(of_shape(Layer(), 4), of_shape(Layer(), 3), Layer()),
    "what is predicted": lambda: Net(Layer(), predicting(Layer()), Layer()),
    "a rule": lambda: Net(
        *(Layer(nn.SequentialCell([Custom(k)])) for k in (2.0, 3.0, 2.0))
    ),
    "updates": lambda: Net(*(Layer(Normed()).set_train() for _ in range(3))),
    "one of them predicting": lambda: Net(
        *(Layer(Normed()).set_train(k != 1) for k in range(3))
    ),
    "called by another way": lambda: Twice(Layer(), Layer(), Layer()),
    "objects": lambda: Net(Set(Settings(2.0)), Set(Settings(3.0)), Set(Settings(2.0))),
    "their classes": lambda: Net(Set(Settings(2.0)), Set(Special(2.0)), Set()),
    "records": lambda: Net(Set(record=Record(1.0)), Set(record=Record(3.0)), Set()),
    "tables": lambda: Net(
        Set(),
        Set(table={"factor": 2.0, "kinds": ["b"]}),
        Set(table={"kinds": "ab"} | {"factor": 1.0}),
    ),
    "what is one object": lambda: Net(
        Set(Settings(2.0, MARK), Record(2.0, MARK)),
        Set(Settings(2.0, MARK), Record(2.0, Settings(1.0))),
        Set(Settings(2.0, Settings(1.0)), Record(2.0, MARK)),
    ),
    "a default of the class": lambda: Net(Set(), with_default(Set(), 3.0), Set()),
    "steps": lambda: Net(
        Set(steps=[ops.sin, 1.0]), Set(steps=[ops.sin, 2.0]), Set(steps=[ops.cos, 1.0])
    ),
    "Cells in a list": lambda: Net(
        Set(steps=[Inner(2.0)]), Set(steps=[Inner(3.0)]), Set(steps=[Inner(2.0)])
    ),
    "all of these alike": lambda: Net(*(Set(steps=[ops.sin, 1.0]) for _ in range(3))),
    "its own construct": lambda: Net(Layer(), own_construct(Layer()), Layer()),
}


def own_construct(layer):
    layer.construct = lambda x: x * 2.0
    return layer


def compiled(net, monkeypatch, most):
    """What is compiled and its guards, and how often Cells were evaluated."""
    built, evaluated = [], []
    trace = cells.trace_cell

    def noted(request, store):
        built.append(generate(request, Stages()))
        return built[-1]

    def counted(session, cell, *rest):
        evaluated.append(type(cell))
        return trace(session, cell, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(call, "build", noted)
        patch.setattr(cells, "trace_cell", counted)
        patch.setattr(alike, "_MOST", most)
        modules.MODULES.clear()
        modules.FAST_PATHS.clear()
        given = grad(net, 0, tuple(net.trainable_params()))(X)
    guards = {(str(one.question), one.answer) for one in individual(built[-1].guards)}
    return built[-1].text, guards, evaluated.count(Layer), given


@pytest.mark.parametrize("name", sampled(NETS, 4))
def test_what_is_compiled_is_the_same(name, monkeypatch):
    net = NETS[name]()
    text, guards, count, _ = compiled(net, monkeypatch, 4)
    each, of_each, all_of_them, _ = compiled(net, monkeypatch, 0)
    assert text == each
    assert guards == of_each
    assert count <= all_of_them


@pytest.mark.parametrize("name", sampled(NETS, 4))
def test_it_is_the_same_behind_layers_that_are_alike(name, monkeypatch):
    """Where many were alike, those behind them are asked by a function of Python."""
    net = NETS[name]()
    kind = type(net.layers[0])
    longer = type(net)(*(kind() for _ in range(6)), *net.layers)
    text, guards, count, _ = compiled(longer, monkeypatch, 4)
    each, of_each, all_of_them, _ = compiled(longer, monkeypatch, 0)
    assert text == each
    assert guards == of_each
    assert kind is not Layer or count < all_of_them


@pytest.mark.parametrize("name", ["alike", "updates", "called by another way"])
def test_cells_that_are_alike_are_evaluated_once(name, monkeypatch):
    net = NETS[name]()
    _, _, count, _ = compiled(net, monkeypatch, 4)
    _, _, all_of_them, _ = compiled(net, monkeypatch, 0)
    assert count < all_of_them


class Positive(nn.Cell):
    def construct(self, x):
        return x[x > 0]


class OfTwoSizes(nn.Cell):
    """One Cell, or two that are alike, each called with another number of positives."""

    def __init__(self, *parts):
        super().__init__()
        self.first, self.second = parts

    def construct(self, x):
        return ops.sum(self.first(x) * self.second(x - 2.0))


@pytest.mark.parametrize("parts", [2 * [Positive()], [Positive(), Positive()]])
def test_sizes_that_a_call_finds_are_its_own(parts):
    """Three numbers times one: the gradient of the one is a sum."""
    x = Tensor(np.array([1.0, 2.0, 3.0, -1.0]))
    dx = grad(OfTwoSizes(*parts))(x)
    assert dx.asnumpy().tolist() == [1.0, 1.0, 7.0, 0.0]


class Windows(nn.Cell):
    """Layers whose output has a size of its own, added to what they are given."""

    def __init__(self, count):
        super().__init__()
        self.layers = nn.CellList(
            [nn.SequentialCell([nn.Conv2d(2, 2, 3), Smooth()]) for _ in range(count)]
        )

    def construct(self, x):
        for layer in self.layers:
            x = x + layer(x)
        return ops.sum(x * x)


class Smooth(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 2, 3)

    def construct(self, x):
        return x + ops.tanh(self.conv(x))


def test_layers_whose_sizes_run_time_finds_are_one_function(monkeypatch):
    net = Windows(4)
    x = Tensor(np.linspace(-1, 1, 36).reshape(1, 2, 3, 6))
    evaluated = []
    trace = cells.trace_cell

    def counted(session, cell, *rest):
        evaluated.append(type(cell))
        return trace(session, cell, *rest)

    monkeypatch.setattr(cells, "trace_cell", counted)
    dx = grad(net)(x).asnumpy()
    assert evaluated.count(Smooth) <= 2
    step = 1e-6
    for place in [(0, 0, 0, 0), (0, 1, 2, 5)]:
        moved = [x.asnumpy().copy() for _ in range(2)]
        moved[0][place] += step
        moved[1][place] -= step
        more, less = (float(net(Tensor(one)).asnumpy()) for one in moved)
        assert abs(dx[place] - (more - less) / (2 * step)) < 1e-4 * abs(dx[place])
