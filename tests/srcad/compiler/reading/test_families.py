"""Guards of Cells that are alike are one guard, in which none is lost.

One Cell of many is changed after the compilation: its module is not used again, neither
in its process nor out of the store, and what is compiled then is right.
"""

import json
from typing import Any

import numpy as np
import pytest

from srcad import Parameter, Tensor, grad, nn, ops
from srcad import dtype as mstype
from srcad.compiler.reading.families import ALIKE, family_of, individual
from srcad.compiler.reading.guards import answer_to, guard_as_json, guard_from_json
from srcad.compiler.reading.paths import Resolver
from srcad.gradient.modules import MODULES
from tests.sampling import sampled

X = Tensor(np.linspace(-1, 1, 12).reshape(3, 4))


class Inner(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(4, 4)
        self.norm = nn.LayerNorm((4,))
        self.scale = 2.0

    def construct(self, x):
        if hasattr(self, "extra"):
            x = x + self.extra
        return ops.tanh(self.norm(self.dense(x))) * self.scale


def scaled_by(factor):
    def scaled(x, power=1):
        return x**power * factor

    return scaled


class Layer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.act = scaled_by(3.0)
        self.names = ["a", "bc"]
        self.table = {"shift": 0.5, "kinds": ("a", "b")}
        self.one = self.other = nn.ReLU()
        self.weight = Parameter(Tensor(np.full(4, 0.5)), name="weight")

    def construct(self, x):
        y = self.act(self.inner(x)) * self.weight
        for name in self.names:
            y = y * len(name)
        if "b" in self.table["kinds"]:
            y = y + self.table["shift"]
        if self.one is self.other:
            y = ops.sin(y)
        return y + x


class Other(Layer):
    def construct(self, x):
        return super().construct(x) * 2.0


class Net(nn.Cell):
    def __init__(self, count=4):
        super().__init__()
        self.layers = nn.SequentialCell([Layer() for _ in range(count)])

    def construct(self, x):
        return ops.sum(self.layers(x))


class Stage(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Layer() for _ in range(3)])

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Stages(nn.Cell):
    """Cells that are alike in Cells that are alike."""

    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Stage() for _ in range(3)])

    def construct(self, x):
        for stage in self.layers:
            x = stage(x)
        return ops.sum(x)


def set_in(name, item):
    def change(layer, first):
        place, _, last = name.rpartition(".")
        for word in filter(None, place.split(".")):
            layer = getattr(layer, word)
        setattr(layer, last, item)

    return change


def exchanged(layer, first):
    layer.inner.dense = nn.SequentialCell([nn.Dense(4, 3), nn.Dense(3, 4)])


def of_another_dtype(layer, first):
    array = layer.weight.asnumpy().astype(np.float32)
    layer.weight = Parameter(Tensor(array), name="weight")


def tied(layer, first):
    layer.inner.dense.weight = first.inner.dense.weight


def of_one_cell(layer, first):
    layer.inner = first.inner


def hooked(layer, first):
    layer.inner.register_backward_hook(lambda cell, given, dout: (given[0] * 2.0,))


def hooked_weight(layer, first):
    layer.weight.register_hook(lambda dout: dout * 2.0)


def with_own_construct(layer, first):
    layer.inner.construct = lambda x: x * 2.0


def with_default(layer, first):
    layer.act.__defaults__ = (2,)


def with_another_closure(layer, first):
    layer.act.__closure__[0].cell_contents = 5.0


def longer(layer, first):
    layer.names.append("def")


def renamed(layer, first):
    layer.names[1] = "defg"


def without_kind(layer, first):
    layer.table["kinds"] = ("a",)


def shifted(layer, first):
    layer.table["shift"] = 1.5


def of_another_class(layer, first):
    layer.__class__ = Other


def with_epsilon(layer, first):
    layer.inner.norm.epsilon = 0.5


def in_half(layer, first):
    layer.inner.to_float(mstype.float16)


def without_bias(layer, first):
    layer.inner.dense = nn.Dense(4, 4, has_bias=False)


CHANGES = {
    "a number": set_in("inner.scale", 3.0),
    "a number's class": set_in("inner.scale", 2),
    "a name that was missing": set_in("inner.extra", 1.0),
    "a function": set_in("act", ops.cos),
    "a function of the same text": set_in("act", scaled_by(4.0)),
    "a closure": with_another_closure,
    "a default": with_default,
    "a longer list": longer,
    "an item of a list": renamed,
    "a list that is a tuple": set_in("names", ("a", "bc")),
    "an item of a dict": shifted,
    "an item of an item": without_kind,
    "two that were one": set_in("one", nn.ReLU()),
    "a class": of_another_class,
    "a setting of a layer": with_epsilon,
    "a layer without": without_bias,
    "a Cell of another shape": exchanged,
    "a dtype": of_another_dtype,
    "a dtype to compute in": in_half,
    "a frozen Parameter": set_in("weight.requires_grad", False),
    "tied Parameters": tied,
    "one Cell twice": of_one_cell,
    "a hook": hooked,
    "a hook of a Parameter": hooked_weight,
    "its own construct": with_own_construct,
}


def given(net):
    return np.array(grad(net, 0)(X).asnumpy())


def anew(net, monkeypatch, tmp_path):
    """What is given where each Cell is evaluated, into an empty store."""
    from srcad.compiler.evaluate.calls import alike
    from srcad.gradient.modules import default_store

    with monkeypatch.context() as patch:
        patch.setattr(alike, "_MOST", 0)
        patch.setenv("SRCAD_CACHE_DIR", str(tmp_path / "another store"))
        default_store.cache_clear()
        MODULES.clear()
        found = given(net)
    default_store.cache_clear()
    MODULES.clear()
    return found


def families(compilations):
    guards = [one for module in compilations.modules() for one in module.guards]
    return [family_of(one) for one in guards if one.question.ask == ALIKE]


@pytest.mark.parametrize("place", [0, 3])
@pytest.mark.parametrize("name", sampled(CHANGES, 9))
def test_a_cell_that_is_changed(name, place, compilations, monkeypatch, tmp_path):
    net = Net()
    given(net)
    assert any(len(members) == 3 for _, members in families(compilations))
    layers = list(net.layers)
    CHANGES[name](layers[place], layers[1])
    before = compilations.count
    assert before == 1
    MODULES.clear()
    found = given(net)  # out of the store, if it had it
    assert compilations.count == before + 1, "the store's module was used again"
    np.testing.assert_allclose(found, anew(net, monkeypatch, tmp_path), rtol=1e-12)


@pytest.mark.parametrize("name", sampled(CHANGES, 9))
def test_a_cell_that_is_changed_in_its_process(name, compilations):
    net = Net()
    (function,) = [grad(net, 0)]
    function(X)
    CHANGES[name](list(net.layers)[2], list(net.layers)[1])
    function(X)
    assert compilations.count == 2


@pytest.mark.parametrize("name", sampled(CHANGES, 9))
@pytest.mark.parametrize("place", [(0, 2), (2, 2)])
def test_cells_in_cells_that_are_alike(name, place, compilations):
    net = Stages()
    grad(net, 0)(X)
    stage, layer = place
    layers = net.layers[stage].layers
    CHANGES[name](layers[layer], net.layers[1].layers[1])
    grad(net, 0)(X)
    assert compilations.count == 2


def test_what_did_not_change_is_used_again(compilations):
    net = Net()
    first = given(net)
    MODULES.clear()
    assert np.array_equal(given(net), first)
    assert np.array_equal(given(net), first)
    list(net.layers)[2].weight.set_data(Tensor(np.full(4, 0.25)))
    assert not np.array_equal(given(net), first)
    assert compilations.count == 1


@pytest.mark.parametrize("count", [3, 6])
def test_there_are_no_more_guards_of_more_cells(count, compilations):
    given(Net(count))
    (module,) = compilations.modules()
    own = [
        str(one.question.path)
        for one in module.guards
        if "cell_list[" in str(one.question.path) and one.question.ask != "same"
    ]
    assert {path.partition("]")[0][-1] for path in own} == {"0", "1"}
    assert sum(path.endswith("cell_list[1]") for path in own) == 1


def test_a_guard_of_a_family_says_what_those_of_its_members_say(compilations):
    net = Net()
    given(net)
    (module,) = compilations.modules()
    resolve = Resolver(net, sizes={"x0": 3, "x1": 4})
    (guard,) = [one for one in module.guards if one.question.ask == ALIKE]
    again = guard_from_json(json.loads(json.dumps(guard_as_json(guard))))
    assert again.question == guard.question
    assert answer_to(again.question, resolve) == guard.answer
    alone = individual([again])
    assert len(alone) == 3 * len(family_of(guard)[0].rows)
    for one in alone:
        assert answer_to(one.question, resolve) == one.answer
    list(net.layers)[3].inner.scale = 3.0
    assert answer_to(guard.question, resolve) != guard.answer
    changed = [
        one for one in alone if answer_to(one.question, Resolver(net)) != one.answer
    ]
    assert [str(one.question.path) for one in changed] == [
        "self.layers.cell_list[3].inner.scale"
    ]


class Kinds(nn.Cell):
    """A Cell that is called twice, with values of two kinds."""

    def __init__(self, count=3):
        super().__init__()
        self.layers = nn.CellList([Ranked() for _ in range(count)])

    def construct(self, x):
        y = ops.sum(x, 0)
        for layer in self.layers:
            x = layer(x)
        for layer in self.layers:
            y = layer(y)
        return ops.sum(x) + ops.sum(y)


class Ranked(nn.Cell):
    def __init__(self):
        super().__init__()
        self.flat, self.square = 2.0, 3.0
        self.weight = Parameter(Tensor(np.full(4, 0.5)), name="weight")

    def construct(self, x):
        return x * self.weight * (self.flat if x.ndim == 1 else self.square)


@pytest.mark.parametrize("name", ["flat", "square"])
def test_a_cell_of_two_families(name, compilations):
    net = Kinds()
    grad(net, 0)(X)
    setattr(net.layers[2], name, 5.0)
    grad(net, 0)(X)
    assert compilations.count == 2


def layer_with(act: Any) -> Layer:
    layer = Layer()
    layer.act = act
    return layer


def test_functions_of_one_text_with_other_closures(compilations):
    """Those of several definitions have code of their own, of one text."""
    net = Net(0)
    net.layers = nn.SequentialCell([layer_with(scaled_by(3.0)) for _ in range(3)])
    first = given(net)
    MODULES.clear()
    assert np.array_equal(given(net), first)
    list(net.layers)[2].act = scaled_by(5.0)
    given(net)
    assert compilations.count == 2
