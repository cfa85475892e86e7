"""Where an operation comes from: the statement of the source, and its place."""

from __future__ import annotations

from dataclasses import dataclass

from srcad.compiler.diagnostics.errors import Span


@dataclass(frozen=True, slots=True)
class Origin:
    """The source statement that an operation came from.

    ``text`` is the statement's (or a compound statement's first line's) own text;
    ``target`` the name that it binds, used to name temporaries. ``heading`` is how the
    reader is told, where that is something else: a ``return`` of a function that was
    put in the place of its call is an assignment there. ``contexts`` are the managers
    that the statement is executed in, as they are printed.
    """

    text: str
    path: str
    line: int
    target: str = ""
    heading: str = ""
    contexts: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        return self.heading or self.text


def span_of_origin(origin: Origin | None) -> Span | None:
    """The place of the statement that an operation came from."""
    if origin is None:
        return None
    first = origin.text.split("\n")[0]
    return Span(origin.path, origin.line, 1, origin.line, len(first) + 1, first)
