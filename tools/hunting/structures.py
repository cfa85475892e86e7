"""Functions of nested tuples, lists, dicts, named tuples and dataclasses.

The cotangent of a structure is one of the same classes, with an array in the place of
each floating array, and nothing or a number in the place of each number.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from . import judging
from .family import Family, Verdict

DEPTH = 3
_HEAD = """from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np


class Point(NamedTuple):
    x: Any
    y: Any = 2.0


@dataclass
class State:
    h: Any
    c: Any = 1.5


@dataclass(frozen=True)
class Fixed:
    a: Any
    b: Any = field(default=3)


class Named(dict):
    pass


"""


@dataclass(frozen=True)
class Structured:
    """A text, and the expressions that its inputs are of."""

    text: str
    words: str


class _Growing:
    """An argument: an expression that makes it, and the leaves by the way to them."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.leaves: list[tuple[str, str]] = []

    def leaf(self, path: str) -> str:
        kind = self.source.choice(
            ("vector",) * 6
            + ("scalar", "float", "float", "int", "bool", "None", "str", "ints")
        )
        numbers = [round(self.source.uniform(-1.5, 1.5), 3) for _ in range(3)]
        self.leaves.append((kind, path))
        match kind:
            case "vector":
                return f"np.array({numbers})"
            case "scalar":
                return f"np.array({numbers[0]})"
            case "float":
                return str(numbers[0])
            case "int":
                return str(self.source.randrange(-1, 4))
            case "bool":
                return self.source.choice(("True", "False"))
            case "ints":
                return "np.array([2, 0, 1])"
            case "str":
                return "'a'"
        return "None"

    def grown(self, path: str, depth: int) -> str:
        if depth == 0 or self.source.random() < 0.25:
            return self.leaf(path)
        kind = self.source.choice(
            (
                "tuple",
                "tuple",
                "list",
                "list",
                "dict",
                "dict",
                "Point",
                "State",
                "Fixed",
            )
        )
        count = self.source.choice((0, 1, 1, 2, 2, 3))

        def part(way: str) -> str:
            return self.grown(f"{path}{way}", depth - 1)

        match kind:
            case "tuple":
                parts = [part(f"[{k}]") for k in range(count)]
                return "(" + "".join(f"{one}, " for one in parts).rstrip() + ")"
            case "list":
                return "[" + ", ".join(part(f"[{k}]") for k in range(count)) + "]"
            case "dict":
                keys = self.source.sample(("'k'", "'b'", "'a b'", "1", "'x'"), count)
                inner = ", ".join(f"{key}: {part(f'[{key}]')}" for key in keys)
                return "{" + inner + "}"
        fields = {"Point": ("x", "y"), "State": ("h", "c"), "Fixed": ("a", "b")}[kind]
        names = fields[: self.source.choice((1, 2, 2))]
        inner = ", ".join(f"{name}={part(f'.{name}')}" for name in names)
        return f"{kind}({inner})"


def drawn(source: random.Random) -> Structured:
    """A function of one to three arguments, which it takes apart."""
    names = ("s", "t", "u")[: source.choice((1, 1, 2, 3))]
    made, leaves = [], []
    for name in names:
        growing = _Growing(source)
        made.append(growing.grown(name, DEPTH))
        leaves += growing.leaves
    parameters, terms, lines = ", ".join(names), [], []
    for kind, path in leaves:
        power = source.choice(("{0}", "{0} * {0}", "{0} * total", "np.sin({0})"))
        match kind:
            case "vector" | "scalar":
                lines.append(f"total = total + ({power.format(path)}).sum()")
                terms.append(path)
            case "float":
                lines.append(f"total = total + {power.format(path)}")
            case "int" | "bool":
                lines.append(f"total = total * 1.5 + {path}")
            case "None" | "str":
                word = "is not None" if kind == "None" else "== 'a'"
                lines.append(f"total = total + (2.0 if {path} {word} else 1.0)")
            case "ints":
                vectors = [p for k, p in leaves if k == "vector"]
                if vectors:
                    lines.append(f"total = total + {vectors[0]}[{path}][0]")
    source.shuffle(lines)
    term = source.choice(terms) if terms else "total"
    whole = source.choice(names)
    result = source.choice(
        (
            *("total", "total", "(total, {term})", "[{term}, total]"),
            *("{{'out': total, 'more': {term} * 2.0}}", "State(total, {term} * total)"),
            *("Point({term} * 2.0, total)", "({whole}, total)", "[Point(total, 1.0)]"),
        )
    ).format(term=term, whole=whole)
    body = "".join(f"    {line}\n" for line in lines)
    given = "".join(f"{one}, " for one in made).rstrip()
    text = (
        f"{_HEAD}def function({parameters}):\n    total = 0.5\n{body}"
        f"    return {result}\n\n\ndef inputs():\n    return ({given})\n"
    )
    return Structured(text, ", ".join(made) + " -> " + result)


def judged(case: Structured, folder: Path) -> Verdict:
    """Values, gradients, and their classes."""
    return judging.judged(case.text, folder)


def title(case: Structured) -> str:
    """The arguments."""
    return case.words


def reproducer(case: Structured) -> str:
    """The text, and two calls."""
    return case.text + judging.SHOWN


STRUCTURES = Family(
    name="structures",
    doc="nested inputs and outputs",
    draw=drawn,
    judge=judged,
    title=title,
    reproducer=reproducer,
)
