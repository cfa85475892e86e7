"""Which of the objects that were read are one object.

What is computed may depend on it: ``a is b``, ``a == b`` of a class without ``__eq__``,
``a in held``, an attribute that is set by one name and read by another. That an object
found at two paths stays one is guarded where it is read (``Door.read``); that two stay
two is guarded here, for those that could become one: they are of one class.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from types import FunctionType, MethodType
from typing import Any

from srcad.compiler.reading.code_texts import text_of
from srcad.compiler.reading.paths import Path

# Compared by what is in them, or made anew by each access.
_WITHOUT_IDENTITY = (tuple, MethodType, property, staticmethod, classmethod)
_LOOKED_AT = ("type", "sequence", "mapping")
_FIXED = ("code", "named")


def distinct_paths(
    items: Iterable[Any],
    paths: Mapping[int, Path],
    questions: Iterable[tuple[Path, str]],
    held: Container[Path],
) -> list[Path]:
    """The paths of objects that are different ones, and could become one.

    ``items`` were read at ``paths`` and asked the ``questions``; those at ``held`` are
    known to be compared with each other.
    """
    asked: dict[Path, set[str]] = {}
    for where, ask in questions:
        asked.setdefault(where, set()).add(ask)
    looked_at = {
        path for path, asks in asked.items() if not asks.isdisjoint(_LOOKED_AT)
    }
    groups: dict[Any, dict[Path, Any]] = {}
    for item in items:
        path = paths.get(id(item))
        if path in looked_at or isinstance(item, FunctionType):
            if path is not None and not isinstance(item, _WITHOUT_IDENTITY):
                groups.setdefault(type(item), {})[path] = item
    found: list[Path] = []
    for kind, group in groups.items():
        if kind is FunctionType:
            found += _functions(group, asked)
        elif len(group) > 1 and not all(path in held for path in group):
            found += group
    return found


def _functions(
    group: Mapping[Path, Any], asked: Mapping[Path, set[str]]
) -> Iterable[Path]:
    """Of functions, those that no guard on their text or name keeps apart."""
    if any(asked.get(path, set()).isdisjoint(_FIXED) for path in group):
        return group if len(group) > 1 else ()
    texts: dict[str, list[Path]] = {}
    for path, function in group.items():
        if "code" in asked[path]:
            texts.setdefault(text_of(function), []).append(path)
    return [path for same in texts.values() if len(same) > 1 for path in same]
