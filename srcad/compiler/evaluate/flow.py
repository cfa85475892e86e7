"""How statements end."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

# What a module calls what was raised, and the flag that says so.
RAISED = "raised"


@dataclass(frozen=True, slots=True)
class Flow:
    """How a list of statements ended.

    Each flag is a bool, or a box where the answer is known at run time only: ``stop``
    for ``break``, ``skip`` for ``continue``, ``done`` for ``return``, with ``value``.
    ``outer`` is how the statements were left that a generator hands its values to,
    which ends the generator. ``caught`` is what was raised for handlers around, in this
    function: for each of these, a flow that is ``done`` with an exception. ``staying``
    is what is known of names where they were not left: what a name is called, what
    stands for it on both paths, and what it is there, which is the same where it is
    known to be bound there.

    At a ``yield`` the statements end with ``resume``, which goes on with them: it is
    given how the ``yield`` ends, and gives how the statements do then. ``value`` is
    what is handed out, and ``closes`` says that something is done on leaving.
    ``ways`` are flags of which one is surely true, where each path leaves in its own
    way.
    """

    stop: Any = False
    skip: Any = False
    done: Any = False
    value: Any = None
    outer: Flow | None = None
    caught: tuple[tuple[ast.ExceptHandler, Flow], ...] = ()
    staying: tuple[tuple[str, Any, Any], ...] = ()
    resume: Callable[[Flow], Flow] | None = None
    closes: bool = False
    ways: tuple[Any, ...] = ()

    def within(self, around: Callable[[Callable[[], Flow]], Flow]) -> Flow:
        """The same, resumed as what ``around`` is given and does again."""
        resume = self.resume
        if resume is None:
            return self
        return replace(self, resume=lambda end: around(lambda: resume(end)))

    def then(self, following: Callable[[Flow], Flow], closes: bool = False) -> Flow:
        """What ``following`` makes of how the statements end: now, or when resumed.

        ``closes`` says that it does something also where they are left.
        """
        if self.resume is None:
            return following(self)
        inner = replace(self, closes=self.closes or closes)
        return inner.within(lambda again: again().then(following, closes))

    @property
    def after_skip(self) -> Flow:
        """The same at the end of an iteration, which ``continue`` has ended as well."""
        if self.resume is not None:
            return self.then(lambda end: end.after_skip)
        if self.skip is False:
            return self
        return replace(self, skip=False, staying=())

    @property
    def flags(self) -> list[Any]:
        """The ways of leaving that are taken always or sometimes."""
        own = [flag for flag in (self.stop, self.skip, self.done) if flag is not False]
        return [*own, *(flag for inner in self.inner for flag in inner.flags)]

    @property
    def inner(self) -> list[Flow]:
        """The flows in this one."""
        outer = [] if self.outer is None else [self.outer]
        return [*outer, *(raised for _, raised in self.caught)]

    def with_inner(self, change: Callable[[Flow], Flow]) -> Flow:
        """The same with other flows in it."""
        outer = None if self.outer is None else change(self.outer)
        caught = tuple((handler, change(raised)) for handler, raised in self.caught)
        return replace(self, outer=outer, caught=caught)

    @property
    def always_leaves(self) -> bool:
        flags = self.flags
        if self.resume is not None or any(flag is True for flag in flags):
            return True
        if self.ways and all(any(flag is w for flag in flags) for w in self.ways):
            return True
        return any(inner.always_leaves for inner in self.inner)

    @property
    def never_leaves(self) -> bool:
        return self.resume is None and not self.flags

    @property
    def left(self) -> Flow:
        """The same where it is known to have left: by the one way that there is, or by
        one of these."""
        flags = self.flags
        if len(flags) != 1:
            return replace(self, ways=tuple(flags))
        for name in ("stop", "skip", "done"):
            if getattr(self, name) is not False:
                known: dict[str, Any] = {name: True}
                return replace(self, **known)
        return self.with_inner(lambda inner: inner.left)


NORMAL = Flow()
