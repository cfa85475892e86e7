"""One side of a run-time branch, evaluated and taken back.

It is evaluated on a copy of the names and with writes to boxes journaled, so that it
leaves no trace; ``joining`` makes one of two of them.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from srcad.compiler.evaluate.agreement import is_value, without_conflict
from srcad.compiler.evaluate.ast_queries import nodes
from srcad.compiler.evaluate.facts import Fact
from srcad.compiler.evaluate.flow import Flow
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.heap import Spoiling
from srcad.compiler.evaluate.kinds import (
    Kind,
    is_structure,
    kind_of,
    leaves,
    rebuilt,
    run_time_leaves,
)
from srcad.compiler.evaluate.liveness import live_names
from srcad.compiler.evaluate.objects import Box, box_of, conflict_of
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.signals import Unreachable
from srcad.compiler.evaluate.streams import check_side
from srcad.compiler.ir.avals import UNDEFINED
from srcad.compiler.ir.types import Atom, Op, Operation
from srcad.compiler.simplify.raising import may_raise


@dataclass(slots=True)
class Side:
    """What one side of a branch did.

    ``places`` are those that are older than it, which began when there were ``born``,
    ``own`` those that it made, ``facts`` what it noted, ``spoiled`` what it left
    unreadable; ``end`` is set where its end is not reached. ``known`` is what boxes
    hold that are not None on this side.
    """

    ops: list[Operation]
    names: dict[str, Any]
    places: dict[Any, Any]
    outcome: Any
    end: Unreachable | None = None
    own: dict[Any, Any] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    spoiled: list[Spoiling] = field(default_factory=list)
    known: Mapping[Box, Atom] = field(default_factory=dict)
    born: int = 0

    def only_computes(self, frame: Frame) -> bool:
        """Whether nobody would see it if this side were executed without need."""
        changed = self.places or self.own or self.facts or self.end
        same = self.names.keys() == frame.names.keys() and all(
            frame.names[name] is item for name, item in self.names.items()
        )
        return same and not changed and not any(map(_shows, self.ops))


@dataclass(slots=True, eq=False)
class Ending:
    """What lists, dicts and records hold at the end of a side, which was taken back.

    The copies that are ``made`` of those that it changed stand for these: they have
    their places.
    """

    session: Session
    side: Side
    made: dict[int, tuple[Any, Any]] = field(default_factory=dict)

    def of(self, item: Any) -> Any:
        """The same structure as it is then."""
        kind = kind_of(item)
        if not kind.is_structure or not self.side.places:
            return item
        if id(item) not in self.made:
            self.made[id(item)] = item, self._copy(kind, item)
        return self.made[id(item)][1]

    def _copy(self, kind: Kind, item: Any) -> Any:
        container, now = kind.content(item), item
        place: Any = None if container is None else self.session.place(container)
        if place in self.side.places:
            now = kind.with_content(item, self.side.places[place])
        parts = list(kind.parts(now))
        ends = [self.of(part) for part in parts]
        if any(map(operator.is_not, parts, ends)):
            now = kind.with_parts(now, ends)
        if now is not item and place is not None:
            self.session.keep.append(now)
            self.session.held[id(kind.content(now))] = place
        return now


def _shows(op: Operation) -> bool:
    return not isinstance(op, Op) or may_raise(op)


def run_side(frame: Frame, action: Callable[[], Any]) -> Side:
    """Evaluate one side, and take back what it did to names and boxes."""
    session = frame.session
    before, mark, born = dict(frame.names), len(session.journal), session.serial
    origin = session.builder.origin
    outcome: Any = None
    end: Unreachable | None = None
    try:
        with (
            session.under_condition(frame),
            setting(session, told=session.told),
            session.building(session.builder.inner()) as builder,
        ):
            outcome = action()
            check_side(session, mark)
    except Unreachable as unreachable:
        end = unreachable
    finally:
        known = session.widen(mark)
        facts, spoiled = session.facts_since(mark), session.spoiled_since(mark)
        after = dict(frame.names)
        changed = session.undo(mark, born)
        frame.names = before
        session.builder.origin = origin
    old = {box: value for box, value in changed.items() if box.serial <= born}
    own = {box: value for box, value in changed.items() if box.serial > born}
    ended = outcome, end, own, facts, spoiled, known, born
    return Side(builder.ops, after, old, *ended)


def where_left(
    frame: Frame, name: str, pair: tuple[Any, Any], sides: tuple[Side, Side]
) -> tuple[Any, Any]:
    """What a name is on two sides: nobody reads what one has not bound that leaves."""
    first, second = map(without_conflict, pair)
    one, other = (side.outcome for side in sides)
    if first is MISSING and not is_value(second) and _leaves_unread(frame, name, one):
        return blank(second), second
    if second is MISSING and not is_value(first) and _leaves_unread(frame, name, other):
        return first, blank(first)
    return pair


def _leaves_unread(frame: Frame, name: str, outcome: Any) -> bool:
    """Whether a side surely leaves for where a name is not read before it is bound."""
    if not isinstance(outcome, Flow) or outcome.done is True:
        return isinstance(outcome, Flow)
    jumps = outcome.stop is True or outcome.skip is True
    owner = next(one for one in frame.around if one.own is None)
    plainly = owner.scope is frame.scope and not owner.suffix and owner.stream is None
    if not (jumps and plainly) or outcome.inner or outcome.resume is not None:
        return False
    function = owner.source.node
    live = (
        live_names(function, jump, owner.globals)
        for jump in nodes(function, ast.Break, ast.Continue)
    )
    return not any(names is None or name in names for names in live)


def blank(item: Any) -> Any:
    """What stands for an object where there is none, and nobody reads it."""
    return rebuilt(item, (UNDEFINED if is_value(x) else x for x in leaves(item)))


def with_staying(outcome: Any, then: Side, orelse: Side, names: dict[str, Any]) -> Any:
    """Note what names are on the side that goes on, where the other always leaves: what
    is known to be bound there, and what is known of it."""
    if not isinstance(outcome, Flow) or outcome.never_leaves:
        return outcome
    sides = [s for s in (then, orelse) if not s.outcome.always_leaves]
    if len(sides) != 1:
        return replace(outcome, staying=())
    (side,) = sides
    known, bound = dict(side.names), set[str]()
    for key, joined_item, there in side.outcome.staying:
        if known.get(key) is joined_item:
            known[key] = there
            bound.add(key)
    staying = []
    for key, item in names.items():
        there = known.get(key, MISSING)
        if is_structure(item):
            if not any(leaf.unsure for leaf in run_time_leaves(there)):
                staying.append((key, item, item))
            continue
        if not (kind_of(item).is_value or conflict_of(item)):
            continue
        if isinstance(there, _KNOWN):
            staying.append((key, item, there))
        elif box_of(item).unsure and kind_of(there).is_value:
            if key in bound or not box_of(there).unsure:
                staying.append((key, item, item))
    return replace(outcome, staying=tuple(staying))


_KNOWN = (bool, int, float, str, type(None))
