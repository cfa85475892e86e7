"""Sums of products in a backward half, whose array of products is not made."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import generate

RNG = np.random.default_rng(5)
ROWS, MORE = RNG.normal(size=(6, 4)), RNG.normal(size=(6, 3, 4))


def scaled_rows(x, rows, more):
    return rows * x


def scaled_by_a_column(x, rows, more):
    return (rows[:, :1] * x) * rows


def distances(x, rows, more):
    return np.sum((more - x) ** 2, axis=2) * rows[:, :3]


def of_several_axes(x, rows, more):
    return np.tanh(more * x) * more


def of_outer_products(x, rows, more):
    return rows[:, :, None] * more[:, :1] * x


def of_a_tied_number(x, rows, more):
    return x[0] * rows * x + x.sum() * rows


FUNCTIONS = [
    *(scaled_rows, scaled_by_a_column, distances),
    *(of_several_axes, of_outer_products, of_a_tied_number),
]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("size", [6, 1, 0])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_gradient_is_that_of_each_element(function, size, dtype):
    x = RNG.normal(size=4).astype(dtype)
    rows, more = ROWS[:size].astype(dtype), MORE[:size].astype(dtype)

    def total(x, rows, more):
        return np.sum(np.sin(function(x, rows, more)))

    gradient = srcad.grad(total)(x, rows, more)
    assert gradient.dtype == dtype
    wide = [one.astype(np.complex128) for one in (rows, more)]
    step = 1e-30
    slopes = [
        np.imag(total(x + 1j * step * unit, *wide)) / step for unit in np.eye(x.size)
    ]
    precise = 1e-12 if dtype == np.float64 else 1e-4
    np.testing.assert_allclose(gradient, slopes, rtol=precise, atol=precise)


def test_no_array_of_products_is_made():
    def squared(centres, x):
        return np.sum(np.min(np.sum((x[:, None, :] - centres) ** 2, axis=2), axis=1))

    inputs = {"centres": "float64[k, d]", "x": "float64[n, d]"}
    text = generate(squared, inputs, wrt=("centres",)).text
    assert 'dcentres = -2 * np.einsum("ij,ijk->jk", ' in text
