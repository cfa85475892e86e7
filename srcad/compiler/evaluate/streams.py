"""Iterators and generators of the user's: consumed where the evaluation consumes them.

The body of a generator runs in a thread of its own, in turns with what consumes it, so
that both do what they do in the order in which Python would. Only one of them runs at
any time. A turn belongs to one block of the IR: a ``yield`` under a run-time condition
would hand a value out of it, and ``next`` in a run-time loop would be run once, not as
often as the loop is.
"""

from __future__ import annotations

import ast
import functools
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.evaluate.dispatch import execute
from srcad.compiler.evaluate.objects import Lazy
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.values import has_box
from srcad.compiler.ir.builder import Builder

_MOST_ELEMENTS = 10_000


class _Closed(BaseException):
    """A generator that is not consumed any further ends."""


@dataclass(slots=True, eq=False)
class Items(Lazy):
    """``iter`` of what is known at compile time, or a generator expression.

    It is a place, whose ``value`` is how many of them were given.
    """

    session: Session
    parts: list[Any]
    builder: Builder
    serial: int = 0
    value: int = 0

    @classmethod
    def of(cls, session: Session, parts: list[Any]) -> Items:
        session.serial += 1
        return cls(session, parts, session.builder, session.serial)

    def holds_box(self, depth: int) -> bool:
        return has_box(self.parts, depth)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self.value == len(self.parts):
            raise StopIteration
        _check_turn(self.session, self.builder)
        self.session.write(self, self.value + 1)
        return self.parts[self.value - 1]


@dataclass(slots=True, eq=False)
class Rows(Lazy):
    """``enumerate`` or ``zip`` of what gives its elements once.

    ``counted`` says how it is run in place, as long as nothing was ``asked`` of it.
    """

    session: Session
    rows: Iterator[Any]
    builder: Builder
    counted: Any = None
    asked: bool = False

    @classmethod
    def of(cls, session: Session, rows: Iterator[Any], counted: Any = None) -> Rows:
        return cls(session, rows, session.builder, counted)

    @property
    def is_new(self) -> bool:
        """Whether nothing was asked of it, and it can be run in place."""
        return self.counted is not None and not self.asked

    def holds_box(self, depth: int) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        _check_turn(self.session, self.builder)
        self.asked = True
        return next(self.rows)


@dataclass(slots=True, eq=False)
class Stream(Lazy):
    """A generator that was called; ``frame`` is its activation.

    ``whole`` gives all elements of a new one at once, where that is known how to.
    """

    frame: Any
    builder: Builder
    item: Any = None
    error: BaseException | None = None
    broken: BaseException | None = None
    ended: bool = False
    closing: bool = False
    count: int = 0
    whole: Callable[[], Any] | None = None
    serial: int = 0
    returned: Any = None
    thread: threading.Thread | None = None
    resumed: threading.Semaphore = field(default_factory=lambda: _closed_gate())
    handed: threading.Semaphore = field(default_factory=lambda: _closed_gate())

    @classmethod
    def of(cls, frame: Any) -> Stream:
        """The stream of a generator function that is called with bound parameters."""
        session = frame.session
        session.serial += 1
        stream = cls(frame, session.builder, serial=session.serial)
        frame.stream = stream
        session.builder.sizes.reading.streams.append(stream)
        return stream

    def holds_box(self, depth: int) -> bool:
        return True

    @property
    def is_new(self) -> bool:
        """Whether nothing of the generator was executed yet."""
        return self.thread is None and not self.ended

    @property
    def value(self) -> bool:
        """Whether it is at its end: a place, so that it can be taken back."""
        return self.ended

    @value.setter
    def value(self, ended: bool) -> None:
        self.ended = ended

    def taken_over(self) -> Any:
        """The frame, for what runs the generator in its place."""
        session = self.frame.session
        _check_turn(session, self.builder)
        session.write(self, True)
        return self.frame.copy()

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self.broken is not None:
            raise self.broken.with_traceback(None)
        if self.ended:
            raise StopIteration
        session = self.frame.session
        _check_turn(session, self.builder)
        depth, origin = session.functions.get("depth", 0), self.builder.origin
        if self.thread is None:
            self.thread = threading.Thread(target=self._run, daemon=True)
            self.thread.start()
        self.resumed.release()
        self.handed.acquire()
        session.functions["depth"], self.builder.origin = depth, origin
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        if self.ended:
            raise StopIteration
        self.count += 1
        if self.count > _MOST_ELEMENTS:
            raise NeedsStatic("this generator does not end at compile time")
        return self.item

    def give(self, item: Any) -> None:
        """``yield item``: called by the body."""
        if self.frame.session.builder is not self.builder:
            raise NeedsStatic(
                "a `yield` stands under a run-time condition or in a run-time loop",
                label="is asked for one value after the other: go through them in one "
                "`for`, or collect them with `list(...)`",
            )
        self.item = item
        self.handed.release()
        self.resumed.acquire()
        if self.closing:
            raise _Closed

    def close(self) -> None:
        """End the thread, wherever its body is."""
        self.closing = True
        self.resumed.release()
        if self.thread is not None:
            self.thread.join()

    def _run(self) -> None:
        self.resumed.acquire()
        try:
            if not self.closing:
                flow = execute(self.frame, self.frame.source.node.body)
                self.returned = flow.value if flow.done is True else None
                if self.frame.failed is not None:
                    raise self.frame.failed
                self.frame.give_back(returns=True)
        except _Closed:
            pass
        except BaseException as error:
            self.error = self.broken = error
        finally:
            self.ended = True
            self.handed.release()


def at_once(item: Any) -> Any:
    """The elements of a new generator expression, which is consumed as a whole now."""
    if not isinstance(item, Stream) or not item.is_new or item.whole is None:
        return item
    item.taken_over()
    return item.whole()


def _closed_gate() -> threading.Semaphore:
    return threading.Semaphore(0)


def _check_turn(session: Session, builder: Builder) -> None:
    if session.builder is not builder:
        raise NeedsStatic(
            "an iterator is advanced under a run-time condition or in a run-time loop",
            label="would be advanced once, while compiling",
        )


@functools.lru_cache(maxsize=4096)
def yields(node: ast.AST) -> bool:
    """Whether a ``yield`` of the function stands in a node, or is it."""
    if isinstance(node, ast.Yield | ast.YieldFrom):
        return True
    if isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
        return False
    return any(map(yields, ast.iter_child_nodes(node)))


@functools.lru_cache(maxsize=4096)
def has_yield(statement: ast.AST) -> bool:
    """Whether a ``yield`` stands in a statement, or in the body of a function."""
    queue: list[ast.AST] = list(getattr(statement, "body", []))
    while queue:
        node = queue.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            queue.extend(ast.iter_child_nodes(node))
    return False


@functools.lru_cache(maxsize=4096)
def has_handled_yield(node: ast.AST) -> bool:
    """Whether a ``yield`` stands in a ``try`` whose handlers may see what it raises."""
    if isinstance(node, ast.Try) and node.handlers:
        return has_yield(node)
    return any(map(has_handled_yield, ast.iter_child_nodes(node)))


def is_generator_function(definition: ast.AST) -> bool:
    """Whether a call of the function gives a generator."""
    return isinstance(definition, ast.FunctionDef) and has_yield(definition)
