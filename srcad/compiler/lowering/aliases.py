"""What may be one object under two names, and what a write must not overlook.

Where paths meet, and from one iteration of a loop to the next, a name stands for one
object or for another. What it stands for afterwards is a new object here, linked with
both: a write to one of them is refused while the other can still be read.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from srcad.compiler.avals import SequenceAval, without_none
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.objects import Box, Columns, is_changeable
from srcad.compiler.lowering.session import Session
from srcad.compiler.records import is_made, is_record, parts_of


def link(session: Session, first: Any, second: Any) -> None:
    """Note that two objects of the same form may be one, and their parts as well."""
    for one, other in pairs(first, second):
        if isinstance(one, Box):
            _share(one, other)
            _share(other, one)
        else:
            _twins(session, one, other)


def pairs(first: Any, second: Any) -> Iterator[tuple[Any, Any]]:
    """What a write changes in two objects of the same form, side by side."""
    if first is second:
        return
    if isinstance(first, Box) and isinstance(second, Box):
        if is_changeable(first) and is_changeable(second):
            yield first, second
        return
    container, other = _container(first), _container(second)
    if container is not None and type(first) is type(second):
        yield container, other
    for part, another in zip(_parts(first), _parts(second), strict=False):
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


def _container(item: Any) -> Any:
    """The list or dict that is written to where an object is changed."""
    if isinstance(item, list | dict):
        return item
    return vars(item) if _has_attributes(item) else None


def _has_attributes(item: Any) -> bool:
    return (is_record(item) or is_made(item)) and hasattr(item, "__dict__")


def _parts(item: Any) -> Iterator[Any]:
    if isinstance(item, tuple | list):
        yield from item
    elif isinstance(item, dict):
        yield from item.values()
    elif isinstance(item, Columns):
        yield from item.lists
    elif is_record(item) or is_made(item):
        yield from parts_of(item).values()


def changeable_parts(item: Any, depth: int = 8) -> Iterator[Any]:
    """The arrays, lists, dicts and attributes in a structure that a write changes."""
    if is_changeable(item):
        yield item
    container = _container(item)
    if container is not None:
        yield container
    for part in _parts(item) if depth else ():
        yield from changeable_parts(part, depth - 1)


def may_be(session: Session, item: Any, stop: Callable[[Any], bool]) -> list[Any]:
    """What the changeable parts of an object may be; what follows from those that
    ``stop`` names is not gone into."""
    found: dict[int, Any] = {}
    queue = list(changeable_parts(item))
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


def reachable(frame: Frame, sought: Any) -> bool:
    """Whether a name of the active functions still leads to a box or a container."""
    return any(
        part is sought
        for one in frame.active()
        for item in one.names.values()
        for part in changeable_parts(item)
    )


def refuse_shared_container(frame: Frame, item: Any, node: ast.AST) -> None:
    """Refuse to change a list or dict that may be known under another name."""
    for other in frame.session.twins.get(id(item), ()):
        if reachable(frame, other):
            refuse_other_name(frame, "list" if isinstance(item, list) else "dict", node)


def refuse_shared_list(frame: Frame, box: Box, node: ast.AST) -> None:
    """The same for a list of run time."""
    for other in box.sources:
        if isinstance(other.aval, SequenceAval) and reachable(frame, other):
            refuse_other_name(frame, "list", node)


def refuse_other_name(frame: Frame, what: str, node: ast.AST) -> None:
    """A write would, or would not, be seen under another name, by the path taken."""
    copy = {"list": ": `ys = list(xs)`", "dict": ": `b = dict(a)`"}.get(what, "")
    frame.refuse(
        "SRC015",
        f"this {what} is, on some path, also known under another name",
        node,
        help=f"take a copy where the second name is bound{copy}",
    )


def lists_holding(box: Box) -> list[Box]:
    """The lists that an array was put into, and those that were made of them."""
    found: dict[Box, None] = {}
    queue = [s for s in box.sources if isinstance(s.aval, SequenceAval)]
    while queue:
        one = queue.pop()
        if one not in found:
            found[one] = None
            others = (*one.sharers, *one.sources)
            queue.extend(s for s in others if isinstance(s.aval, SequenceAval))
    return list(found)
