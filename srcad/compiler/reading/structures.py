"""Structures: tuples, lists, dicts and the user's dataclasses, with their classes.

A structure is gone through by its parts and made again with others. It stays of its
class where that is the user's or one of ``collections``, and keeps its attributes; no
code of the user's runs for that.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeGuard

from srcad.compiler.reading.origins import is_library_class
from srcad.compiler.reading.paths import keys_of, values_of
from srcad.compiler.reading.records import is_record, parts_of, with_parts


def is_structure(item: Any) -> bool:
    """Whether an object is its parts, and no more. What has attributes beside its
    items, or says itself what they are, is an object like others."""
    if not isinstance(item, tuple | list | dict):
        return is_record(item)
    kind = type(item)
    if kind in (tuple, list, dict):
        return True
    if not keeps_class(kind):
        return not _has_specials(kind)
    return not (attributes_of(item) or _has_own_view(kind))


def _has_specials(kind: type) -> bool:
    """Whether a class of the user's has special methods, and would not be kept."""
    own = [base for base in kind.__mro__ if not is_library_class(base)]
    return any(not SPECIALS.isdisjoint(vars(base)) for base in own)


def words_and_parts(item: Any) -> list[tuple[Any, Any]]:
    """The parts of a structure, each with its place, its key or its attribute."""
    if isinstance(item, dict):
        return list(zip(keys_of(item), values_of(item), strict=True))
    if isinstance(item, list):
        return list(enumerate(list.__iter__(item)))
    if isinstance(item, tuple):
        return list(enumerate(tuple.__iter__(item)))
    return list(parts_of(item).items())


def attributes_of(item: Any) -> dict[str, Any]:
    """The attributes that a tuple, a list or a dict has beside its items."""
    return dict(getattr(item, "__dict__", {}))


def mapped(item: Any, function: Callable[[Any], Any]) -> Any:
    """A structure like ``item`` with what ``function`` gives for each of its parts."""
    return made_like(item, [function(part) for _, part in words_and_parts(item)])


def made_like(item: Any, parts: Sequence[Any]) -> Any:
    """A structure like ``item`` with other parts, in the same order."""
    if isinstance(item, tuple | list):
        return container_like(item, parts)
    words = [word for word, _ in words_and_parts(item)]
    make: Any = container_like if isinstance(item, dict) else with_parts
    return make(item, dict(zip(words, parts, strict=True)))


def is_part(key: object) -> TypeGuard[slice]:
    """Whether a key stands for a part of a sequence, and for no item."""
    return isinstance(key, slice)


def container_like(item: Any, items: Any, attributes: Mapping[str, Any] = {}) -> Any:
    """A list, tuple or dict with these items and attributes; those of ``item`` that are
    not given are kept."""
    other = container_of(type(item), items)
    if isinstance(other, collections.defaultdict):
        other.default_factory = item.default_factory
    if hasattr(other, "__dict__"):
        vars(other).update({**vars(item), **attributes})
    return other


def container_of(kind: type, items: Any) -> Any:
    """A list, tuple or dict of a class; of the plain class where a library has it."""
    base = next(one for one in _FILL if issubclass(kind, one))
    if not keeps_class(kind):
        kind = base = next(one for one in (list, tuple, dict) if issubclass(kind, one))
    if base is tuple:
        return tuple.__new__(kind, items)
    other = base.__new__(kind)
    _FILL[base](other, items)
    return other


def keeps_class(kind: type) -> bool:
    """Whether a tuple, list or dict stays of its class where its items are others."""
    base = next(one for one in _FILL if issubclass(kind, one))
    between = kind.__mro__[: kind.__mro__.index(base)]
    return not any(map(_is_foreign, between))


def _has_own_view(kind: type) -> bool:
    own = (vars(base) for base in kind.__mro__ if not is_library_class(base))
    return any(name in names for names in own for name in _VIEWS)


# What says which items a container has.
_VIEWS = ("__iter__", "__len__", "keys", "values", "items")


_BINARY = (
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"),
    *("and", "or", "xor", "lshift", "rshift"),
)
# What a class may say of its objects, and what is asked before the plain class.
SPECIALS = frozenset(
    f"__{word}__"
    for word in (
        *(f"{side}{word}" for word in _BINARY for side in ("", "r", "i")),
        *("eq", "ne", "lt", "le", "gt", "ge", "neg", "pos", "invert", "abs", "bool"),
        *("contains", "getitem", "setitem", "delitem", "iter", "len", "reversed"),
    )
)

# What Python's and NumPy's own functions ask of a class besides.
SAID = SPECIALS | {
    f"__{word}__"
    for words in (
        "repr str format bytes hash call next missing length_hint divmod rdivmod",
        "get set delete float int index complex round trunc floor ceil",
        "array array_ufunc array_function array_priority array_interface array_struct",
    )
    for word in words.split()
}


def _is_foreign(kind: type) -> bool:
    known = hasattr(kind, "_fields") or kind.__module__ in ("abc", "typing")
    known = known or hasattr(kind, "__srcad_structure__")
    return not known and is_library_class(kind)


def _set_items(base: Any) -> Callable[[Any, Mapping[Any, Any]], None]:
    def fill(other: Any, items: Mapping[Any, Any]) -> None:
        for key, item in items.items():
            base.__setitem__(other, key, item)

    return fill


# How an object of a class that is derived from one of these gets its items.
_FILL: dict[Any, Callable[[Any, Any], Any]] = {
    collections.OrderedDict: _set_items(collections.OrderedDict),
    collections.defaultdict: _set_items(dict),
    collections.Counter: _set_items(dict),
    dict: _set_items(dict),
    list: list.extend,
    tuple: tuple.__add__,
}


def contents_of(container: Any) -> Any:
    """A copy of what a list, a dict, a set or a deque holds."""
    if is_library_class(type(container)):
        return container.copy()
    if isinstance(container, dict):
        return dict(_of_library(container, "items")())
    return _of_library(container, "copy")()


def entries(contents: Any) -> dict[Any, Any]:
    """What a list or dict holds, by position or by key."""
    return dict(contents if isinstance(contents, dict) else enumerate(contents))


def refill(container: Any, contents: Any) -> None:
    """Make this the contents of a container."""
    _of_library(container, "clear")()
    if isinstance(container, dict):
        put = _of_library(container, "__setitem__")
        for key, item in contents.items():
            put(key, item)
    else:
        word = "update" if isinstance(container, set) else "extend"
        _of_library(container, word)(contents)


def _of_library(container: Any, name: str) -> Callable[..., Any]:
    """The method of the class that the user's class of a container is derived from."""
    bases = (base for base in type(container).__mro__ if is_library_class(base))
    found = next(vars(base)[name] for base in bases if name in vars(base))
    method: Callable[..., Any] = found.__get__(container)
    return method
