"""Cotangents that are added to in place: ``dx += d`` for ``dx = dx + d``.

The sum is written into the array itself where the function has made that array, and
nobody reads it afterwards as it was. A sum of several terms stays one expression, but
where one of them is made of what it is added to, which is a variable then.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.index import WHOLE
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    Op,
    Operation,
    Value,
    array_aval,
    definitions,
    direct_args,
    walk,
)
from srcad.compiler.printing.storage import Finder

_SUMS = ("add", "subtract")


def add_in_place(function: Function) -> Function:
    """The function with writes for sums; those that it has are safe already."""
    body = function.body
    sums = _candidates(body)
    if not sums:
        return function
    finder = Finder.of(body, frozenset())
    found: set[Operation] = {
        op
        for op, _, _, later, loops, _ in finder.visits(body, None, ())
        if op in sums
        and isinstance(op, Op)
        and isinstance(op.args[0], Value)
        and finder.aliases.is_made(op.args[0])
        and not finder.spoiled(op, later, loops)
    }
    return replace(function, body=_written(body, found)) if found else function


def _candidates(body: Block) -> set[Operation]:
    """Sums of a cotangent that is a variable and of one term."""
    made = definitions(walk(body))
    reads = Counter(atom for op in walk(body) for atom in direct_args(op))
    terms = {
        arg
        for op in walk(body)
        if isinstance(op, Op) and op.primitive in _SUMS
        for arg in op.args
        if isinstance(arg, Value) and _goes_on(op, made.get(arg))
    }
    return {
        op
        for op in walk(body)
        if isinstance(op, Op)
        and op.primitive in _SUMS
        and op.phase
        and op.result not in terms
        and _is_added_to(op, made, reads)
    }


def _goes_on(op: Op, before: Op | None) -> bool:
    """Whether a sum is one term more than the sum before, in the same statement."""
    if before is None or before.primitive not in _SUMS:
        return False
    return before.origin == op.origin and before.result.primal is op.result.primal


def _is_added_to(op: Op, made: dict[Value, Op], reads: Counter[Atom]) -> bool:
    """Whether a sum replaces an array by one of its kind: one of another statement, or
    that the statement has read before."""
    first, result = op.args[0], op.result
    if not isinstance(first, Value) or result.primal is None:
        return False
    if result.primal.aval.loose:
        return False  # The zeros of a number have no axes.
    before = made.get(first)
    if first.primal is not result.primal:
        return False
    if before and before.origin == op.origin and reads[first] == 1:
        return False
    have, want = array_aval(first), array_aval(result)
    kind = have.dtype, have.shape, have.weak
    return want.ndim > 0 and kind == (want.dtype, want.shape, want.weak)


def _written(block: Block, found: set[Operation]) -> Block:
    ops: list[Operation] = []
    for op in block.ops:
        if op not in found:
            ops.append(with_blocks(op, lambda inner: _written(inner, found)))
            continue
        assert isinstance(op, Op)
        builder = Builder(phase=op.phase, origin=op.origin)
        array, term = op.args
        if op.primitive == "subtract":
            term = builder.emit("negative", term)
        ops.extend(builder.ops)
        attributes = (("index", WHOLE),)
        ops.append(
            replace(op, primitive="add_at", args=(array, term), attributes=attributes)
        )
    return replace(block, ops=tuple(ops))
