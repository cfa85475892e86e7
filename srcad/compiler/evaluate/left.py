"""Numbers that a path, or a loop without iterations, leaves in the place of arrays."""

from __future__ import annotations

from dataclasses import dataclass, field

from srcad.compiler.ir.types import Atom, Value


@dataclass(slots=True, eq=False)
class Left:
    """``values`` are those that may be such numbers (see ``paths.numbers``), ``asked``
    what was taken to be an array where a number shows that it is none: its rank is
    asked for, or it is changed in place under another name. ``passing`` are those of
    which the number is what a loop carries, where it starts with one that is known: as
    long as the iteration is tried with that. ``outputs`` are those of the outermost
    function that may be numbers, by place.
    """

    values: set[Value] = field(default_factory=set)
    asked: set[Atom] = field(default_factory=set)
    passing: dict[Value, Value] = field(default_factory=dict)
    outputs: frozenset[int] = frozenset()

    def add(self, value: Value, number: Atom) -> None:
        """Note what a path leaves as a number."""
        self.values.add(value)
        if isinstance(number, Value):
            self.passing[value] = number

    def ask(self, atom: Atom) -> None:
        """Note what the program relies on being an array."""
        if self.values:
            self.asked.add(atom)
