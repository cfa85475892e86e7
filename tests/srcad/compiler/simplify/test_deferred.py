"""Gradients of weights that a loop reads: one product after the backward loop."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

W = np.random.default_rng(7).normal(size=16) / 2


def of_vectors(w, rows):
    h = np.zeros(4, w.dtype)
    for row in rows:
        h = np.tanh(w @ h + row[0])
    return np.sum(h * h)


def of_batches(w, rows):
    h, b = np.zeros((2, 4), w.dtype), w[0]
    for row in rows:
        h = np.tanh(row @ w - h @ w + b)
    return np.sum(h * h)


def of_both(w, rows):
    h, u = np.ones(4, w.dtype), w * 2.0
    for row in rows:
        h = np.tanh(w @ h) + u.T @ row[1]
    return np.sum(h**2)


def in_a_loop(w, rows):
    h = np.ones(4, w.dtype)
    for row in rows:
        for one in row:
            h = np.tanh(w @ h + one)
    return np.sum(h)


def in_a_while(w, rows):
    h, k = np.ones(4, w.dtype), 0
    while k < rows.shape[0] and h[0] > -2:
        h = np.tanh(w @ h + rows[k, 0])
        k += 1
    return np.sum(h)


def on_a_path(w, rows):
    h = np.ones(4, w.dtype)
    for row in rows:
        if row[0, 0] > 0:
            h = np.tanh(w @ h)
        h = h + w.T @ row[1]
    return np.sum(h * h)


def written_meanwhile(w, rows):
    h, total = np.ones(4, w.dtype), 0.0
    for row in rows:
        h[0] = row[0, 1]
        h = h + w @ h
        total += np.sum(h * row[1])
    return total


def changed_after_it_is_collected(w, rows):
    h = np.ones(4, w.dtype)
    for row in rows:
        h = h + w @ (row[0] * h)
    return np.sum(h * h)


def changed_in_batches(w, rows):
    h = np.ones((2, 4), w.dtype)
    for row in rows:
        h = h + (row * h) @ w
    return np.sum(h * h)


def the_same_each_time(w, rows):
    h = np.ones(4, w.dtype)
    for row in rows:
        h = row[0] + w @ h
        h = h + w @ h
    return np.sum(h)


def in_stages(w, rows):
    h = np.ones((2, 4), w.dtype)
    for row in rows:
        slope = np.tanh(h @ w)
        h = h + np.tanh((h + slope) @ w) + row
    return np.sum(h * h)


PROGRAMS = [of_vectors, of_batches, of_both, in_a_loop, in_a_while]
OTHERS = [
    on_a_path,
    written_meanwhile,
    changed_after_it_is_collected,
    changed_in_batches,
    in_stages,
    the_same_each_time,
]


@pytest.mark.parametrize("count", [0, 1, 2, 5])
@pytest.mark.parametrize("function", [*PROGRAMS, *OTHERS])
def test_the_gradient_is_that_of_differences(function, count):
    rows = np.random.default_rng(count).normal(size=(count, 2, 4))

    def total(w, rows):
        return function(np.reshape(w, (4, 4)), rows)

    assert result(total, W, rows)


@pytest.mark.parametrize("function", PROGRAMS)
def test_there_is_one_product_after_the_loop(function):
    text = generate(function, ["float32[4, 4]", "float32[m, 2, 4]"]).text
    backward = text.partition("def backward")[2]
    assert any(form in backward for form in (".T @ np.", "_rows.T @ ", "dhs.T @ hs"))


def test_several_cotangents_an_iteration_are_not_collected():
    text = generate(in_stages, ["float64[4, 4]", "float64[m, 2, 4]"]).text
    backward = text.partition("def backward")[2]
    assert backward.count("dw += ") == 2
    assert ".append(" not in backward


@pytest.mark.parametrize("count", [0, 3])
@pytest.mark.parametrize("function", PROGRAMS)
def test_in_single_precision_it_stays_so(function, count):
    w = np.float32(np.reshape(W, (4, 4)))
    rows = np.zeros((count, 2, 4), np.float32)
    gradient = srcad.grad(function)(w, rows)
    assert (gradient.dtype, gradient.shape) == (w.dtype, w.shape)


def test_its_own_gradient_is_that_of_differences():
    def slopes(w, rows):
        return np.sum(srcad.grad(of_vectors)(np.reshape(w, (4, 4)), rows) ** 2)

    assert result(slopes, W, np.ones((3, 2, 4)))
