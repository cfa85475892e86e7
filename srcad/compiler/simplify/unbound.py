"""Names that a path leaves unbound, where another path asks for them only sometimes.

In ``if c: k = f(x)`` followed by ``if c: y = k * x``, the value of ``k`` that leaves
the first branch may not be there. What keeps such a value for the backward half, or
carries it round a loop, must not fail where Python never reads it: it is None on the
path that does not bind it. A name that is read at once, on every path, stays as it is:
there Python itself raises. What may be None is never read as if it were there: where
the conditions around do not say that it is bound, its read stays, and raises.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from srcad.compiler.ir.avals import UNDEFINED, OptionalAval, shown, without_none
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.conditions import Conditions, Facts
from srcad.compiler.ir.origins import Origin
from srcad.compiler.ir.substitution import with_args, with_blocks
from srcad.compiler.ir.types import (
    NONE,
    Atom,
    Block,
    If,
    Lit,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
    blocks_of,
    direct_args,
    operations,
    used_values,
    walk,
)


def read_of(value: Value, origin: Origin | None, phase: int) -> Opaque:
    """The read of a name that may be unbound, whatever becomes of what was read."""
    return Opaque(_ALONE, (value,), (), origin=origin, phase=phase, function=_checked)


# A value is known to be bound on so many paths, those with the fewest conditions; on
# others it is read as one that may not be.
_MOST_PATHS = 64

# A read that nothing else in the block repeats, and one that something does.
_ALONE, _REPEATED = "{0}", ""


def _checked(value: Any) -> None:
    if value is None or value is UNDEFINED:
        raise UnboundLocalError


def is_read(op: Operation) -> bool:
    """Whether an operation is the read of a name and nothing else."""
    return isinstance(op, Opaque) and op.function is _checked


def stands_alone(op: Opaque) -> bool:
    """Whether nothing else in its block reads the name."""
    return op.template == _ALONE


def unbound_as_none(block: Block) -> Block:
    """The block, in which values that may be unbound are optional where it matters."""
    optional = {value: _optional(value) for value in _absent(block)}
    if optional:
        block = _Rewriter(optional).block(block)
    return _without_reads(block)


def _without_reads(block: Block) -> Block:
    """The block without the reads of names that something else in it reads, but for
    those of what may be None."""
    ops: list[Operation] = []
    read = {atom for atom in block.results if isinstance(atom, Value)}
    for op in reversed(block.ops):
        if isinstance(op, Opaque) and is_read(op) and op.args[0] in read:
            if not isinstance(op.args[0].aval, OptionalAval):
                continue
            op = replace(op, template=_REPEATED)
        read.update(atom for atom in direct_args(op) if isinstance(atom, Value))
        ops.append(with_blocks(op, _without_reads))
    return replace(block, ops=tuple(ops[::-1]))


def _optional(value: Value) -> Value:
    """The value as one that may be None; where the program says so, it is one."""
    if isinstance(value.aval, OptionalAval):
        return value
    return replace(value, aval=OptionalAval(value.aval))


def _absent(block: Block) -> dict[Value, None]:
    """The values that may be unbound and are read, or handed on, on some paths only."""
    attempts = {op.condition: op.results for op in operations(block, If) if op.catches}
    flows = [flow for op in walk(block) for flow in _flows(op, attempts)]
    sometimes = _read_inside(block)
    sometimes.update(a for sources, _ in flows for a in sources if isinstance(a, Value))
    for _, (target, *after) in flows:
        if after and _has_own_size(target):
            # The zeros that an iteration hands back have that size.
            sometimes.add(target)
    found: dict[Value, None] = {}
    while True:
        grown = dict(found)
        for sources, targets in flows:
            missing = any(_is_undefined(atom) for atom in sources)
            handed = any(atom in found for atom in sources)
            if handed or (missing and not sometimes.isdisjoint(targets)):
                grown.update(dict.fromkeys(targets))
        if len(grown) == len(found):
            return found
        found = grown


def _has_own_size(value: Value) -> bool:
    """Whether an array has a size that no other value tells."""
    aval = value.aval
    return any(shown(dim) == "?" for dim in aval.shape)


def _flows(
    op: Operation, attempts: dict[Atom, tuple[Value, ...]]
) -> list[tuple[tuple[Atom, ...], tuple[Value, ...]]]:
    """What an operation hands on, and the values that it arrives as; ``attempts`` are
    what is given where a flag is false.

    What a loop carries arrives in its next iteration, then after it. Where nothing in
    the body reads it, it is bound in every iteration.
    """
    match op:
        case If():
            given = attempts.get(op.condition, ()) if not op.catches else ()
            columns = zip(op.then.results, op.orelse.results, op.results, strict=True)
            return [
                ((first, *([] if second in given else [second])), (result,))
                for first, second, result in columns
            ]
        case Loop():
            return [
                ((op.starts[k], op.body.results[k]), (param, op.results[k]))
                for k, param in enumerate(op.carry_params)
            ]
    return []


def _read_inside(block: Block) -> set[Value]:
    """The values that are read in a block inside of the one that binds them, and what
    iterations that read it carry."""
    found: set[Value] = set()
    for op in block.ops:
        direct = {atom for atom in direct_args(op) if isinstance(atom, Value)}
        found.update(value for value in used_values(op) if value not in direct)
        for inner in blocks_of(op):
            found |= _read_inside(inner)
        if isinstance(op, Loop):
            read = {v for part in op.body.ops for v in used_values(part)}
            read.update(v for v in op.body.results if isinstance(v, Value))
            found.update(param for param in op.carry_params if param in read)
    return found


def _is_undefined(atom: Atom) -> bool:
    return isinstance(atom, Lit) and atom.value is UNDEFINED


@dataclass(slots=True)
class _Rewriter:
    """Puts optional values in the place of others; a reader gets what is there."""

    optional: dict[Value, Value]
    builder: Builder = field(default_factory=Builder)
    conditions: Conditions = field(default_factory=Conditions)
    # What is known to be bound: on which paths, and at this place.
    bound: dict[Value, set[Facts]] = field(default_factory=dict)
    here: Facts = frozenset()
    read: frozenset[Value] = frozenset()

    def block(
        self,
        block: Block,
        handed: tuple[Value, ...] = (),
        facts: Facts = frozenset(),
    ) -> Block:
        """``handed`` are what the block's results arrive as, where they do; ``facts``
        are the conditions that hold in it."""
        outer, self.builder = self.builder, Builder()
        around, self.here = (self.here, self.read), self.here | facts
        present: dict[Value, Atom] = {}
        for op in block.ops:
            self.builder.origin, self.builder.phase = op.origin, op.phase
            if (new := self._op(op, present)) is not None:
                self.builder.ops.append(new)
            self.conditions.note(op)
            if isinstance(op, If):
                self._note_paths(op)
        results = tuple(
            self._handed(atom, target, present)
            for atom, target in zip(
                block.results,
                (*handed, *[None] * (len(block.results) - len(handed))),
                strict=True,
            )
        )
        params = tuple(self.optional.get(p, p) for p in block.params)
        built, self.builder = self.builder, outer
        self.here, self.read = around
        return Block(params, tuple(built.ops), results)

    def _note_paths(self, op: If) -> None:
        """On which paths the results of a branch are bound."""
        for first, second, result in zip(
            op.then.results, op.orelse.results, op.results, strict=True
        ):
            found: set[Facts] = set()
            for side, atom in ((True, first), (False, second)):
                taken = self.conditions.fact(op.condition, side)
                if not _is_undefined(atom):
                    found |= {taken | more for more in self._paths(atom)}
            if len(found) > _MOST_PATHS:
                # Each path by which a value is handed on twice counts for two.
                shortest = sorted(found, key=lambda facts: (len(facts), sorted(facts)))
                found = set(shortest[:_MOST_PATHS])
            self.bound[result] = found

    def _paths(self, atom: Atom) -> set[Facts]:
        if not isinstance(atom, Value) or atom not in self.optional:
            return {frozenset()}
        return self.bound.get(atom, set())

    def _handed(
        self, atom: Atom, target: Value | None, present: dict[Value, Atom]
    ) -> Atom:
        if target is None or target not in self.optional:
            return self._read(atom, present)
        if _is_undefined(atom):
            return NONE
        return self.optional.get(atom, atom) if isinstance(atom, Value) else atom

    def _read(self, atom: Atom, present: dict[Value, Atom]) -> Atom:
        """The value itself, on a path where it is there."""
        if not isinstance(atom, Value) or self.optional.get(atom, atom) is atom:
            return atom
        if atom not in present:
            there = self.builder.emit("present", self.optional[atom], hint=atom.hint)
            there.named = atom.named
            present[atom] = there
        return present[atom]

    def _is_bound(self, value: Value) -> bool:
        """Whether a value that is read now is known to be there."""
        known = value in self.read or isinstance(value.aval, OptionalAval)
        return known or any(facts <= self.here for facts in self._paths(value))

    def _note_put(self, value: Value) -> None:
        """Note that what may be unbound is put into a list, though the program does not
        read it: on the paths that do not bind it, the list holds None."""
        if (there := self.optional.get(value)) and not self._is_bound(value):
            there.aval = OptionalAval(without_none(there.aval), told=True)

    def _op(self, op: Operation, present: dict[Value, Atom]) -> Operation | None:
        """The operation, with what is there in the place of what may not be; None for
        the read of a name that is bound."""
        reads = [a for a in direct_args(op) if isinstance(a, Value)]
        if isinstance(op, Loop):
            starts = tuple(
                self._handed(start, result, present)
                for start, result in zip(op.starts, op.results, strict=False)
            )
            reads = [a for a in reads if a not in op.starts or a in _other_args(op)]
        if is_read(op) and reads[0] in self.optional:
            bound = self._is_bound(reads[0])
            self.read |= {reads[0]}
            if bound:
                return None
            return with_args(op, {reads[0]: self.optional[reads[0]]})
        if isinstance(op, Op) and op.primitive == "list_of":
            for value in reads:
                self._note_put(value)
        new = with_args(op, {a: self._read(a, present) for a in reads})
        match new:
            case If():
                assert isinstance(op, If)
                facts = partial(self.conditions.implied, op.condition)
                return replace(
                    new,
                    then=self.block(new.then, new.results, facts(True)),
                    orelse=self.block(new.orelse, new.results, facts(False)),
                    results=self._results(new.results),
                )
            case Loop():
                body = self._loop_body(new)
                stop = new.stop
                if stop is not None:
                    *results, stop = body.results
                    body = replace(body, results=tuple(results))
                return replace(
                    new,
                    starts=starts,
                    body=body,
                    stop=stop,
                    results=self._results(new.results),
                )
        return new

    def _loop_body(self, op: Loop) -> Block:
        """The body; a ``stop`` is the last of its results."""
        extra = () if op.stop is None else (op.stop,)
        body = replace(op.body, results=(*op.body.results, *extra))
        return self.block(body, op.results[: op.carries])

    def _results(self, results: tuple[Value, ...]) -> tuple[Value, ...]:
        return tuple(self.optional.get(value, value) for value in results)


def _other_args(op: Loop) -> tuple[Atom, ...]:
    return (*(op.bounds or ()), *(atom for atom, _ in op.sequences))
