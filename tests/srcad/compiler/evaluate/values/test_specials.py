"""Tuples, lists and dicts of the user's classes: what these say themselves, they say."""

from typing import NamedTuple

import numpy as np
import pytest

import srcad
from tests.sampling import sampled
from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

SPACE = """\
class Own:
    def __init__(self, a):
        self.a = a

    def __len__(self):
        return 2

    def __getitem__(self, k):
        return self.a * (k + 1)

    def __setitem__(self, k, v):
        self.a = v * (k + 1)

    def __delitem__(self, k):
        self.a = 0.0

    def __iter__(self):
        return iter([self.a, 2.0])

    def __contains__(self, v):
        return v == 2.0

    def __bool__(self):
        return False

    def __add__(self, other):
        return 5.0 * self.a

    def __radd__(self, other):
        return 6.0 * self.a

    def __iadd__(self, other):
        self.a = self.a * 2
        return self

    def __neg__(self):
        return Own(-self.a)

    def __eq__(self, other):
        return isinstance(other, Own)

    def __hash__(self):
        return 3

    def __lt__(self, other):
        return True

    def __call__(self, v):
        return v * self.a

    def __float__(self):
        return 2.5

    def __index__(self):
        return 1

    def __enter__(self):
        self.a = self.a * 3
        return self

    def __exit__(self, *found):
        return False

    def __str__(self):
        return "own"

    def __getattr__(self, name):
        if name == "made_up":
            return self.a
        raise AttributeError(name)


class OwnList(list):
    def __add__(self, other):
        return 5.0

    def __bool__(self):
        return False


class OwnFloat(float):
    def __add__(self, other):
        return 5.0
"""

KINDS = (
    Kind(
        "object with special methods",
        one="Own(x[0])",
        other="Own(x[1])",
        read="it.a * 1.0",
        space=SPACE,
        asked=(
            "it.made_up",
            "with it as q:\n    r = q.a\nr",
            "it[1]",
            "it[1] = x[2]\nread(it)",
        ),
        refused={
            "SRC013": (
                "print inside",
                # a Own cannot be used as an array
                "asarray",
            ),
        },
    ),
    Kind(
        "list with special methods",
        one="OwnList([x[0], 1.0])",
        other="OwnList([x[1], 1.0])",
        read="it[0] * 1.0",
        space=SPACE,
        refused={
            "SRC012": (
                # `OwnList.__add__` would run while compiling
                "* 2",
                # a OwnList is not matched as a sequence
                "match",
            ),
            "SRC013": (
                # this must be known at compile time
                "[run time]",
                # a OwnList whose length run time knows is not supported
                "chosen",
                "chosen is",
            ),
            "SRC023": (
                # this writes the attribute of a OwnList outside of what is differentiat
                ".a =",
            ),
        },
    ),
    Kind(
        "float with special methods",
        one="OwnFloat(2.0)",
        other="OwnFloat(3.0)",
        read="float(it) * 1.0",
        space=SPACE,
        refused={
            "SRC013": (
                # a OwnFloat cannot be a value of run time
                "array +",
                "== number",
                "copy",
                "deepcopy",
                "path",
                "path is",
                "path isinstance",
                "path or None",
                "loop",
                "loop swaps",
                "loop is",
                "chosen",
                "chosen is",
                "list of them",
                "closure",
                "float",
                # whether two equal constants are one object is up to Python
                "copy is",
                # what Python shows of 2.0 is not known at compile time
                "print inside",
            ),
            "SRC012": (
                # `OwnFloat.__add__` would run while compiling
                "* 2",
                "/",
                "-",
                "+=",
                "*=",
                "<",
                # OwnFloat has special methods of its own, and is derived from float
                "asarray",
            ),
            "SRC023": (
                # this writes the attribute of a OwnFloat outside of what is differentia
                ".a =",
            ),
            "SRC011": (
                # this is too long, or nested too deeply, to be read or written
                "f-string",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)


X = np.array([0.5, 1.5, 2.5])
LONG = np.arange(20.0)


class _Said:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 1

    def __lt__(self, other):
        return True

    def __contains__(self, item):
        return True

    def __bool__(self):
        return False

    def __add__(self, other):
        return 5.0

    def __radd__(self, other):
        return 6.0

    def __neg__(self):
        return 7.0


class OwnList(_Said, list):
    """Says what operators make of it."""

    def __call__(self, v):
        return v * 8


class OwnTuple(_Said, tuple):
    """Says what operators make of it, and what it holds."""

    __slots__ = ()

    def __getitem__(self, key):
        return 20.0

    def __iter__(self):
        return iter([21.0])

    def __len__(self):
        return 3


class OwnDict(_Said, dict):
    """Says what operators make of it, and what it holds."""

    def __getitem__(self, key):
        return 20.0

    def __len__(self):
        return 3

    def get(self, key, default=None):
        return 30.0

    def values(self):
        return [31.0]


class Vector(NamedTuple):
    """Two numbers that are added."""

    a: float
    b: float

    def __add__(self, other):
        return Vector(self.a + other.a, self.b + other.b)

    def __mul__(self, factor):
        return Vector(self.a * factor, self.b * factor)

    __rmul__ = __mul__

    def __neg__(self):
        return self * -1.0

    def __matmul__(self, other):
        return self.a * other.a + self.b * other.b


HELD = {
    "list": lambda: OwnList([1.0, 2.0]),
    "list of an array": lambda: OwnList([LONG, 2.0]),
    "tuple": lambda: OwnTuple((1.0, 2.0)),
    "tuple of an array": lambda: OwnTuple((LONG, 2.0)),
    "dict": lambda: OwnDict(a=1.0),
    "dict of an array": lambda: OwnDict(a=LONG),
}


def _sum_of_items(x, k):
    total = 0.0
    for v in k:
        total = total + v * x[0]
    return total


USES = {
    "==": lambda x, k: 2.0 if k == [3.0] else 3.0,
    "== on the right": lambda x, k: 2.0 if k == [3.0] else 3.0,
    "!=": lambda x, k: 2.0 if k != (3.0,) else 3.0,
    "<": lambda x, k: 2.0 if k < [0.0] else 3.0,
    "in": lambda x, k: 2.0 if 99.0 in k else 3.0,
    "in, of run time": lambda x, k: 2.0 if x[0] in k else 3.0,
    "truth": lambda x, k: 2.0 if k else 3.0,
    "or": lambda x, k: 2.0 if (k or None) is None else 3.0,
    "+": lambda x, k: k + [1.0],
    "+ on the right": lambda x, k: [1.0] + k,
    "-": lambda x, k: -k,
    "call": lambda x, k: k(x[0]) if callable(k) else 0.0,
    "item": lambda x, k: np.sum(k["a"] if isinstance(k, dict) else k[0]),
    "len": lambda x, k: len(k),
    "sum": lambda x, k: np.sum(sum(v for v in k)),
    "star": lambda x, k: np.sum((lambda *a: a[0])(*k)),
    "list": lambda x, k: np.sum(list(k)[-1]),
    "enumerate": lambda x, k: np.sum(next(v for _, v in enumerate(k))),
    "map": lambda x, k: next(map(np.sum, k)),
    "loop": lambda x, k: np.sum(_sum_of_items(x, k)),
    "get": lambda x, k: k.get("b") if isinstance(k, dict) else 0.0,
    "values": lambda x, k: np.sum(list(k.values())[-1]) if isinstance(k, dict) else 0.0,
    "str": lambda x, k: len(str(k)),
    "array": lambda x, k: np.sum(np.asarray(k)),
}


@pytest.mark.parametrize("place", ["argument", "global"])
@pytest.mark.parametrize("name", HELD)
@pytest.mark.parametrize("use", sampled(USES, 4))
def test_it_is_as_in_python_or_refused(use, name, place):
    """What this must never be is the answer of the plain class."""
    ask, k = USES[use], HELD[name]()
    try:
        want = ask(X, k)
    except (TypeError, ValueError, KeyError):
        want = None  # as Python raises
    try:
        if place == "argument":
            got, _ = srcad.value_and_grad(lambda x, k: np.sum(x) * ask(x, k))(X, k)
        else:
            got, _ = srcad.value_and_grad(lambda x: np.sum(x) * ask(x, k))(X)
    except (srcad.CompileError, TypeError, ValueError):
        return
    assert want is not None
    assert got == np.sum(X) * want


FOLLOWED = {
    "list": ("==", "== on the right", "!=", "<", "in", "truth", "or", "+", "-"),
    "tuple": ("==", "<", "in", "truth", "+", "-", "item", "len", "loop", "enumerate"),
    "dict": ("==", "in", "truth", "-", "item", "len", "get", "values"),
}


@pytest.mark.parametrize(
    ("name", "use"), [(name, use) for name in FOLLOWED for use in FOLLOWED[name]]
)
def test_its_methods_are_followed(name, use):
    k = HELD[name]()
    got, _ = srcad.value_and_grad(lambda x: np.sum(x) * USES[use](x, k))(X)
    assert got == np.sum(X) * USES[use](X, k)


def test_a_named_tuple_with_operators_is_differentiated():
    def function(v, w):
        u = 2.0 * (v + w * 3.0) + -v
        return u @ w

    v, w = Vector(1.5, -0.5), Vector(0.25, 2.0)
    value, (dv, dw) = srcad.value_and_grad(function, (0, 1))(v, w)
    assert value == function(v, w)
    assert type(dv) is type(dw) is Vector
    np.testing.assert_allclose(dv, w)
    np.testing.assert_allclose(dw, [v.a + 12.0 * w.a, v.b + 12.0 * w.b])


class Guarded(dict):
    """Says what happens to what is written to it."""

    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2.0)


def test_a_write_that_it_says_itself_is_refused():
    def function(x, k):
        k["a"] = np.sum(x)
        return k["a"]

    with pytest.raises(srcad.CompileError, match="__setitem__"):
        srcad.grad(function)(X, Guarded(a=1.0))


def test_what_a_class_says_later_is_noticed(monkeypatch):
    class Later(tuple):
        """Says nothing by now."""

        __slots__ = ()

    class LaterDict(dict):
        """Says nothing by now."""

    added = srcad.grad(lambda k: (k + k)[-1] * 1.0)
    np.testing.assert_array_equal(added(Later((2.0, 3.0))), (0.0, 1.0))
    monkeypatch.setattr(Later, "__add__", lambda a, b: (a[0] * 9.0,), raising=False)
    np.testing.assert_array_equal(added(Later((2.0, 3.0))), (9.0, 0.0))

    compared = srcad.grad(lambda x, k: x * (2.0 if k == {"a": 1.0} else 3.0))
    assert compared(1.5, LaterDict(a=1.0)) == 2.0
    monkeypatch.setattr(LaterDict, "__eq__", lambda a, b: False)
    assert compared(1.5, LaterDict(a=1.0)) == 3.0
