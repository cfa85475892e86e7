"""What a gradient function holds is read: the function, what that reads, the options."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn
from srcad.gradient.modules import MODULES

X = np.array([1.0, 2.0])


def cube(x):
    return (x * x * x).sum()


def with_setter():
    by = 2.0

    def function(x):
        return (x * x * x * by).sum()

    def setter(value):
        nonlocal by
        by = value

    return function, setter


def of_gradient(gradient):
    def outer(x):
        return gradient(x).sum()

    return outer


@pytest.mark.parametrize("fresh", [False, True], ids=["one process", "from the store"])
@pytest.mark.parametrize(
    "outer", [lambda one: one, of_gradient], ids=["direct", "held"]
)
def test_what_the_inner_function_reads_is_noticed(outer, fresh):
    function, setter = with_setter()
    second = srcad.grad(outer(srcad.grad(function)))
    assert second(X).tolist() == [12, 24]
    setter(5.0)
    if fresh:
        MODULES.clear()
    assert second(X).tolist() == [30, 60]


@pytest.mark.parametrize(
    "outer", [lambda one: one, of_gradient], ids=["direct", "held"]
)
def test_gradient_functions_that_are_made_anew_are_not_compiled_anew(
    outer, compilations
):
    for _ in range(3):
        assert srcad.grad(outer(srcad.grad(cube)))(X).tolist() == [6, 12]
    assert compilations.count == 1
    MODULES.clear()
    srcad.grad(outer(srcad.grad(cube)))(X)
    assert compilations.count == 1


def test_the_options_are_noticed():
    def product(x, y):
        return (x * x * y).sum()

    def outer(x, y):
        return gradient(x, y).sum()

    gradient = srcad.grad(product, 0)
    assert srcad.grad(outer)(X, X + 1).tolist() == [4, 6]
    gradient = srcad.grad(product, 1)
    assert srcad.grad(outer)(X, X + 1).tolist() == [2, 4]


def test_the_weights_are_noticed():
    net = nn.Dense(1, 1)
    net.weight.set_data(Tensor([[3.0]]))
    net.bias.set_data(Tensor([0.0]))
    x = Tensor([[2.0]])

    def loss(x):
        return (net(x) * net(x)).sum()

    def outer(x):
        return gradient(x).sum()

    gradient = srcad.grad(loss, None, net.weight)
    assert srcad.grad(outer)(x).tolist() == [[24]]
    gradient = srcad.grad(loss, None, net.bias)
    assert srcad.grad(outer)(x).tolist() == [[6]]
