"""What can be stored, and what can be computed again: the units of the choice.

A unit is a value of the forward half that the backward half may have to have, with what
makes it. The residuals of a call are one unit: they are handed on as a whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from srcad.compiler.differentiate.memory.powers import is_delicate
from srcad.compiler.differentiate.memory.regions import (
    Region,
    base_of,
    is_pure,
)
from srcad.compiler.ir.amounts import Amounts
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.sharing import is_write
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Loop,
    Op,
    Operation,
    Value,
    definitions,
    direct_args,
    free_values,
    used_values,
    walk,
)


@dataclass(slots=True, eq=False)
class Unit:
    """Values that are stored together.

    ``op`` makes them; ``needs`` are the units of what it reads, None where it must not
    be executed again. ``price`` are the bytes of storing them, None where they cannot
    be; ``work`` is what it takes to compute them again. Both are of all iterations.
    """

    values: tuple[Value, ...]
    region: Region
    op: Operation | None
    price: int | None
    work: int
    needs: tuple[Unit, ...] | None = None


@dataclass(slots=True)
class Units:
    """The units of a region, and of those inside of it; ``flat`` loops are gone
    through, and not executed again as a whole.

    ``wanted`` is what the backward half reads. The parameters of the forward half are
    no units: they are there.
    """

    root: Region
    amounts: Amounts
    homes: dict[Value, Region] = field(default_factory=dict)
    made: dict[Value, Operation] = field(default_factory=dict)
    written: set[Value] = field(default_factory=set)
    flat: set[Operation] = field(default_factory=set)
    known: dict[Value, Unit] = field(default_factory=dict)
    listed: dict[Value, Atom] = field(default_factory=dict)
    inner: dict[Value, Op] = field(default_factory=dict)
    fixed: set[Atom] = field(default_factory=set)
    order: dict[Value, int] = field(default_factory=dict)
    wanted: list[Unit] = field(default_factory=list)

    def __post_init__(self) -> None:
        for region in self.root.regions():
            params = () if region is self.root else region.forward.params
            for value in params:
                if value not in region.there:
                    self.homes[value] = region
            for inner in region.loops:
                lists = (atom for atom, _ in inner.first.sequences)
                self.listed.update(zip(inner.first.element_params, lists, strict=True))
            for op in region.forward.ops:
                for result in op.results:
                    self.homes[result], self.made[result] = region, op
                if is_write(op):
                    self.written.update(
                        one for one in direct_args(op)[:1] if isinstance(one, Value)
                    )
            self.flat.update(inner.first for inner in region.loops)
        self.inner = definitions(walk(self.root.forward))
        delicate = [op for op in walk(self.root.forward) if is_delicate(op, self.inner)]
        self.fixed = {base for op in delicate for base in direct_args(op)[:1]}
        self.order = {value: k for k, value in enumerate(self.homes)}
        for region in self.root.regions():
            read = free_values(replace(region.backward, params=()))
            found = [v for v in self._alone(region) if region.kept[v] in read]
            self.wanted.extend(self.units(found))

    def _alone(self, region: Region) -> list[Value]:
        """What a region keeps, besides the lists of loops that are gone through."""
        return [value for value in region.kept if value not in region.lists]

    def kept(self) -> list[Value]:
        """All that is kept, of lists the elements."""
        return [value for one in self.root.regions() for value in self._alone(one)]

    def to_count(self, stored: Iterable[Unit]) -> list[Unit]:
        """What is stored besides of loops of which nothing is, to count how often they
        have run: the least of what there was."""
        found: list[Unit] = []
        filled = {unit.region for unit in stored}
        loops = [one for region in self.root.regions() for one in region.loops]
        for region in (one.region for one in reversed(loops) if one.counts):
            if filled.intersection(region.regions()):
                continue
            units = self.units(self._alone(region))
            if units:
                found.append(min(units, key=lambda unit: unit.price or 0))
                filled.add(region)
        return found

    def units(self, values: Iterable[Value]) -> list[Unit]:
        """The units of values, without those of the parameters of the root."""
        found: dict[Unit, None] = {}
        for value in values:
            if value in self.homes:
                found[self.known.get(value) or self._unit(value)] = None
        return list(found)

    def _unit(self, value: Value) -> Unit:
        """The unit of a value, and of all that it may be computed from."""
        unit = self._entered(value)
        waiting = [unit]
        while waiting:
            one = waiting.pop()
            if one.op is None or not self._is_executable(one.op, one.values[0]):
                continue
            read = [v for v in used_values(one.op) if v in self.homes]
            fresh = [v for v in read if v not in self.known]
            waiting.extend(self._entered(v) for v in fresh if v not in self.known)
            one.needs = tuple(dict.fromkeys(self.known[v] for v in read))
        return unit

    def _entered(self, value: Value) -> Unit:
        region, op = self.homes[value], self.made.get(value)
        values: tuple[Value, ...] = (value,)
        if isinstance(op, Call) and value in region.kept:
            values = tuple(one for one in op.results if one in region.kept)
        work = 0 if op is None else self.amounts.work(op) * region.times
        unit = Unit(values, region, op, self._price(values, region), max(work, 1))
        self.known.update(dict.fromkeys(values, unit))
        return unit

    def _price(self, values: tuple[Value, ...], region: Region) -> int | None:
        """One more than the bytes, so that of what has none less is stored."""
        value = values[0]
        if value not in region.kept:
            if not isinstance(value.aval, Aval) or value in self.written | self.fixed:
                return None
            base = base_of(self.made.get(value))
            if base is not None and self._is_obtainable(base):
                return None
        return self.bytes(values) + region.times * len(values)

    def _is_obtainable(self, value: Value) -> bool:
        """Whether a value is there, can be stored or computed again."""
        if value not in self.homes:
            return True
        op = self.made.get(value)
        stored = isinstance(value.aval, Aval) and value not in self.written | self.fixed
        return stored or (op is not None and self._is_executable(op, value))

    def _is_executable(self, op: Operation, value: Value) -> bool:
        """Whether an operation may be executed again."""
        if op in self.flat or not is_pure(op):
            return False
        if any(is_delicate(one, self.inner) for one in walk(Block((), (op,), ()))):
            return False
        return value not in self.fixed or value not in self.homes[value].kept

    # ------------------------------------------------------------------------- bytes

    def bytes(self, values: Iterable[Value]) -> int:
        """The bytes that values hold besides the parameters of the root, which are
        there anyway; what is a part of another one holds that."""
        roots = dict.fromkeys(root for value in values for root in self._roots(value))
        total = sum(map(self._amount, roots))
        for loop in self.flat:
            assert isinstance(loop, Loop)
            total -= self._in_both(loop, roots)
        return total

    def _in_both(self, loop: Loop, roots: Collection[Value]) -> int:
        """What is counted twice: what an iteration begins with is what the one before
        has made, and the result of a loop what the last one has made."""
        found = 0
        ends = loop.body.results
        for k, param in enumerate(loop.carry_params):
            end = ends[k]
            kept = isinstance(end, Value) and {*self._roots(end)} & {*roots}
            for one in (param, loop.results[k]) if kept else ():
                if one in roots:
                    outer = self.homes[loop.results[k]].times
                    runs = self.homes[one].times // outer
                    times = max(1, runs - 1)
                    found += outer * times * self.amounts.bytes(one.aval)
        return found

    def _amount(self, value: Value) -> int:
        region = self.homes[value]
        op = self.made.get(value)
        each = self.amounts.bytes(value.aval)
        if isinstance(op, Loop) and value in op.results[op.carries :]:
            each = self._in_list(op, value)
        return each * region.times

    def _in_list(self, loop: Loop, value: Value) -> int:
        """The bytes of a list that a loop makes."""
        end = loop.body.results[loop.results.index(value)]
        each = self.amounts.bytes(end.aval)
        for op in loop.body.ops:
            if isinstance(op, Loop) and end in op.results[op.carries :]:
                assert isinstance(end, Value)
                each = self._in_list(op, end)
        return self.amounts.trips(loop) * each

    def _roots(self, value: Value) -> list[Value]:
        """Where the storage of a value was made; nothing for a parameter's."""
        while value in self.homes:
            op = self.made.get(value)
            base = base_of(op) if op is not None else self.listed.get(value)
            if isinstance(op, Call):
                base = handed_through(op, value)
            if not isinstance(base, Value):
                return [value]
            value = base
        return []


def handed_through(call: Call, value: Value) -> Value | None:
    """The argument of a call that a result of it is."""
    body = call.function.body
    end = body.results[call.results.index(value)]
    made = {one: op for op in body.ops for one in op.results}
    while end in made:
        base = base_of(made[end])  # type: ignore[index]
        if base is None:
            return None
        end = base
    if not isinstance(end, Value) or end not in body.params:
        return None
    argument = call.args[body.params.index(end)]
    return argument if isinstance(argument, Value) else None
