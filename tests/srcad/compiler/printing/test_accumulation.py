"""Sums of cotangents are written in place where the array is the module's own."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn
from tests.srcad.compiler.derivatives import check, generate

X = ("float64[n]",)


def fresh(x):
    y = x * x
    return np.sin(y) * x


def of_dout(x):
    y = np.sin(x)
    return y + x


def kept_as_well(x, y):
    z = x + y
    return np.sin(z) * x


def in_a_loop(x):
    y = x * 1.0
    for k in range(3):
        y = y * np.sin(x) + k
    return y


def recorded(x):
    ys = []
    y = x * 1.0
    for k in range(3):
        y = np.sin(y) + x
        ys.append(y * k)
    return np.stack(ys)


def on_a_path(x):
    y = np.sin(x)
    if x.sum() > 0.0:
        return y * x + y
    return y


def two_of_one(x, y):
    a = x * y
    b = a
    return np.sin(a) + b * x


def widened(x, s):
    y = x * s
    return y.sum() * np.sin(s) + x


def by_rows(x):
    m = np.outer(x, x)
    total = 0.0
    for row in m:
        total = total + np.sin(row)
    return total * x


PROGRAMS = [
    *((one, X) for one in (fresh, of_dout, in_a_loop, recorded, on_a_path, by_rows)),
    *((one, (*X, *X)) for one in (kept_as_well, two_of_one)),
    (widened, (*X, "float64[]")),
]


@pytest.mark.parametrize(
    ("function", "inputs"), PROGRAMS, ids=lambda one: str(one)[:20]
)
def test_the_gradient_is_right_and_nothing_else_is_written(function, inputs):
    check(function, list(inputs))


def test_what_is_the_modules_own_is_added_to():
    assert "    dx += " in generate(fresh, ["float64[n]"]).text


def test_the_cotangent_of_the_caller_is_not():
    text = generate(of_dout, ["float64[n]"]).text
    assert "+=" not in text.split("def backward")[1]


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return np.sin(e / e.sum(axis=1, keepdims=True))


def test_what_a_statement_has_read_before_it_adds_to_it():
    matrix = ("float64[n, m]",)
    text = generate(softmax, matrix).text
    assert ".sum(axis=1, keepdims=True)\n" in text.partition("    de -= (de * ")[2]
    check(softmax, matrix, orders=(1, 2))


CACHED = np.full(3, 2.0, np.float32)


class FromOutside(nn.Cell):
    def construct(self, x):
        return x * 2.0

    def bprop(self, x, out, dout):
        return (Tensor(CACHED),)


class Around(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = FromOutside()

    def construct(self, x):
        y = x * x
        return self.inner(y) + y


def test_what_a_bprop_gives_may_be_somebody_elses():
    x = Tensor(np.ones(3, np.float32))
    first, second = (srcad.grad(Around())(x).asnumpy() for _ in range(2))
    np.testing.assert_array_equal(first, second)
    np.testing.assert_array_equal(first, np.full(3, 6.0))
    assert (CACHED == 2.0).all()
