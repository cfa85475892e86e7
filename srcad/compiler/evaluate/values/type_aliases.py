"""What stands for a class where types are written: ``typing.Counter``,
``dict[str, float]``."""

from __future__ import annotations

import ast
import types
import typing
from typing import Any

from srcad.compiler.evaluate.calls.calls import apply
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.values.records import Other
from srcad.compiler.reading.origins import is_library_class


@kind(types.GenericAlias)
class Subscripted(Other):
    """A class with a subscript. A call makes an object of the class, which is told of
    the subscript where it takes attributes: one of a library's is not told here."""

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        made = self.made(frame, callee, node)
        if isinstance(made, type) and is_library_class(made):
            return apply(frame, made, args, keywords, node)
        return super().run(frame, callee, args, keywords, node)

    def made(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        """Of which class a call makes an object; None: of none."""
        return attribute(frame, item, "__origin__", node)


@kind(type(typing.Counter), type(typing.Counter[int]))
class Named(Subscripted):
    """A name of a class that ``typing`` has for it, with or without a subscript."""

    def made(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        known = attribute(frame, item, "_inst", node)
        return super().made(frame, item, node) if known else None
