"""A float64 or complex128 of NumPy's that is known: it is none of Python's."""

import math

import numpy as np
import pytest

import srcad
import srcad.compiler.driver
from srcad.compiler.ir.avals import FLOAT, Aval
from srcad.compiler.ir.own_class import settled
from srcad.compiler.ir.printer import show
from srcad.compiler.ir.reader import read
from srcad.compiler.ir.types import Lit, Value
from tests.srcad.compiler.derivatives import text_of

WIDE, TURN = np.float64(1e3), np.complex128(1 + 2j)
TABLE = np.array([0.1, 0.3, 0.5])


class Settings:
    def __init__(self):
        self.rate, self.scale = np.float64(0.1), np.exp(-0.1)


SETTINGS = Settings()


def added_by_path(x):
    total = 0.0
    for v in x:
        if v > 0:
            total = total + WIDE
    return x * total


def added_while(x):
    n = 0
    while n < x[0] * 3:
        n += np.float64(1.1)
    return x * n


def clock(x):
    t, dt, n = 0.0, np.float64(0.1), 0
    while t < x[0]:
        t += dt
        n += 1
    return x * n


def elements(x):
    total = 0.0
    for k in range(3):
        total = total + TABLE[k] * int(x[1] * 4)
    return x * total


def in_a_list(x):
    parts = []
    for v in x:
        parts.append(WIDE * int(v * 3))
    return x * parts[1] + np.array(parts)


def written(x):
    y = np.zeros_like(x)
    y[0], y[1:] = np.float64(0.1), x[1:] * 2
    y += np.float64(0.3)
    return y * x


PROGRAMS = {
    "a length": lambda x: x * (len(x[x > 0]) * WIDE),
    "an int": lambda x: x * (WIDE * int(x[1] * 3)),
    "a float": lambda x: x * (float(x[0]) + WIDE),
    "of math": lambda x: x * (math.sqrt(x[0]) - WIDE),
    "a power": lambda x: x * int(x[2]) ** np.float64(2),
    "an exponent": lambda x: x ** np.float64(-1),
    "of a function": lambda x: x * (int(x[2]) * np.sqrt(2.0)),
    "pi, which is Python's": lambda x: x * (int(x[2]) * np.pi),
    "compared": lambda x: x * (int(x[2]) < np.float64(3)),
    "negative": lambda x: x * (-np.float64(0.3) * int(x[2])),
    "rounded": lambda x: x * round(int(x[2]) * np.float64(0.3), 1),
    "summed": lambda x: x * sum([np.float64(1), float(x[0]), 2.0]),
    "the least": lambda x: x * min(float(x[0]), np.float64(0.1)),
    "an attribute": lambda x: x * (int(x[2]) * SETTINGS.rate),
    "one that was computed": lambda x: x * (int(x[2]) / SETTINGS.scale),
    "complex": lambda x: np.abs(x * (int(x[2]) * TURN)),
    "what fills": lambda x: np.full_like(x, WIDE) * x,
    "what fills a dtype": lambda x: np.full(3, np.float64(0.1), np.float16) * x,
    "what is written": written,
    "with axes": lambda x: x[:, None] * WIDE * int(x[2]),
    "added by path": added_by_path,
    "added while": added_while,
    "clock": clock,
    "elements": elements,
    "in a list": in_a_list,
}


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("name", PROGRAMS)
def test_beside_a_number_of_python_it_stays_numpys(name, dtype):
    program, x = PROGRAMS[name], np.array([0.2, 1.5, 2.5], dtype)
    expected = program(x)
    out, gradient = srcad.value_and_grad(program)(x)
    assert (type(out), out.dtype) == (type(expected), expected.dtype)
    np.testing.assert_array_equal(out, expected)
    assert gradient.dtype == dtype


def half_life(x):
    n = int((x > 1.0).sum())
    try:
        found = np.log(2) / n
    except ZeroDivisionError:
        found = 0.0
    return x[0] * min(found, 5.0)


def remainders(x):
    n = int((x > 1.0).sum())
    return x.sum() + (np.float64(7) % n if x[0] > 5 else np.float64(1) // n)


@pytest.mark.parametrize("program", [half_life, remainders])
def test_by_zero_it_divides_as_numpy_does(program):
    for last in (0.4, 2.4):
        x = np.array([0.7, -1.3, last])
        with np.errstate(divide="ignore"):
            out, gradient = srcad.value_and_grad(program)(x)
            assert out == program(x)
        assert np.isfinite(gradient).all()


def test_it_is_written_as_pythons_where_that_is_the_same():
    def f(x):
        y = x * WIDE + np.sqrt(4.0)
        y[0] = WIDE
        return np.where(y > WIDE, y, np.full(3, WIDE))

    assert "np.float64(" not in text_of(f, ["float64[3]"])
    assert "x * np.float64(1000.0) + 2.0" in text_of(f, ["float32[3]"])


def test_what_may_be_pythons_settles_nothing():
    wide, number = Lit(WIDE), Value(Aval("float64"))
    assert settled("divide", {}, (wide, number), ()) == (Lit(1e3), number)
    assert settled("divide", {}, (wide, number), {number}) == (wide, number)
    python = Value(FLOAT)
    assert settled("divide", {}, (wide, python), ()) == (wide, python)
    few = Value(Aval("float32", (3,)))
    assert settled("multiply", {}, (wide, few), ()) == (wide, few)
    tensor = Value(Aval("float32", (3,), tensor=True))
    assert settled("multiply", {}, (wide, tensor), ()) == (Lit(1e3), tensor)


def test_its_text_is_read():
    text = "def f(n: int):\n    t.0: float64[] = multiply(np.float64(0.1), n)\n"
    text += "    return t.0\n"
    function = read(text)
    (op,) = function.body.ops
    assert op.args[0] == Lit(np.float64(0.1)) != Lit(0.1)
    assert show(function).strip() == text.strip()
