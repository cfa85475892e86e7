"""Writes into arrays, in place."""

from __future__ import annotations

from srcad.compiler.compiled.elements import Operand, cast, operand
from srcad.compiler.compiled.forms import (
    Filled,
    Names,
    NotCompiled,
    Scalar,
    Stored,
    View,
)
from srcad.compiler.compiled.gathers import gathered, viewed
from srcad.compiler.compiled.registry import prints
from srcad.compiler.compiled.writer import (
    Writer,
)
from srcad.compiler.ir.types import Atom, Op, array_aval


@prints("setitem", "add_at")
def _write(writer: Writer, op: Op) -> None:
    """``x[index] = value`` and ``x[index] += value``, in place."""
    aval, index = array_aval(op.args[0]), op.attribute("index")
    if not aval.shape:
        raise NotCompiled("a write into an array of rank 0")
    base = writer.stored(op.args[0])
    target = base
    if isinstance(base, Filled) or (isinstance(base, View) and _is_constant(base)):
        target = writer.copy(base, aval.dtype, op.result.hint or "t")
    writer.forms[op.args[0]] = target  # type: ignore[index]
    symbol = "=" if op.primitive == "setitem" else "+="
    value = _written(writer, op.args[1], aval.dtype)
    if index.has_arrays(op.args[2:]):
        gather = gathered(writer, op)
        _check(writer, op, value, gather.sizes)
        words = writer.loops(gather.sizes)
        lines, places = gather.places(words)
        for line in lines:
            writer.line(line)
        text = _broadcast(writer, op, value, gather.sizes, words)
        writer.line(f"{target.read(places)} {symbol} {text}")
        writer.depth -= len(words)
    else:
        region = viewed(writer, op, skipped=2)
        if isinstance(region, str):
            writer.line(f"{region} {symbol} {_broadcast(writer, op, value, [], [])}")
        else:
            _check(writer, op, value, region.sizes)
            words = writer.loops(region.sizes)
            text = _broadcast(writer, op, value, region.sizes, words)
            writer.line(f"{region.read(words)} {symbol} {text}")
            writer.depth -= len(words)
    writer.forms[op.result] = target


def _is_constant(form: View) -> bool:
    root = form.root
    return isinstance(root, Filled) or root.name.startswith("CONSTANT")


def _written(writer: Writer, atom: Atom, dtype: str) -> Operand | Stored:
    """What is written: a number, or an array that the write does not change."""
    form = writer.form(atom)
    if isinstance(form, Scalar):
        return Operand(cast(operand(atom, form.name), dtype), dtype, False)
    stored = writer.stored(atom)
    if isinstance(stored, Filled):
        return Operand(stored.value, array_aval(atom).dtype, False)
    return writer.copy(stored, array_aval(atom).dtype)


def _check(writer: Writer, op: Op, value: Operand | Stored, sizes: Names) -> None:
    """A value that is broadcast fits into what is written."""
    if isinstance(value, Operand):
        return
    given = array_aval(op.args[1]).shape
    lead = max(len(value.sizes) - len(sizes), 0)
    for k, size in enumerate(value.sizes):
        place = k + len(sizes) - len(value.sizes)
        if k < lead:
            if size != "1":
                writer.guard(f"{size} != 1")
        elif given[k] != 1 and size != sizes[place]:
            writer.guard(f"{size} != {sizes[place]}")


def _broadcast(
    writer: Writer, op: Op, value: Operand | Stored, sizes: Names, words: Names
) -> str:
    """The element of what is written, at a place of the region."""
    dtype = array_aval(op.args[0]).dtype
    if isinstance(value, Operand):
        return cast(value, dtype)
    given = array_aval(op.args[1])
    index = []
    for k, dim in enumerate(given.shape):
        place = k + len(words) - given.ndim
        index.append("0" if dim == 1 or place < 0 else words[place])
    return cast(Operand(value.read(index), given.dtype, False), dtype)
