"""``bisect`` of run-time values: the functions of Python, which are read as source."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import ast
import bisect
from typing import Any

import numpy as np

from srcad.compiler.evaluate.calls.builtin_table import Handler, builtin, read_as
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.operations.changes import change
from srcad.compiler.evaluate.operations.list_methods import list_method
from srcad.compiler.evaluate.storage.empty_lists import has_nothing
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.storage.lists import (
    list_length,
)


def right(a, x, lo=0, hi=None, *, key=None):
    """``bisect.bisect_right``: behind all elements up to ``x``."""
    return place(a, x, lo, hi, key, "right")


def left(a, x, lo=0, hi=None, *, key=None):
    """``bisect.bisect_left``: before all elements from ``x`` on."""
    return place(a, x, lo, hi, key, "left")


def place(a, x, lo, hi, key, side):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    rows = a[lo:hi] if key is None else [key(item) for item in a[lo:hi]]
    return lo + int(np.searchsorted(np.asarray(rows), x, side=side))


def insert_right(a, x, lo=0, hi=None, *, key=None):
    """``bisect.insort_right``."""
    k = right(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(k, x)


def insert_left(a, x, lo=0, hi=None, *, key=None):
    """``bisect.insort_left``."""
    k = left(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(k, x)


def _finds(definition: Any) -> Handler:
    """What only finds the place, which is the first in a list that nothing was put into
    so far."""
    read = read_as(definition)

    def handler(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
        bounded = len(args) > 2 or keywords
        if not bounded and is_run_time_list(args[0]) and has_nothing(args[0]):
            return list_length(frame, args[0])
        return read(frame, args, keywords, node)

    return handler


def _inserts(definition: Any) -> Handler:
    """What changes the list, which it may be the first to put something
    into: nothing tells yet what is searched then."""
    read = read_as(definition)

    def handler(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
        items, item = args[:2]
        if not items and kind_of(items).sequence(items) is not None:
            change(frame, items, node, resizes=True, sample=item)
            return list.append(items, item)
        if is_run_time_list(items) and has_nothing(items):
            return list_method(frame, items, "append", [item], node)
        return read(frame, args, keywords, node)

    return handler


# `bisect` and `insort` are other names of the first and of the third one.
builtin(bisect.bisect_right)(_finds(right))
builtin(bisect.bisect_left)(_finds(left))
HANDLERS[bisect.insort_right] = _inserts(insert_right)
HANDLERS[bisect.insort_left] = _inserts(insert_left)
