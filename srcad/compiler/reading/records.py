"""Instances of the user's classes as structures: dataclasses and what was made.

A dataclass is gone through like a dict, by its attributes. An object of any class that
the evaluation itself has made may hold run-time values, too, but stays one object.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import weakref
from abc import ABCMeta
from collections.abc import Mapping
from typing import Any

from srcad.compiler.reading.protocol import mark

_MADE: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()


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
    """Another record of the same class; its constructor is not run."""
    new = object.__new__(type(record))
    for name, part in parts.items():
        object.__setattr__(new, name, part)
    return new


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
        and "__setattr__" not in _written_by_hand(kind)
    )


def _written_by_hand(kind: type) -> set[str]:
    """The names that the class and its bases define; a frozen dataclass's are not."""
    names: set[str] = set()
    for base in kind.__mro__[:-1]:
        frozen = getattr(vars(base).get("__dataclass_params__"), "frozen", False)
        own = set(vars(base))
        names |= own - {"__setattr__", "__delattr__"} if frozen else own
    return names


def made(item: Any) -> Any:
    """Remember that the evaluation has made an object."""
    _MADE[id(item)] = item
    return item


def is_made(item: object) -> bool:
    """Whether the evaluation has made this object."""
    return item is not None and _MADE.get(id(item)) is item


# --------------------------------------------------------------------------- outputs


@dataclasses.dataclass(frozen=True, slots=True)
class Each:
    """The form of a list whose length run time knows; its items are structures.

    The leaves of ``item`` stand for lists, of one part of every item.
    """

    item: Any


def plain(form: Any) -> Any:
    """A structure with dicts in the place of records, as generated modules return."""
    if isinstance(form, Each):
        return Each(plain(form.item))
    if is_record(form):
        return {name: plain(part) for name, part in parts_of(form).items()}
    if isinstance(form, tuple | list):
        parts = [plain(part) for part in form]
        return parts if isinstance(form, list) else tuple(parts)
    if isinstance(form, dict):
        return {key: plain(part) for key, part in form.items()}
    return form


def description(form: Any) -> Any:
    """Where the records and named tuples of a structure are, as JSON; None if there
    are none."""
    if isinstance(form, Each):
        item = description(form.item)
        return None if item is None else {"each": item}
    if is_record(form):
        inner = {name: description(part) for name, part in parts_of(form).items()}
        return {"record": _path(type(form)), "parts": inner}
    if isinstance(form, tuple | list):
        items = [description(part) for part in form]
        if hasattr(form, "_fields"):
            return {"tuple": _path(type(form)), "items": items}
        return {"items": items} if any(items) else None
    if isinstance(form, dict):
        named = [description(part) for part in form.values()]
        return {"values": named} if any(named) else None
    return None


def _path(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def restored(item: Any, described: Any) -> Any:
    """What a module returns, in the classes that the function itself returns.

    A class that is no longer found leaves the dict, or the tuple.
    """
    if described is None:
        return item
    if "each" in described:
        return [restored(part, described["each"]) for part in item]
    if "values" in described:
        pairs = zip(item.items(), described["values"], strict=True)
        return {key: restored(part, one) for (key, part), one in pairs}
    if "record" in described:
        parts = described["parts"]
        inside = {name: restored(item[name], parts[name]) for name in parts}
        kind = _found(described["record"])
        return inside if kind is None else with_parts(object.__new__(kind), inside)
    pairs = zip(item, described["items"], strict=True)
    rest = [restored(part, one) for part, one in pairs]
    if "tuple" in described:
        kind = _found(described["tuple"])
        return tuple(rest) if kind is None else kind(*rest)
    return type(item)(rest)


def _found(path: str) -> Any:
    module, _, name = path.partition(":")
    item: Any = sys.modules.get(module)
    for word in name.split("."):
        item = getattr(item, word, None)
    return item
