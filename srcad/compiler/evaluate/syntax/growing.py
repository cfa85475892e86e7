"""A statement that shows that a list has to be one of run time is executed again."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, TypeVar

from srcad.compiler.diagnostics.errors import CompileError, merged
from srcad.compiler.evaluate.ast_queries import is_loop
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.objects import Held
from srcad.compiler.evaluate.session import Session, Snapshot
from srcad.compiler.evaluate.signals import GrowsAtRunTime, NeedsStatic
from srcad.compiler.evaluate.storage.growing_lists import grow

R = TypeVar("R")

# So often a statement is executed again for lists that it makes itself.
_MOST_TRIES = 3


def again(frame: Frame, node: ast.stmt, action: Callable[[], R], tries: int = 0) -> R:
    """What ``action`` gives, which executes a statement and perhaps those after it.

    It is done again where it showed that a list has to be one of run time.
    """
    session = frame.session
    born = session.serial
    start = Snapshot(frame)
    try:
        return action()
    except GrowsAtRunTime as error:
        grows, held = error, error.held
        if session.depth > held.depth:
            raise
        kept = _is_kept(session, held)
        if kept and not (session.written_out and _is_open(session, node)):
            raise
        if held.serial > born and tries > _MOST_TRIES:
            # The statement makes it itself, each time anew.
            frame.refuse(
                "SRC011",
                "a list that is made here has another length on another path",
                node,
                help="make the list before, and change it with `append` and `pop`",
            )
        start.back()
    return _grown(frame, node, action, grows, start, tries)


def _grown(
    frame: Frame,
    node: ast.stmt,
    action: Callable[[], R],
    grows: GrowsAtRunTime,
    start: Snapshot,
    tries: int,
) -> R:
    """The same with the list as one of run time; a loop for which that does not do is
    written out, so that the list stays known."""
    session = frame.session

    def again_then() -> R:
        return again(frame, node, action, tries + 1)

    if not _is_open(session, node):
        _grow(frame, node, grows, start)
        return again_then()
    errors = len(session.errors)
    result: R
    refused, cannot = list[CompileError](), None
    try:
        if _is_kept(session, grows.held):
            raise grows
        _grow(frame, node, grows, start)
    except (GrowsAtRunTime, NeedsStatic) as error:
        # It holds what no list of run time does.
        cannot = error
    else:
        result, refused = _outcome(session, again_then)
        if not refused:
            return result
    del session.errors[errors:]
    start.back()
    try:
        with session.tentatively(), session.writing_out(node):
            result, instead = _outcome(session, action)
    except (GrowsAtRunTime, NeedsStatic):
        if cannot is not None:
            raise cannot from None
        instead = refused
    if not instead:
        return result
    del session.errors[errors:]
    if cannot is None and any(one.instead for one in instead):
        instead = refused
    raise merged(instead) from None


def _is_open(session: Session, node: ast.stmt) -> bool:
    """Whether a statement is a loop that can be written out."""
    return is_loop(node) and node not in session.written_out


def _is_kept(session: Session, held: Held) -> bool:
    """Whether a list stays known in what is tried."""
    return 0 < held.serial <= session.tentative


def _grow(frame: Frame, node: ast.stmt, grows: GrowsAtRunTime, start: Snapshot) -> None:
    """Give a list a content of run time."""
    session = frame.session
    try:
        grow(frame, grows, node)
    except GrowsAtRunTime as inner:
        # A list in it is known under a name of its own: that one comes first.
        del session.builder.ops[start.count :]
        if session.depth > inner.held.depth:
            raise
        grow(frame, inner, node)


def _outcome(session: Session, action: Callable[[], R]) -> tuple[R, list[CompileError]]:
    """What an action gives, and what was refused in it."""
    errors = len(session.errors)
    result: Any = None
    try:
        result = action()
    except CompileError as error:
        return result, [*session.errors[errors:], error]
    return result, session.errors[errors:]
