"""Casts of float Tensors to integers; the numbers are those of MindSpore 2.10."""

import warnings

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, context, grad, nn, ops
from srcad.compiler.diagnostics.errors import CompileError

X = Tensor([1.5, -2.5, 3.25])
W = Tensor([1.0, 10.0, 100.0])
INT, FLOAT = srcad.int32, srcad.float32


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def whole(x):
    return x.astype(INT)


def in_branches(x):
    k = whole(x)
    if x[0] > 1:
        k = k * 2
    else:
        k = k + 1
    return (k.astype(FLOAT) * W).sum()


def in_a_loop(x):
    k, n = whole(x), Tensor(0, INT)
    while n < 3:
        k, n = k + whole(x), n + 1
    return (k.astype(FLOAT) * W).sum()


def item_by_item(x):
    total = Tensor(0, INT)
    for one in x:
        total = total + one.astype(INT)
    return total.astype(FLOAT) * 3


def written(x):
    k = whole(x)
    k[0] = 7
    return (k.astype(FLOAT) * W).sum()


def an_index(x):
    k = ops.clip(x.abs().astype(INT) % 3, 0, 2)
    return (W[k] * x).sum()


def compared(x):
    return ops.where(whole(x) == 1, x * 5, x).sum()


def stopped(x):
    return (ops.stop_gradient(whole(x)).astype(FLOAT) * x).sum()


def hooked(x):
    k = whole(x)
    k.register_hook(lambda gradient: gradient * 2)
    return (k.astype(FLOAT) * W).sum()


def each_is_cut(x):
    k = whole(x)
    return (k.astype(FLOAT) * 0.5 + k.astype(FLOAT) * 0.5).sum()


def reshaped(x):
    k = whole(x)
    same = k.reshape(3, 1).reshape(3)
    return (W - same).sum() + (same * x).sum() + (same.astype(FLOAT).mean() * x).sum()


def the_sum_is_cut(x):
    k = whole(x).astype(FLOAT)
    return (k * 0.5 + k * 0.5).sum()


def once(x):
    return (whole(x).astype(FLOAT) * x * W).sum()


def squares(x):
    return (whole(x) * whole(x) * 3).astype(FLOAT).sum()


def around(x):
    k = whole(x)
    return grad(lambda y: (k.astype(FLOAT) * y * y).sum())(x)


class Rounded(nn.Cell):
    def construct(self, x):
        return x.astype(INT)

    def bprop(self, x, out, dout):
        return (dout.astype(FLOAT) * 3,)


class Counted(nn.Cell):
    def construct(self, x):
        return ops.zeros_like(x).astype(INT) + ops.argmax(x)

    def bprop(self, x, out, dout):
        return (dout.astype(FLOAT) * 3,)


class Around(nn.Cell):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def construct(self, x):
        return self.inner(x).astype(FLOAT) * W


def listed(x):
    numbers = [one.astype(INT) * 2 for one in x]
    return (numbers[0] * numbers[2]).astype(FLOAT)


# By program: the function, MindSpore's gradient by X.
ORACLE = {
    "a cast": (lambda x: (whole(x).astype(FLOAT) * W).sum(), [1, 10, 100]),
    "cut": (lambda x: (whole(x) * 0.5).sum(), [0, 0, 0]),
    "int": (lambda x: (x.int().float() * W).sum(), [1, 10, 100]),
    "long": (lambda x: (x.long().float() * W).sum(), [1, 10, 100]),
    "to": (lambda x: (x.to(INT).astype(FLOAT) * W).sum(), [1, 10, 100]),
    "ops.cast": (lambda x: ops.cast(x, INT).astype(FLOAT).sum(), [1, 1, 1]),
    "int8": (lambda x: (x.astype(srcad.int8).float() * W * 100).sum(), [100, -24, 16]),
    "integers are the output": (whole, [1, 1, 1]),
    "an output of two": (lambda x: (x * x, whole(x)), [4, -4, 7.5]),
    "beside itself": (lambda x: (x - whole(x)).sum(), [0, 0, 0]),
    "times itself": (lambda x: (x * whole(x)).sum(), [2, -4, 6]),
    "a square": (lambda x: (whole(x) * whole(x)).astype(FLOAT).sum(), [2, -4, 6]),
    "a power": (lambda x: (whole(x) ** 3).astype(FLOAT).sum(), [3, 12, 27]),
    "a maximum": (lambda x: whole(x).max().astype(FLOAT) * 2.0, [0, 0, 2]),
    "a bool is none": (lambda x: ((x > 0).astype(INT) * x).sum(), [1, 0, 1]),
    "a floor": (lambda x: (ops.floor(x).astype(INT).float() * W).sum(), [0, 0, 0]),
    "branches": (in_branches, [2, 20, 200]),
    "a loop": (in_a_loop, [4, 40, 400]),
    "items": (item_by_item, [3, 3, 3]),
    "a list": (listed, [12, 0, 4]),
    "a write": (written, [0, 10, 100]),
    "an index": (an_index, [10, 100, 1]),
    "a comparison": (compared, [5, 1, 1]),
    "stop_gradient": (stopped, [1, -2, 3]),
    "a hook": (hooked, [2, 20, 200]),
    "each is cut": (each_is_cut, [0, 0, 0]),
    "each is cut, reshaped": (reshaped, [5 / 3, -13 / 3, 17 / 3]),
    "the sum is cut": (the_sum_is_cut, [1, 1, 1]),
    "a gradient": (lambda x: grad(once)(x), [2, 20, 200]),
    "a gradient of squares": (lambda x: grad(squares)(x) * x, [12, -24, 36]),
    # In PyNative mode the cotangent of what a closure holds is counted twice.
    "a gradient around it": (around, [5, -9, 12]),
    "a bprop": (Around(Rounded()), [3, 30, 300]),
    "a bprop for integers": (Around(Counted()), [3, 30, 300]),
}


@pytest.mark.parametrize("name", ORACLE)
def test_the_gradient_is_mindspores(name):
    function, expected = ORACLE[name]
    given = grad(function)(X)
    assert given.dtype == FLOAT
    assert np.allclose(given.asnumpy(), expected, rtol=1e-6, atol=0)


class Doubled(nn.Cell):
    def construct(self, x):
        return x * 2

    def bprop(self, x, out, dout):
        return (dout * 5,)


DOUBLED = Doubled()
# By program: what is said of it.
REFUSED = {
    "`divide` of an integer": lambda x: x / whole(x),
    "gives a gradient for an integer": lambda x: DOUBLED(whole(x)).astype(FLOAT),
}


@pytest.mark.parametrize("message", REFUSED)
def test_other_operators_are_refused(message):
    function = REFUSED[message]
    with pytest.raises(CompileError, match=message):
        grad(function)(X)
    # Where its gradient is not asked for, or cut, the cast is a number as any other.
    dx = grad(lambda y, x: (y * function(x)).sum())(W, X)
    assert np.isfinite(dx.asnumpy()).all()
    dx = grad(lambda x: (x * function(ops.stop_gradient(x))).sum())(X)
    assert np.isfinite(dx.asnumpy()).all()


def test_a_cast_parameter():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(W, name="w")

        def construct(self, x):
            return self.w.astype(INT) * x

    net = Net()
    (dw,) = grad(net, None, net.trainable_params())(X)
    assert (dw.tolist(), dw.dtype) == ([1.0, -2.0, 3.0], FLOAT)
    assert grad(net)(X).tolist() == [1.0, 10.0, 100.0]


def test_an_array_has_no_gradient_through_it():
    x = np.array([1.5, -2.5])
    given = srcad.grad(lambda x: np.sum(x * x.astype(np.int32)))(x)
    assert given.tolist() == [1.0, -2.0]


def test_one_warning_says_so(monkeypatch):
    monkeypatch.setattr(context, "_said", set())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        grad(an_index)(X)
        grad(Around(Rounded()).inner)(X)
    with pytest.warns(UserWarning, match="computed in integers, as MindSpore"):
        grad(once)(X)


def test_what_is_left_and_how_large_it_is_of_a_cast():
    x = Tensor([3.7, -2.2])
    left = srcad.grad(lambda x: x.astype(srcad.int32) % 2)
    size = srcad.grad(lambda x: ops.abs(x.astype(srcad.int32)))
    most = srcad.grad(lambda x: ops.maximum(x.astype(srcad.int32), 2))
    assert left(x).tolist() == [1, 1]
    assert size(x).tolist() == [1, -1]
    assert most(x).tolist() == [1, 0]
