"""Records, which are the user's dataclasses, and what else has attributes."""

from __future__ import annotations

from typing import Any

from srcad.compiler.evaluate.kinds import Kind, has_box, is_marked, kind, kind_where
from srcad.compiler.reading.records import (
    is_made,
    is_record_class,
    parts_of,
    with_parts,
)


def _attributes(item: Any) -> dict[str, Any] | None:
    return vars(item) if hasattr(item, "__dict__") else None


def _is_data(cls: type) -> bool:
    """Whether a class is one of records, and is not also one of Cells or primitives."""
    called = ("__srcad_cell__", "__srcad_primitive__")
    return is_record_class(cls) and not any(is_marked(word)(cls) for word in called)


@kind_where(_is_data)
class Record(Kind):
    """Its parts are its attributes, in the order in which they were set."""

    is_structure = True

    def parts(self, item: Any) -> list[Any]:
        return list(parts_of(item).values())

    def words(self, item: Any) -> list[str]:
        return list(parts_of(item))

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        return with_parts(item, dict(zip(parts_of(item), parts, strict=True)))

    def same_form(self, left: Any, right: Any) -> bool:
        alike = list(parts_of(left)) == list(parts_of(right))
        return type(left) is type(right) and alike

    def content(self, item: Any) -> dict[Any, Any] | None:
        return _attributes(item)


@kind(object)
class Other(Kind):
    """An object that is handed on as a whole. What the evaluation has made may hold
    run-time values, and be changed."""

    def content(self, item: Any) -> dict[Any, Any] | None:
        return _attributes(item) if is_made(item) else None

    def reached(self, item: Any) -> list[Any]:
        return list(parts_of(item).values()) if is_made(item) else []

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return depth > 0 and any(has_box(p, depth - 1) for p in self.reached(item))
