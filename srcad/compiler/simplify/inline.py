"""Putting the bodies of small operators in the place of their calls."""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.ir import (
    Block,
    Call,
    Operation,
    Substitution,
    Value,
    replaced,
    substitute,
    with_args,
    with_blocks,
)
from srcad.compiler.reverse_calls import inlined


def inline_calls(block: Block) -> Block:
    """Replace every call of a function that is marked ``inline``."""
    ops: list[Operation] = []
    mapping: Substitution = {}
    _into(block.ops, ops, mapping)
    results = tuple(replaced(atom, mapping) for atom in block.results)
    return replace(block, ops=tuple(ops), results=results)


def _into(
    source: tuple[Operation, ...], ops: list[Operation], mapping: Substitution
) -> None:
    for op in source:
        op = with_blocks(op, inline_calls)
        op = with_args(with_blocks(op, lambda b: substitute(b, mapping)), mapping)
        if isinstance(op, Call) and op.function.inline:
            body, results = inlined(op)
            for result, atom in results.items():
                # A result keeps the name that the caller gave it.
                if isinstance(atom, Value) and result.named and not atom.named:
                    atom.hint, atom.named = result.hint, True
                elif isinstance(atom, Value) and result.hint and not atom.named:
                    atom.hint = result.hint
            inner: Substitution = {}
            nested: list[Operation] = []
            _into(tuple(body), nested, inner)
            ops.extend(nested)
            mapping.update({r: replaced(a, inner) for r, a in results.items()})
        else:
            ops.append(op)
