"""The statements of source files, each with its place and its function."""

from __future__ import annotations

import ast
import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from srcad.paragraphs.halves import code_of

Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a function; of a compound one the part before its body.

    ``code`` is its form as ``halves.normal`` gives it, ``value`` what it returns or
    yields, in that form too. Lines are counted from 1; ``order`` is its place among all
    statements of all files.
    """

    path: str
    function: str
    first: int
    last: int
    code: str
    value: str
    order: int


@dataclass(frozen=True, slots=True)
class Routine:
    """A function of a source file: ``name`` is its qualified name."""

    path: str
    name: str
    node: Definition
    first: int
    last: int
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Sources:
    """The files that a module was made from, by path, and all that stands in them."""

    texts: Mapping[str, str]
    routines: tuple[Routine, ...]
    classes: Mapping[str, ast.ClassDef]

    @property
    def statements(self) -> list[Statement]:
        """All statements, in order."""
        return [one for routine in self.routines for one in routine.statements]

    def routine(self, name: str) -> Routine | None:
        """Return the function of a qualified name, or of the last part of one."""
        for routine in self.routines:
            if routine.name == name:
                return routine
        ends = (one for one in self.routines if one.name.endswith(f".{name}"))
        return next(ends, None)

    def method(self, owner: str, word: str) -> Routine | None:
        """Return a method of a class, or of a base of it that stands in these files."""
        tried: set[str] = set()
        queue = [owner]
        while queue:
            name = queue.pop(0)
            if name in tried or name not in self.classes:
                continue
            tried.add(name)
            routine = self.routine(f"{name}.{word}")
            if routine is not None:
                return routine
            queue += [ast.unparse(base) for base in self.classes[name].bases]
        return None

    def entry(self, name: str) -> Routine | None:
        """Return the function that a module is the derivative of, as it names it; the
        ``construct`` of a class may be that of its base."""
        owner, _, word = name.rpartition(".")
        return self.routine(name) or self.method(owner.rpartition(".")[2], word)


def sources_of(texts: Mapping[str, str]) -> Sources:
    """Read files. One that is no Python any more has no statements."""
    routines: list[Routine] = []
    classes: dict[str, ast.ClassDef] = {}
    order = 0
    for path, text in texts.items():
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        for name, node in _definitions(tree, ""):
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, node)
                continue
            found = []
            for first, last, inner in _statements(node.body):
                code, value = _words(inner)
                found.append(Statement(path, name, first, last, code, value, order))
                order += 1
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            last = node.end_lineno or node.lineno
            routines.append(Routine(path, name, node, first, last, tuple(found)))
    return Sources(texts, tuple(routines), classes)


def _definitions(
    node: ast.AST, prefix: str
) -> Iterator[tuple[str, Definition | ast.ClassDef]]:
    for inner in ast.iter_child_nodes(node):
        within = prefix
        if isinstance(inner, Definition | ast.ClassDef):
            yield prefix + inner.name, inner
            within = f"{prefix}{inner.name}."
        yield from _definitions(inner, within)


def _statements(
    body: list[ast.stmt],
) -> Iterator[tuple[int, int, ast.stmt | ast.match_case]]:
    """Yield statements with their lines; what is defined inside stands for itself."""
    for node in body:
        if isinstance(node, Definition | ast.ClassDef):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        blocks = [
            block
            for name in ("body", "orelse", "finalbody")
            if isinstance(block := getattr(node, name, None), list) and block
        ]
        blocks += [one.body for one in getattr(node, "handlers", ())]
        cases = getattr(node, "cases", ())
        last = node.end_lineno or node.lineno
        if blocks or cases:
            inside = cases[0].pattern if cases else blocks[0][0]
            last = max(node.lineno, inside.lineno - 1)
        yield node.lineno, last, node
        for block in blocks:
            yield from _statements(block)
        for case in cases:
            yield case.pattern.lineno, case.pattern.lineno, case
            yield from _statements(case.body)


def _words(node: ast.stmt | ast.match_case) -> tuple[str, str]:
    """Return the form of a statement, and that of what it returns or yields."""
    if isinstance(node, ast.match_case):
        guard = f" if {ast.unparse(node.guard)}" if node.guard else ""
        return f"case {ast.unparse(node.pattern)}{guard}:", ""
    value = node.value if isinstance(node, ast.Return | ast.Expr) else None
    if isinstance(value, ast.Yield):
        value = value.value
    elif isinstance(node, ast.Expr):
        value = None
    return code_of(node), ast.unparse(value) if value is not None else ""


def relocated(read: Sequence[str], own: str) -> list[str]:
    """Return where the files of a module are now; ``own`` is that of its function.

    A module in the store may have been made of the same text in another folder, such as
    another checkout. Then its files are looked for beside ``own`` as they were beside
    the file that is its like.
    """
    if own in read:
        return [own, *(path for path in read if path != own)]
    here = PurePath(own).parts
    alike, like = max(
        ((_tail(PurePath(p).parts, here), p) for p in read), default=(0, "")
    )
    if not alike:
        return [own, *read]
    before = PurePath(*PurePath(like).parts[:-alike])
    now = PurePath(*here[:-alike])
    found = [own]
    for path in read:
        if PurePath(path).is_relative_to(before):
            there = str(now / PurePath(path).relative_to(before))
            path = there if os.path.isfile(there) else path
        if path not in found:
            found.append(path)
    return found


def _tail(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many parts two paths have in common at their ends."""
    pairs = zip(reversed(first), reversed(second), strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
