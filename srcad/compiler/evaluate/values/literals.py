"""Numbers, texts and None, known at compile time."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, Operation, has_box, kind, kind_of
from srcad.compiler.evaluate.maybe import present
from srcad.compiler.evaluate.printing import Template, escaped
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.strings import percent
from srcad.compiler.evaluate.values.operands import Numeric


class Literal(Kind):
    """What its text says all of."""

    is_object = False

    def described(self, item: Any) -> str:
        return repr(item)

    def written(self, template: Template, item: Any) -> str:
        return escaped(repr(item))


@kind(int, float)
class Number(Literal, Numeric):
    """A number of Python's."""


@kind(np.number, np.bool_)
class NumberOfNumPy(Number):
    """A number of NumPy's, which a list may be repeated by."""

    def written(self, template: Template, item: Any) -> str:
        is_pythons = isinstance(item, float)
        return super().written(template, item) if is_pythons else template.known(item)

    def makes_arrays(self, item: Any, name: str) -> bool:
        return name != "multiply" or item.dtype.kind not in "iu"


@kind(type(None))
class Nothing(Literal):
    """None."""

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        other = right if left is None else left
        return kind_of(other).is_none(frame, other, compared=True)


@kind(bytes, complex)
class Plain(Kind):
    """What Python alone computes with."""

    is_object = False


@kind(str)
class Text(Literal):
    """A text."""

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        if op.name == "remainder" and kind_of(left) is self and has_box(right):
            return percent(left, present(op.frame.session, right))
        return NotImplemented

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        other = right if kind_of(left) is self else left
        op = Operation("equal", frame, node)
        if kind_of(other).operand(op, other, left) is other:
            message = "an array is compared with a string"
            raise NeedsStatic(message, label="has no numbers")
        return NotImplemented
