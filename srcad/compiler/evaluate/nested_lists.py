"""Lists and dicts in lists of run time: what a change of one of them means.

What is put into a list is kept by value. So it is not changed under a name of its own
while the list can still be read. A list that is read from another one is a view of it,
through which it is written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from srcad.compiler.evaluate.aliases import (
    changeable_parts,
    link,
    lists_holding,
    may_be,
    reachable,
    refuse_shared_list,
)
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Box, Held, Membership
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import Aval, SequenceAval
from srcad.compiler.ir.sharing import is_list
from srcad.compiler.ir.types import Atom, Value


def place_of(session: Session, part: Any) -> Box | Held | None:
    """The place of a run-time list, or of a container that the evaluation made."""
    return kind_of(part).place(session, part)


def set_inside(place: Box | Held, outers: Iterable[Box]) -> None:
    """Note that lists hold an object."""
    new = [outer for outer in outers if outer not in place.inside]
    place.inside = (*place.inside, *new)
    for outer in new:
        if isinstance(place, Box) and place not in outer.members:
            outer.members.append(place)


def put_inside(frame: Frame, item: Any, outer: Box) -> None:
    """Note that an item was put into a list."""
    session = frame.session
    for part in changeable_parts(item):
        place = place_of(session, part)
        if place is None:
            continue
        for other in place.inside:
            # One object at two places: a change of it would be seen at both.
            other.tied = outer.tied = True
        session.write(Membership(place), place.inside)
        set_inside(place, (outer,))


def element_list(frame: Frame, outer: Box, index: Atom) -> Box:
    """A list in a list: what is written to it is written there."""
    part = frame.session.view(outer, outer.value, "list_get", index)
    set_inside(part, (outer,))
    return part


def taken_out(frame: Frame, outer: Box, value: Value) -> Box:
    """The box of a list that leaves the list that holds it."""
    part = frame.session.box(value)
    for member in outer.members:
        if member.view is None:
            link(frame.session, part, member)
    if outer.tied:
        set_inside(part, (outer,))
    else:
        part.left = (outer,)
    return part


def refuse_inside(frame: Frame, item: Any, node: ast.AST) -> None:
    """Refuse to change what a list holds as well, by value."""
    session = frame.session
    own = place_of(session, item)
    left = own.left if own is not None else ()
    for part in may_be(session, [item], lambda _: False):
        place = place_of(session, part)
        for outer in place.inside if place is not None else ():
            if outer not in left and any(
                reachable(frame, one) for one in (outer, *lists_holding(outer))
            ):
                word = kind_of(item).noun(item)
                frame.refuse(
                    "SRC015",
                    f"this {word} is also in a list",
                    node,
                    help=f"put a copy into the list, as in `.append({word}(item))`, or "
                    "put another one in its place, as in `items[i] = ...`",
                )


def write_through(frame: Frame, box: Box, new: Value, node: ast.AST) -> None:
    """Change a list in a list: the one that holds it has a new element."""
    assert box.view is not None
    outer = box.view.base
    for owner in (owner for owner in box.owners if owner is not box):
        refuse_shared_list(frame, owner, node)
        if owner.view is None:
            refuse_inside(frame, owner, node)
    others = [one for one in lists_holding(outer) if one is not outer]
    if outer.tied or any(reachable(frame, one) for one in others):
        frame.refuse(
            "SRC015",
            "this list may stand at several places",
            node,
            help="put copies of it there: `.append(list(xs))`",
        )
    for member in (*outer.members, *outer.sharers):
        if member.view is None and is_list(member.aval):
            member.stale = "this list has been changed through the one that holds it"
    frame.session.write(box, new)


def spoil_views(outer: Box) -> None:
    """Say that what was read from a list may stand elsewhere by now."""
    for member in outer.members:
        if member.view is not None:
            message = "the list that this one was read from has been changed since"
            member.stale = message


def holds_lists(box: Box) -> bool:
    """Whether the elements of a list are lists."""
    aval = box.aval
    return isinstance(aval, SequenceAval) and not isinstance(aval.element, Aval)
