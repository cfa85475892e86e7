"""Instances of the user's classes as structures: dataclasses and what was made.

A dataclass is gone through like a dict, by its attributes. An object of any class that
the evaluation itself has made may hold run-time values, too, but stays one object.
"""

from __future__ import annotations

import contextlib
import inspect
import threading
import weakref
from abc import ABCMeta
from collections.abc import Iterator, Mapping, Sequence
from types import MemberDescriptorType
from typing import Any

from srcad.compiler.reading.origins import is_library_class, is_users_function
from srcad.compiler.reading.protocol import mark, own_dict

_MADE: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
# Of these, the ones that stand for several objects.
_IN_PLACE_OF: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
# What made objects have that cannot be remembered by a weak reference.
_IN_SLOTS: dict[int, _Attributes] = {}


class _Attributes(dict[str, Any]):
    """What an object has that was made of a class with ``__slots__``: a dict as others
    have it, which the object itself follows. ``several``: it stands for several."""

    def __init__(self, owner: Any) -> None:
        super().__init__()
        self.owner = owner
        self.several = False

    def __setitem__(self, name: str, item: Any) -> None:
        super().__setitem__(name, item)
        object.__setattr__(self.owner, name, item)

    def __delitem__(self, name: str) -> None:
        super().__delitem__(name)
        object.__delattr__(self.owner, name)

    def update(self, items: Any) -> None:  # type: ignore[override]
        for name, item in dict(items).items():
            self[name] = item

    def clear(self) -> None:
        for name in list(self):
            del self[name]


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
    own = own_dict(item) if held is None else held
    return vars(item) if own is None else own


def has_place(kind: type, name: str) -> bool:
    """Whether objects of a class may be given an attribute."""
    entry = inspect.getattr_static(kind, name, None)
    return bool(kind.__dictoffset__) or isinstance(entry, MemberDescriptorType)


def with_parts(record: Any, parts: Mapping[str, Any]) -> Any:
    """Another record of the same class; its constructor is not run.

    Where the evaluation has made the one, it has made the other. An exception has the
    arguments of the one.
    """
    kind = type(record)
    is_exception = issubclass(kind, BaseException)
    other = new(kind, record.args) if is_exception else object.__new__(kind)
    if is_made(record):
        own_attributes(made(other)).update(parts)
        _stand_for_several(other)
        return other
    for name, part in parts.items():
        object.__setattr__(other, name, part)
    return other


def _stand_for_several(item: Any) -> None:
    held = _held(item)
    if held is None:
        _IN_PLACE_OF[id(item)] = item
    else:
        held.several = True


def is_some_other(item: object) -> bool:
    """Whether an object stands for one of several, which are told apart by what they
    are, and by nothing that they hold."""
    by_identity = type(item).__eq__ is vars(object)["__eq__"]
    return by_identity and stands_for_several(item)


def stands_for_several(item: object) -> bool:
    """Whether the evaluation has put an object together of others."""
    held = _held(item)
    return _IN_PLACE_OF.get(id(item)) is item if held is None else held.several


def is_makable(kind: type) -> bool:
    """Whether an instance is made by its constructor alone, which can be read."""
    return (
        all(map(_is_plain, inspect.getmro(type(kind))))
        and _is_new(kind, inspect.getattr_static(kind, "__new__"))
        and kind is not object
        and _is_users(kind)
        and not vars(kind).get("__abstractmethods__")
        and (_has_place(kind) or issubclass(kind, Exception))
    )


_METACLASSES = (type, ABCMeta, object)


def _is_plain(base: type) -> bool:
    """Whether a base of a metaclass is Python's own or the user's."""
    ours = str(base.__module__).startswith("srcad.")
    return base in _METACLASSES or not (ours or is_library_class(base))


def _is_new(kind: type, maker: Any) -> bool:
    """Whether objects are made as Python makes them, or by what the user has written
    around that."""
    if isinstance(maker, staticmethod) and is_users_function(maker.__func__):
        owners = (base for base in kind.__mro__ if "__new__" in vars(base))
        return next(filter(is_library_class, owners)) is object
    return maker is vars(_made_by(kind))["__new__"]


def _made_by(kind: type) -> type:
    """The class of Python's that makes an object."""
    if not issubclass(kind, Exception):
        return object
    own = (base for base in kind.__mro__ if base.__module__ == "builtins")
    return next(base for base in own if "__new__" in vars(base))


def new(kind: type, args: Sequence[Any] = ()) -> Any:
    """An object of a class, whose constructor is not run. An exception has its
    arguments from the beginning."""
    base: Any = _made_by(kind)
    return base.__new__(kind, *(() if base is object else args))


def _has_place(kind: type) -> bool:
    return _has_own_dict(kind) or _first_slot(kind) is not None


def _has_own_dict(kind: type) -> bool:
    """Whether the objects of a class have a dict, and can be remembered."""
    return bool(kind.__weakrefoffset__) and bool(kind.__dictoffset__)


def _first_slot(kind: type) -> MemberDescriptorType | None:
    spaces = [vars(base) for base in kind.__mro__ if "__slots__" in vars(base)]
    slots = [one for space in spaces for one in space.values()]
    return next((one for one in slots if isinstance(one, MemberDescriptorType)), None)


def made(item: Any) -> Any:
    """Remember that the evaluation has made an object."""
    if _has_own_dict(type(item)):
        _MADE[id(item)] = item
    else:
        _IN_SLOTS[id(item)] = _Attributes(item)
    return item


def is_made(item: object) -> bool:
    """Whether the evaluation has made this object."""
    if item is None:
        return False
    return _MADE.get(id(item)) is item or _held(item) is not None


def _held(item: object) -> _Attributes | None:
    """What an object has that the evaluation has made of a class with slots."""
    held = _IN_SLOTS.get(id(item))
    return held if held is not None and held.owner is item else None


@contextlib.contextmanager
def remembering() -> Iterator[None]:
    """Remember what is made; when nobody does any more, it is forgotten."""
    with _LOCK:
        _REMEMBERING.append(None)
    try:
        yield
    finally:
        with _LOCK:
            _REMEMBERING.pop()
            if not _REMEMBERING:
                _IN_SLOTS.clear()


_LOCK = threading.Lock()
_REMEMBERING: list[None] = []


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
