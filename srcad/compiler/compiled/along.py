"""What goes through one axis of an array in order."""

from __future__ import annotations

from srcad.compiler.compiled.elements import Operand, cast, checked
from srcad.compiler.compiled.forms import (
    NotCompiled,
    Scalar,
)
from srcad.compiler.compiled.registry import prints
from srcad.compiler.compiled.writer import (
    Writer,
    as_dtype,
)
from srcad.compiler.ir.types import Op, array_aval


@prints("argmax", "argmin")
def _argument(writer: Writer, op: Op) -> None:
    source = writer.stored(op.args[0])
    given, aval = array_aval(op.args[0]), array_aval(op.result)
    axes = op.attribute("axis")
    axes = tuple(axes) if isinstance(axes, tuple | list) else (axes,)
    if len(axes) != 1 and given.ndim != 1:
        raise NotCompiled(f"`np.{op.primitive}` of all axes")
    axis = 0 if given.ndim == 1 else axes[0] % given.ndim
    size = source.sizes[axis]
    if not size.isdigit() or size == "0":
        writer.guard(f"{size} == 0")
    outer = [one for k, one in enumerate(source.sizes) if k != axis]
    sizes = list(outer)
    if aval.ndim == given.ndim:
        sizes.insert(axis, "1")
    made = writer.empty(op.result.hint or "t", sizes, "int64") if aval.shape else None
    index = writer.loops(outer)
    best, place = writer.name("best"), writer.name("place")
    writer.line(f"{place} = 0")
    writer.line(f"{best} = {source.read([*index[:axis], '0', *index[axis:]])}")
    word, item = writer.name("k"), writer.name("item")
    with writer.inside(f"for {word} in range(1, {size}):"):
        writer.line(f"{item} = {source.read([*index[:axis], word, *index[axis:]])}")
        symbol = ">" if op.primitive == "argmax" else "<"
        nan = f" or ({item} != {item} and {best} == {best})" if given.is_float else ""
        stays = f"{item} {symbol} {best}"
        if given.is_float:
            stays = f"({stays} and {best} == {best})"
        with writer.inside(f"if {stays}{nan}:"):
            writer.line(f"{best} = {item}")
            writer.line(f"{place} = {word}")
    if made is None:
        writer.forms[op.result] = Scalar(place)
    else:
        target = list(index)
        if aval.ndim == given.ndim:
            target.insert(axis, "0")
        writer.line(f"{made.read(target)} = {place}")
        writer.forms[op.result] = made
    writer.depth -= len(index)


@prints("cumsum", "cumprod")
def _accumulated(writer: Writer, op: Op) -> None:
    source, aval = writer.stored(op.args[0]), array_aval(op.result)
    axis, dtype = op.attribute("axis"), checked(aval.dtype)
    made = writer.empty(op.result.hint or "t", list(source.sizes), dtype)
    outer = [one for k, one in enumerate(source.sizes) if k != axis]
    index = writer.loops(outer)
    total, word = writer.name("total"), writer.name("k")
    adds = op.primitive == "cumsum"
    writer.line(f"{total} = {as_dtype('0' if adds else '1', dtype)}")
    with writer.inside(f"for {word} in range({source.sizes[axis]}):"):
        place = [*index[:axis], word, *index[axis:]]
        one = Operand(source.read(place), array_aval(op.args[0]).dtype, False)
        symbol = "+" if adds else "*"
        writer.line(
            f"{total} = {as_dtype(f'{total} {symbol} {cast(one, dtype)}', dtype)}"
        )
        writer.line(f"{made.read(place)} = {total}")
    writer.depth -= len(index)
    writer.forms[op.result] = made
