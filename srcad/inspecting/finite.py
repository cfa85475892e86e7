"""Where the first NaN or infinity appears in a gradient, in the user's source."""

from __future__ import annotations

import ast
import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

import numpy as np

from srcad.inspecting.call import InspectedCall, inspected
from srcad.paragraphs.checked import checked

_WORDS = {"nan": "NaN", "inf": "infinity"}


@dataclass(frozen=True, slots=True)
class NotFinite:
    """The first value that has a NaN (``kind`` "nan") or an infinity ("inf").

    ``half`` is forward or backward, or "argument" for what was given; ``path`` and
    ``line`` are the statement of the source, "" and 0 where it has none (a result of a
    user's ``bprop``). ``name`` is the variable of the module, ``code`` the statement
    that binds it, ``index`` the first element, of ``count`` of ``size``. ``operands``
    are the least and the largest of what the statement reads.
    """

    kind: str
    half: str
    path: str
    line: int
    source: str
    name: str
    code: str
    index: tuple[int, ...]
    count: int
    size: int
    operands: Mapping[str, tuple[float, float]]

    def __str__(self) -> str:
        place = f" at {self.path}:{self.line}" if self.path else ""
        lines = [f"the first {_WORDS[self.kind]}: {self.half}{place}"]
        if self.source:
            number = str(self.line)
            lines += [f"{' ' * len(number)} |", f"{number} | {self.source.rstrip()}"]
        index = f"[{', '.join(map(str, self.index))}]" if self.index else ""
        lines.append(f"  `{self.name}{index}`, {self.count} of {self.size}")
        if self.code:
            lines.append(f"  in `{self.code}`")
        for name, (low, high) in self.operands.items():
            lines.append(f"  where {name} is in [{low:g}, {high:g}]")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found in one call: the first NaN, the first infinity, or None."""

    nan: NotFinite | None
    infinity: NotFinite | None
    first: NotFinite | None

    def __bool__(self) -> bool:
        """Whether something is not finite."""
        return self.first is not None

    def __str__(self) -> str:
        if self.first is None:
            return "every value is finite, forward and backward"
        found = [one for one in (self.nan, self.infinity) if one is not None]
        found.sort(key=lambda one: one is not self.first)
        return "\n\n".join(map(str, found))

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class Debugger:
    """A function that is called as another is; made by ``debug``."""

    function: Any

    def __call__(self, *args: Any, **keywords: Any) -> Diagnosis:
        call = inspected(self.function, args, keywords)
        record = _Record(call)
        for name, value in call.call.arrays.items():
            record.argument(name, value)
        module = checked(call.text, call.pairing)
        record.tree = ast.parse(module.text)
        run = call.module(module.text)
        setattr(run, module.name, record.look)
        call.run(run)
        return Diagnosis(record.found.get("nan"), record.found.get("inf"), record.first)


def debug(fn: Any) -> Debugger:
    """Return a function that says where the first NaN or infinity appears.

    ``srcad.debug(f)(x)`` runs the gradient of ``f``, a Cell or a Python function of
    arrays, step by step for a cotangent of ones, with respect to all that has a
    gradient, and gives a ``Diagnosis``: print it. ``fn`` may be a gradient function
    too. Arrays are not written to, Parameters keep their values, and no random number
    of the program is used up. Raises TypeError for what cannot be called, and
    CompileError for what cannot be differentiated.
    """
    return Debugger(fn)


@dataclass(slots=True)
class _Record:
    """What has been found so far, by its kind."""

    call: InspectedCall
    found: dict[str, NotFinite] = field(default_factory=dict)
    first: NotFinite | None = None
    tree: ast.Module | None = None

    def argument(self, name: str, value: Any) -> None:
        """Look at an argument of the call."""
        for kind, index, count, size in _wrong(value):
            place = (kind, "argument", "", 0, "", name, "")
            self.note(NotFinite(*place, index, count, size, {}))

    def look(self, where: str, values: Mapping[str, Any]) -> None:
        """Stand in for the module's own check: note what is not finite, and go on."""
        for name, whole in values.items():
            for value in _arrays(whole):
                for kind, index, count, size in _wrong(value):
                    if kind in self.found:
                        continue
                    half, path, line, source = self.place(where)
                    code, operands = self.statement(name, sys._getframe(1))
                    at = (name, code, index, count, size, operands)
                    self.note(NotFinite(kind, half, path, line, source, *at))

    def note(self, one: NotFinite) -> None:
        self.first = self.first or one
        self.found.setdefault(one.kind, one)

    def place(self, where: str) -> tuple[str, str, int, str]:
        """Return the half, the file, the line and its text, of what a check says."""
        place, _, half = where.rpartition(", ")
        if not place:
            return where, "", 0, ""
        path, _, line = place.rpartition(":")
        return half, path, int(line), self.call.line(path, int(line))

    def statement(
        self, name: str, frame: FrameType
    ) -> tuple[str, dict[str, tuple[float, float]]]:
        """Return the last statement before a check that binds a variable, and the
        ranges of what it reads, where that is still there."""
        assert self.tree is not None
        row, best = frame.f_lineno, None
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign | ast.AugAssign) and node.lineno < row:
                names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
                stored = _stored(node)
                if name in stored or (name == "the result" and "returned" in stored):
                    if best is None or node.lineno > best[0].lineno:
                        best = node, names - stored
        if best is None:
            return "", {}
        ranges = {one: _range(frame.f_locals.get(one)) for one in sorted(best[1])}
        known = {one: pair for one, pair in ranges.items() if pair is not None}
        return ast.unparse(best[0]).removeprefix("returned = "), known


def _stored(node: ast.Assign | ast.AugAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {
        inner.id
        for target in targets
        for inner in ast.walk(target)
        if isinstance(inner, ast.Name)
    }


def _arrays(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, tuple | list):
        for part in value:
            yield from _arrays(part)
    elif value is not None:
        yield value


def _wrong(value: Any) -> Iterator[tuple[str, tuple[int, ...], int, int]]:
    """Yield what is not finite in an array: its kind, the first index, how many of it,
    and how many elements there are."""
    array = np.asarray(value)
    if array.dtype.kind not in "fc" or np.isfinite(array).all():
        return
    for kind, test in (("nan", np.isnan), ("inf", np.isinf)):
        places = np.argwhere(test(array))
        if len(places):
            index = tuple(int(k) for k in places[0])
            yield kind, index, len(places), array.size


def _range(value: Any) -> tuple[float, float] | None:
    if not isinstance(value, np.ndarray | np.generic | float | int):
        return None
    array = np.asarray(value)
    if array.dtype.kind not in "fiu" or not array.size:
        return None
    low, high = float(np.min(array)), float(np.max(array))
    return None if math.isnan(low) and math.isnan(high) else (low, high)
