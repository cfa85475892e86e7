"""Classes of the standard library whose objects hold run-time values; read as source.

Each stands for the class that is named in it, and does what that documents.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import collections
import contextlib
import types


class Deque:
    """``collections.deque``."""

    __srcad_stands_for__ = collections.deque

    def __init__(self, iterable=(), maxlen=None):
        self.items = []
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, x):
        self.items.append(x)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop(0)

    def appendleft(self, x):
        self.items.insert(0, x)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop()

    def extend(self, iterable):
        for x in list(iterable):
            self.append(x)

    def extendleft(self, iterable):
        for x in list(iterable):
            self.appendleft(x)

    def insert(self, i, x):
        if self.maxlen is not None and len(self.items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self.items.insert(i, x)

    def pop(self):
        return self.items.pop()

    def popleft(self):
        return self.items.pop(0)

    def remove(self, value):
        self.items.remove(value)

    def clear(self):
        self.items.clear()

    def reverse(self):
        self.items.reverse()

    def rotate(self, n=1):
        if len(self.items):
            for _ in range(n % len(self.items)):
                self.items.insert(0, self.items.pop())

    def copy(self):
        return collections.deque(self.items, self.maxlen)

    def count(self, x):
        return self.items.count(x)

    def index(self, x):
        return self.items.index(x)

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

    def __reversed__(self):
        return reversed(self.items)

    def __contains__(self, x):
        return x in self.items

    def __getitem__(self, i):
        if isinstance(i, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        return self.items[i]

    def __setitem__(self, i, x):
        self.items[i] = x

    def __delitem__(self, i):
        del self.items[i]

    def __eq__(self, other):
        if not isinstance(other, Deque | collections.deque):
            return NotImplemented
        return self.items == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other):
        return collections.deque(self.items + list(other), self.maxlen)

    def __iadd__(self, other):
        self.extend(other)
        return self


class Namespace:
    """``types.SimpleNamespace``."""

    __srcad_stands_for__ = types.SimpleNamespace

    def __init__(self, **attributes):
        for name, value in attributes.items():
            setattr(self, name, value)

    def __eq__(self, other):
        if not isinstance(other, Namespace | types.SimpleNamespace):
            return NotImplemented
        return vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


class GeneratorContext:
    """What a function gives that ``contextlib.contextmanager`` has decorated."""

    __srcad_stands_for__ = contextlib._GeneratorContextManager

    def __init__(self, generator):
        self.generator = generator

    def __enter__(self):
        return next(self.generator)

    def __exit__(self, kind, value, traceback):
        if value is not None:
            raise NotImplementedError("what is raised in the generator of a `with`")
        for _ in self.generator:
            raise RuntimeError("generator didn't stop")
