"""What must not be asked: what two paths disagree on, where no name holds it, and what
a list held before its content was of run time."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any, NoReturn

from srcad.compiler.evaluate.contents import Grown, current, has_grown
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, kind, kind_of
from srcad.compiler.evaluate.objects import Conflict
from srcad.compiler.evaluate.operands import Operation


class Refused(Kind):
    """What is asked of it as of a container is refused."""

    def refuse(self, frame: Frame, item: Any, node: ast.AST) -> NoReturn:
        """Say why it is no object that could be asked."""
        raise NotImplementedError

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> NoReturn:
        self.refuse(frame, item, node)

    length = truth

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> NoReturn:
        self.refuse(frame, item, node)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        found = left if kind_of(left) is self else right
        self.refuse(op.frame, found, op.node)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> NoReturn:
        self.refuse(frame, items, node)


@kind(Conflict)
class Disagreement(Refused):
    """Whatever is asked of it, it says why it is no object."""

    def refuse(self, frame: Frame, item: Any, node: ast.AST) -> NoReturn:
        frame.refuse_conflict(item, node)

    unpacked = iteration = Refused.truth

    def holds_run_time(self, item: Any, depth: int) -> bool:
        # What Python computes of what is known must not see it.
        return True

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> NoReturn:
        self.refuse(frame, item, node)

    def in_array(self, frame: Frame, item: Any, node: ast.AST) -> NoReturn:
        self.refuse(frame, item, node)

    def unary(self, op: Operation, item: Any) -> NoReturn:
        self.refuse(op.frame, item, op.node)

    def is_none(self, frame: Frame, item: Any, compared: bool = False) -> NoReturn:
        self.refuse(frame, item, frame.statement or frame.source.node)

    def is_a(self, frame: Frame, item: Any, classes: Any, node: ast.AST) -> NoReturn:
        self.refuse(frame, item, node)

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> NoReturn:
        self.refuse(frame, callee, node)


@kind(Grown)
class Outdated(Disagreement):
    """A list whose content is of run time, as it was before; it leads to that."""

    is_structure = True

    def refuse(self, frame: Frame, item: Any, node: ast.AST) -> NoReturn:
        frame.refuse_conflict(item[0] if has_grown(item) else item, node)

    def parts(self, item: Any) -> Iterable[Any]:
        return [current(item)] if has_grown(item) else ()

    def words(self, item: Any) -> Iterable[Any]:
        return (None for _ in self.parts(item))

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        return parts[0] if parts else item

    def content(self, item: Any) -> Any:
        return item if has_grown(item) else None
