"""Layers of one kind, one behind the other, are a loop over their parameters.

    y = block(x, v_0, w_0)
    z = block(y, v_1, w_1)   is   for v, w in zip(vs, ws): x = block(x, v, w)
    ...

Where ``v_0``, ``v_1`` ... are parameters of the function that are read nowhere else,
the list ``vs`` is one of its parameters instead; so it is in the functions that pass
them on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.cloning import fresh
from srcad.compiler.ir.substitution import Substitution, substitute, with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Function,
    Loop,
    Op,
    Operation,
    Value,
    blocks_of,
    contexts_of,
    direct_args,
    operations,
    walk,
    with_body,
)

# As many calls in a row are a loop.
_CALLS = 3

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled:
    """A function, and which of the old parameters each of its parameters stands for:
    one of them, or a list of several."""

    function: Function
    groups: tuple[Group, ...]


def roll(function: Function, allowed: Callable[[Group], bool]) -> Rolled:
    """The function with loops in the place of calls in a row.

    ``allowed`` says which of its parameters may be one list.
    """
    return _Rolling().rolled(function, allowed)


@dataclass(slots=True)
class _Rolling:
    """Functions, and what has become of them."""

    done: dict[Function, Rolled] = field(default_factory=dict)

    def rolled(self, function: Function, allowed: Callable[[Group], bool]) -> Rolled:
        block = self._called(function.body)
        params = _Params(block, allowed)
        block = _in_loops(block, params)
        known = {op.result for op in operations(function.body, Op) if _is_list_of(op)}
        lists = {
            op.result: group
            for op in operations(block, Op)
            if _is_list_of(op) and op.result not in known
            if (group := params.group(op.args)) is not None
        }
        block, groups = _with_lists(block, lists)
        if block is function.body:
            return Rolled(function, groups)
        return Rolled(replace(function, body=block), groups)

    def _called(self, block: Block) -> Block:
        """The block with what it calls rolled, and given lists."""
        builder = Builder()
        changed = False
        for op in block.ops:
            new = with_blocks(op, self._called)
            if isinstance(new, Call) and new.function.is_plain:
                new = self._call(new, builder)
            changed = changed or new is not op
            builder.ops.append(new)
        return replace(block, ops=tuple(builder.ops)) if changed else block

    def _call(self, op: Call, builder: Builder) -> Call:
        if op.function not in self.done:
            self.done[op.function] = self.rolled(op.function, lambda _: True)
        rolled = self.done[op.function]
        if rolled.function is op.function:
            return op
        args = tuple(_given(op, group, builder) for group in rolled.groups)
        return replace(op, function=rolled.function, args=args)


def _given(op: Call, group: Group, builder: Builder) -> Atom:
    atoms = [op.args[k] for k in group]
    if len(atoms) == 1:
        return atoms[0]
    builder.origin, builder.phase = op.origin, op.phase
    return builder.emit("list_of", *atoms)


def _is_list_of(op: Op) -> bool:
    return op.primitive == "list_of"


# ------------------------------------------------------------------- calls in a row


class _Params:
    """The parameters of a block, and how often each of its values is read."""

    def __init__(self, block: Block, allowed: Callable[[Group], bool]) -> None:
        self.places = {param: k for k, param in enumerate(block.params)}
        self.allowed = allowed
        self.uses = _uses(block)

    def group(self, atoms: Sequence[Atom]) -> Group | None:
        """The places of parameters that may be one list; None of other values."""
        found = tuple(
            self.places[atom]
            for atom in atoms
            if isinstance(atom, Value) and atom in self.places and self.uses[atom] == 1
        )
        alike = len({atom.aval for atom in atoms}) == 1
        whole = len(found) == len(atoms) > 1 and alike
        return found if whole and self.allowed(found) else None


def _in_loops(block: Block, params: _Params) -> Block:
    builder = Builder()
    found = False
    at = 0
    while at < len(block.ops):
        row = _row(block.ops, at, params)
        if row is None:
            builder.ops.append(block.ops[at])
            at += 1
        else:
            row.append_to(builder)
            at += len(row.calls)
            found = True
    return replace(block, ops=tuple(builder.ops)) if found else block


def _uses(block: Block) -> Counter[Atom]:
    """How often each value is read, in the blocks inside as well."""
    uses: Counter[Atom] = Counter(block.results)
    for op in walk(block):
        uses.update(direct_args(op))
        if isinstance(op, Loop) and op.stop is not None:
            uses[op.stop] += 1
        for inner in blocks_of(op):
            uses.update(inner.results)
    return uses


@dataclass(slots=True)
class _Row:
    """Calls in a row: ``carried`` gives for the place of an argument the place of the
    result of the call before; ``varying`` are the places of what is another one each
    time."""

    calls: list[Call]
    carried: dict[int, int]
    varying: list[int]

    def goes_on(self, call: Call, uses: Mapping[Atom, int]) -> bool:
        """Whether a call is the next one: what is carried is read nowhere else."""
        last = self.calls[-1]
        carried = Counter(last.results[r] for r in self.carried.values())
        return (
            all(uses[result] == carried[result] for result in last.results)
            and all(call.args[k] is last.results[r] for k, r in self.carried.items())
            and all(
                call.args[k] == last.args[k]
                for k in range(len(call.args))
                if k not in self.carried and k not in self.varying
            )
            and all(call.args[k] not in last.results for k in self.varying)
        )

    def is_loop(self, params: _Params) -> bool:
        """Whether something is carried, of one form, and parameters vary."""
        first, last = self.calls[0], self.calls[-1]
        ends = {last.results[r] for r in self.carried.values()}
        starts = [
            first.args[k].aval == last.results[r].aval for k, r in self.carried.items()
        ]
        return (
            len(self.calls) >= _CALLS
            and bool(self.carried and self.varying)
            and len({*self.carried.values()}) == len(self.carried)
            and all(starts)
            and all(isinstance(first.args[k].aval, Aval) for k in self.varying)
            and all(
                params.group([call.args[k] for call in self.calls]) is not None
                for k in self.varying
            )
            and all(params.uses[one] == 0 for one in last.results if one not in ends)
        )

    def append_to(self, builder: Builder) -> None:
        """Append the loop."""
        first, last = self.calls[0], self.calls[-1]
        builder.origin, builder.phase = first.origin, first.phase
        shell = first.function.body.params
        sequences = []
        for k in self.varying:
            atoms = [call.args[k] for call in self.calls]
            sequences.append((builder.emit("list_of", *atoms), False))
        params = {k: fresh(shell[k], {}) for k in (*self.carried, *self.varying)}
        args = tuple(params.get(k, arg) for k, arg in enumerate(first.args))
        results = tuple(fresh(value, {}) for value in last.results)
        body = Block(
            tuple(params.values()),
            (replace(first, args=args, results=results),),
            tuple(results[r] for r in self.carried.values()),
        )
        starts = tuple(first.args[k] for k in self.carried)
        ends = tuple(last.results[r] for r in self.carried.values())
        loop = Loop(None, False, starts, tuple(sequences), body, ends)
        builder.ops.append(replace(loop, origin=first.origin, phase=first.phase))


def _row(ops: Sequence[Operation], at: int, params: _Params) -> _Row | None:
    """The calls in a row from here on, where they are a loop."""
    first, *rest = islice(ops, at, at + 2)
    if not rest or not isinstance(first, Call) or not _is_same(first, rest[0]):
        return None
    row = _Row([first], {}, [])
    for k, (one, two) in enumerate(zip(first.args, direct_args(rest[0]), strict=True)):
        if two in first.results:
            row.carried[k] = first.results.index(two)
        elif one != two:
            row.varying.append(k)
    for op in islice(ops, at + 1, None):
        if not isinstance(op, Call) or not _is_same(first, op):
            break
        if not row.goes_on(op, params.uses):
            break
        row.calls.append(op)
    return row if row.is_loop(params) else None


def _is_same(call: Call, other: Operation) -> bool:
    """Whether an operation calls the same function, in the same surroundings."""
    return (
        isinstance(other, Call)
        and other.function is call.function
        and not call.function.inline
        and contexts_of(other) == contexts_of(call)
    )


# ------------------------------------------------------------------------- parameters


def _with_lists(
    block: Block, lists: dict[Value, Group]
) -> tuple[Block, tuple[Group, ...]]:
    """The block with these lists for parameters, each in the place of its first."""
    at = {group[0]: (value, group) for value, group in lists.items()}
    listed = {k for group in lists.values() for k in group}
    params: list[Value] = []
    groups: list[Group] = []
    mapping: Substitution = {}
    for k, param in enumerate(block.params):
        if k in at:
            value, group = at[k]
            hint = _hint_of([block.params[one].hint for one in group])
            new = Value(value.aval, hint, named=True)
            mapping[value] = new
            params.append(new)
            groups.append(group)
        elif k not in listed:
            params.append(param)
            groups.append((k,))
    if not lists:
        return block, tuple(groups)
    whole = substitute(_without(block, set(lists)), mapping)
    return replace(whole, params=tuple(params)), tuple(groups)


def _without(block: Block, lists: set[Value]) -> Block:
    """The block without the operations that make these lists."""
    ops = tuple(
        with_blocks(op, lambda inner: _without(inner, lists))
        for op in block.ops
        if lists.isdisjoint(op.results)
    )
    return with_body(block, ops, block.results)


def _hint_of(hints: list[str]) -> str:
    """``blocks_0_weight``, ``blocks_1_weight`` ... are ``blocks_weight``."""
    rows = [hint.split("_") for hint in hints]
    if len({len(row) for row in rows}) == 1:
        same = [len(set(column)) == 1 for column in zip(*rows, strict=True)]
        if any(same):
            return "_".join(w for w, kept in zip(rows[0], same, strict=True) if kept)
    return hints[0]
