"""Sets of whole numbers of which run time knows the elements, and the order; read as
source.

What they hold is a set at run time as well, which is changed as the program says: so
Python goes through it in the order in which it goes through the program's.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from srcad.compiler.evaluate.calls import members
from srcad.compiler.evaluate.calls.key_lists import hashed
from srcad.compiler.evaluate.calls.key_sets import _SETS, KeySet


class NumberSet(KeySet):
    """``set``, of whole numbers."""

    def __init__(self, items):
        self._members = items

    def __len__(self):
        return members.count(self._members)

    def __contains__(self, x):
        return members.is_in(self._members, hashed(x))

    def __iter__(self):
        count = len(self)
        for x in members.listed(self._members):
            yield x
            if len(self) != count:
                raise RuntimeError("Set changed size during iteration")

    def __sub__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return NumberSet(members.without(self._members, members.unordered(other)))

    def __and__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return NumberSet(members.both(self._members, members.ordered(other)))

    def __or__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return NumberSet(members.either(self._members, members.ordered(other)))

    def __xor__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return NumberSet(members.one(self._members, members.ordered(other)))

    def __rsub__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return NumberSet(members.without(members.ordered(other), self._members))

    def __rand__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return NumberSet(members.both(members.ordered(other), self._members))

    def __ror__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return NumberSet(members.either(members.ordered(other), self._members))

    def __rxor__(self, other):
        if not self._works_with(other):
            return NotImplemented
        return NumberSet(members.one(members.ordered(other), self._members))

    def __le__(self, other):
        if not isinstance(other, _SETS):
            return NotImplemented
        return len(self) == self._shared(other)

    def __ge__(self, other):
        if not isinstance(other, _SETS):
            return NotImplemented
        return len(other) == self._shared(other)

    def isdisjoint(self, other):
        return self._shared(number_set(other)) == 0

    def _shared(self, other):
        """How many elements are in another one as well."""
        return members.count(members.both(self._members, members.unordered(other)))

    def add(self, x):
        members.add(self._members, hashed(x))

    def discard(self, x):
        members.discard(self._members, hashed(x))

    def remove(self, x):
        if x not in self:
            raise KeyError(x)
        members.discard(self._members, x)

    def pop(self):
        if not self:
            raise KeyError("pop from an empty set")
        return members.pop(self._members)

    def clear(self):
        members.clear(self._members)

    def copy(self):
        return NumberSet(members.of(self._members))

    def __deepcopy__(self, memo):
        return NumberSet(members.of(members.listed(self._members)))

    def update(self, *others):
        for other in others:
            members.update(self._members, members.given(other))

    def intersection_update(self, *others):
        for other in others:
            members.intersection_update(self._members, members.given(other))

    def difference_update(self, *others):
        for other in others:
            members.difference_update(self._members, members.given(other))

    def symmetric_difference_update(self, other):
        members.symmetric_difference_update(self._members, members.given(other))

    def intersection(self, *others):
        found = None
        for other in others:
            start = self if found is None else found
            found = start._in_both(other)
        return self.copy() if found is None else found

    def _in_both(self, other):
        if isinstance(other, KeySet):
            return self & other
        found = self.copy()
        found.intersection_update(other)
        return found

    def difference(self, *others):
        if not others or not isinstance(others[0], KeySet):
            return super().difference(*others)
        found = self - others[0]
        found.difference_update(*others[1:])
        return found

    def symmetric_difference(self, other):
        if isinstance(other, KeySet):
            return self ^ other
        found = number_set(other)
        found.symmetric_difference_update(self)
        return found

    def issubset(self, other):
        return self <= number_set(other)

    def issuperset(self, other):
        return self >= number_set(other)


def number_display(*items):
    """``{x, y}``."""
    return NumberSet(members.display(*items))


def number_parts(*parts):
    """``{x, *ys}``, of a sequence for each."""
    found = NumberSet(members.display())
    found.update(*parts)
    return found


def number_set(*iterable):
    """``set(*iterable)``."""
    if not iterable:
        return NumberSet(members.display())
    return NumberSet(members.of(members.given(*iterable)))
