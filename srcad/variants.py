"""The modules that are stored for a request, and why none of them fits.

Nothing is compiled, counted or changed here: ``srcad cache why`` and the log of
recompilations look at the store with it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from codegen.store import Entry, Store
from srcad.build import asked_for, resolver_of, stored_keys, why_unstored
from srcad.compiler.reading.families import individual
from srcad.compiler.reading.guards import Guard, guard_from_json
from srcad.compiler.reading.paths import Resolver, shown
from srcad.compiler.reading.words import changed, described
from srcad.compiler.request import Request


@dataclass(frozen=True, slots=True)
class Held:
    """A guard in words: ``text``; ``costs_its_array`` where each call reads all that
    is there."""

    path: str
    ask: str
    answer: str
    text: str
    costs_its_array: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of the module for a request.

    ``state`` is "current" where a stored one fits, "changed" where those that are
    stored do not, "unstored" where it cannot be stored, "absent" otherwise; ``reasons``
    say why, of the nearest module, and ``guards`` are those of the one that fits.
    """

    state: str
    key: str = ""
    reasons: tuple[str, ...] = ()
    guards: tuple[Held, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The same for a machine."""
        return asdict(self)


def verdict(request: Request, store: Store) -> Verdict:
    """Whether the store has the module for a request, and why or why not."""
    found = variants(request, store)
    if found and not found[0].failed:
        guards = tuple(map(_held, found[0].guards))
        return Verdict("current", found[0].entry.key, guards=guards)
    unstored = why_unstored(request, store)
    if unstored:
        return Verdict("unstored", reasons=tuple(unstored))
    if found:
        return Verdict("changed", found[0].entry.key, found[0].failed)
    return Verdict("absent", reasons=tuple(other_requests(request, store)))


def _held(guard: Guard) -> Held:
    question = guard.question
    return Held(
        shown(question.path),
        question.ask,
        guard.answer,
        described(question, guard.answer),
        question.ask == "content",
    )


@dataclass(frozen=True, slots=True)
class Variant:
    """A stored module, its guards, and what is no longer as they say, in words."""

    entry: Entry
    guards: tuple[Guard, ...]
    failed: tuple[str, ...]


def variants(request: Request, store: Store) -> list[Variant]:
    """The stored modules for a request, that with the fewest failures first; of equal
    ones, that which was used last."""
    resolve = resolver_of(request)
    keys = sorted(stored_keys(request, store), key=store.used, reverse=True)
    found = []
    for entry in filter(None, map(store.look, keys)):
        guards = recorded_guards(entry)
        if guards is not None:
            found.append(Variant(entry, guards, tuple(failures(guards, resolve))))
    return sorted(found, key=lambda one: len(one.failed))


def recorded_guards(entry: Entry) -> tuple[Guard, ...] | None:
    """The guards in a manifest, each of one object; None where none can be asked."""
    parts: object = entry.manifest.get("guards")
    if not isinstance(parts, list):
        return None
    try:
        return tuple(individual(map(guard_from_json, parts)))
    except (ValueError, SyntaxError, TypeError):
        return None


def failures(guards: Sequence[Guard], resolve: Resolver) -> list[str]:
    """What is no longer as the guards say, each once, in the order of the guards."""
    found = (changed(guard, resolve) for guard in guards)
    return list(dict.fromkeys(text for text in found if text is not None))


# What a bucket is for, in words.
_PARTS = {
    "environment": "srcad, Python or a library that it prints with is another one",
    "function": "its source is another one",
    "inputs": "the inputs are other ones",
    "static": "the arguments that are known at compile time are other ones",
    "forms": "the forms of the arguments are other ones",
    "wrt": "what it is differentiated by is another choice",
    "order": "the order of the derivative is another one",
    "float_dtype": "the dtype that it is compiled for is another one",
}
_OTHER = "it is compiled with other options"


def other_requests(request: Request, store: Store) -> list[str]:
    """What this request has in another way than the nearest of those that modules of
    the same source are stored for, in words; empty where there are none."""
    asked = json.loads(json.dumps(asked_for(request, store)))
    nearest: list[str] | None = None
    for entry in store.entries():
        known = entry.manifest.get("request")
        if not isinstance(known, dict):
            continue
        if any(known.get(name) != asked[name] for name in ("label", "live")):
            continue
        names = [name for name in asked if known.get(name) != asked[name]]
        differing = list(dict.fromkeys(_PARTS.get(name, _OTHER) for name in names))
        if nearest is None or len(differing) < len(nearest):
            nearest = differing
    return nearest or []
