"""What a function of NumPy gives: an array of its own, the array that it was given, a
view that may or may not be written into, a number; and what it writes into ``out``."""

import contextlib

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError

X = np.array([1.5, 0.5, 2.5])


def same_as_in_python(function):
    value, gradient = srcad.value_and_grad(function)(X)
    assert value == pytest.approx(function(X))
    steps = 1e-6 * np.eye(3)
    expected = [(function(X + step) - function(X - step)) / 2e-6 for step in steps]
    np.testing.assert_allclose(gradient, expected, rtol=1e-5, atol=1e-5)


OF_A_MATRIX = [
    lambda m: np.take(m, 1, axis=0),
    lambda m: m.take(0, axis=1),
    lambda m: np.take(m, np.argmax(m[0]), axis=1, mode="wrap"),
    lambda m: m[np.array(1)],
    lambda m: m[np.where(m[0, 0] > 0, 1, 2)],
    lambda m: m[np.where(m[0, 0] > 0, 1, 2), 1:],
    lambda m: m[np.argmax(m[0])],
    lambda m: np.choose([0, 0, 0], [m[0]]),
    lambda m: np.linalg.matrix_power(m, 1),
    lambda m: np.astype(m, float, copy=False),
    lambda m: np.astype(m, float),
    lambda m: np.block(m),
    lambda m: np.require(m),
]


@pytest.mark.parametrize("make", OF_A_MATRIX)
def test_it_is_a_copy_where_numpy_makes_one(make):
    def write_the_result(x):
        m = np.outer(x, x)
        made = make(m)
        made *= 2
        return np.sum(m) + 3 * np.sum(made)

    def write_what_was_given(x):
        m = np.outer(x, x)
        made = make(m)
        m *= 2
        return np.sum(m) + 3 * np.sum(made)

    same_as_in_python(write_the_result)
    same_as_in_python(write_what_was_given)


WITHOUT_AXES = [
    lambda s, x: np.where(s > 0, s, x[1]),
    lambda s, x: np.select([s > 0], [s]),
    lambda s, x: np.block(s),
    lambda s, x: np.real_if_close(s),
    lambda s, x: np.i0(s),
    lambda s, x: np.require(s),
    lambda s, x: np.cov(x),
    lambda s, x: np.tensordot(x, x, 1),
    lambda s, x: (x * 2)[0, ...],
    lambda s, x: np.astype(np.array(s), np.float64),
    lambda s, x: np.reshape(s, ()),
    lambda s, x: np.squeeze(s),
    lambda s, x: np.kron(s, x[1]),
    lambda s, x: np.polyval(x, s),
    lambda s, x: np.nanmedian(x),
    lambda s, x: np.nanpercentile(x, 40),
    lambda s, x: np.fft.fft(x)[0].real,
]


@pytest.mark.parametrize("make", WITHOUT_AXES)
def test_it_is_a_number_or_an_array_as_in_numpy(make):
    def changed_in_place(x):
        made = make(x[0], x)
        other = made
        other += x[1]
        return made * other

    def asked(x):
        array = isinstance(make(x[0], x), np.ndarray)
        return np.sum(x) * (2.0 if array else 3.0)

    same_as_in_python(changed_in_place)
    with contextlib.suppress(CompileError):  # where it is not known
        same_as_in_python(asked)


READ_ONLY = [
    lambda x: np.diagonal(np.outer(x, x)),
    lambda x: np.outer(x, x).diagonal()[1:],
    lambda x: np.diag(np.outer(x, x)),
    lambda x: np.linalg.diagonal(np.outer(x, x)),
    lambda x: np.broadcast_to(x * 1, (2, 3))[0],
    lambda x: np.lib.stride_tricks.sliding_window_view(x * 1, 2),
]


@pytest.mark.parametrize("make", READ_ONLY)
def test_what_is_read_only_is_not_written(make):
    def program(x):
        made = make(x)
        made[0] = 4.0
        return made.sum()

    def handled(x):
        made = make(x)
        try:
            made *= 4.0
        except ValueError:
            return made.sum()
        return (made * made).sum()

    with pytest.raises(CompileError, match="ValueError: assignment destination"):
        srcad.grad(program)(X)
    same_as_in_python(handled)


def test_a_diagonal_that_is_made_is_written():
    def program(x):
        made, copied = np.diag(x * 1), np.diag(np.outer(x, x)).copy()
        made[0] = 4.0
        copied[0] = 4.0
        return np.sum(made @ copied)

    same_as_in_python(program)


BY_PLACE = [
    lambda m, x, out: np.std(m, 0, None, out),
    lambda m, x, out: np.ptp(m, 0, out),
    lambda m, x, out: np.median(m, 0, out),
    lambda m, x, out: np.percentile(m, 30, 0, out),
    lambda m, x, out: np.nansum(m, 0, None, out),
    lambda m, x, out: np.nanmax(m, 0, out),
    lambda m, x, out: np.nancumsum(x, None, None, out),
    lambda m, x, out: np.choose([0, 1, 0], [x, 2 * x], out),
    lambda m, x, out: np.add.reduce(m, 0, None, out),
    lambda m, x, out: np.add.reduceat(x, [0, 1, 2], 0, None, out),
    lambda m, x, out: np.multiply.accumulate(x, 0, None, out),
    lambda m, x, out: np.sum(m, 0, None, out),
    lambda m, x, out: np.dot(m, x, out),
    lambda m, x, out: np.concatenate((x[:1], x[1:]), 0, out),
    lambda m, x, out: m.mean(0, None, out),
]


@pytest.mark.parametrize("write", BY_PLACE)
def test_an_out_that_is_given_by_its_place_is_written(write):
    def program(x):
        out = np.zeros(3)
        write(np.outer(x, x), x, out)
        return np.sum(out * x)

    same_as_in_python(program)


OUTSIDE = np.zeros(3)


def test_an_out_of_the_program_is_not_written():
    def program(x):
        np.nansum(np.outer(x, x), 0, None, OUTSIDE)
        return np.sum(x)

    with pytest.raises(CompileError, match="SRC023"):
        srcad.grad(program)(X)


def test_a_view_of_a_view_that_may_be_one_is_not_written():
    def program(x):
        m = np.outer(x, x)[::-1] * x
        part = m.reshape(9)[::2]
        part *= 2
        return m.sum()

    with pytest.raises(CompileError, match="SRC015"):
        srcad.grad(program)(X)
