"""Numbers that are known at compile time: NumPy's have a dtype, Python's have none."""

import math

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn


def written(x):
    y = x.copy()
    y *= np.sqrt(2)
    y[0] = np.sqrt(3)
    return y


PROGRAMS = {
    "sqrt": lambda x: x * np.sqrt(2),
    "pi": lambda x: x * np.pi,
    "maximum": lambda x: np.maximum(x, np.log(2.0)),
    "float64": lambda x: x + np.float64(1.5),
    "float32": lambda x: x * np.float32(1.5),
    "arithmetic": lambda x: x * (np.sqrt(2) * 0.5 + 1),
    "as a float": lambda x: x * float(np.sqrt(2)),
    "of math": lambda x: x * math.sqrt(2),
    "where": lambda x: np.where(x > 0, x, np.exp(0.0)),
    "in place": written,
    "mean of a list": lambda x: x * np.mean([1.0, 2.0]),
    "int64": lambda x: x * np.int64(2),
    "of a size": lambda x: x / np.sqrt(x.shape[0]),
    "negative": lambda x: x * -np.sqrt(2),
    "power": lambda x: x ** np.float64(2),
    "with a method": lambda x: x * np.sin(0.4).mean(),
    "compared": lambda x: x * (x > np.sqrt(2)),
    "array without axes": lambda x: x * np.array(1.5),
}


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_dtype_is_that_of_numpy(name, dtype):
    program, x = PROGRAMS[name], np.array([0.5, 1.5, 2.5], dtype)
    expected = program(x)
    out, gradient = srcad.value_and_grad(program)(x)
    assert out.dtype == expected.dtype
    np.testing.assert_array_equal(out, expected)
    assert gradient.dtype == dtype


class Scaled(nn.Cell):
    def construct(self, x):
        return x * np.sqrt(2) + np.float64(0.5)


def test_beside_a_tensor_they_have_none():
    x = Tensor(np.array([0.5, 1.5], np.float32))
    out, gradient = srcad.value_and_grad(Scaled())(x)
    assert Scaled()(x).dtype == out.dtype == gradient.dtype == srcad.float32
