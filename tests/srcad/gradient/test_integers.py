"""Gradients by integer Tensors; the numbers are those of MindSpore 2.10 (PyNative)."""

import warnings

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, context, grad, nn, ops
from srcad.common.api import _no_grad
from srcad.compiler.diagnostics.errors import CompileError

FLOATS = Tensor(np.array([1.5, 2.5, 3.5], np.float32))
TABLE = Tensor(np.array([1.0, 2.0, 3.0], np.float32))
SQUARE = Tensor([[1, 2], [3, 4]])


def returned_inside(x):
    for _ in range(3):
        if x.sum() > 9:
            return x * x
        x = x + 1
    return x * 3


def looped(x):
    total = x
    for _ in range(2):
        total = total * x
    return total


def without_gradient(x):
    with _no_grad():
        square = x * x
    return square * x


def hooked(x):
    square = x * x
    square.register_hook(lambda gradient: gradient * 5)
    return square * square


def five_times(gradients):
    return (gradients[0] * 5,)


HOOK = ops.HookBackward(five_times)

# By program: the function, the Tensor, MindSpore's gradient.
ORACLE = {
    "x * x": (lambda x: x * x, 3, 6),
    "of several": (lambda x: x * x, [1, 2, 3], [2, 4, 6]),
    "x + x": (lambda x: x + x, [1, 2], [2, 2]),
    "x - 2 * x": (lambda x: x - 2 * x, [1, 2], [-1, -1]),
    "x ** 2": (lambda x: x**2, [1, 2, 3], [2, 4, 6]),
    "x ** 3": (lambda x: x**3, [1, 2, 3], [3, 12, 27]),
    "x // 2": (lambda x: x // 2, [1, 2, 3], [0, 0, 0]),
    "-x": (lambda x: -x, [1, 2, 3], [-1, -1, -1]),
    "sum": (lambda x: (x * x).sum(), [1, 2, 3], [2, 4, 6]),
    "sum over an axis": (
        lambda x: (x * x).sum(axis=0),
        [[1, 2], [3, 4]],
        [[2, 4], [6, 8]],
    ),
    "prod": (lambda x: x.prod(), [1, 2, 4], [8, 4, 2]),
    "max": (lambda x: x.max(), [1, 2, 4], [0, 0, 1]),
    "cumsum": (lambda x: x.cumsum(0) * x, [1, 2, 4], [8, 9, 11]),
    "items": (lambda x: x[1] * x[0], [1, 2, 4], [2, 1, 0]),
    "a slice": (lambda x: x[1:] * 2, [1, 2, 4], [0, 2, 2]),
    "reshape": (lambda x: x.reshape(2, 2) * 2, [1, 2, 4, 5], [2, 2, 2, 2]),
    "T": (lambda x: x.T * SQUARE, [[1, 2], [4, 5]], [[1, 3], [2, 4]]),
    "squeeze": (lambda x: x.squeeze() * x.sum(), [[1, 2]], [[6, 6]]),
    "broadcast_to": (lambda x: x.broadcast_to((2, 2)) * SQUARE, [1, 2], [4, 6]),
    "matmul": (lambda x: ops.matmul(x, x), [[1, 2], [3, 4]], [[7, 11], [9, 13]]),
    "cat": (lambda x: ops.cat([x, x * x]), [1, 2, 4], [3, 5, 9]),
    "stack": (lambda x: ops.stack([x, x * x]), [1, 2, 4], [3, 5, 9]),
    "where": (lambda x: ops.where(x > 1, x * x, x), [1, 2, 4], [1, 4, 8]),
    "a cast": (lambda x: x.astype(srcad.float32) * 2.5, [1, 2, 4], [2, 2, 2]),
    "ops.cast": (lambda x: ops.cast(x, srcad.float32) * 2.5, [1, 2], [2, 2]),
    "to": (lambda x: x.to(srcad.float32) * 2.5, [1, 2], [2, 2]),
    "float": (lambda x: x.float() * 2.5, [1, 2], [2, 2]),
    "exp of a cast": (lambda x: ops.exp(x.float()), [1, 2], [2, 7]),
    "a cast, squared": (
        lambda x: (x.astype(srcad.float32) * 0.7) ** 2,
        [1, 2, 4],
        [0, 1, 3],
    ),
    "a mean of a cast": (
        lambda x: ops.mean(x.astype(srcad.float32)),
        [1, 2, 4],
        [0, 0, 0],
    ),
    "times a float": (lambda x: x * 1.5, [1, 2, 4], [1, 1, 1]),
    "times floats": (lambda x: x * FLOATS, [1, 2, 4], [1, 2, 3]),
    "plus floats": (lambda x: (x + FLOATS).sum(), [1, 2, 4], [1, 1, 1]),
    "an index": (lambda x: TABLE[x], [1, 2], [0, 0]),
    "gather": (lambda x: ops.gather(TABLE, x, 0), [1, 2], [0, 0]),
    "an index and a factor": (lambda x: x * TABLE[x], [1, 2], [2, 3]),
    "a constant": (lambda x: Tensor([1.0]), [1, 2], [0, 0]),
    "a comparison": (lambda x: x > 1, [1, 2], [0, 0]),
    "stop_gradient": (lambda x: ops.stop_gradient(x) * x, [3, 4], [3, 4]),
    "no_grad": (without_gradient, [3, 4], [9, 16]),
    "a hook": (hooked, [3, 4], [540, 1280]),
    "HookBackward": (lambda x: HOOK(x) * x, [3, 4], [18, 24]),
    "a loop": (looped, [1, 2, 3], [3, 12, 27]),
    "a return in a loop": (returned_inside, [1, 2, 5], [4, 6, 12]),
    "tile": (lambda x: ops.tile(x, (2, 1)) * 2, [3, 2], [4, 4]),
    "repeat": (lambda x: ops.repeat_interleave(x, 2, 0), [3, 5], [2, 2]),
    "abs": (lambda x: ops.abs(x), [4, 6, 0], [1, 1, 0]),
    "relu": (ops.relu, [4, 0, 1], [1, 0, 1]),
    "maximum": (lambda x: ops.maximum(x, Tensor(4, x.dtype)), [5, 4, 3], [1, 0, 0]),
    "minimum": (lambda x: ops.minimum(x, Tensor(4, x.dtype)), [5, 4, 3], [0, 0, 1]),
    "clamp": (lambda x: ops.clamp(x, 2, 4), [5, 4, 1], [0, 1, 0]),
    "clip_by_value": (lambda x: ops.clip_by_value(x, 2, 4), [5, 4, 3], [0, 0, 1]),
    "pad": (lambda x: ops.pad(x, (1, 1)) * 3, [5, 4], [3, 3]),
    "remainder": (lambda x: x % 2, [5, 4], [1, 1]),
    "tensor_dot": (lambda x: ops.tensor_dot(x, 2 * x, 1), [5, 4], [20, 16]),
}


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("dtype", [srcad.int64, srcad.int32, srcad.uint8])
@pytest.mark.parametrize("name", ORACLE)
def test_the_gradient_is_mindspores(name, dtype):
    function, data, expected = ORACLE[name]
    if dtype == srcad.uint8 and (np.min(expected) < 0 or np.max(expected) > 255):
        expected = np.array(expected).astype(np.uint8).tolist()
    if dtype != srcad.int64 and name in ("T", "broadcast_to", "sum", "matmul"):
        pytest.skip("MindSpore was asked for int64")
    given = grad(function)(Tensor(data, dtype))
    assert given.dtype == dtype
    assert given.tolist() == expected


# By program: what MindSpore refuses, or gives in another dtype.
REFUSED = {
    "divide": lambda x: x / 2,
    "divide ": lambda x: (x + 1) / x,
    "power": lambda x: 2**x,
    "exp": ops.exp,
    "sin": ops.sin,
    "sqrt": ops.sqrt,
    "mean": lambda x: (x * x).mean(),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_operators_are_refused(name):
    function = REFUSED[name]
    with pytest.raises(CompileError, match=f"`{name.strip()}` of an integer Tensor"):
        grad(function)(Tensor([1, 2, 3]))
    # Where it is not differentiated by, it is a number as any other.
    dx = grad(lambda y, x: (y * function(x)).sum())(TABLE, Tensor([1, 2, 3]))
    assert np.isfinite(dx.asnumpy()).all()


def test_get_all_gives_zeros_for_what_only_indexes():
    every = ops.GradOperation(get_all=True)
    dx, di = every(lambda x, i: x[i].sum())(TABLE, Tensor(1))
    assert (dx.tolist(), di.tolist(), di.dtype) == ([0.0, 1.0, 0.0], 0, srcad.int64)
    dx, di = every(lambda x, i: x * i)(TABLE, Tensor([1, 2, 3]))
    assert (dx.tolist(), di.tolist()) == ([1.0, 2.0, 3.0], [1, 2, 3])
    labels = Tensor([1], srcad.int32)
    _, di = every(ops.cross_entropy)(TABLE.reshape(1, 3), labels)
    assert (di.tolist(), di.dtype) == ([0], srcad.int32)


def test_one_warning_says_so(monkeypatch):
    monkeypatch.setattr(context, "_said", set())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        grad(lambda x, i: x[i])(TABLE, Tensor(1))
        ops.GradOperation(get_all=True)(lambda x, i: x[i])(TABLE, Tensor(1))
    with pytest.warns(UserWarning, match="computed in integers, as MindSpore"):
        grad(lambda x: x * x)(Tensor(3))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        grad(lambda x: x * x)(Tensor(3))


def test_inside_of_what_is_differentiated_it_is_refused():
    with pytest.raises(CompileError, match="an integer, is asked for"):
        grad(lambda y, x: y * grad(lambda i: i * i)(x))(Tensor(2.0), Tensor(3))


class Weighed(nn.Cell):
    """Parameters of integers beside one of floats."""

    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([6], srcad.int32))
        self.b = Parameter(Tensor([2], srcad.int32))
        self.scale = Parameter(Tensor([2.5]))
        self.count = Parameter(Tensor([3], srcad.int32), requires_grad=False)

    def construct(self, x):
        return self.w * x + self.b * self.scale * self.count


@pytest.mark.parametrize("x", [Tensor([10], srcad.int32), Tensor([10.0])])
def test_parameters_of_integers_have_gradients_in_integers(x):
    net = Weighed()
    assert grad(net, None, net.w)(x).tolist() == [10]
    assert grad(net, None, net.scale)(x).tolist() == [6.0]
    dx, given = grad(net, 0, net.trainable_params())(x)
    assert (dx.tolist(), dx.dtype) == ([6], x.dtype)
    assert [g.tolist() for g in given] == [[10], [7], [6.0]]
    assert [g.dtype for g in given] == [srcad.int32, srcad.int32, srcad.float32]
    assert grad(net, None, net.count)(x).tolist() == [0]


def test_an_operator_of_a_parameter_of_integers_is_refused():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor([6, 4], srcad.int32))

        def construct(self, x):
            return x / self.w

    net = Net()
    with pytest.raises(CompileError, match="`divide` of an integer"):
        grad(net, None, net.w)(TABLE[:2])
    assert grad(net)(TABLE[:2]).shape == (2,)
