"""Values that a run-time condition decides, and what it says of None."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias, TypeVar

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.kinds import kind_of, leaves
from srcad.compiler.evaluate.objects import (
    Box,
    Held,
    box_of,
    is_optional,
)
from srcad.compiler.evaluate.paths.maybe import narrow, present
from srcad.compiler.evaluate.paths.merging import merge
from srcad.compiler.evaluate.paths.raises import raise_there
from srcad.compiler.evaluate.paths.sides import Side, run_side
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.ir.types import Atom
from srcad.compiler.reading.records import is_made, own_attributes
from srcad.compiler.reading.structures import entries

R = TypeVar("R")


def branch_value(
    frame: Frame,
    condition: Box,
    then: Callable[[], R],
    orelse: Callable[[], R],
    node: ast.AST,
) -> R:
    """The value of ``then()`` or of ``orelse()``, by a run-time condition."""

    def of(action: Callable[[], R]) -> R:
        try:
            return action()
        except CompileError as error:
            raise_there(frame, error, node)
            raise

    session, actions, test = frame.session, (then, orelse), condition.value
    session.builder.pass_all(session.conditions)
    decided = session.conditions.decided(test, session.told)
    if decided is not None:
        return of(then if decided else orelse)
    sides: list[Side] = []
    for holds, action in zip((True, False), actions, strict=True):
        told = session.told | session.conditions.implied(test, holds)
        with setting(session, told=told):
            sides.append(run_side(frame, partial(of, action)))
    for action, side, other in zip(actions, sides, reversed(sides), strict=True):
        if isinstance(action, Informed):
            action.keep(side, other)
    found: R = frame.agreed(merge(frame, test, sides[0], sides[1], node), node)
    ended = [side.end is not None for side in sides]
    if ended[0] is not ended[1]:
        # What follows is reached from the other side alone.
        session.told |= session.conditions.implied(test, ended[1])
    return found


def knowing(
    frame: Frame, test: ast.expr | None, holds: bool, action: Callable[[], Any]
) -> Callable[[], Any]:
    """``action`` where ``test`` holds or does not: what it says of None is known."""
    known = dict(_known(frame, test, holds)) if test is not None else {}
    return Informed(frame.session, known, action) if known else action


@dataclass(slots=True)
class Informed:
    """An ``action`` on a path where it is known what is None (True) and what is not.

    What is not None is so for all who know it; what stands for an object as a whole is
    replaced where it was asked for. ``kept`` is what nothing became of.
    """

    session: Session
    known: dict[Where, bool]
    action: Callable[[], Any]
    kept: dict[Where, tuple[Any, Any]] = field(default_factory=dict)
    narrowed: dict[Box, Atom] = field(default_factory=dict)

    def __call__(self) -> Any:
        session, before, mark = self.session, {}, len(self.session.journal)
        for where, nothing in self.known.items():
            item = where.item
            if not nothing and is_optional(item):
                narrow(session, item)
                continue
            now = None if nothing else present(session, item, True)
            before[where] = item, now, _state(now)
            where.put(now)
        outcome = self.action()
        for where, (item, now, state) in before.items():
            if where.item is now and _state(now) == state:
                where.put(item)
                self.kept[where] = item, now
        self.narrowed = session.widen(mark)
        return outcome

    def keep(self, side: Side, other: Side) -> None:
        """Where the other side has something else, what is known of this side stays
        known; of what is not None, where the other side is not, either."""
        side.known = {**side.known, **self.narrowed}
        for where, (item, now) in self.kept.items():
            there = where.after(other, item)
            nothing = there is None or kind_of(there).may_be_none
            kept = there is item if now is None else nothing
            if there is not MISSING and not kept:
                where.put_after(side, now)


def _state(item: Any) -> list[Any]:
    """What a write to an object that is there changes: what may be None is another
    place, which does not follow it."""
    return [(id(leaf), box_of(leaf).own) for leaf in leaves(item)]


def note_none(frame: Frame, test: ast.expr) -> None:
    """From here on a test is known to hold."""
    for where, nothing in _known(frame, test, True):
        if not nothing and is_optional(where.item):
            narrow(frame.session, where.item)
        else:
            where.put(None if nothing else present(frame.session, where.item, True))


@dataclass(frozen=True, slots=True)
class _Variable:
    """A variable of a function, by its key."""

    frame: Frame
    key: str

    @property
    def item(self) -> Any:
        return self.frame.names.get(self.key, MISSING)

    def put(self, item: Any) -> None:
        self.frame.names[self.key] = item

    def after(self, side: Side, item: Any) -> Any:
        """What it is at the end of a side that began where it was ``item``."""
        return side.names.get(self.key, MISSING)

    def put_after(self, side: Side, item: Any) -> None:
        side.names[self.key] = item


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a list, dict or object that the evaluation made holds under a key."""

    session: Session
    held: Held
    key: Any

    @property
    def item(self) -> Any:
        return current(self.held.items().get(self.key, MISSING))

    def put(self, item: Any) -> None:
        self.session.write_item(self.held.container, self.key, item)

    def after(self, side: Side, item: Any) -> Any:
        contents = side.places.get(self.held)
        return item if contents is None else entries(contents).get(self.key, MISSING)

    def put_after(self, side: Side, item: Any) -> None:
        side.places[self.held][self.key] = item


Where: TypeAlias = _Variable | _Entry


def _known(frame: Frame, test: ast.expr, holds: bool) -> Iterator[tuple[Where, bool]]:
    """Where what may be None stands, and whether it is, of which a test says that."""
    for node, asked, nothing in _said_of_none(test, holds):
        where = _where(frame, node)
        if where is None or not kind_of(where.item).may_be_none:
            continue
        # Another part of the test may have put something else there.
        if frame.asked.get(id(asked)) is where.item:
            yield where, nothing


def _where(frame: Frame, node: ast.expr) -> Where | None:
    holder: Any
    match node:
        case ast.Name(key):
            cell = frame.cell(key)
            if cell is None:
                return _Variable(frame, frame.key(key))
            holder = cell.contents
        case ast.Attribute(owner, key):
            holder = _read(frame, owner)
            holder = own_attributes(holder) if is_made(holder) else None
        case ast.Subscript(owner, ast.Constant(key)):
            holder = _read(frame, owner)
        case _:
            return None
    held = frame.session.held.get(id(holder))
    return None if held is None else _Entry(frame.session, held, key)


def _read(frame: Frame, node: ast.expr) -> Any:
    """What an expression stands for that reads names and entries alone."""
    if isinstance(node, ast.Name):
        return frame.find(node.id)
    where = _where(frame, node)
    return MISSING if where is None else where.item


def _said_of_none(
    test: ast.expr, holds: bool
) -> Iterator[tuple[ast.expr, ast.expr, bool]]:
    """What is known to be None, or known not to be, after a test; with the part of the
    test that asks for it."""
    match test:
        case ast.Compare(ast.NamedExpr(item) | item, [operator], [ast.Constant(None)]):
            if isinstance(operator, ast.Is | ast.IsNot):
                yield item, test, isinstance(operator, ast.Is) is holds
        case ast.NamedExpr(item) if holds:
            yield item, test, False
        case ast.Name() | ast.Attribute() | ast.Subscript() if holds:
            yield test, test, False
        case ast.UnaryOp(ast.Not(), inner):
            yield from _said_of_none(inner, not holds)
        case ast.BoolOp(op, parts) if isinstance(op, ast.And) is holds:
            for part in parts:
                yield from _said_of_none(part, holds)
