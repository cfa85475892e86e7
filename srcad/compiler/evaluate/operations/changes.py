"""Writes into arrays, lists and dicts: what must be noted of them, or refused."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from srcad.compiler.evaluate.contents import each_once
from srcad.compiler.evaluate.facts import Relation
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.heap import Heap
from srcad.compiler.evaluate.kinds import kind_of, leads_to, leaves
from srcad.compiler.evaluate.objects import Box, box_of
from srcad.compiler.evaluate.operations.sequences import sequence_parts
from srcad.compiler.evaluate.refusals import refuse_dtype
from srcad.compiler.evaluate.signals import GrowsAtRunTime, NeedsStatic
from srcad.compiler.evaluate.storage.aliases import (
    WRITTEN_SINCE,
    has_shared_elements,
    is_held_elsewhere,
    lists_holding,
    reachable,
    refuse_other_name,
    refuse_shared_container,
    relatives,
    sharing,
    taken_from,
)
from srcad.compiler.evaluate.storage.elements import (
    array_element,
    arrays_beside,
    arrays_of,
    list_of,
)
from srcad.compiler.evaluate.storage.empty_lists import with_row
from srcad.compiler.evaluate.storage.list_items import can_be_leaf, is_run_time_list
from srcad.compiler.evaluate.storage.nested_lists import note_growing, refuse_inside
from srcad.compiler.evaluate.storage.read_ahead import (
    refuse_list_read_ahead,
    refuse_read_ahead,
    refuse_resized,
)
from srcad.compiler.evaluate.wording import refuse_effect
from srcad.compiler.ir.types import array_aval

# Methods of a list or dict that change how many items it has, and all that change it.
RESIZING = (
    *("append", "extend", "insert", "pop", "remove", "clear", "popitem"),
    # The order of the keys is no value of run time either.
    "move_to_end",
)
CHANGING = (*RESIZING, "reverse", "sort", "update", "setdefault")


def extension(frame: Frame, old: list[Any], items: Any, node: ast.AST) -> list[Any]:
    """What a list that is known item by item is extended by, item by item; where run
    time knows how many they are, it must be a list of run time as well."""
    if is_run_time_list(items):
        sample = kind_of(items).form(items)
        change(frame, old, node, unknown=True, sample=sample)
    try:
        return sequence_parts(frame, items, node)
    except NeedsStatic:
        change(frame, old, node, unknown=True)
        raise


def change(
    frame: Frame,
    item: list[Any] | dict[Any, Any] | set[Any],
    node: ast.AST,
    resizes: bool = False,
    unknown: bool = False,
    sample: Any = 0.0,
    word: str = "",
    stored: bool = False,
) -> None:
    """Say that a list, dict or set is about to be changed; refuse if it may not be.

    ``resizes`` says that a list becomes longer or shorter, that a dict loses keys, or
    that a set is changed.
    One from outside would be changed while compiling, and never by the generated
    module. A list that a run-time branch or loop makes longer or shorter, or that is
    changed at an ``unknown`` place, has to be a list at run time, too; ``sample`` is
    what is put into it; ``word`` names an object whose attributes these are; ``stored``
    says that a list will have it as well, of which it is an element.
    """
    session = frame.session
    held = session.held.get(id(item))
    named, word = bool(word), word or kind_of(item).noun(item)
    place = session.place(item)
    refuse_shared_container(frame, item, node, word)
    if not stored:
        if resizes and type(item) is list and session.noted(Relation.IN, place):
            session.note_unknown(item)
        refuse_inside(frame, item, node, word)
    refuse_list_read_ahead(frame, place, node)
    if resizes:
        refuse_resized(frame, item, node)
    if held is None:
        if frame.source.library and not session.is_given(item):
            return
        refuse_effect(frame, f"this changes a {word}", node)
    is_list, late = isinstance(item, list), resizes and session.depth > held.depth
    if late and not is_list:
        is_dict = isinstance(item, dict)
        what = "a dict loses or moves a key" if is_dict else "a set is changed"
        what = f"a {word} loses an attribute" if named else what
        message = f"{what} under a run-time condition or in a run-time loop"
        session.note_unknown(item)
        frame.needs_static(message, node)
    if is_list and (unknown or late):
        if leads_to([sample, *item], item):
            message = "this list has objects that lead back to it"
            frame.needs_static(message, node, "run time would keep copies of them")
        known = [one for one in (sample, *item) if not kind_of(one).keeps_lists]
        others = [leaf for leaf in leaves(known) if not can_be_leaf(leaf)]
        functions = any(kind_of(leaf).is_closure for leaf in others)
        if functions or (others and any(loop.unrolls for loop in session.loops)):
            what = "functions" if functions else kind_of(others[0]).described(others[0])
            message = f"a list of {what} is known item by item"
            frame.needs_static(message, node, "grows in a run-time loop or branch")
        sample = with_row(frame, sample, node)
        raise GrowsAtRunTime(held, frame.source.span(node), sample)
    session.record(held)


def has_nothing_yet(frame: Frame, item: Any) -> bool:
    """Whether nothing is in a list of the evaluation's, so that nothing is taken out:
    what a loop puts into it later says what such a list is made for."""
    return type(item) is list and not item and id(item) in frame.session.held


def refuse_unsafe_write(frame: Frame, box: Box, node: ast.AST) -> None:
    """Refuse writes whose effect on other names cannot be made exact."""
    heap = frame.session
    refuse_dtype(frame, box, node)
    ones = dict.fromkeys((*box.owners, *_beneath(heap, box)))
    lists = [xs for one in ones for xs in lists_holding(heap, one)]
    element = array_element(heap, box)
    if element is not None:
        known = [one.part for one in arrays_beside(frame, element)]
        inside = any(one.view and not one.view.put_back for one in box.owners)
        inside |= has_shared_elements(frame, list_of(element), {*box.owners, *known})
    else:
        inside = any(reachable(frame, holder) for holder in lists)
    for xs in taken_from(heap, box.root):
        # What stands there by now is something else.
        rest = arrays_of(frame, xs)
        inside = inside or has_shared_elements(frame, xs, {*box.owners, *rest})
    if inside:
        note_growing(frame, lists)
        frame.refuse(
            "SRC015",
            "this array is also in a list",
            node,
            help="put a copy into the list: `.append(h.copy())`",
        )
    if element is None and lists and is_held_elsewhere(frame, lists, {*box.owners}):
        note_growing(frame, lists)
        refuse_other_name(frame, "array", node)
    for view in (owner.view for owner in box.owners if owner.view):
        if view.read_only:
            with frame.raises(node, ValueError):
                raise ValueError("assignment destination is read-only")
        if view.derive is None:
            break  # It may be a copy.
    outside = box.root.outside
    if outside:
        refuse_effect(frame, f"this writes into the array `{outside}`", node)
    for owner in box.owners:
        if owner.view is not None and owner.view.put_back is None:
            _detach(frame, owner, node)
            break
    if box.root.is_input:
        _refuse_input(frame, box, node)
    others = [one for owner in box.owners for one in relatives(heap, owner)]
    if heap.apart is not None and any(one.is_input for one in others):
        _refuse_input(frame, box, node)
    for source in _beneath(heap, box):
        sharers = [one for one in sharing(heap, source) if one is not box]
        if any(reachable(frame, one) for one in (source, *sharers)):
            note_growing(frame, lists)
            refuse_other_name(frame, "array", node)
    refuse_read_ahead(frame, {*box.owners, *others}, node)
    for owner in box.owners:
        for sharer in sharing(heap, owner):
            if sharer is not box and sharer.container is None:
                heap.spoil(sharer, WRITTEN_SINCE)


def _beneath(heap: Heap, box: Box) -> Iterator[Box]:
    """What paths have joined into an array, or into what it is a view of, and what that
    may be a view of in turn."""

    def bases(one: Box) -> list[Box]:
        return [two for base in one.bases for two in (base, *relatives(heap, base))]

    others = [one for owner in box.owners for one in relatives(heap, owner)]
    return each_once(others, bases)


def _refuse_input(frame: Frame, box: Box, node: ast.AST) -> None:
    """Refuse to write into what a function is given; into a Tensor, where its caller
    would have to see it."""
    frame.session.leave_apart()
    frame.session.given.append(box.root)
    if frame.session.apart is not None:
        frame.refuse(
            "SRC023",
            "this writes into an argument of what is a function of its own",
            node,
            label="would not be seen where it is called",
            help="work on a copy, and return it",
        )
    if not array_aval(box.value).tensor:
        frame.refuse(
            "SRC023",
            "this writes into an array of the caller",
            node,
            label="would change it, each time that the gradient is computed",
            help="work on a copy: `x = x.copy()`",
        )


def _detach(frame: Frame, box: Box, node: ast.AST) -> None:
    """Let a view be an array of its own, if no name leads to what it is a view of."""
    for one in frame.active():
        for item in one.living():
            for leaf in leaves(item):
                if leaf is not box and box.root in box_of(leaf).owners:
                    frame.refuse(
                        "SRC015",
                        "this writes through a view of another array",
                        node,
                        label="may share its elements with the array that it was "
                        "made from, by how they lie in memory",
                        help="write into the array itself, or make the view a copy "
                        "with `.copy()`",
                    )
    if box.root.is_input:
        _refuse_input(frame, box, node)
    box.view = None
