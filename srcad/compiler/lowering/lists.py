"""Lists that a program builds while it runs.

A list is known item by item as long as it can be. Where a run-time loop or branch makes
it longer or shorter, it becomes one run-time value, under every name that it has.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from srcad.compiler.avals import INT, Aval, Dim, SequenceAval
from srcad.compiler.ir import Atom, Exit, Lit, Loop, Op, Value
from srcad.compiler.lists import EMPTY, LAST, element_of
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.objects import (
    Box,
    Held,
    Iteration,
    Poison,
    is_number,
    is_parameter,
    leaves,
)
from srcad.compiler.lowering.session import GrowsAtRunTime, NeedsStatic
from srcad.compiler.shapes import ShapeError, normal_axes


def is_list_box(item: object) -> bool:
    """Whether an object is a list at run time."""
    return isinstance(item, Box) and isinstance(item.aval, SequenceAval)


def to_run_time(frame: Frame, grows: GrowsAtRunTime, node: ast.AST) -> None:
    """Make a list that was known item by item one of run time."""
    session, held = frame.session, grows.held
    items = list(held.container)
    for item in items:
        _check_element(frame, item, node)
    value = session.builder.emit("list_of", *map(session.atom, items))
    box = session.box(value)
    name = _swapped(frame, held, box)
    value.hint, value.named = name, bool(name)
    for item in items:
        _is_held_by(item, box)
    # Whoever still has the old one, in the middle of an expression, must not use it.
    held.container[:] = [Poison("SRC011", "this list was changed by a later argument")]
    session.promoted[id(held.container)] = box


def _check_element(frame: Frame, item: Any, node: ast.AST) -> None:
    if is_list_box(item) or not (is_number(item) or is_parameter(item)):
        what = "list" if is_list_box(item) else type(item).__name__
        frame.refuse(
            "SRC011",
            f"a {what} in a list that grows in a run-time loop or branch is not "
            "supported",
            node,
            help="keep a list for each array, or write into an array made before",
        )


def _is_held_by(item: Any, box: Box) -> None:
    """Note that a list holds an array, so that a write to it is seen to matter."""
    if isinstance(item, Box) and isinstance(item.aval, Aval) and item.aval.ndim:
        if box not in item.sources:
            item.sources = (*item.sources, box)
        if item.base is not None and box not in item.base.views:
            item.base.views.append(box)


def _swapped(frame: Frame, held: Held, box: Box) -> str:
    """Put ``box`` in the place of the list everywhere; gives the list's name."""
    found = ""
    for one in _frames(frame):
        for name, item in one.names.items():
            if item is held.container:
                found = found or name
            one.names[name] = _with(item, held, box)
    return found


def _frames(frame: Frame) -> list[Frame]:
    """The frame, those it is defined in, and those that called it."""
    found: list[Frame] = []
    queue: list[Frame | None] = [frame]
    while queue:
        one = queue.pop()
        if one is not None and one not in found:
            found.append(one)
            queue.extend((one.parent, one.caller))
    return found


def _with(item: Any, held: Held, box: Box) -> Any:
    if item is held.container:
        return box
    if isinstance(item, list | dict):
        places = item.items() if isinstance(item, dict) else enumerate(item)
        for key, part in list(places):
            item[key] = _with(part, held, box)
        return item
    if isinstance(item, tuple):
        parts = [_with(part, held, box) for part in item]
        if any(a is not b for a, b in zip(parts, item, strict=True)):
            return type(item)(*parts) if hasattr(item, "_fields") else tuple(parts)
    return item


# ------------------------------------------------------------------------ operations


def list_method(
    frame: Frame, box: Box, name: str, args: list[Any], node: ast.AST
) -> Any:
    """``xs.append(x)`` and the like."""
    match name, args:
        case "append", [item]:
            _append(frame, box, item, node)
        case "extend", [items]:
            _extend(frame, box, items, node)
        case "pop", [] | [-1]:
            last = _element(frame, box, LAST)
            _write(frame, box, frame.session.builder.emit("list_drop", box.value))
            return last
        case "copy", []:
            return frame.session.box(frame.session.builder.emit("copy", box.value))
        case _:
            frame.refuse(
                "SRC012",
                f"`{name}` of a list that is built at run time is not supported",
                node,
                help="append to it, read its items, or stack it with `np.stack`",
            )
    return None


def _write(frame: Frame, box: Box, new: Value) -> None:
    old = box.value
    if isinstance(old, Value):
        new.hint, new.named = old.hint, old.named
    frame.session.write(box, new)


def _append(frame: Frame, box: Box, item: Any, node: ast.AST) -> None:
    _check_element(frame, item, node)
    session = frame.session
    value = _fitting(frame, box, session.atom(item))
    _write(frame, box, session.builder.emit("list_append", box.value, value))
    _is_held_by(item, box)


def _fitting(frame: Frame, box: Box, value: Atom) -> Atom:
    """A number as the elements of the list have it."""
    element, aval = element_of(box.value), value.aval
    if isinstance(element, Aval) and isinstance(aval, Aval) and aval.weak:
        if not aval.ndim and not element.ndim and aval.dtype != element.dtype:
            if element.is_float and isinstance(value, Lit):
                return Lit(float(value.value))
            if element.is_float:
                return frame.session.builder.emit("float", value)
    return value


def _extend(frame: Frame, box: Box, items: Any, node: ast.AST) -> None:
    if not isinstance(items, tuple | list):
        frame.refuse(
            "SRC012",
            "`extend` of a list that is built at run time takes a tuple or list that "
            "is known item by item",
            node,
            help="append in a loop",
        )
    for item in items:
        _append(frame, box, item, node)


def _element(frame: Frame, box: Box, index: Atom) -> Any:
    session = frame.session
    value = session.builder.emit("list_get", box.value, index)
    part = session.box(value)
    if isinstance(value.aval, Aval) and value.aval.ndim:
        part.base = box
    return part


def read_list(frame: Frame, box: Box, key: Any, node: ast.AST) -> Any:
    """``xs[key]``."""
    if isinstance(key, slice):
        if key == slice(None, None, -1):
            reverse = frame.session.builder.emit("reversed", box.value)
            return frame.session.box(reverse)
        if key == slice(None):
            return list_method(frame, box, "copy", [], node)
        frame.refuse(
            "SRC012",
            "a slice of a list that is built at run time is not supported",
            node,
            help="stack it with `np.stack`, and slice the array",
        )
    return _element(frame, box, _index(frame, key, node))


def write_list(frame: Frame, box: Box, key: Any, item: Any, node: ast.AST) -> None:
    """``xs[key] = item``."""
    _check_element(frame, item, node)
    value = _fitting(frame, box, frame.session.atom(item))
    element = element_of(box.value)
    if isinstance(element, Aval) and isinstance(value.aval, Aval):
        if (element.dtype, element.ndim) != (value.aval.dtype, value.aval.ndim):
            raise ShapeError(f"a list of {element} cannot hold {value.aval}")
    index = _index(frame, key, node)
    new = frame.session.builder.emit("list_set", box.value, value, index)
    _write(frame, box, new)
    _is_held_by(item, box)


def _index(frame: Frame, key: Any, node: ast.AST) -> Atom:
    atom = frame.session.atom(key) if is_number(key) else None
    aval = atom.aval if atom is not None else None
    if not isinstance(aval, Aval) or aval.is_float or aval.ndim:
        frame.refuse("SRC017", "the index of a list is a whole number", node)
    assert atom is not None
    return atom


def list_iteration(frame: Frame, box: Box) -> Iteration:
    """``for x in xs``."""

    def element(k: Any) -> Any:
        return _element(frame, box, frame.session.atom(k))

    return Iteration(list_length(frame, box), element)


def list_length(frame: Frame, box: Box) -> Any:
    """``len(xs)``."""
    known = known_length(frame, box)
    if isinstance(known, int):
        return known
    value = frame.session.builder.emit("list_len", box.value)
    if known is not None:
        value.aval = replace(INT, size=known)
    return frame.session.box(value)


def stacked(frame: Frame, box: Box, axis: int) -> Box:
    """``np.stack(xs, axis)``."""
    session, element = frame.session, element_of(box.value)
    if isinstance(element, Aval):
        (axis,) = normal_axes(axis, element.ndim + 1)
    length = known_length(frame, box)
    return session.box(
        session.builder.emit("list_stack", box.value, axis=axis, length=length)
    )


def joined(frame: Frame, box: Box, axis: int) -> Box:
    """``np.concatenate(xs, axis)``."""
    session, element = frame.session, element_of(box.value)
    if isinstance(element, Aval):
        (axis,) = normal_axes(axis, element.ndim)
    return session.box(session.builder.emit("list_join", box.value, axis=axis))


def known_length(frame: Frame, box: Box) -> Dim | None:
    """The length of a list, where it is known at compile time."""
    return frame.session.lengths.get(box.value)


def note_lengths(frame: Frame, loop: Loop, length: Any) -> None:
    """Lists to which every iteration of a loop appends once, from empty ones."""
    size: Dim | None = length if isinstance(length, int) else None
    if isinstance(length, Box) and isinstance(length.aval, Aval):
        size = length.aval.size
    if size is None or loop.stop is not None:
        return
    if any(isinstance(op, Exit) for op in loop.body.ops):
        return
    made = {op.result: op for op in loop.body.ops if isinstance(op, Op)}
    for start, param, end, result in zip(
        loop.starts, loop.carry_params, loop.body.results, loop.results, strict=False
    ):
        if start.aval != EMPTY or not isinstance(end, Value):
            continue
        op = made.get(end)
        if op is not None and op.primitive == "list_append" and op.args[0] is param:
            frame.session.lengths[result] = size


def static_items(frame: Frame, box: Box, node: ast.AST) -> list[Any]:
    """The items one by one, where the length is known."""
    length = known_length(frame, box)
    if not isinstance(length, int):
        raise NeedsStatic(
            "the length of this list is known at run time only",
            frame.source.span(node),
        )
    return [_element(frame, box, Lit(k)) for k in range(length)]


def holders(item: Any) -> list[Box]:
    """The run-time lists that hold an array."""
    return [
        source
        for leaf in leaves(item)
        if isinstance(leaf, Box)
        for source in leaf.sources
        if is_list_box(source)
    ]
