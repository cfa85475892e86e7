"""Tuples, named ones as well, lists, and slices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from srcad.compiler.evaluate.kinds import Kind, has_box, kind
from srcad.compiler.evaluate.objects import Once


@kind(tuple)
class Tuple(Kind):
    """Of another length, or of another class, it is another structure."""

    is_structure = True

    def sequence(self, item: Any) -> Sequence[Any]:
        found: Sequence[Any] = item
        return found

    def parts(self, item: Any) -> Sequence[Any]:
        return tuple(item)

    def words(self, item: Any) -> Any:
        return getattr(item, "_fields", range(len(item)))

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        return type(item)(*parts) if hasattr(item, "_fields") else tuple(parts)

    def same_form(self, left: Any, right: Any) -> bool:
        return type(left) is type(right) and len(left) == len(right)


@kind(list)
class List(Tuple):
    """A list whose items are known one by one."""

    def parts(self, item: Any) -> Sequence[Any]:
        return list(item)

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        return parts

    def content(self, item: Any) -> Any:
        return item


@kind(Once)
class Iterator(List):
    """What is gone through once is handed on as a whole, and is no other."""

    is_structure = False

    def sequence(self, item: Any) -> Sequence[Any]:
        found: Sequence[Any] = item.now or item
        return found

    def same_form(self, left: Any, right: Any) -> bool:
        return left is right


@kind(set, frozenset)
class Set(Kind):
    """Its elements are known; a generator may be one."""

    def reached(self, item: Any) -> list[Any]:
        return list(item)


@kind(slice)
class Slice(Kind):
    """Its bounds may be known at run time only."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        bounds = (item.start, item.stop, item.step)
        return any(has_box(bound, depth) for bound in bounds)
