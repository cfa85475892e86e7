"""Reading and writing subscripts."""

from __future__ import annotations

import ast
from typing import Any, NoReturn

import numpy as np

from srcad.compiler.evaluate.aliases import reachable, refuse_shared_elements
from srcad.compiler.evaluate.changes import change, refuse_unsafe_write
from srcad.compiler.evaluate.dispatch import array_of, evaluate, evaluate_partly
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.list_methods import delete, write_slice
from srcad.compiler.evaluate.lists import (
    can_be_held,
    is_list_box,
    is_run_time_list,
    list_from,
    lists_of,
    read_list,
    write_list,
)
from srcad.compiler.evaluate.maybe import present
from srcad.compiler.evaluate.objects import (
    Box,
    Maybe,
    is_array,
    is_array_box,
    is_constant_array,
    is_number,
    is_parameter,
    is_written_in_place,
)
from srcad.compiler.evaluate.operators import apply_binary, augmented, is_whole
from srcad.compiler.evaluate.refusals import refuse_iterator
from srcad.compiler.evaluate.special import call_special, is_user_object
from srcad.compiler.evaluate.wording import refuse_effect
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.index import Index, Ref, is_integer, reads_view
from srcad.compiler.ir.shapes import indexed_shape
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Atom, Lit, array_aval
from srcad.compiler.reading.records import is_made
from srcad.compiler.reading.world import is_environment


def read_subscript(frame: Frame, node: ast.Subscript) -> Any:
    """``x[index]`` of an array, or of a structure known at compile time."""
    owner = evaluate_partly(frame, node.value)
    return read_item(frame, owner, evaluate(frame, node.slice), node)


def read_item(frame: Frame, owner: Any, key: Any, node: ast.AST) -> Any:
    """``owner[key]``."""
    if is_environment(owner) and isinstance(key, str):
        found = frame.session.door.environment(key)
        if found is None:
            frame.refuse("SRC021", f"KeyError: {key!r}", node)
        return found
    if frame.session.door.is_pending(owner) and has_box(key):
        owner = frame.session.door.whole(owner)
    if isinstance(owner, Maybe):
        owner = present(frame.session, owner)
    if is_run_time_list(owner):
        return read_list(frame, owner, key, node)
    if is_array(owner):
        return read_array(frame, owner, key, node)
    if is_user_object(owner):
        result = call_special(frame, owner, "getitem", [key], node)
        if result is not NotImplemented:
            return result
    if isinstance(owner, list) and is_whole(key):
        found = _as_run_time(frame, owner, node)
        if found is not None:
            return read_list(frame, found, key, node)
    refuse_iterator(frame, owner, "is not subscriptable", node)
    try:
        key = static(frame, key, getattr(node, "slice", node))
        part = frame.session.door.item(owner, key)
        sliced = isinstance(owner, list) and isinstance(key, slice)
        return frame.session.own(part) if sliced else part
    except (LookupError, TypeError) as error:
        frame.refuse("SRC021", f"{type(error).__name__}: {error}", node)


def _as_run_time(frame: Frame, items: list[Any], node: ast.AST) -> Any:
    """A list that is read at a place that run time knows, if it can be one of run
    time; not where a loop around can be written out, so that the place is known."""
    session = frame.session
    lists = all(isinstance(item, list) or is_run_time_list(item) for item in items)
    if not items or (not lists and any(loop.unrolls for loop in session.loops)):
        return None
    if id(items) not in session.held or not all(
        can_be_held(items[0], item) or is_list_box(item) for item in items
    ):
        return None
    if reachable(frame, items):
        change(frame, items, node, unknown=True)
    return list_from(frame, items, items[0], node)


def read_array(frame: Frame, owner: Any, key: Any, node: ast.AST) -> Any:
    """``x[key]`` of a run-time array: a view of it where NumPy gives one."""
    session = frame.session
    if is_constant_array(owner):
        if isinstance(owner, np.ndarray) and _is_place(key, owner):
            return owner[key]
        owner = session.literal_box(owner)
    array = session.atom(owner)
    if not isinstance(array.aval, Aval):
        frame.refuse("SRC013", f"{array.aval} cannot be indexed", node)
    given, args = make_index(frame, key, getattr(node, "slice", node))
    index = given.without_ellipsis(array.aval.ndim, args)
    axes = tuple(range(index.entries.count(None)))
    if not array.aval.ndim and axes and index.axes(args) == 0:
        # Of a number of NumPy, this makes an array: no number could be written to.
        return session.box(session.builder.emit("expand_dims", array, axis=axes))
    if not array.aval.ndim and index.entries == (Ellipsis,):
        # Of a number of NumPy, this makes one as well; an array it is itself.
        box = owner if is_written_in_place(owner) else session.box(array)
        box.holds = not array.aval.tensor
        return box
    if isinstance(owner, Box) and not array.aval.tensor:
        shape = indexed_shape(array.aval, index, args, session.builder.sizes)
        # With an ellipsis even an element is a view.
        if index is not given or reads_view(index, len(shape), args):
            return session.view(owner, array, "getitem", *args, index=index)
    return session.box(session.builder.getitem(array, index, *args))


def _is_place(key: Any, array: Any) -> bool:
    """Whether an index is that of one element, known at compile time."""
    entries = key if isinstance(key, tuple) else (key,)
    return len(entries) == array.ndim and all(map(is_integer, entries))


def make_index(frame: Frame, key: Any, node: ast.AST) -> tuple[Index, tuple[Atom, ...]]:
    """The template of an index, and the run-time values in it."""
    args: list[Atom] = []

    def reference(item: Any) -> Ref:
        args.append(frame.session.atom(item))
        return Ref(len(args) - 1)

    def bound(item: Any) -> Any:
        if item is None or is_integer(item):
            return None if item is None else int(item)
        if isinstance(item, Box):
            return reference(item)
        raise ShapeError("the bounds of a slice are ints")

    def entry(item: Any) -> Any:
        if item is None or item is Ellipsis:
            return item
        if isinstance(item, bool | np.bool_):
            _refuse_truth(frame, node)
        if is_integer(item):
            return int(item)
        if isinstance(item, slice):
            return slice(bound(item.start), bound(item.stop), bound(item.step))
        if isinstance(item, list) and item and all(map(is_number, item)):
            args.append(array_of(frame, item, node))
            return Ref(len(args) - 1)
        if isinstance(item, Box) or is_constant_array(item) or is_parameter(item):
            ref = reference(item)
            aval = array_aval(args[ref.position])
            if aval.dtype == "bool" and not aval.ndim:
                _refuse_truth(frame, node)
            if aval.is_float:
                frame.refuse(
                    "SRC017",
                    f"an index cannot be of dtype {aval.dtype}",
                    node,
                    help="positions are integers, masks are bools",
                )
            return ref
        frame.refuse(
            "SRC013",
            f"a {type(item).__name__} cannot be an index",
            node,
            help="positions are integers, masks are bools",
        )

    entries = key if isinstance(key, tuple) else (key,)
    index = Index(tuple(entry(item) for item in entries), isinstance(key, tuple))
    return index, tuple(args)


def _refuse_truth(frame: Frame, node: ast.AST) -> NoReturn:
    """One truth as an index gives the array a new axis, of size 1 or 0."""
    message = "one truth as an index is not supported"
    help = "index with a mask as long as the axis, or write an `if`"
    frame.refuse("SRC013", message, node, help=help)


def place_of_item(frame: Frame, target: ast.Subscript) -> tuple[Any, Any]:
    """What is written to in ``x[index] = ...``, and where."""
    return evaluate(frame, target.value), evaluate(frame, target.slice)


def write_item(
    frame: Frame,
    place: tuple[Any, Any],
    item: Any,
    target: ast.Subscript,
    operator: str | None = None,
) -> None:
    """``x[index] = item``, or ``x[index] op= item``."""
    owner, key = place
    if is_parameter(owner):
        owner = frame.session.parameter_box(owner)
    if is_run_time_list(owner):
        if operator is not None:
            old = read_list(frame, owner, key, target)
            if is_array_box(old):
                for box in lists_of(owner):
                    refuse_shared_elements(frame, box, target)
            item = apply_binary(frame, operator, old, item, target)
        if isinstance(key, slice):
            write_slice(frame, owner, key, item, target)
        else:
            write_list(frame, owner, key, item, target)
        return
    if isinstance(owner, Box):
        write_array(frame, owner, key, item, operator, target)
        return
    if isinstance(owner, list | dict):
        change(
            frame, owner, target, resizes=isinstance(key, slice), unknown=has_box(key)
        )
        key = static(frame, key, target.slice)
        try:
            if operator is not None:
                item = augmented(frame, operator, owner[key], item, target)
            owner[key] = item
        except (LookupError, TypeError, ValueError) as error:
            frame.refuse("SRC021", f"{type(error).__name__}: {error}", target)
        return
    if isinstance(owner, tuple | str | int | float):
        kind = type(owner).__name__
        message = f"TypeError: '{kind}' object does not support item assignment"
        frame.refuse("SRC021", message, target)
    if is_made(owner):
        if operator is not None:
            old = read_item(frame, owner, key, target)
            item = apply_binary(frame, operator, old, item, target)
        result = call_special(frame, owner, "setitem", [key, item], target)
        if result is not NotImplemented:
            return
    what = "a Parameter" if is_parameter(owner) else f"a {type(owner).__name__}"
    refuse_effect(frame, f"this writes into {what}", target)


def delete_subscript(frame: Frame, target: ast.Subscript) -> None:
    """``del values[key]``."""
    owner = evaluate(frame, target.value)
    key = evaluate(frame, target.slice)
    if is_run_time_list(owner):
        delete(frame, owner, key, target)
        return
    if not isinstance(owner, list | dict):
        message = "`del` of an element of this is not supported"
        frame.refuse("SRC011", message, target)
    change(frame, owner, target, resizes=True, unknown=has_box(key))
    try:
        del owner[static(frame, key, target.slice)]
    except (LookupError, TypeError) as error:
        frame.refuse("SRC021", f"{type(error).__name__}: {error}", target)


def write_array(
    frame: Frame, box: Box, key: Any, item: Any, operator: str | None, node: ast.AST
) -> None:
    session = frame.session
    aval = array_aval(box.value)
    refuse_unsafe_write(frame, box, node)
    index, args = make_index(frame, key, node)
    index = index.without_ellipsis(aval.ndim, args)
    if operator is not None:
        old = session.box(session.builder.getitem(box.value, index, *args))
        item = apply_binary(frame, operator, old, item, node)
    if not is_number(item) and not is_parameter(item):
        if isinstance(item, list | tuple):
            item = array_of(frame, item, node)
        else:
            kind = type(item).__name__
            frame.refuse(
                "SRC013",
                f"a {kind} cannot be written into an array",
                node,
                help="write a number or an array",
            )
    value = session.atom(item)
    check_fits(frame, box.value, index, args, value)
    if not isinstance(value, Lit):
        value = session.builder.cast(value, aval.dtype)
    if not aval.ndim and not args and not array_aval(value).ndim:
        # All that there is. Printed, it is a number, which cannot be written into.
        if isinstance(value, Lit):
            empty = session.builder.shape(box.value)
            value = session.builder.full(empty, value, aval.dtype)
        session.write(box, value)
        return
    new = session.builder.emit("setitem", box.value, value, *args, index=index)
    new.hint, new.named = _name_of(box.value), True
    session.write(box, new)


def _name_of(atom: Atom) -> str:
    return "" if isinstance(atom, Lit) else atom.hint


def check_fits(
    frame: Frame, array: Atom, index: Index, args: tuple[Atom, ...], value: Atom
) -> None:
    """Refuse a value that does not broadcast to the place it is written to."""
    sizes = frame.session.builder.sizes
    place = indexed_shape(array_aval(array), index, args, sizes)
    have = array_aval(value).shape
    if len(have) > len(place):
        raise ShapeError(f"a value of rank {len(have)} does not fit {len(place)} axes")
    for dim, slot in zip(have[::-1], place[::-1], strict=False):
        if isinstance(dim, int) and isinstance(slot, int) and dim not in (1, slot):
            raise ShapeError(f"a value of size {dim} does not fit into size {slot}")
