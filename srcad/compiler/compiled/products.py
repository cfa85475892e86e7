"""Products of matrices and vectors."""

from __future__ import annotations

from srcad.compiler.compiled.elements import Operand, cast, checked
from srcad.compiler.compiled.forms import (
    NotCompiled,
    Scalar,
    Stored,
    View,
)
from srcad.compiler.compiled.registry import prints
from srcad.compiler.compiled.writer import (
    Writer,
)
from srcad.compiler.ir.types import Op, array_aval


def _factor(writer: Writer, form: Stored, dtype: str, given: str) -> str:
    """The text of a factor, as BLAS takes it."""
    if given != dtype:
        made = writer.empty("factor", list(form.sizes), dtype)
        index = writer.loops(form.sizes)
        item = cast(Operand(form.read(index), given, False), dtype)
        writer.line(f"{made.read(index)} = {item}")
        writer.depth -= len(index)
        return made.name
    if isinstance(form, View) and form.whole:
        return form.whole
    return writer.whole(form, dtype, "factor").name


@prints("matmul")
def _matmul(writer: Writer, op: Op) -> None:
    first, second = (writer.stored(atom) for atom in op.args)
    aval = array_aval(op.result)
    dtype = checked(aval.dtype)
    if dtype not in ("float64", "float32"):
        raise NotCompiled("`@` of integers")
    ranks = len(first.sizes), len(second.sizes)
    inner = second.sizes[-2] if ranks[1] > 1 else second.sizes[0]
    if first.sizes[-1] != inner:
        writer.guard(f"{first.sizes[-1]} != {inner}")
    if max(ranks) > 2:
        _batched(writer, op, first, second, dtype)
        return
    texts = [
        _factor(writer, form, dtype, array_aval(atom).dtype)
        for form, atom in zip((first, second), op.args, strict=True)
    ]
    if ranks == (1, 1):
        word = writer.name(op.result.hint or "t")
        writer.line(f"{word} = {writer.helper('dot')}({texts[0]}, {texts[1]})")
        writer.forms[op.result] = Scalar(word)
        return
    sizes = [*first.sizes[: ranks[0] - 1], *second.sizes[ranks[1] - 1 :]]
    if ranks == (2, 1):
        sizes = [first.sizes[0]]
    made = writer.empty(op.result.hint or "t", sizes, dtype)
    if ranks == (1, 2):
        text = texts[1][:-2] if texts[1].endswith(".T") else f"{texts[1]}.T"
        texts = [text, texts[0]]
    helper = writer.helper("product" if ranks == (2, 2) else "times")
    writer.line(f"{helper}({texts[0]}, {texts[1]}, {made.name})")
    writer.forms[op.result] = made


def _matrices(writer: Writer, form: Stored, dtype: str) -> str:
    """The text of a matrix of several, at a place that is left open; what stands the
    other way round is read so."""
    if isinstance(form, View) and form.swapped is not None:
        return f"{writer.whole(form.swapped, dtype, 'factor').name}[{{}}].T"
    return f"{writer.whole(form, dtype, 'factor').name}[{{}}]"


def _batched(writer: Writer, op: Op, first: Stored, second: Stored, dtype: str) -> None:
    """Products of matrices that stand in axes before the last two."""
    ranks = len(first.sizes), len(second.sizes)
    if min(ranks) < 2:
        raise NotCompiled("`@` of a vector and several matrices")
    avals = [array_aval(atom) for atom in op.args]
    if any(aval.dtype != dtype for aval in avals):
        raise NotCompiled("`@` of several matrices of other dtypes")
    helper = writer.helper("product")
    if ranks[1] == 2:
        inner = first.sizes[-1]
        sizes = [*first.sizes[:-1], second.sizes[1]]
        whole = writer.whole(first, dtype, "factor").name
        right = _factor(writer, second, dtype, dtype)
        made = writer.empty(op.result.hint or "t", sizes, dtype)
        count = writer.bind("n", " * ".join(first.sizes[:-1]))
        left = f"{whole}.reshape(({count}, {inner}))"
        flat = f"{made.name}.reshape(({count}, {sizes[-1]}))"
        writer.line(f"{helper}({left}, {right}, {flat})")
        writer.forms[op.result] = made
        return
    if ranks[0] != ranks[1]:
        raise NotCompiled("`@` of several matrices that are broadcast")
    batch = first.sizes[:-2]
    for k, (one, other) in enumerate(zip(batch, second.sizes[:-2], strict=True)):
        if 1 in (avals[0].shape[k], avals[1].shape[k]) and one != other:
            raise NotCompiled("`@` of several matrices that are broadcast")
        if one != other:
            writer.guard(f"{one} != {other}")
    sizes = [*batch, first.sizes[-2], second.sizes[-1]]
    left, right = (_matrices(writer, form, dtype) for form in (first, second))
    made = writer.empty(op.result.hint or "t", sizes, dtype)
    index = writer.loops(batch)
    place = ", ".join(index)
    texts = [left.format(place), right.format(place), f"{made.name}[{place}]"]
    writer.line(f"{helper}({', '.join(texts)})")
    writer.depth -= len(index)
    writer.forms[op.result] = made
