"""A function called with another object of the same class gets another module."""

import contextlib
import dataclasses
import enum
import functools
import operator
from typing import NamedTuple

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from srcad.gradient.modules import MODULES

X = np.array([0.5, 1.5, 2.5])


class Whole(int):
    pass


class Part(float):
    pass


class Word(str):
    pass


class Access(enum.IntFlag):
    READ = 1
    WRITE = 2


def member(value):
    class Made(enum.IntEnum):
        ONLY = value

    return Made.ONLY


def called(x, k):
    return np.sum(k(x))


def times(x, k):
    return np.sum(x) * (37.0 + k)


def as_int(x, k):
    return np.sum(x) * int(k)


def by_word(x, k):
    return np.sum(x) * (2.0 if k == "a" else 3.0)


def at_two(x, k):
    return np.sum(x) * k(2.0)


def at_a_key(x, k):
    return np.sum(x) * k("b")


def by_class(x, k):
    return np.sum(x) * len(type(k).__name__) * (2.0 if isinstance(k, Part) else 3.0)


def next_of_it(x, k):
    return np.sum(x) * next(iter(k))


CALLED = []


class Pieces:
    def __init__(self, a):
        self.a = a

    def __len__(self):
        return 2

    def __getitem__(self, key):
        return [self.a, 2.0][key]

    def __array__(self, dtype=None, copy=None):
        CALLED.append(self)
        return np.zeros(2)


def squared(v):
    return v * v


CASES = {
    "ufuncs": (called, [np.sin, np.cos, np.exp, np.sin]),
    "partials of ufuncs": (
        called,
        [functools.partial(np.add, 3.0), functools.partial(np.multiply, 3.0)],
    ),
    "ints": (times, [Whole(1), Whole(2), 1]),
    "floats": (times, [Part(1.0), Part(2.0)]),
    "texts": (by_word, [Word("a"), Word("b")]),
    "flags": (as_int, [Access(4), Access(8), Access.READ | Access.WRITE]),
    "members": (times, [member(3), member(4)]),
    "polynomials": (at_two, [np.poly1d([1.0, 2.0]), np.poly1d([1.0, 3.0])]),
    "classes of floats": (by_class, [Part(2.0), 2.0, Part(3.0)]),
    "methods of dicts": (at_a_key, [{"b": 3.0}.get, {"b": 4.0}.get]),
    "methods of lists": (at_a_key, [["a", "b"].index, ["c", "a", "b"].index]),
}


@pytest.mark.parametrize(("function", "values"), CASES.values(), ids=CASES)
def test_each_call_has_its_own_gradient(function, values):
    gradient = srcad.value_and_grad(function, 0)
    for k in values:
        value, dx = gradient(X, k)
        np.testing.assert_allclose(value, function(X, k), err_msg=str(k))
        steps = 1e-6 * np.eye(3)
        ends = [(function(X + d, k) - function(X - d, k)) / 2e-6 for d in steps]
        np.testing.assert_allclose(dx, ends, rtol=1e-5, err_msg=str(k))


class Holder:
    pieces = None

    def run(self, x):
        return next_of_it(x, self.pieces)


HOLDER = Holder()


def by_an_attribute(x):
    return HOLDER.run(x)


def test_a_guard_calls_no_method_of_the_users():
    gradient = srcad.grad(by_an_attribute)
    for pieces in (range(2), np.array([1.5, 2.5]), Pieces(3.0)):
        HOLDER.pieces = pieces
        np.testing.assert_array_equal(gradient(X), np.full(3, pieces[0]))
    assert not CALLED


def test_a_global_ufunc_may_change(monkeypatch):
    monkeypatch.setitem(globals(), "ACT", np.sin)
    before = srcad.grad(by_a_global)(X)
    monkeypatch.setitem(globals(), "ACT", np.cos)
    np.testing.assert_allclose(before, np.cos(X))
    np.testing.assert_allclose(srcad.grad(by_a_global)(X), -np.sin(X))


ACT = np.sin


def by_a_global(x):
    return np.sum(ACT(x))


def a_record():
    @dataclasses.dataclass
    class Record:
        a: float = 1.0

    return Record()


def a_row():
    class Row(NamedTuple):
        a: float = 1.0

    return Row()


def derived(base, *args):
    return type(f"Own{base.__name__}", (base,), {})(*args)


# Objects of classes of their own.
OBJECTS = {
    "record": a_record,
    "row": a_row,
    "dict": lambda: derived(dict, {"a": 1.0}),
    "set": lambda: derived(set, [1.0]),
    "member": lambda: member(3),
    "int": lambda: derived(int, 2),
    "float": lambda: derived(float, 2.0),
    "text": lambda: derived(str, "b"),
}
# What is asked of them, and the method that decides about it.
ASKED = {
    "repr": (repr, "__repr__", "?"),
    "an f-string": (lambda k: f"{k!r}", "__repr__", "?"),
    "the text of a list": (lambda k: str([k]), "__repr__", "?"),
    "percent": (lambda k: operator.mod("%s", (k,)), "__str__", "?"),
    "equality": (lambda k: k == k, "__eq__", False),
    "membership": (lambda k: k in (5.0, "c"), "__eq__", True),
    "truth": (bool, "__bool__", False),
    "callable": (callable, "__call__", 0),
}


@pytest.mark.parametrize("ask", ASKED)
@pytest.mark.parametrize("kind", OBJECTS)
def test_what_a_class_comes_to_say_is_a_guard(kind, ask):
    function, word, answer = ASKED[ask]
    item = OBJECTS[kind]()
    before = function(item)

    def chosen(x):
        return 2.0 * x if function(item) == before else 3.0 * x

    gradient = srcad.grad(chosen)
    assert gradient(1.0) == 2.0
    setattr(type(item), word, lambda *_: answer)
    with contextlib.suppress(CompileError):
        assert gradient(1.0) == chosen(1.0)


class Planet(enum.Enum):
    EARTH = (2.0, 3.0)
    MARS = (5.0, 7.0)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def density(self):
        return self.mass / self.radius


def _value(x):
    return x * Planet.EARTH.value[0]


def _attribute(x):
    return x * Planet["EARTH"].mass


def _property(x):
    return x * Planet.EARTH.density * 3.0


@pytest.mark.parametrize("function", [_value, _attribute, _property])
def test_a_member_of_an_enum_is_found_in_another_process(
    function, compilations, monkeypatch
):
    assert srcad.grad(function)(X).tolist() == [2, 2, 2]
    MODULES.clear()
    assert srcad.grad(function)(X).tolist() == [2, 2, 2]
    assert compilations.count == 1
    monkeypatch.setattr(Planet.EARTH, "mass", 4.0)
    monkeypatch.setattr(Planet.EARTH, "_value_", (4.0, 3.0))
    assert srcad.grad(function)(X).tolist() == [4, 4, 4]
