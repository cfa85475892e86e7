"""The rules that users have given to callables, with ``srcad.defbprop``.

A Python function is read, and its rule stands for the derivative of what was read. Any
other callable (a C function, a ufunc, an object), and one that is given ``like``, is
called by its name in the generated module; ``like`` says what is known of its result.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from srcad.compiler.reading.source import underlying


@dataclass(frozen=True, slots=True, eq=False)
class UserRule:
    """``bprop`` is the rule of ``function``; None where no derivative is asked for.

    ``like`` is a function over NumPy whose result has the shape and the dtype of
    ``function``'s; None stands for an element-wise one.
    """

    function: Callable[..., Any]
    bprop: Callable[..., Any] | None
    like: Callable[..., Any] | None


_RULES: dict[Any, UserRule] = {}
# Counts the changes of the table.
REVISION = [0]


def define(
    function: Callable[..., Any],
    bprop: Callable[..., Any],
    like: Callable[..., Any] | None = None,
) -> None:
    """Enter a rule; ValueError where the function has another one already, TypeError
    where the rule is no function of Python.

    The same definition, executed again (a cell of a notebook, a module that is loaded
    anew), takes the place of what it gave before.
    """
    if underlying(bprop) is None:
        kind = type(bprop).__name__
        raise TypeError(f"A rule is a function of Python, and no {kind}.")
    known = rule_of(function)
    if known is not None and known.bprop and _place(known.bprop) != _place(bprop):
        name = getattr(function, "__name__", repr(function))
        raise ValueError(f"{name} already has a bprop.")
    _RULES[_key(function)] = UserRule(function, bprop, like)
    REVISION[0] += 1


def remove(function: Callable[..., Any]) -> None:
    """Take the rule of a function back."""
    _RULES.pop(_key(function), None)
    REVISION[0] += 1


def rules() -> list[UserRule]:
    """All rules that users have given."""
    return list(_RULES.values())


def rule_of(function: Any) -> UserRule | None:
    """The rule that a callable was given; None where it has none."""
    return _RULES.get(_key(function)) if callable(function) else None


def _key(function: Any) -> Any:
    """The callable itself; one that cannot be a key is known by its identity."""
    try:
        hash(function)
    except TypeError:
        return id(function)
    return function


def _place(bprop: Callable[..., Any]) -> tuple[str, str]:
    return str(bprop.__module__), str(getattr(bprop, "__qualname__", id(bprop)))


def broadcast(*inputs: Any) -> Any:
    """What an element-wise function of floating results is like."""
    total = 0.0
    for item in inputs:
        total = total + item
    return total


def importable_name(function: Any, space: dict[str, Any]) -> tuple[str, str] | None:
    """The module that a callable can be imported from, and its dotted name in it.

    That is its own module where it is found there by its qualified name; else the
    module that ``space`` (the globals of the caller) has it from, or is itself.
    """
    own = getattr(function, "__module__", None)
    module = sys.modules.get(own) if isinstance(own, str) else None
    name = str(getattr(function, "__qualname__", getattr(function, "__name__", "")))
    if module is not None and found_in(module, name) is function:
        return module.__name__, name
    for item in space.values():
        if isinstance(item, ModuleType):
            for word in (name, *vars(item)):
                if word and vars(item).get(word) is function:
                    return item.__name__, word
    home = sys.modules.get(str(space.get("__name__", "")))
    for word, item in space.items():
        if item is function and home is not None and vars(home).get(word) is function:
            return home.__name__, word
    return None


def found_in(module: ModuleType, name: str) -> Any:
    """What a dotted name stands for in a module; None where it is no name of it."""
    item: Any = module
    for word in name.split("."):
        item = getattr(item, word, None)
    return item
