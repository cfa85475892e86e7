"""Instances of the user's classes as structures: dataclasses and what was made.

A dataclass is gone through like a dict, by its attributes. An object of any class that
the evaluation itself has made may hold run-time values, too, but stays one object.
"""

from __future__ import annotations

import inspect
import weakref
from abc import ABCMeta
from collections.abc import Mapping
from types import MemberDescriptorType
from typing import Any

from srcad.compiler.reading.protocol import mark, own_dict

_MADE: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
# Of these, the ones that stand for several objects.
_IN_PLACE_OF: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
# The slot in which made objects keep what they have, of classes with ``__slots__``.
_SLOTS: weakref.WeakKeyDictionary[type, Any] = weakref.WeakKeyDictionary()


class _Attributes:
    """All that an object has, which the evaluation has made of a class whose objects
    have slots: a dict as others have it, held by the first one of the slots."""

    __slots__ = ("items", "some_other")

    def __init__(self) -> None:
        self.items: dict[str, Any] = {}
        self.some_other = False


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
    """The attributes of a record: those in slots, and the others in the order in which
    they were set."""
    if is_made(record):
        return dict(own_attributes(record))
    found: dict[str, Any] = {}
    for base in reversed(type(record).__mro__):
        for name, entry in vars(base).items():
            if isinstance(entry, MemberDescriptorType) and _is_set(entry, record):
                found[name] = entry.__get__(record)
    return {**found, **(own_dict(record) or {})}


def _is_set(slot: MemberDescriptorType, item: Any) -> bool:
    try:
        slot.__get__(item)
    except AttributeError:
        return False
    return True


def own_attributes(item: Any) -> dict[str, Any]:
    """The dict of what an object has that the evaluation has made."""
    held = _held(item)
    return vars(item) if held is None else held.items


def has_place(kind: type, name: str) -> bool:
    """Whether objects of a class may be given an attribute."""
    entry = inspect.getattr_static(kind, name, None)
    return bool(kind.__dictoffset__) or isinstance(entry, MemberDescriptorType)


def with_parts(record: Any, parts: Mapping[str, Any]) -> Any:
    """Another record of the same class; its constructor is not run.

    Where the evaluation has made the one, it has made the other.
    """
    new = object.__new__(type(record))
    if is_made(record):
        own_attributes(made(new)).update(parts)
        _stand_for_several(new)
        return new
    for name, part in parts.items():
        object.__setattr__(new, name, part)
    return new


def _stand_for_several(item: Any) -> None:
    held = _held(item)
    if held is None:
        _IN_PLACE_OF[id(item)] = item
    else:
        held.some_other = True


def is_some_other(item: object) -> bool:
    """Whether an object stands for one of several, which are told apart by what they
    are, and by nothing that they hold."""
    by_identity = type(item).__eq__ is vars(object)["__eq__"]
    if not by_identity:
        return False
    held = _held(item)
    return _IN_PLACE_OF.get(id(item)) is item if held is None else held.some_other


def is_makable(kind: type) -> bool:
    """Whether an instance is made by its constructor alone, which can be read."""
    return (
        type(kind) in (type, ABCMeta)
        and inspect.getattr_static(kind, "__new__") is vars(object)["__new__"]
        and kind is not object
        and _is_users(kind)
        and not mark(kind, "__srcad_cell__")
        and not getattr(kind, "__abstractmethods__", None)
        and (_has_own_dict(kind) or _first_slot(kind) is not None)
    )


def _has_own_dict(kind: type) -> bool:
    """Whether the objects of a class have a dict, and can be remembered."""
    return bool(kind.__weakrefoffset__) and bool(kind.__dictoffset__)


def _first_slot(kind: type) -> MemberDescriptorType | None:
    spaces = [vars(base) for base in kind.__mro__ if "__slots__" in vars(base)]
    slots = [one for space in spaces for one in space.values()]
    return next((one for one in slots if isinstance(one, MemberDescriptorType)), None)


def made(item: Any) -> Any:
    """Remember that the evaluation has made an object."""
    kind = type(item)
    if _has_own_dict(kind):
        _MADE[id(item)] = item
        return item
    slot = _SLOTS[kind] = _first_slot(kind)
    assert slot is not None, f"a {kind.__name__} is not makable"
    slot.__set__(item, _Attributes())
    return item


def is_made(item: object) -> bool:
    """Whether the evaluation has made this object."""
    if item is None:
        return False
    return _MADE.get(id(item)) is item or _held(item) is not None


def _held(item: object) -> _Attributes | None:
    """What an object holds that the evaluation has made of a class with slots."""
    slot = _SLOTS.get(type(item)) if _SLOTS else None
    if slot is None or not _is_set(slot, item):
        return None
    held = slot.__get__(item)
    return held if isinstance(held, _Attributes) else None


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
