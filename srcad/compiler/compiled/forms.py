"""What stands for a value of the IR in the text of a core.

Everything that is stored is an array whose elements lie side by side, and is read
element by element: a view is another way to write the index.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

Names = list[str]


class NotCompiled(Exception):
    """A function has no core; the message names the operation that it is for."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number: a name, or a literal."""

    name: str


@dataclass(frozen=True, slots=True)
class Array:
    """An array in C order; ``sizes`` are expressions, one for each axis.

    ``own`` says that this function has made it.
    """

    name: str
    sizes: Names
    own: bool = False

    def read(self, index: Names) -> str:
        return f"{self.name}[{', '.join(index)}]"


@dataclass(frozen=True, slots=True)
class View:
    """Another way to read an array: ``index`` gives the place there.

    ``whole`` is an expression for all of it that NumPy's products take as it stands;
    of ``swapped`` it is the form whose last two axes have changed places.
    """

    base: Array | View | Filled
    sizes: Names
    index: Callable[[Names], Names]
    whole: str = ""
    swapped: Array | View | Filled | None = None

    def read(self, index: Names) -> str:
        return self.base.read(self.index(index))

    @property
    def root(self) -> Array | Filled:
        """The array that is read at last."""
        return self.base.root if isinstance(self.base, View) else self.base

    def places(self, index: Names) -> Names:
        """Where an element lies in the root."""
        place = self.index(index)
        return self.base.places(place) if isinstance(self.base, View) else place


@dataclass(frozen=True, slots=True)
class Filled:
    """An array of one number, which is not stored."""

    value: str
    sizes: Names

    def read(self, index: Names) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape: expressions of its sizes."""

    sizes: Names


@dataclass(slots=True, eq=False)
class Tape:
    """Where lists keep their elements, one row each; see ``tapes``.

    ``top`` counts the rows, ``columns`` are arrays (name and dtype) with a number for
    each row, ``places`` says which part of a row stands in which of them or in which
    list of arrays, ``unsure`` of which axes of these no size is known, ``lists`` on
    which tape the lists are that are a part of a row, and where there.
    """

    top: str
    columns: list[tuple[str, str]] = field(default_factory=list)
    places: dict[tuple[int, ...], str] = field(default_factory=dict)
    unsure: set[tuple[int, ...]] = field(default_factory=set)
    lists: dict[tuple[int, ...], tuple[Tape, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Listed:
    """A list: ``count`` elements from ``start`` on, at ``place`` in the rows of a tape.

    ``place`` is the number of the result of the loop that wrote the rows.
    """

    tape: Tape
    place: int
    start: str
    count: str


@dataclass(frozen=True, slots=True)
class Maybe:
    """What is there only where ``there`` is true."""

    there: str
    inner: Form


@dataclass(frozen=True, slots=True)
class Nothing:
    """None, or a name that is not bound."""


Form: TypeAlias = Scalar | Array | View | Filled | Shape | Listed | Maybe | Nothing
Stored: TypeAlias = Array | View | Filled
