"""Writes to elements of lists of structures, which the lists have as well."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.heap import Element
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.storage.aliases import (
    WRITTEN_SINCE,
    named,
    places_in,
    sharing,
)
from srcad.compiler.evaluate.storage.elements import (
    array_element,
    arrays_beside,
    list_of,
    move_parts,
    note_element,
    others_of,
    refill,
)
from srcad.compiler.evaluate.storage.lists import (
    as_element,
    as_item,
    element_at,
    is_held_by,
    item_leaves,
    lists_of,
    with_element,
    write,
)
from srcad.compiler.evaluate.storage.nested_lists import holds_lists
from srcad.compiler.ir.types import Atom


@contextlib.contextmanager
def changing_element(frame: Frame, container: Any, node: ast.AST) -> Iterator[None]:
    """While a part of an element is changed, which ``is_element``: let the list have
    what it has become, and so all that may be the same."""
    heap = frame.session
    known = heap.elements[id(container)]
    before, held = item_leaves(known.item), [*places_in(heap, known.item, chosen=False)]
    yield
    move_parts(frame, known, held, node)
    item = as_item(frame, kind_of(known.xs).form(known.xs), known.item, node)
    after = item_leaves(item)
    lists = lists_of(known.xs)
    if not len(lists) == len(before) == len(after):
        what = kind_of(item).noun(item)
        message = f"this list holds a {what} and another of other parts"
        help = "keep items of one kind in a list that grows at run time"
        frame.refuse("SRC019", message, node, help=help)
    pairs = zip(lists, before, after, strict=True)
    changed = {k: pair for k, pair in enumerate(pairs) if pair[1] is not pair[2]}
    for box, _, leaf in changed.values():
        leaf = as_element(frame, leaf, node)
        new = with_element(frame, box, leaf, known.index)
        write(frame, box, new, node, keeps=not holds_lists(box))
        is_held_by(frame, leaf, box)
    _read_lists_again(frame, known, [k for k in changed if holds_lists(lists[k])])
    for other in others_of(frame, known):
        leaves_of = item_leaves(other.item)
        for k in changed:
            leaves_of[k] = element_at(frame, lists_of(other.xs)[k], other.index)
        refill(heap, other.item, iter(leaves_of))


def _read_lists_again(frame: Frame, known: Element, columns: list[int]) -> None:
    """Let an element have the lists that stand in its list by now, as views of them."""
    parts, lists = item_leaves(known.item), lists_of(known.xs)
    for k in columns:
        parts[k] = element_at(frame, lists[k], known.index, True, partial=True)
    if columns:
        refill(frame.session, known.item, iter(parts))
        note_element(frame.session, known.item, known.xs, known.index)


def write_array_in_place(frame: Frame, box: Box, new: Atom, node: ast.AST) -> None:
    """Let an array have other elements, and so the list that it was read from, and all
    that may be the same."""
    session = frame.session
    session.write(box, new)
    known = array_element(session, box)
    if known is None:
        return
    others, xs = arrays_beside(frame, known), list_of(known)
    write(frame, xs, with_element(frame, xs, known.part, known.index), node, keeps=True)
    for other in others:
        given = list_of(other).value, other.index
        again = session.builder.emit("list_get", *given, exact=True)
        session.write(other.part, again)
        for sharer in sharing(session, other.part):
            session.spoil(sharer, WRITTEN_SINCE)


def is_known_twice(frame: Frame, box: Box) -> bool:
    """Whether more than one name of the active functions leads to a place."""
    every = (places_in(frame.session, item) for item in named(frame))
    return sum(any(place is box for place in places) for places in every) > 1
