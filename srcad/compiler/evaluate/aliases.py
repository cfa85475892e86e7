"""What may be one object under two names, and what a write must not overlook.

Where paths meet, and from one iteration of a loop to the next, a name stands for one
object or for another. What it stands for afterwards is a new object here, linked with
both: a write to one of them is refused while the other can still be read.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import content, reached
from srcad.compiler.evaluate.objects import Box, GoneThrough, is_changeable
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import without_none
from srcad.compiler.ir.sharing import is_list


def link(session: Session, first: Any, second: Any) -> None:
    """Note that two objects of the same form may be one, and their parts as well."""
    for one, other in pairs(first, second):
        if isinstance(one, Box):
            _share(one, other)
            _share(other, one)
        else:
            _twins(session, one, other)
        session.links.append((one, other))


def unlink(session: Session, mark: int, born: int) -> None:
    """Forget, of what is older than ``born``, the links made since ``mark`` with what
    is not: it belongs to a trial that is over."""

    def is_older(item: Any) -> bool:
        place = item if isinstance(item, Box) else session.held.get(id(item))
        return place is None or place.serial <= born

    links = session.links[mark:]
    for item, other in (*links, *((b, a) for a, b in links)):
        if not is_older(item) or is_older(other):
            continue
        if isinstance(item, Box):
            item.sources = tuple(one for one in item.sources if one is not other)
        else:
            known = session.twins[id(item)]
            known[:] = [one for one in known if one is not other]
    del session.links[mark:]


def take_out(session: Session, mark: int, born: int) -> None:
    """Forget that what is older than ``born`` was put, since ``mark``, into lists that
    are not: they belong to a trial that is over."""
    for array, holder in session.puts[mark:]:
        if holder.serial <= born:
            continue
        for one in (array, *array.owners, *array.sources):
            if one.serial <= born:
                one.sources = tuple(
                    other for other in one.sources if other is not holder
                )
                one.sharers[:] = [other for other in one.sharers if other is not holder]
    del session.puts[mark:]


def pairs(first: Any, second: Any) -> Iterator[tuple[Any, Any]]:
    """What a write changes in two objects of the same form, side by side."""
    if first is second:
        return
    if isinstance(first, Box) and isinstance(second, Box):
        if is_changeable(first) and is_changeable(second):
            yield first, second
        return
    container, other = content(first), content(second)
    if container is not None and type(first) is type(second):
        yield container, other
    for part, another in zip(reached(first), reached(second), strict=False):
        yield from pairs(part, another)


def link_any(session: Session, first: Any, second: Any) -> None:
    """Note that any part of one object may be any part of the other."""
    for one in changeable_parts(first):
        for other in changeable_parts(second):
            if isinstance(one, Box) == isinstance(other, Box):
                link(session, one, other)


def _share(item: Box, other: Box) -> None:
    if other not in item.sources:
        item.sources = (*item.sources, other)
    for owner in item.owners:
        if owner is not item and other not in owner.sharers:
            owner.sharers.append(other)


def _twins(session: Session, first: Any, second: Any) -> None:
    for item, other in ((first, second), (second, first)):
        known = session.twins.setdefault(id(item), [])
        if not any(one is other for one in known):
            known.append(other)
        session.keep.append(item)


def changeable_parts(item: Any, depth: int = 8, apart: Any = None) -> Iterator[Any]:
    """The arrays, lists, dicts and attributes in a structure that a write changes;
    without those in the container ``apart``."""
    if is_changeable(item):
        yield item
    container = content(item)
    if container is not None:
        if container is apart:
            return
        yield container
    for part in reached(item) if depth else ():
        yield from changeable_parts(part, depth - 1, apart)


def may_be(
    session: Session, parts: Iterable[Any], stop: Callable[[Any], bool]
) -> list[Any]:
    """What changeable parts of objects may be; what follows from those that ``stop``
    names is not gone into."""
    found: dict[int, Any] = {}
    queue = list(parts)
    while queue:
        part = queue.pop()
        if id(part) in found:
            continue
        found[id(part)] = part
        if stop(part):
            continue
        if isinstance(part, Box):
            kind = type(without_none(part.aval))
            queue.extend(
                one for one in part.sources if type(without_none(one.aval)) is kind
            )
        else:
            queue.extend(session.twins.get(id(part), ()))
    return list(found.values())


def _kind(box: Box) -> type:
    return type(without_none(box.aval))


def refuse_shared_elements(frame: Frame, box: Box, node: ast.AST) -> None:
    """Refuse to write into an array that a list holds where anything else may be it, or
    share its storage."""
    lists = lists_of_these(box)
    shared = any(one.tied for one in lists)
    for array, holder in frame.session.puts:
        *_, root = array.owners
        shared |= holder in lists and (root.is_input or bool(root.outside))
    if shared or is_held_elsewhere(frame, lists, box):
        frame.refuse(
            "SRC015",
            "this array of a list may be known under another name",
            node,
            label="is changed in place",
            help="put another one there: `xs[k] = xs[k] + v`",
        )


def is_held_elsewhere(frame: Frame, lists: set[Box], box: Box) -> bool:
    """Whether a name leads to anything but ``box`` that may be of these lists, be in
    one of them, or share the storage of what is."""
    return any(
        isinstance(part, Box)
        and part is not box
        and not lists.isdisjoint((part, *part.sharers, *lists_holding(part)))
        for one in frame.active()
        for item in one.names.values()
        for part in changeable_parts(item)
    )


def lists_of_these(box: Box) -> set[Box]:
    """The lists whose elements may be those of a list."""
    found: set[Box] = set()
    queue = [box]
    while queue:
        one = queue.pop()
        if one not in found and is_list(one.aval):
            found.add(one)
            queue.extend((*one.origins, *one.sharers, *one.sources, *relatives(one)))
    return found


def relatives(box: Box) -> list[Box]:
    """The boxes that may be the same array or list as this one.

    What paths were joined into is younger than what it was joined from. So there are
    those that this box was joined from, at whatever remove, and what they or it were
    joined into; but for what a loop carries beside it.
    """
    older = _chain([box], younger=False)
    carried = [one.carried for one in (box, *older) if one.carried is not None]
    found = dict.fromkeys((*older, *_chain([box], younger=True)))
    for other in _chain(list(older), younger=True):
        if not any(other.carried is plan for plan in carried):
            found[other] = None
    found.pop(box, None)
    return list(found)


def _chain(starts: list[Box], younger: bool) -> dict[Box, None]:
    found: dict[Box, None] = {}
    queue = list(starts)
    while queue:
        one = queue.pop()
        for other in one.sources:
            directed = (other.serial > one.serial) == younger
            if directed and other not in found and _kind(other) is _kind(one):
                found[other] = None
                queue.append(other)
    return found


def reachable(frame: Frame, sought: Any, apart: Any = None) -> bool:
    """Whether a name of the active functions still leads to a box or a container, by
    another way than through the container ``apart``."""
    return any(
        part is sought
        for one in frame.active()
        for item in one.names.values()
        for part in changeable_parts(item, apart=apart)
    )


def refuse_shared_container(frame: Frame, item: Any, node: ast.AST) -> None:
    """Refuse to change a list or dict that may be known under another name."""
    seen = {id(item)}
    queue = list(frame.session.twins.get(id(item), ()))
    while queue:
        other = queue.pop()
        if id(other) in seen:
            continue
        seen.add(id(other))
        if reachable(frame, other):
            refuse_other_name(frame, "list" if isinstance(item, list) else "dict", node)
        queue.extend(frame.session.twins.get(id(other), ()))


def refuse_shared_list(frame: Frame, box: Box, node: ast.AST) -> None:
    """The same for a list of run time."""
    for other in relatives(box):
        if is_list(other.aval) and reachable(frame, other):
            refuse_other_name(frame, "list", node)


def refuse_resized(frame: Frame, item: Any, node: ast.AST) -> None:
    """Refuse to make a list longer or shorter whose length a loop around has read."""
    for one in frame.active():
        for over in one.names.values():
            if isinstance(over, GoneThrough) and any(part is item for part in over):
                refuse_gone_through(frame, node)


def refuse_gone_through(frame: Frame, node: ast.AST) -> NoReturn:
    """A list has another length than it had when a loop asked for it."""
    frame.refuse(
        "SRC015",
        "this list is made longer or shorter while it is gone through",
        node,
        help="go through a copy of it: `for x in list(xs)`",
    )


def refuse_other_name(frame: Frame, what: str, node: ast.AST) -> None:
    """A write would, or would not, be seen under another name, by the path taken."""
    copy = {"list": ": `ys = list(xs)`", "dict": ": `b = dict(a)`"}.get(what, "")
    frame.refuse(
        "SRC015",
        f"this {what} is, on some path, also known under another name",
        node,
        help=f"take a copy where the second name is bound{copy}",
    )


def put_array(session: Session, array: Box, holder: Box) -> None:
    """Note that a list holds an array, so that a write to it is seen to matter."""
    session.puts.append((array, holder))
    if holder in array.sources:
        holder.tied = True
    for other in array.sources:
        # What was read from a list is put into another one.
        if is_list(other.aval) and other is not holder:
            other.sharers.append(holder)
            holder.origins = (*holder.origins, other)
    if holder not in array.sources:
        array.sources = (*array.sources, holder)
    for owner in array.owners:
        if owner is not array and holder not in owner.sharers:
            owner.sharers.append(holder)


def lists_holding(box: Box) -> list[Box]:
    """The lists that an array was put into, and those that were made of them."""
    found: dict[Box, None] = {}
    queue = [box]
    while queue:
        one = queue.pop()
        if one not in found:
            found[one] = None
            # An array shares its storage with views, which are not that array.
            shared = one.sharers if is_list(one.aval) else ()
            queue.extend((*shared, *one.sources))
    return [one for one in found if is_list(one.aval)]
