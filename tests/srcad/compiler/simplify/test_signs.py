"""Cotangents of which the negative is wanted: values, storage and text."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = np.random.default_rng(21).uniform(0.5, 1.5, size=5)
Y = np.random.default_rng(22).uniform(0.5, 1.5, size=5)


def price(x, y):
    spread = x * y
    d1 = np.log(x) / spread
    d2 = d1 - spread
    return np.sum(x / (1 + np.exp(-d1)) - y / (1 + np.exp(-d2)))


def shared(x, y):
    z = x - y
    return np.sum(x * y) - np.sum(np.exp(z) * x)


def twice(x, y):
    a = x * y
    z = np.sin(x) - a
    w = z - a
    return -np.sum(w * w) - np.sum(z * y)


def in_a_loop(x, y):
    for _ in range(3):
        z = x - y
        x = np.cos(x) - y * z
    return np.sum(x) - np.sum(y * x)


PROGRAMS = [price, shared, twice, in_a_loop]


@pytest.mark.parametrize("function", PROGRAMS)
def test_the_gradient_is_that_of_differences(function):
    assert result(function, X, Y)


@pytest.mark.parametrize("function", PROGRAMS)
def test_no_gradient_shares_the_storage_of_another(function):
    dx, dy = srcad.grad(function, (0, 1))(X, Y)
    assert not np.shares_memory(dx, dy)


def test_the_cotangent_of_what_is_taken_away_has_no_sign():
    text = generate(price, ["float64[n]"] * 2).code
    assert "dd1 -= dspread" in text
    assert "dd2" not in text
