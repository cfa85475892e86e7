"""Where an operation comes from: the statement of the source, and its place."""

from __future__ import annotations

import keyword
from dataclasses import dataclass, field, replace
from typing import Any

from srcad.compiler.diagnostics.errors import Span


def bare_name(name: str) -> str:
    """A name without the underscores around it, where that is a name as well."""
    bare = name.strip("_")
    return bare if bare.isidentifier() and not keyword.iskeyword(bare) else name


@dataclass(slots=True, eq=False)
class Activation:
    """One call of a function of the user's whose body stands in its place.

    ``label`` is the name for the reader, with that of its class. ``site`` is the
    statement of the call. ``told`` is the activation that tells what is
    returned: the caller's, or another one around it, where that returns it too.
    ``arguments`` are the names that the parameters have, by the values given for them;
    ``returned`` are the values that were returned in the end, and ``targets`` the names
    that are bound to them there, as in ``a, b = f(x)``.
    """

    name: str
    label: str
    caller: Activation | None = None
    site: Origin | None = None
    told: Activation | None = None
    arguments: dict[Any, str] = field(default_factory=dict)
    returned: tuple[Any, ...] = ()
    targets: tuple[str, ...] = ()

    def chain(self) -> tuple[Activation, ...]:
        """The activations around it, from the outermost on, and itself."""
        around = self.caller.chain() if self.caller is not None else ()
        return (*around, self)


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
    activation: Activation | None = field(default=None, compare=False, repr=False)
    inside: Origin | None = field(default=None, compare=False, repr=False)

    @property
    def shown(self) -> str:
        return self.heading or self.text


def span_of_origin(origin: Origin | None) -> Span | None:
    """The place of the statement that an operation came from."""
    if origin is None:
        return None
    first = origin.text.split("\n")[0]
    return Span(origin.path, origin.line, 1, origin.line, len(first) + 1, first)


@dataclass(frozen=True, slots=True)
class Returned:
    """Where the result of a call goes: ``word = f(x)``, ``return f(x)``, or a part of
    the larger expression that ``caller`` came from."""

    caller: Origin
    word: str = ""

    def origin_of(self, origin: Origin) -> Origin:
        """The origin of ``return ...`` in the function, told as the caller sees it."""
        if not self.word:
            return self.caller
        if self.word == "return":
            return origin
        heading = f"{self.word} = {origin.text.removeprefix('return').lstrip()}"
        return replace(origin, target=self.word, heading=heading)
