"""Where an object stands that paths have read from one list, each at its own place.

    if k not in rows:
        rows[k] = row = {"sum": 0.0}
    else:
        row = rows[k]
    row["sum"] += x

The place is joined as any number is, so that a change is one of the list as well. The
same holds of what is read on one path, and is None on the other, wherever it is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from srcad.compiler.evaluate.contents import RunTimeList, Sought
from srcad.compiler.evaluate.heap import Heap
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Box, box_of, is_optional
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.storage.elements import (
    element_of,
    note_element,
    note_perhaps,
)
from srcad.compiler.evaluate.storage.list_items import is_list_box
from srcad.compiler.evaluate.storage.lists import item_leaves
from srcad.compiler.evaluate.storage.nested_lists import seen_at
from srcad.compiler.ir.types import Atom, Lit


@dataclass(frozen=True, slots=True)
class Standing:
    """The list that an element stands in, what that is made of, and the place there."""

    xs: RunTimeList
    lists: tuple[Box, ...]
    index: Atom

    def note(self, heap: Heap, item: Any) -> None:
        """Note that a new object, which may be None, stands there."""
        within = kind_of(item).within(item)
        if within is not None:
            note_perhaps(heap, within, self.xs, self.index)
        elif not is_optional(item):
            note_element(heap, item, self.xs, self.index)


def places_of_both(
    heap: Heap, items: Sequence[Any], ends: Sequence[Any]
) -> tuple[Standing, tuple[Atom, Atom]] | None:
    """Where an object stands, on each of two paths where it is not None, which is so at
    the end of the path; None where no list is known that it is in."""
    pairs = zip(items, ends, strict=True)
    known = [
        None if item is None else _standing(heap, item, now) for item, now in pairs
    ]
    there = [one for one in known if one is not None]
    nothing = sum(item is None for item in items)
    if not there or len(there) + nothing < len(known):
        return None
    if any(one.lists != there[0].lists for one in there):
        return None
    one, other = (Lit(0) if found is None else found.index for found in known)
    return there[0], (one, other)


def sought_on_both(
    session: Session, *items: Any
) -> tuple[Sought, tuple[Any, Any]] | None:
    """What is a list in a list on one path, and is, or may be, None on the other: its
    form, and the place that it has on each; None where it is something else."""
    known = [_as_sought(session, item) for item in items]
    form = next(filter(None, known), None)
    unsure = any(item is None or isinstance(item, Sought) for item in items)
    if form is None or not unsure:
        return None
    for item, one in zip(items, known, strict=True):
        if item is not None and (one is None or one.bases != form.bases):
            return None
    first, second = (one and one.index for one in known)
    return form, (first, second)


def sought(session: Session, form: Sought, index: Any) -> Sought:
    """What is looked for at a place in the lists of another such object."""
    return Sought(seen_at(session, form.seen, box_of(index).own), index)


def _as_sought(session: Session, item: Any) -> Sought | None:
    if isinstance(item, Sought):
        return item
    views = [box_of(box).view for box in kind_of(item).lists(item)]
    index = views[0].index if views and views[0] is not None else None
    return None if index is None else Sought(item, session.wrap(index))


def _standing(heap: Heap, item: Any, now: Any) -> Standing | None:
    known = element_of(heap, item)
    if known is None:
        return None
    # A list in it that was put there may have other names, and is no view.
    pairs = zip(item_leaves(now), known.lists, strict=False)
    lists = [(leaf, xs) for leaf, xs in pairs if is_list_box(leaf)]
    if any(
        leaf.stale or leaf.view is None or leaf.base is not xs for leaf, xs in lists
    ):
        return None
    return Standing(known.xs, known.lists, known.index)
