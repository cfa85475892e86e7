"""Which functions of libraries only compute: they give the same for the same arguments,
whenever and wherever they are called, and do nothing else.

Of Python's own modules only those that are listed here are called at compile time; of
NumPy and of installed packages all but those that are listed.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Mapping, Sequence
from typing import Any

from srcad.compiler.reading.origins import is_function, is_library, is_users_function

# Modules of Python that compute, with what in them does not.
_COMPUTING: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            *("abc", "argparse.Namespace", "array", "ast", "base64", "binascii"),
            *("bisect", "cmath", "collections", "colorsys", "configparser"),
            *("contextlib", "copy", "copyreg", "dataclasses", "decimal", "pydecimal"),
            *("difflib", "enum", "fnmatch", "fractions", "graphlib", "heapq", "hmac"),
            *("html", "ipaddress", "itertools", "keyword", "math", "numbers", "opcode"),
            *("operator", "pprint", "queue"),
            *("quopri", "re", "reprlib", "shlex", "stat", "statistics", "string"),
            *("stringprep", "struct", "textwrap", "token", "types", "typing"),
            *("unicodedata", "urllib.parse", "uuid.UUID", "warnings", "zlib"),
            *("md5", "sha1", "sha2", "sha256", "sha512", "sha3", "blake2", "sre"),
            *("collections_abc", "io.StringIO", "traceback", "inspect", "pathlib"),
            *("hashlib", "json", "tomllib", "codecs", "functools", "builtins"),
        ),
        (),
    ),
    "builtins": (
        *("open", "input", "id", "hash", "breakpoint", "__import__", "__subclasses__"),
    ),
    "codecs": ("open", "EncodedFile", "register", "lookup"),
    "configparser": ("read", "read_file", "write"),
    # Functions of C that a program takes from there are its own.
    "ctypes": ("string_at", "wstring_at", "get_errno", "from_address"),
    "datetime": ("now", "today", "utcnow"),
    # What a cache has counted so far.
    "functools": ("cache_info", "cache_clear"),
    "hashlib": ("file_digest",),
    "inspect": (
        *("currentframe", "stack", "trace", "getsource", "getsourcelines", "getfile"),
        *("getsourcefile", "findsource", "getmodule", "getcomments"),
    ),
    "json": ("load", "dump"),
    "pathlib": (
        *("read_text", "read_bytes", "write_text", "write_bytes", "open", "exists"),
        *("is_file", "is_dir", "iterdir", "glob", "rglob", "stat", "cwd", "home"),
        *("resolve", "unlink", "mkdir", "touch", "rename", "absolute", "expanduser"),
        *("samefile", "is_symlink", "lstat", "owner", "group", "replace", "rmdir"),
        *("is_mount", "is_socket", "is_fifo", "is_block_device", "is_char_device"),
        *("is_junction", "walk", "readlink", "symlink_to", "hardlink_to", "chmod"),
        *("lchmod", "copy", "move", "copy_into", "move_into"),
    ),
    "tomllib": ("load",),
    "traceback": ("extract_stack", "format_stack", "format_exc", "walk_stack"),
}
# Of these modules what is listed computes, and nothing else.
_ONLY = {
    "calendar": ("isleap", "leapdays", "weekday", "monthrange", "timegm"),
    "logging": ("getLogger", "isEnabledFor", "getEffectiveLevel", "hasHandlers"),
    "nt": ("fspath",),
    "os": ("getenv", "fspath"),
    "posix": ("fspath",),
    "sys": ("intern", "getdefaultencoding"),
    # Of a path its text, not what is there.
    **dict.fromkeys(
        ("posixpath", "ntpath", "genericpath"),
        (
            *("basename", "commonpath", "commonprefix", "dirname", "isabs", "join"),
            *("normcase", "normpath", "split", "splitdrive", "splitext", "splitroot"),
        ),
    ),
}
# Of NumPy and of packages all but these modules, and these functions, computes.
_WORLDLY = ("numpy.random", "scipy.io", "scipy.datasets")
_READING = {
    "numpy": (
        *("load", "loadtxt", "genfromtxt", "fromfile", "memmap", "save", "savez"),
        *("savez_compressed", "savetxt", "fromregex", "DataSource", "open_memmap"),
        *("read_array", "write_array", "tofile", "dump", "getbufsize", "geterrcall"),
        # Whether two arrays are of one storage is no question of what they hold.
        *("shares_memory", "may_share_memory"),
    ),
    "scipy": ("rvs",),
}
_IN_LOCAL_TIME = ("timestamp", "fromtimestamp", "astimezone")
# What a function that draws random numbers is given a state of them as.
_STATES_OF_RANDOMNESS = ("seed", "random_state", "rng")


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
    "warnings": (
        *("simplefilter", "filterwarnings", "resetwarnings", "showwarning"),
        "warn_explicit",
    ),
    "traceback": (
        *("print_stack", "print_exc", "print_exception", "print_last", "print_tb"),
        *("print_list", "clear_frames"),
    ),
    "pprint": ("pprint", "pp"),
    "ctypes": ("memmove", "memset", "set_errno"),
    "linecache": ("clearcache", "checkcache", "lazycache"),
    "dis": ("dis", "disassemble", "disco", "distb", "show_code"),
    "decimal": ("setcontext",),
}
_ACTORS = (
    *("pdb", "bdb", "code", "atexit", "readline", "faulthandler", "cProfile"),
    *("profile", "lsprof", "tracemalloc"),
)


def _place(callee: Any) -> tuple[str, str]:
    """The module of a function and its name in it: of a method, the module of the class
    that defines it."""
    word = getattr(callee, "__name__", None) or type(callee).__name__
    owner = getattr(callee, "__self__", None)
    if isinstance(callee, types.MethodType):
        module = callee.__func__.__module__
    elif owner is not None and not inspect.ismodule(owner):
        kinds = type(owner).__mro__
        if isinstance(owner, type):
            kinds = (*owner.__mro__, *kinds)
        module = next((one for one in kinds if word in vars(one)), kinds[0]).__module__
    else:
        kind = getattr(callee, "__objclass__", callee)
        module = getattr(kind, "__module__", None) or "builtins"
    # In Python 3.13 `pathlib` is a package.
    module = "pathlib" if (module or "").startswith("pathlib.") else module
    return module or "builtins", word


def acts(callee: Any) -> bool:
    """Whether a function of the standard library, or of NumPy, does more than compute,
    beside what it changes of its arguments: what it does would be done once."""
    module, word = _place(callee)
    module = module.lstrip("_")
    return module in _ACTORS or word in _ACTING.get(module, ())


def is_worldly(
    callee: Any, args: Sequence[Any] = (), keywords: Mapping[str, Any] | None = None
) -> bool:
    """Whether what a call gives may depend on more than its arguments."""
    module, word = _place(callee)
    if _draws(callee, args, keywords or {}):
        return True
    top = module.partition(".")[0]
    if top in _READING or not is_library(module):
        reads = word in _READING.get(top, ())
        return reads or any(f"{module}.".startswith(f"{one}.") for one in _WORLDLY)
    if top in ("srcad", "codegen"):
        return False
    # What is written in C says that it is of a module of its own: `_operator`.
    module, top = module.lstrip("_"), top.lstrip("_")
    if module == "datetime" and word in _IN_LOCAL_TIME:
        given = [*args, *(keywords or {}).values()]
        return not _says_where(word, callee, given)
    if top in _ONLY:
        return word not in _ONLY[top]
    names = (f"{module}.{word}", module, top)
    found = next((one for one in names if one in _COMPUTING), None)
    return found is None or word in _COMPUTING[found]


def _says_where(word: str, callee: Any, given: list[Any]) -> bool:
    """Whether a method of ``datetime`` is told a time zone, by its object or an
    argument, where else it goes by that of the process."""
    if word == "fromtimestamp":
        return len(given) > 1
    owner = getattr(callee, "__self__", None)
    moment, *others = given if owner is None else [owner, *given]
    known = getattr(moment, "tzinfo", None) is not None
    return known and (word == "timestamp" or bool(others))


def _draws(callee: Any, args: Sequence[Any], keywords: Mapping[str, Any]) -> bool:
    """Whether a function draws random numbers, and is not told by a number which."""
    function = getattr(callee, "__func__", callee)
    if not is_function(function) or is_users_function(function):
        return False
    found = _state_of_randomness(function)
    if found is None:
        return False
    place, default = found
    place -= isinstance(callee, types.MethodType)
    given = [keywords[name] for name in _STATES_OF_RANDOMNESS if name in keywords]
    given += args[place : place + 1] if place >= 0 else []
    return not any(isinstance(one, int) for one in given or [default])


@functools.lru_cache(maxsize=4096)
def _state_of_randomness(function: types.FunctionType) -> tuple[int, Any] | None:
    """Where a function takes a state of random numbers, -1 where by its name alone, and
    what it has without one; None for one that takes none."""
    for place, one in enumerate(inspect.signature(function).parameters.values()):
        if one.name in _STATES_OF_RANDOMNESS:
            by_name = one.kind is inspect.Parameter.KEYWORD_ONLY
            return -1 if by_name else place, one.default
    return None
