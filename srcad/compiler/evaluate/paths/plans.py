"""What a run-time loop carries, as far as is known, from one iteration to the next."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from srcad.compiler.evaluate.agreement import (
    JoinedSizes,
    classes_of,
    holds_without_axes,
)
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.facts import Fact, Relation
from srcad.compiler.evaluate.flow import Flow
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.heap import Spoiling
from srcad.compiler.evaluate.objects import (
    Box,
    Conflict,
    Held,
    is_callers_list,
)
from srcad.compiler.evaluate.scope import plain
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.storage.aliases import (
    Place,
    link_any,
    places_in,
    stands_for,
)
from srcad.compiler.ir.avals import AnyAval


class Named(str):
    """A name of the function, as its frame keeps it."""

    __slots__ = ()

    is_carry = True
    held: ClassVar[None] = None

    @property
    def shown(self) -> str:
        """What it is called where it is complained of."""
        return plain(self)

    hint = shown

    def is_of(self, frame: Frame) -> bool:
        """Whether it is one of this frame's."""
        return frame.key(plain(self)) == self

    def now(self, frame: Frame) -> Any:
        """What stands there."""
        return current(frame.names.get(self, MISSING))


class Leaving(str):
    """Stands for a value that a loop is left with, by its number."""

    __slots__ = ()

    is_carry = True
    held: ClassVar[None] = None


def leaving(flow: Flow) -> dict[Any, Any]:
    """The values that a loop is left with, by ``return`` or since something is caught,
    here or in what consumes a generator."""
    found: dict[Any, Any] = {}
    flows = [flow]
    for one in flows:
        if one.done is not False:
            found[Leaving(len(found))] = one.value
        flows += [*filter(None, [one.outer]), *(raised for _, raised in one.caught)]
    return found


@dataclass(frozen=True, slots=True)
class Part:
    """The item of a list or dict at a key."""

    held: Held
    key: Any

    is_carry = True

    @property
    def shown(self) -> str:
        return f"the item {self.key!r}"

    def described(self, frame: Frame) -> str:
        """What it is called, with what it is a part of."""
        owner = self.held.container
        if isinstance(owner, dict) and not frame.session.is_from_program(owner):
            return f"the attribute `{self.key}`"
        return f"{self.shown} of a {type(owner).__name__}"

    @property
    def hint(self) -> str:
        named = isinstance(self.key, str) and self.key.isidentifier()
        return self.key if named else ""

    def is_of(self, frame: Frame) -> bool:
        return True

    def now(self, frame: Frame) -> Any:
        return current(self.held.items().get(self.key, MISSING))


# Where a structure stands that a loop carries: under a name, or in a container.
Carry = Named | Part


@dataclass(frozen=True, slots=True)
class PlaceIn:
    """The place at an ``index`` among all that a carry holds."""

    carry: Carry
    index: int
    count: int

    is_carry = True


@dataclass(slots=True)
class Plan:
    """What the loop carries: names and items (as structures of atoms), and boxes."""

    carries: dict[Carry, Any]
    boxes: list[Box]
    avals: dict[tuple[Any, int], AnyAval] = field(default_factory=dict)
    sizes: JoinedSizes = field(default_factory=JoinedSizes)
    # Names of other kinds at the end of an iteration than at its start: they must not
    # be read before they are bound. Those of ``targets`` never are.
    lost: set[str] = field(default_factory=set)
    targets: set[str] = field(default_factory=set)
    # Names that are read after the loop, and those of which each iteration makes a
    # structure that no other one reads: it is carried for what follows alone.
    read_after: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)
    # Containers that a refused statement would have changed.
    refused: dict[str, Conflict] = field(default_factory=dict)
    # What is noted of carries, and of places from before the loop, after an iteration.
    facts: dict[Fact, None] = field(default_factory=dict)
    # What is older than the loop and must not be read after an iteration, and why.
    spoiled: dict[Box, str] = field(default_factory=dict)
    # The classes that numbers have before the loop, and not after an iteration.
    classes: dict[tuple[Any, int], frozenset[type]] = field(default_factory=dict)
    # Where there may be an array without axes after an iteration.
    holding: set[tuple[Any, int]] = field(default_factory=set)
    # Where there may be a list of the caller after an iteration.
    callers: set[tuple[Any, int]] = field(default_factory=set)
    # What is computed of inputs in an iteration, and was taken to be of literals alone.
    varying: set[tuple[Any, int]] = field(default_factory=set)
    # Whether no earlier iteration makes anything else of what one starts with.
    complete: bool = False
    # When the loop was met: what is older is not of one of its trials.
    born: int = 0

    def restart(self, carry: Carry, start: Any) -> None:
        """Carry a structure of other parts: what was learnt of those is forgotten."""
        self.carries[carry] = start
        for key in [key for key in self.avals if key[0] == carry]:
            del self.avals[key]

    def classes_of(self, key: tuple[Any, int], start: Any) -> frozenset[type]:
        """The classes that a number which is carried may have besides its own."""
        return self.classes.get(key, frozenset()) | classes_of(start)

    def holds(self, key: tuple[Any, int], start: Any) -> bool:
        """Whether what is carried may be an array without axes, and no number."""
        return key in self.holding or holds_without_axes(start)

    def is_callers(self, key: tuple[Any, int], start: Any) -> bool:
        """Whether what is carried may be a list of the caller."""
        return key in self.callers or is_callers_list(start)

    def learn(self, facts: Iterable[Fact]) -> bool:
        """Note facts; whether one of them is new."""
        known = len(self.facts)
        self.facts.update(dict.fromkeys(facts))
        return len(self.facts) > known

    def spoil(self, spoiled: Iterable[Spoiling]) -> bool:
        """Note what an iteration leaves unreadable of what is older than the loop;
        whether some of it is new."""
        known = len(self.spoiled)
        older = {box: why for box, why in spoiled if box.serial <= self.born}
        self.spoiled = {**older, **self.spoiled}
        return len(self.spoiled) > known

    def parts(self, held: Held) -> list[Part]:
        """The parts of a container that are carried."""
        return [s for s in self.carries if s.held is not None and s.held is held]


def link_carries(session: Session, plan: Plan, structures: Mapping[Carry, Any]) -> None:
    """Note what the new objects in the carries may be besides."""
    for carry, structure in structures.items():
        stands_for(session, structure, plan.carries.get(carry))
    for relation, *ends in plan.facts:
        first, second = (_places(session, structures, end) for end in ends)
        if relation is Relation.SAME:
            link_any(session, first, second)
            continue
        for one, other in itertools.product(first, second):
            session.note(relation, one, other)


def _places(session: Session, structures: Mapping[Carry, Any], end: Any) -> list[Place]:
    """The place that a fact of a plan is about, or those in a carry: all of them where
    it holds others by now."""
    if not end.is_carry:
        return [end]
    place = end if isinstance(end, PlaceIn) else None
    carry = end if place is None else place.carry
    found = list(places_in(session, structures.get(carry), chosen=False))
    if place is None or len(found) != place.count:
        return found
    return [found[place.index]]


def fill_carries(frame: Frame, structures: dict[Carry, Any]) -> None:
    """Put new structures into names and containers."""
    contents: dict[Held, Any] = {}
    for carry, structure in structures.items():
        if carry.held is None:
            frame.names[str(carry)] = structure
        else:
            contents.setdefault(carry.held, carry.held.value)[carry.key] = structure
    for held, value in contents.items():
        frame.session.write(held, value)
