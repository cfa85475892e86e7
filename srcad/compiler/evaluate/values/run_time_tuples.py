"""Tuples that a program makes longer while it runs."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.contents import TupleOfRunTime
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Inner, Use, kind, kind_of, outward
from srcad.compiler.evaluate.objects import BoundMethod, Iteration, MethodCall, Place
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.list_methods import (
    list_method,
    place_in_tuple,
    plus,
    times,
)
from srcad.compiler.evaluate.operations.subscripts import refuse_fixed
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.refusals import refuse_type
from srcad.compiler.evaluate.storage.growing_lists import tuple_of
from srcad.compiler.evaluate.storage.lists import read_list
from srcad.compiler.evaluate.values.operands import Rows
from srcad.compiler.evaluate.values.run_time import RunTime
from srcad.compiler.ir.lists import element_of
from srcad.compiler.reading.outputs import Frozen
from srcad.compiler.reading.structures import is_part


@kind(TupleOfRunTime)
class GrownTuple(RunTime, Rows):
    """A list of run time that is not changed."""

    is_structure = is_row = True
    is_object = False
    python_class = tuple

    def noun(self, item: Any) -> str:
        return "tuple"

    def parts(self, item: Any) -> list[Any]:
        return [item.items]

    def words(self, item: Any) -> tuple[None]:
        return (None,)

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        return TupleOfRunTime(*parts)

    def hashed(self, item: Any) -> list[Any]:
        elements = [
            element_of(box.value) for box in kind_of(item.items).lists(item.items)
        ]
        return [] if all(one.is_scalar for one in elements) else [item.items]

    def outward(self, item: Any) -> Any:
        return Frozen(outward(item.items))

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        # What only goes through it may as well be given a list.
        return item.items if use in ("taken", "joined") else item

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return kind_of(item.items).length(frame, item.items, node)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return kind_of(item.items).truth(frame, item.items, node)

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration | None:
        return kind_of(item.items).iteration(frame, item.items, node)

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any] | None:
        return kind_of(item.items).unpacked(frame, item.items, node)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        return kind_of(items.items).contains(frame, items.items, item, node)

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        found = read_list(frame, item.items, key, node)
        return TupleOfRunTime(found) if is_part(key) else found

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        refuse_fixed(frame, place, value, node)

    def old(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return self.item(frame, item, key, node)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        return BoundMethod(item, name) if hasattr(tuple, name) else NotImplemented

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        if call.name == "index" and len(call.args) == 1:
            return place_in_tuple(frame, item.items, call.args[0], call.node)
        return list_method(frame, item.items, call.name, call.args, call.node)

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        items = item.items
        return TupleOfRunTime(inner(items)) if inner is not None else item

    def operand(self, op: Operation, item: Any, beside: Any) -> Any:
        return super().operand(op, item.items, beside)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        item, other = (left, right) if kind_of(left) is self else (right, left)
        if kind_of(other).makes_arrays(other, op.name):
            return NotImplemented
        if op.name == "add":
            return self._joined(op, left, right)
        if op.name == "multiply":
            return TupleOfRunTime(times(op.frame, item.items, other, op.node))
        if op.name in ("equal", "not_equal"):
            return NotImplemented
        message = f"`{op.name}` of a tuple that is built at run time is not supported"
        op.frame.refuse("SRC012", message, op.node, help="compare what is in it")

    def _joined(self, op: Operation, *sides: Any) -> Any:
        for side in sides:
            if not _is_tuple(side):
                what = kind_of(side).class_name(side)
                message = f'can only concatenate tuple (not "{what}") to tuple'
                refuse_type(op.frame, message, op.node, "make a tuple of it first")
        left, right = map(self._content, sides)
        if kind_of(sides[1]) is self:
            return TupleOfRunTime(plus(op.frame, left, right, op.node))
        longer = tuple_of(op.frame, left)
        list_method(op.frame, longer.items, "extend", [right], op.node)
        return longer

    def _content(self, item: Any) -> Any:
        """What is in a tuple, as a list."""
        return item.items if kind_of(item) is self else list(item)

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        item, other = (left, right) if kind_of(left) is self else (right, left)
        if not _is_tuple(other):
            return False
        of = kind_of(item.items)
        return of.equals(frame, item.items, self._content(other), node)

    def written(self, template: Template, item: Any) -> str:
        return f"tuple({template.part(item.items)})"


def _is_tuple(item: Any) -> bool:
    """Whether an object is a tuple, a named one as well."""
    return issubclass(kind_of(item).class_of(item), tuple)
