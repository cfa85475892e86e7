"""Products of cotangents are written in place where both are the module's temporaries."""

import numpy as np
import pytest

from tests.srcad.compiler.derivatives import check, generate

MATRICES = ["float64[b, n, d]", "float64[d, k]", "float64[k, d]"]


def hidden(x, w, v):
    # Of `x @ w` and of its maximum nobody has a name; the first is compared alone.
    return np.sin(np.maximum(x @ w, 0.0) @ v).sum()


def divided(x, w, v):
    scores = x @ w / np.sqrt(x.shape[2])
    scores = np.exp(scores - scores.max(axis=2, keepdims=True))
    return np.sin(scores / scores.sum(axis=2, keepdims=True) @ v).sum()


def named(x, w, v):
    h = x @ w
    positive = np.maximum(h, 0.0)
    return np.sin(positive @ v).sum()


def read_twice(x, w, v):
    # The cotangent of the maximum is read again behind its product.
    a = np.maximum(x @ w, 0.0) @ v
    return (a * np.exp(np.maximum(x @ w, 0.0) @ v)).sum()


def broadcast(x, w, v):
    return np.sin(np.maximum(x.sum(axis=0), 0.0) * (x @ w @ v)).sum()


def in_a_loop(x, w, v):
    total = 0.0
    for k in range(3):
        total = total + np.sin(np.maximum((x * k) @ w, 0.0) @ v).sum()
    return total


def recorded(x, w, v):
    rows = []
    for k in range(3):
        rows.append(np.maximum((x * k) @ w, 0.0) @ v)
    return np.sin(np.stack(rows)).sum()


PROGRAMS = (hidden, divided, named, read_twice, broadcast, in_a_loop, recorded)


@pytest.mark.parametrize("function", PROGRAMS)
def test_the_gradient_is_right_and_nothing_else_is_written(function):
    check(function, MATRICES, orders=(1, 2))


def backward(function):
    text = generate(function, MATRICES).text
    return text.partition("def backward")[2].partition("def value_and_grad")[0]


def test_a_temporary_holds_the_product():
    assert "*= out_mask" in backward(hidden)
    assert "/= " in backward(divided)


def test_what_the_user_has_a_name_for_stays():
    assert "*=" not in backward(named)
