"""How something is compiled once more, where it is refused at first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Span
from srcad.compiler.reading.record import Reading, Ways


@dataclass(slots=True)
class Attempts:
    """What was refused so far.

    ``before`` is what was, without the ``ways`` of the next attempt: each is tried once
    for the same sizes, and where that does not help, it goes on from there. ``earlier``
    was refused before loops were written out, ``refused`` before the sizes were those
    of the call.
    """

    ways: Ways = field(default_factory=Ways)
    before: tuple[CompileError, Reading] | None = None
    tried: list[Any] = field(default_factory=list)
    earlier: CompileError | None = None
    refused: CompileError | None = None

    def told(self, error: CompileError) -> CompileError:
        """What is told, where loops have been written out in vain."""
        return self.earlier if self.earlier and error.instead else error

    def is_told(self, error: CompileError) -> bool:
        """Whether the same was refused for any sizes."""
        refused = self.refused
        return refused is not None and _places(refused) == _places(error)

    def begins(self, error: CompileError, reading: Reading) -> bool:
        """Whether there is a way to be tried, which was not yet for these sizes."""
        ways = reading.ways
        unknown = ways.unknown.union(reading.unknown)
        rows = tuple({**reading.rows, **dict(ways.rows)}.items())
        if unknown != ways.unknown or len(rows) > len(ways.rows):
            ways = ways._replace(unknown=unknown, rows=rows)
        elif _is_of_names(error) or reading.unknown_identity:
            ways = ways._replace(by_identity=True)
        state = reading.fixed, bool(reading.hints), reading.written_out, ways
        if ways == reading.ways or state in self.tried:
            return False
        self.tried.append(state)
        self.before, self.ways = self.before or (error, reading), ways
        return True

    def ends(
        self, error: CompileError, reading: Reading
    ) -> tuple[CompileError, Reading]:
        """What was refused, and read, before that did not help; where it helped some of
        it, the rest."""
        found = self.before or (error, reading)
        if set(_places(error)) < set(_places(found[0])):
            found = error, found[1]
        self.before, self.ways = None, Ways()
        return found


def _is_of_names(error: CompileError) -> bool:
    """Whether an object that may have two names is changed, or what paths choose is of
    several kinds."""
    return any(one.code in ("SRC015", "SRC019") for one in error.diagnostics)


def _places(error: CompileError) -> list[tuple[str, Span | None]]:
    return [(one.code, one.span) for one in error.diagnostics]
