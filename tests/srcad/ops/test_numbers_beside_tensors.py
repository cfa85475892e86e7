"""A number beside a Tensor, and a dtype that is asked for: eagerly and compiled."""

import operator

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn, ops

X = np.array([0.0, 1.5, 2.5, 3.5])
PROGRAMS = {
    "xdivy": lambda x: ops.xdivy(x, 2.0),
    "xdivy by an int": lambda x: ops.xdivy(x, 2),
    "xdivy by a bool": lambda x: ops.xdivy(x, True),
    "xdivy of a number": lambda x: ops.xdivy(2.0, x + 1),
    "the method xdivy": lambda x: x.xdivy(2.0),
    "xlogy": lambda x: ops.xlogy(x, 2.0),
    "xlogy of a number": lambda x: ops.xlogy(2, x + 1),
    "softmax": lambda x: ops.softmax(x, 0, dtype=srcad.float64) ** 2,
    "softmax by its name": lambda x: ops.softmax(x, axis=-1, dtype=srcad.float32) ** 2,
    "the method softmax": lambda x: x.softmax(dtype=srcad.float64) ** 2,
    "softmin": lambda x: ops.softmin(x, 0, dtype=srcad.float32) ** 2,
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", PROGRAMS)
def test_value_dtype_and_gradient(name, dtype):
    program, x = PROGRAMS[name], Tensor(X.astype(dtype))
    wanted = program(x)
    out, gradient = srcad.value_and_grad(program)(x)
    assert (out.dtype, gradient.dtype) == (wanted.dtype, x.dtype)
    np.testing.assert_allclose(out.asnumpy(), wanted.asnumpy(), rtol=1e-6)
    if "softm" not in name:
        assert out.dtype == x.dtype
    if dtype is np.float64 and "float32" not in str(wanted.dtype).lower():
        for k in range(1, 4):
            step = 1e-6 * np.eye(4)[k]
            ends = [program(Tensor(X + one)).sum().item() for one in (step, -step)]
            slope = (ends[0] - ends[1]) / 2e-6
            assert gradient.asnumpy()[k] == pytest.approx(slope, abs=1e-6)


DOUBLE, LONG = Tensor(0.1, srcad.float64), Tensor(2**31 - 1)
PAIR = Tensor([0.1, 3.0], srcad.float64)


class Scaled(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale, self.offset = Tensor(0.1, srcad.float64), Tensor(7)

    def construct(self, x):
        return x * self.scale + self.offset


def summed_from_a_tensor(x):
    total = Tensor(0.0, srcad.float64)
    for k in range(2):
        total = total + x[k]
    return total


def multiplied_in_a_loop(x):
    total, k = Tensor(1), 0
    while k < x.sum():
        total, k = total * 3, k + 1
    return x * total


KNOWN = {
    "a literal": lambda x: x * Tensor(0.1, srcad.float64),
    "a number of NumPy": lambda x: x * Tensor(np.float64(0.1)),
    "an array without axes": lambda x: x * Tensor(np.array(0.1)),
    "a global": lambda x: (x + DOUBLE - 1) * 1e9,
    "a global of ints": lambda x: x - LONG,
    "attributes": Scaled(),
    "the negative": lambda x: x * -DOUBLE,
    "a sum": lambda x: x * (Tensor(4) + 1),
    "a product": lambda x: x * (DOUBLE * 3),
    "an element": lambda x: x * PAIR[0],
    "a sum of run time": lambda x: x.sum() * DOUBLE,
    "an element of run time": lambda x: x[0] * DOUBLE + Tensor(3),
    "from the left": lambda x: DOUBLE - x,
    "the remainder": lambda x: x % Tensor(5),
    "the quotient": lambda x: x // LONG,
    "a power": lambda x: x ** Tensor(2),
    "a side of a choice": lambda x: x * (DOUBLE if x.sum() > 0 else DOUBLE * 2),
    "in place": lambda x: operator.iadd(x * 1, Tensor(3)),
    "the start of a loop": summed_from_a_tensor,
    "what a loop carries": multiplied_in_a_loop,
    "the number in it": lambda x: x * DOUBLE.item(),
    "the number of one element": lambda x: x * PAIR.item(0),
    "float of it": lambda x: x * float(DOUBLE),
}


@pytest.mark.parametrize(
    "dtype", [np.float16, np.float32, np.float64, np.int8, np.int32]
)
@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.filterwarnings("ignore:The gradient by an integer Tensor", "ignore:over")
def test_a_known_tensor_without_axes_keeps_its_dtype(name, dtype):
    program, x = KNOWN[name], Tensor(np.array([1, 2], dtype))
    wanted = program(x)
    out, _ = srcad.value_and_grad(program)(x)
    assert out.dtype == wanted.dtype
    np.testing.assert_allclose(out.asnumpy(), wanted.asnumpy(), rtol=1e-12)


def test_the_sum_of_ints_does_not_wrap_around():
    def program(x, ids):
        return x * ((ids + LONG) > 0).astype(srcad.float32)

    x = Tensor(np.array([1.0, 2.0], np.float32))
    out, gradient = srcad.value_and_grad(program)(x, Tensor([1, 2], srcad.int32))
    assert (out.tolist(), gradient.tolist()) == ([1.0, 2.0], [1.0, 1.0])


def test_an_int_of_64_bits_beside_ints_of_32():
    def program(x, n):
        return x * (n * Tensor(2**40)).astype(srcad.float32)

    x = Tensor(np.array([1.0, 2.0], np.float32))
    out, _ = srcad.value_and_grad(program)(x, Tensor([1, 2], srcad.int32))
    assert out.tolist() == [2.0**40, 2.0**42]


@pytest.mark.parametrize("dtype", [srcad.float16, srcad.float32])
def test_item_of_a_double_gives_way(dtype):
    def program(x, y):
        return x * y.item() + x * y.sum().item() + x * y.item(0)

    x, y = Tensor([1.0, 2.0], dtype), Tensor([0.5], srcad.float64)
    out, (_, gradient) = srcad.value_and_grad(program, (0, 1))(x, y)
    assert (out.dtype, out.tolist()) == (dtype, [1.5, 3.0])
    assert (gradient.dtype, gradient.tolist()) == (srcad.float64, [9.0])


@pytest.mark.parametrize(
    "program",
    [
        lambda x: x.nanmedian(None)[0],
        lambda x: ops.nanmedian(x.reshape(2, 2), axis=None)[0],
        lambda x: x.reshape(2, 2).median(None)[0],
        lambda x: ops.softmax(x, 0, srcad.float64),
    ],
)
def test_what_mindspore_refuses_is_refused(program):
    with pytest.raises(TypeError):
        program(Tensor(X))
    with pytest.raises(srcad.CompileError, match="TypeError"):
        srcad.grad(program)(Tensor(X))
