"""The elements of what is unpacked or gone through at compile time."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.lists import (
    is_list_box,
    static_items,
)
from srcad.compiler.evaluate.maybe import present
from srcad.compiler.evaluate.objects import (
    RunTimeList,
    StructOfArrays,
)
from srcad.compiler.evaluate.refusals import refuse_used_up
from srcad.compiler.evaluate.special import call_special, is_user_object
from srcad.compiler.evaluate.streams import at_once
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.index import Index
from srcad.compiler.ir.sizes import is_name


def sequence_parts(frame: Frame, item: Any, node: ast.AST) -> list[Any]:
    """The elements of what is unpacked or iterated over at compile time."""
    item = present(frame.session, at_once(item))
    if isinstance(item, RunTimeList):
        return array_rows(frame, item, node)
    if is_user_object(item):
        found = call_special(frame, item, "iter", [], node)
        if found is NotImplemented:
            found = _items_of(frame, item, node)
        item = item if found is NotImplemented else found
    refuse_used_up(frame, item, node)
    item = frame.session.door.handed_on(item)
    try:
        return list(item)
    except TypeError:
        frame.refuse("SRC021", f"a {type(item).__name__} cannot be unpacked", node)


def iterator_of(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What the ``__iter__`` of an object of the user's gives; others as they are."""
    if not is_user_object(item):
        return item
    found = call_special(frame, item, "iter", [], node)
    return item if found is NotImplemented else found


def _items_of(frame: Frame, owner: Any, node: ast.AST) -> Any:
    """What ``owner[0]``, ``owner[1]`` and so on are, up to an IndexError."""
    items: list[Any] = []
    while len(items) < _MOST_ITEMS:
        try:
            with frame.session.attempting(decides=True):
                item = call_special(frame, owner, "getitem", [len(items)], node)
        except CompileError as error:
            if items and "IndexError" in error.diagnostics[0].message:
                return items
            raise
        if item is NotImplemented:
            return item
        items.append(item)
    frame.refuse("SRC013", f"this has more than {_MOST_ITEMS} elements", node)


_MOST_ITEMS = 10_000


def array_rows(frame: Frame, box: RunTimeList, node: ast.AST) -> list[Any]:
    """The rows of a run-time array whose first size is known, or a list's items."""
    if isinstance(box, StructOfArrays) or is_list_box(box):
        return static_items(frame, box, node)
    aval = box.aval
    if not isinstance(aval, Aval) or not aval.shape:
        help = "what has elements is of rank 1 or more"
        frame.refuse("SRC013", f"{aval} has no elements", node, help=help)
    if not isinstance(aval.shape[0], int):
        frame.session.builder.sizes.fix(aval.shape[0])
        dim = aval.shape[0]
        label = f"has `{dim}` rows" if is_name(dim) else "has an unknown number of rows"
        message = "the number of rows must be known at compile time here"
        frame.needs_static(message, node, label)
    session = frame.session
    array = session.atom(box)
    places = [Index((k,)) for k in range(aval.shape[0])]
    if aval.ndim > 1 and not aval.tensor:
        return [session.view(box, array, "getitem", index=place) for place in places]
    return [session.box(session.builder.getitem(array, place)) for place in places]
