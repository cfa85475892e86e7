"""Sets of which run time knows the elements; read as source.

They stand in a list, each once, in an order that nobody is told.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, attr-defined"

from __future__ import annotations

from typing import Any

from srcad.compiler.evaluate.calls.key_lists import (
    at,
    hashed,
    is_in,
    place_of,
    taken,
)


class SetOperators:
    """The operators of sets, of what has ``_distinct`` elements."""

    def __len__(self):
        return len(self._distinct)

    def __contains__(self, x):
        return _has(self._distinct, hashed(x))

    def __and__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return KeySet([x for x in self._distinct if x in other])

    def __sub__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return KeySet([x for x in self._distinct if x not in other])

    def __or__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return _both(self._distinct, other)

    def __xor__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return _both([x for x in self._distinct if x not in other], other - self)

    def __rand__(self, other):
        return self & other

    def __ror__(self, other):
        return self | other

    def __rxor__(self, other):
        return self ^ other

    def __rsub__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return KeySet([x for x in _elements(other) if x not in self])

    def __eq__(self, other):
        if not isinstance(other, _SETS):
            return False
        return len(self) == len(other) and self <= other

    __hash__ = None  # type: ignore[assignment]

    def __le__(self, other):
        if not isinstance(other, _SETS):
            return NotImplemented
        return len(self) == len(self & other)

    def __ge__(self, other):
        if not isinstance(other, _SETS):
            return NotImplemented
        return len(other) == len(self & other)

    def __lt__(self, other):
        if not isinstance(other, _SETS):
            return NotImplemented
        return len(self) < len(other) and self <= other

    def __gt__(self, other):
        if not isinstance(other, _SETS):
            return NotImplemented
        return len(self) > len(other) and self >= other

    def isdisjoint(self, other):
        return len(self & other) == 0


_SETS: Any = (set, frozenset, type({}.keys()))


def _has(distinct, x):
    """Whether one of these is equal to ``x``."""
    return place_of(distinct, x) >= 0 if isinstance(x, tuple) else is_in(distinct, x)


def _elements(keys):
    """The elements of a set, or of a view of keys, in any order."""
    return keys._distinct if isinstance(keys, KeySet) else keys


def _both(keys, others):
    """What is in one of the two."""
    found = KeySet(keys[:])
    found.update(others)
    return found


class KeySet(SetOperators):
    """``set``. Nobody knows in which order Python goes through it."""

    __srcad_stands_for__: type = set

    def __init__(self, distinct):
        self._distinct = distinct

    def _works_with(self, other):
        return isinstance(other, _SETS)

    def add(self, x):
        if x not in self:
            self._distinct.append(x)

    def discard(self, x):
        if x in self:
            taken(self._distinct, at(self._distinct, x))

    def remove(self, x):
        if x not in self:
            raise KeyError(x)
        taken(self._distinct, at(self._distinct, x))

    def pop(self):
        if not self._distinct:
            raise KeyError("pop from an empty set")
        return next(iter(self))  # type: ignore[call-overload]

    def clear(self):
        self._distinct.clear()

    def copy(self):
        return KeySet(self._distinct[:])

    def __copy__(self):
        return self.copy()

    def update(self, *others):
        for other in others:
            for x in _elements(other):
                self.add(x)

    def intersection_update(self, *others):
        for other in others:
            self._become(self & key_set(other))

    def difference_update(self, *others):
        for other in others:
            self._become(self - key_set(other))

    def symmetric_difference_update(self, other):
        self._become(self ^ key_set(other))

    def _become(self, other):
        """Hold what another one holds, which nobody else has."""
        self._distinct = other._distinct

    def union(self, *others):
        found = self.copy()
        found.update(*others)
        return found

    def intersection(self, *others):
        found = self.copy()
        found.intersection_update(*others)
        return found

    def difference(self, *others):
        found = self.copy()
        found.difference_update(*others)
        return found

    def symmetric_difference(self, other):
        return self ^ key_set(other)

    def issubset(self, other):
        return self <= key_set(other)

    def issuperset(self, other):
        return self >= key_set(other)

    def isdisjoint(self, other):
        return len(self & key_set(other)) == 0

    def __ior__(self, other):
        if not isinstance(other, (set, frozenset)):
            return self | other
        self.update(other)
        return self

    def __iand__(self, other):
        if not isinstance(other, (set, frozenset)):
            return self & other
        self.intersection_update(other)
        return self

    def __isub__(self, other):
        if not isinstance(other, (set, frozenset)):
            return self - other
        self.difference_update(other)
        return self

    def __ixor__(self, other):
        if not isinstance(other, (set, frozenset)):
            return self ^ other
        self.symmetric_difference_update(other)
        return self


def key_set(*iterable):
    """``set(*iterable)``."""
    found = KeySet([])
    found.update(*iterable)
    return found
