"""Lists that are known item by item until run time makes them longer or shorter."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.ast_queries import is_loop
from srcad.compiler.evaluate.contents import has_grown
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of, leaf_names
from srcad.compiler.evaluate.scope import plain
from srcad.compiler.evaluate.signals import GrowsAtRunTime
from srcad.compiler.evaluate.storage.aliases import reachable, refuse_shared_container
from srcad.compiler.evaluate.storage.lists import is_run_time_list, list_from, lists_of


def grow(frame: Frame, grows: GrowsAtRunTime, node: ast.AST) -> None:
    """Let a list that was known item by item have a content of run time."""
    session, held = frame.session, grows.held
    refuse_shared_container(frame, held.container, node)
    if type(held.container) is not list:
        kind = type(held.container).__name__
        message = f"a {kind} whose length run time knows is not supported"
        frame.refuse("SRC013", message, node, help="make it a plain list")
    assert not has_grown(held.container), "its content is of run time already"
    items = list(held.container)
    sample = items[0] if items else grows.sample
    xs = list_from(frame, items, sample, node, apart=held.container)
    if is_loop(node):
        session.grown.update(dict.fromkeys(lists_of(xs), frame.source.span(node)))
    if name := _name_of(frame, held.container):
        for word, box in zip(leaf_names(xs, name), lists_of(xs), strict=True):
            box.value.call(word, named=True)
    session.grow(held, xs)


def _name_of(frame: Frame, item: Any) -> str:
    """What an object is called in one of the functions around; "" if nothing."""
    scopes = (one.names.items() for one in frame.active())
    return next(
        (plain(name) for names in scopes for name, known in names if known is item), ""
    )


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
