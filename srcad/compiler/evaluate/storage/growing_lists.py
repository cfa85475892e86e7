"""Lists that are known item by item until run time makes them longer or shorter.

Then such a list becomes one run-time value, under every name that it has.
"""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.ast_queries import is_loop
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import content, kind_of, leaf_names
from srcad.compiler.evaluate.objects import Conflict, Held, RunTimeList
from srcad.compiler.evaluate.scope import plain
from srcad.compiler.evaluate.signals import GrowsAtRunTime
from srcad.compiler.evaluate.storage.aliases import reachable, refuse_shared_container
from srcad.compiler.evaluate.storage.lists import is_run_time_list, list_from, lists_of


def to_run_time(frame: Frame, grows: GrowsAtRunTime, node: ast.AST) -> None:
    """Make a list that was known item by item one of run time, until that is undone."""
    session, held = frame.session, grows.held
    refuse_shared_container(frame, held.container, node)
    if type(held.container) is not list:
        kind = type(held.container).__name__
        message = f"a {kind} whose length run time knows is not supported"
        frame.refuse("SRC013", message, node, help="make it a plain list")
    items = list(held.container)
    sample = items[0] if items else grows.sample
    xs = list_from(frame, items, sample, node, apart=held.container)
    seen: dict[int, tuple[Held, Any]] = {}
    names = [(one, dict(one.names)) for one in frame.active()]
    name = _swapped(frame, held, xs, seen)
    if is_loop(node):
        session.grown.update(dict.fromkeys(lists_of(xs), frame.source.span(node)))
    for word, box in zip(leaf_names(xs, name), lists_of(xs), strict=True):
        if name:
            box.value.call(word, named=True)
    # Whoever still has the old one, in the middle of an expression, must not use it.
    held.container[:] = [
        Conflict("SRC011", "this list was changed by a later argument")
    ]

    def take_back() -> None:
        held.container[:] = items
        for one, known in names:
            one.names = known
        for place, before in seen.values():
            place.value = before

    session.promote(held, xs, take_back)


def grows_at_run_time(frame: Frame, first: Any, second: Any, node: ast.AST) -> None:
    """Where a name is a list of one length or of another, make it one of run time."""
    pair, session = (first, second), frame.session
    known = [item for item in pair if isinstance(item, list)]
    if first is second or len(known) + sum(map(is_run_time_list, pair)) < 2:
        return
    if len(known) == 2:
        if len(first) == len(second):
            return
        sample = max(known, key=len)[-1]
    else:
        other = next(filter(is_run_time_list, pair))
        sample = kind_of(other).form(other)
    for item in known:
        held = session.held.get(id(item))
        if held is None or held.depth > session.depth or not reachable(frame, held):
            continue
        raise GrowsAtRunTime(held, frame.source.span(node), sample)


def _swapped(
    frame: Frame, held: Held, box: RunTimeList, seen: dict[int, tuple[Held, Any]]
) -> str:
    """Put ``box`` in the place of the list everywhere; gives the list's name."""
    found = ""
    for one in frame.active():
        for name, item in one.names.items():
            if item is held.container:
                found = found or plain(name)
            one.names[name] = _with(item, held, box, seen)
    return found


def _with(
    item: Any, held: Held, box: RunTimeList, seen: dict[int, tuple[Held, Any]]
) -> Any:
    """``item`` with ``box`` in the place of the list; ``seen`` are what was changed
    already, and what was in it."""
    if item is held.container:
        return box
    container = content(item)
    if isinstance(container, list | dict):
        if id(item) in seen:
            return item
        place = Held(container, 0, 0)
        seen[id(item)] = place, place.value
    return kind_of(item).swapped(item, lambda part: _with(part, held, box, seen))
