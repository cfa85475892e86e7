"""Where the time and the memory of a function go, statement by statement.

A function is executed from its source with a mark behind each of its statements, those
in loops and branches as well. What passes between two marks is the statement's before
the second one; the head of a loop counts to what it is followed by.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

import numpy as np

_COMPOUND = (ast.For, ast.While, ast.If, ast.With, ast.Try)


@dataclass(slots=True)
class Marked:
    """``lines`` has the text of each statement, ``headings`` what it stands under; the
    figures are of each statement, in one call of all functions."""

    lines: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    peaks: list[int] = field(default_factory=list)
    mark: Callable[[int], None] = lambda place: None

    def function(self, function: FunctionType) -> Callable[..., Any]:
        """A copy of a function that tells where it is."""
        source = textwrap.dedent(inspect.getsource(function))
        tree = ast.parse(source)
        (node,) = tree.body
        assert isinstance(node, ast.FunctionDef)
        node.decorator_list = []
        node.body = self._marked(node.body, source.splitlines())
        ast.fix_missing_locations(tree)
        space = {**function.__globals__, "_mark": lambda place: self.mark(place)}
        exec(compile(tree, inspect.getfile(function), "exec"), space)
        copy: Callable[..., Any] = space[node.name]
        return copy

    def _marked(self, body: list[ast.stmt], lines: list[str]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in body:
            for inner in ("body", "orelse", "finalbody"):
                part = getattr(statement, inner, None)
                if isinstance(statement, _COMPOUND) and part:
                    setattr(statement, inner, self._marked(part, lines))
            if isinstance(statement, (*_COMPOUND, ast.FunctionDef, ast.Continue)):
                found.append(statement)
                continue
            place = len(self.lines)
            self.lines.append(ast.unparse(statement))
            self.headings.append(_heading(lines, statement.lineno))
            mark = ast.parse(f"_mark({place})").body
            if isinstance(statement, ast.Return) and statement.value is not None:
                result = ast.Name("_result", ast.Store())
                found.append(ast.Assign([result], statement.value))
                statement = ast.Return(ast.Name("_result", ast.Load()))
            ends = isinstance(statement, ast.Return | ast.Break | ast.Raise)
            found += [*mark, statement] if ends else [statement, *mark]
        return found


def _heading(lines: list[str], number: int) -> str:
    """The comment over a statement, above it in its paragraph."""
    for line in reversed(lines[: number - 1]):
        text = line.strip()
        if not text:
            return ""
        if text.startswith("# "):
            return text[2:]
    return ""


def profiled(
    functions: list[FunctionType],
    run: Callable[..., Any],
    seconds: float,
) -> Marked:
    """Call ``run`` with copies of the functions again and again; the figures are the
    medians of the seconds, and the bytes at most while a statement is executed."""
    marked = Marked()
    copies = [marked.function(one) for one in functions]
    run(*copies)
    marked.peaks = _peaks(marked, lambda: run(*copies))
    runs: list[list[float]] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(runs) < 3:
        runs.append(_seconds(marked, lambda: run(*copies)))
    marked.seconds = [float(one) for one in np.median(runs, axis=0)]
    return marked


def _seconds(marked: Marked, run: Callable[[], Any]) -> list[float]:
    found = [0.0] * len(marked.lines)
    last = time.perf_counter()

    def mark(place: int) -> None:
        nonlocal last
        found[place] += time.perf_counter() - last
        last = time.perf_counter()

    marked.mark = mark
    run()
    return found


def _peaks(marked: Marked, run: Callable[[], Any]) -> list[int]:
    found = [0] * len(marked.lines)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]

    def mark(place: int) -> None:
        found[place] = max(found[place], tracemalloc.get_traced_memory()[1] - before)
        tracemalloc.reset_peak()

    marked.mark = mark
    try:
        run()
    finally:
        tracemalloc.stop()
    return found


def rows(marked: Marked, most: int = 12) -> Iterator[str]:
    """The statements that take the longest, with the share of the time, and those in
    which the memory is at its peak."""
    total = sum(marked.seconds)
    peak = max(marked.peaks)
    order = sorted(range(len(marked.lines)), key=lambda k: -marked.seconds[k])
    shown = set(order[:most]) | {k for k, one in enumerate(marked.peaks) if one == peak}
    for k in [k for k in order if k in shown]:
        heading = marked.headings[k]
        under = f"  under {_short(heading, 40)}" if heading else ""
        at_peak = "  <- peak" if marked.peaks[k] == peak else ""
        words = f"{_short(marked.lines[k], 60)}{under}{at_peak}"
        took = f"{marked.seconds[k] * 1e6:10.1f} us {marked.seconds[k] / total:5.0%}"
        yield f"{took} {marked.peaks[k] / 1e6:8.2f} MB  {words}"


def _short(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 3]}..."
