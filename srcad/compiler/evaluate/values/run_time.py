"""What stands for something that run time knows: arrays, numbers, texts, lists."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, kind, reached
from srcad.compiler.evaluate.maybe import is_none
from srcad.compiler.evaluate.objects import Box, Lazy, Maybe, RuntimeString
from srcad.compiler.evaluate.operators import emit_elementwise
from srcad.compiler.evaluate.wording import refuse_string


@kind(Box)
class RunTime(Kind):
    """A leaf, of which nothing more is known here."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return True

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return item


@kind(RuntimeString)
class Text(RunTime):
    """A text with run-time values in it."""

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        refuse_string(frame, node)


@kind(Lazy)
class Stream(Kind):
    """What gives its elements one after the other, and each of them once."""

    def reached(self, item: Any) -> Any:
        return item.names.values()

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return bool(item.holds_box(depth))


@kind(Maybe)
class Optional(RunTime):
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

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        if item.item == ():
            return False
        return emit_elementwise(frame, "not", is_none(frame.session, item))
