"""Generators that run where they are consumed.

A ``for`` over a call of a generator function executes the body of the function, and in
the place of each ``yield`` its own body. So both do what they do in the order in which
Python would, and a ``yield`` may stand in a run-time loop or branch. The two frames
share a scope, so that what one binds in a loop or branch of the other is joined as
well. Where the consumer leaves, the generator ends (:attr:`Flow.outer`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.frame import Frame, plain
from srcad.compiler.evaluate.list_methods import list_method
from srcad.compiler.evaluate.lists import list_from
from srcad.compiler.evaluate.objects import Box, Iteration, name_value
from srcad.compiler.evaluate.operators import apply_binary, emit_elementwise
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.streams import Rows, Stream, has_handled_yield
from srcad.compiler.evaluate.trials import Context

if TYPE_CHECKING:
    from srcad.compiler.evaluate.flow import Flow
from srcad.compiler.evaluate.control import guarded
from srcad.compiler.evaluate.dispatch import evaluate, execute, for_each
from srcad.compiler.evaluate.exits import ends_with, exit_here
from srcad.compiler.evaluate.flow import NORMAL, Flow

# What is done with a value; the flag says that it is done in the body of a loop itself.
Take = Callable[[Any, bool], "Flow"]

_DEPTH_LIMIT = 100
_MOST_ELEMENTS = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Consumer:
    """Who gets the values of a generator: ``frame``, at the statement ``node``.

    ``take`` is what it does with one. ``counters`` are the names that it counts with.
    """

    frame: Frame
    node: ast.AST
    take: Take
    counters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """``enumerate`` or ``zip`` of a generator: its values with what has their position.

    ``start`` is the first position; ``before`` and ``after`` are what ``zip`` goes
    through as well, in its order. For ``enumerate``, at the node ``place``, both are
    empty.
    """

    stream: Any
    start: Any
    place: ast.AST
    before: Sequence[Iteration] = ()
    after: Sequence[Iteration] = ()


def runs_in_place(source: object) -> bool:
    """Whether an object is a generator that can be run where it is consumed."""
    if isinstance(source, Rows):
        return source.is_new and runs_in_place(source.counted.stream)
    return (
        isinstance(source, Stream)
        and source.is_new
        and not has_handled_yield(source.frame.source.node)
    )


def consume(
    frame: Frame,
    node: ast.AST,
    stream: Stream | Rows,
    take: Take,
) -> tuple[Flow, Any]:
    """Run a generator in place; gives how ``take`` left, and what it returned."""
    if isinstance(stream, Rows):
        inner = _innermost(stream)
        flow = _count(frame, node, stream.counted, take, inner.taken_over())
        _leave(inner, node, flow, _has_others(stream))
        return flow, None
    flow, returned = _run(stream.taken_over(), Consumer(frame, node, take))
    _leave(stream, node, flow)
    return flow, returned


def _innermost(rows: Rows) -> Stream:
    """The generator that ``enumerate`` or ``zip``, of each other, go through."""
    inner = rows.counted.stream
    return _innermost(inner) if isinstance(inner, Rows) else inner


def _has_others(rows: Rows) -> bool:
    """Whether something else may be at its end before the generator is."""
    counted = rows.counted
    if counted.before or counted.after:
        return True
    return isinstance(counted.stream, Rows) and _has_others(counted.stream)


def _leave(stream: Stream, node: ast.AST, flow: Flow, others: bool = False) -> None:
    """Where it may have been left before its end (by a consumer, or because one of
    ``others`` was at its own), what it has left is not known."""
    # A `break` may have become the exit of the loop that the generator is in.
    leaves = any(isinstance(part, ast.Break | ast.Return) for part in ast.walk(node))
    if others or leaves or not flow.never_leaves:
        stream.broken = NeedsStatic(
            "this generator may have been left before its end, and is read again",
            label="collect its values with `list(...)`, and take parts of that",
        )


def _run(inner: Frame, consumer: Consumer) -> tuple[Flow, Any]:
    frame, node = consumer.frame, consumer.node
    session = frame.session
    inner.consumer = consumer
    _check_depth(frame, inner, node)
    origin, statement = session.builder.origin, frame.statement
    inner.share(frame)
    try:
        body = inner.source.node.body
        assert isinstance(body, list)
        flow = execute(inner, body)
        inner.give_back(returns=True)
    except BaseException:
        inner.give_back(returns=False)
        raise
    finally:
        inner.part()
        session.builder.origin, frame.statement = origin, statement
    if inner.failed is not None:
        raise inner.failed.with_traceback(None)
    returned = flow.value if flow.done is True else None
    return (flow.outer or NORMAL), returned


def _count(
    frame: Frame,
    node: ast.AST,
    rows: Counted,
    take: Take,
    inner: Frame,
    counters: tuple[str, ...] = (),
) -> Flow:
    """Run ``enumerate`` or ``zip`` of a generator in place, whose frame is ``inner``.

    ``counters`` are those of the ``enumerate`` and ``zip`` around it.
    """
    name = _counter(node) if not counters else "k"
    key = f"{name}@{frame.scope.guests + 1}{'k' * (1 + len(counters))}"
    counters = (*counters, key)

    def take_row(item: Any, top: bool) -> Flow:
        """``stop`` says that another one is at its end, ``outer`` how it was left."""
        place = frame.names[key]
        gone = _ended(frame, rows.after, place)

        def row(inside: bool) -> Flow:
            flow = take(_row(rows, place, item), inside).after_skip
            if not flow.always_leaves:
                one = apply_binary(frame, "add", place, 1, rows.place)
                name_value(one, plain(key))
                frame.names[key] = one
            left = NORMAL if flow.never_leaves else Flow(outer=flow)
            end = _ended(frame, rows.before, frame.names[key])
            if end is False or left.always_leaves:
                return left
            if left.never_leaves:
                return Flow(stop=end)
            return guarded(frame, left, lambda: Flow(stop=end), node)

        if gone is False or _exits(frame, gone, top):
            return row(top)
        if gone is True:
            return Flow(stop=True)
        return guarded(frame, Flow(stop=gone), lambda: row(False), node)

    def run() -> Flow:
        # It is run where nothing before it was at its end.
        if isinstance(rows.stream, Rows):
            stream = rows.stream.counted
            flow = _count(frame, node, stream, take_row, inner, counters)
        else:
            flow, _ = _run(inner, Consumer(frame, node, take_row, counters))
        return flow.outer or NORMAL

    frame.names[key] = rows.start
    try:
        none = _ended(frame, rows.before, rows.start)
        if none is True:
            return NORMAL
        if none is False:
            return run()
        return guarded(frame, Flow(stop=none), run, node, ended=True)
    finally:
        frame.names.pop(key, None)


def _counter(node: ast.AST) -> str:
    """What the positions are called."""
    match node:
        case ast.For(target=ast.Tuple([ast.Name(name), _]), iter=ast.Call(args=[_])):
            return name
    return "k"


def _row(rows: Counted, place: Any, item: Any) -> tuple[Any, ...]:
    if not rows.before and not rows.after:
        return (place, item)
    first = [one.element(place) for one in rows.before]
    return (*first, item, *(one.element(place) for one in rows.after))


def _ended(frame: Frame, some: Sequence[Iteration], place: Any) -> Any:
    """Whether one of them has no element at a position: a bool, or a box."""
    ended: Any = False
    for one in some:
        if isinstance(place, int) and isinstance(one.length, int):
            past: Any = place >= one.length
        else:
            past = emit_elementwise(frame, "greater_equal", place, one.length)
        if past is True or ended is True:
            ended = True
        elif ended is False:
            ended = past
        elif past is not False:
            ended = emit_elementwise(frame, "logical_or", ended, past)
    return ended


def _exits(frame: Frame, gone: Any, top: bool) -> bool:
    """Leave the loop here, if that is exact."""
    return top and isinstance(gone, Box) and exit_here(frame, gone.value)


def _check_depth(frame: Frame, inner: Frame, node: ast.AST) -> None:
    """Refuse generators in generators without an end."""
    depth, consumer = 0, frame.consumer
    while consumer is not None:
        depth, consumer = depth + 1, consumer.frame.consumer
    if depth > _DEPTH_LIMIT:
        frame.refuse(
            "SRC013",
            "this recursion does not end at compile time",
            node,
            label=f"is more than {_DEPTH_LIMIT} generators deep",
            help="write a loop, or end it on what is known at compile time",
        )


def hand_out(frame: Frame, item: Any, top: bool) -> Flow:
    """``yield item``, in the body of a generator that runs in place."""
    session, consumer = frame.session, frame.consumer
    other: Frame = consumer.frame
    loop, origin = other.loop, session.builder.origin
    other.loop = seen_by_consumer(frame) if top else None
    try:
        flow = consumer.take(item, top).after_skip
    finally:
        other.loop = loop
        session.builder.origin = origin
    return NORMAL if flow.never_leaves else Flow(outer=flow)


def seen_by_consumer(frame: Frame) -> Context | None:
    """The loop that the generator is in, as one that its consumer may leave."""
    loop, consumer = frame.loop, frame.consumer
    if not isinstance(loop, Context) or loop.frame is not frame:
        return None
    silent = loop.silent and ends_with(frame, loop.node)
    silent = silent and not getattr(consumer.node, "orelse", None)
    return replace(loop, frame=consumer.frame, node=consumer.node, silent=silent)


def hand_out_all(frame: Frame, source: Any, node: ast.expr, top: bool) -> Any:
    """``yield from source``; gives how the consumer left, and the value of it."""

    def take(item: Any, inside: bool) -> Flow:
        return hand_out(frame, item, inside)

    if runs_in_place(source):
        return consume(frame, node, source, take)
    return for_each(frame, node, source, node, take), None


def yielded(frame: Frame, node: ast.expr, top: bool = False) -> tuple[Flow, Any]:
    """A ``yield`` or ``yield from`` of a generator that runs in place."""
    assert isinstance(node, ast.Yield | ast.YieldFrom)
    item = evaluate(frame, node.value) if node.value is not None else None
    if isinstance(node, ast.YieldFrom):
        flow, value = hand_out_all(frame, item, node, top)
        return flow, value
    return hand_out(frame, item, top), None


def yielded_inside(frame: Frame, node: ast.expr) -> Any:
    """The value of a ``yield`` that is a part of an expression."""
    flow, value = yielded(frame, node)
    if not flow.never_leaves:
        raise NeedsStatic(
            "what consumes this generator leaves it in the middle of an expression",
            label="let the `yield` be a statement of its own",
        )
    return value


def collected(frame: Frame, source: Any, node: ast.AST) -> Any:
    """The values of a generator: a list, of run time where their number is."""
    if not runs_in_place(source):
        return source
    session = frame.session
    mark, count, names = len(session.journal), len(session.builder.ops), frame.names
    errors, frame.names = list(session.errors), dict(names)
    items: list[Any] = []
    others: list[Any] = []
    try:
        with session.attempting():
            consume(frame, node, source, _appending(frame, items, others))
        return session.own(items)
    except (NeedsStatic, CompileError):
        if not others:
            raise
    session.undo(mark)
    frame.names, session.errors[:] = names, errors
    del session.builder.ops[count:]
    xs = list_from(frame, [], others[0], node)

    def take(item: Any, _: bool) -> Flow:
        list_method(frame, xs, "append", [item], node)
        return Flow()

    with frame.keeping(xs):
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
