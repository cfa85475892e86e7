"""Numbers, texts and None, known at compile time."""

from __future__ import annotations

import ast
import cmath
import operator
from typing import Any

import numpy as np

from srcad.compiler.evaluate.calls.strings import format_method, joined, percent
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, has_box, kind, kind_of
from srcad.compiler.evaluate.library.chosen_texts import as_chosen
from srcad.compiler.evaluate.objects import (
    MethodCall,
    Place,
    aval_of,
    is_parameter,
    is_without_axes,
)
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.operators import is_whole
from srcad.compiler.evaluate.operations.subscripts import (
    read_item,
    refuse_fixed,
    refuse_truth,
)
from srcad.compiler.evaluate.paths.maybe import present
from srcad.compiler.evaluate.printing import Template, escaped
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.values.operands import Numeric
from srcad.compiler.ir.index import is_integer
from srcad.compiler.ir.types import Atom


class Literal(Kind):
    """What its text says all of, and never changes."""

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        refuse_fixed(frame, place, value, node)

    is_object = False

    def described(self, item: Any) -> str:
        return repr(item)

    def written(self, template: Template, item: Any) -> str:
        return escaped(repr(item)) if type(item) in _PLAIN else template.known(item)


# What its text stands for; a member of an ``IntEnum`` shows another one.
_PLAIN = (bool, int, float, complex, str, bytes, type(None))


@kind(int, float, complex)
class Number(Literal, Numeric):
    """A number of Python's."""

    def written(self, template: Template, item: Any) -> str:
        if cmath.isfinite(item):
            return super().written(template, item)
        return f"{type(item).__name__}({str(item)!r})"

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if not frame.source.library:
            return NotImplemented
        # What a definition of ours is given for an array may be a number.
        return attribute(frame, np.asarray(item), name, node)

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        if isinstance(item, bool | np.bool_):
            refuse_truth(frame, node)
        if is_integer(item):
            return int(item)
        return super().in_index(frame, item, args, node)

    def bound(self, frame: Frame, item: Any, args: list[Atom]) -> Any:
        return int(item) if is_integer(item) else Kind.bound(self, frame, item, args)


@kind(np.number, np.bool_)
class NumberOfNumPy(Number):
    """A number of NumPy's, which a list may be repeated by."""

    def written(self, template: Template, item: Any) -> str:
        name = "bool_" if isinstance(item, np.bool_) else type(item).__name__
        return f"np.{name}({super().written(template, item.item())})"

    def makes_arrays(self, item: Any, name: str) -> bool:
        return name != "multiply"


@kind(type(Ellipsis))
class Dots(Kind):
    """``...``: all axes of an index that are not written."""

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        return item


@kind(type(None))
class Nothing(Literal):
    """None: a new axis, or no bound."""

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        return item

    def bound(self, frame: Frame, item: Any, args: list[Atom]) -> Any:
        return item

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        other = right if left is None else left
        return kind_of(other).is_none(frame, other, compared=True)


@kind(bytes)
class Plain(Literal):
    """What Python alone computes with."""


@kind(str)
class Text(Literal):
    """A text."""

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        if type(item) is not str or not item or not is_whole(key):
            return super().item(frame, item, key, node)
        return read_item(frame, tuple(item), key, node)

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        if call.name == "join" and len(call.args) == 1 and not call.keywords:
            found = joined(frame, item, call.args[0], call.node)
            return as_chosen(frame, found, call.node)
        if call.name != "format" or not has_box((call.args, call.keywords)):
            return NotImplemented
        found = format_method(frame, item, call.args, call.keywords, call.node)
        return as_chosen(frame, found, call.node)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        if op.name == "remainder" and kind_of(left) is self and has_box(right):
            right = present(op.frame.session, right)
            found = percent(op.frame, left, right, op.node)
            return as_chosen(op.frame, found, op.node)
        if op.name == "remainder" and kind_of(left) is self:
            return call_directly(op.frame, operator.mod, [left, right], {}, op.node)
        return NotImplemented

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        other = right if kind_of(left) is self else left
        op = Operation("equal", frame, node)
        aval = aval_of(other)
        if (aval.tensor or is_parameter(other)) and not frame.session.arrays:
            return False
        if aval.is_scalar and not (aval.tensor or is_without_axes(other)):
            return False
        if kind_of(other).operand(op, other, left) is other:
            message = "an array is compared with a string"
            raise NeedsStatic(message, label="has no numbers")
        return NotImplemented
