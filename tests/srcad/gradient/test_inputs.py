"""What a gradient is taken by: floats anywhere, and nothing that has no derivative."""

import datetime
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

from srcad import Parameter, Tensor, grad, jacrev, nn, ops, value_and_grad
from srcad.compiler.diagnostics.errors import CompileError

X = np.arange(1.0, 4.0)


class Pair(NamedTuple):
    a: Any
    b: Any


@dataclass
class Settings:
    rate: float
    steps: int = 2
    name: str = "sgd"


# By input: what is computed of it, and the gradient.
STRUCTURES = {
    "a float": (lambda x: x**3, 2.0, 12.0),
    "a tuple": (lambda t: t[0] ** 2 * t[1], (1.5, 2.0), (6.0, 2.25)),
    "a list": (lambda t: t[0] * t[1] + t[2], [1.0, 2.0, 3.0], [2.0, 1.0, 1.0]),
    "a dict": (lambda d: d["a"] ** 3, {"a": 1.0, "b": 2.0}, {"a": 3.0, "b": 0.0}),
    "nested": (
        lambda d: d["a"][0] * d["b"]["c"],
        {"a": (1.5, 4.0), "b": {"c": 2.0}},
        {"a": (2.0, 0.0), "b": {"c": 1.5}},
    ),
    "floats beside arrays": (
        lambda d: np.sum(d[0] * d[1]),
        (2.0, X),
        (6.0, [2.0, 2.0, 2.0]),
    ),
    "a named tuple": (lambda p: p.a * p.b, Pair(2.0, 3.0), Pair(3.0, 2.0)),
    "a dataclass": (
        lambda s: s.rate**s.steps * len(s.name),
        Settings(2.0),
        Settings(12.0, None, None),
    ),
    "None among floats": (lambda t: t[0] * 2.0, (1.0, None), (2.0, None)),
    "numbers of NumPy": (lambda t: t[0] * t[1], (np.float64(2), 3.0), (3.0, 2.0)),
}


def plain(item):
    """A structure with lists in the place of arrays."""
    if isinstance(item, Pair):
        return Pair(*map(plain, item))
    if isinstance(item, tuple | list):
        return type(item)(map(plain, item))
    if isinstance(item, dict):
        return {key: plain(part) for key, part in item.items()}
    if isinstance(item, Settings):
        return Settings(plain(item.rate), item.steps, item.name)
    return item.tolist() if isinstance(item, np.ndarray | np.generic) else item


@pytest.mark.parametrize("name", STRUCTURES)
def test_the_gradient_has_the_structure_of_the_input(name):
    function, item, expected = STRUCTURES[name]
    assert plain(grad(function)(item)) == expected
    assert plain(value_and_grad(function)(item)[1]) == expected
    # A scalar's Jacobian is its gradient.
    assert plain(jacrev(function)(item)) == expected


@pytest.mark.parametrize("name", STRUCTURES)
def test_the_same_inside_of_what_is_differentiated(name):
    function, item, expected = STRUCTURES[name]

    def scaled(factor):
        given = grad(function)(item)
        total = factor * 0.0
        for leaf in srcad_leaves(given):
            total = total + np.sum(leaf) * factor
        return total

    assert grad(scaled)(1.0) == sum(np.sum(leaf) for leaf in srcad_leaves(expected))


def srcad_leaves(item):
    """The numbers and arrays of a structure."""
    if isinstance(item, dict):
        item = [item[key] for key in item]
    if isinstance(item, Settings):
        item = [item.rate]
    if isinstance(item, tuple | list):
        return [leaf for part in item for leaf in srcad_leaves(part)]
    return [] if item is None else [item]


def test_a_jacobian_by_a_structure():
    jacobian = jacrev(lambda d: d["a"] * X + d["b"])({"a": 2.0, "b": X})
    assert plain(jacobian) == {"a": [1.0, 2.0, 3.0], "b": np.eye(3).tolist()}
    pair = jacrev(lambda x, t: (x * t[0], t[1]), (0, 1))(X, (2.0, 3.0))
    assert plain(pair) == (
        ((2 * np.eye(3)).tolist(), ([1.0, 2.0, 3.0], [0.0] * 3)),
        ([0.0] * 3, (0.0, 1.0)),
    )


def test_loops_over_an_inner_gradient():
    """Where the inner gradient was empty, the loop ran zero times, and gave zeros."""

    def energy(d):
        return np.sum(d["a"] ** 2 * d["b"])

    def outer(x):
        given = grad(energy)({"a": x, "b": 2 * x})
        total = 0.0
        for key in given:
            total = total + np.sum(given[key])
        return total

    assert grad(outer)(X).tolist() == [10.0, 20.0, 30.0]

    def over_a_list(x):
        total = 0.0
        for part in grad(lambda pair: np.sum(pair[0] * pair[1] ** 2))([x, x + 1]):
            total = total + np.sum(part**2)
        return total

    assert grad(over_a_list)(X).tolist() == [80.0, 348.0, 928.0]

    def over_a_tuple(x):
        first, second = grad(lambda pair: np.sum(pair[0] * pair[1] ** 2))((x, 3.0))
        return np.sum(first) + second

    assert grad(over_a_tuple)(X).tolist() == [6.0, 6.0, 6.0]


def test_one_array_twice_in_an_inner_structure():
    def outer(x):
        first, second = grad(lambda pair: np.sum(pair[0] ** 2 * pair[1]))((x, x))
        return np.sum(first) + np.sum(second)

    assert grad(outer)(X).tolist() == [6.0, 12.0, 18.0]


class Affine(nn.Cell):
    def construct(self, a, b):
        return (a + 1) * b


def test_a_cell_takes_python_floats():
    assert grad(Affine(), (0, 1))(2.0, 3.0) == (3.0, 3.0)
    assert value_and_grad(Affine())(2.0, 3.0) == (9.0, 3.0)
    given = grad(Affine())(Tensor([2.0]), 3.0)
    assert given.tolist() == [3.0]


WITHOUT = {
    "an int": (lambda x: x * x, 3, r"by `x`, an integer, .*\n.*pass float\(x\)"),
    "a bool": (lambda x: x * 2.0, True, "by `x`, a bool,"),
    "an integer of NumPy": (lambda x: x * x, np.int32(3), "by `x`, an integer,"),
    "an integer array": (lambda x: np.sum(x * x), np.arange(3), "`x`, an array of the"),
    "an array of bools": (lambda x: np.sum(x * 2.0), X > 1, "`x`, an array of the"),
    "an int in a tuple": (lambda t: t[0] * t[1], (2, 3.0), r"by `t\[0\]`, an integer"),
    "an int in a dict": (lambda d: d["a"] * 2.0, {"a": 2}, r"by `d\['a'\]`, an int"),
    "nothing but None": (lambda t: 2.0, (None, None), "in which there are no floats"),
    "nothing": (lambda t: 2.0, (), "in which there are no floats"),
    "a string": (lambda s: 2.0, "text", "in which there are no floats"),
}


@pytest.mark.parametrize("name", WITHOUT)
@pytest.mark.parametrize("transform", [grad, value_and_grad, jacrev])
def test_what_has_no_gradient_is_refused(name, transform):
    function, item, message = WITHOUT[name]
    with pytest.raises(CompileError, match=message) as caught:
        transform(function)(item)
    assert caught.value.diagnostics[0].code == "SRC022"


@pytest.mark.parametrize("name", WITHOUT)
def test_the_same_is_refused_inside(name):
    function, item, _ = WITHOUT[name]
    with pytest.raises(CompileError) as caught:
        grad(lambda x: x * np.sum(grad(function)(item)))(1.0)
    assert caught.value.diagnostics[0].code in ("SRC022", "SRC013", "SRC016")


def test_an_integer_that_is_not_differentiated_by():
    assert grad(lambda x, i: np.sum(x * i))(X, np.arange(3)).tolist() == [0.0, 1.0, 2.0]
    assert grad(lambda i, x: x[i] ** 2, 1)(1, X).tolist() == [0.0, 4.0, 0.0]
    with pytest.raises(CompileError, match="leave `i` out"):
        grad(lambda x, i: np.sum(x * i), (0, 1))(X, np.arange(3))


class Own(np.ndarray):
    def __mul__(self, other):
        return 7.0


class Labelled(np.ndarray):
    """Says more about an array, and computes as it does."""

    def __array_finalize__(self, other):
        self.label = getattr(other, "label", "")


KINDS = {
    "a complex Tensor": (Tensor(np.ones(2) * 1j), "a Tensor of complex numbers"),
    "objects": (np.array([1.0, 2.0], dtype=object), "of the dtype object"),
    "masked": (np.ma.array([1.0, 2.0], mask=[False, True]), "a MaskedArray"),
    "a matrix": (np.matrix([[1.0, 2.0]]), "a matrix"),
    "records": (np.zeros(3, dtype=[("a", "f8")]), "of the dtype"),
    "operators of its own": (np.ones(2).view(Own), "an Own|a Own"),
    "dates": (np.array(["2020-01-01"], dtype="M8[D]"), "of the dtype datetime64"),
}


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("transform", [grad, value_and_grad, jacrev])
def test_kinds_of_numbers_that_are_refused(name, transform):
    item, message = KINDS[name]
    for given in (item, (1.0, item), {"w": item}):
        with pytest.raises(CompileError, match=message) as caught:
            transform(lambda x, y: y * 2.0, 1)(given, 1.0)
        assert caught.value.diagnostics[0].code == "SRC017"


@pytest.mark.parametrize("name", sorted(set(KINDS) - {"a complex Tensor", "dates"}))
def test_the_same_kinds_are_refused_where_they_are_captured(name):
    item, message = KINDS[name]
    with pytest.raises(CompileError, match=message):
        grad(lambda x: np.sum(x * item))(X[: item.size])


def test_a_complex_array_may_be_captured():
    turned = np.exp(1j * np.arange(3.0))
    gradient = grad(lambda x: np.sum(np.abs(x + turned) ** 2))(X)
    np.testing.assert_allclose(gradient, 2 * (X + turned.real))


def test_a_subclass_that_computes_as_an_array_does():
    assert grad(lambda x: np.sum(x * x))(X.view(Labelled)).tolist() == [2.0, 4.0, 6.0]


def test_a_function_that_returns_nothing():
    def nothing(x):
        x * 2

    with pytest.raises(CompileError, match=r"nothing returns nothing that can be") as e:
        grad(nothing)(X)
    assert e.value.diagnostics[0].span is not None

    class Nothing(nn.Cell):
        def construct(self, x):
            x * 2

    with pytest.raises(CompileError, match=r"Nothing.construct returns nothing"):
        grad(Nothing())(Tensor(X))


def test_a_float_in_a_dict_is_not_compiled_into_the_module():
    gradient = grad(lambda x, options: np.sum(x * options["rate"]))
    for rate in (0.5, 1.5):
        assert gradient(X, {"rate": rate}).tolist() == [rate] * 3
    today = datetime.date(2026, 1, 1)
    assert grad(lambda x, when: x * when.year)(1.0, today) == 2026.0


class Without(nn.Cell):
    """A Cell without inputs."""

    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([6.0]))

    def construct(self):
        return self.w * self.w


@pytest.mark.parametrize("position", [0, 1, (0, 1)])
def test_without_inputs_there_is_no_gradient_by_them(position):
    net = Without()
    assert grad(net, position)() == ()
    by_inputs, by_weight = grad(net, position, net.w)()
    assert (by_inputs, by_weight.tolist()) == ((), [12.0])
    value, by_inputs = value_and_grad(net, position)()
    assert (type(value), value.tolist(), by_inputs) == (Tensor, [36.0], ())
    assert ops.GradOperation()(net)() == ()
