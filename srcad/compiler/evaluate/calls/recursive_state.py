"""What a recursive function changes that is not its own: arrays, lists of numbers, and
numbers that are items of dicts, attributes, or variables of functions around.

They are parameters of the function of the IR and results of it. A call of itself is
given what they hold, and they hold afterwards what it gives.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from srcad.compiler.evaluate.agreement import JoinedSizes, joined
from srcad.compiler.evaluate.contents import current, has_grown
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of, leaves
from srcad.compiler.evaluate.objects import Box, aval_of, box_of, is_array_box
from srcad.compiler.evaluate.operations.changes import change, refuse_unsafe_write
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import GrowsAtRunTime
from srcad.compiler.evaluate.storage.aliases import places_in
from srcad.compiler.evaluate.storage.elements import array_element
from srcad.compiler.evaluate.storage.list_items import is_list_box
from srcad.compiler.evaluate.storage.lists import write
from srcad.compiler.evaluate.storage.read_ahead import refuse_resized
from srcad.compiler.ir.avals import AnyAval, UndefinedAval, without_size
from srcad.compiler.ir.lists import element_of
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Atom, Value


@dataclass(frozen=True, slots=True)
class _List:
    """A list of numbers."""

    box: Box

    def read(self, session: Session) -> Any:
        return self.box

    def hold(self, session: Session, item: Box) -> None:
        session.write(self.box, item.value)

    def put(self, frame: Frame, item: Box, node: ast.AST) -> None:
        assert isinstance(item.value, Value)
        refuse_resized(frame, self.box, node)
        write(frame, self.box, item.value, node)

    @property
    def word(self) -> str:
        return self.box.value.hint or "items"


class _Array(_List):
    """An array that is written in place."""

    def put(self, frame: Frame, item: Box, node: ast.AST) -> None:
        refuse_unsafe_write(frame, self.box, node)
        frame.session.write(self.box, item.value)


@dataclass(frozen=True, slots=True)
class _Number:
    """A number that a dict, or an object, holds."""

    owner: dict[Any, Any]
    key: Any

    def read(self, session: Session) -> Any:
        return current(self.owner[self.key])

    def hold(self, session: Session, item: Box) -> None:
        session.write_item(self.owner, self.key, item)

    def put(self, frame: Frame, item: Box, node: ast.AST) -> None:
        change(frame, self.owner, node)
        self.owner[self.key] = item

    @property
    def word(self) -> str:
        key = self.key if isinstance(self.key, str) else ""
        return key if key.isidentifier() else "number"


@dataclass(slots=True)
class State:
    """All of it, and what is known of it in any call."""

    parts: list[_List | _Number] = field(default_factory=list)
    avals: list[AnyAval] = field(default_factory=list)

    def atoms(self, session: Session) -> list[Atom]:
        """What they hold by now."""
        return [session.atom(part.read(session)) for part in self.parts]

    def named(self, session: Session, taken: Iterable[str]) -> dict[str, Box]:
        """What they hold as parameters, by names of their own."""
        found: dict[str, Box] = {}
        for part, atom in zip(self.parts, self.atoms(session), strict=True):
            word = part.word
            while word in taken or word in found:
                word += "_"
            item = part.read(session)
            found[word] = item if box_of(item) is item else session.box(atom)
        return found

    def enter(self, session: Session, given: Sequence[Box]) -> None:
        """Let them hold, in the function, what it is given."""
        for part, one in zip(self.parts, given, strict=True):
            part.hold(session, one)

    def leave(self, session: Session) -> tuple[Box, ...]:
        """What they hold at the end of the function."""
        return tuple(map(session.box, self.atoms(session)))

    def put(self, frame: Frame, found: Sequence[Box], node: ast.AST) -> None:
        """Let them hold what a call gives."""
        for part, one in zip(self.parts, found, strict=True):
            part.put(frame, one, node)

    def shown_by(self, names: Mapping[str, Any]) -> str | None:
        """Which of some objects, by their names, is a part of it, or has one."""
        for name, item in names.items():
            owners = {box for one in leaves(item) for box in box_of(one).owners}
            if any(part.box in owners for part in self._lists):
                return name
        return None

    @property
    def _lists(self) -> list[_List]:
        return [part for part in self.parts if isinstance(part, _List)]

    def takes(self, k: int, aval: AnyAval) -> bool:
        """Whether one is known to hold what is like this; from now on, else."""
        known = self.avals[k]
        wider = joined(known, without_size(aval), "", JoinedSizes())
        if wider is None:
            raise ShapeError(f"what holds {known} cannot hold {aval}")
        self.avals[k] = wider
        return wider == known

    def refuse_variables(self, frame: Frame, written: Iterable[Any]) -> None:
        """Refuse what writes variables of functions around that are no items."""
        around = {id(one.scope) for one in frame.active() if one is not frame}
        if any(id(variable.scope) in around for variable in written):
            _refuse(frame)

    def note(self, frame: Frame, written: Mapping[Any, Any], born: int) -> bool:
        """Note what was written that was there before; whether that was known.

        A list that is known item by item becomes one of run time where it was made;
        what is no list of numbers, and no number, is refused.
        """
        found: list[_List | _Number] = []
        for place in written:
            if place.serial <= born:
                found += _parts_of(frame, place, written[place])
        others = [part for part in found if part not in self.parts]
        for part in others:
            self.parts.append(part)
            atom = frame.session.atom(part.read(frame.session))
            self.avals.append(without_size(atom.aval))
        return not others


def _parts_of(frame: Frame, place: Any, now: Any) -> list[_List | _Number]:
    """What has been changed at a place, which holds something else ``now``."""
    container = place.container
    if container is None:
        if box_of(place) is not place:
            _refuse(frame)
        if place.view or place.is_input or place.parameter or place.outside:
            _refuse(frame)
        if is_array_box(place) and array_element(frame.session, place) is None:
            return [_Array(place)]
        if not _is_of_numbers(place):
            _refuse(frame)
        return [_List(place)]
    if not frame.session.owns(place) or has_grown(container):
        _refuse(frame)
    if type(container) is dict:
        return _numbers_of(frame, container, now)
    if type(container) is not list:
        _refuse(frame)
    sample = kind_of(now).form(now) if has_grown(now) else [*now, *container, 0.0][0]
    raise GrowsAtRunTime(place, None, sample)


def _numbers_of(
    frame: Frame, owner: dict[Any, Any], now: dict[Any, Any]
) -> list[_List | _Number]:
    """The numbers of a dict that are others ``now``."""
    changed = [key for key in owner if owner[key] is not now.get(key)]
    pairs = [(current(owner[key]), current(now.get(key))) for key in changed]
    if [*owner] != [*now] or not all(_is_number(one) for pair in pairs for one in pair):
        _refuse(frame)
    return [_Number(owner, key) for key in changed]


def _is_number(item: Any) -> bool:
    known = isinstance(item, bool | int | float)
    return known or (box_of(item) is item and aval_of(item).is_scalar)


def _is_of_numbers(place: Any) -> bool:
    """Whether a place is a list of numbers."""
    if not is_list_box(place):
        return False
    element = element_of(place.value)
    return isinstance(element, UndefinedAval) or bool(element.is_scalar)


def _refuse(frame: Frame) -> NoReturn:
    name = getattr(frame.source.node, "name", "function")
    frame.refuse(
        "SRC011",
        f"the recursive function `{name}` changes what is outside of it",
        frame.source.node,
        help="pass the value as an argument, and return the new one",
    )


def argument_of(
    session: Session, names: Mapping[str, Any], places: Sequence[Any]
) -> str | None:
    """Which argument one of some places is, or is in."""
    for name, item in names.items():
        if any(box_of(one) in places for one in places_in(session, item)):
            return name
    return None
