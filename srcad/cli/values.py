"""The values of ``[tool.srcad]``: each checked for its type, and converted.

A converter takes what ``tomllib`` gave and returns the value as ``Target`` holds it,
or raises ``Wrong`` with a text that goes on after the key's name: "must be a string".
"""

import math
import re
from collections.abc import Callable, Iterator
from typing import Any

# What a module may import besides NumPy, where the user says so.
LIBRARIES = ("scipy",)
# As in srcad.compiler.reading.engines; that is not imported for a quick start.
ENGINES = ("numpy", "numba")


class Wrong(Exception):
    """A value of the wrong type; ``keys`` leads from the key to the part at fault."""

    def __init__(self, text: str, *keys: str | int, help: str = "") -> None:
        super().__init__(text)
        self.keys = keys
        self.help = help


def text(value: object) -> str:
    """Return a string that is not empty."""
    if not isinstance(value, str) or not value:
        raise Wrong(f"must be a string, not {_kind(value)}")
    if "\0" in value:
        raise Wrong("cannot hold a null character")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise Wrong(f"must be true or false, not {_kind(value)}")
    return value


def _engine(value: object) -> str:
    if value not in ENGINES:
        words = " or ".join(f'"{word}"' for word in ENGINES)
        raise Wrong(f"must be {words}, not {value!r}")
    return str(value)


def share(value: object) -> int:
    """Return ``"50%"`` as 50."""
    found = re.fullmatch(r"(\d{1,3}) ?%", value) if isinstance(value, str) else None
    if found is None or int(found[1]) > 100:
        raise Wrong(f'must be a percentage such as "50%", not {value!r}')
    return int(found[1])


def _count(value: object, *keys: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong(f"must be an integer, not {_kind(value)}", *keys)
    if value < 1:
        raise Wrong(f"must be at least 1, not {value}", *keys)
    return value


def tables(value: object) -> list[object]:
    """Return an array; its elements are checked one by one."""
    if not isinstance(value, list):
        raise Wrong(
            f"must be an array of tables, not {_kind(value)}",
            help="begin each with a line `[[tool.srcad.targets]]`",
        )
    return value


def _mapping(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Wrong(f"must be a table, not {_kind(value)}")
    return value


def _specifications(value: object) -> dict[str, Any]:
    for key, item in _mapping(value).items():
        for part in _innermost(item):
            if not isinstance(part, str):
                raise Wrong(
                    f"must hold strings, not {_kind(part)}",
                    key,
                    help='write dtype and sizes, such as "float32[batch, 64]"',
                )
    return _mapping(value)


def values_of_structure(value: object) -> object:
    """Return a structure of specifications; Wrong where it is another."""
    return _specifications({"input": value})["input"]


def _innermost(value: object) -> Iterator[object]:
    """Return what stands in tables and arrays, in each other as well."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _innermost(part)
    else:
        yield value


def _words(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Wrong(
            f"must be an array of strings, not {_kind(value)}",
            help=f'write `["{value}"]`' if isinstance(value, str) else "",
        )
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise Wrong(f"must hold strings, not {_kind(item)}", index)
    return tuple(value)


def _libraries(value: object) -> tuple[str, ...]:
    for index, word in enumerate(_words(value)):
        if word not in LIBRARIES:
            raise Wrong(f"must hold names of libraries, not {word!r}", index)
    return _words(value)


def _sizes(value: object) -> dict[str, int]:
    return {key: _count(item, key) for key, item in _mapping(value).items()}


def _ranges(value: object) -> dict[str, tuple[float, float]]:
    bounds = {}
    for key, item in _mapping(value).items():
        numbers = isinstance(item, list) and all(
            isinstance(bound, int | float) and not isinstance(bound, bool)
            for bound in item
        )
        if (
            not numbers
            or len(item) != 2
            or not -math.inf < item[0] < item[1] < math.inf
        ):
            raise Wrong(
                "must hold pairs `[low, high]` of finite numbers, with low below high",
                key,
                help="values are drawn from low up to, but without, high",
            )
        bounds[key] = (item[0], item[1])
    return bounds


def _mode(value: object) -> str:
    if value != "reverse":
        raise Wrong(f'must be "reverse", not {value!r}')
    return "reverse"


def _kind(value: object) -> str:
    """Return what TOML calls a value."""
    names = {
        bool: "a boolean",
        int: "an integer",
        float: "a float",
        str: "an empty string" if value == "" else "a string",
        list: "an array",
        dict: "a table",
    }
    return names.get(type(value), "a date or time")


TOP_KEYS: dict[str, Callable[[Any], Any]] = {"golden": text, "targets": tables}

TARGET_KEYS: dict[str, Callable[[Any], Any]] = {
    "name": text,
    "cell": text,
    "init": _mapping,
    "inputs": _specifications,
    "wrt": _words,
    "mode": _mode,
    "order": _count,
    "engine": _engine,
    "memory": share,
    "sizes": _sizes,
    "ranges": _ranges,
    "surrogate": _flag,
    "training": _flag,
    "allow": _libraries,
}
