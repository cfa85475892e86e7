"""A text may mean something else though it is the same: by what is around it."""

import enum
import importlib
import itertools
import sys

import numpy as np
import pytest

import srcad

X = np.array([1.0, 2.0])
COUNT = itertools.count()

factor = 2.0


def of_the_module():
    def act(x):
        return np.sum(x**2) * factor

    return act


def of_a_function(factor):
    def act(x):
        return np.sum(x**2) * factor

    return act


def of_python():
    def act(x):
        return np.sum(x**2) + abs(x[1])

    return act


def of_the_user(abs):
    def act(x):
        return np.sum(x**2) + abs(x[1])

    return act


ACT = of_the_module()


def called(x):
    return ACT(x)


@pytest.mark.parametrize(
    "functions",
    [
        (of_the_module(), of_a_function(5.0), of_a_function(3.0), of_the_module()),
        (of_python(), of_the_user(lambda v: 3 * v), of_python()),
    ],
    ids=["global", "builtin"],
)
def test_a_name_that_is_one_of_a_function_around(functions, monkeypatch):
    compiled = srcad.value_and_grad(called)
    for function in functions:
        monkeypatch.setitem(globals(), "ACT", function)
        assert compiled(X)[0] == function(X)
        assert srcad.value_and_grad(function)(X)[0] == function(X)


class First:
    __k = 2.0

    def go(self, x):
        return np.sum(x**2) * self.__k


class Second(First):
    __k = 5.0

    def go(self, x):
        return np.sum(x**2) * self.__k


def test_a_private_name_of_another_class(monkeypatch):
    item = Second()
    compiled = srcad.value_and_grad(lambda x: item.go(x))
    assert compiled(X)[0] == 25.0
    monkeypatch.setattr(Second, "go", First.go)
    assert compiled(X)[0] == 10.0


class Scaled:
    def __class_getitem__(cls, k):
        return k * 2.0


def test_what_gives_an_item_of_a_class(monkeypatch):
    compiled = srcad.value_and_grad(lambda x: np.sum(x) * Scaled[3])
    assert compiled(X)[0] == 18.0
    other = classmethod(lambda cls, k: k * 7.0)
    monkeypatch.setattr(Scaled, "__class_getitem__", other)
    assert compiled(X)[0] == 63.0


HEAD = """
import dataclasses, typing
from dataclasses import dataclass, field, fields, replace
import numpy as np

def first():
    return [2.0]

def second():
    return [7.0]

@dataclass
class C:
    a: float = 1.0
"""
FACTORY = "    b: list = field(default_factory={})\n"
FLAG = "    b: float = field(default=1.0, {})\n"
FIELDS = [
    (FACTORY, "lambda: [2.0]", "lambda: [2.0, 3.0]", "sum(C().b)"),
    (FACTORY, "first", "second", "sum(C().b)"),
    (FLAG, "metadata={'w': 2.0}", "metadata={'w': 5.0}", "fields(C)[1].metadata['w']"),
    (FLAG, "init=True", "init=False", "(2.0 if fields(C)[1].init else 3.0)"),
    (FLAG, "init=True", "init=False", "(1.0 + len(C().__dict__))"),
    (FLAG, "compare=True", "compare=False", "(2.0 if C() == C(1.0, 3.0) else 4.0)"),
    (FLAG, "repr=True", "repr=False", "len(repr(HELD))"),
    (
        "    b: typing.Annotated[float, {}] = 1.0\n",
        *("2.0", "3.0", "fields(C)[1].type.__metadata__[0]"),
    ),
]


@pytest.mark.parametrize(("line", "before", "after", "read"), FIELDS)
def test_the_fields_of_a_dataclass(line, before, after, read, tmp_path, monkeypatch):
    name = f"fields_of_{next(COUNT)}"
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for words in (before, after):
        program = f"HELD = C()\n\ndef f(x):\n    return np.sum(x**2) * {read}\n"
        text = HEAD + line.format(words) + "\n" + program
        (tmp_path / f"{name}.py").write_text(text)
        importlib.invalidate_caches()
        known = sys.modules.get(name)
        module = importlib.reload(known) if known else importlib.import_module(name)
        found, gradient = srcad.value_and_grad(module.f)(X)
        assert found == module.f(X)
        np.testing.assert_allclose(gradient, 2 * X * module.f(X) / np.sum(X**2))


class Text(str, enum.Enum):  # noqa: UP042
    A = "a"
    B = "b"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


WEIGHTS = {Text.A: 1.0, Text.B: 2.0}
LEVELS = {Level.LOW: 3.0, Level.HIGH: 4.0}


def by_members(x):
    total = np.sum(x) * WEIGHTS[Text.A] + LEVELS[Level.HIGH] * x[0]
    for key in Text:
        total = total + x[1] * WEIGHTS.get(key) * len(WEIGHTS)
    return total + sum(LEVELS.values()) * x[0]


def test_keys_that_are_members_and_texts(monkeypatch):
    compiled = srcad.value_and_grad(by_members)
    assert compiled(X)[0] == by_members(X)
    monkeypatch.setitem(WEIGHTS, Text.A, 11.0)
    monkeypatch.setitem(LEVELS, Level.HIGH, 13.0)
    assert compiled(X)[0] == by_members(X)
