"""The order of a known set, where Python itself is called with one.

A function of C that goes through a set, or shows it as text, would take Python's order,
which hangs on hashes that are others in every process. It is given what is in the set
in the order in which the evaluation goes through it.
"""

from __future__ import annotations

import ast
import collections
import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any

from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of

_SETS = (set, frozenset)
# What goes through what it is given, and gives it on in that order.
_IN_TURN = dict.fromkeys(
    (
        *(list, tuple, dict, enumerate, zip, map, filter, iter, sum, bytes, bytearray),
        *(functools.reduce, collections.OrderedDict, collections.defaultdict),
        *(collections.Counter, collections.deque),
    ),
    True,
)
_MODULES = ("itertools", "heapq", "_heapq", "math", "statistics", "array")
_METHODS = ("join", "extend", "extendleft", "update", "subtract", "fromkeys")
_TEXTS = dict.fromkeys((str, repr, ascii, format), True)
_TEXT_METHODS = ("format", "format_map", "__format__", "__mod__", "__rmod__")

Parts = Callable[[Any], Sequence[Any]]


def given_in_order(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> tuple[Args, Keywords]:
    """What Python is to call ``callee`` with: sets in the order of the evaluation,
    where it would show theirs."""

    def parts(item: Any) -> Sequence[Any]:
        return kind_of(item).unpacked(frame, item, node) or ()

    owner = getattr(callee, "__self__", None)
    name, module = (getattr(callee, word, "") for word in ("__name__", "__module__"))
    shows = name in _TEXT_METHODS and isinstance(owner, str)
    shows = shows or (callee is operator.mod and isinstance(args[0], str))
    if shows or _is_among(_TEXTS, callee):
        return [shown_in_order(one, parts) for one in args], {
            word: shown_in_order(one, parts) for word, one in keywords.items()
        }
    takes = name in _METHODS and type(owner) not in _SETS
    if takes or module in _MODULES or _is_among(_IN_TURN, callee):
        return [_in_turn(one, parts) for one in args], {
            word: _in_turn(one, parts) for word, one in keywords.items()
        }
    return args, keywords


def _is_among(table: dict[Any, Any], callee: Any) -> bool:
    try:
        return callee in table
    except TypeError:
        return False


def _in_turn(item: Any, parts: Parts) -> Any:
    return list(parts(item)) if type(item) in _SETS else item


class InOrder:
    """Stands for a set where its text is asked for."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def shown_in_order(item: Any, parts: Parts, around: tuple[Any, ...] = ()) -> Any:
    """An object whose text has the sets in it in the order that ``parts`` gives."""
    kind = type(item)
    if kind not in (*_SETS, list, tuple, dict) or any(item is one for one in around):
        return item
    around = (*around, item)
    if kind is dict:
        held = [shown_in_order(one, parts, around) for one in item.values()]
        keys = [shown_in_order(one, parts, around) for one in item]
        same = all(map(_is, (*keys, *held), (*item, *item.values())))
        return item if same else dict(zip(keys, held, strict=True))
    if kind in _SETS and not item:
        return item
    inner: Sequence[Any] = parts(item) if kind in _SETS else item
    found = [shown_in_order(one, parts, around) for one in inner]
    if kind not in _SETS:
        return item if all(map(_is, found, inner)) else kind(found)
    text = f"{{{', '.join(map(repr, found))}}}"
    return InOrder(text if kind is set else f"frozenset({text})")


def _is(one: Any, other: Any) -> bool:
    return one is other
