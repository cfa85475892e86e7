"""Tuples, named ones as well, lists, and slices."""

from __future__ import annotations

import ast
from collections import abc
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from srcad.compiler.evaluate.contents import TupleOfRunTime, current
from srcad.compiler.evaluate.dispatch import array_of
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    Inner,
    Kind,
    has_box,
    kind,
    kind_of,
    leaves,
)
from srcad.compiler.evaluate.known import is_told
from srcad.compiler.evaluate.library.containers import found_in, list_changed
from srcad.compiler.evaluate.objects import MethodCall, Once, Place, is_number
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.changes import change
from srcad.compiler.evaluate.operations.list_methods import times
from srcad.compiler.evaluate.operations.operators import is_whole
from srcad.compiler.evaluate.operations.subscripts import (
    delete_known,
    python_item,
    read_item,
    reference,
    refuse_fixed,
    with_items_of_run_time,
    write_known,
)
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.storage.growing_lists import called_as
from srcad.compiler.evaluate.storage.lists import read_list
from srcad.compiler.evaluate.syntax.comparisons import (
    ORDERS,
    all_equal,
    is_met,
    ordered,
)
from srcad.compiler.evaluate.values.operands import Rows, is_extended_by
from srcad.compiler.evaluate.values.run_time import OnlyGoneThrough, StandIn
from srcad.compiler.ir.types import Atom
from srcad.compiler.reading.structures import container_like, is_part
from srcad.compiler.reading.world import users_comparison


class Container(Kind):
    """A list or dict whose items are known one by one, and that can be changed."""

    def content(self, item: Any) -> Any:
        return item

    set_item = staticmethod(write_known)

    old = staticmethod(read_item)

    delete_item = staticmethod(delete_known)


@kind(tuple)
class Tuple(Rows):
    """Of another length, or of another class, it is another structure."""

    is_structure = is_row = True
    is_object = False
    base: Any = tuple

    def noun(self, item: Any) -> str:
        return f"tuple of {len(item)}"

    def sequence(self, item: Any) -> Any:
        return item

    def parts(self, item: Any) -> Sequence[Any]:
        return tuple(map(current, item))

    hashed = parts

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        if is_whole(key):
            parts = [python_item(frame, item, k, node) for k in range(len(item))]
            xs = with_items_of_run_time(frame, frame.session.own(parts), node)
            if xs is not None:
                return read_list(frame, called_as(frame, xs, item), key, node)
        return super().item(frame, item, key, node)

    def is_key(self, frame: Frame, item: Any) -> bool:
        told = [kind_of(one).is_key(frame, one) for one in self.parts(item)]
        known = all(a or not has_box(one) for a, one in zip(told, item, strict=True))
        return isinstance(item, tuple) and any(told) and known

    def is_key_among(
        self, frame: Frame, item: Any, others: Iterable[Any], node: ast.AST
    ) -> bool:
        if not isinstance(item, tuple):
            return False
        same = (one for one in others if type(one) is type(item))
        rows = [one for one in same if len(one) == len(item)]
        columns = [[row[k] for row in rows] for k in range(len(item))]
        pairs = zip(item, columns, strict=True)
        told = [is_told(frame, one, column, node) for one, column in pairs]
        rest = [one for one, found in zip(item, told, strict=True) if not found]
        return any(told) and not has_box(rest) and users_comparison(rest) is None

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        if type(item) is not tuple:
            return super().copied(frame, item, inner, node)
        parts = [inner(part) if inner else part for part in self.parts(item)]
        same = all(a is b for a, b in zip(parts, self.parts(item), strict=True))
        return item if same else self.with_parts(item, parts)

    def words(self, item: Any) -> Any:
        return getattr(item, "_fields", range(len(item)))

    with_parts = staticmethod(container_like)

    def same_form(self, left: Any, right: Any) -> bool:
        return type(left) is type(right) and len(left) == len(right)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        if has_box((items, item)) or users_comparison([items, item]) is None:
            return super().contains(frame, items, item, node)
        return is_met(frame, self.parts(items), item, node)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        refuse_fixed(frame, place, value, node)

    old = staticmethod(read_item)

    method = staticmethod(found_in)

    in_array = staticmethod(array_of)

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        if not item and type(item) in (list, tuple):
            return reference(args, frame.session.constant(np.zeros(0, np.intp)))
        if not item or not all(map(is_number, leaves(item))):
            return super().in_index(frame, item, args, node)
        return reference(args, array_of(frame, item, node))

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        same = kind_of(left).base is kind_of(right).base
        if op.name in ORDERS and same and has_box((left, right)):
            one, other = (list(kind_of(side).parts(side)) for side in (left, right))
            return ordered(op.frame, op.name, one, other, op.node)
        count = right if kind_of(left) is self else left
        numbers = kind_of(count).makes_arrays(count, op.name)
        if op.name != "multiply" or numbers or not is_whole(count):
            return NotImplemented
        return self.repeated(op, left, right)

    def written(self, template: Template, item: Any) -> str:
        parts = self.parts(item)
        words = ", ".join(map(template.part, parts))
        text = f"({words}{',' if len(parts) == 1 else ''})"
        return template.of_class(item, text)

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        if kind_of(left).base is not kind_of(right).base:
            return NotImplemented
        one, other = kind_of(left).parts(left), kind_of(right).parts(right)
        return all_equal(frame, one, other, node)

    def repeated(self, op: Operation, left: Any, right: Any) -> Any:
        """As often as run time knows."""
        if any(loop.unrolls for loop in op.frame.session.loops):
            op.frame.needs_static("a tuple is repeated as run time knows", op.node)
        items, count = (right, left) if kind_of(right) is self else (left, right)
        own = op.frame.session.own(list(items))
        return TupleOfRunTime(times(op.frame, own, count, op.node))


@kind(list)
class List(Container, Tuple):
    """A list whose items are known one by one."""

    is_row = False
    base: Any = list

    def noun(self, item: Any) -> str:
        return "list"

    def parts(self, item: Any) -> Sequence[Any]:
        return [*map(current, item)]

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        if is_whole(key) or (is_part(key) and has_box(key)):
            xs = with_items_of_run_time(frame, item, node)
            if xs is not None:
                return read_list(frame, xs, key, node)
        # An earlier iteration may have put something into it; of nothing, every place
        # is as wrong.
        parts = self.parts(item)
        key = key if parts or not is_whole(key) else 0
        with frame.at_first(parts or None):
            part = python_item(frame, item, key, node)
        return frame.session.own(part) if is_part(key) else part

    method = staticmethod(list_changed)

    def written(self, template: Template, item: Any) -> str:
        parts = map(template.part, self.parts(item))
        return template.of_class(item, f"[{', '.join(parts)}]")

    def repeated(self, op: Operation, left: Any, right: Any) -> Any:
        return times(op.frame, left, right, op.node)

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        if op.name == "multiply":
            change(op.frame, old, op.node, resizes=True, unknown=has_box(value))
            old *= value
        elif op.name == "add" and is_extended_by(op, old, value):
            list_changed(op.frame, old, MethodCall("extend", [value], {}, op.node))
        else:
            return NotImplemented
        return old


@kind(Once)
class Iterator(OnlyGoneThrough, StandIn, List):
    """What is gone through once is handed on as a whole, and is no other."""

    is_structure = False
    base = Once
    python_class = abc.Iterator

    def same_form(self, left: Any, right: Any) -> bool:
        return left is right

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        if op.name in ("equal", "not_equal"):
            return (left is right) is (op.name == "equal")
        op.frame.refuse("SRC021", "TypeError: an iterator has no operators", op.node)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return True


@kind(slice)
class Slice(Kind):
    """Its bounds may be known at run time only."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        bounds = (item.start, item.stop, item.step)
        return any(has_box(bound, depth) for bound in bounds)

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        ends = (item.start, item.stop, item.step)
        return slice(*(kind_of(end).bound(frame, end, args) for end in ends))

    def written(self, template: Template, item: Any) -> str:
        ends = map(template.part, (item.start, item.stop, item.step))
        return f"slice({', '.join(ends)})"
