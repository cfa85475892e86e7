"""Lists that a program builds while it runs."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    kind,
    kind_of_box,
    leaf_names,
    rebuilt,
    same_structure,
)
from srcad.compiler.evaluate.lists import item_at, list_length, static_items
from srcad.compiler.evaluate.objects import Iteration, StructOfArrays
from srcad.compiler.evaluate.values.run_time import RunTimeValue
from srcad.compiler.ir.avals import SequenceAval
from srcad.compiler.reading.records import Each


@kind_of_box(SequenceAval)
class ListOfRunTime(RunTimeValue):
    """A list of arrays or numbers, of which run time knows how many."""

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration:
        def element(k: Any) -> Any:
            return item_at(frame, item, frame.session.atom(k), node)

        return Iteration(list_length(frame, item), element, over=(item,))

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any]:
        return static_items(frame, item, node)


@kind(StructOfArrays)
class ListOfStructures(ListOfRunTime):
    """A list of run time for each leaf of its elements."""

    is_structure = True
    is_value = False

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
