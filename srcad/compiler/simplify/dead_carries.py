"""What a backward loop carries for its first iteration alone.

A loop that is left early records the flag that ends it: it is true in the last
iteration at most, which the backward loop runs first. What is read only where the flag
is true need not be carried on; and what is chosen by the flag that the loop ends with
is known there.

    for done in reversed(flags):            for done in reversed(flags):
        if done:                                if done:
            dx[i] += dout               =>          dx[i] += dout
        dout = 0.0
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from srcad.compiler.ir.substitution import Substitution, substitute, with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    If,
    Lit,
    Loop,
    Operation,
    Value,
    blocks_of,
    direct_args,
    walk,
)
from srcad.compiler.simplify.dead import remove_dead
from srcad.compiler.simplify.loops import without_carries


@dataclass(frozen=True, slots=True)
class _Flags:
    """A list of flags of which the last alone may be true; or, with ``inner``, of such
    lists. ``ended`` are values that are true where any of them is."""

    ended: frozenset[Value]
    inner: _Flags | None = None


def without_dead_carries(backward: Function, forward: Function) -> Function:
    """The backward half of ``forward`` without what only a first iteration reads."""
    known = _recorded(forward.body)
    kept = forward.body.results[forward.outputs :]
    params = backward.body.params
    pairs = list(zip(params, kept, strict=False))
    flags = {p: known[a] for p, a in pairs if isinstance(a, Value) and a in known}
    if not flags:
        return backward
    guards = _Guards({a: p for p, a in pairs if isinstance(a, Value)})
    nothing: frozenset[Value] = frozenset()
    guards.enter(backward.body, {p: (f, nothing, nothing) for p, f in flags.items()})
    used = {a for a in backward.body.results if isinstance(a, Value)}
    for op in walk(backward.body):
        ends = (atom for block in blocks_of(op) for atom in block.results)
        used.update(a for a in (*direct_args(op), *ends) if isinstance(a, Value))
    body = _Spent(guards, used).block(backward.body)
    return replace(backward, body=remove_dead(body))


def _recorded(block: Block) -> dict[Value, _Flags]:
    """The lists of flags that the loops of a block record."""
    found: dict[Value, _Flags] = {}
    for op in block.ops:
        for inner in blocks_of(op):
            found.update(_recorded(inner))
        if not isinstance(op, Loop) or not isinstance(op.stop, Value):
            continue
        ends = op.body.results
        ended = frozenset(
            op.results[k]
            for k, start in enumerate(op.starts)
            if ends[k] is op.stop and start == Lit(False)
        )
        for k in range(op.carries, len(ends)):
            end = ends[k]
            if end is op.stop:
                found[op.results[k]] = _Flags(ended)
            elif isinstance(end, Value) and end in found:
                if op.stop in found[end].ended:
                    found[op.results[k]] = _Flags(ended, found[end])
    return found


@dataclass(slots=True)
class _Guards:
    """Flags in the backward half: elements of the lists of flags.

    ``first`` has for each the elements of the loops around it in whose first iteration
    alone it may be true, ``ended`` the values that are true where it is.
    """

    by_forward: dict[Value, Value]
    first: dict[Value, frozenset[Value]] = field(default_factory=dict)
    ended: dict[Value, frozenset[Value]] = field(default_factory=dict)

    def enter(
        self,
        block: Block,
        lists: dict[Value, tuple[_Flags, frozenset[Value], frozenset[Value]]],
    ) -> None:
        for op in block.ops:
            inside = dict(lists)
            if isinstance(op, Loop):
                pairs = zip(op.element_params, op.sequences, strict=True)
                for element, (atom, backwards) in pairs:
                    if not backwards or not isinstance(atom, Value):
                        continue
                    if atom not in lists:
                        continue
                    flags, first, ended = lists[atom]
                    first = first | {element}
                    known = (self.by_forward.get(v) for v in flags.ended)
                    ended = ended | {v for v in known if v is not None}
                    if flags.inner is not None:
                        inside[element] = flags.inner, first, ended
                    else:
                        self.first[element], self.ended[element] = first, ended
            for inner in blocks_of(op):
                self.enter(inner, inside)


@dataclass(slots=True)
class _Spent:
    """``used`` is everything that is read somewhere in the backward half."""

    guards: _Guards
    used: set[Value]

    def block(self, block: Block) -> Block:
        ops: list[Operation] = []
        for op in block.ops:
            op = with_blocks(op, self.block)
            ops.append(self._loop(op) if isinstance(op, Loop) else op)
        block = replace(block, ops=tuple(ops))
        mapping: Substitution = {}
        for op in ops:
            if isinstance(op, If):
                mapping.update(self._chosen(op, block))
        return substitute(block, mapping) if mapping else block

    def _loop(self, op: Loop) -> Loop:
        """The loop without what is read in its first iteration alone."""
        allowed = {
            guard
            for guard, first in self.guards.first.items()
            if not first.isdisjoint(op.element_params)
        }
        inside: Substitution = {}
        keep: list[int] = []
        for k, param in enumerate(op.carry_params):
            ends = replace(op.body, results=_without(op.body.results, k))
            if op.results[k] in self.used or _is_read(ends, param, allowed):
                keep.append(k)
            else:
                inside[param] = op.starts[k]
        return without_carries(op, keep, inside) if inside and allowed else op

    def _chosen(self, op: If, block: Block) -> Substitution:
        """What a branch gives, where it is read only if the first side was taken."""
        if not isinstance(op.condition, Value):
            return {}
        allowed = {g for g, e in self.guards.ended.items() if op.condition in e}
        bound = {value for one in op.then.ops for value in one.results}
        return {
            result: end
            for result, end in zip(op.results, op.then.results, strict=True)
            if allowed and end not in bound and not _is_read(block, result, allowed)
        }


def _without(results: tuple[Atom, ...], k: int) -> tuple[Atom, ...]:
    return (*results[:k], *results[k + 1 :])


def _is_read(block: Block, value: Value, allowed: set[Value]) -> bool:
    """Whether a block reads a value elsewhere than where one of the flags is true."""
    for op in block.ops:
        if value in direct_args(op):
            return True
        if isinstance(op, Loop) and op.stop is value:
            return True
        inner = blocks_of(op)
        if isinstance(op, If) and op.condition in allowed:
            inner = inner[1:]
        if any(_is_read(one, value, allowed) for one in inner):
            return True
    return value in block.results
