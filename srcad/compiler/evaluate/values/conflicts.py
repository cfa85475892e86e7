"""What two paths disagree on, where no name holds it."""

from __future__ import annotations

import ast
from typing import Any, NoReturn

from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, kind, kind_of
from srcad.compiler.evaluate.objects import Conflict
from srcad.compiler.evaluate.operands import Operation


@kind(Conflict)
class Disagreement(Kind):
    """What is asked of it is refused, and says why."""

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> NoReturn:
        frame.refuse_conflict(item, node)

    length = unpacked = iteration = truth

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> NoReturn:
        frame.refuse_conflict(item, node)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> NoReturn:
        frame.refuse_conflict(item, node)

    def unary(self, op: Operation, item: Any) -> NoReturn:
        op.frame.refuse_conflict(item, op.node)

    def binary(self, op: Operation, left: Any, right: Any) -> NoReturn:
        found = left if kind_of(left) is self else right
        op.frame.refuse_conflict(found, op.node)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> NoReturn:
        frame.refuse_conflict(items, node)

    def is_none(self, frame: Frame, item: Any, compared: bool = False) -> NoReturn:
        frame.refuse_conflict(item, frame.statement or frame.source.node)

    def is_a(self, frame: Frame, item: Any, classes: Any, node: ast.AST) -> NoReturn:
        frame.refuse_conflict(item, node)

    def call(
        self,
        frame: Frame,
        callee: Any,
        args: Args,
        keywords: Keywords,
        node: ast.AST,
        /,
    ) -> NoReturn:
        frame.refuse_conflict(callee, node)
