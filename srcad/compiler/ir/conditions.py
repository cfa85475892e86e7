"""What is known on a path from the conditions of the branches around it.

Conditions that are computed alike, of the same values, are one condition.
"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from srcad.compiler.ir.types import Atom, If, Lit, Op, Operation, Value, is_none

# Conditions, by their number, and whether each holds.
Facts: TypeAlias = frozenset[tuple[int, bool]]


@dataclass(slots=True)
class Conditions:
    """Numbers for values, and what a truth of one says of others; ``told`` is how often
    what is known on a path has decided a condition."""

    numbers: dict[Hashable, int] = field(default_factory=dict)
    alike: dict[Value, int] = field(default_factory=dict)
    made: dict[Value, Op] = field(default_factory=dict)
    chosen: dict[Value, tuple[Atom, Atom, Atom]] = field(default_factory=dict)
    told: int = 0

    def note(self, op: Operation) -> None:
        """Take note of an operation that was passed."""
        match op:
            case Op():
                args = tuple(map(self._number, op.args))
                for place, value in enumerate(op.results):
                    self.made[value] = op
                    key = op.primitive, place, args, op.attributes
                    # One with attributes that cannot be compared is like no other.
                    with suppress(TypeError):
                        self.alike[value] = self._number(key)
            case If() if not op.catches:
                for first, second, result in zip(
                    op.then.results, op.orelse.results, op.results, strict=True
                ):
                    self.chosen[result] = op.condition, first, second

    def fact(self, condition: Atom, holds: bool) -> Facts:
        """That a condition holds, or that it does not."""
        made = self.made.get(condition) if isinstance(condition, Value) else None
        if made is not None and made.primitive in ("not", "logical_not"):
            return self.fact(made.args[0], not holds)
        if made is not None and made.primitive == "present":
            return self.fact(made.args[0], holds)
        return frozenset({(self._number(condition), holds)})

    def implied(self, condition: Atom, holds: bool) -> Facts:
        """All that follows from a condition, or from its contrary."""
        found = self.fact(condition, holds)
        if not isinstance(condition, Value):
            return found
        made = self.made.get(condition)
        if made is not None and made.primitive in ("not", "logical_not"):
            return self.implied(made.args[0], not holds)
        if made is not None and made.primitive == "present":
            return self.implied(made.args[0], holds)
        if made is not None and made.primitive == "is_none":
            return found | self._taken(made.args[0], holds)
        both = {"logical_and": True, "logical_or": False}
        if made is not None and both.get(made.primitive) is holds:
            return found.union(*(self.implied(arg, holds) for arg in made.args))
        if condition in self.chosen:
            # The side that gives the contrary was not taken, but the other one.
            which, first, second = self.chosen[condition]
            for taken, atom, other in ((True, first, second), (False, second, first)):
                if isinstance(other, Lit) and bool(other.value) is not holds:
                    found |= self.implied(atom, holds) | self.implied(which, taken)
        return found

    def _taken(self, item: Atom, nothing: bool) -> Facts:
        """What follows where an item is None, or is not: which side it came from, if it
        is None on one and never on the other."""
        if not isinstance(item, Value) or item not in self.chosen:
            return frozenset()
        which, first, second = self.chosen[item]
        for holds, atom, other in ((True, first, second), (False, second, first)):
            if is_none(atom) and not is_none(other) and not other.aval.is_optional:
                return self.implied(which, holds is nothing)
        return frozenset()

    def decided(self, condition: Atom, told: Facts) -> bool | None:
        """Whether a condition holds where some are known to; None if that is open."""
        for holds in (True, False):
            if self.fact(condition, holds) <= told:
                self.told += 1
                return holds
        return None

    def _number(self, key: Hashable) -> int:
        if isinstance(key, Value) and key in self.alike:
            return self.alike[key]
        return self.numbers.setdefault(key, len(self.numbers))
