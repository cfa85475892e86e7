"""Objects that are their own description: numbers, strings, dtypes, members of enums.

Equal text stands for equal objects, and for nothing else: ``1``, ``1.0``, ``True`` and
``np.float32(1)`` differ, ``-0.0`` is not ``0.0``, and nan is nan.
"""

from __future__ import annotations

import contextlib
import enum
import hashlib
import pickle
import struct
import sys
import types
from typing import Any

import numpy as np

from srcad.compiler.reading.origins import is_of_library
from srcad.compiler.reading.paths import keys_of, values_of, viewed
from srcad.compiler.reading.protocol import mark

_PLAIN = (
    *(type(None), bool, int, float, complex, str, bytes),
    *(type(Ellipsis), type(NotImplemented)),
)


def literal_text(item: Any) -> str | None:
    """The text of a literal; None for any other object. No code of the user's runs."""
    kind = type(item)
    if kind in _PLAIN:
        return f"{kind.__name__} {item!r}"
    if isinstance(item, np.generic) and kind.__module__ == "numpy":
        return f"numpy.{kind.__name__} {item.tobytes().hex()}"
    if isinstance(item, np.dtype):
        return f"dtype {item.str}" if item.names is None else f"dtype {item.descr!r}"
    if is_member(item):
        value = literal_text(item._value_) or content_digest(item._value_)
        return f"member {class_name(kind)}.{item._name_} {value}"
    if kind in (slice, range):
        parts = [literal_text(part) for part in (item.start, item.stop, item.step)]
        return None if None in parts else f"{kind.__name__} {parts}"
    if mark(kind, "__srcad_literal__") is True:
        return f"{kind.__name__} {item!r}"
    own = kind.__dict__.get("__srcad_dtype__")
    if own is not None:
        return f"{class_name(kind)} {item.__srcad_dtype__}"
    return None


def is_member(item: Any) -> bool:
    """Whether an object is a member of an Enum, which may be a number as well."""
    return isinstance(item, enum.Enum)


def class_name(kind: Any) -> str:
    """``module:qualified name`` of a class or a function."""
    name = getattr(kind, "__qualname__", None) or getattr(kind, "__name__", "")
    return f"{getattr(kind, '__module__', None) or ''}:{name}"


def is_named(item: Any) -> bool:
    """Whether its name leads to a class or a function, in a new process as in this."""
    name = getattr(item, "__qualname__", None) or getattr(item, "__name__", None)
    if not isinstance(name, str) or "<" in name:
        return False
    if is_of_library(item):
        return True
    found: Any = sys.modules.get(getattr(item, "__module__", None) or "")
    for word in name.split("."):
        found = getattr(found, "__dict__", {}).get(word)
    return found is item


_HASHES: tuple[Any, ...] = (int.__hash__, float.__hash__, complex.__hash__)


def has_settled_hash(item: Any) -> bool:
    """Whether the hash of an object is the same in every process: that of a number is.
    Python's order of a set of these is that of how it was made."""
    if type(item) in (tuple, frozenset):
        return all(map(has_settled_hash, item))
    # The hash of a NaN is that of where it is.
    is_nan = type(item) in (float, complex) and item != item
    return type(item).__hash__ in _HASHES and not is_nan


def content_digest(item: Any) -> str | None:
    """A digest of all that an object holds; None where that cannot be told.

    Arrays count with their dtype and shape, containers with their classes and order.
    """
    digest = hashlib.sha256()
    if not _feed(digest, item, set()):
        return None
    return digest.hexdigest()


def _feed(digest: Any, item: Any, around: set[int]) -> bool:
    text = literal_text(item)
    if text is not None:
        digest.update(f"{len(text)} {text};".encode("utf-8", "surrogatepass"))
        return True
    array = _array_in(item)
    if array is not None:
        if array.dtype.hasobject:
            return False
        digest.update(f"{class_name(type(item))} {array.dtype} {array.shape};".encode())
        digest.update(np.ascontiguousarray(array))
        return True
    for base in (int, float, complex, str, bytes):
        if isinstance(item, base):
            text = f"{class_name(type(item))} {base.__repr__(item)};"
            digest.update(text.encode("utf-8", "surrogatepass"))
            return True
    if id(item) in around:
        return False
    around = around | {id(item)}
    kind = type(item)
    parts: Any
    if isinstance(item, list | tuple):
        parts = list.__iter__(item) if isinstance(item, list) else tuple.__iter__(item)
    elif isinstance(item, dict):
        pairs = zip(keys_of(item), values_of(item), strict=True)
        parts = (part for pair in pairs for part in pair)
    elif type(item) is types.MappingProxyType:
        parts = (viewed(item),)
    elif isinstance(item, set | frozenset):
        texts = [content_digest(part) for part in item]
        if None in texts:
            return False
        parts = [str(text) for text in texts]
        if not all(map(has_settled_hash, item)):
            parts.sort()
    elif isinstance(item, type) or callable(item):
        digest.update(f"named {class_name(item)};".encode())
        return is_named(item)
    elif str(kind.__module__).partition(".")[0] in _PICKLED:
        try:
            digest.update(pickle.dumps(item, protocol=4))
        except Exception:
            return False
        return True
    elif mark(kind, "__srcad_parameter__") is True:
        return True
    elif kind is not object and not _hides(kind):
        held = {**_slots_of(item), **getattr(item, "__dict__", {})}
        parts = (part for pair in held.items() for part in pair)
    else:
        return False
    digest.update(f"{class_name(kind)} (".encode())
    whole = all(_feed(digest, part, around) for part in parts)
    digest.update(b")")
    return whole


_PICKLED = (
    *("pathlib", "decimal", "fractions", "datetime", "re", "collections", "types"),
    *("uuid", "ipaddress", "zoneinfo", "array"),
)


def _members_of(kind: type) -> list[Any]:
    """What classes that are written in Python have as ``__slots__``."""
    entries = (entry for base in kind.__mro__ for entry in vars(base).values())
    return [
        one
        for one in entries
        if type(one) is types.MemberDescriptorType
        and one.__objclass__.__flags__ & _MADE_BY_PYTHON
    ]


def _slots_of(item: Any) -> dict[str, Any]:
    """What an object has in its slots; "args" of an exception, which C keeps."""
    held = {"args": item.args} if isinstance(item, BaseException) else {}
    for member in _members_of(type(item)):
        with contextlib.suppress(AttributeError):
            held[member.__qualname__] = member.__get__(item)
    return held


# The flag of a class that a statement has made (Py_TPFLAGS_HEAPTYPE).
_MADE_BY_PYTHON = 1 << 9


def _hides(kind: type) -> bool:
    """Whether objects of a class have more than attributes: a state that C keeps.

    They are larger than what a dict, weak references and slots take, the measure by
    which ``object.__reduce_ex__`` says what cannot be pickled.
    """
    base = BaseException if issubclass(kind, BaseException) else object
    offsets = [(one.__dictoffset__, one.__weakrefoffset__) for one in (kind, base)]
    own, of_base = (sum(offset > 0 for offset in both) for both in offsets)
    words = own - of_base + len(_members_of(kind))
    known = base.__basicsize__ + words * struct.calcsize("P")
    return bool(kind.__itemsize__) or kind.__basicsize__ > known


def _array_in(item: Any) -> Any:
    if isinstance(item, np.ndarray):
        return item
    if mark(type(item), "__srcad_parameter__") is True:
        return None
    if mark(type(item), "__srcad_tensor__") is True:
        return item.asnumpy()
    return None
