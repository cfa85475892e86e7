"""Which operand's class says what an operator makes of two: as Python and NumPy ask."""

from typing import NamedTuple

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.side_by_side import result

X = np.array([1.5, 2.5])


class Base:
    """Says what is added to it, and how it is compared."""

    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return self.v

    def __lt__(self, other):
        return self.v * 10.0

    def __eq__(self, other):
        return self.v * 100.0

    __hash__ = None


class Reflected(Base):
    """Has an answer of its own where it stands on the right."""

    def __radd__(self, other):
        return self.v * 2.0

    def __gt__(self, other):
        return self.v * 20.0

    def __eq__(self, other):
        return self.v * 200.0

    __hash__ = None


class Inherits(Base):
    """Has no answer of its own."""


class Both(Base):
    """Has one on each side."""

    def __add__(self, other):
        return self.v * 7.0

    def __radd__(self, other):
        return self.v * 8.0


class Same(Both):
    """Has those of its base."""


class Other(Both):
    """Has another one on the right."""

    def __radd__(self, other):
        return self.v * 9.0


class Unequal(Base):
    """Is equal to nothing."""

    def __eq__(self, other):
        return False

    __hash__ = None


class Added(list):
    """A list that says what it is added to."""

    def __radd__(self, other):
        return 5.0


def after_a_list_of_run_time(x):
    xs = []
    for v in x:
        xs.append(v)
    return (xs + Added([1.0])) * x[0]


PROGRAMS = {
    "of a derived class": lambda x: Base(x[0]) + Reflected(x[1]),
    "of the base": lambda x: Reflected(x[0]) + Base(x[1]),
    "less": lambda x: Base(x[0]) < Reflected(x[1]),
    "equal": lambda x: Base(x[0]) == Reflected(x[1]),
    "inherited": lambda x: Base(x[0]) + Inherits(x[1]),
    "of the same": lambda x: Both(x[0]) + Same(x[1]),
    "of another one": lambda x: Both(x[0]) + Other(x[1]),
    "which is no base": lambda x: Other(x[0]) + Both(x[1]),
    "not equal": lambda x: x[0] if Base(x[0]) != Unequal(x[1]) else x[1],
    "of a list": lambda x: ([1.0] + Added([2.0])) * x[0],
    "of a list of run time": after_a_list_of_run_time,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_class_that_python_asks(name):
    function = PROGRAMS[name]
    out, gradient = srcad.value_and_grad(function)(X)
    assert out == function(X)
    steps = np.eye(2) * 1e-6
    expected = [(function(X + h) - function(X - h)) / 2e-6 for h in steps]
    np.testing.assert_allclose(gradient, expected, atol=1e-8)


class Scaled:
    """Is multiplied by a number on the left."""

    def __init__(self, v):
        self.v = v

    def __rmul__(self, other):
        return self.v * 5.0


class Deferred(Scaled):
    """NumPy asks it."""

    __array_ufunc__ = None


class Before(Scaled):
    """NumPy asks it, too."""

    __array_priority__ = 1000


class Pair(NamedTuple):
    """Is multiplied by a number, but NumPy makes an array of it."""

    a: float
    b: float

    def __rmul__(self, factor):
        return Pair(self.a * factor, self.b * factor)


OF_NUMPY = {
    "a number of NumPy": lambda x: x[1] * Scaled(x[0]),
    "a number of Python": lambda x: 2.0 * Scaled(x[0]),
    "without ufuncs": lambda x: np.sum(x * Deferred(x[0])),
    "with a priority": lambda x: np.sum(x * Before(x[0])),
    "a tuple and a number of Python": lambda x: (2.0 * Pair(x[0], 1.0)).a,
    "a tuple and an array": lambda x: np.sum(x * Pair(x[1], 2.0)),
}


@pytest.mark.parametrize("name", OF_NUMPY)
def test_where_numpy_asks_the_class(name):
    function = OF_NUMPY[name]
    out, gradient = srcad.value_and_grad(function)(X)
    assert out == function(X)
    steps = np.eye(2) * 1e-6
    expected = [(function(X + h) - function(X - h)) / 2e-6 for h in steps]
    np.testing.assert_allclose(gradient, expected, atol=1e-8)


@pytest.mark.parametrize(
    "function",
    [lambda x: np.sum(x * Scaled(x[0])), lambda x: (x[0] * Pair(x[1], 1.0))[0]],
)
def test_what_numpy_makes_an_array_of_is_refused(function):
    with pytest.raises(srcad.CompileError, match="cannot be an operand of an array"):
        srcad.grad(function)(X)


class Row:
    """Is gone through by its items, from either end."""

    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, place):
        return self.items[place]


def _forwards(x):
    total = 0.0
    for item in Row(x):
        total = total * item + item * item
    return total


def _backwards(x):
    total = 0.0
    for place, item in enumerate(reversed(Row(x))):
        total = total * item + (place + 1) * item * item
    return total


def _backwards_of_known_items(x):
    last, *others = reversed(Row([x[0], x[1] * 2.0, x[2]]))
    return last * others[0] + others[1]


def _backwards_at_run_time(x):
    return sum(item * item for item in reversed(Row(x[x > 0.0])))


def _next_from_the_end(x):
    row = Row([x[0], x[1]])
    items = reversed(row)
    row.items[1] = x[2]
    return next(items) * next(items)


@pytest.mark.parametrize(
    "function",
    [
        _forwards,
        _backwards,
        _backwards_of_known_items,
        _backwards_at_run_time,
        _next_from_the_end,
    ],
)
def test_what_is_gone_through_by_its_items(function):
    assert result(function, [0.5, 0.7, 1.2])


class Measured:
    """It stands for the array, or the number, that it holds."""

    def __init__(self, value):
        self.value = value

    def __float__(self):
        return float(self.value)

    def __int__(self):
        return int(self.value)

    def __array__(self, dtype=None, copy=None):
        return self.value


class Numbered:
    def __init__(self, place):
        self.place = place

    def __index__(self):
        return self.place


def as_a_float(x):
    return float(Measured(x[0])) * x[1] + int(Measured(x[2])) * x[2]


def as_an_index(x):
    total = float(Numbered(3)) * x[1]
    for i in range(len(x)):
        total += x[Numbered(i)] * i
    return total


def as_an_array(x):
    return np.sum(np.sin(Measured(x))) + np.asarray(Measured(x * x))[1]


def asked_for_its_class(x):
    is_array = x.__class__ is np.ndarray
    return x[0] * is_array + x[1] * (x.__class__.__name__ == "ndarray")


@pytest.mark.parametrize(
    "function", [as_a_float, as_an_index, as_an_array, asked_for_its_class]
)
def test_what_an_object_stands_for(function):
    assert result(function, [0.5, 1.5, 2.5])


@pytest.mark.parametrize(
    ("word", "item"), [("__array_ufunc__", None), ("__array_priority__", 1000)]
)
def test_whom_numpy_asks_is_a_guard(word, item):
    """Without the word, NumPy hands the object each element alone."""
    product = {"__rmul__": lambda self, other: other * self.v.sum()}
    own = type("Own", (Scaled,), {word: item, **product})
    gradient = srcad.grad(lambda x: np.sum(x * own(x)))
    np.testing.assert_array_equal(gradient(X), [8.0, 8.0])
    delattr(own, word)
    with pytest.raises(CompileError, match="cannot be an operand"):
        gradient(X)
