"""What stands for something that run time knows: arrays, numbers, texts, lists."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    Kind,
    Use,
    kind,
    reached,
)
from srcad.compiler.evaluate.maybe import present
from srcad.compiler.evaluate.objects import (
    Box,
    Lazy,
    Maybe,
    RuntimeString,
)
from srcad.compiler.evaluate.wording import refuse_string


class RunTime(Kind):
    """What stands for something that run time knows."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return True


@kind(Box)
class RunTimeValue(RunTime):
    """A value of which nothing more is known here."""

    is_value = True


@kind(RuntimeString)
class Text(RunTime):
    """A text with values of run time in it: it is shown, and nothing else."""

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        if use != "shown":
            refuse_string(frame, node)
        return item


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

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        if use == "shown":
            help = "print its parts where it is not None"
            message = "what may be None cannot be printed"
            frame.refuse("SRC013", message, node, help=help)
        return present(frame.session, item) if use == "taken" else item
