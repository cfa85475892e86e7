"""What names stand for, of a frame and of those that take turns with it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.evaluate.objects import box_of


@dataclass(slots=True, eq=False)
class Scope:
    """What names stand for, of a frame and of those that take turns with it.

    A generator that is advanced is one of them, and so is a comprehension: a branch or
    a loop in one may bind names of the other, and joins them all. Their names have a
    suffix each (see :meth:`Frame.key`); ``guests`` are those of the frames in it.
    """

    names: dict[str, Any]
    guests: list[str] = field(default_factory=list)

    def enter(self) -> str:
        """The suffix of a frame that joins; names that one has left behind for a
        function to read have another."""
        taken = {*self.guests, *(key[len(plain(key)) :] for key in self.names)}
        numbers = itertools.count(len(self.guests) + 1)
        suffix = next(f"@{k}" for k in numbers if f"@{k}" not in taken)
        self.guests.append(suffix)
        return suffix


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """Stands for a variable of a function that has returned, which one defined in it
    writes (``nonlocal``): an item of a dict, which paths and iterations join wherever
    they are."""

    contents: dict[str, Any]
    name: str

    @property
    def item(self) -> Any:
        """What the variable holds."""
        return self.contents[self.name]


def cell_of(item: object) -> Cell | None:
    """The variable that an object stands for; None of all else."""
    return item if isinstance(item, Cell) else None


def plain(key: str) -> str:
    """A name, of what it is called in its scope."""
    return key.partition("@")[0]


def name_value(item: Any, name: str) -> None:
    """Give a run-time value the user's name, if it has none yet; ``_`` is no name."""
    value = box_of(item).value
    if not value.named and name != "_":
        value.call(name, True)
