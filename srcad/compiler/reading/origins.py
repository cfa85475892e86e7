"""Whose an object is: the user's, an installed package's, or of a library whose
versions are a part of every key."""

from __future__ import annotations

import builtins
import functools
import sys
import sysconfig
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, TypeGuard

# Guarded by version and digest, never object by object.
_KEYED = frozenset(("srcad", "codegen", "numpy"))


@functools.lru_cache(maxsize=4096)
def is_library(module: str | None) -> bool:
    """Whether a module is srcad's, NumPy's or Python's own."""
    top = (module or "builtins").partition(".")[0]
    if top in _KEYED:
        return True
    return top in sys.stdlib_module_names and not _is_shadowed(top)


def _is_shadowed(name: str) -> bool:
    """Whether a file of the user's has the name of one of Python's modules."""
    file = getattr(sys.modules.get(name), "__file__", None)
    return name == "__main__" or (file is not None and not is_installed_file(file))


def is_of_library(item: Any) -> bool:
    """Whether a class or a function is srcad's, NumPy's or Python's own.

    What is executed in a namespace without `__name__` is the user's: its functions say
    that they are of no module, its classes that they are of `builtins`.
    """
    module = getattr(item, "__module__", None)
    if isinstance(item, FunctionType) and module is None:
        return False
    if module == "builtins" and isinstance(item, type) and item.__flags__ & _MADE:
        return vars(builtins).get(item.__name__) is item
    return is_library(module)


# The flag of a class that was made while Python ran (Py_TPFLAGS_HEAPTYPE).
_MADE = 1 << 9


def is_library_class(kind: type) -> bool:
    """Whether a class is defined in a library."""
    return is_of_library(kind)


def is_built_in(name: str, item: Any) -> bool:
    """Whether an object is what Python itself calls so."""
    own = isinstance(item, type | BuiltinFunctionType) and is_of_library(item)
    return own and item.__name__ == name


def is_function(item: Any) -> TypeGuard[FunctionType]:
    """Whether an object is a function that is written in Python."""
    return isinstance(item, FunctionType)


def is_users_function(function: Any) -> bool:
    """Whether a function is one of Python that the user has written."""
    if not is_function(function):
        return False
    if is_of_library(function):
        return False
    return not is_installed_file(function.__code__.co_filename)


@functools.lru_cache(maxsize=4096)
def is_installed_ufunc(ufunc: Any) -> bool:
    """Whether a module of an installed package has a ufunc under its name. One that has
    been made of a function, by ``np.frompyfunc`` or a compiler, says nowhere of which.
    """
    modules = (one for one in list(sys.modules.values()) if type(one) is ModuleType)
    files = (
        vars(one).get("__file__")
        for one in modules
        if vars(one).get(ufunc.__name__) is ufunc
    )
    return any(is_installed_file(file) for file in files if file)


@functools.lru_cache(maxsize=4096)
def is_installed_file(file: str) -> bool:
    """Whether a file is of Python itself or of an installed package.

    Text that a library writes (of named tuples, of dataclasses) counts as its own.
    """
    if file.startswith("<frozen ") or file in ("<string>", "<attrs generated init>"):
        return True
    if file.startswith("<"):
        return file.startswith("<__array_function__")
    return str(Path(file).resolve()).startswith(_installed_folders())


@functools.cache
def _installed_folders() -> tuple[str, ...]:
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    folders = {str(Path(sysconfig.get_path(name)).resolve()) for name in names}
    own = {str(Path(__file__).resolve().parents[2])}
    return tuple(sorted(folder + "/" for folder in folders | own))
