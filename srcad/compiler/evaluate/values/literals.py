"""Numbers, texts and what else Python writes as it is."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.attributes import attribute
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, has_box, kind
from srcad.compiler.evaluate.objects import MethodCall, Place
from srcad.compiler.evaluate.strings import format_method
from srcad.compiler.evaluate.subscripts import refuse_fixed, refuse_truth
from srcad.compiler.ir.index import is_integer
from srcad.compiler.ir.types import Atom


class Literal(Kind):
    """What is known as a whole, and never changes."""

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        refuse_fixed(frame, place, node)


@kind(str)
class Text(Literal):
    """A text."""

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        if call.name != "format" or not has_box((call.args, call.keywords)):
            return NotImplemented
        return format_method(frame, item, call.args, call.keywords, call.node)


@kind(int, float)
class Number(Literal):
    """A number of Python's."""

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if not frame.source.library:
            return NotImplemented
        # What a definition of ours is given for an array may be a number.
        return attribute(frame, np.asarray(item), name, node)

    def in_array(self, frame: Frame, item: Any, node: ast.AST) -> Atom:
        return frame.session.atom(item)

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        if isinstance(item, bool | np.bool_):
            refuse_truth(frame, node)
        return (
            int(item) if is_integer(item) else super().in_index(frame, item, args, node)
        )

    def bound(self, frame: Frame, item: Any, args: list[Atom]) -> Any:
        return int(item) if is_integer(item) else super().bound(frame, item, args)


@kind(np.number, np.bool_)
class NumberOfNumPy(Number):
    """A number of NumPy's."""


@kind(bytes, complex, set, frozenset)
class Plain(Literal):
    """What Python alone computes with."""


@kind(type(Ellipsis))
class Dots(Plain):
    """``...``: all axes of an index that are not written."""

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        return item


@kind(type(None))
class Nothing(Dots):
    """``None``: a new axis, or no bound."""

    def bound(self, frame: Frame, item: Any, args: list[Atom]) -> Any:
        return item
