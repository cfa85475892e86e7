"""A ``dtype`` that a call of NumPy is given: computed in as there, or refused."""

import numpy as np
import pytest

from srcad import grad, value_and_grad
from srcad.compiler.diagnostics.errors import CompileError

X = np.array([1.5, 2.25])
MADE = {
    "array": lambda x, dtype: np.array(x, dtype=dtype),
    "array of a list": lambda x, dtype: np.array([x[0], x[1]], dtype=dtype),
    "array of a comprehension": lambda x, dtype: np.array([+v for v in x], dtype=dtype),
    "asarray": lambda x, dtype: np.asarray(x, dtype=dtype),
    "a constant": lambda x, dtype: np.array([1.0, 2.0], dtype=dtype) * x,
    "ascontiguousarray": lambda x, dtype: np.ascontiguousarray(x, dtype=dtype),
    "full": lambda x, dtype: np.full(2, x[0], dtype=dtype),
    "eye": lambda x, dtype: np.eye(2, dtype=dtype),
    "arange": lambda x, dtype: np.arange(x[0] * 2.0, dtype=dtype),
    "linspace": lambda x, dtype: np.linspace(0.0, x[0], 3, dtype=dtype),
    "astype": lambda x, dtype: x.astype(dtype),
    "sum": lambda x, dtype: x.sum(dtype=dtype),
    "add": lambda x, dtype: np.add(x, x, dtype=dtype),
    "concatenate": lambda x, dtype: np.concatenate([x, x], dtype=dtype),
    "einsum": lambda x, dtype: np.einsum("i,i->", x, x, dtype=dtype),
}


@pytest.mark.parametrize("dtype", [object, "O", "U3", "datetime64[s]", "V8"])
@pytest.mark.parametrize("name", MADE)
def test_what_is_no_dtype_of_numbers_is_refused(name, dtype):
    made = MADE[name]
    with pytest.raises(CompileError) as caught:
        grad(lambda x: (made(x, dtype), np.sum(x)))(X)
    assert caught.value.diagnostics[0].code in ("SRC013", "SRC017", "SRC021")


SMALL = np.array([100, 120], np.int8)
SINGLE = np.array([100.0, 1e8], np.float32)
COMPUTED = {
    "a product of small integers": lambda k, f: np.multiply(k, k, dtype=np.int64),
    "an exponential": lambda k, f: np.exp(f[:1], dtype=np.float64),
    "a sum": lambda k, f: np.add(f, np.float32(1), dtype=np.float64),
    "a sum with a number": lambda k, f: np.add(f, 1.0, dtype=np.float64),
    "of integers in halves": lambda k, f: np.divide(k, 7, dtype=np.float32),
    "concatenated": lambda k, f: np.concatenate([k, k], dtype=np.float32),
    "a comparison": lambda k, f: np.less(k, 110, dtype=bool),
    "contracted": lambda k, f: np.einsum("i,i->", k, k, dtype=np.int64),
}


@pytest.mark.filterwarnings("ignore::srcad.RecompileWarning")
@pytest.mark.parametrize("name", COMPUTED)
def test_operands_are_cast_before_it_is_computed(name):
    """A product of int8 has wrapped around before it is made wider."""
    made = COMPUTED[name]
    y = 2.0

    def function(y, k, f):
        return made(k, f), np.sum(made(k, f) * y)

    (out, total), slope = value_and_grad(function)(y, SMALL, SINGLE)
    wanted = made(SMALL, SINGLE)
    assert out.dtype == wanted.dtype
    np.testing.assert_array_equal(out, wanted)
    assert total == np.sum(wanted * y)
    np.testing.assert_allclose(slope, np.sum(wanted, dtype=np.float64))


def test_the_gradient_of_a_wider_result_is_as_narrow_as_the_operand():
    x = np.array([0.5, 1.5], np.float32)
    gradient = grad(lambda x: np.exp(x, dtype=np.float64))(x)
    assert gradient.dtype == np.float32
    np.testing.assert_array_equal(gradient, np.exp(x, dtype=np.float64).astype("f4"))


CASTS = {
    "add": lambda x: np.add(x, x, dtype=np.int64),
    "exp": lambda x: np.exp(x, dtype=np.int64),
    "concatenate": lambda x: np.concatenate([x, x], dtype=np.int64),
    "stack": lambda x: np.stack([x, x], dtype=np.int64),
    "einsum": lambda x: np.einsum("i,i->", x, x, dtype=np.float32),
    "array without a copy": lambda x: np.array(x, np.float32, copy=False),
    "asarray without a copy": lambda x: np.asarray([x[0], 2.0], copy=False),
}


@pytest.mark.parametrize("name", CASTS)
def test_a_cast_that_numpy_refuses_is_refused(name):
    with pytest.raises((TypeError, ValueError)):
        CASTS[name](X)
    with pytest.raises(CompileError):
        grad(lambda x: (CASTS[name](x), np.sum(x)))(X)
