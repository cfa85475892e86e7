"""The special methods of the user's classes: ``__add__``, ``__len__`` and so on."""

from __future__ import annotations

import ast
import inspect
import operator
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.reading import records
from srcad.compiler.reading.lookup import MISSING, class_entry, note_class
from srcad.compiler.reading.origins import (
    is_function,
    is_library_class,
    is_users_function,
)
from srcad.compiler.reading.source import source_of, underlying
from srcad.compiler.reading.structures import is_part
from srcad.compiler.reading.world import users_function_of

# Of each operator its primitive, how a class defines it, and the same where it stands
# on the right.
_OPERATORS: dict[type[ast.AST], tuple[str, str, str]] = {
    ast.Add: ("add", "add", "radd"),
    ast.Sub: ("subtract", "sub", "rsub"),
    ast.Mult: ("multiply", "mul", "rmul"),
    ast.Div: ("divide", "truediv", "rtruediv"),
    ast.FloorDiv: ("floor_divide", "floordiv", "rfloordiv"),
    ast.Mod: ("remainder", "mod", "rmod"),
    ast.Pow: ("power", "pow", "rpow"),
    ast.MatMult: ("matmul", "matmul", "rmatmul"),
    ast.BitAnd: ("bitwise_and", "and", "rand"),
    ast.BitOr: ("bitwise_or", "or", "ror"),
    ast.BitXor: ("bitwise_xor", "xor", "rxor"),
    ast.LShift: ("left_shift", "lshift", "rlshift"),
    ast.RShift: ("right_shift", "rshift", "rrshift"),
    ast.Lt: ("less", "lt", "gt"),
    ast.LtE: ("less_equal", "le", "ge"),
    ast.Gt: ("greater", "gt", "lt"),
    ast.GtE: ("greater_equal", "ge", "le"),
    ast.Eq: ("equal", "eq", "eq"),
    ast.NotEq: ("not_equal", "ne", "ne"),
    ast.USub: ("negative", "neg", ""),
    ast.UAdd: ("positive", "pos", ""),
    ast.Invert: ("invert", "invert", ""),
}
NAMES = {kind: name for kind, (name, *_) in _OPERATORS.items()}
WORDS = {name: (word, right) for name, word, right in _OPERATORS.values() if right}
UNARY = {name: word for name, word, right in _OPERATORS.values() if not right}
COMPARISONS = [NAMES[kind] for kind in _OPERATORS if issubclass(kind, ast.cmpop)]
# The function of Python that an operator is.
PYTHON: dict[str, Any] = {
    name: getattr(operator, f"__{word}__") for name, word, _ in _OPERATORS.values()
}


def special_method(frame: Frame, item: Any, word: str) -> Any:
    """What an object's class defines in Python as ``__word__``, or None."""
    if not records._is_users(type(item)):
        return None
    if inspect.isclass(item) and is_library_class(type(item)):
        return None
    note_class(frame.session.door, item)
    method = class_entry(frame.session.door, type(item), f"__{word}__")
    if not is_function(method):
        runs = method is not MISSING and users_function_of(method) is not None
        return method if runs else None
    if not is_users_function(method):
        mixed_in = method.__module__ == "collections.abc"
        if mixed_in and is_library_class(type(item)):
            return None  # Of a `UserList` it is known what it holds.
        if not readable(method):
            return None
    return method


def call_special(
    frame: Frame, item: Any, word: str, args: list[Any], node: ast.AST
) -> Any:
    """``item.__word__(*args)``; NotImplemented where the class does not define it."""
    method = special_method(frame, item, word)
    if method is None:
        return NotImplemented
    if not is_function(method):
        refuse_entry(frame, type(item), f"__{word}__", node)
    return inline(frame, method, [item, *args], {}, node)


def refuse_entry(frame: Frame, kind: type, name: str, node: ast.AST) -> NoReturn:
    """Refuse what a class has as a special method, and is no function."""
    message = f"`{kind.__name__}.{name}` is no function that can be read"
    frame.refuse("SRC012", message, node, help="define it as a method, with `def`")


def refuse_hook(frame: Frame, kind: type, found: Any, node: ast.AST) -> None:
    """Refuse what a class has for all attributes, where it is no function."""
    if not is_function(found):
        own = inspect.getattr_static(kind, "__getattribute__")
        name = "__getattribute__" if own is found else "__getattr__"
        refuse_entry(frame, kind, name, node)


def as_index(frame: Frame, key: Any, node: ast.AST) -> Any:
    """The place, or the part, that an object of the user's says it is."""
    if is_part(key):
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


def is_plain(item: Any) -> bool:
    """Whether a comparison with an object runs nothing that the user has written."""
    of = kind_of(item)
    if isinstance(item, tuple | list):
        return all(map(is_plain, of.parts(item)))
    if isinstance(item, dict):
        return all(map(is_plain, [*item, *of.parts(item)]))
    choice = of.choice(item)
    options = [item] if choice is None else choice.options.values()
    return not any(kind_of(one).is_object for one in options)


def readable(function: Any) -> bool:
    """Whether a function has a source."""
    plain = underlying(function)
    try:
        return plain is not None and source_of(plain) is not None
    except CompileError:
        return False
