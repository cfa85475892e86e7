"""Numbers and arrays that change their kind: in loops, on paths, in operators.

A name may hold an integer, a float of Python's or NumPy's, a bool, an array without
axes, or one of integers, bools or floats, and another kind at the next iteration.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from . import judging
from .family import Family, Verdict
from .templates import Templates

HEAD = """import numpy as np


def smaller(u, v):
    return u if np.sum(u) < np.sum(v) else v


def half(u):
    u /= 2
    return u


def function(x):
    a, b, c = {starts}
    k, t = 0, {total}
"""
TAIL = """    return t + np.sum(a * x[0]) + np.sum(b) * 1.0


def inputs():
    return (np.array([0.9, 1.3, 0.4]),)
"""
STARTS = (
    *("0", "1", "2.5", "True", "0.0", "1.0", "len(x)", "x.shape[0] / 2"),
    *("x[0]", "x[1]", "float(x[2])", "x.sum()", "x.max()", "np.mean(x)"),
    *("np.float64(1.5)", "np.int64(3)", "np.array(2)", "np.array(1.5)", "np.argmax(x)"),
    *(
        "np.arange(3)",
        "np.ones(3)",
        "np.zeros(3, int)",
        "x > 0.5",
        "x * 1.0",
        "x[::-1]",
    ),
    *("int(x[1] * 3)", "x[0] > 0.5", "np.array([True, False, True])", "x.astype(int)"),
)
VALUES = (
    *("{a} + {b}", "{a} * {b}", "{a} - {b}", "{a} / 2", "{a} // 2", "{a} % 2"),
    *(
        "{a} ** 2",
        "-{a}",
        "abs({a})",
        "{a} > {b}",
        "{a} * 0.5",
        "{a} + 1",
        "{a} + True",
    ),
    *("2 ** {a}", "1 / ({a} + 3)", "{a} * x[0]", "{a} * x", "{a} @ x", "+{a}"),
    *("np.maximum({a}, {b})", "np.where({a} > {b}, {a}, {b})", "np.sum({a})"),
    *("float(np.sum({a}))", "int(np.sum({a}))", "bool(np.sum({a}) > 1)"),
    *("np.asarray({a}) * 1.0", "np.array({a})", "np.float64(np.sum({a}))"),
    *("({a} if np.sum({b}) > 1 else {b})", "smaller({a}, {b})", "half({a} * 1.0)"),
    *("np.sqrt(np.abs({a}) + 1)", "np.floor({a})", "np.sign({a})", "np.square({a})"),
    *("np.power({a}, 2)", "sum([{a}, {b}])", "np.cumsum({a})", "np.clip({a}, 0, 2)"),
    *("x[int(np.sum({a})) % 3]", "np.mean({a})", "np.array([1, 2, 3]) * {a}"),
    *(
        "np.add({a}, {b}, dtype=float)",
        "np.zeros_like({a}) + {b}",
        "{c}",
        "{a} and {b}",
    ),
    *("np.full(3, {a}) * x", "np.stack(({a}, {b}))[1]", "max(np.sum({a}), 1)"),
)
STATEMENTS = (
    "{a} = {value}",
    "{a} = {value}",
    "{a}, {b} = {value}, {b}",
    "{a}, {b} = {b}, {a}",
    "{a} = {a} * 1\n{a} += {b}",
    "{a} = {a} + 0\n{a} *= 2",
    "{a} = {a} * 1.0\n{a} /= 2",
    "{a} = 1 * {a}\n{a} -= {value}",
    "t = t + np.sum({a})",
    "t = t + np.sum(x * {a})",
    "t = t + np.sum(np.sin({value}))",
    "t += float(np.sum({a})) * x[0]",
    "k += 1",
    "k = k + np.sum({a} > 0)",
)
BLOCKS = (
    "for _ in range({count}):\n{inner}",
    "for k in range({count}):\n{inner}",
    "for value in x:\n    {a} = value\n{inner}",
    "for value in ({a}, {b}, {value}):\n    t = t + np.sum(value * x[1])\n{inner}",
    "n = 0\nwhile n < {count}:\n    n += 1\n{inner}",
    "if np.sum({a}) > 1.0:\n{inner}\nelse:\n{inner}",
    "if np.sum({a}) > np.sum({b}):\n{inner}",
    "if isinstance({a}, int):\n{inner}\nelse:\n{inner}",
    "for value in x:\n    if value > 0.5:\n{deeper}\n    else:\n{deeper}",
)
PROGRAMS = Templates(
    STATEMENTS, BLOCKS, {"{value}": VALUES, "{count}": ("2", "3", "x.size")}
)


@dataclass(frozen=True)
class Mixed:
    """A text, and what its names begin with."""

    text: str
    words: str


def drawn(source: random.Random) -> Mixed:
    """A function of an array with one axis."""
    starts = ", ".join(source.choices(STARTS, k=3))
    head = HEAD.replace("{total}", source.choice(("0", "0.0", "x[0]")))
    text = head.replace("{starts}", starts) + PROGRAMS.body(source) + "\n" + TAIL
    return Mixed(text, starts)


def judged(case: Mixed, folder: Path) -> Verdict:
    """A result and a gradient, as Python and finite differences have them."""
    return judging.judged(case.text, folder, smooth=True, whole=False)


NUMBERS = Family(
    "numbers",
    "numbers and arrays that change their kind",
    drawn,
    judged,
    title=lambda case: case.words,
    reproducer=lambda case: case.text + judging.SHOWN,
)
