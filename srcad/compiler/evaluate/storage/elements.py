"""Elements of lists of structures, which are changed in the list as well.

An element that is read has values of its own: what it was when it was read. Where a
part of it is changed, so is the list at its place, and every other element that may be
the same is read again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from srcad.compiler.evaluate.contents import RunTimeList, StructOfArrays
from srcad.compiler.evaluate.facts import Relation
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.heap import Element, Heap
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.storage.aliases import (
    all_reachable,
    lists_holding,
    lists_of_these,
    may_be_rows,
    members,
    places_in,
    refuse_other_name,
    repeats,
)
from srcad.compiler.evaluate.storage.nested_lists import (
    holds_lists,
    is_drawn,
    is_from_start,
    may_be_read,
    put_inside,
)
from srcad.compiler.ir.types import Atom


def note_element(heap: Heap, item: Any, xs: RunTimeList, index: Atom) -> None:
    """Note where an element stands that was read."""
    if isinstance(xs, StructOfArrays) and not any(map(holds_lists, xs.lists)):
        for place in places_in(heap, item):
            if place.container is not None:
                known = Element(place.container, item, xs, index)
                heap.elements[id(place.container)] = known


def forget_elements(heap: Heap, box: Box, from_end: bool = False) -> None:
    """What was read from a list may stand elsewhere by now; where the list has become
    longer, what was read at a place that may be counted ``from_end``."""
    rows = set(may_be_rows(heap, box))
    for key, known in [*heap.elements.items()]:
        first = known.xs.lists[0] if rows.isdisjoint(known.xs.lists) else None
        if first is not None and rows.isdisjoint(first.owners):
            continue
        # What was read from a list that stands elsewhere by now says so itself.
        stays = first is not None or is_from_start(heap, known.index)
        if not (from_end and stays):
            del heap.elements[key]


def move_parts(
    frame: Frame, element: Element, before: Sequence[Any], node: ast.AST
) -> None:
    """Note what an element has got for a part, and what it has no more; ``before`` are
    the places in it that there were. Refuse where another one may be the same: its part
    is not the one that it was."""
    heap = frame.session
    now = [*places_in(heap, element.item)]
    for place in before:
        if not any(place is one for one in now):
            heap.elements.pop(id(place.container), None)
    new = [place for place in now if not any(place is one for one in before)]
    if (new or len(now) < len(before)) and others_of(frame, element):
        word = kind_of(element.item).noun(element.item)
        refuse_other_name(frame, word, node)
    for place in new:
        if place.container is not None:
            known = replace(element, container=place.container)
            heap.elements[id(place.container)] = known
    if new:
        put_inside(frame, [place.container for place in new], element.xs.lists[0])


def is_element(frame: Frame, container: Any) -> bool:
    """Whether what is to be changed is a part of an element that can be, with the list
    and all that may be the same."""
    heap = frame.session
    known = heap.elements.get(id(container))
    if known is None:
        return False
    around = [*known.xs.lists[0].owners]
    if any(repeats(heap, one) for one in around):
        return False
    own = {*around, *known.xs.lists}
    inside = heap.noted(Relation.IN, heap.place(known.container))
    others = {
        one
        for one in _lists_around(heap, known)
        # A list that the loop around fills has what came before it.
        if one not in own and (one in inside or not is_drawn(heap, known.item, one))
    }
    if not others.isdisjoint(all_reachable(frame)):
        return False
    return all(one is not None for one in _same(frame, known))


def _lists_around(heap: Heap, element: Element) -> dict[Box, None]:
    """The lists that an element may stand in."""
    found: dict[Box, None] = {}
    for outer in element.xs.lists[0].owners:
        found[outer] = None
        # A list that was put into it has what it holds itself.
        own = [one for one in members(heap, outer) if one.base is None]
        of_these = sorted(lists_of_these(heap, outer), key=lambda one: one.serial)
        found |= dict.fromkeys((*lists_holding(heap, outer), *of_these, *own))
    return found


def others_of(frame: Frame, element: Element) -> list[Element]:
    """The other elements that may be the same, each once."""
    found = {id(one.item): one for one in _same(frame, element) if one is not None}
    found.pop(id(element.item), None)
    return [*found.values()]


def _same(frame: Frame, element: Element) -> Iterator[Element | None]:
    """What may be the same as an element, and a name leads to; None where it is not
    known where that stands."""
    heap = frame.session
    own, there = heap.place(element.container), all_reachable(frame)
    for place in may_be_read(heap, own, _lists_around(heap, element)):
        if place in there:
            known = heap.elements.get(id(place.container))
            yield known if known and _roots(known) == _roots(element) else None


def _roots(element: Element) -> list[Box]:
    return [*map(_root, element.xs.lists)]


def _root(box: Box) -> Box:
    """The outermost of the lists that a list is in."""
    *_, root = box.owners
    return root


def refill(heap: Heap, item: Any, leaves: Iterator[Any]) -> Any:
    """Let a structure have other leaves, in the containers that it has."""
    of = kind_of(item)
    if not of.is_structure:
        return next(leaves)
    before = [*of.parts(item)]
    parts = [refill(heap, part, leaves) for part in before]
    container: Any = of.content(item)
    if container is None:
        return of.with_parts(item, parts)
    keys = container if isinstance(container, dict) else range(len(container))
    heap.record(heap.place(container))
    for key, part in zip([*keys], parts, strict=True):
        container[key] = part
    return item
