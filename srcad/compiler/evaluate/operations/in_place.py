"""What a function of a library, called while compiling, changes of what it is given.

``heapq.heapify(xs)``, ``list.append(xs, x)`` and ``operator.setitem(xs, 0, x)`` are
changes of ``xs`` like those that a statement makes: they are noted, or refused.
"""

from __future__ import annotations

import ast
import collections
import itertools
import operator
from collections.abc import (
    Iterable,
    Iterator,
    MutableMapping,
    MutableSequence,
    MutableSet,
)
from types import (
    BuiltinMethodType,
    MethodDescriptorType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.objects import Held
from srcad.compiler.evaluate.operations.changes import change
from srcad.compiler.evaluate.storage.read_ahead import refuse_list_read_ahead
from srcad.compiler.evaluate.wording import refuse_effect
from srcad.compiler.reading.literals import literal_text
from srcad.compiler.reading.paths import keys_of, values_of

# What asks, and changes nothing.
_ASKING = (
    *("get", "keys", "values", "items", "index", "count", "copy", "issubset"),
    *("__getitem__", "__contains__", "__len__", "__iter__", "__eq__", "__ne__"),
)

# Functions that are written in C and change what they are given: `iadd` beside `add`.
_IN_PLACE = {
    *("setitem", "delitem", "insort", "insort_left", "insort_right"),
    *("heapify", "heappush", "heappop", "heappushpop", "heapreplace"),
    *(
        name
        for name in dir(operator)
        if name[0] == "i" and {name[1:], f"{name[1:]}_"} & set(dir(operator))
    ),
}

_CONTAINERS = (list, dict, set)
_DICTS = (dict, collections.OrderedDict)
_METHODS = (
    *(BuiltinMethodType, MethodWrapperType),
    *(MethodDescriptorType, WrapperDescriptorType),
)
_OTHERS = (MutableSequence, MutableMapping, MutableSet)


class Given:
    """What a call is given that it may change, and what that holds before."""

    def __init__(self, frame: Frame, items: Iterable[Any], node: ast.AST) -> None:
        self.frame, self.node = frame, node
        self.containers: list[tuple[Any, Any]] = []
        self.others: list[tuple[Any, list[Any]]] = []
        for item in items:
            # Its own `__class__` is not asked.
            kind = type(item)
            if issubclass(kind, _CONTAINERS):
                self.containers.append((item, _copied(item)))
            elif issubclass(kind, _OTHERS):
                self.others.append((item, _parts(item)))
            elif issubclass(kind, _METHODS) and frame.session.depth:
                _refuse_handed_on(frame, item, node)

    def note_changes(self) -> None:
        """Note what the call has changed, as a statement would that does the same."""
        frame, node = self.frame, self.node
        session = frame.session
        for item, before in self.containers:
            if _same(item, before):
                continue
            held = session.held.get(id(item)) or Held(item, 0, 0)
            now, held.value = held.value, before
            change(frame, item, node, resizes=len(now) != len(before))
            held.value = now
        for item, parts in self.others:
            if _same(_parts(item), parts):
                continue
            if session.depth or session.door.paths.get(id(item)) is not None:
                _put_back(item, parts)
                refuse_effect(frame, f"this changes a {type(item).__name__}", node)
            refuse_list_read_ahead(frame, item, node)


def _parts(item: Any) -> Any:
    """What a sequence, a mapping or a set of a library holds."""
    return dict(item) if isinstance(item, MutableMapping) else [*item]


def _put_back(item: Any, parts: Any) -> None:
    if isinstance(item, MutableSequence):
        while len(item):
            item.pop()
        item.extend(parts)
        return
    item.clear()
    if isinstance(item, MutableMapping):
        item.update(parts)
    else:
        for part in parts:
            item.add(part)


def _copied(item: Any) -> Any:
    """What a container holds; no method of the user's is called."""
    if type(item).__iter__ in (dict.__iter__, collections.OrderedDict.__iter__):
        return item.copy() if type(item) in _DICTS else dict.copy(item)
    if isinstance(item, dict):
        return dict(zip(keys_of(item), values_of(item), strict=True))
    return list.copy(item) if isinstance(item, list) else set.copy(item)


def _same(item: Any, before: Any) -> bool:
    if isinstance(item, set):
        return set.__eq__(item, before) is True
    if isinstance(item, list):
        now, then = list.__iter__(item), list.__iter__(before)
    else:
        now, then = _entries(item), _entries(before)
    pairs = itertools.zip_longest(now, then, fillvalue=_NOTHING)
    return all(one is other or _is_equal(one, other) for one, other in pairs)


def _is_equal(one: Any, other: Any) -> bool:
    """Whether two numbers or texts are one: an ``array.array`` and ``os.environ`` make
    them when they are read."""
    known = literal_text(one) if type(one) in (int, float, str) else None
    return known is not None and known == literal_text(other)


def _entries(item: Any) -> Iterator[Any]:
    return itertools.chain(keys_of(item), values_of(item))


_NOTHING = object()


def _refuse_handed_on(frame: Frame, method: Any, node: ast.AST) -> None:
    """Refuse ``map(xs.append, ys)`` in a loop: who calls it, and when, is not seen."""
    kind = getattr(method, "__objclass__", type(getattr(method, "__self__", None)))
    name = method.__name__
    of_container = issubclass(kind, _CONTAINERS)
    changes = name not in _ASKING if of_container else name in _IN_PLACE
    if changes:
        message = f"`{name}`, which changes what it is given, is handed on"
        frame.needs_static(message, node, "would be called while compiling")
