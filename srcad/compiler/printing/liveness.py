"""Which values live at once, and so cannot be one variable.

A function is walked backwards, and each step of the walk has a number. A value *lives*
from the step of its last use to that of its definition; a *mark* is a step at which it
is assigned. Two values meet where one is assigned while the other lives. So what is
kept is as long as the function, however many values live at once.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
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


@dataclass(slots=True, eq=False)
class Life:
    """The steps at which a variable is assigned, each but once, and the intervals in
    which it lives, apart from each other; all in their order."""

    marks: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.marks) + len(self.starts)

    def copy(self) -> Life:
        return Life(list(self.marks), list(self.starts), list(self.ends))

    def meets(self, other: Life) -> bool:
        """Whether one is assigned while the other lives."""
        small, large = sorted((self, other), key=len)
        for mark in small.marks:
            place = bisect_left(large.ends, mark)
            if place < len(large.starts) and large.starts[place] <= mark:
                return True
        for start, end in zip(small.starts, small.ends, strict=True):
            place = bisect_left(large.marks, start)
            if place < len(large.marks) and large.marks[place] <= end:
                return True
        return False

    def joined(self, other: Life) -> Life:
        """The life of one variable for both; neither is to be used any more."""
        small, large = sorted((self, other), key=len)
        for mark in small.marks:
            place = bisect_left(large.marks, mark)
            # All that is unpacked from one tuple is assigned at one step.
            if large.marks[place : place + 1] != [mark]:
                large.marks.insert(place, mark)
        for start, end in zip(small.starts, small.ends, strict=True):
            first = bisect_left(large.ends, start)
            last = bisect_right(large.starts, end)
            if first < last:
                start = min(start, large.starts[first])
                end = max(end, large.ends[last - 1])
            large.starts[first:last] = [start]
            large.ends[first:last] = [end]
        return large


@dataclass(slots=True)
class Webs:
    """Sets of values that are one variable; ``lives`` say which must not be.

    ``unbound`` are values that some path leaves unbound, ``read`` those of them that
    are read all the same, which raises there.
    """

    parent: dict[Value, Value] = field(default_factory=dict)
    members: dict[Value, list[Value]] = field(default_factory=dict)
    lives: dict[Value, Life] = field(default_factory=dict)
    unbound: set[Value] = field(default_factory=set)
    read: set[Value] = field(default_factory=set)

    def may_raise(self, *values: Value) -> bool:
        """Whether values, as one variable, are read where a path leaves it unbound."""
        if not self.unbound or not self.read:
            return False
        members = {one for v in values for one in self.members.get(self.root(v), [v])}
        return bool(self.unbound & members and self.read & members)

    def root(self, value: Value) -> Value:
        above = self.parent.get(value, value)
        while above is not value:
            # The way to the root is halved each time that it is gone.
            next_one = self.parent.get(above, above)
            self.parent[value] = next_one
            value, above = next_one, self.parent.get(next_one, next_one)
        return value

    def add(self, value: Value) -> None:
        self.members.setdefault(self.root(value), [value])

    def life(self, value: Value) -> Life:
        """When the variable of a value lives."""
        return self.lives.setdefault(self.root(value), Life())

    def clash(self, first: Value, second: Value) -> bool:
        if self.root(first) is self.root(second):
            return False
        return self.life(first).meets(self.life(second))

    def join(self, first: Value, second: Value) -> None:
        a, b = self.root(first), self.root(second)
        if a is b:
            return
        life = self.life(a).joined(self.life(b))
        merged = self.members.pop(a, [a]) + self.members.pop(b, [b])
        self.parent[b] = a
        self.members[a] = merged
        self.lives[a] = life
        del self.lives[b]


@dataclass(slots=True)
class Liveness:
    """Enters in ``webs`` when a function's values live, by a walk backwards.

    ``live`` are the values that live at this step, each with the step since when;
    ``opened`` are values that came to live, in their order.
    """

    plan: Schedule
    webs: Webs
    live: dict[Value, int] = field(default_factory=dict)
    opened: list[Value] = field(default_factory=list)
    step: int = 0

    def function(self, body: Block) -> None:
        """Walk through the body of a function."""
        self._open(self.plan.atoms(*body.results))
        self._block(body, ())
        self._bind(body.params)
        self._close(list(self.live))

    def _open(self, values: Iterable[Value]) -> None:
        """From the next step on, these values live."""
        self.step += 1
        for value in values:
            if value not in self.live:
                self.live[value] = self.step
                self.opened.append(value)

    def _close(self, values: Iterable[Value]) -> None:
        """After this step, these values do not live."""
        for value in values:
            start = self.live.pop(value, None)
            if start is not None:
                life = self.webs.life(value)
                life.starts.append(start)
                life.ends.append(self.step)

    def _mark(self, values: Iterable[Value]) -> None:
        """At this step, these values are assigned."""
        for value in values:
            marks = self.webs.life(value).marks
            if marks[-1:] != [self.step]:
                marks.append(self.step)

    def _bind(self, values: tuple[Value, ...]) -> None:
        """These values are assigned together: each lives when the others are."""
        if len(values) > 1:
            self._open(values)
        else:
            self.step += 1
        for value in values:
            self.webs.add(value)
        self._mark(values)
        self._close(values)

    def _block(self, block: Block, exits: Iterable[Value]) -> None:
        """``exits`` are the values that must be intact where the loop is left."""
        for item in reversed(self.plan.items[block]):
            self._item(item, exits)

    def _item(self, item: object, exits: Iterable[Value]) -> None:
        uses = self.plan.atoms
        match item:
            case Append():
                self._open((*uses(*item.atoms), *item.lists))
            case Exit():
                self._open((*uses(item.condition), *exits))
            case If():
                self._if(item, exits)
            case Loop():
                self._loop(item)
            case Op() | Call() | Opaque() | Unpack():
                self._bind(self.plan.bound(item))
                self._open(uses(*item.args))
            case _:
                raise TypeError(item)

    def _if(self, op: If, exits: Iterable[Value]) -> None:
        self._bind(op.results)
        before: dict[Value, None] = dict(self.plan.atoms(op.condition))
        for block in (op.then, op.orelse):
            count = len(self.opened)
            # The results' variables are assigned here, while the rest is alive.
            self._open(self.plan.atoms(*block.results))
            self._block(block, exits)
            inside = [value for value in self.opened[count:] if value in self.live]
            del self.opened[count:]
            before.update(dict.fromkeys(inside))
            self._close(inside)
        self._open(before)

    def _loop(self, op: Loop) -> None:
        exits = [
            param
            for param, result in zip(op.carry_params, op.results, strict=False)
            if result in self.live
        ]
        lists = op.results[op.carries :]
        captured = self._captured(op)
        self._open((*op.results, *captured))
        for result in op.results:
            self.webs.add(result)
        self._mark(op.results)
        self._close(op.results[: op.carries])
        tested = {} if op.stop is None else self.plan.atoms(op.stop)
        ends = self.plan.atoms(*op.body.results[: op.carries])
        self._open((*ends, *tested))
        self._block(op.body, exits)
        self._bind(op.body.params)
        # What a carried variable becomes is assigned while the others still hold.
        tested = {value: None for value in tested if value not in self.live}
        for k, param in enumerate(op.carry_params if tested else ()):
            others = [one for one in tested if one is not op.body.results[k]]
            self._open(others)
            self._mark((param,))
            self._close(others)
        # The lists are made, then the starts assigned, then the head is evaluated.
        bounds = self.plan.atoms(*(op.bounds or ()))
        self._open(self.plan.atoms(*(a for a, _ in op.sequences)))
        starts = [one for one in op.starts if isinstance(one, Value) and one in bounds]
        handed = [start for start in starts if start not in self.live]
        self._open(value for value in bounds if value not in handed)
        for start, param in zip(op.starts, op.carry_params, strict=True):
            # A bound reads what a carry starts with, which it is itself by then.
            others = [one for one in handed if one is not start]
            self._open(others)
            self._mark((param,))
            self._close(others)
        self._open(bounds)
        self._mark(lists)
        self._open(self.plan.atoms(*op.starts))
        self._mark(lists)
        self._close(lists)

    def _captured(self, op: Loop) -> dict[Value, None]:
        found: dict[Value, None] = {}
        for value in free_values(op.body):
            found.update(self.plan.atoms(value))
        for param in op.body.params:
            found.pop(param, None)
        return found
