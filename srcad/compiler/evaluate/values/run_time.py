"""What stands for something that run time knows: arrays, numbers, texts, lists."""

from __future__ import annotations

from typing import Any

from srcad.compiler.evaluate.kinds import (
    Kind,
    kind,
    reached,
)
from srcad.compiler.evaluate.objects import (
    Box,
    Lazy,
    Maybe,
    RuntimeString,
)


@kind(Box, RuntimeString)
class RunTime(Kind):
    """A leaf, of which nothing more is known here."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return True


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
