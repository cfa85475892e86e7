"""Integers whose gradient is asked for: zeros, unless a ``bprop`` says otherwise.

Cotangents are floating. Where a ``bprop`` inside of what is differentiated gives one
for an integer that comes from such an input, it would be lost: that is refused.
"""

from __future__ import annotations

from collections.abc import Iterable

from srcad.compiler.avals import Aval, carries_gradient
from srcad.compiler.custom import custom_pair
from srcad.compiler.diagnostics import CompileError, Diagnostic
from srcad.compiler.ir import (
    Atom,
    Block,
    Call,
    Function,
    If,
    Loop,
    Value,
    blocks_of,
    direct_args,
    span_of_origin,
)
from srcad.compiler.lowering.tracing import Rule
from srcad.compiler.shapes import Sizes


def check_integers(function: Function, names: Iterable[str], sizes: Sizes) -> None:
    """Refuse a function in which a ``bprop`` has a say in the gradient by integers."""
    wanted = set(names)
    marked = {p for p in function.body.params if p.hint in wanted}
    if marked:
        _mark(function.body, marked, sizes)


def _mark(block: Block, marked: set[Value], sizes: Sizes) -> None:
    for op in block.ops:
        used = [arg for arg in direct_args(op) if arg in marked]
        if isinstance(op, Call):
            _call(op, marked, sizes)
        for inner in blocks_of(op):
            if isinstance(op, Loop) and used:
                marked.update(filter(_is_integer, inner.params))
            _mark(inner, marked, sizes)
            used += [atom for atom in inner.results if atom in marked]
        if used or (isinstance(op, If) and op.condition in marked):
            marked.update(filter(_is_integer, op.results))


def _is_integer(atom: Atom) -> bool:
    return isinstance(atom.aval, Aval) and not carries_gradient(atom.aval)


def _call(op: Call, marked: set[Value], sizes: Sizes) -> None:
    function = op.function
    places = [k for k, arg in enumerate(op.args) if arg in marked]
    if not places:
        return
    rule = function.rule
    if isinstance(rule, Rule) and rule.owner is not None:
        given = set(custom_pair(function, sizes).integers)
        if given.intersection(places):
            name = type(rule.owner).__name__
            message = f"`{name}.bprop` gives a gradient for an integer, which is lost"
            span = span_of_origin(op.origin)
            note = "the gradient by the integer that it comes from is asked for"
            help = "take the gradient of that Cell itself, or pass a float"
            raise CompileError(
                Diagnostic("SRC022", message, span, help=help, note=note)
            )
    elif rule is None:
        params = [function.body.params[k] for k in places]
        if function.knot is not None:
            # In its calls of itself it may be another one.
            params = [p for p in function.body.params if _is_integer(p)]
        _mark(function.body, set(params), sizes)
