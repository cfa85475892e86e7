"""Parameters of layers of one kind, written once: ``blocks.{0..11}.weight``."""

from __future__ import annotations

import ast
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from srcad.compiler.printing.emit.writer import call, literal, name


@dataclass(frozen=True, slots=True)
class Family:
    """The parameters whose names are ``before``, a number of ``numbers``, ``after``."""

    before: str
    numbers: range
    after: str

    def __str__(self) -> str:
        first, last = self.numbers[0], self.numbers[-1]
        return f"{self.before}{{{first}..{last}}}{self.after}"

    @property
    def names(self) -> list[str]:
        """The names of all."""
        return [f"{self.before}{number}{self.after}" for number in self.numbers]

    def key(self, index: str) -> ast.expr:
        """``f"blocks.{i}.weight"``, for a variable."""
        number: ast.expr = ast.FormattedValue(name(index), -1, None)
        before, after = literal(self.before), literal(self.after)
        parts = [before, number] if self.before else [number]
        return ast.JoinedStr([*parts, after] if self.after else parts)

    def read_from(self, arrays: str) -> ast.expr:
        """``[params[f"blocks.{i}.weight"] for i in range(12)]``"""
        one = ast.Subscript(name(arrays), self.key("i"), ast.Load())
        return ast.ListComp(one, [self._each()])

    def all(self, item: ast.expr) -> ast.expr:
        """``{f"blocks.{i}.weight": item for i in range(12)}``"""
        return ast.DictComp(self.key("i"), item, [self._each()])

    def items(self, values: ast.expr) -> ast.expr:
        """``{f"blocks.{i}.weight": d for i, d in enumerate(values)}``"""
        each = self._each()
        one = ast.Name("d", ast.Store())
        pair = ast.Tuple([each.target, one], ast.Store())
        if self.numbers.start == 0 and self.numbers.step == 1:
            pairs = call("enumerate", values)
        else:
            pairs = call("zip", each.iter, values)
        key = self.key("i")
        return ast.DictComp(key, name("d"), [ast.comprehension(pair, pairs, [], 0)])

    def _each(self) -> ast.comprehension:
        return ast.comprehension(ast.Name("i", ast.Store()), self.count(), [], 0)

    def count(self) -> ast.expr:
        """``range(12)``"""
        numbers = self.numbers
        given = [numbers.stop] if numbers.start == 0 else [numbers.start, numbers.stop]
        if numbers.step != 1:
            given = [numbers.start, numbers.stop, numbers.step]
        return call("range", *map(literal, given))


def merged(parts: Mapping[str, ast.expr], families: Container[str]) -> ast.Dict:
    """A dict by the names of parameters, with ``**`` of those of families."""
    keys = [None if word in families else literal(word) for word in parts]
    return ast.Dict(keys, list(parts.values()))


def family_of(names: Sequence[str]) -> Family | None:
    """The family of some parameters: their names count up or down by one."""
    rows = [word.split(".") for word in names]
    columns = list(zip(*rows, strict=False))
    differing = [k for k, column in enumerate(columns) if len(set(column)) > 1]
    if len({len(row) for row in rows}) != 1 or len(differing) != 1:
        return None
    (place,) = differing
    first, second = columns[place][:2]
    if not (first.isdecimal() and second.isdecimal()):
        return None
    step = int(second) - int(first)
    if abs(step) != 1:
        return None
    numbers = range(int(first), int(first) + step * len(names), step)
    before = "".join(f"{word}." for word in rows[0][:place])
    after = "".join(f".{word}" for word in rows[0][place + 1 :])
    family = Family(before, numbers, after)
    return family if family.names == list(names) else None
