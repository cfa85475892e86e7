"""What the forward loop records for one product after the backward loop: an array."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

W = np.random.default_rng(5).normal(size=(4, 4)) / 2
ROWS = np.random.default_rng(6).normal(size=(5, 2, 4))


def of_vectors(w, rows):
    h = np.zeros(4, w.dtype)
    for row in rows:
        h = np.tanh(w @ h + row[0])
    return np.sum(h * h)


def of_what_it_goes_through(w, rows):
    h = np.zeros((2, 4), w.dtype)
    for row in rows:
        h = np.tanh(row @ w - h)
    return np.sum(h * h)


def of_an_index(w, rows):
    h, total = np.ones(4, w.dtype), 0.0
    for k in range(rows.shape[0]):
        h = np.tanh(w @ h + rows[k, 0])
        total += np.sum(h * rows[k, 1])
    return total


def of_two_weights(w, rows):
    u, g, h = np.cos(w), np.ones(4, w.dtype), np.zeros(4, w.dtype)
    for row in rows:
        g, h = np.tanh(w @ g - h), np.sin(u @ h + row[0])
    return np.sum(g * h)


def of_two_loops(w, rows):
    h = np.zeros((2, 4), w.dtype)
    for row in rows:
        h = np.tanh(h + row @ w)
    for row in rows:
        h = np.sin(h * row @ np.cos(w)) + row @ w
    return np.sum(h * h)


def of_what_is_read_besides(w, rows):
    u, g, h = np.cos(w), np.ones(4, w.dtype), np.zeros(4, w.dtype)
    for row in rows:
        g, h = np.tanh(w @ g - h), np.sin(u @ h + g * row[0])
    return np.sum(g * h)


RECORDED = [of_vectors, of_what_it_goes_through, of_an_index, of_two_weights]


def of_fewer_steps(w, rows):
    h = np.ones(4)
    for k in range(rows.shape[0] - 2):
        h = np.tanh(w @ h + rows[k, 0])
    return np.sum(h * h)


def from_the_second_on(w, rows):
    h = np.zeros((2, 4))
    for k in range(1, rows.shape[0]):
        h = np.tanh(rows[k] @ w - h @ w.T)
    return np.sum(h * h)


def backwards(w, rows):
    h = np.zeros((2, 4))
    for k in range(rows.shape[0] - 1, -1, -1):
        h = np.tanh(rows[k] @ w - h @ w.T)
    for row in rows[::-1]:
        h = np.tanh(row @ w - h @ w.T)
    return np.sum(h * h)


def left_early(w, rows):
    h = np.ones(4)
    for row in rows:
        if np.sum(row) > 1:
            break
        h = np.tanh(w @ h + row[0])
    return np.sum(h * h)


def in_a_while(w, rows):
    h, k = np.ones(4), 0
    while k < rows.shape[0]:
        h = np.tanh(w @ h + rows[k, 0])
        k += 1
    return np.sum(h * h)


def of_what_is_written_later(w, rows):
    rows = rows * 1.0
    h = np.zeros((2, 4))
    for row in rows:
        h = np.tanh(row @ w - h @ w.T)
    rows[0] = 0.0
    rows *= 2.0
    return np.sum(h * h) + np.sum(rows @ w)


def of_what_is_written_meanwhile(w, rows):
    rows = rows * 1.0
    h = np.zeros((2, 4))
    for k in range(rows.shape[0]):
        h = np.tanh(rows[k] @ w - h @ w.T)
        rows[k] = h
    return np.sum(h * rows)


def of_a_list(w, rows):
    kept = []
    for row in rows:
        kept.append(np.tanh(w @ row[0]))
    h = np.ones(4)
    for one in kept:
        h = np.sin(w @ one + h)
    return np.sum(np.array(kept) ** 2 @ w) + np.sum(h)


def of_what_is_returned(w, rows):
    h, kept = np.ones(4), []
    for row in rows:
        h = np.tanh(w @ h + row[0])
        kept.append(h)
    return np.sum(np.stack(kept) @ w * np.arange(4.0)) if kept else np.sum(h)


def in_a_helper(w, rows):
    def step(h, row):
        for one in row:
            h = np.tanh(w @ h + one)
        return h

    h = np.ones(4)
    for row in rows:
        h = step(h, row)
    return np.sum(h * h)


def of_a_number_first(w, rows):
    h = 0.0
    for row in rows:
        h = np.tanh(row[0] @ w + h * 2.0)
    return np.sum(h * np.ones(4))


OTHERS = [
    *(
        of_two_loops,
        of_what_is_read_besides,
        of_fewer_steps,
        from_the_second_on,
        backwards,
        left_early,
        in_a_while,
    ),
    *(of_what_is_written_later, of_what_is_written_meanwhile, of_a_list),
    *(of_what_is_returned, in_a_helper, of_a_number_first),
]


@pytest.mark.parametrize("count", [0, 1, 2, 5])
@pytest.mark.parametrize("function", [*RECORDED, *OTHERS])
def test_the_gradient_is_that_of_differences(function, count):
    if function in (of_what_is_written_later, of_a_list):
        count = max(count, 1)  # They read what the first row has made.

    def total(w, rows):
        return function(np.reshape(w, (4, 4)), rows)

    assert result(total, W.ravel(), ROWS[:count])


@pytest.mark.parametrize("function", RECORDED)
def test_nothing_is_collected_again(function):
    text = generate(function, ["float64[4, 4]", "float64[m, 2, 4]"]).text
    backward = text.partition("def backward")[2]
    assert ".append(" not in backward
    assert "np.array(" not in backward
    assert "reversed(range(len(" in backward


def test_what_is_gone_through_is_no_copy():
    text = generate(of_two_loops, ["float64[4, 4]", "float64[m, 2, 4]"]).text
    forward, _, backward = text.partition("def backward")
    assert "] = row\n" not in forward
    assert ".append(row)" not in backward
    assert "row_rows = rows.reshape(" in backward


@pytest.mark.parametrize("function", RECORDED)
def test_single_precision_stays_so(function):
    gradient = srcad.grad(function)(np.float32(W), np.float32(ROWS))
    assert gradient.dtype == np.float32
    np.testing.assert_allclose(gradient, srcad.grad(function)(W, ROWS), rtol=2e-3)


@pytest.mark.parametrize("function", [of_vectors, of_what_it_goes_through])
def test_its_own_gradient_is_that_of_differences(function):
    def slopes(w, rows):
        return np.sum(srcad.grad(function)(np.reshape(w, (4, 4)), rows) ** 2)

    assert result(slopes, W.ravel(), ROWS)


def test_two_calls_of_the_backward_half_are_two():
    """What it reads it does not change."""
    module = generate(of_vectors, ["float64[4, 4]", "float64[m, 2, 4]"])
    _, residuals = module.forward(W, ROWS)
    first, *_ = module.backward(residuals, 1.0)
    second, *_ = module.backward(residuals, 2.0)
    np.testing.assert_allclose(2 * first, second, rtol=1e-12)


def of_a_square_weight(w, rows):
    h = np.zeros(w.shape[0], w.dtype)
    for row in rows:
        h = np.tanh(h @ w + row[0])
    return np.sum(h * h)


def test_sizes_that_a_loop_joins_are_those_of_the_call():
    """A state that starts as long as the rows of a weight, and ends as its columns."""
    function = srcad.value_and_grad(of_a_square_weight)
    out, _ = function(W, ROWS)
    assert out == of_a_square_weight(W, ROWS)
    assert "dw = hs.T @ dhs" in function._repr_markdown_()
    assert result(lambda w: of_a_square_weight(np.reshape(w, (4, 4)), ROWS), W.ravel())
