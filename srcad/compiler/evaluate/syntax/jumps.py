"""``try`` whose statements go on in a handler one by one.

Where an attempt (see ``attempts``) does not know what a handler finds, each statement
of the body that may raise is one of its own. Raising is then a way of leaving, as
``break`` and ``return`` are (``Flow.caught``): it goes through branches and loops of
the body, and what was changed before it is joined with that:

    for v in x:                     for v in x:
        total = total + v               total = total + v
        if total > limit:               caught = total > limit
            raise Full(total)           if caught: break
                                    if caught: ...

Where a statement calls functions, and what these change before they raise is asked for,
each call is a statement of its own, and so are those of the function (``Escape``). What
a generator raises that a ``for`` goes through is how that leaves (``Flow.outer``).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.ast_queries import leaves_always, nodes
from srcad.compiler.evaluate.awaited import (
    Catching,
    Escape,
    RaisedAtRunTime,
    handler_of,
    kinds_of,
)
from srcad.compiler.evaluate.dispatch import evaluate, execute
from srcad.compiler.evaluate.flow import Flow
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import run_time_leaves
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.session import Snapshot
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.signals import Unreachable
from srcad.compiler.evaluate.syntax.attempts import (
    attempted_alone,
    handled,
    unknown,
)
from srcad.compiler.evaluate.syntax.control import followed, going_on, where_bound
from srcad.compiler.evaluate.syntax.suspended import (
    Keep,
    calls_apart,
    evaluated_first,
    kept_apart,
    kept_call,
    value_apart,
)
from srcad.compiler.evaluate.wording import refuse_syntax
from srcad.compiler.simplify.risks import is_risky, is_unclear

# What has statements in it is no attempt: these are.
_BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match)


def jumped(
    frame: Frame, node: ast.Try, handlers: Catching, rest: list[ast.stmt]
) -> tuple[Flow, bool]:
    """Execute a ``try`` but for its ``finally``; the flag says whether ``rest``, which
    follows, was executed as well."""
    session = frame.session
    mark, kinds = len(session.builder.ops), kinds_of(handlers)

    def is_unknown() -> bool:
        ops = session.builder.ops[mark:]
        return any(is_unclear(kinds, op) or is_risky(kinds, op) for op in ops)

    try:
        with session.handlers.awaiting(frame, kinds, handlers):
            flow = execute(frame, node.body)
    except Unreachable:
        if is_unknown():
            refuse_syntax(frame, node)
        raise
    closed = flow.outer is not None and any(
        issubclass(GeneratorExit, kind) for kind in kinds
    )
    if flow.resume is not None or closed or is_unknown():
        refuse_syntax(frame, node)
    goes_on = not leaves_always([*node.body, *node.orelse])
    handles = not all(leaves_always(handler.body) for handler in node.handlers)
    sides = _Sides(
        frame,
        node,
        [] if goes_on else rest,
        [*node.orelse, *([] if handles else rest)],
    )
    return sides.of(flow, handlers), not (goes_on and handles)


@dataclass(slots=True)
class _Sides:
    """What follows the body of a ``try``: a handler and what is ``handled``, which
    follows it, or what ``follows`` where nothing was raised."""

    frame: Frame
    node: ast.Try
    handled: list[ast.stmt]
    follows: list[ast.stmt]

    def of(self, flow: Flow, handlers: Catching) -> Flow:
        """Do what a handler does, if the flow has left for one of them."""
        frame = self.frame
        if not handlers:
            if leaves_always(self.node.body):
                flow = flow.left
            if not self.follows:
                return flow
            action = partial(execute, frame, self.follows)
            return followed(frame, flow, action, self.follows[0])
        (handler, _), *others = handlers
        raised = dict(flow.caught).get(handler)
        caught = tuple(one for one in flow.caught if one[0] is not handler)
        further = partial(self.of, replace(flow, caught=caught), tuple(others))
        if raised is None:
            return further()
        bound = [*run_time_leaves(raised.value)]
        action = partial(handled, frame, self.handled, handler, raised.value)
        handle = partial(where_bound, bound, action)
        if raised.done is True:
            return handle()
        # What stays is known where no other handler is left for.
        otherwise = further if caught else partial(going_on, frame, flow, further)
        return branch_value(frame, raised.done, handle, otherwise, self.node)


def protected(
    frame: Frame,
    node: ast.stmt,
    rest: list[ast.stmt],
    top: bool,
    action: Callable[[], tuple[Flow, bool]],
) -> tuple[Flow, bool]:
    """Execute a statement, as ``action`` does; what it raises goes on in a handler.

    The flag says whether ``rest``, which follows, was executed as well.
    """
    parts = value_apart(node)
    if parts != (node,):
        return execute(frame, [*parts, *rest], top), True
    flow, consumed = _protected(frame, node, rest, top, action)
    return _out_of_generator(frame, flow), consumed


def _out_of_generator(frame: Frame, flow: Flow) -> Flow:
    """The same, where what goes on in handlers of who gets the values of a generator is
    how that has left."""
    if frame.consumer is None or not flow.caught:
        return flow
    other = frame.consumer.frame
    theirs = dict(frame.session.handlers.jumped_to(other))
    own = tuple(one for one in flow.caught if one[0] not in theirs)
    caught = tuple(one for one in flow.caught if one[0] in theirs)
    if not caught:
        return flow
    left = _out_of_generator(other, replace(flow.outer or Flow(), caught=caught))
    return replace(flow, caught=own, outer=left)


def _protected(
    frame: Frame,
    node: ast.stmt,
    rest: list[ast.stmt],
    top: bool,
    action: Callable[[], tuple[Flow, bool]],
) -> tuple[Flow, bool]:
    """The same of a statement that gives no value that is computed."""
    session = frame.session
    handlers = session.handlers.jumped_to(frame)
    kinds = kinds_of(handlers)
    start = Snapshot(frame)
    if isinstance(node, _BLOCKS) and _raises_first(frame, node, kinds):
        return execute(frame, [*kept_apart(node), *rest], top), True
    flow, consumed = _as_a_whole(frame, node, handlers, start, action)
    if flow is not None:
        return flow, consumed
    start.back()

    def alone() -> Flow:
        return action()[0]

    attempt = partial(attempted_alone, frame, node, handlers, alone, _left)
    kept = kept_call(node)
    if kept is not None:
        escaped = _escaped(frame, kept, handlers, alone)
        if escaped is not None:
            return escaped, consumed
        start.back()
    parts = calls_apart(node)
    if parts == (node,):
        return attempt(), consumed
    apart = partial(execute, frame, list(parts))
    told = any(_is_read(handler) for handler, _ in handlers)
    first, second = (apart, attempt) if told else (attempt, apart)
    try:
        with session.attempting(decides=True):
            return first(), consumed
    except CompileError as error:
        start.back()
        try:
            return second(), consumed
        except CompileError:
            raise error from None


def _as_a_whole(
    frame: Frame,
    node: ast.stmt,
    handlers: Catching,
    start: Snapshot,
    action: Callable[[], tuple[Flow, bool]],
) -> tuple[Flow | None, bool]:
    """How a statement ends, and whether it has executed what follows, if what it raises
    for the handlers is known now. None where run time decides."""
    session, kinds = frame.session, kinds_of(handlers)
    # What is in a block was looked at where that was executed.
    is_block = isinstance(node, _BLOCKS)
    try:
        with session.handlers.deciding_on(kinds, session.nesting):
            flow, consumed = action()
    except Unreachable:
        # It raises on each path of what it calls.
        if is_block or not any(is_risky(kinds, op) for op in start.added):
            raise
        return None, False
    except CompileError as error:
        raised = session.handlers.raised_in(error, session.nesting)
        handler = handler_of(handlers, raised)
        if handler is not None:
            return _left(handler, raised), False
        if raised is not None and not any(is_risky(kinds, op) for op in start.added):
            # A handler around finds what has been done before that.
            raise
        start.back()
        ended = None if is_block else _of_its_calls(frame, node, handlers, action)
        if ended is None:
            raise
        return ended, False
    decided = is_block or not any(is_risky(kinds, op) for op in start.added)
    return flow if decided else None, consumed


def _of_its_calls(
    frame: Frame,
    node: ast.stmt,
    handlers: Catching,
    action: Callable[[], tuple[Flow, bool]],
) -> Flow | None:
    """How a statement ends that is refused as a whole, where what its calls raise goes
    on in a handler from each statement of their functions. None where it does not."""
    if kept := kept_call(node):
        return _escaped(frame, kept, handlers, lambda: action()[0])
    parts, start = list(calls_apart(node)), Snapshot(frame)
    if parts == [node]:
        return None
    try:
        with frame.session.attempting(decides=True):
            return execute(frame, parts)
    except CompileError:
        start.back()
    return None


def _is_read(handler: ast.ExceptHandler) -> bool:
    """Whether a handler asks for what was raised, or raises it again."""
    again = (one for part in handler.body for one in nodes(part, ast.Raise))
    read = {one.id for part in handler.body for one in nodes(part, ast.Name)}
    return handler.name in read or any(one.exc is None for one in again)


def _escaped(
    frame: Frame, node: Keep, handlers: Catching, action: Callable[[], Flow]
) -> Flow | None:
    """How a call ends that is kept: what it raises goes on in the handlers, from each
    statement of the function. None where something else may raise, or is done after
    that."""
    session, start = frame.session, Snapshot(frame)
    kinds, escape = kinds_of(handlers), Escape(node.value, handlers, session.builder)
    try:
        with (
            setting(session.handlers, escape=escape),
            session.attempting(decides=True),
            session.handlers.deciding_on(kinds, session.nesting),
        ):
            action()
    except CompileError:
        return None
    ended = len(session.builder.ops), len(session.journal)
    risky = any(is_risky(kinds, op) or is_unclear(kinds, op) for op in start.added)
    if escape.calls != 1 or escape.ended != ended or risky:
        return None
    for leaf in run_time_leaves(frame.names[frame.key(node.name)]):
        leaf.unsure = False
    return Flow(caught=escape.caught)


def _raises_first(
    frame: Frame, node: ast.stmt, kinds: Sequence[type[BaseException]]
) -> bool:
    """Whether what a block begins with, its test or what it runs over, may raise, and
    can be a statement of its own."""
    first = evaluated_first(node)
    if first is None:
        return False
    start = Snapshot(frame)
    try:
        with frame.session.attempting(decides=True):
            evaluate(frame, first)
        return any(is_risky(kinds, op) for op in start.added)
    except (CompileError, Unreachable):
        return False
    finally:
        start.back()


def _left(handler: ast.ExceptHandler, raised: Any) -> Flow:
    if isinstance(raised, RaisedAtRunTime):
        # On the way there it may be what another statement has raised.
        raised = unknown(handler.name)
    return Flow(caught=((handler, Flow(done=True, value=raised)),))
