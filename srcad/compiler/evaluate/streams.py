"""Generators that were called: where each stands, and how it goes on from there.

The body of a generator is executed as that of a function is. At a ``yield`` its
statements end, with a :class:`Flow` whose ``resume`` goes on with them; so a generator
does no more than it is asked for, and its consumer what it does in between. Where a
generator stands is a place, like the content of a list: what an attempt did to it is
taken back with all else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate import nonlocals
from srcad.compiler.evaluate.dispatch import activation_ended, execute
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.kinds import has_box, kind_of, leads_to
from srcad.compiler.evaluate.objects import Conflict, Lazy
from srcad.compiler.evaluate.raised import left_generator
from srcad.compiler.evaluate.session import Session, Snapshot
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.types import has_effect

_MOST_ELEMENTS = 10_000
# Whether a loop is left may hang on what was refused in it.
_MOST_WHERE_REFUSED = 250


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """Where a generator stands: what goes on from there, and what its names are.

    ``returned`` is what one at its end has returned; ``closes`` says that it does
    something where it is left for good.
    """

    resume: Callable[[Flow], Flow]
    names: dict[str, Any] = field(default_factory=dict)
    returned: Any = None
    closes: bool = False


@dataclass(slots=True, eq=False)
class Stream(Lazy):
    """A generator that was called; ``frame`` is its activation, ``value`` its place.

    ``parts`` are the values of one that is known item by item. ``whole`` gives those of
    a new one, where it is known how to without going through it. It was resumed in
    ``builder``, inside of so many ``loops`` of run time; ``in_place`` says that its
    consumer was executed where a ``yield`` stands. ``sent`` is what a ``yield`` gives
    that it is resumed at, ``thrown`` what it raises there.
    """

    frame: Any
    serial: int
    value: Position
    start: Position
    builder: Builder | None = None
    parts: list[Any] | None = None
    whole: Callable[[], Any] | None = None
    loops: int = 0
    in_place: bool = False
    count: int = 0
    sent: Any = None
    thrown: CompileError | None = None

    @classmethod
    def of(cls, frame: Any) -> Stream:
        """The generator of a function that is called with bound parameters."""
        session = frame.session
        session.serial += 1

        def resume(end: Flow) -> Flow:
            body = frame.source.node.body
            return execute(frame, body) if end.never_leaves else NORMAL

        start = Position(resume, dict(frame.names))
        stream = cls(frame, session.serial, start, start)
        session.iterators.append(stream)
        return stream

    def holds_box(self, depth: int) -> bool:
        return self.parts is None or has_box(self.parts, depth)

    @property
    def names(self) -> dict[str, Any]:
        return self.value.names

    @property
    def is_lost(self) -> bool:
        """Whether it is not known where it stands."""
        return self.value.resume is _lost

    @property
    def is_new(self) -> bool:
        """Whether nothing of the generator was executed yet."""
        return self.value is self.start

    @property
    def waits(self) -> bool:
        """Whether it may go on."""
        return self.value.resume is not _ended

    def end(self) -> None:
        """Nothing is left of it."""
        self.frame.session.write(self, _END)

    def check_place(self) -> None:
        """Refuse to go on in a loop of run time that it is older than."""
        if self.serial <= self.frame.session.oldest:
            raise NeedsStatic(
                "an iterator is advanced in a run-time loop",
                label="would be advanced once, while compiling",
            )

    def advance(
        self, consumer: Any = None, end: Flow = NORMAL, sent: Any = None
    ) -> Flow:
        """Go on up to the next value, or to the end.

        ``consumer`` is who asks for it, if that is a statement; ``end`` is how the
        statement ended with the last value; ``sent`` is what ``send`` was given. The
        flow that is given has a ``resume``
        where there is a ``value``; else ``outer`` says how the consumer left.
        """
        inner, before = self.frame, self.value
        session, host = inner.session, consumer.frame if consumer else inner.caller
        self.check_place()
        origin, statement = session.builder.origin, host.statement
        session.write(self, Position(_executing))
        nonlocals.take_turn(inner, host, before.names)
        inner.stream, inner.consumer = self, consumer
        self.builder, self.loops = session.builder, len(session.loops)
        self.in_place, self.sent = False, sent
        try:
            flow = before.resume(end)
            if session.unfinished and flow.resume is None:
                activation_ended(inner, flow.value)
            nonlocals.give_back(inner)
        except BaseException as error:
            nonlocals.give_back(inner, error)
            session.write(self, _after(error))
            if inner.source.library or (left := left_generator(error)) is error:
                raise
            raise left from left.__cause__
        finally:
            names = inner.part()
            session.builder.origin, host.statement = origin, statement
        around = session.control[host.mark :]
        if inner.captured and any(one.scope is not host.scope for one in around):
            raise NeedsStatic(
                "a generator is asked under a run-time condition of another function",
                label="has names that a function in it reads",
            )
        if inner.failed is not None:
            session.write(self, _after(inner.failed))
            raise inner.failed.with_traceback(None)
        session.write(self, self._position(flow, end, names))
        return flow

    def _position(self, flow: Flow, end: Flow, names: dict[str, Any]) -> Position:
        if flow.resume is not None:
            self.count += 1
            refused = self.frame.session.errors
            if refused and self.count > _MOST_WHERE_REFUSED:
                raise refused[-1].with_traceback(None)
            if self.count > _MOST_ELEMENTS:
                raise NeedsStatic("this generator does not end at compile time")
            unfinished = self.frame.session.unfinished
            if flow.closes and self not in unfinished:
                unfinished.append(self)
            return Position(flow.resume, names, closes=flow.closes)
        left = self._may_be_left(flow) and not end.always_leaves
        return Position(_lost if left else _ended, names, _returned(flow))

    def _may_be_left(self, flow: Flow) -> bool:
        """Whether it may have been left before its end, as run time decides: a
        ``break`` may have become the exit of the loop that the generator is in."""
        if flow.outer is not None:
            return True
        return self.in_place and self.frame.consumer.may_leave()

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self, sent: Any = None) -> Any:
        flow = self.advance(sent=sent)
        if flow.resume is None:
            raise StopIteration(self.value.returned)
        return flow.value


def send(stream: Stream, item: Any) -> Any:
    """``stream.send(item)``; raises StopIteration at its end."""
    if stream.is_new and item is not None:
        raise TypeError("can't send non-None value to a just-started generator")
    return stream.__next__(item)


def throw(stream: Stream, error: CompileError) -> Any:
    """``stream.throw(...)`` of what is refused as ``error``; raises StopIteration at
    its end."""
    if stream.is_new:
        stream.end()
    if stream.value.resume is _ended:
        raise error
    stream.thrown = error
    return next(stream)


def throw_into(stream: Stream, raised: BaseException) -> bool | None:
    """What the generator of a context does with what is raised in it: whether it ends
    there, or raises the same; None where it goes on."""
    raise TypeError("it is called by the evaluation")


def close(stream: Stream) -> bool:
    """``stream.close()``; whether it has come to its end."""
    if stream.is_new:
        stream.end()
    return stream.advance(end=Flow(outer=Flow(stop=True))).resume is None


def _is_new_expression(item: Any) -> bool:
    return kind_of(item).is_lazy and item.is_new and item.whole is not None


def at_once(item: Any, owner: Any = None) -> Any:
    """The elements of a new generator expression, which is consumed as a whole now;
    not where it is put into the ``owner`` one by one."""
    if not _is_new_expression(item) or one_by_one(item, owner):
        return item
    item.end()
    return item.whole()


def one_by_one(item: Any, owner: Any) -> bool:
    """Whether the elements of an iterator are put into the ``owner`` one after the
    other: it may read that meanwhile, or what is around it, where it raises."""
    if owner is None or not kind_of(item).is_lazy:
        return False
    around = item.frame.session.handlers.around and changes_with(owner)
    return bool(around) or leads_to([item], owner)


def changes_with(owner: Any) -> bool:
    """Whether something is a container, which may be changed."""
    return isinstance(owner, list | dict | set) or bool(kind_of(owner).lists(owner))


def _ended(end: Flow) -> Flow:
    return NORMAL


_END = Position(_ended)


def without_effects(frame: Any, item: Any) -> Any:
    """The elements of a new generator expression, where none of them changes anything
    or raises, so that they may be evaluated without need."""
    if not _is_new_expression(item):
        return item
    session: Session = frame.session
    start, born = Snapshot(frame), session.serial
    names = start.names
    try:
        with session.attempting():
            elements = item.whole()
        places = session.written_since(start.mark)
        changed = any(getattr(place, "serial", 0) <= born for place in places)
        same = frame.names.keys() == names.keys() and all(
            frame.names[name] is one for name, one in names.items()
        )
        if same and not changed and not has_effect(start.added):
            item.end()
            return elements
    except (NeedsStatic, CompileError):
        pass
    start.back()
    return item


def check_side(session: Session, mark: int) -> None:
    """Refuse generators that a branch or an iteration, which began at ``mark`` of the
    journal, has left where they must be closed."""
    for place in session.written_since(mark):
        if kind_of(place).is_lazy and place.value.closes:
            raise NeedsStatic(
                "a generator with a `finally` or `with` is left under a run-time "
                "condition or in a run-time loop",
                label="go through it to its end, or collect its values first",
            )


def _after(error: BaseException) -> Position:
    """Where a generator stands that has raised: at its end, if that is the user's."""
    refused = isinstance(error, CompileError) and error.diagnostics[0].code != "SRC021"
    if not refused and not isinstance(error, NeedsStatic):
        return _END

    def resume(end: Flow) -> Flow:
        raise error.with_traceback(None)

    return Position(resume)


def _executing(end: Flow) -> Flow:
    raise ValueError("generator already executing")


def _lost(end: Flow) -> Flow:
    raise NeedsStatic(
        "this generator may have been left before its end, and is read again",
        label="collect its values with `list(...)`, and take parts of that",
    )


LOST = Position(_lost)


def _returned(flow: Flow) -> Any:
    """What a generator has returned."""
    if flow.done is True or flow.value is None:
        return flow.value
    message = "a generator returns a value on some paths only"
    return Conflict("SRC019", message, "end every path with a `return`")
