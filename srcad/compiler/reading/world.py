"""What of the user's would run where something is called at compile time: that is
evaluated instead of being called. See ``computing`` for the functions of libraries.
"""

from __future__ import annotations

import collections
import enum
import functools
import gc
import operator
import os
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from srcad.compiler.reading.kinds import flat
from srcad.compiler.reading.origins import (
    is_installed_ufunc,
    is_library_class,
    is_users_function,
)
from srcad.compiler.reading.paths import keys_of, values_of


def users_code(item: Any, depth: int = 4) -> Any:
    """A function of the user's that runs where ``item`` is used by C, or None.

    Functions, methods, and objects whose classes define operators or the like.
    """
    if isinstance(item, functools.partial):
        return users_code(item.func, depth)
    if isinstance(item, types.BuiltinFunctionType):
        item = item.__self__ if isinstance(item.__self__, np.ufunc) else item
    if isinstance(item, np.ufunc):
        return None if is_installed_ufunc(item) else item
    if isinstance(item, _KEYS):  # which keep the function out of sight
        kept = (users_code(one, depth) for one in gc.get_referents(item))
        return next(filter(None, kept), None)
    if isinstance(item, types.MethodType):
        item = item.__func__
    if isinstance(item, types.FunctionType):
        return _function_of_the_users(item)
    if isinstance(item, type):
        return _special_of(type(item), _QUIET)
    if depth and isinstance(item, _HOLDERS):
        within = (users_code(part, depth - 1) for part in _held(item))
        found = next(filter(None, within), None)
        if found is not None:
            return found
    # A member of an enumeration is a key and a mode; its text is asked for by name.
    quiet = (*_QUIET, *_TEXTS) if isinstance(item, enum.Enum) else _QUIET
    return _special_of(type(item), quiet) or _overridden(type(item))


_KEYS = type(functools.cmp_to_key(max))


def _overridden(kind: type) -> Any:
    """A method of the user's in place of one of a library's class, which calls it."""
    theirs = [base for base in kind.__mro__[:-1] if is_library_class(base)]
    if not theirs or any(base.__module__.startswith("srcad") for base in theirs):
        return None
    for base in kind.__mro__[:-1]:
        for name, method in vars(base).items() if base not in theirs else ():
            if not name.startswith("_") and any(name in vars(one) for one in theirs):
                if function := users_function_of(method):
                    return function
    return None


def users_function_of(entry: Any) -> Any:
    """The user's function that runs where what a class defines is called, or None."""
    while isinstance(entry, _WRAPPERS):
        entry = entry.func if isinstance(entry, _PARTIAL) else entry.__func__
    if isinstance(entry, types.FunctionType):
        return _function_of_the_users(entry)
    if entry is None or is_library_class(type(entry)):
        return None
    called: Any = type(entry).__call__ if callable(entry) else None
    return getattr(type(entry), "__get__", called)


_PARTIAL = (functools.partial, functools.partialmethod)
_WRAPPERS = (staticmethod, classmethod, types.MethodType, *_PARTIAL)


def _special_of(kind: type, quiet: tuple[str, ...]) -> Any:
    """A special method of the user's that a class has for its objects, or None."""
    if is_library_class(kind):
        return None
    for base in kind.__mro__:
        for name, method in vars(base).items():
            if name.startswith("__") and name not in quiet:
                if function := users_function_of(method):
                    return function
    return None


def users_text(item: Any, depth: int = 4) -> Any:
    """A function of the user's that gives the text of ``item``, or None."""
    if depth and isinstance(item, _HOLDERS):
        held = [*keys_of(item), *_held(item)] if isinstance(item, dict) else _held(item)
        within = (users_text(part, depth - 1) for part in held)
        found = next(filter(None, within), None)
        if found is not None:
            return found
    methods = (vars(base).get(name) for base in type(item).__mro__ for name in _TEXTS)
    return next(filter(None, map(users_function_of, methods)), None)


def _function_of_the_users(function: Any) -> Any:
    """The function, or the one that a library has put its own around."""
    while isinstance(function, types.FunctionType):
        if is_users_function(function):
            return function
        held = function.__dict__
        # What a `partialmethod` gives of itself in Python 3.11 and 3.12, and in 3.13.
        made = held.get("_partialmethod") or held.get("__partialmethod__")
        function = held.get("__wrapped__") if made is None else made.func
    return None


def users_comparison(item: Any, depth: int = 4) -> Any:
    """A function of the user's that runs where ``item`` is compared or looked up by C,
    or None."""
    if isinstance(item, types.FunctionType | types.MethodType):
        return None
    if depth and isinstance(item, _HOLDERS):
        held = [*keys_of(item), *_held(item)] if isinstance(item, dict) else _held(item)
        within = (users_comparison(part, depth - 1) for part in held)
        found = next(filter(None, within), None)
        if found is not None:
            return found
    for base in type(item).__mro__:
        for name in ("__eq__", "__ne__", "__hash__", "__contains__", "__iter__"):
            if function := users_function_of(vars(base).get(name)):
                return function
    equal = next(
        vars(base)["__eq__"] for base in type(item).__mro__ if _says_equal(base)
    )
    if isinstance(equal, types.FunctionType):
        # One of a library's in Python, which may call any method of the object.
        return _special_of(type(item), _QUIET) or _overridden(type(item))
    return None


def _says_equal(kind: type) -> bool:
    return "__eq__" in vars(kind)


def _held(item: Any) -> Iterator[Any]:
    """What a container holds; no method of the user's is called."""
    if isinstance(item, dict):
        return iter(values_of(item))
    base = next(kind for kind in _HOLDERS if isinstance(item, kind))
    return base.__iter__(item)


_HOLDERS = (list, tuple, dict, set, frozenset, collections.deque)
_TEXTS = ("__str__", "__repr__", "__format__")
# Special methods that no function of C calls on a whim.
_QUIET = (
    *("__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__"),
    *("__class_getitem__", "__enter__", "__exit__", "__del__"),
)
# These look at the class of what they get alone; those hand its elements on.
_OF_CLASSES = (isinstance, issubclass, type, callable)
_OF_ELEMENTS = (list, tuple, zip, enumerate, reversed, iter, range, slice, len)

# Methods that keep what they are given, and ask something of so many before it.
_KEEPING = {"append": 0, "appendleft": 0, "insert": 1, "setdefault": 1}
_CHANGED = (list, dict, collections.deque)

# These compare what they are given, and do nothing else with it.
_HASHING = (set, frozenset)
_COMPARING = (
    *("index", "count", "remove", "__contains__", "__eq__", "__ne__"),
    *("add", "discard", "get", "setdefault"),
)


def _compares(callee: Any) -> bool:
    owner = getattr(callee, "__self__", None)
    if isinstance(owner, dict) and callee.__name__ == "pop":
        return True
    return isinstance(owner, _HOLDERS) and callee.__name__ in _COMPARING


# They look into none of what they are given.
HANDS_ON: tuple[Callable[..., Any], ...] = (*_OF_CLASSES, *_OF_ELEMENTS, map, filter)


def runs_users_code(callee: Callable[..., Any], args: list[Any]) -> Any:
    """What of the user's a function of C would run if it got ``args``, or None."""
    if _is_one(callee, _OF_CLASSES):
        classes = (one for item in args[1:] for one in flat(item))
        return next(filter(None, (users_code(one, 0) for one in classes)), None)
    if _is_one(callee, _HASHING) or _compares(callee):
        return users_comparison(args)
    depth = 0 if _is_one(callee, _OF_ELEMENTS) else 4
    if isinstance(getattr(callee, "__self__", None), _CHANGED):
        args = args[: _KEEPING.get(callee.__name__)]
    found = next(filter(None, (users_code(one, depth) for one in args)), None)
    if found is None and gives_text(callee):
        found = users_text(args)
    return found


def _is_one(callee: Any, functions: tuple[Any, ...]) -> bool:
    """Whether a callable is one of these; how it compares itself is not asked."""
    return any(callee is one for one in functions)


def gives_text(callee: Any) -> bool:
    """Whether a function of C writes the text of what it is given."""
    return _is_one(callee, _WRITING) or isinstance(
        getattr(callee, "__self__", None), str
    )


def is_long(item: Any) -> bool:
    """Whether a number has so many digits, or may be read from a text of so many, that
    Python may refuse to convert it."""
    if isinstance(item, str | bytes | bytearray):
        return len(item) > _DIGITS
    return isinstance(item, int) and item.bit_length() > 3 * _DIGITS


_DIGITS = sys.int_info.str_digits_check_threshold
_WRITING = (
    *(str, repr, ascii, format, operator.mod, print),
    *(np.array2string, np.array_repr, np.array_str),
)


def states_of(item: Any) -> tuple[str, ...]:
    """What of ``paths.STATES`` matters where an object is read."""
    # Nothing is asked of an object that may answer itself.
    named = item if isinstance(item, _NAMED) else type(item)
    # In Python 3.13 functions of `decimal` say that they are of `_decimal`.
    if "decimal" in ((named.__module__ or "").lstrip("_"), named.__name__):
        return ("decimal.getcontext()",)
    return next(((text,) for one, text in _ASKED if one is item), ())


_ASKED = (
    (np.geterr, "np.geterr()"),
    (np.get_printoptions, "np.get_printoptions()"),
    (sys.get_int_max_str_digits, "sys.get_int_max_str_digits()"),
)


_NAMED = (type, types.FunctionType, types.BuiltinFunctionType)


def is_environment(item: Any) -> bool:
    """Whether an object is ``os.environ``, whose variables are read one by one."""
    return item is os.environ
