"""``sorted``, ``list.sort``, and ``min`` and ``max`` with a ``key``.

Where what is ordered by is known at compile time, so is the order; else run time sorts
the keys, and the elements after them.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from srcad.compiler.avals import is_scalar
from srcad.compiler.lists import element_of
from srcad.compiler.lowering.builtins import BUILTINS as BUILTINS
from srcad.compiler.lowering.builtins import Handler
from srcad.compiler.lowering.calls import apply, call_directly
from srcad.compiler.lowering.expressions import made, static
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.functions import inline
from srcad.compiler.lowering.list_library import (
    greatest_by,
    keys_of,
    least_by,
    ordered,
)
from srcad.compiler.lowering.list_methods import as_list, write_slice
from srcad.compiler.lowering.lists import (
    is_list_box,
    is_run_time_list,
    list_from,
)
from srcad.compiler.lowering.objects import Box, Columns, has_box, is_number
from srcad.compiler.lowering.statements import sequence_parts

Arguments = list[Any]
Keywords = dict[str, Any]


def in_order(frame: Frame, items: Any, keywords: Keywords, node: ast.AST) -> Any:
    """The elements of a list, sorted by ``key``; equal ones keep their order.

    A list of run time where its length, or what it is ordered by, is known there.
    """
    key, reverse = keywords.get("key"), keywords.get("reverse", False)
    reverse = bool(static(frame, reverse, node))
    if not isinstance(items, list):
        return _at_run_time(frame, items, key, reverse, node)
    keys = _keys(frame, items, key, node)
    if has_box(keys):
        items = list_from(frame, items, items[0], node)
        return _at_run_time(frame, items, key, reverse, node)
    places = list(enumerate(keys))
    try:
        places.sort(key=operator.itemgetter(1), reverse=reverse)
    except TypeError as error:
        frame.refuse("SRC021", f"TypeError: {error}", node)
    return [items[place] for place, _ in places]


def _keys(frame: Frame, items: list[Any], key: Any, node: ast.AST) -> list[Any]:
    """What each element is ordered by."""
    return items if key is None else [apply(frame, key, [i], {}, node) for i in items]


def _at_run_time(
    frame: Frame, xs: Box | Columns, key: Any, reverse: bool, node: ast.AST
) -> Any:
    keys = xs if key is None else inline(frame, keys_of, [xs, key], {}, node)
    if not _are_numbers(frame, keys):
        frame.refuse(
            "SRC013",
            "an order by run-time values other than numbers is not known",
            node,
            help="give a `key` that is one number for each element",
        )
    return inline(frame, ordered, [xs, keys, reverse], {}, node)


def _are_numbers(frame: Frame, keys: Any) -> bool:
    if isinstance(keys, list):
        return all(is_number(k) and is_scalar(frame.session.atom(k).aval) for k in keys)
    return is_list_box(keys) and is_scalar(element_of(keys.value))


def sort_list(
    frame: Frame, xs: Box | Columns, keywords: Keywords, node: ast.AST
) -> None:
    """``xs.sort(key=..., reverse=...)`` of a list of run time."""
    write_slice(frame, xs, slice(None), in_order(frame, xs, keywords, node), node)


def _keyed(function: Any) -> Callable[[Handler], Handler]:
    """Replace a built-in where it is given a ``key``, even of what is known: that may
    be a function of the evaluation."""

    def register(handler: Handler) -> Handler:
        before = BUILTINS.get(function)

        def wrapped(
            frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST
        ) -> Any:
            if keywords.get("key") is not None:
                return handler(frame, args, keywords, node)
            if before is not None:
                return before(frame, args, keywords, node)
            if has_box(args):
                return handler(frame, args, keywords, node)
            return call_directly(frame, function, args, keywords, node)

        BUILTINS[function] = wrapped
        return handler

    return register


@_keyed(sorted)
def _sorted(frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST) -> Any:
    items = _elements(frame, args[0], node)
    result = in_order(frame, items, keywords, node)
    return made(frame, result) if isinstance(result, list) else result


def _elements(frame: Frame, item: Any, node: ast.AST) -> Any:
    """A list of run time, or the elements one by one."""
    if isinstance(item, Box) and not is_list_box(item):
        item = as_list(frame, item)
    return item if is_run_time_list(item) else sequence_parts(frame, item, node)


def _extreme(function: Any) -> Handler:
    def handler(
        frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST
    ) -> Any:
        items = _elements(frame, args[0], node) if len(args) == 1 else args
        if items == [] and "default" in keywords:
            return keywords["default"]
        key, found = keywords["key"], least_by if function is min else greatest_by
        if not isinstance(items, list):
            return inline(frame, found, [items, key], {}, node)
        keys = _keys(frame, items, key, node)
        if has_box(keys):
            return inline(frame, found, [items, key], {}, node)
        try:
            return items[function(range(len(keys)), key=keys.__getitem__)]
        except (TypeError, ValueError) as error:
            frame.refuse("SRC021", f"{type(error).__name__}: {error}", node)

    return handler


_keyed(min)(_extreme(min))
_keyed(max)(_extreme(max))
