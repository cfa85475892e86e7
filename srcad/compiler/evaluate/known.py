"""What is known at compile time, and what has to be."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.objects import Box, aval_of, box_of
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import NeedsContent
from srcad.compiler.evaluate.sizes import fix_sizes
from srcad.compiler.evaluate.wording import (
    captured_behind,
    dependence,
)
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import Atom, If, Lit, Loop, Op, Operation, definitions
from srcad.compiler.reading.paths import keys_of
from srcad.compiler.reading.world import users_comparison


def as_key(
    frame: Frame, item: Any, node: ast.AST, among: Iterable[Any] | None = None
) -> Any:
    """The object, which must be told from others by Python alone; or ``among`` these by
    what its class says, which was read."""
    if is_told(frame, item, among, node):
        return item
    refuse_unhashable(frame, item, node)
    item = static(frame, item, node)
    refuse_comparison(frame, users_comparison(item), node)
    return item


def key_in(frame: Frame, owner: Any, key: Any, node: ast.AST) -> Any:
    """The key of an item of a dict, which must be told from the others."""
    with frame.session.noting_unknown(owner):
        return as_key(frame, key, node, keys_of(owner))


def is_told(
    frame: Frame, item: Any, among: Iterable[Any] | None, node: ast.AST
) -> bool:
    """Whether it is known which one of these an object is, whatever run time knows."""
    of = kind_of(item)
    if of.is_key(frame, item):
        return True
    return among is not None and of.is_key_among(frame, item, among, node)


def as_keys(
    frame: Frame, items: Iterable[Any], node: ast.AST, among: Iterable[Any] = ()
) -> list[Any]:
    """The same, of several."""
    before, found = [*among], list[Any]()
    for item in items:
        found.append(as_key(frame, item, node, itertools.chain(before, found)))
    return found


def refuse_unhashable(frame: Frame, item: Any, node: ast.AST) -> None:
    """Refuse as a key what Python has no hash of."""
    of, known = kind_of(item), kind_of(item).class_of(item)
    aval = aval_of(item)
    number = of.is_value and aval.is_scalar and not box_of(item).holds
    if known.__hash__ is not None or number or aval.tensor:
        for part in of.hashed(item):
            refuse_unhashable(frame, part, node)
        return
    with frame.raises(node, TypeError):  # which the program may catch
        raise TypeError(f"unhashable type: '{known.__name__}'")


def refuse_comparison(frame: Frame, found: Any, node: ast.AST) -> None:
    """Refuse to let Python call what the user has written, if it was ``found``."""
    if found is not None:
        message = f"`{found.__qualname__}` would run while compiling"
        help = "compare with `==`, one by one"
        frame.refuse("SRC012", message, node, help=help)


def static(frame: Frame, item: Any, node: ast.AST) -> Any:
    """The object, which must be known at compile time."""
    if has_box(item):
        fix_sizes(frame.session, item)
        captured = captured_behind(frame.session, item)
        if captured:
            raise NeedsContent(captured)
        frame.session.note_collected()
        behind = dependence(frame.session, item)
        label = f"depends on {behind}" if behind else "is known at run time only"
        frame.needs_static("this must be known at compile time", node, label)
    return item


def known_array(session: Session, value: Atom) -> Any:
    """The array that a value is, where it is made of numbers alone; else None."""
    if isinstance(value, Lit):
        return value.value
    found = session.constants.get(value)
    blocks = (definitions(ops).get(value) for ops in session.blocks)
    op = next((op for op in blocks if op is not None), None)
    if found is not None or not isinstance(op, Op):
        return found
    args = [known_array(session, arg) for arg in op.args]
    row = PRIMITIVES[op.primitive]
    if row.results > 1 or any(arg is None for arg in args):
        return None
    return row.evaluate(*args, **dict(op.attributes))


def is_number_of_numpy(session: Session, item: Box) -> bool:
    """Whether an operation has given what is a number of NumPy then, and no array of
    rank 0."""
    return _is_number(item.value, list(session.blocks))


def _is_number(
    atom: Atom, blocks: list[Sequence[Operation]], known: Collection[Atom] = ()
) -> bool:
    """The same, of what stands in some blocks or before them, where others are
    ``known`` to be; a number of Python is another class of the box."""
    if atom.is_literal or atom.aval.weak or atom in known:
        return True
    made = next((op for ops in blocks for op in ops if atom in op.results), None)
    match made:
        case Op():
            return _gives_number(made)
        case If():
            k = made.results.index(atom)
            sides = (made.then, made.orelse)
            return all(_is_number(s.results[k], [*blocks, s.ops], known) for s in sides)
        case Loop() if (k := made.results.index(atom)) < made.carries:
            inside = [*blocks, made.body.ops]
            carried = (*known, made.carry_params[k])
            first = _is_number(made.starts[k], blocks, known)
            return first and _is_number(made.body.results[k], inside, carried)
    return False


def _gives_number(op: Op) -> bool:
    if op.primitive == "getitem":
        entries = op.attribute("index").entries
        return all(one is not Ellipsis and one is not None for one in entries)
    row = PRIMITIVES[op.primitive]
    return row.elementwise if row.number is None else row.number
