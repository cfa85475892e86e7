"""Mutations of what no object of the program holds: what the process is set to, what a
class comes to know of, what Python would call of an object, what C code keeps."""

from __future__ import annotations

import abc
import decimal
import functools
import logging
import os
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .mutations import Mutation
from .places import Walk
from .values import doubled

_LOGGERS = ("", "hunted")


def of_surroundings(walk: Walk) -> Iterator[Mutation]:
    """The mutations of the process, and of every class and function reached."""
    yield from _process()
    kinds = [
        item
        for _, item in walk.objects.values()
        if isinstance(item, type) and walk.subject.own(item)
    ]
    for path, item in list(walk.objects.values()):
        if isinstance(item, type) and type(item) is not type:
            yield from _registered(path, item, kinds)
        if isinstance(item, functools._lru_cache_wrapper):
            text = f"{path}.cache_clear()"
            yield Mutation("cache", "cleared", text, item.cache_clear)
        if isinstance(getattr(item, "registry", None), types.MappingProxyType):
            yield from _dispatched(path, item, kinds)
        if isinstance(item, types.FunctionType) and walk.subject.own(item):
            yield from _facts("function", path, item, _OF_FUNCTIONS)
    for kind in kinds:
        yield from _special_methods(walk, kind)
        yield from _facts("class", kind.__qualname__, kind, _OF_CLASSES)


# --------------------------------------------------------------------------- process


def _process() -> Iterator[Mutation]:
    """What the process is set to."""
    context = decimal.getcontext()
    yield _set("decimal.getcontext().prec", context, "prec", 3)
    yield _set("decimal.getcontext().rounding", context, "rounding", decimal.ROUND_UP)
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        text = f"logging.getLogger({name!r})"
        apply = functools.partial(logger.setLevel, logging.DEBUG)
        undo = functools.partial(logger.setLevel, logger.level)
        yield Mutation("process", "a level", f"{text}.setLevel(DEBUG)", apply, undo)
        yield _set(f"{text}.disabled", logger, "disabled", True)
    yield from _of_numpy("_printoptions", precision=2, threshold=1, suppress=True)
    yield from _of_numpy("err", over="ignore", divide="ignore")
    here = os.getcwd()
    os.makedirs("elsewhere", exist_ok=True)
    apply = functools.partial(os.chdir, os.path.join(here, "elsewhere"))
    undo = functools.partial(os.chdir, here)
    yield Mutation("process", "folder", 'os.chdir("elsewhere")', apply, undo)


def _of_numpy(word: str, **values: Any) -> Iterator[Mutation]:
    before, change = getattr(np, f"get{word}")(), getattr(np, f"set{word}")
    for name, value in values.items():
        apply = functools.partial(change, **{name: value})
        undo = functools.partial(change, **{name: before[name]})
        text = f"np.set{word}({name}={value!r})"
        yield Mutation("process", f"np.set{word}", text, apply, undo)


def _set(path: str, owner: Any, name: str, value: Any) -> Mutation:
    apply = functools.partial(setattr, owner, name, value)
    undo = functools.partial(setattr, owner, name, getattr(owner, name))
    return Mutation("process", path, f"{path} = {value!r}", apply, undo)


# ---------------------------------------------------------------- what is registered


def _registered(path: str, item: Any, kinds: list[type]) -> Iterator[Mutation]:
    """Classes that a class comes to count as its own."""
    if not isinstance(item, abc.ABCMeta):
        return
    for kind in (*kinds, float, np.ndarray, np.floating):
        if kind is not item and kind not in item.__mro__:
            text = f"{path}.register({kind.__qualname__})"
            apply = functools.partial(item.register, kind)
            yield Mutation("abstract class", "registered", text, apply)


def _dispatched(path: str, item: Any, kinds: list[type]) -> Iterator[Mutation]:
    """Functions for classes that a generic function comes to know."""
    known = item.registry
    for kind in (*kinds, float, np.ndarray, list, object):
        found = known.get(kind) or next(iter(known.values()), None)
        if found is not None:
            text = f"{path}.register({kind.__qualname__}, twice what it was)"
            apply = functools.partial(item.register, kind, doubled(found))
            yield Mutation("generic function", "registered", text, apply)


# ------------------------------------------------------------------- special methods


def _constant(value: Any) -> Callable[..., Any]:
    def run(*_: Any) -> Any:
        return value

    return run


def _both(*_: Any) -> Iterator[float]:
    return iter((1.5, 2.5))


def _own(self: Any, *_: Any) -> Any:
    return self


# What Python would call, and a function that stands for it, whatever it is given.
SPECIAL: dict[str, Any] = {
    **dict.fromkeys(("__bool__", "__contains__"), _constant(False)),
    **dict.fromkeys(("__len__", "__index__", "__int__", "__hash__"), _constant(2)),
    **dict.fromkeys(
        ("__eq__", "__ne__", "__lt__", "__gt__", "__le__"), _constant(True)
    ),
    **dict.fromkeys(("__str__", "__repr__", "__format__"), _constant("other")),
    **dict.fromkeys(("__float__", "__call__", "__getitem__"), _constant(2.5)),
    **dict.fromkeys(("__getattr__", "__missing__", "__round__"), _constant(2.5)),
    **dict.fromkeys(("__add__", "__radd__", "__mul__", "__rmul__"), _constant(2.5)),
    **dict.fromkeys(("__sub__", "__rsub__", "__truediv__"), _constant(2.5)),
    **dict.fromkeys(("__iadd__", "__imul__", "__matmul__", "__pow__"), _constant(2.5)),
    **dict.fromkeys(("__neg__", "__abs__", "__pos__", "__invert__"), _constant(2.5)),
    **dict.fromkeys(("__iter__", "__reversed__", "__next__"), _both),
    **dict.fromkeys(("__enter__", "__copy__", "__deepcopy__"), _own),
    **dict.fromkeys(("__exit__", "__setattr__", "__delattr__"), _constant(None)),
    **dict.fromkeys(("__instancecheck__", "__subclasscheck__"), _constant(True)),
    **dict.fromkeys(("__init__", "__post_init__"), _constant(None)),
    "__array__": lambda *_, **__: np.array([1.5, 2.5, 3.5]),
    "__array_ufunc__": None,
    "__array_priority__": 100.0,
    "__get__": _constant(2.5),
    "__set__": _constant(None),
    "__dir__": _constant(["scale"]),
    "__new__": lambda kind, *_: object.__new__(kind),
}


def _special_methods(walk: Walk, kind: type) -> Iterator[Mutation]:
    """Each of the methods that Python calls by itself, defined or defined anew."""
    found = (one for _, one in walk.objects.values())
    asked: list[Any] = [one for one in found if isinstance(one, abc.ABCMeta)]

    def change(do: Callable[..., None], *what: Any) -> None:
        do(kind, *what)
        for one in asked:  # Python remembers what it has told of a class
            one._abc_caches_clear()

    for number, (name, function) in enumerate(SPECIAL.items()):
        entries = {getattr(function, "__name__", repr(function)): function}
        if number % 3 == 0 and callable(function):
            # What Python calls without the object.
            entries["staticmethod(run)"] = staticmethod(function)
        there = name in vars(kind)
        for told, entry in entries.items():
            text = f"{kind.__qualname__}.{name} = {told}"
            apply = functools.partial(change, setattr, name, entry)
            if there:
                undo = functools.partial(change, setattr, name, vars(kind)[name])
            else:
                undo = functools.partial(change, delattr, name)
            word = f"{name} {'anew' if there else 'added'}"
            yield Mutation("special method", word, text, apply, undo)


# ---------------------------------------------------------- what all of a kind have

_OF_FUNCTIONS = {
    "__name__": "other",
    "__qualname__": "other",
    "__module__": "other",
    "__doc__": "Other.",
    "__defaults__": (2.5, 3.5),
    "__annotations__": {"x": int, "other": float},
}
_OF_CLASSES = {
    "__name__": "Other",
    "__qualname__": "Other",
    "__doc__": "Other.",
    "__annotations__": {"other": float},
    "__match_args__": ("other",),
}


def _facts(
    kind: str, path: str, item: Any, facts: dict[str, Any]
) -> Iterator[Mutation]:
    """What every function or class has besides its code: names, texts, annotations."""
    for name, value in facts.items():
        if name == "__defaults__" and item.__code__.co_argcount < len(value):
            continue
        apply = functools.partial(setattr, item, name, value)
        absent = name in ("__annotations__", "__match_args__")
        if kind == "function" or name in vars(item) or not absent:
            undo = functools.partial(setattr, item, name, getattr(item, name))
        else:
            undo = functools.partial(delattr, item, name)
        text = f"{path}.{name} = {value!r}"
        yield Mutation(f"{kind} fact", name, text, apply, undo)
