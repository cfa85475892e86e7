"""What iterators that are in use have read, or will read, and must not be changed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, TypeVar

from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.heap import Heap
from srcad.compiler.evaluate.kinds import kind_of, leads_to, reached
from srcad.compiler.evaluate.objects import Box, GoneThrough, ReadAhead
from srcad.compiler.evaluate.storage.aliases import Place, may_be_rows, places_in

T = TypeVar("T")


def refuse_resized(frame: Frame, item: Any, node: ast.AST) -> None:
    """Refuse to make a list longer or shorter whose length a loop around has read; of
    others it is noted."""
    lists = kind_of(item).lists(item)[:1]
    frame.session.resized[_identity(item)] += 1
    rows = [row for one in lists for row in may_be_rows(frame.session, one)]
    for one in frame.active():
        for over in _found(frame, GoneThrough, one):
            for part in map(current, over):
                first = kind_of(part).lists(part)[:1]
                if part is item or any(one in rows for one in first):
                    refuse_gone_through(frame, node)


def _identity(item: Any) -> int:
    """What tells a container from others, which may be a list of run time by now."""
    return id([*kind_of(item).lists(item)[:1], item][0])


_SAID = {
    set: "Set changed size during iteration",
    list: "deque mutated during iteration",
}


def undisturbed(
    frame: Frame, item: Any, items: Sequence[Any], node: ast.AST
) -> Callable[[], None]:
    """What is asked before the next one of the ``items`` of a dict or a view, of a set,
    or of the list that a deque has: where there are more or fewer by then, Python
    raises."""
    owner = item if isinstance(item, list | set) else kind_of(item).mapping(item)
    message = _SAID.get(type(owner), "dictionary changed size during iteration")
    members = [*owner] if isinstance(owner, set) else []
    count, before = len(items), _times_resized(frame, owner)

    def check() -> None:
        if len(items) != count:
            with frame.raises(node, RuntimeError):
                raise RuntimeError(message)
        if _times_resized(frame, owner) != before:
            # Python goes through what is there by now.
            same = all(a is b for a, b in zip(members, owner, strict=False))
            if not members or not same:
                refuse_gone_through(frame, node)

    return check


def _times_resized(frame: Frame, owner: Any) -> int:
    """How often something was made longer or shorter, as a list of run time as well."""
    now = {_identity(owner), _identity(current(owner))}
    return sum(frame.session.resized[one] for one in now)


def refuse_read_ahead(frame: Frame, arrays: set[Box], node: ast.AST) -> None:
    """Refuse to write into arrays that an iterator has read already, where Python reads
    them when it is asked."""
    heap = frame.session
    for one in frame.active():
        for over in _found(frame, ReadAhead, one):
            for part in _places_of(heap, over):
                if not arrays.isdisjoint(part.owners):
                    frame.refuse(
                        "SRC015",
                        "this array is written while an iterator over it is in use",
                        node,
                        help="go through a copy of it: `for a in iter(x.copy())`",
                    )


def refuse_list_read_ahead(frame: Frame, place: Any, node: ast.AST) -> None:
    """The same for a list, dict or set that is changed, or for an object of a library
    that is like one of these."""
    for one in frame.active():
        for over in _found(frame, ReadAhead, one):
            places = _places_of(frame.session, over)
            inside = not over.hands_on and leads_to(over, place)
            if inside or any(part is place for part in places):
                frame.refuse(
                    "SRC015",
                    "this is changed while an iterator over it is in use",
                    node,
                    help="go through a copy of it: `iter(list(xs))`",
                )


def _places_of(heap: Heap, over: ReadAhead) -> Iterator[Place]:
    if over.hands_on:
        return (heap.place(current(item)) for item in over)
    return places_in(heap, over)


def _found(frame: Frame, what: type[T], one: Frame, depth: int = 8) -> Iterator[T]:
    """What iterators of a function hold, those in generators that wait as well."""
    if not any(iterator.waits for iterator in frame.session.iterators):
        yield from (item for item in one.names.values() if isinstance(item, what))
        return
    level, seen = [*one.names.values()], dict[int, Any]()
    for _ in range(depth + 1):
        within: list[Any] = []
        for item in level:
            if isinstance(item, what):
                yield item
            elif id(item) not in seen:
                seen[id(item)] = item
                within.extend(reached(item))
        level = within


def refuse_gone_through(frame: Frame, node: ast.AST) -> NoReturn:
    """A list has another length than it had when a loop asked for it."""
    frame.refuse(
        "SRC015",
        "this is made longer or shorter while it is gone through",
        node,
        help="go through a copy of it: `for x in list(xs)`",
    )
