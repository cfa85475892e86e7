"""The structure of what a function returns: plain in a module, and its classes again.

A generated module returns tuples, lists and dicts; whoever calls it through srcad gets
the classes that the function itself returns.
"""

from __future__ import annotations

import collections
import dataclasses
import sys
from typing import Any

from srcad.compiler.reading.literals import is_named
from srcad.compiler.reading.records import is_record_class, with_parts
from srcad.compiler.reading.structures import (
    container_of,
    is_structure,
    words_and_parts,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Each:
    """The form of a list whose length run time knows; its items are structures.

    The leaves of ``item`` stand for lists, of one part of every item.
    """

    item: Any


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    """The form of a tuple whose length run time knows, in a module a list."""

    items: Any


def plain(form: Any) -> Any:
    """A structure with dicts in the place of records, as generated modules return."""
    if isinstance(form, Each):
        return Each(plain(form.item))
    if isinstance(form, Frozen):
        return plain(form.items)
    if not is_structure(form):
        return form
    pairs = [(word, plain(part)) for word, part in words_and_parts(form)]
    if isinstance(form, tuple | list):
        parts = [part for _, part in pairs]
        return parts if isinstance(form, list) else tuple(parts)
    return dict(pairs)


def description(form: Any) -> Any:
    """Where there are other classes than those that a module returns, as JSON; None if
    there are none."""
    if isinstance(form, Each):
        item = description(form.item)
        return None if item is None else {"each": item}
    if isinstance(form, Frozen):
        return {"frozen": description(form.items)}
    if not is_structure(form):
        return None
    described: dict[str, Any] = {
        "items": [description(part) for _, part in words_and_parts(form)]
    }
    if type(form) not in (tuple, list, dict):
        described["class"] = _path(type(form))
    if isinstance(form, collections.defaultdict):
        factory = form.default_factory
        described["factory"] = _path(factory) if is_named(factory) else None
    return described if len(described) > 1 or any(described["items"]) else None


def _path(named: Any) -> str:
    return f"{named.__module__}:{named.__qualname__}"


def restored(item: Any, described: Any) -> Any:
    """What a module returns, in the classes that the function itself returns.

    A class that is no longer found leaves the dict, the list or the tuple.
    """
    if described is None:
        return item
    if "each" in described:
        return [restored(part, described["each"]) for part in item]
    if "frozen" in described:
        return tuple(restored(item, described["frozen"]))
    pairs = zip(words_and_parts(item), described["items"], strict=True)
    named = {word: restored(part, one) for (word, part), one in pairs}
    parts = named if isinstance(item, dict) else list(named.values())
    kind = _found(described.get("class"))
    if kind is None:
        return parts if type(parts) is type(item) else type(item)(parts)
    if is_record_class(kind):
        return with_parts(object.__new__(kind), named)
    made = container_of(kind, parts)
    if isinstance(made, collections.defaultdict):
        made.default_factory = _found(described["factory"])
    return made


def _found(path: str | None) -> Any:
    if path is None:
        return None
    module, _, name = path.partition(":")
    item: Any = sys.modules.get(module)
    for word in name.split("."):
        item = getattr(item, word, None)
    return item
