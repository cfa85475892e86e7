"""Instances of the user's classes as structures: dataclasses and what was made.

A dataclass is gone through like a dict, by its attributes. An object of any class that
the evaluation itself has made may hold run-time values, too, but stays one object.
"""

from __future__ import annotations

import dataclasses
import inspect
import weakref
from abc import ABCMeta
from collections.abc import Mapping
from typing import Any

from srcad.compiler.reading.protocol import mark

_MADE: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
# Of these, the ones that stand for several objects.
_IN_PLACE_OF: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()


def is_record(item: object) -> bool:
    """Whether an object is a dataclass of the user's, gone through by its parts."""
    return is_record_class(type(item))


def is_record_class(kind: type) -> bool:
    """Whether a class is a dataclass of the user's."""
    named = any("__dataclass_fields__" in vars(base) for base in kind.__mro__)
    return named and _is_users(kind)


def _is_users(kind: type) -> bool:
    """Whether a class is the user's, or one of ours whose instances are like theirs."""
    words = ("__srcad_plain__", "__srcad_stands_for__")
    ours = str(kind.__module__).startswith("srcad.")
    return not ours or any(mark(kind, word) is not None for word in words)


def is_frozen(item: object) -> bool:
    """Whether an object is a record whose attributes stay what they are."""
    kind = vars(type(item)).get("__dataclass_params__")
    return is_record(item) and bool(getattr(kind, "frozen", False))


def parts_of(record: Any) -> dict[str, Any]:
    """The attributes of a record, in the order in which they were set."""
    if hasattr(record, "__dict__"):
        return dict(vars(record))
    names = [field.name for field in dataclasses.fields(record)]
    return {name: getattr(record, name) for name in names if hasattr(record, name)}


def with_parts(record: Any, parts: Mapping[str, Any]) -> Any:
    """Another record of the same class; its constructor is not run.

    Where the evaluation has made the one, it has made the other.
    """
    new = object.__new__(type(record))
    for name, part in parts.items():
        object.__setattr__(new, name, part)
    if is_made(record):
        _IN_PLACE_OF[id(new)] = made(new)
    return new


def is_some_other(item: object) -> bool:
    """Whether an object stands for one of several, which are told apart by what they
    are, and by nothing that they hold."""
    by_identity = type(item).__eq__ is vars(object)["__eq__"]
    return by_identity and _IN_PLACE_OF.get(id(item)) is item


def is_makable(kind: type) -> bool:
    """Whether an instance is made by its constructor alone, which can be read."""
    return (
        type(kind) in (type, ABCMeta)
        and inspect.getattr_static(kind, "__new__") is vars(object)["__new__"]
        and kind is not object
        and _is_users(kind)
        and not mark(kind, "__srcad_cell__")
        and not getattr(kind, "__abstractmethods__", None)
        and bool(kind.__weakrefoffset__)
        and bool(kind.__dictoffset__)
    )


def made(item: Any) -> Any:
    """Remember that the evaluation has made an object."""
    _MADE[id(item)] = item
    return item


def is_made(item: object) -> bool:
    """Whether the evaluation has made this object."""
    return item is not None and _MADE.get(id(item)) is item


def is_tree(item: object) -> bool:
    """Whether the evaluation has made an object, and can make another like it: nothing
    that can be changed is met twice where its parts are gone through."""
    if not is_made(item):
        return False
    seen: set[int] = set()
    queue: list[Any] = [item]
    for _ in range(_LARGEST):
        if not queue:
            return True
        one = queue.pop()
        parts = _parts(one)
        if parts and not isinstance(one, tuple):
            if id(one) in seen:
                return False
            seen.add(id(one))
        queue.extend(parts)
    return False


_LARGEST = 256


def _parts(item: Any) -> list[Any]:
    if isinstance(item, tuple | list):
        return list(item)
    if isinstance(item, dict):
        return list(item.values())
    return list(parts_of(item).values()) if is_made(item) or is_record(item) else []
