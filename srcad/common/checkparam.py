"""MindSpore's ``_checkparam``: checks of settings, for libraries over MindSpore.

Each returns the value, or raises TypeError for another type, ValueError for a value out
of range. Until MindSpore 2.0 they were methods of ``Validator``, and the relations
members of ``Rel``.
"""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable
from typing import Any

__all__ = [
    "EQ",
    "GE",
    "GT",
    "INC_BOTH",
    "INC_LEFT",
    "INC_NEITHER",
    "INC_RIGHT",
    "LE",
    "LT",
    "NE",
    "Rel",
    "Validator",
    "args_type_check",
    "check_bool",
    "check_equal_int",
    "check_float_range",
    "check_int",
    "check_int_range",
    "check_is_float",
    "check_non_negative_float",
    "check_non_negative_int",
    "check_positive_float",
    "check_positive_int",
    "check_string",
    "check_value_type",
]

EQ, NE, LT, LE, GT, GE = "==", "!=", "<", "<=", ">", ">="
INC_NEITHER, INC_LEFT, INC_RIGHT, INC_BOTH = "()", "[)", "(]", "[]"

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    EQ: operator.eq,
    NE: operator.ne,
    LT: operator.lt,
    LE: operator.le,
    GT: operator.gt,
    GE: operator.ge,
}


def _message(prim_name: str | None, arg_name: str | None, wanted: str, got: Any) -> str:
    owner = f"For '{prim_name}', the" if prim_name else "The"
    return f"{owner} '{arg_name or 'input'}' must be {wanted}, but got {got!r}."


def check_value_type(
    arg_name: str, arg_value: Any, valid_types: Any, prim_name: str | None = None
) -> Any:
    """Refuse what is of none of some types; a bool is an int only where both stand."""
    types = tuple(valid_types) if isinstance(valid_types, list) else valid_types
    types = types if isinstance(types, tuple) else (types,)
    is_bool = isinstance(arg_value, bool) and bool not in types and int in types
    if is_bool or not isinstance(arg_value, types):
        names = ", ".join(one.__name__ for one in types)
        raise TypeError(_message(prim_name, arg_name, f"of type {names}", arg_value))
    return arg_value


def check_bool(
    arg_value: Any, arg_name: str | None = None, prim_name: str | None = None
) -> Any:
    """Refuse what is no bool."""
    return check_value_type(arg_name or "input", arg_value, bool, prim_name)


def check_is_float(
    arg_value: Any, arg_name: str | None = None, prim_name: str | None = None
) -> Any:
    """Refuse what is no float."""
    return check_value_type(arg_name or "input", arg_value, float, prim_name)


def _check_number(
    arg_value: Any, value: Any, rel: str, kind: type, named: tuple[Any, Any]
) -> Any:
    arg_name, prim_name = named
    check_value_type(arg_name or "input", arg_value, kind, prim_name)
    if not _COMPARED[rel](arg_value, value):
        wanted = f"{kind.__name__} and {rel} {value}"
        raise ValueError(_message(prim_name, arg_name, wanted, arg_value))
    return arg_value


def check_int(
    arg_value: Any,
    value: int,
    rel: str,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> Any:
    """Refuse what is no int in this relation to ``value``."""
    return _check_number(arg_value, value, rel, int, (arg_name, prim_name))


def check_equal_int(
    arg_value: Any, value: int, arg_name: str | None = None, prim_name: Any = None
) -> Any:
    """Refuse what is not this int."""
    return check_int(arg_value, value, EQ, arg_name, prim_name)


def check_positive_int(
    arg_value: Any, arg_name: str | None = None, prim_name: str | None = None
) -> Any:
    """Refuse what is no int above 0."""
    return check_int(arg_value, 0, GT, arg_name, prim_name)


def check_non_negative_int(
    arg_value: Any, arg_name: str | None = None, prim_name: str | None = None
) -> Any:
    """Refuse what is no int from 0 on."""
    return check_int(arg_value, 0, GE, arg_name, prim_name)


def check_positive_float(
    arg_value: Any, arg_name: str | None = None, prim_name: str | None = None
) -> Any:
    """Refuse what is no float above 0."""
    return _check_number(arg_value, 0, GT, float, (arg_name, prim_name))


def check_non_negative_float(
    arg_value: Any, arg_name: str | None = None, prim_name: str | None = None
) -> Any:
    """Refuse what is no float from 0 on."""
    return _check_number(arg_value, 0, GE, float, (arg_name, prim_name))


def _check_range(
    arg_value: Any, bounds: tuple[Any, Any], rel: str, kind: Any, named: tuple[Any, Any]
) -> Any:
    arg_name, prim_name = named
    check_value_type(arg_name or "input", arg_value, kind, prim_name)
    low, high = bounds
    above = arg_value >= low if rel[0] == "[" else arg_value > low
    below = arg_value <= high if rel[1] == "]" else arg_value < high
    if not (above and below):
        wanted = f"in {rel[0]}{low}, {high}{rel[1]}"
        raise ValueError(_message(prim_name, arg_name, wanted, arg_value))
    return arg_value


def check_int_range(
    arg_value: Any,
    lower_limit: int,
    upper_limit: int,
    rel: str,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> Any:
    """Refuse what is no int between the limits; ``rel`` says which of them count."""
    bounds, named = (lower_limit, upper_limit), (arg_name, prim_name)
    return _check_range(arg_value, bounds, rel, int, named)


def check_float_range(
    arg_value: Any,
    lower_limit: float,
    upper_limit: float,
    rel: str,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> Any:
    """Refuse what is no number between the limits; ``rel`` says which of them count."""
    bounds, named = (lower_limit, upper_limit), (arg_name, prim_name)
    return _check_range(arg_value, bounds, rel, (float, int), named)


def check_string(
    arg_value: Any,
    valid_values: Any,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> Any:
    """Refuse what is none of some texts."""
    if not isinstance(arg_value, str) or arg_value not in valid_values:
        wanted = f"one of {valid_values}"
        raise ValueError(_message(prim_name, arg_name, wanted, arg_value))
    return arg_value


def args_type_check(
    *types: Any, **named: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator of a function whose arguments have to be of some types, each a
    class or a tuple of classes; TypeError says which argument is not."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(function)
        wanted = signature.bind_partial(*types, **named).arguments

        @functools.wraps(function)
        def checked(*args: Any, **kwargs: Any) -> Any:
            for name, value in signature.bind(*args, **kwargs).arguments.items():
                if name in wanted and not isinstance(value, wanted[name]):
                    shown = f"of type {wanted[name]}"
                    raise TypeError(_message(function.__name__, name, shown, value))
            return function(*args, **kwargs)

        return checked

    return decorate


class Rel:
    """The relations, as MindSpore had them until 2.0."""

    EQ, NE, LT, LE, GT, GE = EQ, NE, LT, LE, GT, GE
    INC_NEITHER, INC_LEFT = INC_NEITHER, INC_LEFT
    INC_RIGHT, INC_BOTH = INC_RIGHT, INC_BOTH


class Validator(Rel):
    """The checks, as MindSpore had them until 2.0."""

    check_value_type = staticmethod(check_value_type)
    check_bool = staticmethod(check_bool)
    check_is_float = staticmethod(check_is_float)
    check_int = staticmethod(check_int)
    check_equal_int = staticmethod(check_equal_int)
    check_positive_int = staticmethod(check_positive_int)
    check_non_negative_int = staticmethod(check_non_negative_int)
    check_positive_float = staticmethod(check_positive_float)
    check_non_negative_float = staticmethod(check_non_negative_float)
    check_int_range = staticmethod(check_int_range)
    check_float_range = staticmethod(check_float_range)
    check_string = staticmethod(check_string)
