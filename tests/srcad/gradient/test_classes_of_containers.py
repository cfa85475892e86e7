"""A tuple, a list or a dict of a class of its own stays one: in arguments and results."""

import collections
import copy
from typing import NamedTuple

import numpy as np
import pytest

import srcad

X = np.array([0.5, 1.5, 2.5])


class Row(tuple):
    """Shows itself otherwise."""

    def __str__(self):
        return "a row"


class Stack(list):
    """Has attributes beside its items."""

    def __init__(self, items, factor):
        super().__init__(items)
        self.factor = factor


class Defaults(dict):
    """Has a value for each key."""

    def __missing__(self, key):
        return 7.0


class Pair(NamedTuple):
    """Two numbers."""

    a: float
    b: float


class Named(Pair):
    """Shows itself otherwise."""

    def __repr__(self):
        return "named"


MADE = {
    "ordered": lambda v: collections.OrderedDict(a=v),
    "default": lambda v: collections.defaultdict(float, a=v),
    "counter": lambda v: collections.Counter(a=v),
    "missing": lambda v: Defaults(a=v),
    "dict": lambda v: {"a": v},
    "tuple": lambda v: (v,),
    "row": lambda v: Row((v,)),
    "pair": lambda v: Pair(v, 1.0),
    "named": lambda v: Named(v, 1.0),
}
MAPPINGS = ("ordered", "default", "counter", "missing", "dict")

USES = {
    "its class": lambda x, k: np.sum(x) * len(type(k).__name__),
    "isinstance": lambda x, k: np.sum(x) * (2.0 if isinstance(k, Row) else 3.0),
    "a copy": lambda x, k: np.sum(x) * len(type(copy.deepcopy(k)).__name__),
    "a branch": lambda x, k: (
        np.sum(x) * len(type(k if x[0] > 0 else copy.copy(k)).__name__)
    ),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("value", [1.5, X])
def test_an_argument_stays_of_its_class(use, name, value):
    function, made = USES[use], MADE[name]
    want = function(X, made(value))
    got, gradient = srcad.value_and_grad(function)(X, made(value))
    assert got == want
    np.testing.assert_allclose(gradient, np.full(3, want / np.sum(X)))


@pytest.mark.parametrize("other", [{"a": 1.5}, (1.5, 1.0), (1.5,)])
@pytest.mark.parametrize("name", MADE)
def test_it_is_compared_as_python_does(name, other):
    def function(x, k):
        return np.sum(x) * (2.0 if k == other else 3.0)

    k = MADE[name](1.5)
    np.testing.assert_array_equal(
        srcad.grad(function)(X, k), np.full(3, function(X, k) / np.sum(X))
    )


@pytest.mark.parametrize(
    ("name", "code"),
    [("counter", None), ("missing", None), ("default", "SRC023"), ("dict", "KeyError")],
)
def test_a_key_that_it_lacks(name, code):
    def function(x, k):
        return np.sum(x) * k["b"]

    if code is None:
        want = np.full(3, MADE[name](1.5)["b"])
        np.testing.assert_array_equal(srcad.grad(function)(X, MADE[name](1.5)), want)
    else:
        with pytest.raises(srcad.CompileError, match=code):
            srcad.grad(function)(X, MADE[name](1.5))


@pytest.mark.parametrize("name", MADE)
def test_its_gradient_is_of_its_class(name):
    k = MADE[name](X)
    word = "a" if name in MAPPINGS else 0
    gradient = srcad.grad(lambda k: np.sum(k[word] ** 2))(k)
    assert type(gradient) is type(k)
    np.testing.assert_array_equal(gradient[word], 2 * X)


@pytest.mark.parametrize("name", ["ordered", "default", "counter", "dict", "pair"])
def test_a_result_is_of_its_class(name):
    made = MADE[name]
    got, _ = srcad.value_and_grad(lambda x: {"k": [made(np.sum(x))]})(X)
    want = made(np.sum(X))
    assert type(got["k"][0]) is type(want)
    assert got["k"][0] == want


def test_a_default_dict_that_is_returned_makes_the_same_values():
    def function(x):
        return collections.defaultdict(list, a=np.sum(x))

    got, _ = srcad.value_and_grad(function)(X)
    assert got["b"] == []


def test_a_global_with_arrays_in_it_stays_of_its_class():
    table = collections.defaultdict(lambda: 5.0, a=np.arange(20.0))

    def function(x):
        return np.sum(x) * np.sum(table["a"]) * len(type(table).__name__)

    got = srcad.grad(function)(X)
    np.testing.assert_array_equal(got, np.full(3, 190.0 * len("defaultdict")))


def test_what_has_attributes_beside_its_items_is_an_object():
    def function(x, k):
        return np.sum(x) * k[0] * np.sum(k.factor)

    for factor in (2.0, X, 2 * X):
        got = srcad.grad(function)(X, Stack([3.0], factor))
        np.testing.assert_array_equal(got, np.full(3, 3.0 * np.sum(factor)))
    with pytest.raises(srcad.CompileError, match="the gradient by `k`"):
        srcad.grad(function, (0, 1))(X, Stack([3.0], 2.0))


class Longer(list):
    """Says itself how long it is."""

    def __len__(self):
        return 7


def test_what_says_itself_what_it_holds_is_an_object():
    def function(x, k):
        return np.sum(x) * np.sum(k[0])

    np.testing.assert_array_equal(srcad.grad(function)(X, Longer([X])), np.full(3, 4.5))
    with pytest.raises(srcad.CompileError, match="the gradient by `k`"):
        srcad.grad(function, (0, 1))(X, Longer([X]))


@pytest.mark.parametrize("name", ["ordered", "default", "counter", "dict", "pair"])
def test_it_is_printed_as_python_prints_it(name, capsys):
    made = MADE[name]

    def function(x):
        k = made(np.sum(x))
        print(k, [k], f"{k!r}")
        return np.sum(x)

    function(X)
    want = capsys.readouterr().out
    srcad.grad(function)(X)
    assert capsys.readouterr().out == want


@pytest.mark.parametrize("name", ["row", "named"])
def test_what_its_own_methods_show_is_printed(name, capsys):
    def function(x, k):
        print(k)
        return np.sum(x)

    function(X, MADE[name](X))
    want = capsys.readouterr().out
    srcad.grad(function)(X, MADE[name](X))
    assert capsys.readouterr().out == want


@pytest.mark.parametrize("name", ["row", "named"])
def test_what_its_own_methods_show_in_a_list_is_refused(name):
    def function(x, k):
        print([k])
        return np.sum(x)

    with pytest.raises(srcad.CompileError, match="what Python shows of"):
        srcad.grad(function)(X, MADE[name](X))
