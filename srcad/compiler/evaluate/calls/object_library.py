"""Classes of the standard library whose objects hold run-time values; read as source.

Each stands for the class that is named in it, and does what that documents.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, var-annotated"

from __future__ import annotations

import collections
import contextlib
import functools
import itertools
import types
from typing import Any

from srcad.compiler.evaluate.operations.iterator_library import in_deque
from srcad.compiler.evaluate.streams import throw_into


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
        for x in list(iterable) if iterable is self else iterable:
            self.append(x)

    def extendleft(self, iterable):
        for x in list(iterable) if iterable is self else iterable:
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

    def __copy__(self):
        return self.copy()

    def count(self, x):
        return self.items.count(x)

    def index(self, x):
        return self.items.index(x)

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return in_deque(self.items, False)

    def __reversed__(self):
        return in_deque(self.items, True)

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


class Count:
    """``itertools.count``."""

    __srcad_stands_for__ = itertools.count

    def __init__(self, start=0, step=1):
        self.number = start
        self.step = step

    def __iter__(self):
        return self

    def __next__(self):
        number = self.number
        self.number = number + self.step
        return number


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


class Ordered:
    """What a key of ``functools.cmp_to_key`` makes of an object."""

    __srcad_stands_for__ = type(functools.cmp_to_key(max))

    def __init__(self, compare, obj):
        self.compare = compare
        self.obj = obj

    def __lt__(self, other):
        return self.compare(self.obj, other.obj) < 0

    def __gt__(self, other):
        return self.compare(self.obj, other.obj) > 0

    def __le__(self, other):
        return self.compare(self.obj, other.obj) <= 0

    def __ge__(self, other):
        return self.compare(self.obj, other.obj) >= 0

    def __eq__(self, other):
        return self.compare(self.obj, other.obj) == 0

    __hash__ = None  # type: ignore[assignment]


def key_of_comparison(mycmp):
    """``functools.cmp_to_key``."""
    return lambda obj: Ordered(mycmp, obj)


class GeneratorContext:
    """What a function gives that ``contextlib.contextmanager`` has decorated."""

    __srcad_stands_for__ = contextlib._GeneratorContextManager

    def __init__(self, generator):
        self.generator = generator

    def __enter__(self):
        return next(self.generator)

    def __exit__(self, kind, value, traceback):
        if value is None:
            for _ in self.generator:
                raise RuntimeError("generator didn't stop")
            return False
        handled = throw_into(self.generator, value)
        if handled is None:
            raise RuntimeError("generator didn't stop after throw()")
        return handled


class NullContext:
    """``contextlib.nullcontext``."""

    __srcad_stands_for__ = contextlib.nullcontext

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, kind, value, traceback):
        return None


class Closing:
    """``contextlib.closing``."""

    __srcad_stands_for__ = contextlib.closing

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, kind, value, traceback):
        self.thing.close()


class Suppress:
    """``contextlib.suppress``; a ``with`` of it alone is executed as a ``try``."""

    __srcad_stands_for__ = contextlib.suppress

    def __init__(self, *exceptions):
        self.exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, self.exceptions)


class _Leaving:
    """What an ``ExitStack`` calls on leaving that is no context manager."""

    __srcad_plain__ = True

    def __init__(self, function):
        self.function = function

    def __exit__(self, kind, value, traceback):
        return self.function(kind, value, traceback)


class ExitStack:
    """``contextlib.ExitStack``."""

    __srcad_stands_for__ = contextlib.ExitStack

    def __init__(self):
        self.managers: tuple[Any, ...] = ()

    def enter_context(self, cm):
        if isinstance(cm, Suppress):
            raise NotImplementedError(
                "`suppress` in an `ExitStack`; write `with suppress`"
            )
        result = cm.__enter__()
        self.managers = (*self.managers, cm)
        return result

    def push(self, exit):
        leaving = exit if hasattr(exit, "__exit__") else _Leaving(exit)
        self.managers = (*self.managers, leaving)
        return exit

    def callback(self, callback, /, *args, **kwds):
        def leave(kind, value, traceback):
            callback(*args, **kwds)

        self.push(leave)
        return callback

    def pop_all(self):
        other = contextlib.ExitStack()
        for manager in self.managers:
            other.push(manager)
        self.managers = ()
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        managers = self.managers
        suppressed = False
        for manager in reversed(managers):
            gone = manager.__exit__(kind, value, traceback)
            if kind is not None and gone:
                suppressed, kind, value, traceback = True, None, None, None
        if len(self.managers) != len(managers):
            raise NotImplementedError("an `ExitStack` that grows while it is left")
        self.managers = ()
        return suppressed
