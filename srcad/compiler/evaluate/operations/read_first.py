"""What ``x[key] op= value`` reads raises before anything in the value does."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.objects import Flat, Place, as_tuple, aval_of
from srcad.compiler.evaluate.operations.subscripts import make_index, read_item
from srcad.compiler.evaluate.signals import Unreachable
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.types import Operation, blocks_of, used_values, walk
from srcad.compiler.simplify.raising import may_raise
from srcad.compiler.simplify.risks import is_seen


@contextlib.contextmanager
def read_first(frame: Frame, place: Place, node: ast.AST) -> Iterator[None]:
    """While the value is evaluated. An array is read where it is written; where the
    value raises, or is seen to be computed, its element is read before, too."""
    start = frame.session.builder, len(frame.session.builder.ops)
    try:
        yield
    except (CompileError, Unreachable):
        with contextlib.suppress(CompileError):
            _read_at(frame, place, start, node)
        raise
    awaited = frame.session.handlers.await_one(IndexError)
    if any(_holds(op, awaited) for op in start[0].ops[start[1] :]):
        _read_at(frame, place, start, node)


def _read_at(
    frame: Frame, place: Place, start: tuple[Builder, int], node: ast.AST
) -> None:
    """Read what is there, before the operations that the value has added."""
    builder, begun = start
    if builder is not frame.session.builder:
        return
    end = len(builder.ops)
    _read(frame, place, node)
    read = builder.ops[end:]
    del builder.ops[end:]
    later = {value for op in builder.ops[begun:] for value in op.results}
    if later.isdisjoint(value for op in read for value in used_values(op)):
        builder.ops[begun:begun] = read


def _holds(op: Operation, awaited: bool) -> bool:
    inside = (op, *(one for block in blocks_of(op) for one in walk(block)))
    return any(is_seen(one) or (awaited and may_raise(one)) for one in inside)


def _read(frame: Frame, place: Place, node: ast.AST) -> None:
    """Read an element, or elements, of an array as it was."""
    owner, key, _, old = place
    entries = as_tuple(key)
    if isinstance(owner, Flat):
        read_item(frame, owner, key, node)
    elif aval_of(owner).is_numeric and old is not None and old.aval.is_numeric:
        places = all(type(one) is slice or _is_place(one) for one in entries)
        if places and len(entries) <= old.aval.ndim:
            index, args = make_index(frame, key, node)
            frame.session.builder.getitem(old, index, *args)


def _is_place(entry: Any) -> bool:
    """Whether an entry of an index is a whole number, or a run-time array of some."""
    aval = aval_of(entry)
    return type(entry) is int or (aval.is_numeric and aval.dtype == "int64")
