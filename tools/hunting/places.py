"""Everything that can be reached from a function, and where it stands.

A *place* is where a value can be put in another's stead: a name of a module, a closure
variable, a default, an attribute of an object or a class, an entry of a container. The
walk follows the names that the code mentions, and looks into what is the program's
own, containers, and the attributes of layers. Its order depends on the program alone.
"""

from __future__ import annotations

import builtins
import functools
import types
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from srcad import Tensor

from .subjects import Subject

_METHODS = (types.FunctionType, property, staticmethod, classmethod)
_PRIVATE = {"_cells", "_params", "_auto_prefix", "_names_checked", "_phase"}
_PRIVATE |= {
    "_bprop_debug",
    "_float_dtype",
    "_auto_dtype",
    "_hooks_with_kwargs",
    "training",
}
_PRIVATE |= {
    f"_{k}_hooks" for k in ("forward", "forward_pre", "backward", "backward_pre")
}


@dataclass(frozen=True)
class Place:
    """Where a value stands: ``assign`` puts another there, ``delete`` takes it away.

    ``owner`` holds it; ``kind`` is the kind of place, for the tables.
    """

    kind: str
    path: str
    value: Any
    assign: Callable[[Any], None]
    delete: Callable[[], None] | None = None


@dataclass
class Walk:
    """What was found: the places, and the objects with the first path to each."""

    subject: Subject
    places: list[Place] = field(default_factory=list)
    objects: dict[int, tuple[str, Any]] = field(default_factory=dict)
    strings: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def found(self, place: Place) -> None:
        """Note a place, and look into what stands there."""
        self.places.append(place)
        if isinstance(place.value, tuple) and not hasattr(place.value, "_fields"):
            self.tuple_items(place)
        self.visit(place.path, place.value)

    def visit(self, path: str, item: Any) -> None:
        """Look into an object that was not seen before."""
        if isinstance(item, str) and item not in self.strings:
            self.strings.append(item)
        if item is None or isinstance(item, bool | int | float | str | bytes | complex):
            return
        if id(item) in self.objects:
            return
        self.objects[id(item)] = path, item
        match item:
            case types.FunctionType():
                self.function(path, item)
            case types.MethodType():
                self.visit(f"{path}.__self__", item.__self__)
                self.visit(f"{path}.__func__", item.__func__)
            case functools._lru_cache_wrapper():
                self.visit(f"{path}.__wrapped__", item.__wrapped__)
            case functools.partial():
                self.visit(f"{path}.func", item.func)
                self.visit(f"{path}.args", item.args)
                self.visit(f"{path}.keywords", item.keywords)
            case property() | staticmethod() | classmethod():
                parts = ("fget",) if isinstance(item, property) else ("__func__",)
                for name in parts:
                    self.visit(f"{path}.{name}", getattr(item, name))
            case types.ModuleType():
                self.module(path, item)
            case type():
                if self.subject.own(item):
                    self.type(path, item)
            case np.ndarray() | np.generic() | Tensor():
                pass
            case _:
                self.container(path, item)
                self.instance(path, item)

    # --------------------------------------------------------------------- functions

    def function(self, path: str, function: Any) -> None:
        """The names that a function of the program mentions, and what it keeps."""
        function = getattr(function, "__wrapped__", function)
        if not self.subject.own(function):
            return
        self.objects.setdefault(id(function), (path, function))
        space = function.__globals__
        names: list[str] = []
        for code in codes(function.__code__):
            names += code.co_names
            texts = [item for item in code.co_consts if isinstance(item, str)]
            self.strings += [text for text in texts if text not in self.strings]
        self.names += [name for name in names if name not in self.names]
        for name in dict.fromkeys(names):
            if name in space:
                self.found(entry("global", name, space, name, space[name]))
        self.closure(path, function)
        for number, value in enumerate(function.__defaults__ or ()):
            assign = functools.partial(_set_default, function, number)
            where = f"{path}.__defaults__[{number}]"
            self.found(Place("default", where, value, assign))
        for name, value in (function.__kwdefaults__ or {}).items():
            where, held = f"{path}.__kwdefaults__[{name!r}]", function.__kwdefaults__
            self.found(entry("default", where, held, name, value))
        for name, value in list(vars(function).items()):
            if not name.startswith("__"):
                kind = "function attribute"
                self.found(attribute(kind, f"{path}.{name}", function, name, value))

    def closure(self, path: str, function: Any) -> None:
        """The variables of enclosing functions."""
        cells = function.__closure__ or ()
        for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
            try:
                value = cell.cell_contents
            except ValueError:
                continue
            assign = functools.partial(setattr, cell, "cell_contents")
            delete = functools.partial(delattr, cell, "cell_contents")
            where = f"{path}:{name}"
            self.found(Place("closure variable", where, value, assign, delete))

    def module(self, path: str, module: types.ModuleType) -> None:
        """The names of a module of the program that the code mentions."""
        if not self.subject.holds(module):
            return
        for name in self.names:
            if name in vars(module):
                where = f"{path}.{name}"
                value = vars(module)[name]
                self.found(attribute("module attribute", where, module, name, value))

    # ------------------------------------------------------------ classes and objects

    def type(self, path: str, kind: type) -> None:
        """The attributes of a class, of its bases, and of its metaclass."""
        for name, value in list(vars(kind).items()):
            if isinstance(value, _METHODS):
                if not _is_machinery(name) and self.subject.own(_plain(value)):
                    what = _method_kind(value)
                    self.found(attribute(what, f"{path}.{name}", kind, name, value))
            elif not name.startswith("__") and not _is_descriptor(value):
                what = "class attribute"
                self.found(attribute(what, f"{path}.{name}", kind, name, value))
        for base in kind.__bases__:
            if self.subject.own(base):
                self.visit(base.__qualname__, base)
        if self.subject.own(type(kind)):
            self.visit(type(kind).__qualname__, type(kind))

    def instance(self, path: str, item: Any) -> None:
        """The attributes of an object: in its dict, in slots, held as a Cell's."""
        cell = getattr(item, "__srcad_cell__", False)
        if not cell and not self.subject.own(type(item)) and not _is_plain(item):
            return
        for name, value in list(getattr(item, "__dict__", {}).items()):
            if not (cell and name in _PRIVATE):
                what = "Cell attribute" if cell else "instance attribute"
                self.found(attribute(what, f"{path}.{name}", item, name, value))
        for base in type(item).__mro__:
            for name, slot in vars(base).items():
                if isinstance(slot, types.MemberDescriptorType):
                    self.slot(f"{path}.{name}", item, slot)
        if cell:
            for held, what in ((item._params, "Parameter"), (item._cells, "sub-cell")):
                for name, value in list(held.items()):
                    self.found(attribute(what, f"{path}.{name}", item, name, value))
        self.visit(type(item).__qualname__, type(item))

    def slot(self, path: str, item: Any, slot: Any) -> None:
        """A slot, private ones included."""
        try:
            value = slot.__get__(item)
        except AttributeError:
            return
        assign = functools.partial(slot.__set__, item)
        delete = functools.partial(slot.__delete__, item)
        self.found(Place("slot", path, value, assign, delete))

    # --------------------------------------------------------------------- containers

    def container(self, path: str, item: Any) -> None:
        """The entries of dicts and lists, and what sets and tuples hold."""
        match item:
            case dict():
                for key, value in list(item.items()):
                    where = f"{path}[{key!r}]"
                    self.found(entry("dict entry", where, item, key, value))
            case list() | deque():
                for key, value in enumerate(list(item)):
                    assign = functools.partial(item.__setitem__, key)
                    where = f"{path}[{key}]"
                    self.found(Place("list item", where, value, assign))
            case tuple():
                for key, value in enumerate(item):
                    self.visit(f"{path}[{key}]", value)
            case set() | frozenset():
                for value in sorted(item, key=lambda one: (str(type(one)), str(one))):
                    self.visit(f"{path}{{...}}", value)

    def tuple_items(self, place: Place) -> None:
        """The items of a tuple, which another tuple with another item replaces."""
        for key, value in enumerate(place.value):

            def assign(other: Any, key: int = key) -> None:
                items = [*place.value[:key], other, *place.value[key + 1 :]]
                place.assign(type(place.value)(items))

            self.places.append(
                Place("tuple item", f"{place.path}[{key}]", value, assign)
            )


def attribute(kind: str, path: str, owner: Any, name: str, value: Any) -> Place:
    """The place of an attribute, set past what a frozen class forbids."""
    if isinstance(owner, type | types.ModuleType) or hasattr(owner, "__srcad_cell__"):
        assign = functools.partial(setattr, owner, name)
        return Place(kind, path, value, assign, lambda: delattr(owner, name))
    space = vars(owner)
    assign = functools.partial(space.__setitem__, name)
    return Place(kind, path, value, assign, lambda: space.pop(name))


def entry(kind: str, path: str, owner: Any, key: Any, value: Any) -> Place:
    """The place of an entry of a dict."""
    assign = functools.partial(owner.__setitem__, key)
    return Place(kind, path, value, assign, lambda: owner.__delitem__(key))


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A code object and those of the functions in it."""
    yield code
    for item in code.co_consts:
        if isinstance(item, types.CodeType):
            yield from codes(item)


def walked(subject: Subject) -> Walk:
    """What can be reached from the program's function."""
    walk = Walk(subject)
    walk.visit("function", subject.function)
    for name in subject.settings()["ENVIRONMENT"]:
        walk.strings.append(name)
    return walk


def builtin_names(walk: Walk) -> list[str]:
    """The builtins that the code mentions, which a module could hide."""
    known = vars(builtins)
    functions = (n for n in walk.names if callable(known.get(n)))
    # To ask whether an attribute is there may raise, whoever asks.
    return [n for n in functions if not n.endswith("Error")]


def _set_default(function: Any, number: int, value: Any) -> None:
    defaults = list(function.__defaults__)
    defaults[number] = value
    function.__defaults__ = tuple(defaults)


def _is_machinery(name: str) -> bool:
    return name in ("__init__", "__new__", "__init_subclass__", "__set_name__", "_make")


def _is_descriptor(value: Any) -> bool:
    return isinstance(value, types.MemberDescriptorType | types.GetSetDescriptorType)


def _is_plain(item: Any) -> bool:
    return isinstance(item, types.SimpleNamespace)


def _plain(method: Any) -> Any:
    return (
        method.fget
        if isinstance(method, property)
        else getattr(method, "__func__", method)
    )


def _method_kind(value: Any) -> str:
    kinds = {property: "property", staticmethod: "static method"}
    kinds |= {classmethod: "class method"}
    return next((n for kind, n in kinds.items() if isinstance(value, kind)), "method")
