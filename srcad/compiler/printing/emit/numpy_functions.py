"""How NumPy's larger functions are written."""

from __future__ import annotations

import ast

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.types import Atom, Lit, Op, array_aval
from srcad.compiler.printing.emit.writer import (
    Writer,
    call,
    dtype_name,
    literal,
    subscript,
    writes,
)

_LINEAR_ALGEBRA = ("inv", "det", "solve", "cholesky")


@writes(*_LINEAR_ALGEBRA)
def _linear_algebra(writer: Writer, op: Op) -> ast.expr:
    return call(f"np.linalg.{op.primitive}", *map(writer.atom, op.args))


@writes("detsign", "logabsdet")
def _slogdet(writer: Writer, op: Op) -> ast.expr:
    both = call("np.linalg.slogdet", writer.atom(op.args[0]))
    return subscript(both, literal(0 if op.primitive == "detsign" else 1))


@writes("convolve", "correlate")
def _plain(writer: Writer, op: Op) -> ast.expr:
    return call(f"np.{op.primitive}", *map(writer.atom, op.args))


@writes("cumprod", "argsort")
def _along_axis(writer: Writer, op: Op) -> ast.expr:
    array = array_aval(op.args[0])
    axis = op.attribute("axis")
    keywords: dict[str, ast.expr] = {}
    if op.primitive != "argsort" or axis != array.ndim - 1:
        keywords["axis"] = literal(axis)
    if op.primitive == "argsort" and op.attribute("kind") is not None:
        keywords["kind"] = literal(op.attribute("kind"))
    return writer.method(op.args[0], op.primitive, **keywords)


@writes("nonzero")
def _nonzero(writer: Writer, op: Op) -> ast.expr:
    whole = call("np.nonzero", writer.atom(op.args[0]))
    return subscript(whole, literal(op.attribute("axis")))


@writes("searchsorted", "digitize")
def _search(writer: Writer, op: Op) -> ast.expr:
    keywords: dict[str, ast.expr] = {}
    if op.primitive == "searchsorted" and op.attribute("side") != "left":
        keywords["side"] = literal(op.attribute("side"))
    if op.primitive == "digitize" and op.attribute("right"):
        keywords["right"] = literal(True)
    return call(f"np.{op.primitive}", *map(writer.atom, op.args), **keywords)


@writes("einsum")
def _einsum(writer: Writer, op: Op) -> ast.expr:
    subscripts = literal(op.attribute("subscripts"))
    return call("np.einsum", subscripts, *map(writer.atom, op.args))


@writes("tensordot")
def _tensordot(writer: Writer, op: Op) -> ast.expr:
    first, second = op.attribute("axes")
    rank, count = array_aval(op.args[0]).ndim, len(first)
    axes = literal((first, second))
    if first == tuple(range(rank - count, rank)) and second == tuple(range(count)):
        axes = literal(count)
    return call("np.tensordot", *map(writer.atom, op.args), axes=axes)


@writes("tril", "triu", "diag", "trace")
def _part(writer: Writer, op: Op) -> ast.expr:
    word = "offset" if op.primitive == "trace" else "k"
    offset = op.attribute(word)
    keywords = {word: literal(offset)} if offset else {}
    return call(f"np.{op.primitive}", writer.atom(op.args[0]), **keywords)


@writes("eye")
def _eye(writer: Writer, op: Op) -> ast.expr:
    rows, columns = op.args
    aval = op.result.aval
    assert isinstance(aval, Aval)
    args: tuple[Atom, ...] = (rows,) if _same(aval) else (rows, columns)
    keywords: dict[str, ast.expr] = {}
    if op.attribute("k"):
        keywords["k"] = literal(op.attribute("k"))
    if op.attribute("dtype") != "float64":
        keywords["dtype"] = dtype_name(op.attribute("dtype"))
    return call("np.eye", *map(writer.atom, args), **keywords)


def _same(aval: Aval) -> bool:
    return aval.shape[0] == aval.shape[1]


@writes("linspace")
def _linspace(writer: Writer, op: Op) -> ast.expr:
    keywords: dict[str, ast.expr] = {}
    if not op.attribute("endpoint"):
        keywords["endpoint"] = literal(False)
    default = not any(a.dtype not in ("float64", "int64") for a in _avals(op))
    if op.attribute("dtype") != "float64" or not default:
        keywords["dtype"] = dtype_name(op.attribute("dtype"))
    return call("np.linspace", *map(writer.atom, op.args), **keywords)


def _avals(op: Op) -> list[Aval]:
    return [array_aval(atom) for atom in op.args]


@writes("pad")
def _pad(writer: Writer, op: Op) -> ast.expr:
    array, value = op.args
    widths = op.attribute("widths")
    shown: object = widths
    if all(pair == widths[0] for pair in widths):
        before, after = widths[0]
        shown = before if before == after else widths[0]
    keywords: dict[str, ast.expr] = {}
    if not isinstance(value, Lit) or value.value != 0:
        keywords["constant_values"] = writer.atom(value)
    return call("np.pad", writer.atom(array), literal(shown), **keywords)


@writes("repeat")
def _repeat(writer: Writer, op: Op) -> ast.expr:
    axis, repeats = literal(op.attribute("axis")), literal(op.attribute("repeats"))
    return writer.method(op.args[0], "repeat", repeats, axis=axis)


@writes("tile")
def _tile(writer: Writer, op: Op) -> ast.expr:
    reps = op.attribute("reps")
    shown = reps[0] if len(reps) == 1 else reps
    return call("np.tile", writer.atom(op.args[0]), literal(shown))


@writes("roll")
def _roll(writer: Writer, op: Op) -> ast.expr:
    shift, axis = op.attribute("shift"), op.attribute("axis")
    if len(shift) == 1:
        shift, axis = shift[0], axis[0]
    return call("np.roll", writer.atom(op.args[0]), literal(shift), axis=literal(axis))
