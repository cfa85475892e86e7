"""What stands for something that run time knows: arrays, numbers, texts, lists."""

from __future__ import annotations

from typing import Any

from srcad.compiler.evaluate.objects import (
    Box,
    Iteration,
    Lazy,
    Maybe,
    RuntimeString,
    StructOfArrays,
)
from srcad.compiler.evaluate.values.kinds import (
    Kind,
    kind,
    kind_where,
    leaf_names,
    reached,
    rebuilt,
    same_structure,
)
from srcad.compiler.reading.records import Each


@kind(Box, Iteration, RuntimeString)
class RunTime(Kind):
    """A leaf, of which nothing more is known here."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return True


@kind_where(lambda cls: getattr(cls, "__srcad_parameter__", None) is True)
class Parameter(RunTime):
    """A Parameter of a Cell: the module is given its array."""


@kind(Lazy)
class Stream(Kind):
    """What gives its elements one after the other, and each of them once."""

    def reached(self, item: Any) -> Any:
        return item.names.values()

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return bool(item.holds_box(depth))


@kind(StructOfArrays)
class ListOfStructures(RunTime):
    """A list of run time for each leaf of its elements."""

    is_structure = True

    def parts(self, item: Any) -> list[Any]:
        return list(item.lists)

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        return StructOfArrays(item.form, tuple(parts))

    def words(self, item: Any) -> list[str | None]:
        # Those of an element, which may be a structure of structures.
        return [word[2:] or None for word in leaf_names(item.form, "_")]

    def same_form(self, left: Any, right: Any) -> bool:
        return same_structure(left.form, right.form)

    def outward(self, item: Any) -> Any:
        return Each(rebuilt(item.form, iter(item.lists)))


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
