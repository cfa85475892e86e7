"""The handlers of exceptions that stand around what is evaluated."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.objects import Conflict
from srcad.compiler.evaluate.raised import cause_of
from srcad.compiler.evaluate.settings import While, setting
from srcad.compiler.ir.types import Value

Exceptions = type[BaseException]
# The depth at which nothing that lasts was raised.
NOWHERE = -1
# Handlers, each with the classes that it catches.
Catching = tuple[tuple[ast.ExceptHandler, tuple[Exceptions, ...]], ...]


def kinds_of(handlers: Catching) -> list[Exceptions]:
    """All that some handlers catch."""
    return [kind for _, caught in handlers for kind in caught]


def handler_of(handlers: Catching, raised: Any) -> ast.ExceptHandler | None:
    """The first that catches an exception; None where none does."""
    fits = (one for one, caught in handlers if isinstance(raised, caught))
    return next(fits, None)


@dataclass(frozen=True, slots=True)
class RaisedAtRunTime(Conflict):
    """What run time has raised, which is ``value``, of the class ``kind`` or one below;
    what it holds is not known."""

    value: Value | None = None
    kind: type[BaseException] = BaseException


@dataclass(slots=True, eq=False)
class Escape:
    """A call out of which what is raised goes on in ``handlers``, if the function is
    evaluated in the block of the call.

    It has ``caught`` something for them, and has ``ended`` where there were so many
    operations and writes; of several ``calls`` it is not known.
    """

    site: ast.AST
    handlers: Catching
    builder: Any
    calls: int = 0
    caught: tuple[Any, ...] = ()
    ended: tuple[int, int] = (-1, -1)


@dataclass(slots=True, eq=False)
class Handlers:
    """What handlers around wait for, and what they have caught.

    ``awaited`` are the classes that they wait for, ``deciding`` those of them that are
    known to be reached, by the depth at which they stand. ``handling`` is what they
    have caught, ``caught`` what stands for it at run time. ``raised_at`` is the depth
    at which code of the user's raised last, if what it did before lasts. ``around`` are
    the ``try`` statements, each with the frame that it is of, and the handlers that its
    statements go on in one by one (see ``syntax.jumps``); ``escape`` is the call that
    these are the way out of. ``outside`` is how many of them are around the generator
    expression of which all elements are evaluated at once.
    """

    awaited: tuple[Exceptions, ...] = ()
    deciding: tuple[tuple[int, tuple[Exceptions, ...]], ...] = ()
    handling: list[CompileError | RaisedAtRunTime] = field(default_factory=list)
    caught: list[RaisedAtRunTime] = field(default_factory=list)
    raised_at: int = 0
    around: tuple[tuple[Any, Catching], ...] = ()
    escape: Escape | None = None
    outside: int | None = None

    def escape_from(self, site: ast.AST | None, builder: Any) -> Escape | None:
        """What a function escapes by that is called there."""
        escape = self.escape
        if escape is None or escape.site is not site:
            return None
        escape.calls += 1
        return escape if escape.builder is builder else None

    def awaiting(
        self, frame: Any, kinds: Iterable[Exceptions], handlers: Catching = ()
    ) -> While:
        """Evaluate what a handler is around, that waits for exceptions of these; with
        ``handlers``, what is raised goes on in these."""
        around = (*self.around, (frame, handlers))
        return setting(self, awaited=(*self.awaited, *kinds), around=around)

    def deciding_on(self, kinds: Iterable[Exceptions], depth: int) -> While:
        """Evaluate what a handler is around that handles now what is raised in every
        run."""
        return setting(self, deciding=(*self.deciding, (depth, tuple(kinds))))

    def jumped_to(self, frame: Any) -> Catching:
        """The handlers that a statement of a frame goes on in, where it raises; one
        behind others that catch all that it does is never come to."""
        found: list[Any] = []
        caught: tuple[Exceptions, ...] = ()
        for owner, handlers in reversed(self.around):
            if owner is frame:
                if not handlers:
                    break
                for handler, kinds in handlers:
                    if not all(issubclass(kind, caught) for kind in kinds):
                        found.append((handler, kinds))
                        caught += kinds
        return tuple(found)

    def is_decided(self, kind: Exceptions, depth: int) -> bool:
        """Whether a handler around, which nothing but what is done in every run stands
        in, waits for an exception of this class."""
        here = (kinds for at, kinds in self.deciding if at == depth)
        return any(issubclass(kind, kinds) for kinds in here)

    def await_one(self, *kinds: Exceptions) -> bool:
        """Whether a handler around waits for one of some exceptions."""
        return any(issubclass(kind, one) for kind in kinds for one in self.awaited)

    def raised_in(self, error: CompileError, depth: int) -> BaseException | None:
        """What the user's own code raised at a depth, if that is what the error is
        about."""
        if error.diagnostics[0].code != "SRC021" or self.raised_at != depth:
            return None
        found = cause_of(error)
        return found if isinstance(found, Exception) else None
