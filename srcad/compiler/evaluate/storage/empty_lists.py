"""What lists are made for that nothing is in, and that other lists hold.

A list of run time of tuples is one list for each part of them. How many there are is
not known of a list in a list before something is put into it: that is found out in a
first attempt, and the next one makes it so.
"""

from __future__ import annotations

import ast
import itertools
from typing import Any

from srcad.compiler.diagnostics.errors import Span
from srcad.compiler.evaluate.contents import RunTimeList
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of, leaves, rebuilt
from srcad.compiler.evaluate.storage.list_items import can_be_leaf
from srcad.compiler.ir.avals import UndefinedAval
from srcad.compiler.ir.lists import element_of
from srcad.compiler.reading.record import Row


def place_of(frame: Frame, node: ast.AST) -> Span:
    """Where something is done in the program: for the library, where that is called."""
    while frame.source.library and frame.caller and (site := frame.site):
        node, frame = site, frame.caller
    return frame.source.span(node)


def row_found(frame: Frame, node: ast.AST) -> Any:
    """A sample of what is put into the lists that have nothing when they are put into
    another one here; None where an attempt before has not found it."""
    ways = frame.session.builder.sizes.reading.ways
    found = dict(ways.rows).get(place_of(frame, node)) if ways.rows else None
    return found.sample if found else None


def key_found(frame: Frame, node: ast.AST) -> Any:
    """The same of the keys of dicts that are put there in a loop or in a branch."""
    found, here = row_found(frame, node), place_of(frame, node)
    rows = frame.session.builder.sizes.reading.ways.rows
    if found is not None or not rows or not isinstance(node, ast.stmt):
        return found
    last = here.line + (node.end_lineno or node.lineno) - node.lineno
    inside = [
        row.sample
        for span, row in rows
        if span.path == here.path and here.line <= span.line <= last
    ]
    return inside[0] if len(inside) == 1 else None


def with_row(frame: Frame, item: Any, node: ast.AST) -> Any:
    """A sample of what is put into a list here: of a list that has nothing, with what
    was found to be put into it."""
    row = row_found(frame, node) if type(item) is list and not item else None
    return item if row is None else [row]


def note_row(frame: Frame, xs: RunTimeList, item: Any) -> None:
    """Note what is the first that is put into a list."""
    element, row = element_of(kind_of(xs).lists(xs)[0].value), _row_like(item)
    if isinstance(element, UndefinedAval) and element.made and row is not None:
        rows = frame.session.builder.sizes.reading.rows
        rows.setdefault(element.made, Row(row))


def _row_like(item: Any) -> Any:
    """A structure with other numbers, or a text; None of what is none, or holds
    something else."""
    choice = kind_of(item).choice(item)
    if isinstance(item, str) or (choice is not None and choice.family is str):
        return item if choice is None else next(iter(choice.options.values()))
    parts = [*leaves(item)]
    if not kind_of(item).is_row or not all(map(can_be_leaf, parts)):
        return None
    return rebuilt(item, itertools.repeat(0.0))


def has_nothing(xs: RunTimeList) -> bool:
    """Whether nothing was put into a list so far, on trial of a loop as well."""
    return bool(element_of(kind_of(xs).lists(xs)[0].value) == UndefinedAval())


def check_filled(
    frame: Frame,
    xs: RunTimeList,
    node: ast.AST,
    message: str = "list index out of range",
    kind: type[Exception] = IndexError,
) -> None:
    """Refuse to read a list that nothing was put into: there Python raises."""
    if has_nothing(xs):
        with frame.at_first(None), frame.raises(node, kind):
            raise kind(message)
