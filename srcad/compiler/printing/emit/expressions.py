"""How the primitives are written that are no plain function, operator or method."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.calls.foreign import ForeignCall
from srcad.compiler.evaluate.calls.kernels import KernelCall
from srcad.compiler.evaluate.calls.tracing import Placeholder
from srcad.compiler.ir.avals import AnyAval, Aval, OptionalAval, SequenceAval, ShapeAval
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.sharing import is_list
from srcad.compiler.ir.types import Atom, Lit, Op, Value, array_aval
from srcad.compiler.printing.emit.writer import (
    BINARY,
    Writer,
    both_of,
    call,
    dtype_name,
    literal,
    method,
    name,
    subscript,
    unless_none,
    writes,
)
from srcad.compiler.printing.packing import Pack, list_pack


@writes("negative")
def _negative(writer: Writer, op: Op) -> ast.expr:
    return _negated(writer, op.args[0])


def _negated(writer: Writer, atom: Atom) -> ast.expr:
    """``-a * b / c`` for ``-(a * b / c)``: the sign stands before the first factor."""
    if isinstance(atom, Lit) and type(atom.value) in (int, float):
        return literal(-atom.value)
    op = writer.plan.folded.get(atom) if isinstance(atom, Value) else None
    if op is not None and op.primitive in ("multiply", "divide"):
        first = array_aval(op.args[0])
        if first.is_float or first.weak:
            left = _negated(writer, op.args[0])
            return ast.BinOp(left, BINARY[op.primitive], writer.atom(op.args[1]))
    return ast.UnaryOp(ast.USub(), writer.atom(atom))


@writes("invert")
def _invert(writer: Writer, op: Op) -> ast.expr:
    return ast.UnaryOp(ast.Invert(), writer.atom(op.args[0]))


@writes("not")
def _not(writer: Writer, op: Op) -> ast.expr:
    return writer.negation(op.args[0])


@writes("logical_and", "logical_or", "logical_not")
def _logical(writer: Writer, op: Op) -> ast.expr:
    args = [writer.atom(arg) for arg in op.args]
    aval = op.result.aval
    # Python's own `and` of other numbers is one of them.
    bools = all(array_aval(arg).dtype == "bool" for arg in op.args)
    if aval.is_scalar and bools:
        if op.primitive == "logical_not":
            return ast.UnaryOp(ast.Not(), args[0])
        word: ast.boolop = ast.And() if op.primitive == "logical_and" else ast.Or()
        return both_of(word, args)
    return call(f"np.{op.primitive}", *args)


@writes("bit_length")
def _bit_length(writer: Writer, op: Op) -> ast.expr:
    return method(writer.atom(op.args[0]), "bit_length")


@writes("greatest", "least", "magnitude", "rounded")
def _of_numbers(writer: Writer, op: Op) -> ast.expr:
    words = {"greatest": "max", "least": "min", "magnitude": "abs", "rounded": "round"}
    return call(words[op.primitive], *map(writer.atom, op.args))


@writes("float", "int", "bool")
def _number(writer: Writer, op: Op) -> ast.expr:
    source = op.args[0]
    inner = writer.plan.folded.get(source) if isinstance(source, Value) else None
    if op.primitive == "float" and inner is not None and writer.has_math:
        word = PRIMITIVES[inner.primitive].math
        if word and all(array_aval(arg).weak for arg in inner.args):
            writer.imports["import math"] = None
            return call(f"math.{word}", *map(writer.atom, inner.args))
    return call(op.primitive, writer.atom(source))


@writes("astype")
def _astype(writer: Writer, op: Op) -> ast.expr:
    dtype = dtype_name(op.attribute("dtype"))
    source = op.args[0]
    made = writer.plan.folded.get(source) if isinstance(source, Value) else None
    if made is not None and made.primitive == "prod_of":
        return call("np.prod", writer.atom(made.args[0]))
    if not array_aval(source).ndim:
        return ast.Call(dtype, [writer.atom(source)], [])
    if source in writer.numbers:
        return call("np.asarray", writer.atom(source), dtype)
    return method(writer.atom(source), "astype", dtype)


@writes("shape")
def _shape(writer: Writer, op: Op) -> ast.expr:
    (array,) = op.args
    if writer.may_be_number(array):
        return call("np.shape", writer.atom(array))
    return ast.Attribute(writer.atom(array), "shape", ast.Load())


@writes("size_of")
def _size_of(writer: Writer, op: Op) -> ast.expr:
    return subscript(writer.atom(op.args[0]), literal(op.attribute("axis")))


@writes("prod_of")
def _prod_of(writer: Writer, op: Op) -> ast.expr:
    (shape,) = op.args
    made = writer.plan.folded.get(shape) if isinstance(shape, Value) else None
    if made is not None and made.primitive == "shape":
        (array,) = made.args
        if writer.may_be_number(array):
            return call("np.size", writer.atom(array))
        return ast.Attribute(writer.atom(array), "size", ast.Load())
    return call(f"{writer.math()}.prod", writer.atom(shape))


@writes("make_shape")
def _make_shape(writer: Writer, op: Op) -> ast.expr:
    return ast.Tuple([writer.atom(arg) for arg in op.args], ast.Load())


@writes("present")
def _present(writer: Writer, op: Op) -> ast.expr:
    return writer.atom(op.args[0])


@writes("is_none")
def _is_none(writer: Writer, op: Op) -> ast.expr:
    return ast.Compare(writer.atom(op.args[0]), [ast.Is()], [literal(None)])


def _shaped_like(writer: Writer, shape: Atom, dtype: str) -> ast.expr | None:
    """The array whose shape ``shape`` is read from, if it has this dtype."""
    op = writer.plan.folded.get(shape) if isinstance(shape, Value) else None
    if op is None or op.primitive != "shape":
        return None
    aval = array_aval(op.args[0])
    return writer.atom(op.args[0]) if aval.dtype == dtype and not aval.weak else None


@writes("full")
def _full(writer: Writer, op: Op) -> ast.expr:
    shape, value = op.args
    dtype: str = op.attribute("dtype")
    aval = op.result.aval
    assert isinstance(aval, Aval)
    number = value.value if isinstance(value, Lit) else None
    if not aval.shape:
        if (
            dtype == "float64"
            and number is not None
            and op.result not in writer.doubles
        ):
            return literal(float(number))
        return ast.Call(dtype_name(dtype), [writer.atom(value)], [])
    like = _shaped_like(writer, shape, dtype)
    word = "zeros" if number == 0 else "ones" if number == 1 else "full"
    if isinstance(number, bool):
        word = "full"
    args = [] if word != "full" else [writer.atom(value)]
    if like is not None:
        return call(f"np.{word}_like", like, *args)
    where = writer.atom(shape)
    if isinstance(where, ast.Tuple) and len(where.elts) == 1:
        where = where.elts[0]
    if dtype == "float64" and (word != "full" or isinstance(number, float)):
        return call(f"np.{word}", where, *args)
    return call(f"np.{word}", where, *args, dtype=dtype_name(dtype))


@writes("zeros_of")
def _zeros_of(writer: Writer, op: Op) -> ast.expr:
    atom = op.args[0]
    pack = list_pack(atom, writer.packs) if isinstance(atom, Value) else None
    return _zeros(writer, atom.aval, writer.atom(atom), pack)


def _zeros(
    writer: Writer, aval: AnyAval, source: ast.expr, pack: Pack | None
) -> ast.expr:
    """Zeros in the form of a value: of a list a list, of None None."""
    if isinstance(aval, OptionalAval):
        return unless_none(source, _zeros(writer, aval.inner, source, pack))
    if not isinstance(aval, SequenceAval):
        return call("np.zeros_like", source)
    if pack is None and aval.element.is_scalar:
        zero = literal(0.0) if aval.element.dtype == "float64" else None
        zero = zero or ast.Call(dtype_name(aval.element.dtype), [literal(0)], [])
        length = ast.Call(name("len"), [source], [])
        return ast.BinOp(ast.List([zero], ast.Load()), ast.Mult(), length)
    word = "items" if is_list(aval.element) else "item"
    target: ast.expr = ast.Name(word, ast.Store())
    if pack is not None and pack.width > 1:
        parts: list[ast.expr] = [ast.Name("_", ast.Store()) for _ in range(pack.width)]
        parts[pack.position] = target
        target = ast.Tuple(parts, ast.Store())
    element = _zeros(writer, aval.element, name(word), pack and pack.inner)
    return ast.ListComp(element, [ast.comprehension(target, source, [], 0)])


@writes("transpose")
def _transpose(writer: Writer, op: Op) -> ast.expr:
    axes = op.attribute("axes")
    source = op.args[0]
    rank = len(axes)
    if axes == tuple(range(rank))[::-1]:
        if writer.may_be_number(source):
            return call("np.transpose", writer.atom(source))
        return ast.Attribute(writer.atom(source), "T", ast.Load())
    moved = [k for k in range(rank) if axes[k] != k]
    if len(moved) == 2:
        first, second = (k - rank if k >= rank - 2 else k for k in moved)
        return writer.method(source, "swapaxes", literal(first), literal(second))
    return writer.method(source, "transpose", literal(axes))


@writes("expand_dims")
def _expand_dims(writer: Writer, op: Op) -> ast.expr:
    axes = op.attribute("axis")
    source = writer.atom(op.args[0])
    if writer.may_be_number(op.args[0]):
        axis = axes[0] if len(axes) == 1 else axes
        return call("np.expand_dims", source, literal(axis))
    rank = array_aval(op.args[0]).ndim + len(axes)
    entries = [ast.Constant(None) if k in axes else ast.Slice() for k in range(rank)]
    if axes == (rank - 1,) and rank > 2:
        entries = [ast.Constant(Ellipsis), ast.Constant(None)]
    while isinstance(entries[-1], ast.Slice):
        entries.pop()
    index = entries[0] if len(entries) == 1 else ast.Tuple(list(entries), ast.Load())
    return subscript(source, index)


@writes("broadcast_to")
def _broadcast_to(writer: Writer, op: Op) -> ast.expr:
    source, shape = op.args
    if not array_aval(source).shape:
        aval = op.result.aval
        assert isinstance(aval, Aval)
        like = _shaped_like(writer, shape, aval.dtype)
        if like is not None:
            return call("np.full_like", like, writer.atom(source))
        return call("np.full", writer.atom(shape), writer.atom(source))
    return call("np.broadcast_to", writer.atom(source), writer.atom(shape))


@writes("unbroadcast")
def _unbroadcast(writer: Writer, op: Op) -> ast.expr:
    writer.kernels["unbroadcast"] = None
    return call("unbroadcast", *map(writer.atom, op.args))


@writes("getitem")
def _getitem(writer: Writer, op: Op) -> ast.expr:
    return subscript(writer.atom(op.args[0]), writer.index(op))


@writes("kernel")
def _kernel(writer: Writer, op: Op) -> ast.expr:
    kernel: KernelCall = op.attribute("call")
    writer.functions[kernel.name] = kernel.function
    args = [_form(writer, form, op.args) for form in kernel.arguments]
    return call(kernel.name, *args)


@writes("foreign")
def _foreign(writer: Writer, op: Op) -> ast.expr:
    foreign: ForeignCall = op.attribute("call")
    writer.imports[f"import {foreign.module}"] = None
    args = [_form(writer, form, op.args) for form in foreign.arguments]
    result = call(foreign.label, *args)
    if foreign.sizes is None:
        return result
    writer.kernels["check_result"] = None
    sizes = _form(writer, foreign.sizes, op.args)
    dtype = literal(foreign.aval.dtype)
    return call("check_result", literal(foreign.label), result, dtype, sizes)


def _form(writer: Writer, form: Any, atoms: tuple[Atom, ...]) -> ast.expr:
    """An argument of a kernel: a structure of literals and run-time values."""
    if isinstance(form, Placeholder):
        return writer.atom(atoms[form.position])
    if isinstance(form, tuple | list):
        whole = _whole_shape(writer, form, atoms)
        if whole is not None:
            return whole
        parts = [_form(writer, part, atoms) for part in form]
        if isinstance(form, list):
            return ast.List(parts, ast.Load())
        return ast.Tuple(parts, ast.Load())
    return literal(form)


def _whole_shape(writer: Writer, form: Any, atoms: tuple[Atom, ...]) -> ast.expr | None:
    """``x.shape`` for ``(x.shape[0], x.shape[1])``, and where sizes of it are known."""
    source: Atom | None = None
    sizes: list[Any] = list(form)
    for axis, part in enumerate(form):
        atom = atoms[part.position] if isinstance(part, Placeholder) else None
        op = writer.plan.folded.get(atom) if isinstance(atom, Value) else None
        if atom is None:
            continue
        if op is None or op.primitive != "size_of" or op.attribute("axis") != axis:
            return None
        if source is not None and op.args[0] is not source:
            return None
        source = op.args[0]
        sizes[axis] = None
    dims = source.aval.dims if source and isinstance(source.aval, ShapeAval) else ()
    if len(dims) != len(sizes):
        return None
    known = all(size in (None, dim) for size, dim in zip(sizes, dims, strict=True))
    return writer.atom(source) if source and known else None


@writes("reversed")
def _reversed(writer: Writer, op: Op) -> ast.expr:
    step = ast.Slice(None, None, literal(-1))
    return subscript(writer.atom(op.args[0]), step)


@writes("constant")
def _constant(writer: Writer, op: Op) -> ast.expr:
    array: np.ndarray[Any, Any] = op.attribute("array").array
    dtype = array.dtype.name
    if array.ndim == 0:
        return ast.Call(dtype_name(dtype), [literal(array.item())], [])
    if not array.size and array.ndim > 1:
        # A list without elements has one axis.
        shape = ast.Tuple([literal(size) for size in array.shape], ast.Load())
        return call("np.zeros", shape, dtype=dtype_name(dtype))
    nested = _nested(array.tolist())
    default = {"f": "float64", "i": "int64", "b": "bool"}.get(array.dtype.kind)
    keywords = {} if dtype == default and array.size else {"dtype": dtype_name(dtype)}
    return call("np.array", nested, **keywords)


def _nested(item: Any) -> ast.expr:
    if isinstance(item, list):
        return ast.List([_nested(part) for part in item], ast.Load())
    return literal(item)
