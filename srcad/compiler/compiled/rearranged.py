"""Parts of arrays, other shapes of them, and arrays that are joined."""

from __future__ import annotations

import math

from srcad.compiler.compiled.elements import Operand, cast, checked, operand
from srcad.compiler.compiled.forms import (
    Array,
    Filled,
    Names,
    Scalar,
    Stored,
    View,
)
from srcad.compiler.compiled.gathers import viewed
from srcad.compiler.compiled.registry import prints
from srcad.compiler.compiled.writer import (
    Writer,
    tuple_of,
)
from srcad.compiler.ir.types import Atom, Op, array_aval


@prints("getitem")
def _getitem(writer: Writer, op: Op) -> None:
    found = viewed(writer, op)
    if isinstance(found, str):
        word = writer.name(op.result.hint or "t")
        writer.line(f"{word} = {found}")
        writer.forms[op.result] = Scalar(word)
    else:
        index = op.attribute("index")
        whole = _rows(found, len(op.args), index.entries)
        writer.forms[op.result] = View(found.base, found.sizes, found.index, whole)


def _rows(view: View, count: int, entries: tuple[object, ...]) -> str:
    """``x[k]`` of an array as it stands, which lies side by side as well."""
    base = view.base
    if not isinstance(base, Array) or len(entries) != 1 or count > 2:
        return ""
    if isinstance(entries[0], slice) or entries[0] is None or entries[0] is Ellipsis:
        return ""
    if len(base.sizes) != len(view.sizes) + 1:
        return ""
    first, *_ = view.index(["0"] * len(view.sizes))
    return f"{base.name}[{first}]"


def side_by_side(form: Stored) -> str:
    """The text of an array whose elements lie side by side; "" for another view."""
    if isinstance(form, Array):
        return form.name
    if isinstance(form, View) and not form.whole.endswith(".T"):
        return form.whole
    return ""


@prints("transpose")
def _transpose(writer: Writer, op: Op) -> None:
    axes = op.attribute("axes")
    base = writer.stored(op.args[0])
    inverse = [axes.index(k) for k in range(len(axes))]
    whole = ""
    if axes == (1, 0):
        text = side_by_side(base)
        whole = f"{text}.T" if text else ""
    last = len(axes) - 2
    swaps = axes == (*range(last), last + 1, last)
    writer.forms[op.result] = View(
        base,
        [base.sizes[k] for k in axes],
        lambda index: [index[k] for k in inverse],
        whole,
        base if swaps else None,
    )


@prints("expand_dims", "squeeze")
def _units(writer: Writer, op: Op) -> None:
    """Axes of one element, made or left out."""
    axes = op.attribute("axis")
    form = writer.form(op.args[0])
    rank = array_aval(op.result).ndim
    if isinstance(form, Scalar):
        writer.forms[op.result] = Filled(form.name, ["1"] * rank)
        return
    base = writer.stored(op.args[0])
    if op.primitive == "expand_dims":
        sizes = iter(base.sizes)
        made = ["1" if k in axes else next(sizes) for k in range(rank)]
        writer.forms[op.result] = View(
            base, made, lambda index: [w for k, w in enumerate(index) if k not in axes]
        )
        return
    for axis in axes:
        if base.sizes[axis] != "1":
            writer.guard(f"{base.sizes[axis]} != 1")
    left = [size for k, size in enumerate(base.sizes) if k not in axes]
    if not left:
        text = base.read(["0"] * len(base.sizes))
        writer.forms[op.result] = Scalar(writer.bind(op.result.hint or "t", text))
        return

    def places(index: Names) -> Names:
        words = iter(index)
        return ["0" if k in axes else next(words) for k in range(len(base.sizes))]

    writer.forms[op.result] = View(base, left, places)


def _product(sizes: Names) -> str:
    """How many elements there are: what is known is one number."""
    number = math.prod(int(size) for size in sizes if size.isdigit())
    others = [size for size in sizes if not size.isdigit()]
    return " * ".join([*([str(number)] if number != 1 or not others else []), *others])


@prints("reshape")
def _reshape(writer: Writer, op: Op) -> None:
    aval = array_aval(op.result)
    sizes = list(writer.shape(op.args[1]))
    form = writer.form(op.args[0])
    if isinstance(form, Scalar):
        for size in sizes:
            if size != "1":
                writer.guard(f"{size} != 1")
        writer.forms[op.result] = Filled(form.name, ["1"] * len(sizes))
        return
    base = writer.stored(op.args[0])
    count = _product(base.sizes)
    unknown = [k for k, size in enumerate(sizes) if size == "-1"]
    known = _product([size for size in sizes if size != "-1"])
    if unknown and known == "1":
        sizes[unknown[0]] = writer.bind("n", count)
    elif unknown:
        total, others = (f"({t})" if " " in t else t for t in (count, known))
        if not known.isdigit() or known == "0":
            writer.guard(f"{known} == 0")
        writer.guard(f"{total} % {others} != 0")
        sizes[unknown[0]] = writer.bind("n", f"{total} // {others}")
    elif not _same_count(base.sizes, sizes):
        writer.guard(f"{count} != {known}")
    if not aval.shape:
        text = base.read(["0"] * len(base.sizes))
        writer.forms[op.result] = Scalar(writer.bind("t", text))
        return
    if isinstance(base, Filled):
        writer.forms[op.result] = Filled(base.value, sizes)
        return
    whole = writer.whole(base, aval.dtype)
    word = writer.name(op.result.hint or "t")
    writer.line(f"{word} = {whole.name}.reshape({tuple_of(sizes)})")
    writer.forms[op.result] = Array(word, sizes)


def _same_count(first: Names, second: Names) -> bool:
    """Whether the products of sizes are the same for sure."""
    if all(one.isdigit() for one in (*first, *second)):
        return math.prod(map(int, first)) == math.prod(map(int, second))
    return sorted(one for one in first if one != "1") == sorted(
        one for one in second if one != "1"
    )


@prints("concatenate", "stack")
def _joined(writer: Writer, op: Op) -> None:
    axis, aval = op.attribute("axis"), array_aval(op.result)
    dtype = checked(aval.dtype)
    new = op.primitive == "stack"
    forms = [writer.form(atom) for atom in op.args]
    parts: list[tuple[Operand | None, Stored | None, Atom]] = []
    for atom, form in zip(op.args, forms, strict=True):
        if isinstance(form, Scalar):
            parts.append((operand(atom, form.name), None, atom))
        else:
            parts.append((None, writer.stored(atom), atom))
    shapes = [one.sizes if one is not None else [] for _, one, _ in parts]
    sizes = list(shapes[0])
    for other in shapes[1:]:
        for k, size in enumerate(other):
            if (new or k != axis) and size != sizes[k]:
                writer.guard(f"{size} != {sizes[k]}")
    if new:
        sizes.insert(axis, str(len(parts)))
    else:
        total = " + ".join(shape[axis] for shape in shapes)
        sizes[axis] = writer.bind("n", total)
    made = writer.empty(op.result.hint or "t", sizes, dtype)
    start = "0"
    for place, (number, stored, atom) in enumerate(parts):
        if stored is None:
            assert number is not None
            index: Names = [str(place)]
            writer.line(f"{made.read(index)} = {cast(number, dtype)}")
            continue
        index = writer.loops(stored.sizes)
        text = cast(Operand(stored.read(index), array_aval(atom).dtype, False), dtype)
        if new:
            target = [*index[:axis], str(place), *index[axis:]]
        else:
            moved = index[axis] if start == "0" else f"{start} + {index[axis]}"
            target = [*index[:axis], moved, *index[axis + 1 :]]
        writer.line(f"{made.read(target)} = {text}")
        writer.depth -= len(index)
        if not new:
            start = (
                f"{start} + {stored.sizes[axis]}"
                if start != "0"
                else stored.sizes[axis]
            )
    writer.forms[op.result] = made
