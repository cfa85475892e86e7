"""Generators that are left before their end.

Whoever still refers to one may go on with it. Python closes it where nobody does: what
stands in a ``finally`` or after a ``with`` around its ``yield`` is done then. As there
is no count of references here, that is exact where the names of the active functions
say who does, and else refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from srcad.compiler.evaluate.ast_queries import cleans_up
from srcad.compiler.evaluate.dispatch import activation_ended, statement_ended
from srcad.compiler.evaluate.flow import Flow
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.iterators import read_once
from srcad.compiler.evaluate.kinds import kind_of, leads_to
from srcad.compiler.evaluate.streams import Stream, close

_HELP = (
    "give it, or the object that holds it, a name; go through it to its end, or "
    "collect its values with `list(...)`"
)


def is_read_again(frame: Frame, stream: Stream) -> bool:
    """Whether a generator may be asked for more by another statement."""
    for one in frame.active():
        for name, item in one.own_names.items():
            if item is stream and name.isidentifier():
                if not read_once(one.source.node, name):
                    return True
            elif item is not stream and leads_to([item], stream):
                return True
    return False


def leave(frame: Frame, stream: Stream, left: Flow) -> None:
    """A statement of ``frame`` has left a generator, and ends with ``left``."""
    done = stream.is_lost and cleans_up(stream.frame.source.node)
    if not done and not stream.value.closes:
        return
    # Generators that are left together with it refer to it no longer.
    active = frame.active()
    while left.outer is not None and frame.consumer is not None:
        active.remove(frame)
        frame, left = frame.consumer.frame, left.outer
    held = leads_to(_named(active), stream)
    if not done and not held:
        _close(frame, stream)
    elif done and held:
        _refuse(frame)


@activation_ended.answered
def end(frame: Frame, returned: Any) -> None:
    """The activation ``frame`` ends: what its names alone refer to is closed."""
    session = frame.session
    session.unfinished = [one for one in session.unfinished if one.value.closes]
    others = [one for one in frame.active() if one is not frame]
    given = list(frame.entry.names.values()) if frame.entry is not None else []
    if _makes_arguments(frame.site):
        # A generator that is made in the call has no one else.
        given = [one for one in given if not kind_of(one).is_lazy]
    for stream in session.unfinished:
        if leads_to([returned, *_named(others)], stream):
            continue
        # Its caller may hold, without a name, what it was given.
        if not leads_to(_named([frame]), stream) or leads_to(given, stream):
            _refuse(frame)
        _close(frame, stream)


def _makes_arguments(site: ast.AST | None) -> bool:
    """Whether calls stand in the place of a call's arguments."""
    calls = ast.Call, ast.GeneratorExp
    return isinstance(site, ast.Call) and any(isinstance(a, calls) for a in site.args)


@statement_ended.answered
def dropped(frame: Frame, node: ast.stmt) -> None:
    """Refuse a generator that a statement has made and began, and that has no name."""
    for stream in frame.session.unfinished:
        if stream.value.closes and not leads_to(_named(frame.active()), stream):
            _refuse(frame)


def _close(frame: Frame, stream: Stream) -> None:
    if not close(stream):
        message = "RuntimeError: generator ignored GeneratorExit"
        frame.refuse("SRC021", message, frame.statement or frame.source.node)


def _refuse(frame: Frame) -> None:
    message = "a generator with a `finally` or `with` is left before its end"
    node = frame.statement or frame.source.node
    frame.refuse("SRC011", message, node, help=_HELP)


def _named(frames: Iterable[Frame]) -> list[Any]:
    return [item for one in frames for item in one.own_names.values()]
