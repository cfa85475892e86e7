"""What operators make of sizes and numbers are Tensors, compiled as in an eager call."""

import numpy as np
import pytest

import srcad
import srcad.numpy as mnp
from srcad import Tensor, mint, ops

MADE = {
    "zeros": lambda x: ops.zeros((2, 3)),
    "ones": lambda x: ops.ones((2, 3)),
    "full": lambda x: ops.full((2, 3), 2.0),
    "stacked": lambda x: ops.stack([ops.zeros((3,)), ops.zeros((3,))]),
    "zeros_like": lambda x: ops.zeros_like(x),
    "mint.zeros": lambda x: mint.zeros((2, 3)),
    "numpy.zeros": lambda x: mnp.zeros((2, 3)),
    "new_zeros": lambda x: x.new_zeros((2, 3)),
    "arange": lambda x: ops.arange(0, 3).astype("float32"),
    "eye": lambda x: ops.eye(3, 3, srcad.float32),
    "Tensor": lambda x: Tensor(np.zeros((2, 3), np.float32)),
}


def x():
    return Tensor(np.array([1.0, 2.0, 3.0], np.float32))


@pytest.mark.parametrize("made", MADE)
def test_adding_to_one_makes_another(made):
    make = MADE[made]

    def program(x):
        h = make(x)
        z = h
        z += x
        return h.sum() * 10 + (z * x).sum()

    assert srcad.value_and_grad(program)(x())[0] == program(x())


@pytest.mark.parametrize("made", MADE)
def test_it_is_a_tensor(made):
    make = MADE[made]

    def program(x):
        h = make(x)
        return (x * x).sum() * (2.0 if isinstance(h, Tensor) else 3.0)

    out, gradient = srcad.value_and_grad(program)(x())
    assert out == program(x()) == 28.0
    np.testing.assert_array_equal(gradient.asnumpy(), [4.0, 8.0, 12.0])


def test_numbers_of_python_stay_numbers():
    def program(x):
        size = ops.size(x)
        return x.sum() * (2.0 if isinstance(size, int) else 3.0)

    assert srcad.value_and_grad(program)(x())[0] == program(x())
