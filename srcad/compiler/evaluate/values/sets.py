"""Sets: their elements are known, and are given in an order that does not change."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate.dispatch import evaluate, expression
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, has_box, kind
from srcad.compiler.evaluate.known import as_key
from srcad.compiler.evaluate.objects import MethodCall
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.changes import change
from srcad.compiler.evaluate.operations.operators import operands
from srcad.compiler.evaluate.operations.sequences import sequence_parts
from srcad.compiler.evaluate.syntax.comparisons import is_among

_CHANGING = (
    *("add", "discard", "remove", "pop", "clear", "update", "difference_update"),
    *("intersection_update", "symmetric_difference_update"),
)
_IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    "bitwise_or": operator.ior,
    "bitwise_and": operator.iand,
    "bitwise_xor": operator.ixor,
    "subtract": operator.isub,
}


@expression(ast.Set)
def _display(frame: Frame, node: ast.Set) -> Any:
    parts = [evaluate(frame, part) for part in node.elts]
    return frame.session.own(set(as_key(frame, parts, node)))


class Known(Kind):
    """What elements it has is known; those of one kind of number have Python's order,
    others that of their texts."""

    is_object = False

    def reached(self, item: Any) -> list[Any]:
        return list(item)

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any]:
        numbers = all(isinstance(part, int) for part in item)
        return list(item) if numbers or has_box(item) else sorted(item, key=repr)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        if not has_box(item):
            return NotImplemented
        return is_among(frame, list(items), item, node)


@kind(frozenset)
class Fixed(Known):
    """One that never changes."""


@kind(set)
class Set(Known):
    """One that may be changed."""

    def noun(self, item: Any) -> str:
        return "set"

    def content(self, item: Any) -> Any:
        return item

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        name, args, keywords, node = call
        if name not in ("add", "discard", "remove", "pop"):
            args = [set(sequence_parts(frame, arg, node)) for arg in args]
        as_key(frame, args, node)
        if name in _CHANGING:
            change(frame, item, node, resizes=True)
        try:
            result = getattr(item, name)(*args, **keywords)
        except Exception as error:
            frame.refuse("SRC021", f"{type(error).__name__}: {error}", node)
        return frame.session.own(result)

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        if op.name not in _IN_PLACE or not isinstance(value, set | frozenset):
            return NotImplemented
        operands(op.frame, (old, value), op.node)
        change(op.frame, old, op.node, resizes=True)
        return _IN_PLACE[op.name](old, value)
