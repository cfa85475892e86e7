"""Which statement of the source each paragraph of a module belongs to.

A module quotes statements, not their lines, so that it stays the same when a line is
added above. Of several statements with one text the order decides: the forward half
goes through a function from its first line to its last, the backward half from its last
to its first.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from srcad.paragraphs.halves import Half, Paragraph, normal
from srcad.paragraphs.sources import Sources, Statement


@dataclass(frozen=True, slots=True)
class Pairing:
    """The statement of each paragraph of some halves: None where it has none.

    Without one are the first lines of a half, which unpack, and its ``return``.
    """

    halves: tuple[Half, ...]
    statements: tuple[tuple[Statement | None, ...], ...]

    def of_row(self, row: int) -> Statement | None:
        """Return the statement that a line of the module belongs to."""
        for half, found in zip(self.halves, self.statements, strict=True):
            if half.first <= row <= half.last and row in half.owners:
                return found[half.owners[row]]
        return None

    @property
    def paired(self) -> list[Statement]:
        """Every statement that a paragraph belongs to, once, in their order."""
        named = {one for found in self.statements for one in found if one is not None}
        return sorted(named, key=lambda one: one.order)


def paired(halves: Iterable[Half], sources: Sources, first: Iterable[str]) -> Pairing:
    """Pair halves with the statements of ``sources``.

    ``first`` are the qualified names of functions whose statements are preferred: those
    that the target can reach.
    """
    halves = tuple(halves)
    table = _Table(sources, set(first))
    return Pairing(halves, tuple(_statements(half, table) for half in halves))


class _Table:
    """Statements by what a module may quote of them."""

    def __init__(self, sources: Sources, first: set[str]) -> None:
        self.first = first
        self.sources = sources
        self.by_code: dict[str, list[Statement]] = defaultdict(list)
        self.by_value: dict[str, list[Statement]] = defaultdict(list)
        for one in sources.statements:
            self.by_code[one.code].append(one)
            if one.value:
                self.by_value[one.value].append(one)

    def quoted(self, heading: str) -> list[Statement]:
        """Return the statements that a comment may quote."""
        code = normal(heading)
        found = self.by_code.get(code)
        if not found and " = " in code:
            # What a function returns is told as the statement that called it has it.
            found = self.by_value.get(code.partition(" = ")[2])
        return self.preferred(found or self.containing(heading))

    def said(self, codes: Iterable[str]) -> list[Statement]:
        """Return the statements that some code repeats, so that nothing is quoted."""
        for code in codes:
            if self.by_code.get(code):
                return self.preferred(self.by_code[code])
        return []

    def containing(self, heading: str) -> list[Statement]:
        """Return the statements in whose lines a text stands: that of a lambda."""
        line = heading.split("\n")[0].strip()
        if len(line) < 3:
            return []
        return [
            one
            for one in self.sources.statements
            if line in "\n".join(self._lines(one.path)[one.first - 1 : one.last])
        ]

    def preferred(self, found: list[Statement]) -> list[Statement]:
        return [one for one in found if one.function in self.first] or found

    def _lines(self, path: str) -> list[str]:
        return self.sources.texts[path].split("\n")


def _statements(half: Half, table: _Table) -> tuple[Statement | None, ...]:
    forward = half.kind == "forward"
    cursors: dict[str, int] = {}
    found: list[Statement | None] = []
    for paragraph in half.paragraphs:
        known = _candidates(paragraph, table)
        chosen = _next(known, cursors, forward) if known else None
        if chosen is not None:
            cursors[chosen.function] = chosen.order
        elif paragraph.above is not None:
            # Its heading would have repeated that of the loop it stands in.
            chosen = found[paragraph.above]
        found.append(chosen)
    return tuple(found)


def _candidates(paragraph: Paragraph, table: _Table) -> list[Statement]:
    if paragraph.heading:
        return table.quoted(paragraph.heading)
    return table.said(paragraph.codes)


def _next(known: list[Statement], cursors: dict[str, int], forward: bool) -> Statement:
    """Return the nearest statement in the direction of a half, from where it is."""
    known = sorted(known, key=lambda one: one.order, reverse=not forward)
    for one in known:
        cursor = cursors.get(one.function)
        if cursor is None or (one.order >= cursor if forward else one.order <= cursor):
            return one
    return known[0]


def reachable(sources: Sources, entry: str) -> list[str]:
    """Return the qualified names of what a function may call, itself the first.

    Names decide: whatever bears a name that a function mentions counts, and of a class
    what is called when it is made or used. That is more than is called, never less.
    """
    by_name: dict[str, list[str]] = defaultdict(list)
    nodes = {routine.name: routine.node for routine in sources.routines}
    for name in nodes:
        by_name[name.rpartition(".")[2]].append(name)
        for word in name.split(".")[:-1]:
            if name.rpartition(".")[2] in _IMPLIED:
                by_name[word].append(name)
    owner = entry.rpartition(".")[0]
    starts = sources.entry(entry), sources.method(owner, "__init__")
    queue = [one.name for one in starts if one is not None]
    seen: dict[str, None] = {}
    while queue:
        name = queue.pop(0)
        if name in seen:
            continue
        seen[name] = None
        for word in _mentioned(nodes[name]):
            queue += by_name.get(word, ())
    return list(seen)


_IMPLIED = ("__init__", "construct", "__call__", "bprop")


def _mentioned(node: ast.AST) -> Iterable[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute):
            yield inner.attr
