"""Lists that all sorts of things refer to while they become longer and shorter.

Bound methods that were taken before, partials of them, closures, attributes, other
lists and dicts, generators: whoever changes such a list, all the others see it. Run
time knows how often, so that what it holds is not known item by item.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from . import judging
from .family import Family, Verdict
from .templates import Templates

HEAD = """import copy
import functools
import types

import numpy as np


class Tape:
    def __init__(self, first):
        self.items = [first]
        self.put = self.items.append

    def note(self, v):
        self.items.append(v)
        return self

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

    def __getitem__(self, k):
        return self.items[k]


def pushed(xs, v):
    xs.append(v * 0.9)
    return xs


def made(v):
    xs = [v]
    return xs, xs.append


def function(x):
    a, b, c = [x[0]], [x[1], x[2]], {start}
    put, take, both = a.append, b.pop, (a, [b, c])
    more = functools.partial(pushed, c)
    kept = {"a": a, "b": (b, c)}
    box, tape = types.SimpleNamespace(xs=b), Tape(x[2])
    own, push = made(x[1])
    t, k = 0.0, 0

    def late(v):
        a.append(v * 1.1)
        return len(b)

    def each():
        for v in a:
            yield v * 0.8

"""
TAIL = """    t = t + sum(a) * 1.1 + sum(b) * 1.3 + sum(c) * 1.7 + sum(own) * 0.3
    return t + sum(tape) + len(tape) * x[0] + len(kept["a"]) * x[1] + sum(box.xs)


def inputs():
    return (np.array([0.9, 0.3, 0.55, 1.2, 0.7, 0.45][:{size}]),)
"""
STARTS = (
    "[]",
    "[v * 2.0 for v in x]",
    "list(x[:2])",
    "[x[2]] * 2",
    "sorted(x)",
    "[0.5]",
)
NUMBERS = (
    "x[k % 3]",
    "np.sin(x[k % 3])",
    "t * 0.1",
    "{a}[-1] * 0.9",
    "{a}[0] + 0.1",
    "sum({a}) * 0.2",
    "len({a}) * x[0]",
    "max({a}) * 0.5",
    "sum(each()) * 0.1",
    "tape[-1]",
    "both[0][-1]",
    "both[1][0][0]",
    'kept["a"][0]',
    "sum(map(len, (a, b))) * x[1]",
)
# What one iteration, or a path, or the function does: `{inner}` is more of it.
STATEMENTS = (
    "put({number})",
    "put({number})",
    "push({number})",
    "more({number})",
    "tape.put({number})",
    "tape.note({number}).note(x[0])",
    "{a}.append({number})",
    "{a}.extend([{number}, x[1]])",
    "{a} += [{number}]",
    "{a}.insert(0, {number})",
    "{a}[0] = {number}",
    "both[0].append({number})",
    "both[1][0].append({number})",
    'kept["b"][1].append({number})',
    "box.xs.append({number})",
    "list(map({a}.append, x[:2]))",
    "t = t + {number}",
    "t = t + {number} * late(x[2])",
    "t = t + sum(sum(xs) for xs in (a, b, c))",
    "t = t + sum(p * q for p, q in zip({a}, {b}))",
    "t = t + sum(own[:2]) + sum(reversed({a}))",
    "if len({a}) > 1:\n    t = t + {a}.pop() * 0.5",
    "if len(b) > 1:\n    t = t + take() * 0.5",
    "if {a} is both[0]:\n    t = t + x[0]",
    "{a} = list({b})",
    "{a} = {a} + [{number}]",
    "put = {a}.append",
    "take = b.pop",
    "for v in {a}:\n    t = t * 0.9 + v",
    "for j, v in enumerate(both[0]):\n    t = t + v * j",
    "u = copy.copy({a})\nu.append({number})\nt = t + sum(u)",
    "row = [{number}]\nadd = row.append\nfor w in x[:2]:\n    add(w)\nt = t + sum(row)",
    "try:\n    put({number})\n    if t > 3.0:\n        raise ValueError\n"
    "    put(x[0])\nexcept ValueError:\n    push(x[1])",
)
BLOCKS = (
    "for k in range({count}):\n{inner}",
    "for k in range({count}):\n{inner}",
    "for v in x:\n    put(v)\n{inner}",
    "n = 0\nwhile n < {count}:\n    n += 1\n{inner}",
    "n = 0\nwhile len({a}) < 6 and n < 5:\n    n += 1\n{inner}",
    "if sum({a}) > 1.0:\n{inner}\nelse:\n{inner}",
    "if len({a}) > 2:\n{inner}",
    "for value in x:\n    if value > 0.5:\n{deeper}\n    else:\n{deeper}",
)


@dataclass(frozen=True)
class Referred:
    """A text, and how its third list begins."""

    text: str
    words: str


PROGRAMS = Templates(
    STATEMENTS,
    BLOCKS,
    {"{number}": NUMBERS, "{count}": ("2", "3", "9", "x.shape[0]")},
)


def drawn(source: random.Random) -> Referred:
    """A function of an array with one axis."""
    start, size = source.choice(STARTS), source.choice((4, 5, 6))
    text = HEAD.replace("{start}", start)
    text += PROGRAMS.body(source) + "\n" + TAIL.replace("{size}", str(size))
    return Referred(text, f"{start} and {size} numbers")


def judged(case: Referred, folder: Path) -> Verdict:
    """A result and a gradient, as Python and finite differences have them."""
    return judging.judged(case.text, folder, smooth=True, whole=False)


REFERENCES = Family(
    "references",
    "lists that bound methods, closures and objects refer to",
    drawn,
    judged,
    title=lambda case: case.words,
    reproducer=lambda case: case.text + judging.SHOWN,
)
