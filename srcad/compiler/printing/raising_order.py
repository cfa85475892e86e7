"""What is folded into a later expression must not raise later than it did.

An operation that may raise does so before what comes after it: before a ``raise``, a
``print`` and, where handlers wait, before what else may raise. Where it is folded into
an expression that is evaluated behind one of these, it is to be a statement of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import TypeAlias

from srcad.compiler.ir.types import (
    Block,
    Function,
    If,
    Op,
    Operation,
    Value,
    blocks_of,
    direct_args,
    used_values,
    walk,
)
from srcad.compiler.simplify.raising import indices_below, may_raise
from srcad.compiler.simplify.risks import is_seen

# When an operation is evaluated: in the statement at which place of its block, and as
# which one in that.
_When: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class RaisingOrder:
    """What of a function may raise, and what it must have done so before."""

    body: Block
    raising: Set[Operation]
    holding: Set[Operation]

    @classmethod
    def of(cls, function: Function, awaited: bool) -> RaisingOrder:
        """``awaited`` says that handlers may wait for what the module raises: in the
        forward half, since the backward one reads what that has read."""
        ops = list(walk(function.body))
        awaited = awaited and function.role != "backward"
        seen = {op for op in ops if is_seen(op)}
        if not seen and not awaited:
            return cls(function.body, frozenset(), seen)
        below = indices_below(ops)
        raising = {op for op in ops if may_raise(op, below)}
        return cls(function.body, raising, seen | raising if awaited else seen)

    def late(self, folded: Mapping[Value, Op]) -> set[Value]:
        """The values among those that are folded that are evaluated behind what is to
        come after them."""
        if not self.raising or not self.holding:
            return set()
        return set(self._late(self.body, folded))

    def _late(self, block: Block, folded: Mapping[Value, Op]) -> Iterator[Value]:
        times = _times(block, folded)
        first: _When = (len(block.ops) + 1, 0)
        for op, when in zip(block.ops[::-1], times[::-1], strict=True):
            if op in self.raising and when > first and op.results[0] in folded:
                yield op.results[0]
            holds = op in self.holding
            for inner in blocks_of(op):
                yield from self._late(inner, folded)
                holds = holds or any(one in self.holding for one in walk(inner))
            if holds:
                first = min(first, when)


def has_attempt(functions: Iterable[Function]) -> bool:
    """Whether handlers wait for what may be raised in some of the functions."""
    ops = (op for function in functions for op in walk(function.body))
    return any(isinstance(op, If) and bool(op.catches) for op in ops)


def _times(block: Block, folded: Mapping[Value, Op]) -> list[_When]:
    """When each operation of a block is evaluated: what is folded with the first of
    those that read it, in the order of what they are given."""
    end = len(block.ops)
    readers: dict[Value, int] = {}
    for place in reversed(range(end)):
        readers.update(dict.fromkeys(used_values(block.ops[place]), place))
    homes = [*range(end), end]
    for place in reversed(range(end)):
        op = block.ops[place]
        if isinstance(op, Op) and op.results[0] in folded:
            homes[place] = homes[readers.get(op.results[0], end)]
    ranks: dict[Operation, int] = {}
    for place, op in enumerate(block.ops):
        if homes[place] == place:
            for one in (*_folded_into(op, folded), op):
                ranks.setdefault(one, len(ranks))
    # Part of what the block gives is what is left.
    return [
        (home, ranks.get(op, end + place))
        for place, (home, op) in enumerate(zip(homes, block.ops, strict=False))
    ]


def _folded_into(op: Operation, folded: Mapping[Value, Op]) -> Iterator[Op]:
    """What is printed in an expression, in the order in which it is evaluated."""
    for arg in direct_args(op):
        if isinstance(arg, Value) and arg in folded:
            yield from _folded_into(folded[arg], folded)
            yield folded[arg]
