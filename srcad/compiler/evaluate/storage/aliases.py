"""What may be one object under two names, and what a write must not overlook.

Where paths meet, and from one iteration of a loop to the next, a name stands for one
object or for another. What it stands for afterwards is a new object here, of which it
is noted that it may be both: a write to one of them is refused while the other can
still be read.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, TypeVar

from srcad.compiler.evaluate.contents import current, each_once
from srcad.compiler.evaluate.facts import Fact, Relation
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.heap import Heap
from srcad.compiler.evaluate.kinds import content, kind_of, reached
from srcad.compiler.evaluate.objects import (
    Box,
    Held,
    aval_of,
    box_of,
    is_changeable,
)
from srcad.compiler.evaluate.wording import refuse_effect
from srcad.compiler.ir.sharing import is_list
from srcad.compiler.ir.types import Atom, Lit

Place = Box | Held
T = TypeVar("T")
WRITTEN_SINCE = "this is a view of an array that has been written since"


def places_in(
    heap: Heap,
    item: Any,
    apart: Place | None = None,
    depth: int = 8,
    chosen: bool = True,
) -> Iterator[Place]:
    """The arrays, lists, dicts and attributes in a structure that a write changes;
    without those in the container ``apart``, and without those of objects that it only
    chooses among, unless ``chosen``."""
    if not chosen and kind_of(item).choice(item) is not None:
        return
    if is_changeable(item):
        yield item
    container = content(item)
    if container is not None:
        place = heap.place(container)
        if place is apart:
            return
        yield place
    for part in reached(item) if depth else ():
        yield from places_in(heap, part, apart, depth - 1, chosen)


def adopt(heap: Heap, item: T) -> T:
    """Own what holds the parts of a structure that the evaluation put together."""
    of = kind_of(item)
    if of.is_structure:
        heap.join(item) if of.content(item) is None else heap.own(of.content(item))
        for part in of.parts(item):
            adopt(heap, part)
    return item


def reachable(frame: Frame, sought: Place, apart: Place | None = None) -> bool:
    """Whether a name of the active functions still leads to a place, or to a view of
    it, by another way than through the container ``apart``; a Parameter's Cell does."""
    if sought in frame.session.parameter_boxes.values():
        return True
    return any(
        place is sought or sought in place.bases
        for item in named(frame)
        for place in places_in(frame.session, item, apart)
    )


def named(frame: Frame) -> Iterator[Any]:
    """What the names of the active functions stand for that are read again."""
    return (item for one in frame.active() for item in one.living())


def all_reachable(frame: Frame) -> set[Place]:
    """The places that a name of the active functions leads to, or to a view of them."""
    found: set[Place] = {*frame.session.parameter_boxes.values()}
    for item in named(frame):
        for place in places_in(frame.session, item):
            found |= {place, *place.bases}
    return found


def is_list_place(place: Place) -> bool:
    """Whether a place is that of a list of run time."""
    return is_list(aval_of(place))


# ------------------------------------------------------------- what may be one object


def pairs(
    heap: Heap,
    first: Any,
    second: Any,
    seen: dict[tuple[int, int], Any] | None = None,
) -> Iterator[tuple[Place, Place]]:
    """What a write changes in two objects of the same form, side by side; those that
    were ``seen`` may lead to themselves."""
    first, second = current(first), current(second)
    seen = {} if seen is None else seen
    if first is second or (id(first), id(second)) in seen:
        return
    if kind_of(first).choice(first) or kind_of(second).choice(second):
        return  # an object that is chosen stays the one that it is
    seen[id(first), id(second)] = first, second
    if is_changeable(first) and is_changeable(second):
        yield first, second
    container, other = content(first), content(second)
    if container is not None and type(first) is type(second):
        yield heap.place(container), heap.place(other)
    for part, another in zip(reached(first), reached(second), strict=False):
        yield from pairs(heap, part, another, seen)


def link(heap: Heap, first: Any, second: Any) -> None:
    """Note that two objects of the same form may be one, and their parts as well."""
    for one, other in pairs(heap, first, second):
        may_be_one(heap, one, other)


def link_any(heap: Heap, first: Iterable[Place], second: Iterable[Place]) -> None:
    """Note that each of some places may be each of some others."""
    others = list(second)
    for one in first:
        for other in others:
            if one is not other and type(one.container) is type(other.container):
                may_be_one(heap, one, other)


def stands_for(heap: Heap, new: Any, old: Any, apart: Collection[Fact] = ()) -> None:
    """Note that a new object may be another one, and stands where that does, but for
    what the facts ``apart`` say of that."""
    for place, source in pairs(heap, new, old):
        may_be_one(heap, place, source)
        if place.container is not None or is_list_place(place):
            for holder in heap.noted(Relation.IN, source):
                if Fact(Relation.IN, source, holder) not in apart:
                    heap.note(Relation.IN, place, holder)


def may_be_one(heap: Heap, one: Place, other: Place) -> None:
    """Note that two places may be one; of a list and an array, that this is in it. Of
    two lists that are read from one list their places there say that."""
    if are_in_one_list(one, other):
        return
    for item, another in ((one, other), (other, one)):
        if is_list_place(one) == is_list_place(other):
            heap.note(Relation.SAME, item, another)
        elif is_list_place(another):
            heap.note(Relation.IN, item, another)
        for base in box_of(item).bases:
            heap.note(Relation.SHARES, base, another)


def are_in_one_list(one: Place, other: Place) -> bool:
    """Whether two lists are read from one list."""
    views = [box_of(place).view for place in (one, other)]
    bases = [view.base for view in views if view is not None and view.index is not None]
    return len(bases) == 2 and bases[0] is bases[1]


def _others(heap: Heap, place: Place) -> list[Any]:
    """What a place may be, or be a view of, beside itself."""
    same, views = heap.noted(Relation.SAME, place), heap.noted(Relation.VIEWS, place)
    return [*same, *views]


def may_be(
    heap: Heap, places: Iterable[Place], stop: Callable[[Place], bool] | None = None
) -> list[Place]:
    """What some places may be, themselves included; what follows from those that
    ``stop`` names is not gone into."""

    def others(place: Place) -> list[Any]:
        return [] if stop is not None and stop(place) else _others(heap, place)

    return list(each_once(places, others))


def relatives(heap: Heap, box: Box) -> list[Box]:
    """The boxes that may be the same array or list as this one.

    What paths were joined into is younger than what it was joined from. So there are
    those that this box was joined from, at whatever remove, and what they or it were
    joined into; but for what a loop carries beside it, unless that is noted.
    """
    older = _chain(heap, [box], younger=False)
    carries = [one for one in (box, *older) if one.carried is not None]
    found = dict.fromkeys((*older, *_chain(heap, [box, *carries], younger=True)))
    for other in _chain(heap, list(older), younger=True):
        if not any(other.carried is one.carried for one in carries):
            found[other] = None
    found.pop(box, None)
    return list(found)


def origins(heap: Heap, place: Place) -> list[Place]:
    """A place, and those that paths have joined into it; what a loop carries stands for
    itself, and so does what was taken out of a list."""

    def joined(one: Place) -> list[Any]:
        if box_of(one).carried is not None or heap.noted(Relation.TAKEN_FROM, one):
            return []
        return [other for other in _others(heap, one) if other.serial < one.serial]

    return list(each_once([place], joined))


def seen_in(heap: Heap, place: Place) -> list[Place]:
    """The places in which a write to this one is to be seen, itself among them: what it
    was joined from, and what they or it were joined into. Two that were joined into one
    are not the same for that."""
    older = _chain(heap, [place], younger=False)
    return [place, *older, *_chain(heap, [place, *older], younger=True)]


def _chain(heap: Heap, starts: list[Any], younger: bool) -> dict[Any, None]:
    found: dict[Any, None] = {}
    queue: list[Any] = list(starts)
    while queue:
        one = queue.pop()
        for other in _others(heap, one):
            if (other.serial > one.serial) == younger and other not in found:
                found[other] = None
                queue.append(other)
    return found


def sharing(heap: Heap, place: Box) -> list[Box]:
    """What may share the storage of an array without following it, at whatever remove:
    what shares that of a view does, and what such a view was joined into."""

    def further(one: Box) -> list[Any]:
        if one is place:
            return []
        younger = (two for two in _others(heap, one) if two.serial > one.serial)
        return [*heap.noted(Relation.SHARES, one), *younger]

    found = each_once(heap.noted(Relation.SHARES, place), further)
    return [one for one in found if one is not place]


# ------------------------------------------------------------------ what lists hold


def put_array(heap: Heap, array: Box, holder: Box, drawn: bool = False) -> None:
    """Note that a list holds an array, so that a write to it is seen to matter; what
    paths have chosen may be any of those. ``drawn`` says that nothing that is read from
    a list is put into this one twice."""
    for one in origins(heap, array):
        if not is_list_place(one):
            note_repeats(heap, one, holder, drawn)
            for around in holder.owners:
                _put_array(heap, one, around)


def note_repeats(heap: Heap, place: Place, holder: Box, drawn: bool) -> None:
    """Note that what is put into a list may stand there already, or in a list that it
    was read from: at two places, a change of it would be seen at both."""
    for other in heap.noted(Relation.IN, place):
        for around in holder.owners:
            if not drawn or other is around or repeats(heap, other):
                heap.note(Relation.REPEATS, other, other)
                heap.note(Relation.REPEATS, around, around)


def _put_array(heap: Heap, array: Any, holder: Box) -> None:
    for other in (*heap.noted(Relation.IN, array), *left_in(heap, array)):
        if other is not holder:
            # What was read from a list is put into another one.
            heap.note(Relation.SHARES, other, holder)
            heap.note(Relation.MADE_OF, holder, other)
    note_held(heap, array, holder)
    for base in array.bases:
        heap.note(Relation.SHARES, base, holder)
        heap.note(Relation.OVERLAPS, holder, holder)


def note_held(heap: Heap, place: Place, holder: Box) -> None:
    """Note that something stands in a list, of which it may have been taken."""
    heap.note(Relation.IN, place, holder)
    if holder in heap.noted(Relation.TAKEN_FROM, place):
        heap.note(Relation.PUT_BACK, place, holder)


def were_in(heap: Heap, place: Place) -> list[Any]:
    """The lists that something was taken out of, and is not in any more."""
    inside = heap.noted(Relation.IN, place)
    return [xs for xs in heap.noted(Relation.TAKEN_FROM, place) if xs not in inside]


def members(heap: Heap, outer: Box) -> list[Box]:
    """The lists that stand for elements of a list."""
    held = heap.noted(Relation.HOLDS, outer)
    return [one for one in held if is_list_place(one)]


def may_be_rows(heap: Heap, box: Box) -> list[Box]:
    """A list, and of one that was read from another list all that may be the same."""
    if box.view is None or box.view.index is None:
        return [box]
    others = (
        one
        for outer in may_be_rows(heap, box.view.base)
        for one in members(heap, outer)
        if one.view is None
        or one.base is not outer
        or not are_apart(one.view.index, box.view.index)
    )
    return [*dict.fromkeys((box, *others))]


def are_apart(first: Atom | None, second: Atom | None) -> bool:
    """Whether two places in a list surely differ."""
    if not isinstance(first, Lit) or not isinstance(second, Lit):
        return False
    same_side = (first.value < 0) == (second.value < 0)
    return same_side and bool(first.value != second.value)


def repeats(heap: Heap, holder: Box, relation: Relation = Relation.REPEATS) -> bool:
    """Whether an element of a list, or of what that may be, may stand at several
    places, or what else may be so of a list and itself."""
    ones = (holder, *relatives(heap, holder))
    return any(one in heap.noted(relation, one) for one in ones)


def lists_holding(heap: Heap, box: Box) -> list[Box]:
    """The lists that an array was put into, and those that were made of them."""

    def further(one: Box) -> list[Any]:
        # An array shares its storage with views, which are not that array; a list that
        # was read from another one is a part of it.
        noted = (*heap.noted(Relation.IN, one), *_others(heap, one))
        if is_list(aval_of(one)):
            return [*noted, *heap.noted(Relation.SHARES, one), *one.bases]
        return [*noted]

    return [one for one in each_once([box], further) if is_list(aval_of(one))]


def copies_of(heap: Heap, xs: Box) -> list[Box]:
    """The lists that may have elements of a list, and are surely another one."""
    same = (xs, *relatives(heap, xs))
    found = sorted(lists_of_these(heap, xs), key=lambda one: one.serial)
    return [one for one in found if one not in same]


def left_in(heap: Heap, place: Place) -> list[Box]:
    """The lists that may hold what was taken out of others that have their elements."""
    return [one for xs in were_in(heap, place) for one in copies_of(heap, xs)]


def taken_from(heap: Heap, place: Place) -> list[Any]:
    """The lists that something, or what it may be, was taken out of."""
    ones = may_be(heap, [place])
    return [*dict.fromkeys(xs for one in ones for xs in were_in(heap, one))]


def lists_of_these(heap: Heap, box: Box) -> set[Box]:
    """The lists whose elements may be those of a list."""
    relations = (Relation.MADE_OF, Relation.SHARES, Relation.SAME)

    def further(one: Box) -> list[Box]:
        if not is_list(aval_of(one)):
            return []
        noted = (other for each in relations for other in heap.noted(each, one))
        return [*noted, *relatives(heap, one)]

    return {one for one in each_once([box], further) if is_list(aval_of(one))}


def is_held_elsewhere(
    frame: Frame, lists: Collection[Box], own: Collection[Box]
) -> bool:
    """Whether a name leads to anything but what is its ``own`` that may be of these
    lists, be in one of them, or share the storage of what is."""
    heap, sought = frame.session, set(lists)
    return any(
        box_of(part) is part
        and part not in own
        and not sought.isdisjoint(
            (
                part,
                *heap.noted(Relation.SHARES, part),
                *lists_holding(heap, box_of(part)),
            )
        )
        for one in frame.active()
        for item in one.living()
        for part in places_in(heap, item)
    )


# ------------------------------------------------------------------ what is refused


def has_shared_elements(frame: Frame, box: Box, known: Collection[Box] = ()) -> bool:
    """Whether anything else than a list may be an array that it holds, or share its
    storage, but for what is ``known`` to be read again, and what follows that."""
    heap = frame.session
    around = {one for row in may_be_rows(heap, box) for one in row.owners}
    lists = {one for row in around for one in lists_of_these(heap, row)}
    if any(repeats(heap, xs) or repeats(heap, xs, Relation.OVERLAPS) for xs in lists):
        return True
    found, own = _storage_of(heap, around), {*around, *known}
    arrays = [one for one in found if box_of(one) is one and not is_list_place(one)]
    roots = [one.root for one in arrays]
    if any(one.is_input or one.parameter or one.outside for one in roots):
        return True
    return any(
        box_of(part) is part
        and part.root not in own
        and not found.isdisjoint(part.owners)
        for one in frame.active()
        for item in one.living()
        for part in places_in(heap, item)
    )


_LINKS = (Relation.SAME, Relation.SHARES, Relation.VIEWS, Relation.IN, Relation.MADE_OF)


def _storage_of(heap: Heap, lists: Iterable[Box]) -> set[Place]:
    """What some lists hold, and all that may share storage with that, or hold it as
    well, at whatever remove."""
    links: dict[Place, set[Place]] = {}
    for relation in _LINKS:
        for one, others in heap.relations.known[relation].items():
            for other in others:
                links.setdefault(one, set()).add(other)
                links.setdefault(other, set()).add(one)
    return set(each_once(lists, lambda one: (*links.get(one, ()), *one.bases)))


def refuse_shared_elements(frame: Frame, box: Box, node: ast.AST) -> None:
    """Refuse to write into an array of a list that may be known elsewhere."""
    if has_shared_elements(frame, box):
        frame.refuse(
            "SRC015",
            "this array of a list may be known under another name",
            node,
            label="is changed in place",
            help="put another one there: `xs[k] = xs[k] + v`",
        )


def refuse_shared_container(
    frame: Frame, item: Any, node: ast.AST, word: str = "list"
) -> None:
    """Refuse to change a list or dict that may be known under another name."""
    place = frame.session.place(item)
    for other in seen_in(frame.session, place):
        if other is place:
            continue
        if frame.session.is_given(other.container):
            refuse_effect(frame, f"this changes a {word}", node)
        if reachable(frame, other):
            refuse_other_name(frame, word, node)


def refuse_shared_list(frame: Frame, box: Box, node: ast.AST) -> None:
    """The same for a list of run time."""
    for other in relatives(frame.session, box):
        if other.is_input and frame.session.apart is not None:
            refuse_effect(frame, "this changes a list", node)
        if reachable(frame, other):
            refuse_other_name(frame, "list", node)


def copier(word: str) -> str:
    """What makes a copy of a list, dict or set, or of an object of a class."""
    return word if word in ("list", "dict", "set") else "copy.copy"


def refuse_other_name(frame: Frame, what: str, node: ast.AST) -> None:
    """A write would, or would not, be seen under another name, by the path taken."""
    copy = "" if what in ("array", "Parameter") else f": `b = {copier(what)}(a)`"
    frame.refuse(
        "SRC015",
        f"this {what} is, on some path, also known under another name",
        node,
        help=f"take a copy where the second name is bound{copy}",
    )
