"""A ``construct``, a ``bprop`` or a rule that is no method in Python is refused."""

import functools

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn

X = Tensor(np.ones(3, np.float32))


def twice(self, x):
    return x * 2


class Object:
    """Can be called."""

    def __call__(self, *args):
        return args[-1] * 2


def made(**methods):
    return type("Net", (nn.Cell,), methods)()


CONSTRUCTS = {
    "nothing": None,
    "a number": 3,
    "a text": "x",
    "a static method": staticmethod(lambda x: x * 2),
    "a property": property(lambda self: np.sin),
    "a partial": functools.partial(lambda x: x * 2),
    "a partial method": functools.partialmethod(lambda self, k, x: x * k, 2.0),
    "an object": Object(),
    "a ufunc": np.sin,
    "a builtin": len,
    "a class": int,
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_construct_that_is_no_method(name):
    net = made(construct=CONSTRUCTS[name])
    for function in (net, lambda x: net(x)):
        with pytest.raises(srcad.CompileError, match="defines no `construct`") as error:
            srcad.grad(function)(X)
        assert error.value.diagnostics[0].code == "SRC003"


@pytest.mark.parametrize(
    "construct", [twice, classmethod(twice), functools.cache(twice)]
)
def test_a_construct_that_is_a_method(construct):
    assert srcad.grad(made(construct=construct))(X).asnumpy().tolist() == [2.0] * 3


@pytest.mark.parametrize("bprop", [3, "x", len, functools.partial(twice), Object()])
def test_a_bprop_that_is_no_method(bprop):
    net = made(construct=twice, bprop=bprop)
    for function in (net, lambda x: net(x)):
        with pytest.raises(srcad.CompileError, match="is no method in Python") as error:
            srcad.grad(function)(X)
        assert error.value.diagnostics[0].code == "SRC018"


@pytest.mark.parametrize("rule", [3, len, functools.partial(twice), Object()])
def test_a_rule_that_is_no_function(rule):
    def function(x):
        return x * 2

    with pytest.raises(TypeError, match="A rule is a function of Python"):
        srcad.defbprop(function)(rule)
