"""Sums of products: like terms, common factors, quotients that are there already."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = np.random.default_rng(11).uniform(0.5, 1.5, size=6)
ROWS = np.random.default_rng(12).uniform(0.5, 1.5, size=(2, 6))


def cubed(x, rows):
    return 0.07 * x * x * x - 1.6 * x


def polynomial(x, rows):
    return x * (x * (x * (2.5 * x - 3) + 0.5) - x) + 4


def quotient(x, rows):
    return x / np.sqrt(np.sum(x * x))


def normed(x, rows):
    y = rows * x
    return (y - y.mean(axis=1, keepdims=True)) / np.sqrt(
        (y * y).mean(axis=1, keepdims=True)
    )


def of_columns(x, rows):
    return rows[:, :1] * x + rows[:, 1:2] * x * x - x[:2, None] * x


def of_truths(x, rows):
    return x * (x > 1) + x * (x < 0.9) * x


def of_infinities(x, rows):
    return x / (x - x[0]) + x * np.log(x - x[0])


def of_quotients(x, rows):
    return np.log(x / rows[0]) + np.log(rows / np.sum(x)).sum(axis=0) * (
        x[:1] / rows[1]
    )


def in_a_loop(x, rows):
    for row in rows:
        x = x + 0.1 * (row * x - 0.3 * x * x)
    return x


PROGRAMS = [
    *(cubed, polynomial, quotient, normed, of_columns, of_truths, of_quotients),
    in_a_loop,
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_the_gradient_is_that_of_differences(function):
    assert result(lambda x, rows: np.sum(function(x, rows) ** 2), X, ROWS)


@pytest.mark.parametrize("function", PROGRAMS)
def test_so_is_its_own_gradient(function):
    def slopes(x, rows):
        once = srcad.grad(lambda x, rows: np.sum(np.sin(function(x, rows))))
        return np.sum(once(x, rows) ** 2)

    assert result(slopes, X, ROWS)


@pytest.mark.parametrize("function", PROGRAMS)
def test_in_single_precision_it_stays_so(function):
    x, rows = np.float32(X), np.float32(ROWS)
    gradient = srcad.grad(lambda x, rows: np.sum(function(x, rows)))(x, rows)
    assert (gradient.dtype, gradient.shape) == (x.dtype, x.shape)


@pytest.mark.parametrize(
    ("function", "wanted"),
    [
        (lambda x: 0.07 * x * x * x, "dx = 3 * dout * out_product"),
        (lambda x: x**4 - 3 * x**2, "dx = dout * (4 * "),
        (lambda x, y: x / y, "dy = -dx * out"),
        (lambda x, y: np.log(x / y) + y, "dx = dout / x"),
        (lambda x: np.exp(0.07 * x * x * x - 1.6 * x), "(3 * 0.07 * x * x - 1.6)"),
        (lambda x: np.exp(0.5 * x * x * x - 1.6 * x), "(1.5 * x * x - 1.6)"),
    ],
)
def test_it_reads_as_one_would_write_it(function, wanted):
    inputs = ["float64[n]"] * function.__code__.co_argcount
    assert wanted in generate(function, inputs).code


def test_infinities_stay_where_they_are():
    with np.errstate(all="ignore"):
        _, gradient = srcad.value_and_grad(lambda x: np.sum(of_infinities(x, None)), 0)(
            X
        )
    assert not np.isfinite(gradient[0])
    assert np.isfinite(gradient[1:]).sum() == (X[1:] > X[0]).sum()
