"""Lists and dicts in lists of run time: what a change of one of them means.

What is put into a list is kept by value. So it is not changed under a name of its own
while the list can still be read. A list that is read from another one is a view of it,
through which it is written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from srcad.compiler.evaluate.contents import (
    RunTimeList,
    each_once,
    with_lists,
)
from srcad.compiler.evaluate.facts import Relation
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.heap import Heap
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Box, box_of, is_callers_list
from srcad.compiler.evaluate.signals import StaleView
from srcad.compiler.evaluate.storage.aliases import (
    Place,
    copier,
    copies_of,
    is_list_place,
    left_in,
    link,
    lists_holding,
    lists_of_these,
    may_be_one,
    may_be_rows,
    members,
    note_held,
    note_repeats,
    origins,
    places_in,
    put_array,
    reachable,
    refuse_other_name,
    refuse_shared_list,
    relatives,
    repeats,
    seen_in,
    were_in,
)
from srcad.compiler.ir.avals import SequenceAval, UndefinedAval
from srcad.compiler.ir.lists import element_of
from srcad.compiler.ir.types import (
    NONE,
    Atom,
    If,
    Lit,
    Loop,
    Op,
    Operation,
    Value,
    blocks_of,
)

_CLASSES = {True: list, False: np.ndarray}
# What gives the length of a list, or a place in one, from its start.
_PLACES = ("list_len", "list_place", "list_index", "list_count")


def put_inside(frame: Frame, item: Any, outer: Box, drawn: bool | None = None) -> None:
    """Note that an item was put into a list, with what holds the parts of it; a list of
    run time that is a part stands in one of its own. What is in a list in a list may be
    read by another view of that."""
    heap = frame.session
    drawn = is_drawn(heap, item, outer) if drawn is None else drawn
    # An object that is only chosen stays where it is.
    within = places_in(heap, item, chosen=False)
    parts = (place for place in within if heap.owns(place))
    places = [item] if box_of(item) is item else parts
    for place in dict.fromkeys(one for part in places for one in origins(heap, part)):
        if not is_list_place(place) and not heap.owns(place):
            continue
        others = [*heap.noted(Relation.IN, place), *left_in(heap, place)]
        note_repeats(heap, place, outer, drawn)
        for around in outer.owners:
            for other in others:
                if other is not around:
                    # What is in the one list may be in the other one.
                    heap.note(Relation.SHARES, other, around)
                    heap.note(Relation.SHARES, around, other)
            note_held(heap, place, around)
        # What it was made of holds the same arrays.
        for source in each_once([place], lambda one: heap.noted(Relation.MADE_OF, one)):
            for held in heap.noted(Relation.HOLDS, source):
                if held.container is None and not is_list_place(held):
                    put_array(heap, box_of(held), outer)
            if source is not place and element_of(source.value).ndim:
                heap.note(Relation.SHARES, source, outer)
                heap.note(Relation.MADE_OF, outer, source)


def is_drawn(heap: Heap, item: Any, outer: Box) -> bool:
    """Whether no element of a list that is read stands twice in the one that it is put
    into."""
    return outer.view is None and any(one(item, outer) for one in heap.drawing)


def element_list(
    heap: Heap, outer: Box, index: Atom, partial: bool, **exact: bool
) -> Box:
    """A list in a list: what is written to it is written there; ``exact`` says that it
    is there."""
    words = (outer.value.hint, index.hint)
    hint = "_".join(words) if partial and all(words) else ""
    part = heap.view(outer, outer.value, "list_get", index, hint=hint, **exact)
    heap.note(Relation.IN, part, outer)
    return part


def list_at(heap: Heap, seen: RunTimeList, index: Atom) -> RunTimeList:
    """What stands at a place in the lists that what was ``seen`` there is a view of."""
    lists = []
    for box in kind_of(seen).lists(seen):
        if box.stale:
            raise StaleView(box.stale)
        assert box.view is not None
        lists.append(box.view.base)
    parts = tuple(
        element_list(heap, one, index, len(lists) > 1, exact=True) for one in lists
    )
    return with_lists(seen, parts)


def seen_at(heap: Heap, like: RunTimeList, index: Atom) -> RunTimeList:
    """What stands for a list like one that is a view, at another place; nobody asks
    what it holds."""
    parts = []
    for box in kind_of(like).lists(like):
        assert box.view is not None
        known = box.aval.is_list
        part = heap.box(Value(box.aval if known else SequenceAval(UndefinedAval())))
        heap.let_be_view(part, box.view.base, "list_get", index)
        heap.note(Relation.IN, part, box.view.base)
        parts.append(part)
    return with_lists(like, tuple(parts))


def taken_out(frame: Frame, outer: Box, value: Value) -> Box:
    """The box of a list that leaves the list that holds it."""
    heap = frame.session
    part = heap.box(value)
    part.classes, part.holds = outer.classes, outer.holds
    for member in members(frame.session, outer):
        if member.view is None:
            link(heap, part, member)
    heap.note(relation_of_taken(heap, outer), part, outer)
    return part


def relation_of_taken(heap: Heap, outer: Box) -> Relation:
    """What an element that leaves a list is to it: it may stand there once more."""
    return Relation.IN if repeats(heap, outer) else Relation.TAKEN_FROM


def moved(frame: Frame, item: Any) -> Any:
    """What changes its place with others in one statement: of a list in a list, what
    that holds, which nothing else will refer to."""
    box = box_of(item)
    if box.view is None or not box.aval.is_list or is_callers_list(box):
        return item
    assert not box.value.is_literal
    return taken_out(frame, box.view.base, box.value)


def each_taken_out(frame: Frame, items: list[Any]) -> None:
    """Note that each of some items was read once from the lists that they are in."""
    heap = frame.session
    for place in (one for item in items for one in places_in(heap, item, chosen=False)):
        for outer in heap.noted(Relation.IN, place):
            heap.note(Relation.TAKEN_FROM, place, outer)


def refuse_inside(frame: Frame, item: Any, node: ast.AST, word: str = "list") -> None:
    """Refuse to change what a list holds as well, by value."""
    heap = frame.session
    own = heap.place(item)
    left = heap.noted(Relation.TAKEN_FROM, own)
    for place in seen_in(heap, own):
        for outer in heap.noted(Relation.IN, place):
            # What was taken out, and is put into it again, is in it.
            gone = outer in left and place is not own
            held = (*lists_holding(heap, outer), *lists_of_these(heap, outer))
            around = tuple(dict.fromkeys((outer, *held)))
            if gone:
                continue
            note_growing(frame, around)
            if any(reachable(frame, one) for one in around):
                frame.refuse(
                    "SRC015",
                    f"this {word} is also in a list",
                    node,
                    help=f"put a copy into the list: `.append({copier(word)}(item))`; "
                    "or put another one in its place: `items[i] = ...`",
                )
            if any(reachable(frame, one) for one in may_be_read(heap, own, around)):
                refuse_other_name(frame, word, node)
        _refuse_taken(frame, own, place, node, word)


def _refuse_taken(
    frame: Frame, own: Place, place: Place, node: ast.AST, word: str
) -> None:
    """Refuse to change what was taken out of a list where copies of that list hold it,
    or it was read before."""
    heap = frame.session
    for outer in were_in(heap, place):
        others = copies_of(heap, outer)
        # Of a list, what was read before must not be read any more.
        around = () if is_list_place(place) else (outer, *others)
        known = (*others, *may_be_read(heap, place, around))
        if any(one is not own and reachable(frame, one) for one in known):
            refuse_other_name(frame, word, node)


def may_be_read(heap: Heap, own: Place, lists: Iterable[Box]) -> Iterator[Place]:
    """What may be the object at a place, of all that is in some lists with it, or was
    taken out of them: of two, one was read from there, and not each of them once. What
    was put in is older than the list; what is read is none that was taken out before.
    """
    for xs in lists:
        held = (*heap.noted(Relation.HOLDS, xs), *heap.noted(Relation.GAVE, xs))
        for one in dict.fromkeys(held):
            first, second = sorted((one, own), key=lambda place: place.serial)
            gone = [xs in _left(heap, place) for place in (first, second)]
            apart = all(gone) or (gone[0] and xs in were_in(heap, first))
            read = second.serial > xs.serial and not apart
            if one is not own and read and _class(one) is _class(own):
                yield from (seen for seen in seen_in(heap, one) if seen is not own)


def _left(heap: Heap, place: Place) -> list[Any]:
    """The lists that something was taken out of, and not put back into."""
    back = heap.noted(Relation.PUT_BACK, place)
    return [xs for xs in heap.noted(Relation.TAKEN_FROM, place) if xs not in back]


def _class(place: Place) -> type:
    """The class of what is at a place, or of what holds its attributes."""
    container = place.container
    return type(container) if container is not None else _CLASSES[is_list_place(place)]


def note_growing(frame: Frame, lists: Iterable[Box]) -> None:
    """Note the loops that made lists longer: written out, these would be known."""
    heap = frame.session
    found = {heap.grown[one] for one in lists if one in heap.grown}
    heap.builder.sizes.reading.growing |= found


def note_unknown_identity(frame: Frame, *items: Any) -> None:
    """Note that it is not known whether objects are one: it would be, where paths chose
    among them, and if they were known one by one."""
    heap = frame.session
    for place in (place for item in items for place in places_in(heap, item)):
        if place.container is not None:
            heap.builder.sizes.reading.unknown_identity = True
            note_growing(frame, heap.noted(Relation.IN, place))


def write_through(frame: Frame, box: Box, new: Value, node: ast.AST) -> None:
    """Change a list in a list: the one that holds it has a new element."""
    assert box.view is not None
    heap, outer = frame.session, box.view.base
    for base in box.bases:
        refuse_shared_list(frame, base, node)
        if base.view is None:
            refuse_inside(frame, base, node)
    around = [*outer.owners]
    others = [one for one in lists_holding(heap, outer) if one not in around]
    if repeats(heap, outer) or any(reachable(frame, one) for one in others):
        frame.refuse(
            "SRC015",
            "this list may stand at several places",
            node,
            help="put copies of it there: `.append(list(xs))`",
        )

    def rows_of(one: Box) -> list[Box]:
        ones = (one, *relatives(heap, one))
        return [row for each in ones for row in may_be_rows(heap, each)]

    def those(row: Box) -> list[Box]:
        """What a row may be that was read from another list."""
        elsewhere = row.owners if row.root is not box.root else ()
        return [two for one in elsewhere for two in rows_of(one)]

    rows = [row for base in box.bases for row in rows_of(base)]
    rows += [one for row in rows_of(outer) for one in members(heap, row)]
    for row in each_once((*rows, *heap.noted(Relation.SHARES, outer)), those):
        if row.root is not box.root and any(reachable(frame, r) for r in row.bases):
            refuse_other_name(frame, "list", node)
        if row.view is None and row is not box.root and is_list_place(row):
            message = "this list has been changed through the one that holds it"
            heap.spoil(row, message)
    heap.write(box, new)


def spoil_views(frame: Frame, outer: Box, from_end: bool = False) -> None:
    """Say that what was read from a list may stand elsewhere by now; where that has
    become longer, what may have been counted ``from_end``."""
    for member in members(frame.session, outer):
        index = None if member.view is None else member.view.index
        if from_end and index is not None and is_from_start(frame.session, index):
            continue
        if member.view is not None:
            message = "the list that this one was read from has been changed since"
            frame.session.spoil(member, message)


def is_from_start(heap: Heap, index: Atom) -> bool:
    """Whether a place in a list is surely not counted from the list's end."""
    return _is_from_start(index, [*heap.builder.before()], {*heap.counted})


def _is_from_start(index: Atom, ops: list[Operation], counted: set[Atom]) -> bool:
    """The same by the operations before; those in ``counted`` are not negative."""
    if isinstance(index, Lit):
        return index is NONE or bool(index.value >= 0)
    if index in counted:
        return True
    made = next((op for op in reversed(ops) if index in op.results), None)
    match made:
        case Op(primitive="add" | "multiply"):
            return all(_is_from_start(one, ops, counted) for one in made.args)
        case Op():
            return made.primitive in _PLACES
        case If():
            place = made.results.index(index)
            return all(
                _is_from_start(block.results[place], [*ops, *block.ops], counted)
                for block in blocks_of(made)
            )
        case Loop() if index in made.results[: made.carries]:
            place, inside = made.results.index(index), [*ops, *made.body.ops]
            known = {*counted, made.carry_params[place]}
            ends = made.starts[place], made.body.results[place]
            return all(_is_from_start(one, inside, known) for one in ends)
    return False


def holds_lists(box: Box) -> bool:
    """Whether the elements of a list are lists."""
    return box.aval.is_list and not box.aval.element.is_numeric


def link_copies(heap: Heap, copies: Mapping[Place, Place]) -> None:
    """Note of copies of places what is known of these among themselves: which may be
    one, and what stands in a list. Arrays that share storage have copies apart."""
    for place, copy in copies.items():
        lists = heap.noted(Relation.IN, place)
        for other in (*seen_in(heap, place), *may_be_read(heap, place, lists)):
            if other is not place and other in copies:
                may_be_one(heap, copy, copies[other])
            for holder in heap.noted(Relation.IN, other):
                if holder in copies:
                    heap.note(Relation.IN, copy, copies[holder])
        of_lists = (Relation.SHARES, Relation.MADE_OF, Relation.REPEATS)
        for relation in (
            *(Relation.TAKEN_FROM, Relation.PUT_BACK),
            *(of_lists if is_list_place(place) else ()),
        ):
            for other in heap.noted(relation, place):
                if other in copies:
                    heap.note(relation, copy, copies[other])
