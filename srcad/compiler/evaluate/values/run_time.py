"""What stands for something that run time knows: arrays, numbers, texts, lists."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import isabstract
from typing import Any

from srcad.compiler.evaluate.class_tests import flat, is_instance
from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, Operation, Use, kind, reached
from srcad.compiler.evaluate.list_library import is_in
from srcad.compiler.evaluate.maybe import is_none, present
from srcad.compiler.evaluate.numpy.values import copy_of
from srcad.compiler.evaluate.objects import (
    Box,
    Lazy,
    Maybe,
    RuntimeString,
    is_array_box,
)
from srcad.compiler.evaluate.operators import SIGNS, apply_binary, emit_elementwise
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.strings import concatenated
from srcad.compiler.evaluate.values.operands import Numeric
from srcad.compiler.evaluate.wording import refuse_string
from srcad.compiler.ir.avals import Aval


class StandIn(Kind):
    """What stands for an object of Python's."""

    stands_in = True

    def is_a(self, frame: Frame, item: Any, classes: Any, node: ast.AST) -> Any:
        known, asked = self.class_of(item), tuple(flat(classes))
        if isabstract(known):
            if any(one is not known and issubclass(one, known) for one in asked):
                message = "which class of iterators this is of is not known"
                frame.refuse("SRC013", message, node, help="make a list of it")
        return issubclass(known, asked)

    def described(self, item: Any) -> str:
        is_iterator = isabstract(self.class_of(item))
        return "an iterator" if is_iterator else super().described(item)


class RunTime(StandIn):
    """A leaf, of which nothing more is known here."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return True


@kind(Box)
class Value(RunTime, Numeric):
    """A number, an array, or what else stands where these do."""

    is_value = True

    def class_of(self, item: Any) -> type:
        return object

    def described(self, item: Any) -> str:
        return str(item.aval)

    def written(self, template: Template, item: Any) -> str:
        return template.place(item)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return item

    def unary(self, op: Operation, item: Any) -> Any:
        aval = op.frame.session.atom(item).aval
        if isinstance(aval, Aval) and aval.dtype == "bool":
            if aval.weak:
                item = emit_elementwise(op.frame, "int", item)  # as Python has it
            elif op.name == "invert":
                return emit_elementwise(op.frame, "logical_not", item)
            else:
                help = "write `~x` for what is not true"
                message = f"TypeError: `{SIGNS[op.name]}` of bools, which NumPy has not"
                op.frame.refuse("SRC021", message, op.node, help=help)
        if op.name == "positive":
            # Of an array it is a new one.
            return copy_of(op.frame, item) if is_array_box(item) else item
        return emit_elementwise(op.frame, op.name, item)


@kind(RuntimeString)
class TextOfRunTime(RunTime):
    """A text with run-time values in it: it is shown, and added to others."""

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        if use != "shown":
            refuse_string(frame, node)
        return item

    def class_of(self, item: Any) -> type:
        return str

    def written(self, template: Template, item: Any) -> str:
        return template.text(item)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        texts = all(isinstance(side, str | RuntimeString) for side in (left, right))
        if texts and op.name == "add":
            return concatenated(left, right)
        refuse_string(op.frame, op.node)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        refuse_string(frame, node)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        refuse_string(frame, node)


@kind(Lazy)
class Stream(StandIn):
    """What gives its elements one after the other, and each of them once."""

    is_object = False

    def class_of(self, item: Any) -> type:
        return Iterator

    def reached(self, item: Any) -> Any:
        return item.names.values()

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return bool(item.holds_box(depth))

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        return inline(frame, is_in, [items, item], {}, node)


class OrNone(RunTime):
    """What may be None."""

    may_be_none = True

    def is_a(self, frame: Frame, item: Any, classes: Any, node: ast.AST) -> Any:
        there = is_instance(frame, present(frame.session, item), classes, node)
        if there is isinstance(None, classes):
            return there
        missing = is_none(frame.session, item)
        return emit_elementwise(frame, "not", missing) if there else missing

    def is_none(self, frame: Frame, item: Any, compared: bool = False) -> Any:
        return is_none(frame.session, item)


@kind(Maybe)
class Optional(OrNone):
    """A structure whose leaves are all None where it is None."""

    is_structure = True

    def parts(self, item: Any) -> list[Any]:
        return [item.item]

    def words(self, item: Any) -> tuple[None]:
        return (None,)

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        (part,) = parts
        return Maybe(part)

    def reached(self, item: Any) -> Any:
        return reached(item.item)

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        if use == "shown":
            help = "print its parts where it is not None"
            message = "what may be None cannot be printed"
            frame.refuse("SRC013", message, node, help=help)
        return present(frame.session, item) if use == "taken" else item

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        if item.item == ():
            return False
        return emit_elementwise(frame, "not", is_none(frame.session, item))

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        if op.name in ("equal", "not_equal"):
            return NotImplemented
        left, right = (present(op.frame.session, side) for side in (left, right))
        return apply_binary(op.frame, op.name, left, right, op.node)

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        if left is None or right is None:
            return NotImplemented
        raise NeedsStatic("this may be None", label="is compared as a whole")
