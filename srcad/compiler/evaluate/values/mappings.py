"""Dicts."""

from __future__ import annotations

from typing import Any

from srcad.compiler.evaluate.values.kinds import Kind, kind


@kind(dict)
class Dict(Kind):
    """With other keys, or in another order, it is another structure."""

    is_structure = True

    def parts(self, item: Any) -> list[Any]:
        return list(item.values())

    def words(self, item: Any) -> list[Any]:
        return list(item)

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        return dict(zip(item, parts, strict=True))

    def same_form(self, left: Any, right: Any) -> bool:
        return list(left) == list(right)

    def content(self, item: Any) -> Any:
        return item
