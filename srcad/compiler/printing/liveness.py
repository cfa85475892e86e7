"""Which values live at once, and so cannot be one variable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from srcad.compiler.ir.types import (
    Block,
    Call,
    Exit,
    If,
    Loop,
    Op,
    Opaque,
    Value,
    free_values,
)
from srcad.compiler.printing.schedule import Append, Schedule, Unpack


@dataclass(slots=True)
class Webs:
    """Sets of values that are one variable; ``edges`` say which must not be.

    ``unbound`` are values that some path leaves unbound, ``read`` those of them that
    are read all the same, which raises there.
    """

    parent: dict[Value, Value] = field(default_factory=dict)
    members: dict[Value, list[Value]] = field(default_factory=dict)
    edges: dict[Value, set[Value]] = field(default_factory=dict)
    unbound: set[Value] = field(default_factory=set)
    read: set[Value] = field(default_factory=set)

    def may_raise(self, *values: Value) -> bool:
        """Whether values, as one variable, are read where a path leaves it unbound."""
        members = {one for v in values for one in self.members.get(self.root(v), [v])}
        return bool(self.unbound & members and self.read & members)

    def root(self, value: Value) -> Value:
        while self.parent.get(value, value) is not value:
            value = self.parent[value]
        return value

    def add(self, value: Value) -> None:
        self.members.setdefault(self.root(value), [value])

    def interfere(self, value: Value, others: Iterable[Value]) -> None:
        for other in others:
            if other is not value:
                self.edges.setdefault(value, set()).add(other)
                self.edges.setdefault(other, set()).add(value)

    def clash(self, first: Value, second: Value) -> bool:
        a, b = self.root(first), self.root(second)
        if a is b:
            return False
        inside = set(self.members.get(b, [b]))
        return any(self.edges.get(v, set()) & inside for v in self.members.get(a, [a]))

    def join(self, first: Value, second: Value) -> None:
        a, b = self.root(first), self.root(second)
        if a is b:
            return
        merged = self.members.pop(a, [a]) + self.members.pop(b, [b])
        self.parent[b] = a
        self.members[a] = merged


@dataclass(slots=True)
class Liveness:
    """Enters in ``webs`` what a function's values meet, by a walk backwards."""

    plan: Schedule
    webs: Webs

    def block(self, block: Block, live: set[Value], exits: set[Value]) -> set[Value]:
        """Walk backwards; ``live`` holds after the block, the answer before it.

        ``exits`` are the values that must be intact where the loop is left.
        """
        live = set(live)
        for item in reversed(self.plan.items[block]):
            live = self._item(item, live, exits)
        return live

    def _item(self, item: object, live: set[Value], exits: set[Value]) -> set[Value]:
        uses = self.plan.atoms
        match item:
            case Append():
                return live | set(uses(*item.atoms)) | set(item.lists)
            case Exit():
                return live | set(uses(item.condition)) | exits
            case If():
                return self._if(item, live, exits)
            case Loop():
                return self._loop(item, live)
            case Op() | Call() | Opaque() | Unpack():
                results = self.plan.bound(item)
                for result in results:
                    self.webs.add(result)
                    self.webs.interfere(result, live)
                    self.webs.interfere(result, results)
                return (live - set(results)) | set(uses(*item.args))
        raise TypeError(item)

    def _if(self, op: If, live: set[Value], exits: set[Value]) -> set[Value]:
        for result in op.results:
            self.webs.add(result)
            self.webs.interfere(result, live)
            self.webs.interfere(result, op.results)
        rest = live - set(op.results)
        before: set[Value] = set(self.plan.atoms(op.condition))
        for block in (op.then, op.orelse):
            ends = set(self.plan.atoms(*block.results))
            # The result's variable is assigned here while the rest is alive.
            for result in op.results:
                self.webs.interfere(result, rest)
            before |= self.block(block, rest | ends, exits)
        return before

    def _loop(self, op: Loop, live: set[Value]) -> set[Value]:
        rest = live - set(op.results)
        lists = set(op.results[op.carries :])
        captured = self._captured(op)
        around = rest | captured | lists
        for result in op.results:
            self.webs.add(result)
            self.webs.interfere(result, around)
            self.webs.interfere(result, op.results)
        ends = set(self.plan.atoms(*op.body.results[: op.carries]))
        if op.stop is not None:
            ends |= set(self.plan.atoms(op.stop))
        pairs = zip(op.carry_params, op.results, strict=False)
        exits = {param for param, result in pairs if result in live}
        inside = self.block(op.body, around | ends, exits)
        params = op.body.params
        for param in params:
            self.webs.add(param)
            self.webs.interfere(param, (inside | around) - set(params))
            self.webs.interfere(param, params)
        # What a carried variable becomes is assigned while the others still hold.
        tested = set() if op.stop is None else set(self.plan.atoms(op.stop))
        for k, param in enumerate(op.carry_params):
            self.webs.interfere(param, around | (tested - {op.body.results[k]}))
        before = (inside - set(params)) | rest | captured
        # The lists are made, then the starts assigned, then the head is evaluated.
        heads = [*(atom for atom, _ in op.sequences), *(op.bounds or ())]
        read = self.plan.atoms(*heads)
        for param in (*op.carry_params, *lists):
            self.webs.interfere(param, read)
        for one in lists:
            self.webs.interfere(one, self.plan.atoms(*op.starts))
        return (before - lists) | set(self.plan.atoms(*op.starts, *heads))

    def _captured(self, op: Loop) -> set[Value]:
        found: set[Value] = set()
        for value in free_values(op.body):
            found.update(self.plan.atoms(value))
        return found - set(op.body.params)
