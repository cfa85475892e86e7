"""Lists that a program builds while it runs.

A list is known item by item as long as it can be. Where a run-time loop or branch makes
it longer or shorter, it becomes one run-time value, under every name that it has.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

from srcad.compiler.avals import INT, AnyAval, Aval, Dim, SequenceAval, UndefinedAval
from srcad.compiler.diagnostics import CompileError
from srcad.compiler.ir import NONE, Atom, Exit, Lit, Loop, Op, Value
from srcad.compiler.lists import EMPTY, element_of, joined_elements
from srcad.compiler.lowering.aliases import (
    reachable,
    refuse_shared_container,
    refuse_shared_list,
)
from srcad.compiler.lowering.frame import Frame, plain
from srcad.compiler.lowering.objects import (
    Box,
    Columns,
    Held,
    Iteration,
    Poison,
    is_number,
    is_parameter,
    leaves,
    rebuilt,
    same_structure,
)
from srcad.compiler.lowering.session import GrowsAtRunTime, NeedsStatic, Unreachable
from srcad.compiler.shapes import ShapeError, normal_axes


def is_list_box(item: object) -> bool:
    """Whether an object is a run-time list of numbers or arrays."""
    return isinstance(item, Box) and isinstance(item.aval, SequenceAval)


def is_run_time_list(item: object) -> bool:
    """Whether an object is a run-time list, of structures as well."""
    return isinstance(item, Columns) or is_list_box(item)


def lists_of(xs: Box | Columns) -> tuple[Box, ...]:
    """The lists that a list of run time is made of."""
    return xs.lists if isinstance(xs, Columns) else (xs,)


def to_run_time(frame: Frame, grows: GrowsAtRunTime, node: ast.AST) -> None:
    """Make a list that was known item by item one of run time."""
    session, held = frame.session, grows.held
    refuse_shared_container(frame, held.container, node)
    items = list(held.container)
    xs = list_from(frame, items, items[0] if items else grows.sample, node)
    name = _swapped(frame, held, xs)
    for k, box in enumerate(lists_of(xs)):
        if name and isinstance(box.value, Value):
            hint = f"{name}_{k}" if isinstance(xs, Columns) else name
            box.value.hint, box.value.named = hint, True
    # Whoever still has the old one, in the middle of an expression, must not use it.
    held.container[:] = [Poison("SRC011", "this list was changed by a later argument")]
    session.promoted[id(held.container)] = xs


def list_from(
    frame: Frame,
    items: list[Any],
    sample: Any,
    node: ast.AST,
    atom_of: Callable[[Any], Atom] | None = None,
) -> Box | Columns:
    """A list of run time of these items, which are of the form of ``sample``."""
    session = frame.session
    boxes = tuple(session.box(NONE) for _ in leaves(sample))
    xs = Columns(sample, boxes) if is_structure(sample) else boxes[0]
    if not isinstance(xs, Columns) and isinstance(sample, list | dict):
        frame.refuse("SRC011", "a list of lists that grows at run time", node)
    for item in items:
        check_item(frame, xs, item, node)
    for k, box in enumerate(boxes):
        column = [list(leaves(item))[k] for item in items]
        atoms = [(atom_of or session.atom)(leaf) for leaf in column]
        avals = (atom.aval for atom in atoms)
        nothing: AnyAval = UndefinedAval()
        element = functools.reduce(joined_elements, avals, nothing)
        atoms = [fitting(frame, element, atom) for atom in atoms]
        box.value = session.builder.emit("list_of", *atoms)
        for leaf in column:
            _is_held_by(leaf, box)
    return xs


def grows_at_run_time(frame: Frame, first: Any, second: Any, node: ast.AST) -> None:
    """Where a name is a list of one length or of another, make it one of run time."""
    pair, session = (first, second), frame.session
    known = [item for item in pair if isinstance(item, list)]
    if first is second or len(known) + sum(map(is_run_time_list, pair)) < 2:
        return
    if len(known) == 2:
        if len(first) == len(second):
            return
        sample = max(known, key=len)[-1]
    else:
        other = next(item for item in pair if not isinstance(item, list))
        sample = other.form if isinstance(other, Columns) else 0.0
    for item in known:
        held = session.held.get(id(item))
        if held is None or held.depth > session.depth or not reachable(frame, item):
            continue
        raise GrowsAtRunTime(held, frame.source.span(node), sample)


def is_structure(item: Any) -> bool:
    """Whether the items of a list are tuples (of tuples) of arrays."""
    return isinstance(item, tuple)


def can_be_held(form: Any, item: Any) -> bool:
    """Whether a list of run time, of items of a form, can hold an item."""
    return same_structure(form, item) and all(
        (is_number(leaf) or is_parameter(leaf)) and not is_list_box(leaf)
        for leaf in leaves(item)
    )


def check_item(frame: Frame, xs: Box | Columns, item: Any, node: ast.AST) -> None:
    """Refuse what cannot be an item of a list at run time."""
    form = xs.form if isinstance(xs, Columns) else 0.0
    if not same_structure(form, item):
        frame.refuse(
            "SRC019",
            f"this list holds a {_kind(form)} and a {_kind(item)}",
            node,
            help="keep items of one kind in a list that grows at run time",
        )
    for leaf in leaves(item):
        if is_list_box(leaf) or not (is_number(leaf) or is_parameter(leaf)):
            what = "list" if is_list_box(leaf) else type(leaf).__name__
            frame.refuse(
                "SRC011",
                f"a {what} in a list that grows in a run-time loop or branch is not "
                "supported",
                node,
                help="keep a list for each array, or write into an array made before",
            )


def _kind(item: Any) -> str:
    if isinstance(item, tuple):
        return f"tuple of {len(item)}"
    return type(item).__name__ if isinstance(item, list | dict) else "number or array"


def _is_held_by(item: Any, box: Box) -> None:
    """Note that a list holds an array, so that a write to it is seen to matter."""
    if isinstance(item, Box) and isinstance(item.aval, Aval) and item.aval.ndim:
        if box not in item.sources:
            item.sources = (*item.sources, box)
        for owner in item.owners:
            if owner is not item and box not in owner.sharers:
                owner.sharers.append(box)


def _swapped(frame: Frame, held: Held, box: Box | Columns) -> str:
    """Put ``box`` in the place of the list everywhere; gives the list's name."""
    found = ""
    for one in frame.active():
        for name, item in one.names.items():
            if item is held.container:
                found = found or plain(name)
            one.names[name] = _with(item, held, box)
    return found


def _with(item: Any, held: Held, box: Box | Columns) -> Any:
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


# ------------------------------------------------------------------ reading and writing


def write(frame: Frame, box: Box, new: Value, node: ast.AST) -> None:
    """Change a list, which keeps its name."""
    refuse_shared_list(frame, box, node)
    old = box.value
    if isinstance(old, Value):
        new.hint, new.named = old.hint, old.named
    frame.session.write(box, new)


def put(
    frame: Frame,
    xs: Box | Columns,
    primitive: str,
    item: Any,
    node: ast.AST,
    *rest: Atom,
    **attributes: Any,
) -> None:
    """Put ``item`` into a list, by the primitive that says where."""
    check_item(frame, xs, item, node)
    session = frame.session
    for box, leaf in zip(lists_of(xs), leaves(item), strict=True):
        value = fitting(frame, element_of(box.value), session.atom(leaf))
        new = session.builder.emit(primitive, box.value, value, *rest, **attributes)
        write(frame, box, new, node)
        _is_held_by(leaf, box)


def mapped(frame: Frame, xs: Box | Columns, primitive: str, *rest: Atom) -> Any:
    """Another list, of the same form."""
    session = frame.session
    values = [session.builder.emit(primitive, b.value, *rest) for b in lists_of(xs)]
    return rebuilt(xs, (derived(frame, value, xs) for value in values))


def derived(frame: Frame, value: Value, *sources: Box | Columns) -> Box:
    """The box of a list that holds what the ``sources`` hold."""
    box = frame.session.box(value)
    for source in (one for xs in sources for one in lists_of(xs)):
        source.sharers.append(box)
    return box


def fitting(frame: Frame, element: AnyAval, value: Atom) -> Atom:
    """A number as the elements of a list have it."""
    aval = value.aval
    if isinstance(element, Aval) and isinstance(aval, Aval) and aval.weak:
        if not aval.ndim and not element.ndim and aval.dtype != element.dtype:
            if element.is_float and isinstance(value, Lit):
                return Lit(float(value.value))
            if element.is_float:
                return frame.session.builder.emit("float", value)
    return value


def item_at(frame: Frame, xs: Box | Columns, index: Atom, node: ast.AST) -> Any:
    """``xs[index]``."""
    if element_of(lists_of(xs)[0].value) == UndefinedAval():
        _refuse_empty(frame, node)
    parts = [_element(frame, box, index) for box in lists_of(xs)]
    return rebuilt(xs.form, iter(parts)) if isinstance(xs, Columns) else parts[0]


def _refuse_empty(frame: Frame, node: ast.AST) -> NoReturn:
    """A list that nothing was put into is read: on trial of a loop, an earlier
    iteration may put something there."""
    loops = [one.loop for one in frame.active() if one.loop is not None]
    try:
        frame.refuse("SRC021", "IndexError: list index out of range", node)
    except CompileError as error:
        if not loops:
            raise
        for loop in loops:
            loop.incomplete = True
        raise Unreachable(error) from None


def _element(frame: Frame, box: Box, index: Atom) -> Box:
    session = frame.session
    value = session.builder.emit("list_get", box.value, index)
    part = session.box(value)
    if isinstance(value.aval, Aval) and value.aval.ndim:
        part.sources = (box,)
    return part


def read_list(frame: Frame, xs: Box | Columns, key: Any, node: ast.AST) -> Any:
    """``xs[key]``."""
    if isinstance(key, slice):
        if key == slice(None, None, -1):
            return mapped(frame, xs, "reversed")
        if key == slice(None):
            return mapped(frame, xs, "copy")
        return mapped(frame, xs, "list_slice", *bounds_of(frame, key, node))
    return item_at(frame, xs, index_atom(frame, key, node), node)


def write_list(
    frame: Frame, xs: Box | Columns, key: Any, item: Any, node: ast.AST
) -> None:
    """``xs[key] = item``."""
    check_item(frame, xs, item, node)
    index = index_atom(frame, key, node)
    for box, leaf in zip(lists_of(xs), leaves(item), strict=True):
        element = element_of(box.value)
        value = fitting(frame, element, frame.session.atom(leaf))
        if isinstance(element, Aval) and isinstance(value.aval, Aval):
            if (element.dtype, element.ndim) != (value.aval.dtype, value.aval.ndim):
                raise ShapeError(f"a list of {element} cannot hold {value.aval}")
        new = frame.session.builder.emit("list_set", box.value, value, index)
        write(frame, box, new, node)
        _is_held_by(leaf, box)


def bounds_of(frame: Frame, key: slice, node: ast.AST) -> list[Atom]:
    """The bounds of a slice, and its step if it has one."""
    bounds = (
        [key.start, key.stop]
        if key.step in (None, 1)
        else [key.start, key.stop, key.step]
    )
    return [NONE if b is None else index_atom(frame, b, node) for b in bounds]


def index_atom(frame: Frame, key: Any, node: ast.AST) -> Atom:
    """The place in a list that a whole number says."""
    atom = frame.session.atom(key) if is_number(key) else None
    aval = atom.aval if atom is not None else None
    if not isinstance(aval, Aval) or aval.is_float or aval.ndim:
        frame.refuse("SRC017", "the index of a list is a whole number", node)
    assert atom is not None
    return atom


def list_iteration(frame: Frame, xs: Box | Columns, node: ast.AST) -> Iteration:
    """``for x in xs``."""

    def element(k: Any) -> Any:
        return item_at(frame, xs, frame.session.atom(k), node)

    return Iteration(list_length(frame, xs), element)


def list_length(frame: Frame, xs: Box | Columns) -> Any:
    """``len(xs)``."""
    first, *_ = lists_of(xs)
    known = known_length(frame, first)
    if isinstance(known, int):
        return known
    value = frame.session.builder.emit("list_len", first.value)
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


def static_items(frame: Frame, xs: Box | Columns, node: ast.AST) -> list[Any]:
    """The items one by one, where the length is known."""
    length = known_length(frame, lists_of(xs)[0])
    if not isinstance(length, int):
        raise NeedsStatic(
            "the length of this list is known at run time only",
            frame.source.span(node),
        )
    return [item_at(frame, xs, Lit(k), node) for k in range(length)]


def holders(item: Any) -> list[Box]:
    """The run-time lists that hold an array, and the arrays that it is a view of."""
    found: list[Box] = []
    for leaf in leaves(item):
        if isinstance(leaf, Box) and not is_list_box(leaf):
            found.extend(source for source in leaf.sources if is_list_box(source))
            found.extend(owner for owner in leaf.owners if owner is not leaf)
    return found
