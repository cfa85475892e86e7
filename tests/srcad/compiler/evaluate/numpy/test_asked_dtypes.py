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


FILLED = {
    "integers": lambda x: x * np.full(2, 2.7, dtype=int),
    "integers like others": lambda x: np.full_like(np.arange(2), 2.7) * x,
    "bools": lambda x: x * np.full(2, 5, bool),
    "single precision": lambda x: x * np.full(2, 0.3, np.float32),
    "half precision": lambda x: np.full((2, 1), 0.1, np.float16).reshape(2) * x,
    "a power": lambda x: x ** np.full(2, 2.5, int),
    "integers broadcast": lambda x: np.broadcast_to(np.full((), 1.2, int), 2) * x,
}


@pytest.mark.parametrize("name", FILLED)
def test_what_fills_an_array_is_cast_to_its_dtype(name):
    made = FILLED[name]
    out, gradient = value_and_grad(lambda x: made(x))(X)
    assert out.dtype == made(X).dtype
    np.testing.assert_array_equal(out, made(X))
    step = 1e-6
    slopes = (made(X + step) - made(X - step)) / (2 * step)
    np.testing.assert_allclose(gradient, slopes, rtol=1e-8)


def test_an_array_of_an_iterator_has_the_dtype_that_is_asked_for():
    made = {
        "generator": lambda x: np.fromiter((v * 2 for v in x), np.float32),
        "some": lambda x: np.fromiter((v * v for v in x if v > 2), float),
        "count": lambda x: np.fromiter(map(np.sin, x), float, count=1),
    }
    for function in made.values():
        out, gradient = value_and_grad(function)(X)
        assert out.dtype == function(X).dtype
        np.testing.assert_array_equal(out, function(X))
        step = 1e-2 if out.dtype == np.float32 else 1e-6
        pairs = [(X + step * one, X - step * one) for one in np.eye(2)]
        slopes = [np.sum(function(a) - function(b)) / (2 * step) for a, b in pairs]
        np.testing.assert_allclose(gradient, slopes, rtol=1e-4)
    with pytest.raises(CompileError, match="iterator too short"):
        value_and_grad(lambda x: np.fromiter(iter(x), float, count=3))(X)


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


WIDE = np.array([1.0, 2.0, 3.0, 4.0])


def masked(a, x):
    np.putmask(a, x > 1, WIDE)


def masked_by_numbers(a, x):
    np.putmask(a, x > 1, 2.5)
    np.putmask(a, x > 1, np.float64(2.5))
    np.putmask(a, x > 2, [1.5, 2.0, 3.0, 4.0])


def masked_by_itself(a, x):
    np.putmask(a, x > 1, a * 2)


def placed(a, x):
    np.place(a, x > 1, WIDE * x)


def copied(a, x):
    np.copyto(a, WIDE * x)


def copied_safely(a, x):
    np.copyto(a, WIDE * x, casting="safe")


def copied_complex(a, x):
    np.copyto(a, x * 1j)


def put(a, x):
    np.put(a, [0, 1], WIDE[:2] * x[:2])


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize(
    "write",
    [
        *(masked, masked_by_numbers, masked_by_itself, placed),
        *(copied, copied_safely, copied_complex, put),
    ],
)
def test_a_write_raises_for_another_dtype_as_numpy_does(write, dtype):
    def function(x):
        a = x * 1
        try:
            write(a, x)
        except TypeError:
            a = x * 5
        return a * x

    x = np.array([0.5, 1.5, 2.5, 0.75], dtype)
    expected = function(x)
    out, _ = value_and_grad(function)(x)
    assert out.dtype == expected.dtype
    np.testing.assert_array_equal(out, expected)


ASKED = [
    lambda x, dtype: np.nanmean(x, dtype=dtype),
    lambda x, dtype: np.nanmean(x, axis=0, dtype=dtype),
    lambda x, dtype: np.nanvar(x, dtype=dtype),
    lambda x, dtype: np.nanstd(x, dtype=dtype, ddof=1),
    lambda x, dtype: np.nansum(x, dtype=dtype),
]


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("given", [np.float32, np.float64])
def test_a_mean_of_what_is_there_has_the_dtype_that_is_asked_for(asked, dtype, given):
    x = np.array([0.3, np.nan, 2.25, 7.1], given)
    expected = asked(x, dtype)
    out, gradient = value_and_grad(lambda x: asked(x, dtype))(x)
    assert type(out) is type(expected)
    np.testing.assert_allclose(
        out, expected, rtol=1e-3 if dtype == np.float16 else 3e-7
    )
    assert gradient.dtype == given


def test_of_numbers_that_may_be_missing_none_is_an_integer():
    for asked in ASKED[:4]:
        with pytest.raises(TypeError, match="dtype must be inexact"):
            asked(X, int)
        with pytest.raises(CompileError, match="dtype must be inexact"):
            grad(lambda x, asked=asked: asked(x, int))(X)
