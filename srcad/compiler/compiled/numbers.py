"""Numbers, sizes, constants, and arrays that are made of them."""

from __future__ import annotations

import numpy as np

from srcad.compiler.compiled.elements import cast, checked, element, operand
from srcad.compiler.compiled.forms import (
    Array,
    Filled,
    Maybe,
    NotCompiled,
    Nothing,
    Scalar,
    Shape,
    View,
)
from srcad.compiler.compiled.registry import prints
from srcad.compiler.compiled.writer import (
    Writer,
    as_dtype,
    dtype_word,
)
from srcad.compiler.ir.avals import Aval, OptionalAval, ShapeAval
from srcad.compiler.ir.types import Op, array_aval


@prints("astype", "copy", "broadcast_to")
def print_number(writer: Writer, op: Op) -> None:
    """An element-wise operation on numbers."""
    aval = array_aval(op.result)
    if op.primitive == "copy" and not isinstance(op.args[0].aval, Aval):
        raise NotCompiled("the copy of a list")
    if aval.shape:
        # A copy is an array of its own where somebody writes.
        form = writer.stored(op.args[0])
        writer.forms[op.result] = writer.copy(form, aval.dtype, op.result.hint or "t")
        return
    args = [a for a in op.args if not isinstance(a.aval, ShapeAval)]
    made = element(op, [operand(a, writer.number(a)) for a in args])
    # A size is far from the end of the integers.
    for guard in made.guards if aval.size is None else ():
        writer.guard(guard)
    word = writer.name(op.result.hint or "t")
    writer.line(f"{word} = {made.text}")
    writer.forms[op.result] = writer.scalar(word, aval.dtype)


@prints("shape")
def _shape(writer: Writer, op: Op) -> None:
    sizes = writer.sizes(op.args[0])
    writer.forms[op.results[0]] = Shape([writer.bind("n", one) for one in sizes])


@prints("size_of")
def _size_of(writer: Writer, op: Op) -> None:
    writer.forms[op.results[0]] = Scalar(writer.shape(op.args[0])[op.attribute("axis")])


@prints("make_shape")
def _make_shape(writer: Writer, op: Op) -> None:
    sizes = []
    for atom in op.args:
        text = writer.number(atom)
        if not text.isdigit() and array_aval(atom).size is None:
            # A size that was computed may be anything.
            writer.guard(f"{text} < 0")
        sizes.append(text)
    writer.forms[op.results[0]] = Shape(sizes)


@prints("prod_of")
def _prod_of(writer: Writer, op: Op) -> None:
    text = " * ".join(writer.shape(op.args[0])) or "1"
    writer.forms[op.results[0]] = Scalar(writer.bind("count", text))


@prints("full")
def _full(writer: Writer, op: Op) -> None:
    shape, value = op.args
    dtype = checked(op.attribute("dtype"))
    if array_aval(value).shape:
        raise NotCompiled("`np.full` of an array")
    text = cast(operand(value, writer.number(value)), dtype)
    aval = array_aval(op.result)
    if not aval.shape:
        writer.forms[op.result] = writer.scalar(
            writer.bind(op.result.hint or "t", text), dtype
        )
        return
    writer.forms[op.result] = Filled(text, list(writer.shape(shape)))


@prints("is_none")
def _is_none(writer: Writer, op: Op) -> None:
    form = writer.form(op.args[0])
    text = "False"
    if isinstance(form, Maybe):
        text = f"(not {form.there})"
    elif isinstance(form, Nothing):
        text = "True"
    writer.forms[op.results[0]] = Scalar(text)


@prints("present")
def _present(writer: Writer, op: Op) -> None:
    form = writer.form(op.args[0])
    if isinstance(form, Maybe) and not isinstance(op.results[0].aval, OptionalAval):
        form = form.inner
    writer.forms[op.results[0]] = form


@prints("zeros_of")
def _zeros_of(writer: Writer, op: Op) -> None:
    aval, form = op.args[0].aval, writer.form(op.args[0])
    inner = form.inner if isinstance(form, Maybe) else form
    kind = aval.inner if isinstance(aval, OptionalAval) else aval
    if not isinstance(kind, Aval):
        raise NotCompiled("a list of zeros")
    zero = as_dtype("0", kind.dtype)
    made: Scalar | Filled = Scalar(zero)
    if kind.shape:
        assert isinstance(inner, Array | View | Filled)
        made = Filled(zero, inner.sizes)
    there = isinstance(form, Maybe)
    writer.forms[op.results[0]] = Maybe(form.there, made) if there else made  # type: ignore[union-attr]


@prints("constant")
def _constant(writer: Writer, op: Op) -> None:
    array: np.ndarray[tuple[int, ...], np.dtype[np.generic]] = op.attribute(
        "array"
    ).array
    dtype = checked(array.dtype.name)
    if not array.ndim:
        text = as_dtype(repr(array.item()), dtype)
        writer.forms[op.result] = Scalar(writer.bind("t", text))
        return
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise NotCompiled("a constant with inf or nan")
    if not array.size:
        raise NotCompiled("a constant without elements")
    text = f"np.array({array.tolist()}, np.{dtype_word(dtype)})"
    word = writer.constants.get(text)
    if word is None:
        word = writer.constants[text] = writer.name("CONSTANT")
    sizes = [str(size) for size in array.shape]
    # A view: the module's own array is never written into, or given away.
    writer.forms[op.result] = View(Array(word, sizes), sizes, lambda index: index)


@prints("arange")
def _arange(writer: Writer, op: Op) -> None:
    aval = array_aval(op.result)
    dtype = checked(aval.dtype)
    if dtype not in ("int64", "int32", "float64", "float32"):
        raise NotCompiled("`np.arange` in this dtype")
    if any(array_aval(atom).is_float for atom in op.args):
        raise NotCompiled("`np.arange` of floats")
    numbers = [writer.number(atom) for atom in op.args]
    given = f"np.arange({', '.join(numbers)})"
    if len(numbers) == 3:
        writer.guard(f"{numbers[2]} == 0")
    word = writer.name(op.result.hint or "t")
    writer.line(f"{word} = {given}.astype(np.{dtype})")
    writer.forms[op.result] = Array(word, [f"{word}.shape[0]"], own=True)
