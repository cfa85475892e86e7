"""What a backward loop makes and joins after it: one array, written in parts."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

W = np.random.default_rng(3).normal(size=(4, 4)) / 2
ROWS = np.random.default_rng(4).normal(size=(3, 2, 4))


def of_vectors(w, rows):
    h = np.zeros(4)
    for k, row in enumerate(rows):
        h = np.tanh(w @ h + (k + 1) * row[0])
    return np.sum(h * h)


def of_matrices(w, rows):
    h = np.zeros_like(rows[0])
    for row in rows:
        h = np.tanh(row @ w - h @ w)
    return np.sum(h * h)


def of_both_loops(w, rows):
    h, total = np.ones(4), 0.0
    for row in rows:
        k = h[0]
        for one in row:
            h = np.tanh(w @ h + one) * k
        total += np.sum(h * row[1])
    return total


def of_growing_parts(w, rows):
    total = 0.0
    for k in range(1, rows.shape[0] + 1):
        part = rows[:k, 0]
        total += np.sum(np.tanh(part @ w) ** 2)
    return total


def of_a_list_that_is_returned(w, rows):
    h, kept = np.ones(4), []
    for row in rows:
        h = np.tanh(w @ h + row[0])
        kept.append(h)
    return np.sum(np.array(kept) ** 2)


PROGRAMS = [of_vectors, of_matrices, of_both_loops, of_growing_parts]
PROGRAMS.append(of_a_list_that_is_returned)


@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize("function", PROGRAMS)
def test_the_gradient_is_that_of_differences(function, count):
    if function is of_matrices and count == 0:
        count = 1  # It reads a row.

    def total(w, rows):
        return function(np.reshape(w, (4, 4)), rows)

    assert result(total, W.ravel(), ROWS[:count])


@pytest.mark.parametrize("shape", [(3, 2, 0), (3, 0, 0), (3, 0, 4)])
def test_there_may_be_no_elements(shape):
    w = np.ones((shape[2], shape[2]))
    out, gradient = srcad.value_and_grad(of_matrices)(w, np.ones(shape))
    assert out == 0
    np.testing.assert_array_equal(gradient, np.zeros_like(w))


def test_single_precision_stays_so():
    w, rows = np.float32(W), np.float32(ROWS)
    gradient = srcad.grad(of_matrices)(w, rows)
    assert gradient.dtype == np.float32
    np.testing.assert_allclose(gradient, srcad.grad(of_matrices)(W, ROWS), rtol=1e-4)


def test_the_array_is_made_before_the_loop():
    text = generate(of_matrices, ["float64[n, n]", "float64[t, b, n]"]).code
    assert "dhs = np.zeros((len(" in text
    assert "dhs[place] = " in text
    assert "dhs.append" not in text
