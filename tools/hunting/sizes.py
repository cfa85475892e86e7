"""Arrays whose sizes change: in loops, on paths, in functions and in lists.

Two that have been made shorter alike have one size, which may be that of a third, or 1
at the next iteration; what is broadcast then has to be summed in the gradient. Sizes
that data decide are among them.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from . import judging
from .family import Family, Verdict
from .templates import Templates

HEAD = """import numpy as np


def fits(u, v):
    return u.size == v.size or u.size == 1 or v.size == 1


def shorter(u, count):
    for _ in range(count):
        u = u[:1] * 1.1 if u.size < 3 else u[1:]
    return u


def alike(u, v):
    n = min(u.size, v.size)
    return u[:n], v[-n:]


def halved(u):
    if u.size < 2:
        return np.sum(u)
    half = u.size // 2
    return halved(u[:half]) * 0.5 + halved(u[half:])


def function(x):
    a, b, c = x * 1.0, {start}, x[:2] * 1.5
    last = None
    xs = [c]
    k, t = 0, 0.0
"""
TAIL = """    return t + np.sum(a) + np.sum(b * b) + np.sum(c)


def inputs():
    return (np.array([0.9, 0.3, 0.55, 1.2, 0.7, 0.45][:{size}]),)
"""
STARTS = ("x[x > 0.5]", "x[1:]", "x * 2.0", "x[x > 1.0]", "x[::-1]")
ARRAYS = (
    "{a}[1:]",
    "{a}[:-1]",
    "{a}[:1]",
    "{a}[-1:] * 0.9",
    "{a}[::2]",
    "{a}[{a} > 0.4]",
    "{a}[k:]",
    "{a}[k : k + 1]",
    "np.sin({a})",
    "{b} * 1.0",
    "{a} * {b}[:1]",
    "{a}[:2] + {b}[-1:]",
    "np.concatenate(({a}[:2], {b}[:3]))",
    "np.where({a} > 0.5, {a}, {b}[:1])",
    "shorter({a}, 2)",
    "np.append({a}[:3], 0.5)",
)
# What one iteration, or a path, or the function does: `{inner}` is more of it.
STATEMENTS = (
    "{a} = {array}",
    "{a}, {b} = {array}, {other}",
    "{a}, {b} = {b}, {a}",
    "{a}, {b} = alike({a}, {b})",
    "{a}, {b} = {a}[1:], {b}[1:]",
    "{a}, {b}, {c} = {b}, {c}, {a}",
    "xs.append({a})",
    "xs[0] = {array}",
    "last = {a}",
    "t = t + np.sum(np.sin({a} * {b}[:1]))",
    "t = t + np.sum({a} * {b})",
    "t = t + np.sum({array} * {a}[:1])",
    "t = t + halved({a})",
    "t = t + np.sum(np.outer({a}, {b}) * {b})",
    "if fits({a}, {b}):\n    t = t + np.sum(np.sin({a} * {b}))",
    "if fits({a}, x):\n    t = t + np.sum({a} * x)",
    "if last is not None:\n    t = t + np.sum(last * {a}[:1])\nlast = {b}",
    "for u in xs:\n    if fits(u, {a}):\n        t = t + np.sum(np.cos(u * {a}))",
)
BLOCKS = (
    "for k in range({count}):\n{inner}",
    "for k in range({count}):\n{inner}",
    "n = 0\nwhile n < {count}:\n    n += 1\n{inner}",
    "while {a}.size > 2:\n    {a} = {a}[1:]\n{inner}",
    "if np.sum({a}) > 1.0:\n{inner}\nelse:\n{inner}",
    "if {a}.size > 2:\n{inner}",
    "for value in x:\n    if value > 0.5:\n{deeper}\n    else:\n{deeper}",
)


@dataclass(frozen=True)
class Resized:
    """A text, and how its sizes begin."""

    text: str
    words: str


PROGRAMS = Templates(
    STATEMENTS,
    BLOCKS,
    {
        "{array}": ARRAYS,
        "{other}": [text.replace("{a}", "{c}") for text in ARRAYS],
        "{count}": ("2", "3", "5"),
    },
)


def drawn(source: random.Random) -> Resized:
    """A function of an array with one axis."""
    start, size = source.choice(STARTS), source.choice((4, 5, 6))
    text = HEAD.replace("{start}", start) + PROGRAMS.body(source) + "\n"
    text += TAIL.replace("{size}", str(size))
    return Resized(text, f"{start} of {size}")


def judged(case: Resized, folder: Path) -> Verdict:
    """A result and a gradient, as Python and finite differences have them."""
    return judging.judged(case.text, folder, smooth=True, whole=False)


SIZES = Family(
    "sizes",
    "arrays whose sizes change",
    drawn,
    judged,
    title=lambda case: case.words,
    reproducer=lambda case: case.text + judging.SHOWN,
)
