"""Branches on one condition.

Two of them, one after the other, are one in a backward half:

    if c: dy = ...                      if c:
    else: dy = 0.0                =>        dy = ...
    if c: dx = 2.0 * dy                     dx = 2.0 * dy

And what an attempt gives, where nothing was caught, is read as what it becomes in the
branch that follows it: of the two one is kept for the backward half.

    try: y = f(x)                       try: y = f(x)
    if caught: z = 0.0            =>    if caught: z = 0.0
    else: z = y                         else: z = y
    if not caught: dy = g(y)            if not caught: dy = g(z)

Where a backward half has found that something is None, it is None:

    if s is None: ds = zeros_of(s)  =>  if s is None: ds = None
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from srcad.compiler.ir.avals import without_none
from srcad.compiler.ir.substitution import (
    Substitution,
    replaced,
    substitute,
    with_blocks,
)
from srcad.compiler.ir.types import (
    NONE,
    Atom,
    Block,
    If,
    Op,
    Operation,
    Value,
    definitions,
    with_body,
)
from srcad.compiler.simplify.sinking import is_zero, zero_values


def join_branches(block: Block) -> Block:
    """The block with branches on one condition, one after the other, as one."""
    ops: list[Operation] = []
    for op in block.ops:
        op = with_blocks(op, join_branches)
        before = ops[-1] if ops else None
        if isinstance(op, If) and isinstance(before, If) and _alike(before, op):
            ops[-1] = _joined(before, op)
        else:
            ops.append(op)
    return with_body(block, ops, block.results)


def _alike(first: If, second: If) -> bool:
    if first.catches or second.catches or not (first.phase and second.phase):
        return False
    return first.condition == second.condition


def _joined(first: If, second: If) -> If:
    sides = []
    for one, two in ((first.then, second.then), (first.orelse, second.orelse)):
        found: Substitution = dict(zip(first.results, one.results, strict=True))
        two = substitute(two, found)
        ends = (*one.results, *two.results)
        both = Block((), (*one.ops, *two.ops), ends)
        sides.append(_without_zeros(join_branches(both)))
    results = (*first.results, *second.results)
    return replace(first, then=sides[0], orelse=sides[1], results=results)


def _without_zeros(block: Block) -> Block:
    """The block in which nothing is added to zero: what had no cotangent on this side
    of the first branch."""
    zeros = zero_values(block)
    found: Substitution = {}
    for op in block.ops:
        if isinstance(op, Op) and op.primitive == "add":
            one, other = (replaced(atom, found) for atom in op.args)
            for zero, rest in ((one, other), (other, one)):
                if is_zero(zero, zeros) and rest.aval == op.result.aval:
                    found[op.result] = rest
    return substitute(block, found)


def follow_attempts(block: Block, before: Iterable[Operation] = ()) -> Block:
    """The block, in which what attempts give is read as what it becomes; ``before`` are
    the operations before it."""
    following = _Following()
    for op in before:
        following.note(op)
    return following.block(block)


class _Following:
    """``given`` is by which flag what an attempt gives is there, ``becomes`` what that
    is in the branch on the flag; ``asked`` is what is None by which condition."""

    def __init__(self) -> None:
        self.given: dict[Value, Atom] = {}
        self.becomes: dict[Atom, Substitution] = {}
        self.asked: dict[Atom, Atom] = {}

    def note(self, op: Operation) -> None:
        if isinstance(op, Op) and op.primitive == "is_none":
            self.asked[op.result] = op.args[0]
        if isinstance(op, If) and op.catches:
            self.given.update(dict.fromkeys(op.results, op.condition))
            return
        if isinstance(op, If):
            made = definitions(op.orelse.ops)
            for end, result in zip(op.orelse.results, op.results, strict=True):
                there = made.get(end) if isinstance(end, Value) else None
                if there is not None and there.primitive == "present":
                    (end,) = there.args
                if not isinstance(end, Value) or end not in self.given:
                    continue
                same = without_none(end.aval) == result.aval
                if same and self.given[end] is op.condition:
                    found = self.becomes.setdefault(op.condition, {})
                    found.setdefault(end, result)

    def block(self, block: Block) -> Block:
        ops: list[Operation] = []
        for op in block.ops:
            if isinstance(op, If) and not op.catches:
                found = self.becomes.get(op.condition, {})
                op = replace(op, orelse=substitute(op.orelse, found)) if found else op
                if op.phase and isinstance(
                    absent := self.asked.get(op.condition), Value
                ):
                    op = replace(op, then=substitute(op.then, {absent: NONE}))
            op = with_blocks(op, self.block)
            self.note(op)
            ops.append(op)
        return with_body(block, ops, block.results)
