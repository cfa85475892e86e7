"""``copy.copy`` and ``copy.deepcopy``."""

from __future__ import annotations

import ast
import copy
import itertools
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.storage.aliases import pairs
from srcad.compiler.evaluate.storage.nested_lists import link_copies
from srcad.compiler.reading.lookup import class_entry
from srcad.compiler.reading.origins import is_library_class
from srcad.compiler.reading.records import is_record
from srcad.compiler.reading.world import users_function_of

# What `copy` asks of a class, and of one that is derived from a container.
_COPYING = (
    *("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"),
    *("__getnewargs__", "__getnewargs_ex__"),
)
_COPYING_CONTAINERS = (
    *("__iter__", "__setitem__", "__copy__", "__deepcopy__"),
    *("append", "extend", "items"),
)


def _refuse_own_copy(frame: Frame, item: Any, node: ast.AST) -> bool:
    """Refuse to copy what says itself how it is gone through, or filled; whether it is
    of a class that is derived from one of Python's values."""
    if is_library_class(type(item)):
        return False
    derived = isinstance(item, list | dict | tuple | set | str | int | float | complex)
    for name in (*_COPYING, *(_COPYING_CONTAINERS if derived else ())):
        if users_function_of(class_entry(frame.session.door, type(item), name)):
            message = f"a class with `{name}` of its own is not copied"
            frame.refuse("SRC012", message, node, help="write the copy out")
    return derived


# Of these a copy belongs to the evaluation, which may change it.
_CONTAINERS = (list, dict, set, np.ndarray)


def copied(frame: Frame, item: Any, deep: bool, node: ast.AST) -> Any:
    """``copy.copy`` or ``copy.deepcopy``: what is made may be changed."""
    known: dict[int, tuple[Any, Any]] = {}
    function = copy.deepcopy if deep else copy.copy

    def one(part: Any) -> Any:
        # What stands at several places is copied once.
        if id(part) not in known:
            derived = _refuse_own_copy(frame, part, node)
            found = kind_of(part).copied(frame, part, one if deep else None, node)
            owned = type(part) in _CONTAINERS or is_record(part)
            if found is NotImplemented and (derived or not (owned or deep)):
                found = function(part)
            elif found is NotImplemented:
                found = call_directly(frame, function, [part], {}, node)
            known[id(part)] = part, found
        return known[id(part)][1]

    found = one(frame.session.door.whole(item))
    if deep:
        heap = frame.session
        each = (pairs(heap, part, other) for part, other in known.values())
        link_copies(heap, dict(itertools.chain.from_iterable(each)))
    return found
