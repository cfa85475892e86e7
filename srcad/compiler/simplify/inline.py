"""Putting the bodies of small operators in the place of their calls."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from srcad.compiler.ir.cloning import clone
from srcad.compiler.ir.substitution import (
    Substitution,
    replaced,
    substitute,
    with_args,
    with_blocks,
)
from srcad.compiler.ir.types import Block, Call, Function, Operation, Value

if TYPE_CHECKING:
    pass


def inline_calls(block: Block, exact: bool = False) -> Block:
    """Replace every call of a function that is marked ``inline``.

    With ``exact`` only where the derivative of the body is what the function's rule
    gives, so that the block can still be differentiated.
    """
    ops: list[Operation] = []
    mapping: Substitution = {}
    _into(block.ops, ops, mapping, exact)
    results = tuple(replaced(atom, mapping) for atom in block.results)
    return replace(block, ops=tuple(ops), results=results)


def _is_inlined(function: Function, exact: bool) -> bool:
    if not function.inline or not exact:
        return function.inline
    return function.hooks is None and (function.rule is None or function.rule.exact)


def _into(
    source: tuple[Operation, ...],
    ops: list[Operation],
    mapping: Substitution,
    exact: bool,
) -> None:
    for op in source:
        op = with_blocks(op, lambda b: inline_calls(b, exact))
        op = with_args(with_blocks(op, lambda b: substitute(b, mapping)), mapping)
        if isinstance(op, Call) and _is_inlined(op.function, exact):
            body, results = inlined(op)
            for result, atom in results.items():
                # A result keeps the name that the caller gave it.
                if isinstance(atom, Value) and result.named and not atom.named:
                    atom.hint, atom.named = result.hint, True
                elif isinstance(atom, Value) and result.hint and not atom.named:
                    atom.hint = result.hint
            inner: Substitution = {}
            nested: list[Operation] = []
            _into(tuple(body), nested, inner, exact)
            ops.extend(nested)
            mapping.update({r: replaced(a, inner) for r, a in results.items()})
        else:
            ops.append(op)


def inlined(op: Call) -> tuple[list[Operation], Substitution]:
    """The body of the called function in the place of the call."""
    body = op.function.body
    mapping: Substitution = dict(zip(body.params, op.args, strict=True))
    copy = clone(replace(body, params=()), mapping)
    ops: list[Operation] = [_with_origin(o, op) for o in copy.ops]
    results = dict(zip(op.results, copy.results, strict=True))
    return ops, dict(results)


def _with_origin(op: Operation, call: Call) -> Operation:
    if op.origin is None:
        op = replace(op, origin=call.origin)
    return replace(op, phase=call.phase)
