"""Kinds of objects that come in through the door."""

from __future__ import annotations

import collections
import functools
import types
from typing import Any

import numpy as np

from srcad.compiler.reading.literals import literal_text
from srcad.compiler.reading.origins import is_library_class


def is_small(item: Any, owner: Any) -> bool:
    """Whether an array is a literal: a number, texts, or a short one that nobody
    writes."""
    array = item.asnumpy() if hasattr(item, "asnumpy") else item
    if not array.ndim or array.dtype.kind in "SU":
        return True
    fixed = not array.flags.writeable or isinstance(owner, type | types.ModuleType)
    return array.size <= 16 and fixed


def array_kind_refused(item: Any) -> str:
    """What an array or a Tensor is that no rule is made for; "" for one of numbers."""
    kind = type(item)
    if kind is not np.ndarray and _says_more(kind):
        return f"a {kind.__name__} (with operators of its own)"
    array = item.asnumpy() if hasattr(item, "asnumpy") else item
    return "" if holds_numbers(array) else f"an array of the dtype {array.dtype}"


def holds_numbers(array: Any) -> bool:
    """Whether the dtype of an array is one of numbers or bools."""
    return array.dtype.kind in "biufc"


def _says_more(kind: type) -> bool:
    """Whether a class has in the place of methods of an array its own ones."""
    if issubclass(kind, np.memmap | np.generic):
        return False
    base = np.ndarray if issubclass(kind, np.ndarray) else _library_base(kind)
    between = kind.__mro__[: kind.__mro__.index(base)]
    own = {name for one in between for name in vars(one)} - _HARMLESS
    return bool(own) and not own.isdisjoint(dir(base))


def _library_base(kind: type) -> type:
    return next(one for one in kind.__mro__ if is_library_class(one))


# What a class derived from one of arrays may define without changing what an operation
# gives.
_HARMLESS = {
    *("__new__", "__init__", "__array_finalize__", "__reduce__", "__setstate__"),
    *("__module__", "__doc__", "__dict__", "__repr__", "__str__", "__firstlineno__"),
    *("__static_attributes__", "__annotations__", "__weakref__", "__slots__"),
}


def flat(kinds: Any) -> list[Any]:
    """The classes of a tuple, or of ``int | float``."""
    if isinstance(kinds, tuple):
        return [one for kind in kinds for one in flat(kind)]
    if isinstance(kinds, types.UnionType):
        return [one for kind in kinds.__args__ for one in flat(kind)]
    return [kinds]


def is_plain_container(item: Any) -> bool:
    """Whether a container holds nothing but literals."""
    if isinstance(item, dict):
        return all(map(is_plain_container, item)) and all(
            map(is_plain_container, item.values())
        )
    if isinstance(item, list | tuple | set | frozenset | collections.deque):
        return type(item).__module__ in ("builtins", "collections") and all(
            map(is_plain_container, item)
        )
    return literal_text(item) is not None


def is_opaque(item: Any) -> bool:
    """Whether nothing of an object can be read but by its own methods in C."""
    return not hasattr(item, "__dict__") or not hasattr(type(item), "__dict__")


def is_code(item: Any) -> bool:
    """Whether an object is known by its name and its source."""
    return isinstance(item, type | types.ModuleType | types.FunctionType | np.ufunc)


def is_plain_object(item: Any) -> bool:
    """Whether an object is of the user's classes alone: all it has are attributes."""
    bases = type(item).__mro__[:-1]
    own = all(not is_library_class(b) or b.__module__ in _EMPTY for b in bases)
    return own and bool(bases) and not is_opaque(item)


_EMPTY = ("abc", "typing")


def is_random_generator(kind: type) -> bool:
    """Whether a class is one of NumPy's random generators, which it imports late."""
    # A class of Cython's may have no text for its module.
    named = kind.__name__ in ("Generator", "RandomState")
    return named and str(kind.__module__).startswith("numpy.random")


# What is known by its name.
NAMED = (type, types.ModuleType, types.BuiltinFunctionType, np.ufunc)
# What is read part by part.
PARTS: dict[Any, tuple[str, ...]] = {
    types.MethodType: ("__self__", "__func__"),
    functools.partial: ("func", "args", "keywords"),
}
_VALUES = (list, tuple, dict, set, frozenset, str, bytes, int, float, complex)


def is_method_of_value(item: Any) -> bool:
    """Whether an object is a method in C of an object that has a value: ``d.get``."""
    is_builtin = isinstance(item, types.BuiltinFunctionType)
    return is_builtin and isinstance(item.__self__, _VALUES)
