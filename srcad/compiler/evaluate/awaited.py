"""The handlers of exceptions that stand around what is evaluated."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.objects import Conflict

Exceptions = type[BaseException]


@dataclass(slots=True, eq=False)
class Handlers:
    """What handlers around wait for, and what they have caught.

    ``awaited`` are the classes that they wait for, ``deciding`` those of them that are
    known to be reached, by the depth at which they stand. ``handling`` is what they
    have caught, ``caught`` what stands for it at run time. ``raised_at`` is the depth
    at which code of the user's raised last.
    """

    awaited: tuple[Exceptions, ...] = ()
    deciding: tuple[tuple[int, tuple[Exceptions, ...]], ...] = ()
    handling: list[CompileError] = field(default_factory=list)
    caught: list[Conflict] = field(default_factory=list)
    raised_at: int = 0

    @contextlib.contextmanager
    def awaiting(self, kinds: Iterable[Exceptions]) -> Iterator[None]:
        """Evaluate what a handler is around, that waits for exceptions of these."""
        outer, self.awaited = self.awaited, (*self.awaited, *kinds)
        try:
            yield
        finally:
            self.awaited = outer

    @contextlib.contextmanager
    def deciding_on(self, kinds: Sequence[Exceptions], depth: int) -> Iterator[None]:
        """The same, where what is raised in every run is handled now."""
        outer, self.deciding = self.deciding, (*self.deciding, (depth, tuple(kinds)))
        try:
            with self.awaiting(kinds):
                yield
        finally:
            self.deciding = outer

    def is_decided(self, kind: Exceptions, depth: int) -> bool:
        """Whether a handler around, which nothing but what is done in every run stands
        in, waits for an exception of this class."""
        here = (kinds for at, kinds in self.deciding if at == depth)
        return any(issubclass(kind, kinds) for kinds in here)

    def await_one(self, *kinds: Exceptions) -> bool:
        """Whether a handler around waits for one of some exceptions."""
        return any(issubclass(kind, one) for kind in kinds for one in self.awaited)
