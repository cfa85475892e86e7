"""Sets at run time, as Python writes them."""

from __future__ import annotations

import ast

from srcad.compiler.ir.types import Lit, Op
from srcad.compiler.printing.emit.writer import Writer, call, literal, method, writes

_OPERATORS: dict[str, ast.operator] = {
    "set_minus": ast.Sub(),
    "set_both": ast.BitAnd(),
    "set_either": ast.BitOr(),
    "set_one": ast.BitXor(),
}


@writes("set_of")
def _set_of(writer: Writer, op: Op) -> ast.expr:
    return ast.Set([*map(writer.atom, op.args)]) if op.args else call("set")


@writes("set_from")
def _set_from(writer: Writer, op: Op) -> ast.expr:
    (xs,) = op.args
    made = writer.plan.folded.get(xs) if not isinstance(xs, Lit) else None
    if made is not None and made.primitive == "list_of":
        items = [one.value if isinstance(one, Lit) else None for one in made.args]
        if items == [*range(len(items))]:
            return call("set", call("range", literal(len(items))))
    return call("set", writer.atom(xs))


@writes("set_pop")
def _set_pop(writer: Writer, op: Op) -> ast.expr:
    return method(writer.atom(op.args[0]), "pop")


@writes("set_items")
def _set_items(writer: Writer, op: Op) -> ast.expr:
    return call("list", writer.atom(op.args[0]))


@writes(*_OPERATORS)
def _set_operator(writer: Writer, op: Op) -> ast.expr:
    left, right = map(writer.atom, op.args)
    return ast.BinOp(left, _OPERATORS[op.primitive], right)
