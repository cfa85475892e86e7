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


WIDE = np.float64(0.7)


def multiplied(x):
    total = np.float64(0.5)
    for v in x:
        total = total * v
    return total * x


def summed_where_positive(x):
    total = np.float64(0)
    for v in x:
        if v > 1:
            total += v
    return total * x


def halved_while(x):
    total, n = np.float64(0.5), 0
    while n < 3:
        n, total = n + 1, total * WIDE
    return total * x


def from_an_array_without_axes(x):
    total = np.zeros(())
    for v in x:
        total = total + v
    return total * x


FEW = np.array([1, 3, 2], np.int8)
PROGRAMS = {
    "carried": multiplied,
    "carried where": summed_where_positive,
    "carried while": halved_while,
    "carried without axes": from_an_array_without_axes,
    "clip": lambda x: np.clip(x, WIDE, 2),
    "clip as a method": lambda x: x.clip(WIDE),
    "dot": lambda x: np.dot(x, WIDE),
    "dot of a number of Python": lambda x: np.dot(x, 0.5),
    "full without axes": lambda x: x * np.full((), 0.5),
    "ones without axes": lambda x: x * np.ones(()),
    "select": lambda x: np.select([x > 1], [x], WIDE),
    "select what is known": lambda x: np.select([x > 1], [WIDE], x),
    "choose": lambda x: np.choose(np.array([0, 1, 0]), [x, WIDE]),
    "divmod": lambda x: np.divmod(x, WIDE)[1],
    "linspace": lambda x: np.linspace(x[0], WIDE, 4),
    "polyval": lambda x: np.polyval(x, WIDE),
    "gradient": lambda x: np.gradient(x, np.float64(0.5)),
    "initial": lambda x: np.sum(x, initial=np.float64(0.5)),
    "initial of integers": lambda x: x * np.sum(np.arange(3), initial=0.5),
    "initial of a product of integers": lambda x: x * np.prod(FEW, initial=2.5),
    "initial of the largest": lambda x: np.max(x, initial=WIDE),
    "initial of the largest integer": lambda x: x * np.max(FEW, initial=5.5),
    "initial of no integers": lambda x: x * np.max(FEW[:0], initial=5.5),
    "initial of no bools": lambda x: x * np.min((x > 1)[:0], initial=2),
    "sum in few bits": lambda x: x * np.sum(FEW, dtype=np.int8),
    "nan_to_num": lambda x: np.nan_to_num(x, nan=WIDE),
    "complex": lambda x: np.abs(x * 1j + WIDE),
    "complex128": lambda x: (x * np.complex128(0.5j)).imag,
    "in a list": lambda x: np.array([WIDE, x[0]]),
    "a list in a dtype": lambda x: np.array([1, x[0], 0.5], dtype=np.float32),
    "a list of numbers": lambda x: np.array([1, float(x[0])], dtype=np.float16),
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
    "tensordot of a number": lambda x: np.tensordot(x, 0.9, 0),
    "tensordot of a float": lambda x: np.tensordot(float(x[0]), x, 0),
    "einsum of a number": lambda x: np.einsum("i,->i", x, 0.9),
    "einsum of a float": lambda x: np.einsum(",i->i", float(x[0]), x),
    "outer of a number": lambda x: np.multiply.outer(x, 0.9),
    "outer of an int": lambda x: np.add.outer(x, int(x[2])),
    "complex64 of a number": lambda x: np.abs(np.complex64(x[0]) * x),
    "complex128 of a float": lambda x: np.abs(np.complex128(float(x[0])) * x),
    "complex128 of an array": lambda x: np.complex128(x).real,
    "complex128 of a complex number": lambda x: (np.complex128(x[0] * 1j) * x).imag,
    "complex128 and a number": lambda x: (np.complex128(3) * 0 + x[0]).real * x,
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


def of_python_from_the_first_iteration(x):
    p = x[0]
    for v in x:
        p = math.sin(v)
    return p


def of_python_in_an_argument(x, s=0.1):
    p = x[0] * np.float32(2)
    n = 0
    while n < 3:
        n, p = n + 1, s
    return p * x.sum() + p


def of_python_in_a_list(x):
    parts = [x[0], x[1]]
    for v in x:
        parts[0] = float(v)
    return np.sum(parts)


@pytest.mark.parametrize(
    "program",
    [
        of_python_from_the_first_iteration,
        of_python_in_an_argument,
        of_python_in_a_list,
    ],
)
def test_what_becomes_a_number_of_python_keeps_its_digits(program):
    x = np.array([0.7, 1.3], np.float32)
    expected = program(x)
    out, gradient = srcad.value_and_grad(program)(x)
    assert type(out) is type(expected)
    assert out == expected
    assert gradient.dtype == np.float32


def test_of_python_on_one_path_is_refused():
    def program(x):
        p = x[0]
        if x[1] > 0:
            p = math.sin(x[1])
        return p

    x = np.array([0.7, 1.3])
    out, gradient = srcad.value_and_grad(program)(x)
    assert out == program(x)
    assert gradient.tolist() == [0, math.cos(1.3)]
    with pytest.raises(srcad.CompileError, match="float and float32"):
        srcad.grad(program)(np.float32(x))


def total(x):
    t = 0.0
    for v in x:
        if v > 0:
            t += v
    return t


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize(
    "program",
    [
        lambda x: np.sum(x, initial=total(x)),
        lambda x: np.prod(x, initial=total(x)),
        lambda x: np.max(x, initial=total(x)),
        lambda x: np.min(x, initial=max(-x[0], 0)),
        lambda x: x.sum(initial=max(x[0], 0.25)),
        lambda x: np.sum(x, initial=total(x), where=x > 1),
        lambda x: np.add.reduce(x, initial=total(x)),
        lambda x: x[1] * np.sum(np.arange(3), initial=total(x)),
    ],
)
def test_nothing_hangs_on_the_class_of_an_initial_value(program, dtype):
    for last in (0.75, -2.5):
        x = np.array([0.5, 1.5, last], dtype)
        expected = program(x)
        out, gradient = srcad.value_and_grad(program)(x)
        assert type(out) is type(expected)
        np.testing.assert_allclose(
            out, expected, rtol=1e-2 if dtype == np.float16 else 1e-6
        )
        assert gradient.dtype == dtype


def test_a_complex_number_of_two_is_no_cast():
    with pytest.raises(srcad.CompileError, match="one number is cast here"):
        srcad.grad(lambda x: np.abs(np.complex128(x, x)))(0.5)
