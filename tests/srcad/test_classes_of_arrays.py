"""Classes derived from arrays, Tensors and Parameters, with methods of their own."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, ParameterTuple, Tensor, nn

DATA = np.array([1.0, -2.0])
MADE = {
    "ndarray": (np.ndarray, lambda kind: DATA.view(kind)),
    "Tensor": (Tensor, lambda kind: kind(DATA)),
    "Parameter": (Parameter, lambda kind: kind(Tensor(DATA), name="w")),
}
METHODS = {
    "__add__": lambda self, other: 3.0,
    "__getitem__": lambda self, key: 3.0,
    "__len__": lambda self: 7,
    "__eq__": lambda self, other: True,
    "sum": lambda self: 3.0,
}
REFUSED = r"is a Own \(with operators of its own\)"


def made(base, **methods):
    kind = type("Own", (MADE[base][0],), methods)
    return kind, MADE[base][1](kind)


def added(x):
    return (x + 1.0).sum()


@pytest.mark.parametrize("base", MADE)
@pytest.mark.parametrize("name", METHODS)
def test_an_argument_with_methods_of_its_own_is_refused(base, name):
    _, x = made(base, **{name: METHODS[name]})
    with pytest.raises(srcad.CompileError, match=REFUSED):
        srcad.grad(added)(x)


@pytest.mark.parametrize("base", MADE)
@pytest.mark.parametrize("name", METHODS)
def test_what_is_read_with_methods_of_its_own_is_refused(base, name):
    _, held = made(base, **{name: METHODS[name]})
    with pytest.raises(srcad.CompileError, match=REFUSED):
        srcad.grad(lambda x: ((held + 1.0) * x).sum())(Tensor(DATA))


@pytest.mark.parametrize("base", MADE)
def test_an_argument_that_only_has_another_class_is_taken(base):
    kind, x = made(base, extra=lambda self: None)
    value, _ = srcad.value_and_grad(added)(x)
    assert value == pytest.approx(1.0)
    kind.__add__ = METHODS["__add__"]
    with pytest.raises(srcad.CompileError, match=REFUSED):
        srcad.value_and_grad(added)(x)


@pytest.mark.parametrize("base", MADE)
def test_a_method_that_what_is_read_gets_later_is_noticed(base):
    kind, held = made(base)
    function = srcad.value_and_grad(lambda x: ((held + 1.0) * x).sum())
    value, _ = function(Tensor(DATA))
    assert value == pytest.approx(4.0)
    kind.__add__ = METHODS["__add__"]
    with pytest.raises(srcad.CompileError, match=REFUSED):
        function(Tensor(DATA))


def test_a_parameter_of_a_cell_gets_a_method_later():
    class Net(nn.Cell):
        def __init__(self, weight):
            super().__init__()
            self.weight = weight

        def construct(self, x):
            return ((self.weight + 1.0) * x).sum()

    kind, weight = made("Parameter")
    function = srcad.value_and_grad(Net(weight))
    assert function(Tensor(DATA))[0] == pytest.approx(4.0)
    kind.__add__ = METHODS["__add__"]
    with pytest.raises(srcad.CompileError, match=REFUSED):
        function(Tensor(DATA))


# ------------------------------------------------------------------ tuples of Parameters


def pair(kind=ParameterTuple):
    return kind(Parameter(Tensor(DATA), name=name) for name in "ab")


def test_a_tuple_of_parameters_is_one():
    def function(x, held):
        assert isinstance(held, ParameterTuple)
        return x * len(type(held).__name__) + sum(one.sum() for one in held)

    value, _ = srcad.value_and_grad(function)(Tensor(2.0), pair())
    assert value == pytest.approx(2.0 * len("ParameterTuple") - 2.0)


def test_the_gradient_by_a_tuple_of_parameters_is_a_plain_tuple():
    found = srcad.grad(lambda held, x: (held[0] * x).sum())(pair(), Tensor(DATA))
    assert type(found) is tuple
    np.testing.assert_allclose(found[0].asnumpy(), DATA)
    assert not found[1].asnumpy().any()


def test_what_a_tuple_of_parameters_gives_of_itself_is_read():
    class Halves(ParameterTuple):
        def __iter__(self):
            return iter([0.5, 0.25])

    def function(x, held):
        return x * sum(held)

    value, _ = srcad.value_and_grad(function)(Tensor(2.0), pair(Halves))
    assert value == pytest.approx(1.5)
