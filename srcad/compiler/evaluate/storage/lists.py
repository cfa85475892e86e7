"""Lists that a program builds while it runs.

A list of run time is one value, or one for each part of its items.
"""

from __future__ import annotations

import ast
import functools
import itertools
import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from srcad.compiler.evaluate.agreement import (
    classes_of,
    holds_without_axes,
    other_classes,
)
from srcad.compiler.evaluate.contents import (
    RunTimeList,
    StructOfArrays,
    current,
    has_grown,
)
from srcad.compiler.evaluate.facts import Relation
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of, leaves, rebuilt, same_structure
from srcad.compiler.evaluate.objects import (
    Box,
    Held,
    is_array_box,
    is_written_in_place,
)
from srcad.compiler.evaluate.signals import GrowsAtRunTime, StaleView
from srcad.compiler.evaluate.storage.aliases import (
    lists_of_these,
    may_be_rows,
    origins,
    put_array,
    reachable,
    refuse_shared_list,
    repeats,
)
from srcad.compiler.evaluate.storage.chosen import (
    admit,
    all_as_choices,
    as_choices,
    has_objects,
    lasts,
    own_options,
)
from srcad.compiler.evaluate.storage.elements import (
    forget_elements,
    is_made_here,
    let_stand,
    note_element,
    note_lengths,
    note_taken,
    part_of,
)
from srcad.compiler.evaluate.storage.empty_lists import (
    check_filled,
    has_nothing,
    key_found,
    note_row,
    place_of,
    row_found,
)
from srcad.compiler.evaluate.storage.lengths import (
    emitted,
    fixed_length,
    known_length,
)
from srcad.compiler.evaluate.storage.list_items import (
    bounds_of,
    can_be_held,
    can_be_leaf,
    index_atom,
    is_list,
    is_list_box,
    is_of_rows,
    is_run_time_list,
    row_of,
)
from srcad.compiler.evaluate.storage.nested_lists import (
    element_list,
    holds_lists,
    is_drawn,
    note_growing,
    put_inside,
    refuse_inside,
    relation_of_taken,
    spoil_views,
    taken_out,
    write_through,
)
from srcad.compiler.evaluate.storage.read_ahead import (
    refuse_list_read_ahead,
    refuse_resized,
)
from srcad.compiler.evaluate.undecided import loses_digits
from srcad.compiler.ir.avals import (
    INT,
    AnyAval,
    SequenceAval,
    UndefinedAval,
)
from srcad.compiler.ir.lists import element_of, joined_elements
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import NONE, Atom, Lit, Value, take_name
from srcad.compiler.reading.sizes import is_known
from srcad.compiler.reading.structures import is_part


def lists_of(xs: RunTimeList) -> tuple[Box, ...]:
    """The lists that a list of run time is made of, where it may be read."""
    found = kind_of(xs).lists(xs)
    for box in found:
        if box.stale:
            raise StaleView(box.stale)
    return found


def list_from(
    frame: Frame,
    items: list[Any],
    sample: Any,
    node: ast.AST,
    atom_of: Callable[[Any], Atom] | None = None,
    apart: Any = None,
) -> RunTimeList:
    """A list of run time of these items, which are of the form of ``sample``.

    ``apart`` is the list that they are in, if it is not looked at any more.
    """
    session = frame.session
    sample, *items = (opened(frame, one, node) for one in (sample, *items))
    if all(is_run_time_list(one) or type(one) is list for one in (sample, *items)):
        row, made = row_of([sample, *items]), dict[int, Any]()
        row = row_found(frame, node) if row is None else row
        for one in (sample, *items):  # one list that stands at two places stays one
            if id(one) not in made:
                made[id(one)] = as_element(frame, one, node, atom_of, apart, row)
        sample, *items = (made[id(one)] for one in (sample, *items))
    held = all(can_be_held(sample, one) for one in (sample, *items))
    if not held or has_objects(session, (sample, *items)):
        sample, *items = all_as_choices(session, [sample, *items])
    boxes = tuple(session.box(NONE) for _ in item_leaves(sample))
    if not boxes:
        session.note_unknown(sample)
        message = "a list of structures without parts, whose length run time knows"
        frame.refuse("SRC011", message, node, help="keep the length in a number")
    is_row = kind_of(sample).is_row
    xs = StructOfArrays(own_options(sample), boxes) if is_row else boxes[0]
    items = [as_item(frame, sample, item, node) for item in items]
    for k, box in enumerate(boxes):
        column = [item_leaves(item)[k] for item in items]
        column = [as_element(frame, leaf, node, atom_of, apart) for leaf in column]
        atoms = [(atom_of or session.option)(leaf) for leaf in column]
        avals: list[AnyAval] = [UndefinedAval(), *(atom.aval for atom in atoms)]
        try:
            element = functools.reduce(joined_elements, avals)
        except ShapeError as error:
            frame.refuse("SRC019", str(error), node)
        box.classes = other_classes(element, *(atom.aval for atom in atoms))
        atoms = [fitting(frame, element, atom) for atom in atoms]
        box.value = session.builder.emit("list_of", *atoms)
        if not items:
            box.value.aval = SequenceAval(UndefinedAval(place_of(frame, node)))
        session.lengths[box.value] = len(items)
        for leaf in column:
            is_held_by(frame, leaf, box)
    for item in items:
        kind_of(xs).hold(frame, xs, item)
    return xs


def opened(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What is put into a list; the lists that a dict is kept as are of run time."""
    of = kind_of(item := current(item))
    parts = [*of.parts(item)] if of.keeps_lists else []
    # What was found to be put there first is a key.
    rows = itertools.chain([key_found(frame, node)] if parts else (), [0.0])
    there = [
        as_element(frame, one, node, row=next(rows)) if is_list(one) else one
        for one in parts
    ]
    changed = any(map(operator.is_not, parts, there))
    return of.with_parts(item, there) if changed else item


def item_leaves(item: Any) -> list[Any]:
    """The parts of an item that are elements of a list of their own."""
    return list(leaves(item)) if kind_of(item).is_row else [item]


def as_element(
    frame: Frame,
    leaf: Any,
    node: ast.AST,
    atom_of: Callable[[Any], Atom] | None = None,
    apart: Any = None,
    row: Any = None,
) -> Any:
    """What is put into a list: a list that is known item by item as one of run time,
    whose items are as ``row`` where that is given."""
    leaf = current(leaf)
    if not isinstance(leaf, list):
        return leaf
    held = frame.session.held.get(id(leaf))
    row = row_found(frame, node) if row is None and not leaf else row
    sample = row if row is not None else leaf[0] if leaf else 0.0
    around = None if apart is None else frame.session.place(apart)
    for one in origins(frame.session, held) if held is not None else ():
        if isinstance(one, Held) and not has_grown(one.container):
            if frame.session.owns(one) and reachable(frame, one, around):
                raise GrowsAtRunTime(one, frame.source.span(node), sample)
    return list_from(frame, leaf, sample, node, atom_of, apart)


def as_item(frame: Frame, form: Any, item: Any, node: ast.AST) -> Any:
    """An item of a list of run time, whose items have a form; others are refused."""
    if is_of_rows(form):
        item = as_element(frame, item, node, row=kind_of(form).form(form))
    item = opened(frame, item, node)
    if can_be_held(form, item):
        return item
    wider, other = as_choices(frame.session, form, item)
    if lasts(frame.session, form, wider):
        admit(frame.session, form, wider)
        item = other
    lists = [isinstance(one, list) or is_list_box(one) for one in (form, item)]
    if all(lists):
        return item
    if any(lists) or not same_structure(form, item):
        kinds = [kind_of(one).noun(one) for one in (form, item)]
        other = "another of other parts" if kinds[0] == kinds[1] else f"a {kinds[1]}"
        note_lengths(frame.session, item, form)
        frame.refuse(
            "SRC019",
            f"this list holds a {kinds[0]} and {other}",
            node,
            help="keep items of one kind in a list that grows at run time",
        )
    for leaf in leaves(item):
        frame.agreed(leaf, node)
        if not (can_be_leaf(leaf) or is_list_box(leaf)):
            frame.session.note_sets(leaf)
            with frame.at_first(leaf):
                frame.refuse(
                    "SRC011",
                    f"{kind_of(leaf).described(leaf)} in a list that grows in a "
                    "run-time loop or branch is not supported",
                    node,
                    help="keep a list for each array, or write into an array made "
                    "before",
                )
    return item


def _form(frame: Frame, xs: RunTimeList, item: Any) -> Any:
    """A sample of the items of a list; of one without any ``item`` is one."""
    form = kind_of(xs).form(xs)
    empty = has_nothing(xs)
    rows = kind_of(form).is_row or kind_of(item).is_row
    if empty and is_list_box(xs):
        note_row(frame, xs, item)
    return item if empty and not rows else form


def is_held_by(frame: Frame, item: Any, box: Box, drawn: bool | None = None) -> None:
    """Note that a list holds an array or a list, so that a write to it is seen to
    matter, or a number that may be of several classes."""
    box.classes |= classes_of(item)
    for around in box.owners if holds_without_axes(item) else ():
        around.holds = True
    if is_list_box(item):
        put_inside(frame, item, box, drawn)
    elif is_array_box(item) or is_written_in_place(item):
        drawn = is_drawn(frame.session, item, box) if drawn is None else drawn
        put_array(frame.session, item, box, drawn)


# ------------------------------------------------------------------ reading and writing


def write(
    frame: Frame,
    box: Box,
    new: Value,
    node: ast.AST,
    keeps: bool = False,
    grows: bool = False,
) -> None:
    """Change a list; ``keeps`` says that what was read from it stands where it did,
    ``grows`` that it does but for what is counted from the end."""
    refuse_shared_list(frame, box, node)
    refuse_list_read_ahead(frame, box, node)
    take_name(new, box.value)
    if box.view is None:
        refuse_inside(frame, box, node)
    if not keeps:
        for row in may_be_rows(frame.session, box):
            spoil_views(frame, row, from_end=grows)
        forget_elements(frame.session, box, from_end=grows)
    if box.view is None:
        frame.session.write(box, new)
    else:
        write_through(frame, box, new, node)


def put(
    frame: Frame,
    xs: RunTimeList,
    primitive: str,
    item: Any,
    node: ast.AST,
    *rest: Atom,
    **attributes: Any,
) -> None:
    """Put ``item`` into a list, by the primitive that says where."""
    item = as_item(frame, _form(frame, xs, item), item, node)
    if primitive != "list_set":
        refuse_resized(frame, xs, node)
    first, grows = lists_of(xs)[0], primitive == "list_append"
    known = grows and is_made_here(frame.session, item)
    # Where the last one stands is where it is read again.
    last = frame.session.builder.emit("list_len", first.value) if known else None
    drawn = is_drawn(frame.session, item, first)
    for box, leaf in zip(lists_of(xs), item_leaves(item), strict=True):
        leaf = as_element(frame, leaf, node)
        given = box.value, _as_one_of(frame, box, frame.session.option(leaf)), *rest
        (new,) = emitted(frame.session, primitive, *given, **attributes)
        write(frame, box, new, node, grows=grows)
        is_held_by(frame, leaf, box, drawn)
    kind_of(xs).hold(frame, xs, item)
    if last is not None:
        let_stand(frame.session, item, xs, last)


def mapped(frame: Frame, xs: RunTimeList, primitive: str, *rest: Atom) -> Any:
    """Another list, of the same form."""
    given = ((box.value, *rest) for box in lists_of(xs))
    values = (emitted(frame.session, primitive, *one) for one in given)
    return rebuilt(xs, (derived(frame, value, xs) for (value,) in values))


def derived(frame: Frame, value: Atom, *sources: RunTimeList) -> Box:
    """The box of a list that holds what the ``sources`` hold."""
    box = frame.session.box(value)
    for source in (one for xs in sources for one in lists_of(xs)):
        share_elements(frame, source, box)
    return box


def share_elements(frame: Frame, source: Box, box: Box, alone: bool = False) -> None:
    """Note that a list holds the elements of another one; ``alone`` says that it holds
    nothing else."""
    heap = frame.session
    twice = not alone and source in lists_of_these(heap, box)
    for relation in (Relation.REPEATS, Relation.OVERLAPS):
        if repeats(heap, source, relation) or (twice and relation is Relation.REPEATS):
            heap.note(relation, box, box)
    _note_classes(box, element_of(source.value), element_of(box.value))
    box.classes |= source.classes
    box.holds |= source.holds
    heap.note(Relation.SHARES, source, box)
    heap.note(Relation.MADE_OF, box, source)
    if holds_lists(box) or holds_lists(source):
        heap.note(Relation.SHARES, box, source)


def _note_classes(box: Box, *elements: AnyAval) -> None:
    """Note of which classes of Python the numbers in a list may be besides."""
    box.classes = box.classes.union(*(other_classes(a, *elements) for a in elements))


def _as_one_of(frame: Frame, box: Box, atom: Atom) -> Atom:
    """What is put into a list, as its elements are."""
    _note_classes(box, element_of(box.value), atom.aval)
    return fitting(frame, element_of(box.value), atom)


def fitting(frame: Frame, element: AnyAval, value: Atom) -> Atom:
    """A number as the elements of a list have it."""
    aval = value.aval
    weak = element.is_scalar and element.is_float and aval.weak and not aval.ndim
    if weak and aval.dtype != element.dtype:
        if value.is_literal:
            return Lit(float(value.value))
        return frame.session.builder.cast(value, "float64", weak=True)
    return value


def item_at(frame: Frame, xs: RunTimeList, index: Atom, node: ast.AST) -> Any:
    """``xs[index]``."""
    check_filled(frame, xs, node)
    first, *others = lists_of(xs)
    # What a list of structures is made of are lists as long as each other.
    parts = [element_at(frame, first, index, partial=bool(others))]
    parts += [element_at(frame, one, index, True, partial=True) for one in others]
    item = kind_of(xs).element(frame, xs, parts)
    kind_of(xs).hold(frame, xs, item)
    note_element(frame.session, item, xs, index)
    return item


def popped(frame: Frame, xs: RunTimeList, index: Atom, node: ast.AST) -> Any:
    """``xs.pop(index)``."""
    check_filled(frame, xs, node)
    refuse_resized(frame, xs, node)
    emit, lists = frame.session.builder.emit_all, lists_of(xs)
    pairs = [emit("list_pop", b.value, index, exact=False) for b in lists]
    parts = [_taken(frame, b, one) for b, (one, _) in zip(lists, pairs, strict=True)]
    item = kind_of(xs).element(frame, xs, parts)
    note_taken(frame.session, item, xs)
    for box, (_, rest) in zip(lists, pairs, strict=True):
        write(frame, box, rest, node)
    return item


def element_at(
    frame: Frame, box: Box, index: Atom, exact: bool = False, partial: bool = False
) -> Box:
    """An element of a list; ``exact`` says that it is there, ``partial`` that it is a
    part of an element."""
    if holds_lists(box):
        return element_list(frame.session, box, index, partial)
    given: Any = {"exact": True} if exact else {}
    emit = frame.session.builder.emit
    return part_of(frame.session, box, emit("list_get", box.value, index, **given))


def _taken(frame: Frame, box: Box, value: Value) -> Box:
    """The box of an element that leaves a list."""
    if holds_lists(box):
        return taken_out(frame, box, value)
    return part_of(frame.session, box, value, relation_of_taken(frame.session, box))


def read_list(frame: Frame, xs: RunTimeList, key: Any, node: ast.AST) -> Any:
    """``xs[key]``."""
    if is_part(key):
        if key in (slice(None), slice(None, None, -1)):
            return mapped(frame, xs, "reversed" if key.step else "copy")
        return mapped(frame, xs, "list_slice", *bounds_of(frame, key, node))
    return item_at(frame, xs, index_atom(frame, key, node), node)


def write_list(
    frame: Frame, xs: RunTimeList, key: Any, item: Any, node: ast.AST
) -> None:
    """``xs[key] = item``."""
    item = as_item(frame, _form(frame, xs, item), item, node)
    index = index_atom(frame, key, node)
    for box, leaf in zip(lists_of(xs), item_leaves(item), strict=True):
        leaf = as_element(frame, leaf, node)
        write(frame, box, with_element(frame, box, leaf, index), node)
        is_held_by(frame, leaf, box)
    kind_of(xs).hold(frame, xs, item)


def with_element(frame: Frame, box: Box, leaf: Any, index: Atom) -> Value:
    """A list with another element at a place."""
    element = element_of(box.value)
    value = _as_one_of(frame, box, frame.session.option(leaf))
    joined = joined_elements(element, value.aval)
    if element.is_numeric and joined.dtype != element.dtype:
        # Numbers of Python that are the same in all calls may give way to others.
        gives_way = element.weak and joined.is_float and not joined.tensor
        if not gives_way or loses_digits(frame.session, joined, (box.value, ())):
            raise ShapeError(f"a list of {element} cannot hold {value.aval}")
    (new,) = emitted(frame.session, "list_set", box.value, value, index)
    return new


def list_length(frame: Frame, xs: RunTimeList) -> Any:
    """``len(xs)``."""
    known = known_length(frame, first := lists_of(xs)[0])
    if is_known(known):
        return known
    value = frame.session.builder.emit("list_len", first.value)
    if known is not None:
        value.aval = replace(INT, size=known)
    return frame.session.box(value)


def static_items(frame: Frame, xs: RunTimeList, node: ast.AST) -> list[Any]:
    """The items one by one, where the length is known."""
    length = fixed_length(frame, xs)
    if length is None:
        note_growing(frame, lists_of(xs))
        frame.needs_static("the length of this list is known at run time only", node)
    return [item_at(frame, xs, Lit(k), node) for k in range(length)]
