"""Methods of lists and dicts that are known item by item, and of strings."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate import calls
from srcad.compiler.evaluate.changes import change, extension
from srcad.compiler.evaluate.direct import call_directly
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.list_methods import as_run_time, list_method
from srcad.compiler.evaluate.orders import in_order
from srcad.compiler.evaluate.sequences import refuse_unsure_keys
from srcad.compiler.evaluate.strings import format_method

_CHANGING = (
    *("append", "extend", "insert", "pop", "remove", "clear", "reverse", "sort"),
    *("update", "setdefault", "popitem"),
)
_FINDING = ("index", "count", "remove")


def container_method(
    frame: Frame,
    callee: Any,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
    active: bool,
) -> Any:
    """``values.append(x)`` and the like, on lists and dicts of the evaluation."""
    owner = callee.__self__
    if active and isinstance(owner, str) and callee.__name__ == "format":
        return format_method(frame, owner, args, keywords, node)
    changing = callee.__name__ in _CHANGING
    if isinstance(owner, list) and callee.__name__ == "extend" and len(args) == 1:
        args = [extension(frame, owner, args[0], node)]
    if isinstance(owner, list | tuple) and active and callee.__name__ in _FINDING:
        return _found(frame, owner, callee.__name__, args, node)
    if isinstance(owner, list | dict) and changing:
        resizes = callee.__name__ not in ("reverse", "sort", "update", "setdefault")
        # At a place, or of an item, that run time knows.
        unknown = callee.__name__ in ("insert", "pop") and has_box(args[:1])
        sample = _sample(callee.__name__, args)
        change(frame, owner, node, resizes, unknown, sample)
    elif active and not isinstance(owner, list | dict | tuple):
        return calls.unread(frame, callee, args, keywords, node)
    if isinstance(owner, list) and callee.__name__ == "sort":
        found = in_order(frame, [*owner], keywords, node)
        if not isinstance(found, list):
            change(frame, owner, node, unknown=True, sample=owner[0])
        owner[:] = found
        return None
    asked = callee.__name__ not in ("keys", "values", "items", "copy")
    for item in (owner, *args) if asked else args:
        refuse_unsure_keys(frame, item, node)
    result = call_directly(frame, callee, args, keywords, node)
    return frame.session.own(result) if callee.__name__ == "copy" else result


def _found(
    frame: Frame, owner: Any, method: str, args: list[Any], node: ast.AST
) -> Any:
    """``xs.index(x)`` where run time knows what is equal."""
    if method == "remove":
        change(frame, owner, node, unknown=True)
    return list_method(frame, as_run_time(frame, [*owner], node), method, args, node)


def _sample(method: str, args: list[Any]) -> Any:
    """What a method puts into a list; a number where it puts nothing."""
    if method == "extend" and args and isinstance(args[0], tuple | list) and args[0]:
        return args[0][0]
    return args[-1] if args and method in ("append", "insert") else 0.0
