"""Paths: what they find, the same in the code of a check, and as JSON."""

import functools
import json
import os
import sys
import types

import numpy as np
import pytest

import srcad
from srcad import nn
from srcad.compiler.reading.paths import (
    GONE,
    ROOT,
    SPACE,
    STEPS,
    Path,
    Resolver,
    as_json,
    from_json,
    shown,
)


class Slotted:
    __slots__ = ("held",)


class Derived(Slotted):
    """Has the slots of its base."""


class Root:
    pass


def with_defaults(x, scale=2.0, *, shift=3.0):
    return x * scale + shift


def closed(scale):
    def inner(x):
        return x * scale

    return inner


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(1, 1)


def ruled(x):
    return x


@srcad.defbprop(ruled)
def ruled_bprop(x, out, dout):
    return (dout,)


root = Root()
root.net = Net()
root.items = [1.5, 2.5]
root.table = {"a": 3.5, 2: 4.5}
root.view = types.MappingProxyType(root.table)
root.pair = (5.5, 6.5)
root.numbers = {7.5}
root.slotted = Derived()
root.slotted.held = 8.5
root.function = with_defaults
root.closed = closed(9.5)
root.partial = functools.partial(max, 10.5)
root.ruled = ruled


def at(name):
    return ROOT.then("attribute", name)


FOUND = [
    (ROOT, root, "function"),
    (at("items"), root.items, "self.items"),
    (at("items").then("item", 1), 2.5, "self.items[1]"),
    (at("items").then("list item", -1), 2.5, "self.items[-1]"),
    (at("table").then("item", "a"), 3.5, "self.table['a']"),
    (at("table").then("dict item", 2), 4.5, "self.table[2]"),
    (at("table").then("value", 1), 4.5, "list(self.table.values())[1]"),
    (at("table").then("element", 0), "a", "list(self.table)[0]"),
    (at("view").then("viewed").then("item", "a"), 3.5, "self.view['a']"),
    (at("pair").then("tuple item", 0), 5.5, "self.pair[0]"),
    (at("numbers").then("element", 0), 7.5, "list(self.numbers)[0]"),
    (at("slotted").then("slot", ("Slotted", "held")), 8.5, "self.slotted.held"),
    (at("function").then("default", -1), 2.0, "self.function.__defaults__[-1]"),
    (
        at("function").then("keyword default", "shift"),
        3.0,
        "self.function.__kwdefaults__['shift']",
    ),
    (
        at("function").then("globals").then("item", "root"),
        root,
        "globals(self.function)['root']",
    ),
    (at("closed").then("closure", "scale"), 9.5, "self.closed.closure['scale']"),
    (at("partial").then("part", "args"), (10.5,), "self.partial.args"),
    (at("net").then("cell", "fc"), root.net.fc, "self.net.fc"),
    (
        at("net").then("cell", "fc").then("parameter", "weight"),
        root.net.fc.weight,
        "self.net.fc.weight",
    ),
    (at("slotted").then("type"), Derived, "type(self.slotted)"),
    (
        at("slotted").then("type").then("base class", 1),
        Slotted,
        "type(self.slotted).__mro__[1]",
    ),
    (ROOT.then("namespace"), vars(root), "vars(self)"),
    (
        at("ruled").then("rule", "bprop"),
        ruled_bprop,
        "srcad.defbprop(self.ruled).bprop",
    ),
    (Path(None, "module", "numpy"), np, "numpy"),
    (Path(None, "state", "np.geterr()"), repr(np.geterr()), "np.geterr()"),
    (Path(None, "module", "numpy").then("attribute", "pi"), np.pi, "numpy.pi"),
]


@pytest.mark.parametrize(
    ("path", "item", "text"), FOUND, ids=[text for *_, text in FOUND]
)
def test_what_a_path_finds(path, item, text):
    assert Resolver(root)(path) is item or Resolver(root)(path) == item
    assert shown(path) == text
    assert from_json(json.loads(json.dumps(as_json(path)))) == path


def test_every_step_is_tested():
    steps = {one.step for path, *_ in FOUND for one in chain(path)}
    assert steps | {"argument", "environment"} == set(STEPS)


def chain(path):
    return [path, *chain(path.base)] if path.base is not None else [path]


@pytest.mark.parametrize(
    ("path", "item"), [one[:2] for one in FOUND[1:]], ids=[one[2] for one in FOUND[1:]]
)
def test_the_code_of_a_step_finds_the_same(path, item):
    names = {**SPACE, "base": None if path.base is None else Resolver(root)(path.base)}
    found = eval(STEPS[path.step].code.format("base", path.key), names)
    assert found is item or found == item


def test_the_environment(monkeypatch):
    monkeypatch.setenv("SRCAD_TEST", "on")
    path = Path(None, "environment", "SRCAD_TEST")
    assert Resolver(root)(path) == "on"
    assert eval(STEPS["environment"].code.format("", path.key), dict(SPACE)) == "on"
    monkeypatch.delenv("SRCAD_TEST")
    assert Resolver(root)(path) is None
    assert shown(path) == "os.environ['SRCAD_TEST']"
    assert SPACE["environ"] is os.environ
    assert SPACE["modules"] is sys.modules


def test_an_argument():
    path = Path(None, "argument", "x")
    assert Resolver(root, {"x": 3})(path) == 3
    with pytest.raises(LookupError):
        Resolver(root, {})(path)


@pytest.mark.parametrize(
    "path",
    [
        at("nothing"),
        at("items").then("item", 9),
        at("items").then("attribute", "x"),
        at("table").then("value", 9),
        at("slotted").then("slot", ("Other", "held")),
        at("function").then("closure", "x"),
        Path(None, "module", "no_such_module"),
        at("pair").then("part", "nothing"),
    ],
    ids=str,
)
def test_what_is_not_there_is_gone(path):
    with pytest.raises(GONE):
        Resolver(root)(path)


def test_no_code_of_the_users_runs():
    class Trap:
        def __getattr__(self, name):
            raise AssertionError(name)

        def __getitem__(self, key):
            raise AssertionError(key)

        __getattribute__ = object.__getattribute__

        @property
        def by(self):
            raise AssertionError("by")

    trap = Trap()
    trap.__dict__["by"] = 3
    assert Resolver(trap)(ROOT.then("attribute", "by")) == 3


@pytest.mark.parametrize("steps", [[], [["nothing", "1"]], [["item", "open('x')"]]])
def test_what_is_no_path(steps):
    with pytest.raises(ValueError, match=r"step|malformed"):
        from_json(steps)


def test_a_module_is_found_by_its_name(monkeypatch):
    module = types.ModuleType("planted")
    module.by = 4
    monkeypatch.setitem(sys.modules, "planted", module)
    assert Resolver(root)(Path(None, "module", "planted").then("attribute", "by")) == 4
