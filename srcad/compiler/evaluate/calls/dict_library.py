"""Dicts of which run time knows the keys; read as source.

The keys stand in a list, and in another one, at the same places, what is held for them.
Each class stands for the one of Python that is named in it, and does what that
documents.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import collections

from srcad.compiler.evaluate.calls.key_lists import (
    at,
    each_in,
    held,
    hold,
    is_in,
    place_of,
    taken,
)
from srcad.compiler.evaluate.calls.key_sets import SetOperators


class Each:
    """An iterator over a dict or a view of one, which goes on where it was left."""

    __srcad_stands_for__: type = type(iter({}))

    def __init__(self, *lists):
        self._lists = lists
        self._place = 0
        self._count = len(lists[0])

    def __iter__(self):
        while self._is_before_the_end():
            yield self._advanced()

    def __next__(self):
        if not self._is_before_the_end():
            raise StopIteration
        return self._advanced()

    def _is_before_the_end(self):
        if len(self._lists[0]) != self._count:
            raise RuntimeError("dictionary changed size during iteration")
        return self._place < self._count

    def _advanced(self):
        place = self._place
        self._place = place + 1
        found = tuple(held(one, place) for one in self._lists)
        return found if len(found) > 1 else found[0]


def iterated(of):
    """``iter(of)``."""
    return of._each()


class Values:
    """``d.values()``."""

    __srcad_stands_for__: type = type({}.values())

    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return each_in(self.items)

    def _each(self):
        return Each(self.items)

    def __len__(self):
        return len(self.items)

    def __contains__(self, x):
        return x in self.items


class Keys(SetOperators):
    """``d.keys()``."""

    __srcad_stands_for__: type = type({}.keys())

    def __init__(self, items):
        self.items = items
        self._distinct = items

    def __iter__(self):
        return each_in(self.items)

    def _each(self):
        return Each(self.items)

    def _works_with(self, other):
        return True


class Items:
    """``d.items()``."""

    __srcad_stands_for__: type = type({}.items())

    def __init__(self, keys, values):
        self._keys = keys
        self._values = values

    def __iter__(self):
        return each_in(self._keys, self._values)

    def _each(self):
        return Each(self._keys, self._values)

    def __len__(self):
        return len(self._keys)

    def in_order(self, reverse=False):
        """``sorted(d.items())``: no two keys are equal, so no values are compared."""
        keys = sorted(self._keys, reverse=reverse)
        values = [held(self._values, at(self._keys, key)) for key in keys]
        return Pairs(keys, values)


class Pairs(Items):
    """A list of pairs of keys and values."""

    __srcad_stands_for__: type = list

    def __getitem__(self, i):
        return self._keys[i], self._values[i]


class Keyed:
    """``dict``."""

    __srcad_stands_for__: type = dict

    def __init__(self, *iterable, **kwargs):
        self._keys = []
        self._values = []
        for pairs in iterable:
            self.update(pairs)
        self.update(**kwargs)

    def __contains__(self, key):
        return self._sought(key)[0]

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return each_in(self._keys)

    def _each(self):
        return Each(self._keys)

    def __reversed__(self):
        return reversed(self._keys)

    def __getitem__(self, key):
        found, place = self._sought(key)
        if not found:
            place = self.__missing__(key)
        return held(self._values, at(self._keys, key, place))

    def __missing__(self, key):
        raise KeyError(key)

    def __setitem__(self, key, value):
        found, place = self._sought(key)
        if found:
            hold(self._values, at(self._keys, key, place), value)
        else:
            self._put(key, value)

    def __delitem__(self, key):
        found, place = self._sought(key)
        if not found:
            raise KeyError(key)
        place = at(self._keys, key, place)
        taken(self._keys, place)
        taken(self._values, place)

    def _sought(self, key):
        """Whether there is a key, and, where it is a tuple, its place."""
        if isinstance(key, tuple):
            place = place_of(self._keys, key)
            return place >= 0, place
        return is_in(self._keys, key), None

    def _put(self, key, value):
        """Put what is not there behind all else; gives the place of a tuple."""
        self._keys.append(key)
        self._values.append(value)
        return len(self._keys) - 1 if isinstance(key, tuple) else None

    def keys(self):
        return Keys(self._keys)

    def values(self):
        return Values(self._values)

    def items(self):
        return Items(self._keys, self._values)

    def get(self, key, default=None):
        found, place = self._sought(key)
        return held(self._values, at(self._keys, key, place)) if found else default

    def setdefault(self, key, default=None):
        found, place = self._sought(key)
        if not found:
            place = self._put(key, default)
        return held(self._values, at(self._keys, key, place))

    def pop(self, key, *default):
        found, place = self._sought(key)
        if default and not found:
            return default[0]
        if not found:
            raise KeyError(key)
        place = at(self._keys, key, place)
        taken(self._keys, place)
        return taken(self._values, place)

    def popitem(self):
        if not self._keys:
            raise KeyError("popitem(): dictionary is empty")
        return taken(self._keys, -1), taken(self._values, -1)

    def clear(self):
        self._keys.clear()
        self._values.clear()

    def copy(self):
        return self._filled(Keyed())

    def __copy__(self):
        return self.copy()

    def _filled(self, other):
        """Another one, which is empty, with the same keys and values."""
        other._keys = self._keys[:]
        other._values = self._values[:]
        return other

    def update(self, *iterable, **kwargs):
        for given in (*iterable, kwargs):
            pairs = given.items() if hasattr(given, "keys") else given
            for key, value in pairs:
                self[key] = value

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        joined = self.copy()
        joined.update(other)
        return joined

    def __eq__(self, other):
        if not hasattr(other, "items"):
            return False
        same = len(self) == len(other)
        for key, value in other.items():
            if same:
                same = key in self and self[key] == value
        return same

    __hash__ = None  # type: ignore[assignment]


def from_keys(keys, value=None):
    """``dict.fromkeys(keys, value)``."""
    made = Keyed()
    for key in keys:
        made[key] = value
    return made


class KeyedInOrder(Keyed):
    """``collections.OrderedDict``."""

    __srcad_stands_for__: type = collections.OrderedDict

    def move_to_end(self, key, last=True):
        found, place = self._sought(key)
        if not found:
            raise KeyError(key)
        place = at(self._keys, key, place)
        key, value = taken(self._keys, place), taken(self._values, place)
        end = len(self._keys) if last else 0
        self._keys.insert(end, key)
        self._values.insert(end, value)

    def popitem(self, last=True):
        if not self._keys:
            raise KeyError("dictionary is empty")
        place = -1 if last else 0
        return taken(self._keys, place), taken(self._values, place)

    def copy(self):
        return self._filled(KeyedInOrder())


class KeyedWithDefault(Keyed):
    """``collections.defaultdict``."""

    __srcad_stands_for__: type = collections.defaultdict

    def __init__(self, default_factory=None, *iterable, **kwargs):
        self.default_factory = default_factory
        super().__init__(*iterable, **kwargs)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        return self._put(key, self.default_factory())

    def copy(self):
        return self._filled(KeyedWithDefault(self.default_factory))


class KeyedCounts(Keyed):
    """``collections.Counter``."""

    __srcad_stands_for__: type = collections.Counter

    def __getitem__(self, key):
        return self.get(key, 0)

    def update(self, *iterable, **kwargs):
        for given in (*iterable, kwargs):
            if hasattr(given, "keys"):
                for key, many in given.items():
                    self[key] = many + self.get(key, 0)
            else:
                for key in given:
                    self[key] = self.get(key, 0) + 1

    def subtract(self, *iterable, **kwargs):
        for given in (*iterable, kwargs):
            if hasattr(given, "keys"):
                for key, many in given.items():
                    self[key] = self.get(key, 0) - many
            else:
                for key in given:
                    self[key] = self.get(key, 0) - 1

    def most_common(self, n=None):
        return most_common(self, n)

    def __delitem__(self, key):
        if key in self:
            super().__delitem__(key)

    def copy(self):
        return self._filled(KeyedCounts())

    def total(self):
        return sum(self._values)

    def elements(self):
        for key, many in self.items():
            for _ in range(many):
                yield key

    def __eq__(self, other):
        if not isinstance(other, collections.Counter):
            return super().__eq__(other)
        return counts_equal(self, other)

    __hash__ = None

    def __add__(self, other):
        return counted(sum_of, self, other)

    def __radd__(self, other):
        return counted(sum_of, other, self)

    def __sub__(self, other):
        return counted(difference_of, self, other)

    def __rsub__(self, other):
        return counted(difference_of, other, self)

    def __and__(self, other):
        return counted(min, self, other)

    def __rand__(self, other):
        return counted(min, other, self)

    def __or__(self, other):
        return counted(max, self, other)

    def __ror__(self, other):
        return counted(max, other, self)

    def __pos__(self):
        return self + KeyedCounts()

    def __neg__(self):
        return KeyedCounts() - self

    def __iadd__(self, other):
        return self._become(self + other)

    def __isub__(self, other):
        return self._become(self - other)

    def __iand__(self, other):
        return self._become(self & other)

    def __ior__(self, other):
        return self._become(self | other)

    def _become(self, other):
        """Hold what another one holds."""
        self._keys[:] = other._keys
        self._values[:] = other._values
        return self


def most_common(counts, n=None):
    """``counts.most_common(n)``."""
    found = sorted(counts.items(), key=lambda pair: pair[1], reverse=True)
    return found if n is None else found[:n]


def counts_equal(left, right):
    """``left == right`` of two counters."""
    same = True
    for key, many in right.items():
        if same:
            same = left[key] == many
    for key, many in left.items():
        if same:
            same = many == 0 or key in right
    return same


def sum_of(many, more):
    return many + more


def difference_of(many, more):
    return many - more


def counted(joined, left, right):
    """What two counters give together: as often as ``joined`` says of their counts,
    where that is more than never."""
    kind = collections.Counter
    if not (isinstance(left, kind) and isinstance(right, kind)):
        return NotImplemented
    found = KeyedCounts()
    for counts in (left, right):
        for key in counts:
            many = joined(left[key], right[key])
            if key not in found and many > 0:
                found[key] = many
    return found
