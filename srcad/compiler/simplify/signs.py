"""Cotangents of which the negative is wanted as well: the sign is left out.

    dz = -p                             dy = p
    dy = -dz                    =>      dx = dx - p
    dx = dx + dz

To the bit the same. Only where all that reads ``dz`` negates it or adds it to
something, as where ``z`` is ``x - y``.
"""

from __future__ import annotations

from dataclasses import replace

from srcad.compiler.ir.substitution import Substitution, substitute, with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Op,
    Operation,
    Value,
    definitions,
    used_values,
    with_body,
)


def without_signs(block: Block) -> Block:
    """The block with the negatives of negatives for what these are."""
    ops = [with_blocks(op, without_signs) for op in block.ops]
    turned = _turned(ops, block)
    # What is added to has the name of the sum.
    sums = {
        op.args[0]: op.result.primal
        for op in ops
        if isinstance(op, Op) and op.primitive in ("add", "subtract")
    }
    mapping: Substitution = {}
    made: list[Operation] = []
    for op in ops:
        if not isinstance(op, Op) or turned.keys().isdisjoint((*op.args, *op.results)):
            made.append(op)
        elif op.primitive == "add":
            left, right = op.args if op.args[1] in turned else op.args[::-1]
            args = left, turned[right]
            made.append(replace(op, primitive="subtract", args=args))
        elif op.result not in turned:
            mapping[op.result] = found = turned[op.args[0]]
            found.primal = sums.get(op.result) or op.result.primal
    return substitute(with_body(block, made, block.results), mapping)


def _turned(ops: list[Operation], block: Block) -> dict[Atom, Value]:
    """What is negated for no other reason than to be negated again, or taken away."""
    readers: dict[Atom, list[Operation]] = {}
    for op in ops:
        for value in used_values(op):
            readers.setdefault(value, []).append(op)
    made = definitions(ops)
    found: dict[Atom, Value] = {}
    for op in ops:
        if not isinstance(op, Op) or not _is_negative(op) or op.result.named:
            continue
        (arg,), others = op.args, readers.get(op.result, [])
        if not isinstance(arg, Value) or readers[arg] != [op]:
            continue
        if arg not in made or _is_negative(made[arg]) or op.result in block.results:
            continue
        reading = [one for one in others if isinstance(one, Op)]
        if len(reading) == len(others) and any(map(_is_negative, reading)):
            if all(_is_negative(one) or _is_added(one, made) for one in reading):
                found[op.result] = arg
    return found


def _is_negative(op: Op) -> bool:
    return op.primitive == "negative" and op.phase > 0 and op.result.aval.is_float


def _is_added(op: Op, made: dict[Value, Op]) -> bool:
    """Whether an operation adds one negative to something else."""
    parts = [made.get(arg) for arg in op.args if isinstance(arg, Value)]
    negative = [one for one in parts if one is not None and _is_negative(one)]
    return op.primitive == "add" and op.phase > 0 and len(negative) == 1
