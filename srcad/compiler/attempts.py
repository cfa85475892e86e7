"""How something is compiled once more, where it is refused at first."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Span
from srcad.compiler.reading.record import Reading, Ways


@dataclass(slots=True)
class Attempts:
    """What was refused so far.

    ``before`` is what was, without the ``ways`` of the next attempt: each is tried once
    for the same sizes, and where that does not help, it goes on from there.
    ``differing`` is where dicts were made that paths choose among. ``earlier``
    was refused before loops were written out, ``refused`` before the sizes were those
    of the call.
    """

    ways: Ways = field(default_factory=Ways)
    before: tuple[CompileError, Reading] | None = None
    tried: list[Any] = field(default_factory=list)
    differing: set[Span] = field(default_factory=set)
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
        cells = ways.cells.union(reading.cells)
        # What was put into lists before is made in another way.
        rows = tuple({**reading.rows, **dict(ways.rows)}.items())
        if unknown != ways.unknown:
            rows = ()
        if (unknown, cells) != (ways.unknown, ways.cells) or len(rows) > len(ways.rows):
            ways = ways._replace(unknown=unknown, rows=rows, cells=cells)
        elif tensors := _written_tensors(error, reading):
            ways = ways._replace(tensors=ways.tensors | tensors)
        elif reading.in_no_order and not ways.in_order:
            ways = ways._replace(in_order=True)
        elif reading.perhaps_real and not ways.real:
            ways = ways._replace(real=True)
        elif _is_of_names(error) or reading.unknown_identity:
            ways = ways._replace(by_identity=True)
        self.differing |= set(reading.differing)
        if ways == reading.ways and not self.differing <= ways.unknown:
            unknown = ways.unknown | self.differing
            ways = ways._replace(unknown=unknown, by_identity=False)
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
        it, the rest; where it went on to what is done with a dict of two lists, with a
        set of one, or with a list in a list, that.
        """
        found = self.before or (error, reading)
        now, then = (set(_places(one)) for one in (error, found[0]))
        behind = self.ways.by_identity and _is_behind(error, found[0])
        helped = self.ways.rows or self.ways.tensors or behind
        if now < then or (helped and now.isdisjoint(then)):
            found = error, found[1]
        elif self.ways.unknown and (reading.in_no_order or _is_behind(error, found[0])):
            found = _as_kept(error, self.ways.unknown), found[1]
        self.before, self.ways, self.differing = None, Ways(), set()
        return found


def _is_of_names(error: CompileError) -> bool:
    """Whether an object that may have two names is changed, or what paths choose is of
    several kinds."""
    return any(one.code in ("SRC015", "SRC019") for one in error.diagnostics)


def _written_tensors(error: CompileError, reading: Reading) -> frozenset[Span]:
    """Where Tensors are made that the program writes or, where none is known to be, all
    that it makes: none where nothing is written that would be lost."""
    if all(one.code != "SRC023" for one in error.diagnostics):
        return frozenset()
    written = frozenset(span for span, is_so in reading.tensors.items() if is_so)
    return written or frozenset(reading.tensors)


def _places(error: CompileError) -> list[tuple[str, Span | None]]:
    return [(one.code, one.span) for one in error.diagnostics]


def _is_behind(later: CompileError, first: CompileError) -> bool:
    """Whether all of an error is at other places than an earlier one, further on in the
    same text; not what Python is said to raise, whose names are those of the lists."""
    spans = [[one.span for one in error.diagnostics] for error in (later, first)]
    others, before = ([one for one in each if one is not None] for each in spans)
    if [others, before] != spans or len({one.path for one in (*others, *before)}) > 1:
        return False
    apart = set(others).isdisjoint(before) and min(map(_position, before)) < min(
        map(_position, others)
    )
    return apart and all(one.code != "SRC021" for one in later.diagnostics)


def _position(span: Span) -> tuple[int, int]:
    return span.line, span.column


def _as_kept(error: CompileError, unknown: frozenset[Span]) -> CompileError:
    """The same with what it is about: that a dict is kept in another way."""
    first = error.diagnostics[0].span
    places = sorted(
        map(_position, (s for s in unknown if first and s.path == first.path))
    )
    if not places:
        return error
    lines = " and ".join(
        str(line) for line in dict.fromkeys(line for line, _ in places)
    )
    note = f"run time alone knows the keys of what is made in line {lines}"
    said = ("\n".join(filter(None, (one.note, note))) for one in error.diagnostics)
    return CompileError(
        replace(one, note=text)
        for one, text in zip(error.diagnostics, said, strict=True)
    )
