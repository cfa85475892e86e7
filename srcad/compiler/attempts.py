"""How something is compiled once more, where it is refused at first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Span
from srcad.compiler.reading.record import Reading


@dataclass(slots=True)
class Attempts:
    """What was refused so far.

    ``before`` is what was, where paths choose among objects themselves in the next
    attempt: it is made once for the same sizes, and where that does not help, it goes
    on from there. ``earlier`` was refused before loops were written out, ``refused``
    before the sizes were those of the call.
    """

    before: tuple[CompileError, Reading] | None = None
    tried: list[Any] = field(default_factory=list)
    earlier: CompileError | None = None
    refused: CompileError | None = None

    def told(self, error: CompileError) -> CompileError:
        """What is told, where loops have been written out in vain."""
        return self.earlier if self.earlier and error.instead else error

    def is_told(self, error: CompileError) -> bool:
        """Whether the same was refused for any sizes."""
        refused = self.refused
        return refused is not None and _places(refused) == _places(error)

    @property
    def by_identity(self) -> bool:
        return self.before is not None

    def begins(self, error: CompileError, reading: Reading) -> bool:
        """Whether it is to be tried, which it was not yet for these sizes."""
        state = reading.fixed, bool(reading.hints), reading.written_out
        if self.by_identity or not _is_of_names(error) or state in self.tried:
            return False
        self.tried.append(state)
        self.before = error, reading
        return True

    def ends(
        self, error: CompileError, reading: Reading
    ) -> tuple[CompileError, Reading]:
        """What was refused, and read, before that did not help."""
        found, self.before = self.before or (error, reading), None
        return found


def _is_of_names(error: CompileError) -> bool:
    """Whether an object that may have two names is changed, or what paths choose is of
    several kinds."""
    return any(one.code in ("SRC015", "SRC019") for one in error.diagnostics)


def _places(error: CompileError) -> list[tuple[str, Span | None]]:
    return [(one.code, one.span) for one in error.diagnostics]
