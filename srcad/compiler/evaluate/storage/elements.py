"""Elements of lists of structures, which are changed in the list as well.

An element that is read has values of its own: what it was when it was read. Where a
part of it is changed, so is the list at its place, and every other element that may be
the same is read again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from srcad.compiler.evaluate.agreement import class_of_number
from srcad.compiler.evaluate.contents import RunTimeList, current, each_once, values_of
from srcad.compiler.evaluate.facts import Relation
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.heap import Element, Heap
from srcad.compiler.evaluate.kinds import content, kind_of, leaves, reached
from srcad.compiler.evaluate.objects import Box, box_of
from srcad.compiler.evaluate.storage.aliases import (
    Place,
    all_reachable,
    are_apart,
    is_list_place,
    lists_holding,
    lists_of_these,
    may_be_rows,
    members,
    places_in,
    refuse_other_name,
    repeats,
)
from srcad.compiler.evaluate.storage.list_items import is_list_box, is_run_time_list
from srcad.compiler.evaluate.storage.nested_lists import (
    element_list,
    is_drawn,
    is_from_start,
    may_be_read,
    put_inside,
    relation_of_taken,
)
from srcad.compiler.ir.avals import without_none
from srcad.compiler.ir.types import Atom, Value


def part_of(heap: Heap, box: Box, value: Value, relation: Any = Relation.IN) -> Box:
    """The box of an element of a list, in a relation to that."""
    part = heap.box(value)
    part.classes, part.is_input = box.classes, box.is_input
    aval = without_none(value.aval)
    part.holds = not aval.ndim and any(one.holds for one in box.owners)
    if part.holds:
        part.classes |= {class_of_number(aval)}
    if value.aval.ndim or part.holds:
        for around in box.owners:
            heap.note(relation, part, around)
        # What the list holds a view of is written: the part is stale, as the list is.
        heap.note(Relation.SHARES, box, part)
    return part


def note_element(heap: Heap, item: Any, xs: RunTimeList, index: Atom) -> None:
    """Note where an element stands that was read."""
    lists = kind_of(xs).lists(xs)
    for place in places_in(heap, item, chosen=False):
        # A list in a list is a view of that.
        if not is_list_place(place):
            part = _part(place)
            heap.elements[id(part)] = Element(part, item, xs, lists, index)
    _note_made_like(heap, item, kind_of(xs).form(xs))


def note_perhaps(heap: Heap, item: Any, xs: RunTimeList, index: Atom) -> None:
    """Note where an element stands, wherever it is not None; as long as the list is as
    it is by now, for nobody lets it have what the list has."""
    lists, container = kind_of(xs).lists(xs), content(item)
    if container is not None:
        known = Element(container, item, xs, lists, index)
        heap.perhaps[id(container)] = known, values_of(xs)


def note_present(heap: Heap, item: Any, perhaps: Any) -> None:
    """Note of an element that is there, and was perhaps None, where it stands."""
    known, values = heap.perhaps.get(id(content(perhaps)), (None, ()))
    if known is not None and values_of(known.xs) == values:
        note_element(heap, item, known.xs, known.index)


def is_made_here(heap: Heap, item: Any) -> bool:
    """Whether an object was made on this path, and in this iteration, so that a place
    where it is put is known to whoever knows it."""
    held = heap.holders.get(box_of(item)) or heap.held.get(id(content(item)))
    return held is not None and held.depth == heap.depth


def let_stand(heap: Heap, item: Any, xs: RunTimeList, index: Atom) -> None:
    """Let an object that was made here, and was put into a list at a place, be what is
    read there: it goes on under its names, and the lists in it are views."""
    is_row = kind_of(xs).is_row
    parts = [*leaves(item)] if is_row else [current(item)]
    moved = False
    for k, outer in enumerate(kind_of(xs).lists(xs)):
        if not is_list_box(parts[k]):
            continue
        part = element_list(heap, outer, index, is_row, exact=True)
        held = heap.holders.get(parts[k])
        if held is not None and held.depth == heap.depth:
            heap.stand(held, part)
        parts[k], moved = part, True
    if is_row and moved:
        refill(heap, item, iter(parts))
    note_element(heap, item, xs, index)


def _note_made_like(heap: Heap, item: Any, form: Any) -> None:
    """Note of the lists in an element, known item by item, where they were made."""
    for part, another in _pairs(item, form):
        one, other = content(part), content(another)
        if type(one) is list and id(other) in heap.made:
            heap.made[id(one)] = one, heap.made[id(other)][1]


def _pairs(*items: Any) -> Iterable[tuple[Any, Any]]:
    """Two objects, and what stands at one place in both, each pair once: objects may
    refer to each other."""
    first, second = items
    return each_once([(first, second)], _reached_by_both, _ids)


def _reached_by_both(pair: tuple[Any, Any]) -> Iterable[tuple[Any, Any]]:
    return zip(*map(reached, pair), strict=False)


def _ids(pair: tuple[Any, Any]) -> tuple[int, int]:
    return id(pair[0]), id(pair[1])


def note_lengths(heap: Heap, item: Any, form: Any) -> None:
    """Note the lists in two objects that differ in their lengths, which run time would
    know of others that are made there, and the dicts."""
    for pair in _pairs(item, form):
        heap.note_sets(*pair)
        lists = [one for one in map(content, pair) if type(one) is list]
        if len({*map(len, lists)}) > 1 or any(map(is_run_time_list, pair)):
            for one in lists:
                heap.note_unknown(one)


def note_taken(heap: Heap, item: Any, xs: RunTimeList) -> None:
    """Note what an element that leaves a list is to that."""
    of = kind_of(xs)
    outer, relation = of.lists(xs)[0], relation_of_taken(heap, of.lists(xs)[0])
    for place in places_in(heap, item, chosen=False):
        for around in outer.owners if heap.owns(place) else ():
            heap.note(relation, place, around)
    _note_made_like(heap, item, of.form(xs))


def _part(place: Place) -> Any:
    """What is read and written at a place: a container, or an array."""
    return place if place.container is None else place.container


def element_of(heap: Heap, item: Any) -> Element | None:
    """What is known of an object that was read from a list."""
    return heap.elements.get(id(item if box_of(item) is item else content(item)))


def array_element(heap: Heap, box: Box) -> Element | None:
    """What is known of an array that was read from a list, or is a view of one."""
    return heap.elements.get(id(box.root))


def places_of(heap: Heap, left: Any, right: Any) -> tuple[Atom, Atom] | None:
    """The places of two objects in the list that both were read from, which are the
    same place if they are one object; None where that is not so."""
    first, second = element_of(heap, left), element_of(heap, right)
    if first is None or second is None or first.lists != second.lists:
        return None
    places = first.index, second.index
    from_start = all(is_from_start(heap, place) for place in places)
    once = not any(repeats(heap, one) for one in first.lists[0].owners)
    return places if from_start and once else None


def list_of(element: Element) -> Box:
    """The list that holds a part: of an array its own; of a container, as the first
    does, all do."""
    pairs = zip(element.lists, leaves(element.item), strict=True)
    return next((xs for xs, leaf in pairs if leaf is element.part), element.lists[0])


def forget_elements(heap: Heap, box: Box, from_end: bool = False) -> None:
    """What was read from a list may stand elsewhere by now; where the list has become
    longer, what was read at a place that may be counted ``from_end``."""
    rows = set(may_be_rows(heap, box))
    for key, known in [*heap.elements.items()]:
        first = known.lists[0] if rows.isdisjoint(known.lists) else None
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
    now = [*places_in(heap, element.item, chosen=False)]
    for place in before:
        if not any(place is one for one in now):
            heap.elements.pop(id(_part(place)), None)
    new = [place for place in now if not any(place is one for one in before)]
    if (new or len(now) < len(before)) and others_of(frame, element):
        word = kind_of(element.item).noun(element.item)
        refuse_other_name(frame, word, node)
    for place in new:
        part = _part(place)
        heap.elements[id(part)] = replace(element, part=part)
    if new:
        put_inside(frame, [*map(_part, new)], element.lists[0])


def is_element(frame: Frame, container: Any) -> bool:
    """Whether what is to be changed is a part of an element that can be, with the list
    and all that may be the same."""
    heap = frame.session
    known = heap.elements.get(id(container))
    if known is None:
        return False
    around = [*known.lists[0].owners]
    if any(repeats(heap, one) for one in around):
        return False
    own = {*around, *known.lists}
    inside = heap.noted(Relation.IN, heap.place(known.part))
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
    for outer in element.lists[0].owners:
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
    own, there = heap.place(element.part), all_reachable(frame)
    for place in may_be_read(heap, own, _lists_around(heap, element)):
        if place in there:
            known = heap.elements.get(id(place.container))
            yield known if known and _roots(known) == _roots(element) else None


def _roots(element: Element) -> list[Box]:
    return [one.root for one in element.lists]


def arrays_beside(frame: Frame, element: Element) -> list[Element]:
    """The other arrays that a name leads to and that may be the same as one that was
    read from a list, where it is known where they stand."""
    return [
        one
        for one in _arrays_read(frame, list_of(element))
        if one.part is not element.part and not are_apart(one.index, element.index)
    ]


def arrays_of(frame: Frame, xs: Box) -> list[Box]:
    """The arrays that a name leads to and that are known to stand in a list by now."""
    return [one.part for one in _arrays_read(frame, xs)]


def _arrays_read(frame: Frame, xs: Box) -> list[Element]:
    there, known = all_reachable(frame), frame.session.elements.values()
    arrays = [one for one in known if box_of(one.part) in there]
    return [one for one in arrays if list_of(one).root is xs.root]


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
