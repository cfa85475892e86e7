"""A ``construct`` that was set on a Cell itself, and a method behind ``jit``."""

import functools

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, jit, nn, ops

X = Tensor(np.array([1.0, 2.0], np.float32))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0, 3.0]), name="w")
        self.scale = 2.0

    def construct(self, x):
        return (x * x * self.w).sum() * self.scale

    def other(self, x, y=1.0):
        return (x * self.w * y).sum()


class Outer(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def construct(self, x):
        return self.net(x) + x.sum()


class Ruled(nn.Cell):
    def construct(self, x):
        return x * 2

    def bprop(self, x, out, dout):
        return (dout * 10,)


def slope(function, *args):
    return srcad.grad(function)(*args or (X,)).asnumpy().tolist()


def test_construct_is_jitted():
    # What MindSpore 2.10 gives.
    net = Net()
    net.construct = jit(net.construct)
    assert slope(net) == [8.0, 24.0]
    assert slope(Outer(net)) == [9.0, 25.0]
    (dw,) = srcad.grad(net, None, net.trainable_params())(X)
    assert dw.asnumpy().tolist() == [2.0, 8.0]
    second = srcad.grad(lambda x: srcad.grad(net)(x).sum())
    assert second(X).asnumpy().tolist() == [8.0, 12.0]


def test_what_is_set_after_the_first_call_is_seen():
    net = Net()
    outer = Outer(net)
    for function, more in ((net, 0.0), (outer, 1.0)):
        assert slope(function) == [8.0 + more, 24.0 + more]
        net.construct = net.other
        assert slope(function) == [2.0 + more, 3.0 + more]
        net.construct = jit(net.construct)
        assert slope(function) == [2.0 + more, 3.0 + more]
        net.construct = lambda x: (x * 7).sum()
        assert slope(function) == [7.0 + more, 7.0 + more]
        net.construct = jit(Net.construct).__get__(net)
        assert slope(function) == [8.0 + more, 24.0 + more]
        net.scale = 3.0
        assert slope(function) == [12.0 + more, 36.0 + more]
        net.scale = 2.0
        del net.construct
        assert slope(function) == [8.0 + more, 24.0 + more]


def test_one_with_other_parameters():
    net = Net()
    net.construct = net.other
    assert slope(net, X, Tensor([2.0, 5.0])) == [4.0, 15.0]
    assert slope(net) == [2.0, 3.0]
    net.construct = lambda *inputs: sum(one.sum() for one in inputs)
    assert slope(net, X, X) == [1.0, 1.0]


def test_one_around_the_old_one():
    net = Net()
    old = net.construct

    def construct(*args):
        return old(*args) * 5

    net.construct = construct
    assert slope(net) == [40.0, 120.0]


class Several(nn.Cell):
    """Its ``construct`` takes arguments of every kind."""

    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0, 3.0]), name="w")

    def construct(self, x, scale=1.0, *more, power=1):
        return ((x * self.w * scale).sum() + sum(one.sum() for one in more)) ** power


PARTIALS = {
    "by name": lambda f: functools.partial(f, scale=2.0, power=2),
    "of a partial": lambda f: functools.partial(functools.partial(f, power=2), scale=2),
    "of a function": lambda f: functools.partial(
        Several.construct, f.__self__, power=2
    ),
    "a Tensor": lambda f: functools.partial(f, scale=Tensor([2.0, 5.0])),
    "of jit": lambda f: functools.partial(jit(f), scale=2.0),
    "jitted": lambda f: jit(functools.partial(f, scale=2.0)),
    "by position": lambda f: functools.partial(f, X, 2.0),
    "behind the first": lambda f: functools.partial(f, X, 2.0, X * X),
}


@pytest.mark.parametrize("name", PARTIALS)
def test_a_partial(name):
    net = Several()
    made = PARTIALS[name](net.construct)
    expected = slope(lambda x: made(x))
    net.construct = made
    assert slope(net) == expected
    assert slope(Outer(net)) == [one + 1 for one in expected]


def test_what_a_partial_holds_is_a_default():
    net = Several()
    net.construct = functools.partial(net.construct, scale=2.0)
    assert slope(net) == [4.0, 6.0]
    assert slope(lambda x: net(x, scale=3.0) + net(x, power=2)) == [134.0, 201.0]
    net.construct = functools.partial(net.construct, scale=5.0)
    assert slope(net) == [10.0, 15.0]


def test_that_of_another_cell():
    net, other = Net(), Net()
    other.scale = 4.0
    net.construct = other.construct
    assert slope(net) == [16.0, 48.0]
    other.scale = 1.0
    assert slope(net) == [4.0, 12.0]
    (dw,) = srcad.grad(net, None, [other.w])(X)
    assert dw.asnumpy().tolist() == [1.0, 4.0]


def test_cells_of_one_class_with_two_of_them():
    class Two(nn.Cell):
        def __init__(self):
            super().__init__()
            self.nets = nn.CellList([Net(), Net()])
            self.nets[1].construct = self.nets[1].other

        def construct(self, x):
            return self.nets[0](x) + self.nets[1](x)

    assert slope(Two()) == [10.0, 27.0]


def test_a_layer():
    net = nn.Dense(2, 2, weight_init="ones", bias_init="zeros")
    net.construct = jit(net.construct)
    assert slope(net) == [2.0, 2.0]


def test_with_a_bprop_and_a_hook():
    net = Ruled()
    net.construct = lambda x: x * 3
    assert slope(net) == [10.0, 10.0]
    net = Net()
    net.construct = jit(net.other)
    net.register_forward_hook(lambda cell, inputs, output: output * 2)
    assert slope(net) == [4.0, 6.0]


def test_a_class_without_one():
    net = nn.Cell()
    net.construct = lambda x: x * x
    assert slope(net) == [2.0, 4.0]


def test_hooks_inside_of_a_jitted_one_are_ignored():
    net = Net()
    net.register_forward_hook(lambda cell, inputs, output: output * 2)
    outer = Outer(net)
    assert slope(outer) == [17.0, 49.0]
    outer.construct = jit(outer.construct)
    assert slope(outer) == [9.0, 25.0]


@pytest.mark.parametrize("again", [jit, lambda method: jit(jit(method))])
def test_a_method_behind_jit(again):
    net = Net()
    method = again(net.construct)
    assert slope(method) == [8.0, 24.0]
    assert slope(lambda x: method(x) * 2) == [16.0, 48.0]
    net.scale = 1.0
    assert slope(method) == [4.0, 12.0]


@functools.cache
def cached(x):
    return x


@pytest.mark.parametrize("construct", [functools.partial(np.sum), np.sum, abs, cached])
def test_what_cannot_be_read_is_refused(construct):
    net = Ruled()
    net.construct = construct
    for function in (net, Outer(net)):
        with pytest.raises(srcad.CompileError, match="`construct` that was set on"):
            srcad.grad(function)(X)


def test_an_operator_is_refused():
    net = Ruled()
    net.construct = ops.relu
    with pytest.raises(srcad.CompileError, match="SRC012"):
        srcad.grad(net)(X)
