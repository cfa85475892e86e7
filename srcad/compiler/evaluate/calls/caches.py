"""Functions with a cache: what one gave is given again."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator
from typing import Any

from srcad.compiler.evaluate.contents import items_before
from srcad.compiler.evaluate.dispatch import Args
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import content, kind_of, reached
from srcad.compiler.evaluate.objects import (
    Closure,
    aval_of,
    box_of,
    is_written_in_place,
)
from srcad.compiler.reading.records import is_made


@contextlib.contextmanager
def same_as_cached(frame: Frame, given: Args, node: ast.AST) -> Iterator[None]:
    """A function with a cache gives the same as without it, unless it has changed
    something, or what it is given may change."""
    for item in given:
        _refuse_unhashable(frame, item, node)
    session = frame.session
    mark, born = len(session.journal), session.serial
    yield
    changed = any(place.serial <= born for place in session.written_since(mark))
    if changed or any(map(is_made, given)):
        what = "changes something" if changed else "is given an object that may change"
        _refuse_cache(frame, what, node)


def kept_by_cache(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What a cache keeps is one object at each call: nobody may change it."""
    if content(item) is not None or kind_of(item).lists(item):
        _refuse_cache(frame, "gives what may be changed", node)
    for part in kind_of(item).parts(item):
        kept_by_cache(frame, part, node)
    if is_written_in_place(item) and not item.outside:
        item.outside = "that a cache keeps"
    return item


def _refuse_unhashable(frame: Frame, item: Any, node: ast.AST) -> None:
    of = kind_of(item)
    array = is_written_in_place(item)
    if array or (not aval_of(item).is_numeric and of.class_of(item).__hash__ is None):
        message = f"TypeError: unhashable type: '{of.class_name(item)}'"
        help = "a function with a cache takes numbers, texts and tuples of these"
        frame.refuse("SRC021", message, node, help=help)
    for part in of.parts(item):
        _refuse_unhashable(frame, part, node)


def refuse_changed(frame: Frame, function: Closure, node: ast.AST) -> None:
    """What a function with a cache reads is still what it was at its first call; in a
    loop of run time, it was there when the function was defined."""
    cache, session = function.cache, frame.session
    assert cache is not None
    # An object, what it is by now, and what it holds.
    seen: dict[int, tuple[Any, ...]] = {}
    queue: list[Any] = list(reached(function))
    while queue:
        item = queue.pop()
        if id(item) not in seen:
            before = items_before(item)
            parts = list(reached(item) if before is None else before)
            seen[id(item)] = item, box_of(item).value, *map(id, parts)
            queue += parts
    first = cache.seen = cache.seen or seen
    later = (box_of(item).serial > cache.serial for item, *_ in seen.values())
    if seen.keys() != first.keys() or seen != first or (session.loops and any(later)):
        _refuse_cache(frame, "reads what has changed, or may have,", node)


def _refuse_cache(frame: Frame, what: str, node: ast.AST) -> None:
    message = f"a function with a cache that {what} is not supported"
    help = "call one without `lru_cache`: a second call would give the first result"
    frame.refuse("SRC012", message, node, help=help)
