"""Where something stands that may be another thing later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Location:
    """What holds something that may be another thing later: the answers of one that is
    no array, no list and no variable."""

    __slots__ = ()
    # The list or dict of the evaluation whose contents it holds.
    container: Any = None
    # Whether it is a variable, which paths and iterations join with the other names.
    is_variable = False
    # Whether it gives its elements one after the other, and each of them once.
    is_lazy = False
    # Of what a loop carries: this is no name, and what a diagnostic calls it.
    is_carry = False
    shown = "this array"

    @property
    def owners(self) -> Iterator[Any]:
        """The array itself, and those that it is a view of."""
        yield self

    @property
    def root(self) -> Any:
        """The array, or the outermost list, that it is a view of at last."""
        *_, last = self.owners
        return last

    @property
    def bases(self) -> list[Any]:
        """The arrays that it is a view of."""
        return [one for one in self.owners if one is not self]
