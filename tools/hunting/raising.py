"""Exceptions that leave what was being changed half done.

Arrays, lists, dicts, objects and names are changed, something raises, as run time or
the program knows, and whoever catches it, or `finally`, or a context manager, reads
what was changed up to there, changes more of it, goes on, returns or raises anew.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from . import judging
from .family import Family, Verdict
from .templates import Templates

HEAD = """import contextlib
import math

import numpy as np


class Stop(ArithmeticError):
    pass


class Left(Stop):
    def __init__(self, value, word="left"):
        super().__init__(word)
        self.value = value


class Meter:
    def __init__(self, start):
        self.total = start
        self.calls = 0

    def __enter__(self):
        self.calls += 1
        return self

    def __exit__(self, kind, value, trace):
        self.total = self.total * 0.9

    def add(self, v):
        if self.total + v > {limit}:
            raise Left(self.total * 0.5)
        self.total = self.total + v
        return self.total

    def added(self, v):
        self.total = self.total + v
        if self.total > {limit}:
            raise Left(self.total * 0.5)
        return self.total


@contextlib.contextmanager
def scaled(m, by):
    before = m.total
    m.total = m.total * by
    try:
        yield m
    finally:
        m.total = m.total + before * 0.2


def checked(w, v):
    if v > {bound}:
        raise ValueError("too large")
    w[0] = w[0] * 0.5 + v
    w[1] += v
    return v * 1.5


def function(x):
    a, b, c = x[0] * 1.0, x[1] * 2.0, x[2] + 0.5
    w, xs, d = x * 1.2, [x[0], x[1]], {"p": x[2], "q": x[0] * 0.3}
    m, t, k = Meter(x[0] * 0.1), 0.0, 0

    def late(v):
        if t > {high}:
            raise Stop
        return v * w[1]

    def each():
        try:
            for v in w:
                yield v
        finally:
            xs.append(x[1] * 0.5)

"""
TAIL = """    t = t + a * 1.1 + b * 1.3 + c * 1.7 + k * x[0]
    t = t + sum(xs) * 0.7 + d["p"] * d["q"]
    return t + np.sum(w * x) + m.total + m.calls * x[1]


def inputs():
    return (np.array({point}),)
"""
POINTS = (
    "[0.9, 0.3, 0.55, 1.2]",
    "[0.2, 1.3, 0.8, 0.45]",
    "[1.4, 0.7, 0.25, 0.6]",
)
NUMBERS = (
    "x[k % 4]",
    "x[1]",
    "np.sin({a})",
    "{a} * 0.4 + {b} * 0.3",
    "w[k % 4]",
    "w.sum() * 0.2",
    "xs[-1]",
    'd["p"]',
    "m.total * 0.5",
    "late({a})",
    "checked(w, {a})",
    "m.add({a} * 0.3)",
    "math.sqrt(abs({a}))",
    "math.log({a} - 0.2)",
    "next(v for v in w if v > 0.5)",
    "np.max(w) * {a}",
)
TESTS = (
    *("{a} > {b}", "t > 1.0", "w[0] > 0.8", "len(xs) > 3", "k > 1", "m.total > 0.6"),
    *("{a} > 0.9", "x[k % 4] > 0.7"),
)
ERRORS = (
    "Exception",
    "Exception",
    "(ValueError, Stop, LookupError)",
    "(Stop, ValueError, IndexError)",
    "Stop",
    "Left",
    "ValueError",
)
RAISED = ("ValueError", "Stop", "Left({a} * 0.5)", "Left(t)", 'IndexError("no")')
STATEMENTS = (
    "{a} = {number}",
    "{a} = {a} * 0.9 + {number}",
    "t = t + {number}",
    "t = t + {number}",
    "w[k % 4] = {number}",
    "w[1:3] *= {number}",
    "w = w * {number}",
    "xs.append({number})",
    "xs[0] = {number}",
    'd["p"] = {number}',
    'd = {**d, "q": {number}}',
    "m.total = {number}",
    "k += 1",
    "if {test}:\n    raise {raised}",
    "if {test}:\n    raise {raised}",
    "if {test}:\n    {a} = {number}\n    raise {raised}",
    "if {test}:\n    {a} = {number}\nelse:\n    w[2] = {number}",
    "for v in x[:2]:\n    {a} = {a} + v\n    if {a} > 1.5:\n        raise {raised}",
    "with contextlib.suppress(Exception):\n    t = t + {number}\n    {a} = {number}",
    "t = t + sum(each())",
    "t = t + m.added({a} * 0.2)",
)
AROUND = (
    "try:\n{inner}\nexcept {error}:\n{inner}",
    "try:\n{inner}\nexcept Exception:\n{inner}",
    "try:\n{inner}\nexcept Left as left:\n    t = t + left.value\n{inner}\n"
    "except {error}:\n    k += 2\n{inner}",
    "try:\n{inner}\nexcept {error}:\n{inner}\nelse:\n{inner}\nfinally:\n{inner}",
    "try:\n    try:\n{deeper}\n    finally:\n{deeper}\nexcept Exception:\n    k += 1",
    "try:\n    try:\n{deeper}\n    except {error}:\n{deeper}\n"
    "except Exception:\n{inner}",
    "for k in range({count}):\n    try:\n{deeper}\n    except Exception:\n"
    "        {leave}",
    "for v in x:\n    try:\n        {a} = {a} * 0.9 + v * 0.1\n{deeper}\n"
    "    except {error}:\n{deeper}\n        {leave}",
    "try:\n    for k in range({count}):\n{deeper}\nexcept {error}:\n{inner}",
    "try:\n    for v in x:\n        {a} = {a} + v\n        {b} = late({a})\n{deeper}\n"
    "except Exception:\n{inner}\n    t = t + {a}",
    "n = 0\nwhile n < {count}:\n    n += 1\n    try:\n{deeper}\n    except {error}:\n"
    "        {leave}\n    finally:\n        t = t * 0.9",
    "with m:\n    t = t + {a}",
    "with scaled(m, 0.8) as s:\n    s.total = s.total + {a}",
    "with contextlib.suppress(Exception):\n{inner}",
    "try:\n    while True:\n        {a} = {a} + 0.3\n{deeper}\n        if {a} > 1.4:\n"
    "            raise Left({a})\nexcept Exception:\n{inner}",
    "try:\n{inner}\nexcept {error}:\n    {leave_out}\n{inner}",
)
LEAVES = ("continue", "break", "pass", "k += 1", "t = t + {a} * 0.5", "return t + {a}")


@dataclass(frozen=True)
class Raised:
    """A text, and where it is computed."""

    text: str
    words: str


PROGRAMS = Templates(
    STATEMENTS,
    AROUND,
    {
        "{leave_out}": ("t = t * 0.5", "return t * {a}", "k += 1"),
        "{leave}": LEAVES,
        "{error}": ERRORS,
        "{raised}": RAISED,
        "{test}": TESTS,
        "{number}": NUMBERS,
        "{count}": ("2", "3", "9", "x.shape[0]"),
    },
)
BOUNDS = {
    "{limit}": ("0.8", "1.5", "5.0"),
    "{bound}": ("0.5", "1.1", "9.0"),
    "{high}": ("0.6", "2.0", "9.0"),
}


def drawn(source: random.Random) -> Raised:
    """A function of an array with one axis."""
    head, point = HEAD, source.choice(POINTS)
    for place, texts in BOUNDS.items():
        head = head.replace(place, source.choice(texts))
    text = head + PROGRAMS.body(source) + "\n" + TAIL.replace("{point}", point)
    return Raised(text, point)


def judged(case: Raised, folder: Path) -> Verdict:
    """A result and a gradient, as Python and finite differences have them."""
    return judging.judged(case.text, folder, smooth=True, whole=False)


RAISING = Family(
    "raising",
    "exceptions that leave changes half done",
    drawn,
    judged,
    title=lambda case: case.words,
    reproducer=lambda case: case.text + judging.SHOWN,
)
