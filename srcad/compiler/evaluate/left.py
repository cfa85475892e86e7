"""Numbers that a path, or a loop without iterations, leaves in the place of arrays."""

from __future__ import annotations

from dataclasses import dataclass, field

from srcad.compiler.ir.types import Atom, Value


@dataclass(slots=True, eq=False)
class Left:
    """``asked`` is what was taken to be an array where a number shows that it is none
    (see ``paths.numbers``): its rank is asked for, or it is changed in place under
    another name. ``passing`` are those of which the number is what a loop carries,
    where it starts with one that is known: as long as the iteration is tried with that.
    ``outputs`` are those of the outermost function that may be numbers, by place.
    """

    asked: set[Atom] = field(default_factory=set)
    passing: dict[Value, Value] = field(default_factory=dict)
    outputs: frozenset[int] = frozenset()

    def ask(self, atom: Atom) -> None:
        """Note what the program relies on being an array."""
        if atom.aval.loose:
            self.asked.add(atom)
