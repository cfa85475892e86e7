"""Numbers, texts and what else Python writes as it is."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.attributes import attribute
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, has_box, kind
from srcad.compiler.evaluate.objects import Arguments, Place
from srcad.compiler.evaluate.strings import format_method
from srcad.compiler.evaluate.subscripts import refuse_fixed, refuse_truth
from srcad.compiler.ir.types import Atom


class Literal(Kind):
    """What is known as a whole, and never changes."""

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        refuse_fixed(frame, place, node)


@kind(str, bytes)
class Text(Literal):
    """A text that is known."""

    def method(
        self, frame: Frame, item: Any, name: str, given: Arguments, node: ast.AST
    ) -> Any:
        if name != "format" or not has_box(given):
            return NotImplemented
        return format_method(frame, item, given.args, given.keywords, node)


@kind(float, complex, np.inexact)
class Real(Literal):
    """A number, with a fraction or not."""

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.expr) -> Any:
        if not frame.source.library:
            return NotImplemented
        # What a definition of ours is given for an array may be a number.
        return attribute(frame, np.asarray(item), name, node)

    def in_array(self, frame: Frame, item: Any, node: ast.AST) -> Atom:
        return frame.session.atom(item)


@kind(int, np.integer)
class Whole(Real):
    """A whole number, which is a position."""

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        return int(item)

    def bound(self, frame: Frame, item: Any, args: list[Atom]) -> Any:
        return int(item)


@kind(bool, np.bool_)
class Truth(Real):
    """True or False."""

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        refuse_truth(frame, node)


@kind(type(Ellipsis))
class Dots(Literal):
    """``...``: all axes of an index that are not written."""

    def in_index(self, frame: Frame, item: Any, args: list[Atom], node: ast.AST) -> Any:
        return item


@kind(type(None))
class Nothing(Dots):
    """``None``: a new axis, or no bound."""

    def bound(self, frame: Frame, item: Any, args: list[Atom]) -> Any:
        return item
