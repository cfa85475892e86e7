"""``try``: what raises while the code is specialised is handled then.

Either the body raises at compile time, in every run, or it is known that nothing in it
raises what a handler would catch. Where neither is so, run time decides (``attempts``).
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NoReturn

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.ast_queries import nodes
from srcad.compiler.evaluate.awaited import Catching, handler_of, kinds_of
from srcad.compiler.evaluate.dispatch import block, evaluate, execute
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.heap import Watch
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.paths.updates import check_kept
from srcad.compiler.evaluate.session import Snapshot
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.signals import NeedsStatic, Unreachable
from srcad.compiler.evaluate.syntax.attempts import HalfKnown, attempted
from srcad.compiler.evaluate.syntax.control import guarded_rest
from srcad.compiler.evaluate.syntax.jumps import jumped
from srcad.compiler.evaluate.wording import refuse_syntax
from srcad.compiler.ir.types import Operation, has_effect
from srcad.compiler.simplify.risks import (
    DECIDED,
    is_risky,
    is_unclear,
    may_raise_any,
)


@block(ast.Try)
def _try(
    frame: Frame, node: ast.Try, rest: list[ast.stmt], top: bool
) -> tuple[Flow, bool]:
    """Execute a ``try`` with all of its clauses."""
    session = frame.session
    builder = session.builder
    mark = len(builder.ops)
    # What is done on leaving is done before a loop is left.
    top = top and not node.finalbody
    left: list[Flow] = []
    # A `finally` that leaves drops what is raised, whatever it is.
    drops = any(any(nodes(one, *_LEAVING)) for one in node.finalbody)
    dropped = (BaseException,) if drops else ()

    def guarded(action: Callable[[], Flow]) -> Flow:
        recovering = session.recovering and not drops
        try:
            with (
                setting(session, recovering=recovering),
                session.handlers.awaiting(None, dropped),
            ):
                return action().within(guarded)
        except Unreachable:
            _refuse(frame, node)
        except CompileError as error:
            if session.handlers.raised_in(error, session.nesting) is not None:
                with (
                    setting(session, recovering=recovering),
                    setting(session.handlers, raised_at=session.nesting),
                    in_the_place_of(frame, node, builder.ops[mark:]),
                ):
                    last = execute(frame, node.finalbody)
                if last.always_leaves and last.resume is None:
                    left.append(last)  # and nothing is raised any more
                    return last
                if not last.never_leaves:
                    _refuse(frame, node)
            raise

    def at_last(end: Flow) -> Flow:
        if any(end is one for one in left):
            return end
        risky = any(map(may_raise_any, builder.ops[mark:]))
        done = len(builder.ops)
        with (
            session.watching() as watch,
            frame.keeping((end.value,)),
            in_the_place_of(frame, node, builder.ops[mark:]),
        ):
            last = execute(frame, node.finalbody)
        leaves = last.always_leaves and last.resume is None
        sure = last.never_leaves or leaves
        sure &= not ((drops or leaves) and risky)
        if not sure or (risky and has_effect(builder.ops[done:])):
            _refuse(frame, node)
        refuse_seen_late(frame, node, builder.ops[mark:done], watch)
        return last if leaves else end

    if not node.finalbody:
        return _with_handlers(frame, node, rest, top)
    flow = guarded(lambda: _with_handlers(frame, node, [], top)[0])
    return flow.then(at_last, closes=True), False


_LEAVING = (ast.Return, ast.Break, ast.Continue)


_RAISED_BY_NUMPY = frozenset(FloatingPointError.__mro__)


class _Undecided(Exception):
    """Only run time knows whether something is raised that a handler catches."""


def _with_handlers(
    frame: Frame, node: ast.Try, rest: list[ast.stmt], top: bool
) -> tuple[Flow, bool]:
    """Execute a ``try`` but for its ``finally``: as it is decided now, or at run time.

    The flag says whether ``rest``, which follows, was executed as well.
    """
    session = frame.session
    handlers = tuple((one, kinds_caught(frame, one)) for one in node.handlers)
    if not _RAISED_BY_NUMPY.isdisjoint(kinds_of(handlers)):
        # What is computed while compiling raises it, or warns, as the process is set.
        session.door.states(np.geterr)
    if handlers and session.handlers.jumped_to(frame):
        return jumped(frame, node, handlers, rest)
    start = Snapshot(frame)
    body = functools.partial(execute, frame, node.body, top)
    try:
        return _decided(frame, node, handlers, body, top), False
    except _Undecided:
        start.back()
    except CompileError as error:
        surely = session.handlers.raised_in(error, session.nesting) is not None
        if not handlers or surely:
            # A handler around finds what has been done before that.
            raise
        start.back()
        try:
            with session.attempting(decides=True):
                return jumped(frame, node, handlers, rest)
        except CompileError:
            raise error from None
    # What is caught may be known where a loop around is written out.
    unrolls = any(loop.unrolls for loop in session.loops)
    if not unrolls or not all(issubclass(kind, DECIDED) for kind in kinds_of(handlers)):
        for way in (attempted, jumped):
            try:
                with session.attempting(decides=True):
                    return way(frame, node, handlers, rest)
            except (CompileError, HalfKnown):
                start.back()
            except NeedsStatic:
                if unrolls or way is attempted:
                    raise
                start.back()
    if unrolls:
        frame.needs_static("which path of a `try` is taken is not known", node)
    return attempted(frame, node, handlers, rest, whole=False)


def _decided(
    frame: Frame,
    node: ast.Try,
    handlers: Catching,
    body: Callable[[], Flow],
    top: bool,
) -> Flow:
    """Do ``body``, which executes that of the ``try`` up to its end or a ``yield``, and
    what follows it."""
    session = frame.session
    mark = len(session.builder.ops)
    recovering = session.recovering and not node.handlers
    kinds = kinds_of(handlers)
    # What has but a `finally` is no barrier to what goes on in handlers around.
    owner = frame if handlers else None
    try:
        with (
            setting(session, recovering=recovering),
            session.handlers.awaiting(owner, kinds),
            session.handlers.deciding_on(kinds, session.nesting),
        ):
            flow = body()
    except CompileError as error:
        raised = session.handlers.raised_in(error, session.nesting)
        handler = handler_of(handlers, raised)
        if raised is None:
            raise
        if any(is_risky(kinds, op) for op in session.builder.ops[mark:]):
            # Something else may be raised before.
            raise _Undecided from None
        if handler is None:
            raise
        return _handle(frame, handler, raised, error)
    except Unreachable:
        # It raises at run time, whatever the handlers say.
        if node.handlers:
            raise _Undecided from None
        raise
    ops = session.builder.ops[mark:] if node.handlers else []
    if any(is_unclear(kinds, op) for op in ops):
        _refuse(frame, node)
    if any(is_risky(kinds, op) for op in ops):
        raise _Undecided
    exits = any(issubclass(GeneratorExit, kind) for kind in kinds)
    if exits and flow.outer is not None:
        _refuse(frame, node)
    if flow.resume is not None:
        again = flow.within(functools.partial(_resumed, frame, node, handlers, top))
        return replace(again, closes=flow.closes or exits)
    if not node.orelse or flow.always_leaves:
        return flow
    if flow.never_leaves:
        return execute(frame, node.orelse, top)
    return guarded_rest(frame, flow, node.orelse)


@contextmanager
def in_the_place_of(
    frame: Frame, node: ast.AST, before: list[Operation]
) -> Iterator[None]:
    """Where something is done on leaving: what it raises itself is raised in the place
    of what run time raises before, which nobody handles."""
    session = frame.session
    try:
        yield
    except CompileError as error:
        raised = session.handlers.raised_in(error, session.nesting)
        if raised is not None and any(map(may_raise_any, before)):
            frame.refuse(
                "SRC011",
                "what is raised here on leaving may take the place of what run time"
                " raises before",
                node,
                help="raise it behind what is left",
            )
        raise


def refuse_seen_late(
    frame: Frame, node: ast.AST, before: list[Operation], watch: Watch
) -> None:
    """Refuse what is changed on leaving something that may raise, where a handler
    around, or who reads a Parameter afterwards, would see it changed."""
    awaited = frame.session.handlers.awaited
    boxes = list(frame.session.parameter_boxes.values())
    if any(place is box for place, _ in watch.writes for box in boxes):
        check_kept(frame.session, before)
    if awaited and watch.writes and any(is_risky(awaited, op) for op in before):
        frame.refuse(
            "SRC011",
            "what is changed here on leaving, by what raises as well, is not known to"
            " a handler around",
            node,
            help="make the change behind the `try` that handles it",
        )


def _resumed(
    frame: Frame,
    node: ast.Try,
    handlers: Catching,
    top: bool,
    rest: Callable[[], Flow],
) -> Flow:
    try:
        return _decided(frame, node, handlers, rest, top)
    except _Undecided:
        _refuse(frame, node)


def _refuse(frame: Frame, node: ast.Try) -> NoReturn:
    """What is caught may be known where a loop around is written out."""
    if any(loop.unrolls for loop in frame.session.loops):
        frame.needs_static("which path of a `try` is taken is not known", node)
    refuse_syntax(frame, node)


def kinds_caught(
    frame: Frame, handler: ast.ExceptHandler
) -> tuple[type[BaseException], ...]:
    if handler.type is None:
        return (BaseException,)
    found = static(frame, evaluate(frame, handler.type), handler.type)
    kinds = found if isinstance(found, tuple) else (found,)
    for kind in kinds:
        if not inspect.isclass(kind) or not issubclass(kind, BaseException):
            message = "TypeError: catching classes that do not inherit from"
            message += " BaseException is not allowed"
            frame.refuse("SRC021", message, handler.type, "is none")
        frame.session.door.subclass(kind, BaseException)
    return kinds


def _handle(
    frame: Frame,
    handler: ast.ExceptHandler,
    raised: BaseException,
    error: CompileError,
) -> Flow:
    if handler.name is not None:
        frame.assign(handler.name, raised)
    handlers = frame.session.handlers

    def handled(action: Callable[[], Flow]) -> Flow:
        with setting(handlers, handling=[*handlers.handling, error]):
            return action().within(handled)

    def unbound(end: Flow) -> Flow:
        if handler.name is not None:
            frame.assign(handler.name, MISSING)
        return end

    try:
        flow = handled(functools.partial(execute, frame, handler.body))
    except BaseException:
        unbound(NORMAL)
        raise
    return flow.then(unbound)
