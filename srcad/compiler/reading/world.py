"""What may be called at compile time: functions that give the same for the same
arguments. Those that read the world outside of the process, or are different each time,
may not; the user's own code is evaluated instead of being called.
"""

from __future__ import annotations

import collections
import enum
import functools
import inspect
import os
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from srcad.compiler.reading.origins import is_library_class, is_users_function

# Whole modules, and classes by their module and name.
_WORLDLY = (
    *("random", "time", "datetime", "secrets", "uuid", "tempfile", "shutil", "glob"),
    *("socket", "ssl", "select", "selectors", "http", "urllib.request", "ftplib"),
    *("smtplib", "subprocess", "multiprocessing", "threading", "signal", "asyncio"),
    *("io", "_io", "fileinput", "mmap", "platform", "getpass", "locale", "resource"),
    *("sqlite3", "_sqlite3", "dbm", "shelve", "pickle", "_pickle", "marshal", "gc"),
    *("importlib", "_frozen_importlib", "runpy", "tracemalloc", "weakref", "_weakref"),
    *("numpy.random", "_random", "zipfile", "tarfile", "gzip", "bz2", "lzma", "csv"),
    *("_csv", "webbrowser", "syslog", "sched", "_thread", "posix", "nt"),
)
# Of a worldly module, what only computes.
_COMPUTING = {
    *("datetime.timedelta", "datetime.date", "datetime.datetime", "datetime.time"),
    *("uuid.UUID", "urllib.parse", "io.StringIO", "datetime.timezone"),
    *("posix.fspath", "nt.fspath"),
}
_NAMES = {
    "os": ("getenv", "fspath"),
    "numpy": (
        *("load", "loadtxt", "genfromtxt", "fromfile", "memmap", "save", "savez"),
        *("savetxt", "fromregex", "DataSource"),
    ),
    "pathlib": (
        *("read_text", "read_bytes", "write_text", "write_bytes", "open", "exists"),
        *("is_file", "is_dir", "iterdir", "glob", "rglob", "stat", "cwd", "home"),
        *("resolve", "unlink", "mkdir", "touch", "rename", "absolute", "expanduser"),
        *("samefile", "is_symlink", "lstat", "owner", "group", "replace", "rmdir"),
    ),
    "datetime": ("now", "today", "utcnow"),
    "builtins": ("open", "input", "id", "hash", "breakpoint", "__import__"),
    "sys": (
        *("getrefcount", "getsizeof", "getrecursionlimit", "getswitchinterval"),
        *("_getframe", "exc_info", "stdin"),
    ),
}
_FILE_PATHS = (
    "getsize",
    "exists",
    "isfile",
    "isdir",
    "getmtime",
    "realpath",
    "abspath",
)


# What is called for its effect on the process, or on who looks at it.
_ACTING = {
    "sys": (
        *("exit", "displayhook", "excepthook", "breakpointhook", "settrace"),
        *("setprofile", "setrecursionlimit", "setswitchinterval", "addaudithook"),
        "set_int_max_str_digits",
    ),
    "numpy": (
        *("seterr", "seterrcall", "setbufsize", "set_printoptions", "show_config"),
        *("show_runtime", "info"),
    ),
    "warnings": ("simplefilter", "filterwarnings", "resetwarnings", "showwarning"),
    "_warnings": ("warn_explicit",),
    "traceback": (
        *("print_stack", "print_exc", "print_exception", "print_last", "print_tb"),
        *("print_list", "clear_frames"),
    ),
    "pprint": ("pprint", "pp"),
    "linecache": ("clearcache", "checkcache", "lazycache"),
    "dis": ("dis", "disassemble", "disco", "distb", "show_code"),
    "decimal": ("setcontext",),
}
_ACTORS = (
    *("pdb", "bdb", "code", "atexit", "readline", "faulthandler", "cProfile"),
    *("profile", "_lsprof", "_tracemalloc"),
)


def acts(callee: Any) -> bool:
    """Whether a function of the standard library, or of NumPy, does more than compute,
    beside what it changes of its arguments: what it does would be done once."""
    owner = getattr(callee, "__self__", None)
    module = getattr(callee, "__module__", None) or ""
    if owner is not None and not inspect.ismodule(owner):
        module = (owner if isinstance(owner, type) else type(owner)).__module__
    word = getattr(callee, "__name__", "")
    return module in _ACTORS or word in _ACTING.get(module, ())


def is_worldly(callee: Any) -> bool:
    """Whether what a call gives may depend on more than its arguments."""
    owner = getattr(callee, "__self__", None)
    word = getattr(callee, "__name__", "") or ""
    if word == "__subclasses__":
        return True
    if owner is None or inspect.ismodule(owner):
        module = getattr(callee, "__module__", None) or ""
    else:
        kind = owner if isinstance(owner, type) else type(owner)
        module = kind.__module__
    if module.startswith("pathlib."):
        module = "pathlib"  # in Python 3.13 it is a package
    if module in ("posixpath", "ntpath", "genericpath"):
        return word in _FILE_PATHS
    if module in _NAMES:
        listed = word in _NAMES[module]
        return not listed if module == "os" else listed
    if f"{module}.{word}" in _COMPUTING or module in _COMPUTING:
        return False
    return any(module == one or module.startswith(f"{one}.") for one in _WORLDLY)


def users_code(item: Any, depth: int = 4) -> Any:
    """A function of the user's that runs where ``item`` is used by C, or None.

    Functions, methods, and objects whose classes define operators or the like.
    """
    if isinstance(item, functools.partial):
        return users_code(item.func, depth)
    if isinstance(item, types.MethodType):
        item = item.__func__
    if isinstance(item, types.FunctionType):
        return item if is_users_function(item) else None
    if isinstance(item, type):
        return None if is_library_class(type(item)) else item
    if depth and isinstance(item, _HOLDERS):
        parts: Iterator[Any] = iter(item.values() if isinstance(item, dict) else item)
        return next(filter(None, (users_code(part, depth - 1) for part in parts)), None)
    kind = type(item)
    if is_library_class(kind) or isinstance(item, enum.Enum):
        return None
    for base in kind.__mro__:
        for name, method in vars(base).items():
            if name.startswith("__") and name not in _QUIET:
                if is_users_function(method):
                    return method
    return None


def users_comparison(item: Any, depth: int = 4) -> Any:
    """A function of the user's that runs where ``item`` is compared or looked up by C,
    or None."""
    if isinstance(item, type | types.FunctionType | types.MethodType):
        return None
    if depth and isinstance(item, _HOLDERS):
        parts: Iterator[Any] = iter(item)
        if isinstance(item, dict):
            parts = (part for pair in item.items() for part in pair)
        found = (users_comparison(part, depth - 1) for part in parts)
        return next(filter(None, found), None)
    for base in type(item).__mro__:
        for name in ("__eq__", "__hash__", "__contains__", "__iter__"):
            if is_users_function(vars(base).get(name)):
                return vars(base)[name]
    return None


_HOLDERS = (list, tuple, dict, set, frozenset, collections.deque)
# Special methods that no function of C calls on a whim.
_QUIET = (
    *("__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__"),
    *("__class_getitem__", "__enter__", "__exit__", "__del__"),
)
# These look at the class of what they get alone; those hand its elements on.
_OF_CLASSES = (isinstance, issubclass, type, callable)
_OF_ELEMENTS = (list, tuple, zip, enumerate, reversed, iter, range, slice, len)

# They look into none of what they are given.
HANDS_ON: tuple[Callable[..., Any], ...] = (*_OF_CLASSES, *_OF_ELEMENTS, map, filter)


def runs_users_code(callee: Callable[..., Any], args: list[Any]) -> Any:
    """What of the user's a function of C would run if it got ``args``, or None."""
    if callee in _OF_CLASSES:
        metas = (type(one) for one in args if isinstance(one, type))
        return next((one for one in metas if not is_library_class(one)), None)
    depth = 0 if callee in _OF_ELEMENTS else 4
    return next(filter(None, (users_code(one, depth) for one in args)), None)


def states_of(item: Any) -> tuple[str, ...]:
    """What of ``paths.STATES`` matters where an object is read."""
    # Nothing is asked of an object that may answer itself.
    named = item if isinstance(item, _NAMED) else type(item)
    if "decimal" in (named.__module__ or "", named.__name__):
        return ("decimal.getcontext()",)
    if item is np.geterr:
        return ("np.geterr()",)
    return ("np.get_printoptions()",) if item is np.get_printoptions else ()


_NAMED = (type, types.FunctionType, types.BuiltinFunctionType)


def is_environment(item: Any) -> bool:
    """Whether an object is ``os.environ``, whose variables are read one by one."""
    return item is os.environ
