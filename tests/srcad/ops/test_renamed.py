"""Operators by MindSpore's other names that are of numbers, or have no derivative."""

import math

import numpy as np
import pytest

import srcad
from srcad import Tensor, ops

X = Tensor(np.array([[1.0, 2.0], [3.0, 4.0]], np.float32))

# Of 3 and 2, as MindSpore 2.10 has them.
SCALARS = {
    "scalar_add": 5,
    "scalar_sub": 1,
    "scalar_mul": 6,
    "scalar_div": 1.5,
    "scalar_floordiv": 1,
    "scalar_mod": 1,
    "scalar_pow": 9,
    "scalar_eq": False,
    "scalar_gt": True,
    "scalar_ge": True,
    "scalar_lt": False,
    "scalar_le": False,
    "scalar_max": 3,
    "scalar_min": 2,
}


@pytest.mark.parametrize("name", SCALARS)
def test_of_two_numbers(name):
    assert getattr(ops, name)(3, 2) == SCALARS[name]


def test_of_one_number():
    assert ops.scalar_uadd(3) == 3
    assert ops.scalar_usub(3) == -3
    assert ops.bool_not(False)
    assert ops.scalar_log(3.0) == math.log(3.0)


def test_in_what_is_differentiated():
    def function(x):
        rows, columns = ops.shape_(x)
        scale = ops.scalar_add(ops.scalar_mul(rows, columns), ops.tuple_len((1, 2)))
        if ops.is_nonzero(x[:1, :1]):
            x = x * ops.StopGradient()(x)
        return (x * scale).sum()

    gradient = srcad.grad(function)(X)
    assert gradient.asnumpy().tolist() == [[6.0, 12.0], [18.0, 24.0]]
    assert float(function(X)) == 180.0
    assert srcad.grad(function)(X * 0).asnumpy().tolist() == [[6.0, 6.0], [6.0, 6.0]]


def test_a_diagonal_of_more_axes_is_refused():
    with pytest.raises(ValueError, match="a matrix is expected"):
        ops.DiagPart()(X[None])


def test_numbers_of_python():
    assert ops.make_range(2, 9, 3) == (2, 5, 8)
    assert ops.make_range(2) == (0, 1)
    assert ops.scalar_cast(3.7, srcad.int64) == 3
    assert type(ops.ScalarCast()(3, srcad.float64)) is float
    assert ops.add_flags(len, has_effect=True) is len

    def program(x):
        total = x * 0
        for k in ops.make_range(1, 4):
            total = total + ops.scalar_cast(k, srcad.float64) * x
        return total

    assert srcad.grad(program)(srcad.Tensor(2.0)).asnumpy() == 6


def test_choices_of_nothing():
    assert ops.combinations(srcad.Tensor([1.0]), 2).shape == (0,)
    found = ops.combinations(srcad.Tensor([1, 2, 3]), 2)
    np.testing.assert_array_equal(found.asnumpy(), [[1, 2], [1, 3], [2, 3]])


def test_what_is_printed(capsys):
    class Net(srcad.Cell):
        def __init__(self):
            super().__init__()
            self.print = ops.Print()

        def construct(self, x):
            self.print("before", x)
            y = x * 2
            ops.print_(y)
            return y

    x = srcad.Tensor([1.0, 3.0])
    assert Net()(x).shape == (2,)
    eager = capsys.readouterr().out
    assert eager == f"before {x}\n{x * 2}\n"
    srcad.grad(Net())(x)
    assert capsys.readouterr().out == eager


def test_only_floats_are_cast():
    x, n = srcad.Tensor([1.0]), srcad.Tensor([2])
    found = ops.mixed_precision_cast(srcad.float16, (x, n, [x, "text"]))
    assert found[0].dtype == found[2][0].dtype == srcad.float16
    assert found[1] is n
    assert found[2][1] == "text"

    def program(x):
        parts = ops.mixed_precision_cast(srcad.float64, (x, [x * x]))
        return (parts[0] + parts[1][0]).sum()

    slope = srcad.grad(program)(x)
    assert slope.dtype == srcad.float32
    np.testing.assert_array_equal(slope.asnumpy(), [3])
    assert (ops.ReduceOp.SUM, ops.ReduceOp.MAX) == ("sum", "max")
