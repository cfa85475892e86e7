"""What ends an evaluation, or a part of it, where it stands: exceptions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic, Span
from srcad.compiler.evaluate.objects import (
    Held,
)
from srcad.compiler.reading.paths import Path


class NeedsStatic(Exception):
    """A run-time number stands where one known at compile time is needed; ``instead``
    as a diagnostic has it."""

    def __init__(
        self,
        message: str,
        span: Span | None = None,
        label: str = "",
        instead: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.label = label
        self.instead = instead

    def at(self, span: Span | None) -> NeedsStatic:
        """The same, at a place where it has none of its own."""
        return NeedsStatic(self.message, self.span or span, self.label, self.instead)

    def diagnostic(self, help: str = "", note: str = "") -> Diagnostic:
        """The refusal where nothing around can be written out."""
        place = self.span, self.label
        return Diagnostic("SRC013", self.message, *place, help, note, self.instead)


class Untold(CompileError):
    """Of which class a number is cannot be told; what stands beside the question may
    decide without it."""


class NotHandedOver(NeedsStatic):
    """What a function of its own is given, or gives, cannot be handed over; it can be
    evaluated where it is called."""


class GainsKeys(NeedsStatic):
    """A dict, or an object, has other keys after an iteration of a loop than before.

    Where the first iteration, which is written out, gives all of them, the others are
    a loop."""


class NotApart(BaseException):
    """The call of a Cell is no function of its own: what it is given is changed by it,
    or what it gives is one object at several places, or one that is known elsewhere.

    Nothing that Python raises in the place of the program is like it."""

    def __init__(self, cell: Any) -> None:
        super().__init__("a Cell changes what it is given")
        self.cell = cell


class NeedsContent(Exception):
    """Something at compile time depends on the numbers in captured arrays."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        super().__init__(*map(str, paths))
        self.paths = paths


class Endless(Exception):
    """A recursion that compile time does not end, which began with a call of ``root``:
    no other way to evaluate what is in it would end it."""

    def __init__(self, error: CompileError, root: Any) -> None:
        super().__init__(str(error))
        self.error = error
        self.root = root


class GrowsAtRunTime(Exception):
    """A list that is known item by item is changed as only run time knows; or, with a
    ``key``, an object gets an attribute that its class has, ``sample``."""

    def __init__(
        self, held: Held, span: Span | None, sample: Any, key: str | None = None
    ) -> None:
        super().__init__("a list changes its length at run time")
        self.held = held
        self.sample = sample
        self.span = span
        self.key = key


class WidensOnce(Exception):
    """A loop starts with another dtype or rank than an iteration leaves.

    From the first iteration on there may be one: with that written out, the others are
    a loop. ``error`` says what there is to say if it is not.
    """

    def __init__(self, error: CompileError) -> None:
        super().__init__(str(error))
        self.error = error


class Unreachable(Exception):
    """What follows on this path is never executed: it has raised.

    In a trial of a loop's body also where a name is read that an earlier iteration
    binds, with the ``error`` to report if none does. ``refuse`` raises the error of a
    function that raises on every path.
    """

    def __init__(
        self,
        error: Exception | None = None,
        refuse: Callable[[], NoReturn] | None = None,
    ) -> None:
        super().__init__()
        self.error = error
        self.refuse = refuse


class StaleView(Exception):
    """A view is used after a write to the array that it is a view of."""
