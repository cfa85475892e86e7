"""What is read leaves guards, what is not read leaves none."""

import os
import sys
import types

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn
from srcad.compiler.reading.door import Door
from srcad.compiler.reading.paths import ROOT

X = np.array([1.0, 2.0])


class Root:
    pass


def asked(door):
    return {(str(one.path), one.ask) for one in door.guards}


def held(item):
    """A door, what it gives for an item that is an attribute of its root."""
    root = Root()
    root.held = item
    door = Door(root)
    return door, door.read(ROOT.then("attribute", "held"), item)


# ------------------------------------------------------------------------- containers


def test_a_container_leaves_no_guard_before_it_is_looked_into():
    door, _ = held([1, 2, 3])
    assert asked(door) == {("function", "type")}


@pytest.mark.parametrize(
    ("look", "guards"),
    [
        (lambda door, one: door.item(one, "a"), {("self.held['a']", "literal")}),
        (lambda door, one: door.length(one), {("self.held", "length")}),
        (lambda door, one: door.contains(one, "z"), {("self.held", "contains")}),
    ],
    ids=["an item", "the length", "a key"],
)
def test_a_part_of_a_dict_leaves_a_guard_on_it_alone(look, guards):
    door, found = held({"a": 1, "b": 2})
    look(door, found)
    assert asked(door) == guards | {("function", "type"), ("self.held", "type")}


def test_a_dict_that_is_read_as_a_whole():
    door, found = held({"a": 1, "b": [2, 3]})
    assert door.whole(found) is found
    assert asked(door) == {
        ("function", "type"),
        ("self.held", "mapping"),
        ("self.held['a']", "literal"),
        ("self.held['b']", "sequence"),
        ("self.held['b'][0]", "literal"),
        ("self.held['b'][1]", "literal"),
    }


def test_long_containers_of_literals_have_one_guard():
    door, found = held(list(range(1000)))
    door.whole(found)
    assert asked(door) == {("function", "type"), ("self.held", "content")}


def test_an_object_that_is_found_again_leaves_a_guard_on_that():
    root = Root()
    root.one = root.two = Root()
    door = Door(root)
    door.read(ROOT.then("attribute", "one"), root.one)
    door.read(ROOT.then("attribute", "two"), root.two)
    assert ("self.two", "same") in asked(door)


def test_what_is_forgotten():
    door, found = held({"a": 1})
    state = door.state()
    door.whole(found)
    door.restore(state)
    assert asked(door) == {("function", "type")}
    assert door.is_pending(found)


def test_a_question_without_an_answer_makes_the_module_of_one_use():
    door, _ = held(3)
    door.note(ROOT.then("attribute", "absent"), "literal", None)
    assert door.unrecorded == "nothing is found at self.absent a second time"


# ------------------------------------------------------------------- what is not read


class Options:
    def __init__(self):
        self.scale = 2.0
        self.unread = 3.0


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.options = Options()
        self.table = {"a": 1.0, "unread": 2.0}
        self.rows = [1.0, 2.0]
        self.fc = nn.Dense(2, 2)
        self.unread = nn.Dense(2, 2)
        self.array = Tensor(np.ones(64, np.float32))

    def construct(self, x):
        return x * self.options.scale * self.table["a"] + self.rows[0]


def test_what_is_not_read_is_in_no_guard(compilations):
    srcad.grad(Net())(Tensor(np.ones(2, np.float32)))
    paths = {path for path, _ in compilations.guards()}
    assert {"self.options.scale", "self.table['a']", "self.rows[0]"} <= paths
    for name in ("unread", "fc", "array", "rows[1]"):
        assert not any(name in path for path in paths)


def test_what_is_not_read_may_change(compilations):
    net = Net()
    gradient = srcad.grad(net)
    x = Tensor(np.ones(2, np.float32))
    gradient(x)
    net.options.unread = "other"
    net.options.new = 1
    net.table["unread"] = net.table["new"] = None
    net.rows[1:] = [5.0, 6.0]
    net.unread = nn.Dense(3, 3)
    net.array = None
    net.new = 3
    gradient(x)
    assert compilations.count == 1


def test_the_branch_that_is_not_taken_is_not_read(compilations):
    settings = types.SimpleNamespace(fast=True, slow_by=3.0)

    def function(x):
        if settings.fast:
            return x * 2
        return x * settings.slow_by

    srcad.grad(function)(X)
    settings.slow_by = 4.0
    srcad.grad(function)(X)
    assert compilations.count == 1
    settings.fast = False
    assert srcad.grad(function)(X).tolist() == [4, 4]


def test_numbers_of_captured_arrays_may_change(compilations):
    net = types.SimpleNamespace(weight=np.ones((2, 2)), bias=np.zeros(2))

    def function(x):
        return net.weight @ x + net.bias

    gradient = srcad.grad(function)
    assert gradient(X).tolist() == [2, 2]
    net.weight[:] = 3.0
    net.bias = np.ones(2)
    assert gradient(X).tolist() == [6, 6]
    assert compilations.count == 1
    net.weight = net.weight.astype(np.float32)
    gradient(X)
    assert compilations.count == 2


def test_a_global_that_was_absent(monkeypatch, compilations):
    module = types.ModuleType("planted_door")
    text = "def f(x):\n    return x * abs(-2.0)\n"
    path = "<planted_door>"
    exec(compile(text, path, "exec"), vars(module))
    monkeypatch.setitem(sys.modules, "planted_door", module)
    import linecache

    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    assert srcad.grad(module.f)(X).tolist() == [2, 2]
    module.abs = lambda number: 7.0
    assert srcad.grad(module.f)(X).tolist() == [7, 7]


def test_a_variable_of_the_environment(monkeypatch, compilations):
    def function(x):
        return x * float(os.environ.get("SRCAD_TEST_SCALE", "2"))

    monkeypatch.delenv("SRCAD_TEST_SCALE", raising=False)
    assert srcad.grad(function)(X).tolist() == [2, 2]
    monkeypatch.setenv("SRCAD_TEST_SCALE", "3")
    assert srcad.grad(function)(X).tolist() == [3, 3]
    monkeypatch.setenv("SRCAD_TEST_OTHER", "3")
    srcad.grad(function)(X)
    assert compilations.count == 2


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x * len(os.environ),
        lambda x: x * len(sorted(os.environ)),
        lambda x: x * len({**os.environ}) * len(dict(os.environ)),
        lambda x: x * len(tuple(os.environ)),
    ],
)
def test_all_variables_of_the_environment(function, monkeypatch):
    for value in ("1", "2"):
        monkeypatch.setenv(f"SRCAD_TEST_{value}", value)
        assert srcad.grad(function)(X).tolist() == function(np.ones(2)).tolist()


def test_a_container_of_a_module_of_python(monkeypatch, compilations):
    import mimetypes
    import string

    def function(x):
        return x * len(mimetypes.knownfiles) * len(string.digits)

    monkeypatch.setattr(mimetypes, "knownfiles", ["a"])
    assert srcad.grad(function)(X).tolist() == [10, 10]
    mimetypes.knownfiles.append("b")
    assert srcad.grad(function)(X).tolist() == [20, 20]
    mimetypes.knownfiles = []
    assert srcad.grad(function)(X).tolist() == [0, 0]
    assert compilations.count == 3


@pytest.fixture
def planted(monkeypatch):
    """A module of the program, with a module inside; not imported by its own name."""
    module, inner = types.ModuleType("planted"), types.ModuleType("planted.inner")
    module.scale, module.double, module.inner = 2.0, lambda v: v * 2.0, inner
    module.array, inner.scale = np.arange(20.0), 5.0
    module.__path__ = []
    for one in (module, inner):
        monkeypatch.setitem(sys.modules, one.__name__, one)
    monkeypatch.setitem(sys.modules, "other_name", module)
    return module


def by_name(x):
    from planted import scale as k

    return x * k


def of_the_module(x):
    import planted

    return x * planted.scale


def of_another_name(x):
    import other_name

    return x * other_name.scale


def from_another_name(x):
    from other_name import scale

    return x * scale


@pytest.mark.parametrize(
    "function", [by_name, of_the_module, of_another_name, from_another_name]
)
def test_what_a_function_imports(planted, compilations, function):
    gradient = srcad.grad(function)
    assert gradient(X).tolist() == [2, 2]
    planted.scale = 7.0
    assert gradient(X).tolist() == [7, 7]
    gradient(X)
    assert compilations.count == 2


def test_a_module_that_another_takes_the_place_of(planted, monkeypatch):
    gradients = list(map(srcad.grad, (of_another_name, from_another_name)))
    assert [one(X).tolist() for one in gradients] == [[2, 2], [2, 2]]
    monkeypatch.setitem(sys.modules, "other_name", planted.inner)
    assert [one(X).tolist() for one in gradients] == [[5, 5], [5, 5]]


def test_an_array_that_a_function_imports_is_captured(planted, compilations):
    def function(x):
        from planted import array

        return x * array[1:3]

    gradient = srcad.grad(function)
    assert gradient(X).tolist() == [1, 2]
    planted.array *= 2
    assert gradient(X).tolist() == [2, 4]
    assert compilations.count == 1


def test_a_name_that_a_module_gives_by_a_function(planted, compilations):
    def function(x):
        from planted import made

        return x * made

    source = "def __getattr__(name):\n    return scale * 3.0\n"
    import linecache

    linecache.cache["<planted>"] = (len(source), None, source.splitlines(True), "")
    exec(compile(source, "<planted>", "exec"), vars(planted))
    gradient = srcad.grad(function)
    assert gradient(X).tolist() == [6, 6]
    planted.scale = 1.0
    assert gradient(X).tolist() == [3, 3]


def test_what_says_that_a_descriptor_sets(compilations):
    class Fixed:
        def __get__(self, owner, kind):
            return 3.0

    class Holder:
        scale = Fixed()

    holder = Holder()
    vars(holder)["scale"] = 2.0
    gradient = srcad.grad(lambda x: x * holder.scale)
    assert gradient(X).tolist() == [2, 2]
    Fixed.__set__ = lambda self, owner, value: None
    assert gradient(X).tolist() == [3, 3]
