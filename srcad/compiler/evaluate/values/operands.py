"""What operators are applied to: numbers and arrays, and what NumPy makes one of."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.dispatch import number
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, has_box, kind_of
from srcad.compiler.evaluate.objects import aval_of, box_of
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.operators import emit_elementwise, note_pythons
from srcad.compiler.evaluate.operations.sequences import sequence_parts
from srcad.compiler.evaluate.operations.subscripts import reference
from srcad.compiler.evaluate.syntax.comparisons import is_among
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Atom


class Numeric(Kind):
    """A number or an array: known, or known at run time."""

    is_numeric = True
    is_object = False

    def operand(self, op: Operation, item: Any, beside: Any) -> Any:
        return item

    def in_array(self, frame: Frame, item: Any, node: ast.AST) -> Atom:
        return frame.session.atom(item)

    def bound(self, frame: Frame, item: Any, args: list[Atom]) -> Any:
        if aval_of(item).is_float:
            if box_of(item).classes:
                raise ShapeError("whether a bound of this slice is an int is not known")
            raise ShapeError("the bounds of a slice are ints")
        return reference(args, frame.session.atom(item))

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        if not has_box(left) and not has_box(right):
            return NotImplemented
        first = kind_of(left).operand(op, left, right)
        second = kind_of(right).operand(op, right, left)
        if first is NotImplemented or second is NotImplemented:
            return NotImplemented
        made = emit_elementwise(op.frame, op.name, first, second)
        note_pythons(op.frame, op.name, first, second)
        return made


class Rows(Kind):
    """A sequence: beside an array or a number of NumPy's it is an array."""

    def operand(self, op: Operation, item: Any, beside: Any) -> Any:
        if kind_of(beside).makes_arrays(beside, op.name):
            return number(op.frame, item, op.node)
        return NotImplemented

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST, /) -> Any:
        if not has_box(items) and not has_box(item):
            return NotImplemented
        return is_among(frame, sequence_parts(frame, items, node), item, node)


def is_extended_by(op: Operation, items: Any, value: Any) -> bool:
    """Whether ``items += value`` extends a list: NumPy adds it and an array as two
    arrays."""
    return kind_of(value).operand(op, value, items) is NotImplemented
