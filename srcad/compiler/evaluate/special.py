"""The special methods of the user's classes: ``__add__``, ``__len__`` and so on."""

from __future__ import annotations

import ast
import types
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.reading import records
from srcad.compiler.reading.lookup import class_entry, note_class
from srcad.compiler.reading.origins import is_library_class, is_users_function
from srcad.compiler.reading.source import source_of, underlying

# How a class defines an operator, and the same where it stands on the right.
WORDS = {
    "add": ("add", "radd"),
    "subtract": ("sub", "rsub"),
    "multiply": ("mul", "rmul"),
    "divide": ("truediv", "rtruediv"),
    "floor_divide": ("floordiv", "rfloordiv"),
    "remainder": ("mod", "rmod"),
    "power": ("pow", "rpow"),
    "matmul": ("matmul", "rmatmul"),
    "bitwise_and": ("and", "rand"),
    "bitwise_or": ("or", "ror"),
    "bitwise_xor": ("xor", "rxor"),
    "left_shift": ("lshift", "rlshift"),
    "right_shift": ("rshift", "rrshift"),
    "less": ("lt", "gt"),
    "less_equal": ("le", "ge"),
    "greater": ("gt", "lt"),
    "greater_equal": ("ge", "le"),
    "equal": ("eq", "eq"),
    "not_equal": ("ne", "ne"),
}
UNARY = {"negative": "neg", "invert": "invert", "positive": "pos"}


def special_method(frame: Frame, item: Any, word: str) -> Any:
    """The method ``__word__`` that an object's class defines in Python, or None."""
    if not records._is_users(type(item)):
        return None
    if isinstance(item, type) and is_library_class(type(item)):
        return None
    note_class(frame.session.door, item)
    method = class_entry(frame.session.door, type(item), f"__{word}__")
    if not isinstance(method, types.FunctionType):
        return None
    if not is_users_function(method):
        try:
            source_of(method)
        except CompileError:
            return None
    return method


def call_special(
    frame: Frame, item: Any, word: str, args: list[Any], node: ast.AST
) -> Any:
    """``item.__word__(*args)``; NotImplemented where the class does not define it."""
    method = special_method(frame, item, word)
    if method is None:
        return NotImplemented
    return inline(frame, method, [item, *args], {}, node)


def as_index(frame: Frame, key: Any, node: ast.AST) -> Any:
    """The place, or the part, that an object of the user's says it is."""
    if isinstance(key, slice):
        ends = (key.start, key.stop, key.step)
        return slice(*(as_index(frame, end, node) for end in ends))
    whole = isinstance(key, int)  # of a derived class, too: Python asks no further
    found = NotImplemented if whole else call_special(frame, key, "index", [], node)
    if found is NotImplemented:
        return key
    if not isinstance(found, int) and not has_box(found):
        given = f"__index__ returned non-int (type {type(found).__name__})"
        frame.refuse("SRC021", f"TypeError: {given}", node)
    return found


def is_user_object(item: Any) -> bool:
    """Whether an object's own methods may say what an operator does with it."""
    return kind_of(item).is_object


def readable(function: Any) -> bool:
    """Whether a function has a source."""
    plain = underlying(function)
    try:
        return plain is not None and source_of(plain) is not None
    except CompileError:
        return False
