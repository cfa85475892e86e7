"""Sets of keys that run time knows; read as source.

The elements stand in a list, each once, in an order that nobody is told.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, attr-defined"

from __future__ import annotations

from typing import Any

from srcad.compiler.evaluate.calls.key_lists import is_in


class SetOperators:
    """The operators of sets, of what has ``_distinct`` elements."""

    def __len__(self):
        return len(self._distinct)

    def __contains__(self, x):
        return is_in(self._distinct, x)

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


def _elements(keys):
    """The elements of a set, or of a view of keys, in any order."""
    return keys._distinct if isinstance(keys, KeySet) else keys


def _both(keys, others):
    """What is in one of the two."""
    distinct = keys[:]
    for x in _elements(others):
        if x not in distinct:
            distinct.append(x)
    return KeySet(distinct)


class KeySet(SetOperators):
    """A set of keys. Nobody knows in which order Python goes through it."""

    __srcad_stands_for__: type = set

    def __init__(self, distinct):
        self._distinct = distinct

    def _works_with(self, other):
        return isinstance(other, _SETS)

    def copy(self):
        return KeySet(self._distinct[:])


def key_set(keys):
    """``set(keys)``, of a dict, a view of its keys, or a set of these."""
    return KeySet([x for x in _elements(keys)])  # noqa: C416
