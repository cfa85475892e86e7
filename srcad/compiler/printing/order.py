"""Order inside of a block, so that a variable can be assigned to where the user does.

A loop hands its next values on at the end of an iteration. Where what it started with
is still read then, the two cannot be one variable: ``h_1 = f(h)`` and, at the end,
``h = h_1``. In a derivative what reads the old value is put before what makes the new
one, if both are of one statement of the user's. Elsewhere the old value gets a second
name, ``h_before = h``, and ``h = f(h)`` stands as it was written.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.origins import Origin
from srcad.compiler.ir.sharing import Aliases, is_mutable, is_write, written
from srcad.compiler.ir.substitution import substitute, with_blocks
from srcad.compiler.ir.types import (
    NONE,
    Atom,
    Block,
    Exit,
    Function,
    Loop,
    Op,
    Operation,
    Value,
    contexts_of,
    used_values,
    walk,
)


def ordered(function: Function) -> Function:
    """The function with what reads an old value before what makes the new one."""
    there = {
        op.result: op.args[0]
        for op in walk(function.body)
        if isinstance(op, Op) and op.primitive == "present"
    }
    known = _Known(Aliases(function.body), there)
    return replace(function, body=_ordered(function.body, known, None))


@dataclass(frozen=True, slots=True)
class _Known:
    """Which values may be one array; and what is another value, where it is there."""

    aliases: Aliases
    there: dict[Value, Atom]

    def called(self, atom: Atom, word: str) -> bool:
        """Whether a value, or what it is, is called so."""
        return isinstance(atom, Value) and word in self.words(atom)

    def words(self, value: Value) -> tuple[str, ...]:
        """What a value, and what it is, are called."""
        found = [called(value)]
        atom = self.there.get(value, NONE)
        while isinstance(atom, Value):
            found.append(called(atom))
            atom = self.there.get(atom, NONE)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class _OldValues:
    """What is read further down in a block than where one looks, and made further up,
    by what it is called: the block is gone through from its end."""

    known: _Known
    read: dict[Value, tuple[str, ...]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def are_read_after(self, op: Operation) -> bool:
        """Whether an old value is read after an operation, the next one upwards, that
        is called as what this one makes."""
        for value in op.results:
            self.counts.subtract(self.read.pop(value, ()))
        found = isinstance(op, Op) and self.counts[called(op.results[0])] > 0
        for atom in op.args if isinstance(op, Op) else ():
            if isinstance(atom, Value) and atom not in self.read:
                self.read[atom] = self.known.words(atom)
                self.counts.update(self.read[atom])
        return found


def _ordered(block: Block, known: _Known, around: Origin | None) -> Block:
    ops: list[Operation] = []
    for op in block.ops:
        inner = partial(_ordered, known=known, around=op.origin)
        ops.append(with_blocks(op, inner))
    old = _OldValues(known)
    for place in reversed(range(len(ops))):
        op = ops[place]
        waits = old.are_read_after(op)
        last = _last_reader(ops, place, known, around) if waits else None
        if last is not None:
            waiting = ops.pop(place)
            assert isinstance(waiting, Op)
            ops.insert(last, replace(waiting, origin=ops[last - 1].origin))
    return replace(block, ops=tuple(ops))


def _last_reader(
    ops: list[Operation], place: int, known: _Known, around: Origin | None
) -> int | None:
    """The last operation of the statement, or of the one ``around``, that reads what
    the one at ``place`` assigns to again, where that one can wait for it."""
    op = ops[place]
    word = called(op.results[0]) if isinstance(op, Op) else ""
    if not isinstance(op, Op) or not op.phase or is_write(op) or not word:
        return None
    made = set(op.results)
    read = [arg for arg in op.args if isinstance(arg, Value) and is_mutable(arg.aval)]
    parts: set[Value] = set()
    found: int | None = None
    for k in range(place + 1, len(ops)):
        later = ops[k]
        if not isinstance(later, Op) or later.origin not in (op.origin, around):
            break
        spoils = is_write(later) and any(
            known.aliases.spoils(written(later), arg) for arg in read
        )
        read_by = not set(op.results).isdisjoint(later.args)
        if read_by or spoils or contexts_of(later) != contexts_of(op):
            break
        values = [arg for arg in later.args if isinstance(arg, Value)]
        if any(v in parts or (v not in made and known.called(v, word)) for v in values):
            found = k
            # What has no name may become part of the statement that reads it.
            parts.update(value for value in later.results if not called(value))
        made.update(later.results)
    return found


def called(value: Value) -> str:
    """What the user calls a value, or what it is the cotangent of."""
    if value.named and value.hint:
        return value.hint
    if value.primal is not None and value.primal.hint:
        return f"d{value.primal.hint}"
    return ""


def keep_starts(function: Function) -> tuple[Function, set[Value]]:
    """The function with second names for what loops start an iteration with, where it
    is read after the next value is made; and these names."""
    found: set[Value] = set()
    return replace(function, body=_keep_starts(function.body, found)), found


def _keep_starts(block: Block, found: set[Value]) -> Block:
    ops: list[Operation] = []
    for op in block.ops:
        op = with_blocks(op, lambda b: _keep_starts(b, found))
        ops.append(_with_names(op, found) if isinstance(op, Loop) else op)
    return replace(block, ops=tuple(ops))


def _with_names(loop: Loop, found: set[Value]) -> Loop:
    for k, param in enumerate(loop.carry_params):
        place = _made_at(loop.body, loop.body.results[k])
        if place is None or not _needs_name(loop, k, place):
            continue
        name = Value(param.aval, f"{called(param)}_before", True, source=param)
        found.add(name)
        ops = loop.body.ops
        near = ops[place]
        alias = Op("present", (param,), (), (name,), near.origin, near.phase)
        rest = Block((), ops[place + 1 :], loop.body.results)
        rest = substitute(rest, {param: name})
        ops = (*ops[:place], alias, near, *rest.ops)
        loop = replace(loop, body=replace(loop.body, ops=ops, results=rest.results))
    return loop


def _needs_name(loop: Loop, k: int, place: int) -> bool:
    """Whether a carried value is read after the next one is made, at ``place``, under
    the same name."""
    param, end = loop.carry_params[k], loop.body.results[k]
    word = called(param)
    if not word or not isinstance(end, Value) or called(end) != word:
        return False
    if not isinstance(param.aval, Aval):
        return False  # it may be None, or not bound
    later = loop.body.ops[place + 1 :]
    if any(isinstance(op, Exit) for op in later) or param is loop.stop:
        return False
    if end in handed_round(loop):
        return False
    carried = loop.body.results[: loop.carries]
    recorded = loop.body.results[loop.carries :]
    # What is recorded is appended as soon as all of it is known.
    known = [_made_at(loop.body, atom) for atom in recorded]
    late = param in recorded and any(k is not None and k >= place for k in known)
    return late or param in carried or any(param in used_values(op) for op in later)


def handed_round(loop: Loop) -> set[Value]:
    """The next values in ``a, b = b, f(a, b)``: nothing else reads them, while the old
    one is handed on to another variable."""
    carried = loop.body.results[: loop.carries]
    recorded = loop.body.results[loop.carries :]
    found: set[Value] = set()
    for param, end in zip(loop.carry_params, carried, strict=True):
        place = _made_at(loop.body, end)
        if place is None or param not in carried or not isinstance(end, Value):
            continue
        alone = carried.count(end) == 1 and end not in recorded and end is not loop.stop
        later = loop.body.ops[place + 1 :]
        if alone and not any({param, end} & set(used_values(op)) for op in later):
            found.add(end)
    return found


def _made_at(block: Block, value: Atom) -> int | None:
    for place, op in enumerate(block.ops):
        if value in op.results:
            return place
    return None
