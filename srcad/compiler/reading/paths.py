"""Paths: how an object is reached from the function that is differentiated.

A path is a chain of steps, each of which reads one place of one object and runs no code
of the user's: an entry of a ``__dict__``, an item, a cell of a closure, a default. The
first step is the function itself, a module, or a variable of the environment.
"""

from __future__ import annotations

import ast
import collections
import functools
import gc
import itertools
import os
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.reading.user_rules import rule_of

_fill = object.__setattr__


@dataclass(frozen=True, slots=True, init=False, eq=False)
class Path:
    """The object that ``step`` (of the kinds in ``STEPS``) finds from ``base``."""

    base: Path | None
    step: str
    key: Any = None
    # Of a path as long as this one: it is in many dicts.
    _hash: int = field(init=False, repr=False)
    _steps: tuple[tuple[str, str], ...] = field(init=False, repr=False)

    def __init__(self, base: Path | None, step: str, key: Any = None) -> None:
        _fill(self, "base", base)
        _fill(self, "step", step)
        _fill(self, "key", key)
        _fill(self, "_hash", hash((base and base._hash, step, key)))
        _fill(self, "_steps", ())

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Path) or self._hash != other._hash:
            return False
        last = self.step == other.step and self.key == other.key
        return last and self.base == other.base

    def then(self, step: str, key: Any = None) -> Path:
        """The path of what a step from here leads to."""
        return (_known if type(key) in _PLAIN else Path)(self, step, key)

    def steps(self) -> tuple[tuple[str, str], ...]:
        """All steps from the first on, with their keys as Python writes them."""
        unknown: list[Path] = []
        one: Path | None = self
        while one is not None and not one._steps:
            unknown.append(one)
            one = one.base
        found = () if one is None else one._steps
        for one in reversed(unknown):
            found = (*found, (one.step, repr(one.key)))
            _fill(one, "_steps", found)
        return found

    def __str__(self) -> str:
        return shown(self)


# The same object where it is asked for again: it is found in dicts without a look at
# what it is made of.
_known = functools.lru_cache(maxsize=1 << 14)(Path)
_PLAIN = (str, int)


@dataclass(frozen=True, slots=True)
class Step:
    """``take(object, key)`` gives what is there; ``code`` is the same as Python, and
    ``text`` as it is shown, with ``{0}`` for the object and ``{1}`` for the key."""

    take: Callable[[Any, Any], Any]
    code: str
    text: str


def _closure(function: Any, name: str) -> Any:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return dict(cells)[name].cell_contents


def _nth(items: Any, place: int) -> Any:
    return next(itertools.islice(items, place, None))


def keys_of(item: Any) -> Any:
    """The keys of a dict, in the order that it is gone through; no method of the
    user's is called."""
    ordered = isinstance(item, collections.OrderedDict)
    return collections.OrderedDict.keys(item) if ordered else dict.keys(item)


def values_of(item: Any) -> list[Any]:
    """The values of a dict, in the order of ``keys_of``.

    Errors:
        CompileError: a key that the dict does not find, since its hash is another one
            than when it was put there.
    """
    held = list(keys_of(item))
    lost = [key for key in held if not dict.__contains__(item, key)]
    if lost:
        kind = type(lost[0]).__qualname__
        message = f"a dict that is read no longer finds one of its keys, a `{kind}`"
        help = "put it in again: its hash has changed since it was put there"
        raise CompileError(Diagnostic("SRC013", message, help=help))
    return [dict.__getitem__(item, key) for key in held]


def _item(owner: Any, key: Any) -> Any:
    """An item of a plain container. What stands in its place by now, and may do more
    than to give an item, is not asked."""
    if type(owner) in (dict, list, tuple):
        return owner[key]
    raise LookupError(key)


def _dict_item(owner: Any, key: Any) -> Any:
    """An item that a dict has: no ``__missing__`` puts one there."""
    if not dict.__contains__(owner, key):
        raise KeyError(key)
    return dict.__getitem__(owner, key)


def viewed(item: Any) -> Any:
    """The mapping that a ``types.MappingProxyType`` shows."""
    if type(item) is not types.MappingProxyType:
        raise TypeError(item)
    return gc.get_referents(item)[0]


def _slot(item: Any, key: tuple[str, str]) -> Any:
    kind, name = key
    for base in type(item).__mro__:
        if base.__qualname__ == kind and name in base.__dict__:
            return base.__dict__[name].__get__(item, type(item))
    raise AttributeError(name)


def _rule_part(item: Any, part: str) -> Any:
    return getattr(rule_of(item), part)


def _decimals() -> str:
    import decimal  # late: few programs have it, and starting is to be quick

    now = decimal.getcontext()
    traps = [signal.__name__ for signal, trapped in now.traps.items() if trapped]
    parts = (now.prec, now.rounding, now.Emin, now.Emax, now.clamp, *sorted(traps))
    return " ".join(map(str, parts))


# What a computation may depend on that no object of the program holds: as texts.
STATES: dict[str, Callable[[], str]] = {
    "decimal.getcontext()": _decimals,
    "np.geterr()": lambda: repr(np.geterr()),
    "np.get_printoptions()": lambda: repr(np.get_printoptions()),
    "sys.get_int_max_str_digits()": lambda: str(sys.get_int_max_str_digits()),
}
ROOT = Path(None, "function")
STEPS: dict[str, Step] = {
    "module": Step(lambda _, key: sys.modules[key], "modules[{1!r}]", "{1}"),
    # An argument of the call, by its name.
    "argument": Step(lambda _, key: None, "arguments[{1!r}]", "{1}"),
    "environment": Step(
        lambda _, key: os.environ.get(key),
        "environ.get({1!r})",
        "os.environ[{1!r}]",
    ),
    # What the process is set to, as a text.
    "state": Step(lambda _, key: STATES[key](), "states[{1!r}]()", "{1}"),
    # An entry of the __dict__ of an object, a class or a module.
    "attribute": Step(lambda o, k: o.__dict__[k], "{0}.__dict__[{1!r}]", "{0}.{1}"),
    "slot": Step(_slot, "slot({0}, {1!r})", "{0}.{1[1]}"),
    # What C defines for its objects: __func__, __self__, func, args, fget.
    "part": Step(getattr, "{0}.{1}", "{0}.{1}"),
    "cell": Step(
        lambda o, k: o.__dict__["_cells"][k],
        "{0}.__dict__['_cells'][{1!r}]",
        "{0}.{1}",
    ),
    "parameter": Step(
        lambda o, k: o.__dict__["_params"][k],
        "{0}.__dict__['_params'][{1!r}]",
        "{0}.{1}",
    ),
    "item": Step(_item, "item({0}, {1!r})", "{0}[{1!r}]"),
    "list item": Step(list.__getitem__, "list_item({0}, {1!r})", "{0}[{1!r}]"),
    "dict item": Step(_dict_item, "dict_item({0}, {1!r})", "{0}[{1!r}]"),
    "tuple item": Step(tuple.__getitem__, "tuple_item({0}, {1!r})", "{0}[{1!r}]"),
    "element": Step(_nth, "nth({0}, {1})", "list({0})[{1}]"),
    "value": Step(
        lambda o, k: _nth(values_of(o), k),
        "nth(values_of({0}), {1})",
        "list({0}.values())[{1}]",
    ),
    "viewed": Step(lambda o, _: viewed(o), "viewed({0})", "{0}"),
    "closure": Step(_closure, "closure({0}, {1!r})", "closure[{1!r}]"),
    "globals": Step(lambda o, _: o.__globals__, "{0}.__globals__", "globals({0})"),
    "default": Step(
        lambda o, k: o.__defaults__[k], "{0}.__defaults__[{1}]", "{0}.__defaults__[{1}]"
    ),
    "keyword default": Step(
        lambda o, k: o.__kwdefaults__[k],
        "{0}.__kwdefaults__[{1!r}]",
        "{0}.__kwdefaults__[{1!r}]",
    ),
    "namespace": Step(lambda o, _: o.__dict__, "{0}.__dict__", "vars({0})"),
    "type": Step(lambda o, _: type(o), "type({0})", "type({0})"),
    "base class": Step(
        lambda o, k: o.__mro__[k], "{0}.__mro__[{1}]", "{0}.__mro__[{1}]"
    ),
    "rule": Step(_rule_part, "rule_part({0}, {1!r})", "srcad.defbprop({0}).{1}"),
    "function": Step(lambda o, _: o, "{0}", "function"),
}
# What the code of the steps is written with.
SPACE: dict[str, Any] = {
    "modules": sys.modules,
    "environ": os.environ,
    "states": STATES,
    "slot": _slot,
    "nth": _nth,
    "values_of": values_of,
    "viewed": viewed,
    "list_item": list.__getitem__,
    "item": _item,
    "dict_item": _dict_item,
    "tuple_item": tuple.__getitem__,
    "closure": _closure,
    "rule_part": _rule_part,
}


class Resolver:
    """Gives the objects at paths from one function, each looked up once."""

    def __init__(
        self,
        function: Any,
        arguments: Mapping[str, Any] | None = None,
        sizes: Mapping[str, int] | None = None,
    ) -> None:
        self.sizes = sizes or {}
        self._known: dict[Path, Any] = {ROOT: function}
        for name, item in (arguments or {}).items():
            self._known[Path(None, "argument", name)] = item

    def __call__(self, path: Path) -> Any:
        """The object at a path; LookupError, AttributeError, TypeError, StopIteration
        or ValueError where there is none."""
        if path in self._known:
            return self._known[path]
        if path.step == "argument":
            raise LookupError(path.key)
        base = None if path.base is None else self(path.base)
        found = STEPS[path.step].take(base, path.key)
        self._known[path] = found
        return found


GONE = (LookupError, AttributeError, TypeError, ValueError, StopIteration)


def shown(path: Path) -> str:
    """A path as a person would write it: ``self.fc1.alpha``, ``closure['net']``."""
    if path.base is None:
        return STEPS[path.step].text.format("", path.key)
    base = "self" if path.base == ROOT else shown(path.base)
    if path.step == "closure":
        return ("" if path.base == ROOT else f"{base}.") + f"closure[{path.key!r}]"
    if path.step == "attribute" and path.base.step == "module":
        return f"{base}.{path.key}"
    return STEPS[path.step].text.format(base, path.key)


def as_json(path: Path) -> list[list[str]]:
    """The steps from the first on, with their keys as Python writes them."""
    return list(map(list, path.steps()))


# The same few words stand in thousands of paths, and the same steps.
key_of_text = functools.lru_cache(maxsize=4096)(ast.literal_eval)


@functools.lru_cache(maxsize=1 << 14)
def after(base: Path | None, step: str, text: str) -> Path:
    """The path of what a step from ``base`` leads to, with its key as Python writes
    it."""
    key = key_of_text(text)
    return Path(None, step, key) if base is None else base.then(step, key)


def from_json(steps: Sequence[Sequence[str]]) -> Path:
    """The path that ``as_json`` described; ValueError where it is none."""
    return _of_detail(steps) if type(steps) is tuple else _of_steps(steps)


def _of_steps(steps: Sequence[Sequence[str]]) -> Path:
    path: Path | None = None
    for step, key in steps:
        if step not in STEPS:
            raise ValueError(f"{step!r} is no step of a path")
        path = after(path, step, key)
    if path is None:
        raise ValueError("a path without steps")
    return path


# As ``as_json`` gives them, but frozen: what a question has for a detail.
_of_detail = functools.lru_cache(maxsize=1 << 13)(_of_steps)
