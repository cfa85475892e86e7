"""Why functions are compiled anew: a line for each time, and a warning at the fifth.

A function is compiled *anew* where there is a module for its source and such inputs,
and a guard of it does not hold, or where the module cannot be used a second time.
Inputs of another kind or size need a module of their own, which says nothing of the
function: that is never warned of, and logged where only sizes differ.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from codegen.store import Store
from srcad.build import Built, resolver_of
from srcad.compiler.reading.families import individual
from srcad.compiler.reading.guards import Guard
from srcad.compiler.reading.paths import GONE, Resolver
from srcad.compiler.reading.words import changed, where_is
from srcad.compiler.request import Request
from srcad.gradient.modules import MODULES
from srcad.variants import variants

VARIABLE = "SRCAD_LOG"
_WORDS = ("recompiles",)
_MANY = 5


class RecompileWarning(UserWarning):
    """A function is compiled again and again: what it reads is another each time."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a function was compiled anew; ``sizes`` says that sizes alone differ,
    ``always`` that each call compiles."""

    text: str
    sizes: bool = False
    always: bool = False


# How often a definition was compiled in this process, kinds and sizes of its inputs
# aside, and what was compiled to a module that cannot be used again.
_COUNTS: dict[Any, int] = {}
_ONCE_ONLY: set[Any] = set()
_UNKNOWN: set[str] = set()


def noticed(key: Any, request: Request, built: Built, store: Store) -> None:
    """Take note of a module that was just built, and is not in use yet.

    ``key`` is what ``MODULES`` finds it by; its first part is the definition. Only one
    thread at a time compiles, and calls this.
    """
    if built.cached:
        return
    logged = "recompiles" in words_of(os.environ.get(VARIABLE, ""))
    cause = _cause(key, request, built)
    if logged:
        said = cause or _cause_of_store(request, built, store)
        if said is not None:
            name = request.label.rpartition("::")[2]
            print(f"srcad: {name} compiled anew: {said.text}", file=sys.stderr)
    if not built.manifest["reusable"]:
        _ONCE_ONLY.add(key)
    _count(key[0], request, cause)


def words_of(text: str) -> set[str]:
    """The words of SRCAD_LOG; each that is not known is warned of once."""
    words = {word.strip() for word in text.split(",")} - {""}
    for word in sorted(words - set(_WORDS) - _UNKNOWN):
        _UNKNOWN.add(word)
        known = ", ".join(_WORDS)
        message = f"{VARIABLE} knows no `{word}`; it knows: {known}"
        warnings.warn(message, stacklevel=_level())
    return words


def _cause(key: Any, request: Request, built: Built) -> Cause | None:
    """Why this process compiles anew; None where it does so for the first time."""
    if key in _ONCE_ONLY:
        why = built.manifest["unrecorded"]
        if why:
            return Cause(f"its module cannot be used again: {why}", always=True)
    known = MODULES.get(key)
    if not known:
        return None
    resolve, guards = resolver_of(request), individual(known[0].guards)
    return _failed(guards, resolve) or _replaced(guards, resolve)


def _cause_of_store(request: Request, built: Built, store: Store) -> Cause | None:
    """What the nearest module of the store did not fit by."""
    own = built.entry.key if built.entry is not None else ""
    others = [one for one in variants(request, store) if one.entry.key != own]
    return _failed(others[0].guards, resolver_of(request)) if others else None


def _failed(guards: Iterable[Guard], resolve: Resolver) -> Cause | None:
    """The first guard that does not hold, sizes last."""
    sizes: Cause | None = None
    for guard in guards:
        text = changed(guard, resolve)
        if text is not None and guard.question.ask != "fits":
            return Cause(text)
        if text is not None:
            sizes = Cause(text, sizes=True)
    return sizes


def _replaced(guards: Iterable[Guard], resolve: Resolver) -> Cause:
    """What goes by the name of another object: a class that was defined again."""
    for guard in guards:
        try:
            item = resolve(guard.question.path)
        except GONE:
            continue
        if guard.question.ask == "type":
            item, known = type(item), type(guard.item)
        elif guard.question.ask == "named":
            known = guard.item
        else:
            continue
        if item is not known:
            where = where_is(guard.question.path)
            return Cause(f"{where} was defined again, under the same name")
    return Cause("what it depends on cannot be compared")


def _count(definition: Any, request: Request, cause: Cause | None) -> None:
    if cause is None:
        _COUNTS.setdefault(definition, 1)
        return
    if cause.sizes:
        return
    _COUNTS[definition] = count = _COUNTS.get(definition, 0) + 1
    if count != _MANY:
        return
    name = request.label.rpartition("::")[2]
    if cause.always:
        message = f"{name} is compiled at each call, since {cause.text}"
    else:
        message = (
            f"{name} was compiled for the fifth time, since {cause.text}. Each value "
            "has a module of its own; pass it as an argument, an array or a Tensor"
        )
    message += f" ({VARIABLE}=recompiles tells of each time)"
    warnings.warn(message, RecompileWarning, stacklevel=_level())


def _level() -> int:
    """The ``stacklevel`` of the caller's caller that is no code of srcad."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        level, frame = level + 1, frame.f_back
    return level


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "srcad"
