"""Objects that note what is read of them, and functions that read them.

Each spy has a name, and notes ``name.attribute`` or ``name[key]`` in ``READS`` for what
is asked of it by its own names: not the questions of the interpreter, whose names have
two underscores. What is asked for and is absent is noted, too.
"""

import contextlib
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcad import nn

READS: list[str] = []
_ON = [False]


def note(name: str, place: str) -> None:
    if _ON[0]:
        READS.append(name + place)


@contextlib.contextmanager
def spying():
    """The reads that are made inside, in order."""
    READS.clear()
    _ON[0] = True
    try:
        yield READS
    finally:
        _ON[0] = False


class Attributes:
    """An object that notes which of its attributes are read."""

    def __init__(self, spy, **attributes):
        self.__dict__.update(attributes, _spy=spy)

    def __getattribute__(self, name):
        if not name.startswith("_"):
            note(object.__getattribute__(self, "_spy"), f".{name}")
        return object.__getattribute__(self, name)


class Entries(dict):
    """A dict that notes which of its entries are read, and that its keys are."""

    def __init__(self, spy, **entries):
        super().__init__(**entries)
        self.spy = spy

    def __getitem__(self, key):
        note(self.spy, f"[{key!r}]")
        return super().__getitem__(key)

    def __contains__(self, key):
        note(self.spy, f"[{key!r}]")
        return super().__contains__(key)

    def get(self, key, default=None):
        note(self.spy, f"[{key!r}]")
        return super().get(key, default)

    def __iter__(self):
        note(self.spy, "[...]")
        return super().__iter__()

    def items(self):
        note(self.spy, "[...]")
        return super().items()

    def values(self):
        note(self.spy, "[...]")
        return super().values()

    def __len__(self):
        note(self.spy, "[...]")
        return super().__len__()


class Items(list):
    """A list that notes which of its items are read, and that all or their number are."""

    def __init__(self, spy, *items):
        super().__init__(items)
        self.spy = spy

    def __getitem__(self, key):
        note(self.spy, f"[{key!r}]" if isinstance(key, int) else "[...]")
        return super().__getitem__(key)

    def __iter__(self):
        note(self.spy, "[...]")
        return super().__iter__()

    def __len__(self):
        note(self.spy, "[...]")
        return super().__len__()


def spied_module(name: str, **values: Any) -> types.ModuleType:
    """A module that can be imported and answers through its ``__getattr__``."""
    module = types.ModuleType(name)

    def answer(asked: str) -> Any:
        if asked.startswith("_"):
            raise AttributeError(asked)
        note(name, f".{asked}")
        if asked in values:
            return values[asked]
        raise AttributeError(asked)

    module.__dict__["__getattr__"] = answer
    sys.modules[name] = module
    return module


settings = Attributes("settings", scale=2.0, shift=0.5, unused=9.0)
outer = Attributes("outer", inner=Attributes("inner", gain=1.5, unused=9.0))
table = Entries("table", rate=2.0, gain=0.5)
rows = Items("rows", 2.0, 0.5)
library = spied_module("spied_library", factor=3.0, unused=9.0)


# --------------------------------------------------------------------------- functions


def an_attribute(x):
    return x * settings.scale


def attributes_by_getattr(x):
    return x * getattr(settings, "scale") + getattr(settings, "bias", 1.0)  # noqa: B009


def an_absent_attribute(x):
    return x + 1.0 if hasattr(settings, "bias") else x * 2.0


def an_attribute_of_an_attribute(x):
    return x * outer.inner.gain


def without_arrays():
    return settings.scale + settings.shift


def an_attribute_in_a_helper(x):
    return x * without_arrays()


def an_attribute_in_a_branch(x):
    if settings.scale > 1:
        return x * settings.shift
    return x


def an_entry(x):
    return x * table["rate"]


def entries_by_get(x):
    return x * table.get("gain", 1.0) + table.get("bias", 1.0)


def an_absent_entry(x):
    return x if "bias" in table else x * 2.0


def all_entries(x):
    for value in table.values():
        x = x * value
    return x


def the_number_of_entries(x):
    return x * len(table)


def an_item(x):
    return x * rows[0]


def all_items(x):
    for row in rows:
        x = x * row
    return x


def the_number_of_items(x):
    return x * len(rows)


def a_slice(x):
    return x * sum(rows[:1])


def a_name_of_a_module(x):
    return x * library.factor


def an_absent_name_of_a_module(x):
    return x * getattr(library, "missing", 2.0)


def in_a_default(x, by=settings):
    return x * by.shift


def made(held):
    def inner(x):
        return x * held.scale

    return inner


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.held = settings
        self.table = table

    def construct(self, x):
        return x * self.held.scale * self.table["gain"]


@dataclass(frozen=True)
class Spied:
    """A function, and what it reads of the spies."""

    function: Callable[..., Any]
    reads: frozenset[str]
    name: str = ""

    def __str__(self) -> str:
        return self.name or self.function.__name__


def _spied(function: Callable[..., Any], *reads: str, name: str = "") -> Spied:
    return Spied(function, frozenset(reads), name)


PROGRAMS = [
    _spied(an_attribute, "settings.scale"),
    _spied(attributes_by_getattr, "settings.scale", "settings.bias"),
    _spied(an_absent_attribute, "settings.bias"),
    _spied(an_attribute_of_an_attribute, "outer.inner", "inner.gain"),
    _spied(an_attribute_in_a_helper, "settings.scale", "settings.shift"),
    _spied(an_attribute_in_a_branch, "settings.scale", "settings.shift"),
    _spied(an_entry, "table['rate']"),
    _spied(entries_by_get, "table['gain']", "table['bias']"),
    _spied(an_absent_entry, "table['bias']"),
    _spied(all_entries, "table[...]"),
    _spied(the_number_of_entries, "table[...]"),
    _spied(an_item, "rows[0]"),
    _spied(all_items, "rows[...]"),
    _spied(the_number_of_items, "rows[...]"),
    _spied(a_slice, "rows[...]"),
    _spied(a_name_of_a_module, "spied_library.factor"),
    _spied(an_absent_name_of_a_module, "spied_library.missing"),
    _spied(in_a_default, "settings.shift"),
    _spied(made(settings), "settings.scale", name="in_a_closure"),
    _spied(Net(), "settings.scale", "table['gain']", name="in_a_cell"),
]
X = np.array([0.5, -1.25, 2.0])
