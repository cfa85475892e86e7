"""Lists that loops produce: rows of numbers and arrays, one behind the other.

All that one loop produces is one tape. It has a column for each part of a row: a typed
array for a number, a list for arrays, which are kept as they are. A loop inside of
another one goes on where it ended the last time, so that a list is where it begins on
its tape and how many rows it has. Nothing is ever taken off.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from srcad.compiler.compiled.elements import checked
from srcad.compiler.compiled.forms import (
    Array,
    Filled,
    Form,
    Listed,
    Maybe,
    Names,
    NotCompiled,
    Nothing,
    Scalar,
    Shape,
    Stored,
    Tape,
    View,
)
from srcad.compiler.compiled.rearranged import side_by_side
from srcad.compiler.compiled.writer import Writer, dtype_word, tuple_of
from srcad.compiler.ir.avals import (
    AnyAval,
    Aval,
    OptionalAval,
    SequenceAval,
    ShapeAval,
)


def new_tape(writer: Writer) -> Tape:
    """A tape without columns."""
    top = writer.name("top")
    writer.made.append(f"{top} = 0")
    return Tape(top)


def _column(
    writer: Writer, tape: Tape, place: tuple[int, ...], dtype: str, hint: str
) -> str:
    """The column of a tape for a part of a row."""
    known = tape.places.get(place)
    if known is None:
        known = writer.name(f"kept_{hint}")
        tape.places[place] = known
        tape.columns.append((known, dtype))
        writer.made.append(f"{known} = np.empty(32, np.{dtype_word(checked(dtype))})")
    return known


def _arrays(
    writer: Writer, tape: Tape, place: tuple[int, ...], aval: Aval, hint: str
) -> str:
    """The list of a tape for arrays."""
    known = tape.places.get(place)
    if known is None:
        known = writer.name(f"kept_{hint}")
        tape.places[place] = known
        word = dtype_word(checked(aval.dtype))
        made = f"np.empty({tuple_of(['0'] * aval.ndim)}, np.{word})"
        # Of no elements, but typed.
        writer.made.append(f"{known} = [{made} for _ in range(0)]")
    return known


@dataclass(slots=True)
class Row:
    """The statements that write one row; ``hint`` is what its part is called."""

    writer: Writer
    tape: Tape
    hint: str = "t"
    lines: list[str] = field(default_factory=list)

    def put(
        self, place: tuple[int, ...], form: Form, aval: AnyAval, sure: bool = True
    ) -> None:
        """Write one part of the row; not ``sure`` where it may be absent."""
        writer, tape = self.writer, self.tape
        match aval:
            case OptionalAval(inner):
                there = "True"
                if isinstance(form, Nothing):
                    there, form = "False", writer.absent(inner)
                elif isinstance(form, Maybe):
                    there, form = form.there, form.inner
                self._number((*place, 0), there, "bool")
                self.put((*place, 1), form, inner, False)
            case Aval(shape=()):
                if isinstance(form, Maybe):
                    form = form.inner
                if isinstance(form, Nothing):
                    form = writer.absent(aval)
                assert isinstance(form, Scalar)
                self._number(place, writer.as_dtype(form, aval.dtype), aval.dtype)
            case Aval():
                self._array(place, form, aval, sure)
            case ShapeAval():
                assert isinstance(form, Shape)
                for k, size in enumerate(form.sizes):
                    self._number((*place, k), size, "int64")
            case SequenceAval():
                if not isinstance(form, Listed):
                    raise NotCompiled("a list that may be absent")
                if form.tape.top:
                    other = tape.lists.setdefault(place, (form.tape, form.place))
                    if other != (form.tape, form.place):
                        raise NotCompiled("a list that several loops produce")
                self._number((*place, 0), form.start, "int64")
                self._number((*place, 1), form.count, "int64")
            case _:
                raise NotCompiled(f"a list of {aval}")

    def _number(self, place: tuple[int, ...], text: str, dtype: str) -> None:
        column = _column(self.writer, self.tape, place, dtype, self.hint)
        self.lines.append(f"{column}[{self.tape.top}] = {text}")

    def _array(
        self, place: tuple[int, ...], form: Form, aval: Aval, sure: bool
    ) -> None:
        writer = self.writer
        if isinstance(form, Maybe):
            form, sure = form.inner, False
        if isinstance(form, Nothing):
            form, sure = writer.absent(aval), False
        if isinstance(form, Scalar):
            raise NotCompiled("a list of arrays and numbers")
        assert isinstance(form, Array | View | Filled)
        kept = _arrays(writer, self.tape, place, aval, self.hint)
        for axis, dim in enumerate(aval.shape):
            if not sure or writer.size(dim) is None:
                self.tape.unsure.add((*place, axis))
        text = side_by_side(form)
        if text and writer.writes:
            text = f"{text}.copy()"
        self.lines.append(f"{kept}.append({text or self._copied(form, aval)})")

    def _copied(self, form: Stored, aval: Aval) -> str:
        return self.writer.copy(form, aval.dtype, self.hint).name


def write_row(
    writer: Writer, tape: Tape, parts: list[tuple[Form, AnyAval, str]]
) -> None:
    """Append a row to a tape that has room for it."""
    row = Row(writer, tape)
    for place, (form, aval, hint) in enumerate(parts):
        row.hint = hint
        row.put((place,), form, aval)
    for line in row.lines:
        writer.line(line)
    writer.line(f"{tape.top} += 1")


def room_lines(writer: Writer, tape: Tape, count: str) -> list[str]:
    """The statements that make room for some more rows."""
    if not tape.columns:
        return []
    grown = writer.helper("grown")
    first = tape.columns[0][0]
    lines = [f"if {tape.top} + {count} > {first}.size:"]
    for column, _ in tape.columns:
        lines.append(f"    {column} = {grown}({column}, {tape.top} + {count})")
    return lines


def read_row(
    writer: Writer,
    tape: Tape,
    place: tuple[int, ...],
    aval: AnyAval,
    row: str,
    hint: str,
) -> Form:
    """What stands in a row."""
    match aval:
        case OptionalAval(inner):
            there = writer.name(f"{hint}_there")
            writer.line(f"{there} = {_known(tape, (*place, 0))}[{row}]")
            return Maybe(there, read_row(writer, tape, (*place, 1), inner, row, hint))
        case Aval(shape=()):
            word = writer.name(hint)
            writer.line(f"{word} = {_known(tape, place)}[{row}]")
            return writer.scalar(word, aval.dtype)
        case Aval():
            return _read_array(writer, tape, place, aval, row, hint)
        case ShapeAval(dims):
            return Shape(
                [
                    writer.bind("n", f"{_known(tape, (*place, k))}[{row}]")
                    for k in range(len(dims))
                ]
            )
        case SequenceAval():
            start = writer.bind("start", f"{_known(tape, (*place, 0))}[{row}]")
            count = writer.bind("count", f"{_known(tape, (*place, 1))}[{row}]")
            inner_tape, inner_place = tape.lists.get(place, (Tape(""), 0))
            return Listed(inner_tape, inner_place, start, count)
    raise NotCompiled(f"a list of {aval}")


def _known(tape: Tape, place: tuple[int, ...]) -> str:
    if place not in tape.places:
        raise NotCompiled("a list that nothing is put into")
    return tape.places[place]


def _read_array(
    writer: Writer, tape: Tape, place: tuple[int, ...], aval: Aval, row: str, hint: str
) -> Form:
    word = writer.name(hint)
    writer.line(f"{word} = {_known(tape, place)}[{row}]")
    sizes: Names = []
    for axis, dim in enumerate(aval.shape):
        known = None if (*place, axis) in tape.unsure else writer.size(dim)
        sizes.append(known or f"{word}.shape[{axis}]")
    return Array(word, sizes)
