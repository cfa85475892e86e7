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
