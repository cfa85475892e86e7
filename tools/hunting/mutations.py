"""The mutations of a program: one thing that is reachable from its function is changed.

They are found by walking (``places``), in an order that depends on the program alone,
so that a number says which one it is in every process. Those of ``states`` change
objects in place, those here what stands at a place; *early* ones change what the module
is imported from, and where it is imported already it is reloaded.
"""

from __future__ import annotations

import builtins
import functools
import itertools
import re
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .places import Place, Walk, attribute, builtin_names, entry
from .values import alternatives, doubled


@dataclass(frozen=True)
class Mutation:
    """``kind`` of place and ``change`` are for the tables, ``text`` for people.

    ``undo`` brings back exactly what was. Where the mutation is ``custom``, the
    gradient is not the derivative any more, on purpose; where it is ``unread``, what a
    module was made from has not changed, and it may be used on.
    """

    kind: str
    change: str
    text: str
    apply: Callable[[], Any]
    undo: Callable[[], Any] | None = None
    early: bool = False
    custom: bool = False
    unread: bool = False


_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
NOTHING = Mutation("nothing", "nothing", "nothing is changed", lambda: None)


def of_places(walk: Walk) -> Iterator[Mutation]:
    """Other values at the places, and places taken away."""
    for place in walk.places:
        cell = place.kind in ("Parameter", "sub-cell")
        for change, value in alternatives(place.value, walk.strings):
            undo = None if cell else functools.partial(place.assign, place.value)
            text = f"{place.path} = {shown(value)}  # {change}"
            apply = functools.partial(place.assign, value)
            yield Mutation(place.kind, change, text, apply, undo)
        if isinstance(place.value, type) and walk.subject.own(place.value):
            yield from _of_class(walk, place)
        if place.delete is not None:
            yield Mutation(place.kind, "deleted", f"del {place.path}", place.delete)


def shown(value: Any) -> str:
    """A value on one line."""
    value = getattr(value, "__func__", value)
    if isinstance(value, types.FunctionType) and value.__closure__:
        return f"twice {value.__closure__[0].cell_contents.__qualname__}"
    text = _ADDRESS.sub("", " ".join(repr(value).split()))
    return text if len(text) < 70 else text[:66] + " ..."


def _of_class(walk: Walk, place: Place) -> Iterator[Mutation]:
    """A class of the name with one attribute changed, in the class's place."""
    kind: type = place.value
    for name, value in overrides(walk, kind):
        text = f"{place.path} = a subclass with {name} = {shown(value)}"
        apply = functools.partial(_replace_class, place, name, value)
        undo = functools.partial(place.assign, kind)
        yield Mutation(place.kind, "a subclass", text, apply, undo)


def _replace_class(place: Place, name: str, value: Any) -> None:
    place.assign(subclass(place.value, name, value))


def subclass(kind: type, name: str, value: Any) -> type:
    """A class of the same name, with one attribute changed."""
    space = {name: value, "__slots__": (), "__module__": kind.__module__}
    if getattr(kind, "__srcad_cell__", False) or "__dict__" in dir(kind):
        del space["__slots__"]
    return type(kind)(kind.__name__, (kind,), space)


def overrides(walk: Walk, kind: type) -> list[tuple[str, Any]]:
    """Attributes of a class and of its bases, with another value for each."""
    found: dict[str, Any] = {}
    for base in kind.__mro__[::-1]:
        if walk.subject.own(base):
            found |= {n: v for n, v in vars(base).items() if _is_overridable(n, v)}
    changed = ((n, next(alternatives(v, []), ("", v))[1]) for n, v in found.items())
    return [(name, value) for name, value in changed if value is not found[name]]


def _is_overridable(name: str, value: Any) -> bool:
    if name.startswith("__"):
        return name == "__call__"
    return not isinstance(value, types.MemberDescriptorType | type)


# ------------------------------------------------------------------------------- names


def of_names(walk: Walk) -> Iterator[Mutation]:
    """Names that are absent, and hide others where they come to be."""
    for path, item in list(walk.objects.values()):
        if isinstance(item, type):
            yield from _shadows(
                walk, path, item, item.__bases__, "class attribute hides"
            )
            yield from _absent(walk, path, item, "class attribute added")
        elif walk.subject.own(type(item)) and hasattr(item, "__dict__"):
            kinds = (type(item),)
            yield from _shadows(walk, path, item, kinds, "instance attribute hides")
            yield from _absent(walk, path, item, "instance attribute added")
        elif isinstance(item, types.FunctionType) and walk.subject.own(item):
            yield from _absent(walk, path, item, "function attribute added")
    yield from _hidden_builtins(walk)


def _shadows(
    walk: Walk, path: str, owner: Any, kinds: Any, kind: str
) -> Iterator[Mutation]:
    """A nearer attribute of the name of one that is found further away."""
    seen = set(vars(owner))
    for one in kinds:
        for name, value in overrides(walk, one):
            if name in seen:
                continue
            seen.add(name)
            if isinstance(value, types.FunctionType) and not isinstance(owner, type):
                value = types.MethodType(value, owner)
            yield _added(kind, "added", f"{path}.{name}", owner, name, value)


def _absent(walk: Walk, path: str, owner: Any, kind: str) -> Iterator[Mutation]:
    """A name that the program asks for in a string, where there is none."""
    for name in walk.strings:
        if name.isidentifier() and not hasattr(owner, name):
            yield _added(kind, "added", f"{path}.{name}", owner, name, 2.5)


def _added(
    kind: str, change: str, path: str, owner: Any, name: str, value: Any
) -> Mutation:
    place = attribute(kind, path, owner, name, None)
    text = f"{path} = {shown(value)}  # was absent there"
    apply = functools.partial(place.assign, value)
    return Mutation(kind, change, text, apply, place.delete)


def _hidden_builtins(walk: Walk) -> Iterator[Mutation]:
    """A function of the module with the name of a builtin."""
    function = getattr(walk.subject.function, "__func__", walk.subject.function)
    space = getattr(function, "__globals__", vars(walk.subject.module))
    for name in builtin_names(walk):
        if name not in space and name not in ("super", "isinstance", "range"):
            value = doubled(vars(builtins)[name])
            place = entry("global hides a builtin", name, space, name, None)
            apply = functools.partial(place.assign, value)
            text = f"{name} = twice {name}  # a global of the module"
            yield Mutation(place.kind, "added", text, apply, place.delete)


# ---------------------------------------------------------------------------- identity


def of_identity(walk: Walk) -> Iterator[Mutation]:
    """Two objects of a kind made one."""
    for one, two in itertools.combinations(walk.places, 2):
        a, b = one.value, two.value
        if type(a) is not type(b) or a is b or not _has_identity(a):
            continue
        if isinstance(a, np.ndarray) and a.shape != b.shape:
            continue
        text = f"{two.path} = {one.path}"
        apply = functools.partial(two.assign, a)
        undo = functools.partial(two.assign, b)
        if two.kind in ("Parameter", "sub-cell"):
            undo = None  # type: ignore[assignment]
        yield Mutation("two made one", two.kind, text, apply, undo)


def _has_identity(item: Any) -> bool:
    plain = (bool, int, float, complex, str, bytes, type, types.ModuleType, np.generic)
    return item is not None and not isinstance(item, plain)
