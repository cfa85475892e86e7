"""What a list of run time can hold, and the places in it."""

from __future__ import annotations

import ast
import itertools
from typing import Any

from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of, leaves, same_structure
from srcad.compiler.evaluate.objects import (
    aval_of,
    box_of,
    is_number,
    is_parameter,
    is_written_in_place,
)
from srcad.compiler.evaluate.refusals import refuse_classes
from srcad.compiler.ir.types import NONE, Atom


def is_list_box(item: object) -> bool:
    """Whether an object is a run-time list of numbers or arrays."""
    return aval_of(item).is_list


def is_list(item: object) -> bool:
    """Whether an object is a list, known item by item or not."""
    return isinstance(item, list) or is_run_time_list(item)


def is_run_time_list(item: object) -> bool:
    """Whether an object is a run-time list, of structures as well."""
    return bool(kind_of(item).lists(item))


def is_of_rows(item: object) -> bool:
    """Whether an object is a run-time list of structures."""
    return is_run_time_list(item) and kind_of(item).is_row


def has_rows(form: Any) -> bool:
    """Whether an element of a list is a list of structures, or has one."""
    return is_of_rows(form) or any(map(has_rows, kind_of(form).parts(form)))


def row_of(items: list[Any]) -> Any:
    """A structure, or a list of some, that a list among some items holds, or None."""
    known = [[kind_of(i).form(i)] if is_run_time_list(i) else i for i in items]
    known = [one for one in known if isinstance(one, list)]
    rows = [*map(current, itertools.chain.from_iterable(known))]
    found = (row for row in rows if kind_of(row).is_row or row_of([row]) is not None)
    return next(found, None)


def can_be_held(form: Any, item: Any) -> bool:
    """Whether a list of run time, of items of a form, can hold an item."""
    if isinstance(item, list):
        of, parts = kind_of(form), [*map(current, item)]
        inner = of.form(form) if is_of_rows(form) else [*parts, 0.0][0]
        fits = is_of_rows(form) or not of.is_row
        return fits and all(can_be_held(inner, part) for part in parts)
    if is_of_rows(item):
        return same_structure(form, item)
    fits = all(can_be_leaf(leaf) or is_list_box(leaf) for leaf in leaves(item))
    return fits and same_structure(form, item)


def can_be_leaf(leaf: Any) -> bool:
    """Whether a list of run time can hold a leaf."""
    return (is_number(leaf) or is_parameter(leaf)) and not is_list_box(leaf)


def was_in_place(old: Any, new: Any) -> bool:
    """Whether an operator in place has given the object itself."""
    same = new is current(old)
    return same and (is_run_time_list(new) or is_written_in_place(new))


def bounds_of(frame: Frame, key: slice, node: ast.AST) -> list[Atom]:
    """The bounds of a slice, and its step if it has one."""
    bounds = [key.start, key.stop] + ([] if key.step in (None, 1) else [key.step])
    return [NONE if b is None else index_atom(frame, b, node) for b in bounds]


def index_atom(frame: Frame, key: Any, node: ast.AST) -> Atom:
    """The place in a list that a whole number says."""
    atom = frame.session.atom(key) if is_number(key) else NONE
    if not atom.aval.is_scalar or atom.aval.is_float:
        refuse_classes(frame, box_of(key), node)
        frame.refuse("SRC017", "the index of a list is a whole number", node)
    return atom
