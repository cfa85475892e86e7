"""Objects of Python that a module cannot hold: it is given them as arguments.

These are a Cell whose ``bprop`` uses more of it than can be printed, a random
generator that the program is given, and, at run time, a hook that only Python itself
can run. Like srcad's own random generator they are among the parameters of a function,
and so reach the place where they are called.
"""

from __future__ import annotations

import keyword
from dataclasses import dataclass
from typing import Any

from srcad.compiler.evaluate.objects import Given
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import LiveAval
from srcad.compiler.ir.types import Value


@dataclass(frozen=True, slots=True, eq=False)
class Live(Given):
    """An object, what its argument is called, and what is known of it."""

    item: Any
    name: str
    kind: type[LiveAval] = LiveAval

    def value_in(self, session: Session) -> Value:
        """The argument that the object is passed as."""
        return live_value(session, self.item, self.name, self.kind)


def live_value(
    session: Session, item: Any, name: str, kind: type[LiveAval] = LiveAval
) -> Value:
    """The value of an object in the function that is being lowered."""
    key = f"live {id(item)}"
    if key not in session.parameters:
        value = Value(kind(type(item).__name__), name, named=True)
        session.parameters[key] = (Live(item, name, kind), value)
    return session.parameters[key][1]


def cell_value(session: Session, cell: Any) -> Value:
    """The value of a Cell, called by its path in the one that is compiled."""
    path = session.naming.paths.get(id(cell), type(cell).__name__.lower())
    word = path.replace(".", "_")
    plain = word.isidentifier() and not keyword.iskeyword(word)
    word = word if plain else f"cell_{word}".rstrip("_")
    return live_value(session, cell, word)
