"""What consumes generators: statements, ``yield from``, lists.

A generator and what consumes it take turns (``streams``): it is advanced to its next
value, then the consumer is executed with that. A ``yield`` in a run-time loop or branch
cannot be come back to. There, what consumes the value is executed in the place of the
``yield``, and so is in the loop or branch itself. The two frames share a scope, so that
what one binds in a loop or branch of the other is joined as well. Where the consumer
leaves, the generator ends (:attr:`Flow.outer`).
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.ast_queries import has_handled_yield, nodes, yields
from srcad.compiler.evaluate.awaited import Catching, kinds_of
from srcad.compiler.evaluate.dispatch import evaluate, for_each
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operations.list_methods import list_method
from srcad.compiler.evaluate.operations.sequences import iterator_of
from srcad.compiler.evaluate.paths.abandoned import is_read_again, leave
from srcad.compiler.evaluate.paths.exits import ends_with
from srcad.compiler.evaluate.paths.trials import Context
from srcad.compiler.evaluate.session import Snapshot
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.storage.lists import list_from
from srcad.compiler.evaluate.streams import Stream
from srcad.compiler.evaluate.syntax.control import followed
from srcad.compiler.evaluate.syntax.drawn import (
    drawn_where,
    is_filter,
    is_first_of,
    is_read_by_loop,
)

# What is done with a value; the flag says that it is done in the body of a loop itself.
Take = Callable[[Any, bool], Flow]

_MOST_ELEMENTS = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Consumer:
    """Who gets the values of a generator: ``frame``, at the statement ``node``.

    ``take`` is what it does with one. One that ``delegates`` is a ``yield from``, which
    hands on what it is sent.
    """

    frame: Frame
    node: ast.AST
    take: Take
    delegates: bool = False

    def may_leave(self) -> bool:
        """Whether it may end before the generator does."""
        around = self.frame.consumer
        if around is not None and yields(self.node) and around.may_leave():
            return True
        return any(nodes(self.node, ast.Break, ast.Return))


def consume(frame: Frame, node: ast.AST, stream: Stream, take: Take) -> Flow:
    """Do ``take`` with each value that a generator has left; how that left."""
    delegates = isinstance(node, ast.YieldFrom)
    return _go_on(Consumer(frame, node, take, delegates), stream, NORMAL, first=True)


def _go_on(consumer: Consumer, stream: Stream, left: Flow, first: bool = False) -> Flow:
    """The same, where what was done with the last value ended with ``left``."""
    frame = consumer.frame
    # As long as it is consumed it is known here, also without a name.
    key = f".{stream.serial}{frame.suffix}"
    frame.names[key] = stream
    handlers = _goes_on_in(consumer, stream)
    while left.resume is None and not left.always_leaves:
        end = NORMAL if left.never_leaves else Flow(outer=left)
        sent = frame.stream.sent if consumer.delegates and not first else None
        with frame.session.handlers.awaiting(stream.frame, (), handlers):
            flow, first = stream.advance(consumer, end, sent), False
        if flow.resume is None:
            left = flow.outer or NORMAL
            break
        left = consumer.take(flow.value, False).after_skip
    if left.resume is not None:
        # The consumer is a generator that hands out a value itself.
        following = functools.partial(_go_on, consumer, stream)
        return left.then(following, closes=stream.value.closes)
    frame.names.pop(key, None)
    if not left.never_leaves:
        leave(frame, stream, left)
    return left


def _goes_on_in(consumer: Consumer, stream: Stream) -> Catching:
    """The handlers that a generator's statements go on in, where one raises: those of
    the statement that it hands its values to, if they get it as it was raised."""
    handlers: Catching = consumer.frame.session.handlers.jumped_to(consumer.frame)
    leaves = isinstance(consumer.node, ast.For | ast.YieldFrom)
    if not leaves or stream.frame.source.library:
        return ()
    # Outside of a generator it is a RuntimeError.
    ends = any(issubclass(StopIteration, kind) for kind in kinds_of(handlers))
    return () if ends else handlers


def hand_out(
    frame: Frame, item: Any, top: bool, inside: bool = False, source: Any = None
) -> Flow:
    """``yield item``; ``inside`` says that it is a part of an expression, ``source`` is
    the generator that is gone through by ``yield from``, which gets what is thrown."""
    session = frame.session
    if session.builder is not frame.stream.builder or inside:
        return _in_place(frame, item, top)
    origin = session.builder.origin

    def resume(end: Flow) -> Flow:
        session.builder.origin = origin
        thrown, frame.stream.thrown = frame.stream.thrown, None
        if thrown is not None and source is None:
            raise thrown
        if source is not None:
            source.thrown = thrown
        return end

    return Flow(value=item, resume=resume)


def _in_place(frame: Frame, item: Any, top: bool) -> Flow:
    """Execute the consumer where the ``yield`` stands."""
    session, consumer = frame.session, frame.consumer
    if consumer is None or has_handled_yield(frame.source.node):
        raise NeedsStatic(
            "a `yield` stands under a run-time condition or in a run-time loop",
            label="is asked for one value after the other: go through them in one "
            "`for`, or collect them with `list(...)`",
        )
    frame.stream.in_place = True
    other: Frame = consumer.frame
    if _may_be_written_out(frame.stream, consumer):
        raise NeedsStatic("a generator is read again where it is left")
    origin, loop = session.builder.origin, _seen_by_consumer(frame) if top else None
    try:
        with setting(other, loop=loop, statement=other.statement):
            flow = consumer.take(item, top).after_skip
    finally:
        if not frame.source.library:
            session.builder.origin = origin
    if flow.resume is not None:
        raise NeedsStatic(
            "what consumes this generator hands out a value itself",
            label="cannot be suspended in the middle of this",
        )
    return NORMAL if flow.never_leaves else Flow(outer=flow)


def _may_be_written_out(stream: Stream, consumer: Consumer) -> bool:
    """Whether it must be known where a generator is left, and a loop that is written
    out may tell."""
    loops = stream.frame.session.loops[stream.loops :]
    if not loops or not all(loop.unrolls for loop in loops):
        return False
    return consumer.may_leave() and is_read_again(consumer.frame, stream)


def _seen_by_consumer(frame: Frame) -> Context | None:
    """The loop that the generator is in, as one that its consumer may leave."""
    loop: Context | None = frame.loop
    consumer = frame.consumer
    if loop is None or loop.frame is not frame:
        return None
    silent = loop.silent and ends_with(frame, loop.node)
    silent = silent and not getattr(consumer.node, "orelse", None)
    return replace(loop, frame=consumer.frame, node=consumer.node, silent=silent)


def yielded(
    frame: Frame,
    node: ast.Yield | ast.YieldFrom,
    use: Callable[[Any], Flow] | None = None,
    top: bool = False,
    inside: bool = False,
) -> Flow:
    """A ``yield`` or ``yield from``, then what is done with its value."""
    delegates = isinstance(node, ast.YieldFrom)
    item: Any = evaluate(frame, node.value) if node.value is not None else None

    def take(part: Any, top: bool) -> Flow:
        source = item if delegates and lazy else None
        flow = hand_out(frame, part, top, inside, source)
        return flow.then(_none_sent) if delegates and not lazy else flow

    def _none_sent(end: Flow) -> Flow:
        if frame.stream.sent is not None:
            frame.refuse(
                "SRC021",
                "AttributeError: what is gone through by `yield from` is no generator, "
                "which `send` could hand something to",
                node,
            )
        return end

    def value() -> Flow:
        assert use is not None
        if not delegates:
            return use(frame.stream.sent)
        return use(frame.agreed(item.value.returned, node) if lazy else None)

    if not delegates:
        flow, lazy = take(item, top), False
    else:
        item = iterator_of(frame, item, node)
        lazy = kind_of(item).is_lazy
        flow = for_each(frame, node, item, node, take)
    return flow if use is None else followed(frame, flow, value, node)


def yielded_inside(frame: Frame, node: ast.Yield | ast.YieldFrom) -> Any:
    """The value of a ``yield`` that is a part of an expression."""
    found: list[Any] = []

    def use(value: Any) -> Flow:
        found.append(value)
        return NORMAL

    if not yielded(frame, node, use, inside=True).never_leaves:
        raise NeedsStatic(
            "what consumes this generator leaves it in the middle of an expression",
            label="let the `yield` be a statement of its own",
        )
    return found[0]


def collected(frame: Frame, source: Any, node: ast.AST) -> Any:
    """The values of a generator: a list, of run time where their number is."""
    if not kind_of(source).is_lazy:
        return source
    session = frame.session
    start, errors = Snapshot(frame), list(session.errors)
    items: list[Any] = []
    others: list[Any] = []
    try:
        with session.attempting():
            consume(frame, node, source, _appending(frame, items, others))
        return session.own(items)
    except (NeedsStatic, CompileError):
        if not others:
            raise
    start.back()
    session.errors[:] = errors
    xs = list_from(frame, [], others[0], node)

    def take(item: Any, _: bool) -> Flow:
        list_method(frame, xs, "append", [item], node)
        return NORMAL

    def is_drawn(item: Any, outer: Box) -> bool:
        drawn = is_filter(node) and is_read_by_loop(session, item)
        return drawn and is_first_of(xs, outer)

    with frame.keeping(xs), drawn_where(frame, is_drawn):
        consume(frame, node, source, take)
    return xs


def _appending(frame: Frame, items: list[Any], others: list[Any]) -> Take:
    """Append to a list that is known item by item; ``others`` gets what is not."""
    session = frame.session
    builder = session.builder

    def take(item: Any, _: bool) -> Flow:
        if session.builder is builder and len(items) < _MOST_ELEMENTS:
            items.append(item)
        else:
            others.append(item)
            raise NeedsStatic(
                "a `yield` stands under a run-time condition or in a run-time loop",
                label="hands out as many values as is known at run time only",
            )
        return NORMAL

    return take
