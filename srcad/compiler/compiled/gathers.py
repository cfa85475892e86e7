"""Elements that arrays of integers select, and parts that ints and slices do.

Every index is looked at before it is used: one that lies outside is for the NumPy
module, which raises.
"""

from __future__ import annotations

from dataclasses import dataclass

from srcad.compiler.compiled.forms import Names, NotCompiled, Stored, View
from srcad.compiler.compiled.writer import GIVE_UP, Writer
from srcad.compiler.ir.index import Index, Ref
from srcad.compiler.ir.types import Op, array_aval


@dataclass(frozen=True, slots=True)
class Gather:
    """How an element of ``x[rows]`` is found.

    ``axes`` says for each axis of ``x`` which array selects there (None: a slice of all
    of it), the axes of the arrays stand in the result from ``place`` on.
    """

    writer: Writer
    source: Stored
    arrays: tuple[Stored, ...]
    axes: tuple[int | None, ...]
    place: int
    rank: int
    sizes: Names

    def element(self, index: Names) -> tuple[list[str], str]:
        """The statements that look at the indices, and the element."""
        lines, places = self.places(index)
        return lines, self.source.read(places)

    def places(self, index: Names) -> tuple[list[str], Names]:
        """The statements that look at the indices, and the index in ``x``."""
        lines: list[str] = []
        inner = index[self.place : self.place + self.rank]
        rest = iter([*index[: self.place], *index[self.place + self.rank :]])
        found: Names = []
        for axis, which in enumerate(self.axes):
            if which is None:
                found.append(next(rest))
                continue
            array, size = self.arrays[which], self.source.sizes[axis]
            given = inner[self.rank - len(array.sizes) :]
            given = [
                "0" if one == "1" else word
                for one, word in zip(array.sizes, given, strict=True)
            ]
            word = self.writer.name("k")
            lines += [
                f"{word} = int({array.read(given)})",
                f"if {word} < 0:",
                f"    {word} += {size}",
                f"if {word} < 0 or {word} >= {size}:",
                f"    {GIVE_UP}",
            ]
            found.append(word)
        return lines, found


def gathered(writer: Writer, op: Op) -> Gather:
    """How a subscript with arrays of integers is read, or written."""
    index: Index = op.attribute("index")
    skipped = 1 if op.primitive == "getitem" else 2
    source, given = writer.stored(op.args[0]), op.args[skipped:]
    aval = array_aval(op.args[0])
    entries = index.expanded(aval.ndim, given)
    axes: list[int | None] = []
    arrays: list[Stored] = []
    for entry in entries:
        if isinstance(entry, Ref):
            chosen = array_aval(given[entry.position])
            if chosen.dtype == "bool" or not chosen.shape:
                raise NotCompiled("a subscript by booleans, or by arrays and numbers")
            axes.append(len(arrays))
            arrays.append(writer.stored(given[entry.position]))
        elif entry == slice(None):
            axes.append(None)
        else:
            raise NotCompiled("a subscript by arrays and slices")
    if not index.adjacent():
        raise NotCompiled("a subscript by arrays that stand apart")
    rank = max(len(array.sizes) for array in arrays)
    place = next(k for k, which in enumerate(axes) if which is not None)
    inner = _common(writer, arrays, rank)
    rest = [size for size, w in zip(source.sizes, axes, strict=True) if w is None]
    sizes = [*rest[:place], *inner, *rest[place:]]
    return Gather(writer, source, tuple(arrays), tuple(axes), place, rank, sizes)


def _common(writer: Writer, arrays: list[Stored], rank: int) -> Names:
    """The sizes of arrays that are broadcast together."""
    found = ["1"] * rank
    for array in arrays:
        for k, size in enumerate(array.sizes, rank - len(array.sizes)):
            if found[k] == "1":
                found[k] = size
            elif size not in ("1", found[k]):
                writer.guard(f"{size} != {found[k]}")
    return found


def viewed(writer: Writer, op: Op, skipped: int = 1) -> View | str:
    """How ``x[i, 1:]`` is read: as a view, or the text of the one element."""
    index: Index = op.attribute("index")
    source, given = writer.stored(op.args[0]), op.args[skipped:]
    aval = array_aval(op.args[0])
    entries = index.expanded(aval.ndim, given)
    # For each axis of the source: a fixed place, or where the axis of the result is
    # and its start and step.
    fixed: list[tuple[str, int, str, int]] = []
    sizes: Names = []
    axis = 0
    for entry in entries:
        if entry is None:
            sizes.append("1")
            continue
        size = source.sizes[axis]
        if isinstance(entry, slice):
            start, count, step = _slice(writer, op, entry, size, skipped)
            fixed.append(("", len(sizes), start, step))
            sizes.append(count)
        else:
            text = (
                str(entry)
                if isinstance(entry, int)
                else writer.number(given[entry.position])
            )
            fixed.append((_place(writer, text, size), 0, "", 1))
        axis += 1

    def places(words: Names) -> Names:
        found = []
        for text, at, start, step in fixed:
            if text:
                found.append(text)
            else:
                moved = words[at] if step == 1 else f"{step} * ({words[at]})"
                found.append(moved if start == "0" else f"{start} + {moved}")
        return found

    if not sizes:
        return source.read(places([]))
    return View(source, sizes, places)


def _place(writer: Writer, text: str, size: str) -> str:
    """An index that lies inside, counted from the start."""
    if text.lstrip("-").isdigit() and size.isdigit():
        place = int(text) + (int(size) if int(text) < 0 else 0)
        if not 0 <= place < int(size):
            raise NotCompiled("an index outside of its array")
        return str(place)
    if (text, size) in writer.inside_of:
        return text
    if text.isdigit():
        writer.guard(f"{text} >= {size}")
        return text
    word = writer.name("k")
    writer.line(f"{word} = int({text})")
    with writer.inside(f"if {word} < 0:"):
        writer.line(f"{word} += {size}")
    writer.guard(f"{word} < 0 or {word} >= {size}")
    return word


def _slice(
    writer: Writer, op: Op, entry: slice, size: str, skipped: int
) -> tuple[str, str, int]:
    """The first place of a slice, how many there are, and the step."""
    step = 1 if entry.step is None else entry.step
    if not isinstance(step, int):
        raise NotCompiled("a slice whose step only run time knows")
    given = op.args[skipped:]

    def bound(one: object) -> str:
        if isinstance(one, Ref):
            return writer.number(given[one.position])
        return str(one)

    if entry.start is None and entry.stop is None:
        if step == 1:
            return "0", size, 1
        if step == -1:
            return f"{size} - 1", size, -1
    helper = writer.helper("bounds")
    start = "None" if entry.start is None else bound(entry.start)
    stop = "None" if entry.stop is None else bound(entry.stop)
    low, high = ("0", size) if step > 0 else ("-1", f"{size} - 1")
    first = f"{helper}({start}, {size}, {low}, {high})"
    last = f"{helper}({stop}, {size}, {low}, {high})"
    if start == "None":
        first = low if step > 0 else high
    if stop == "None":
        last = high if step > 0 else low
    first = writer.bind("start", first)
    last = writer.bind("stop", last)
    if step == 1:
        count = f"max({last} - {first}, 0)" if first != "0" else last
    elif step > 0:
        count = f"max(({last} - {first} + {step - 1}) // {step}, 0)"
    else:
        count = f"max(({first} - {last} + {-step - 1}) // {-step}, 0)"
    return first, writer.bind("n", count), step
