"""The table of Python's functions that the compiler knows."""

from __future__ import annotations

import ast
import copy
import dataclasses
import heapq
import math
from collections.abc import (
    Callable,
    MappingView,
    MutableMapping,
    MutableSequence,
    Set,
)
from itertools import chain
from typing import Any

from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of, reached
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.special import call_special, is_user_object
from srcad.compiler.reading.records import is_record
from srcad.compiler.reading.world import runs_users_code, users_code, users_text

# What these read of an object is recorded, whatever the object is.
_READING: tuple[Any, ...] = (
    *(getattr, hasattr, type, vars, copy.copy, copy.deepcopy),
    *(dataclasses.replace, dataclasses.asdict, dataclasses.astuple),
)
# What asks no method of a class that is derived from a number.
_OF_VALUES = {divmod, heapq.nsmallest, heapq.nlargest}
_OF_VALUES |= {item for word, item in vars(math).items() if word[0] != "_"}
# What the class of an object may define in Python.
_SPECIAL: dict[Any, tuple[str, ...]] = {
    float: ("float", "index"),
    int: ("int", "index"),
    str: ("str", "repr"),
    repr: ("repr",),
    abs: ("abs",),
    round: ("round",),
    divmod: ("divmod",),
    reversed: ("reversed",),
    complex: ("complex",),
    hash: ("hash",),
    iter: ("iter",),
    next: ("next",),
}
_OF_CLASS = (isinstance, type)
_CHANGEABLE = (MutableSequence, MutableMapping, Set, MappingView)
Handler = Callable[[Frame, Args, Keywords, ast.AST], Any]


def _may_change(item: Any) -> bool:
    """Whether it may change before it is read, or its order is not Python's."""
    return any(issubclass(type(one), _CHANGEABLE) for one in (item, *reached(item)))


def _stands_for(args: list[Any]) -> bool:
    """Whether what is asked for its class is of another one, to Python."""
    return any(kind_of(one).class_of(one) is not type(one) for one in args[:1])


def _says(item: Any) -> bool:
    return users_code(item, 0) is not None or users_text(item, 0) is not None


def _is_read(function: Any, args: list[Any]) -> bool:
    """Whether what is read is recorded: of copies, those of containers and records."""
    if function not in (copy.copy, copy.deepcopy) or not args:
        return True
    return type(args[0]) in (list, dict, set) or is_record(args[0])


def builtin(function: Any) -> Callable[[Handler], Handler]:
    """Register what a call of ``function`` means.

    It is called itself where its arguments are known, and none of them is a function
    of the evaluation, or may be changed before it is read.
    """
    is_lazy = hasattr(function, "__next__") or function == chain.from_iterable

    def register(handler: Handler) -> Handler:
        def wrapped(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
            known = not has_box(args) and not has_box(keywords)
            known = known and keywords.get("key") is None
            known = known and not (function in _OF_CLASS and _stands_for(args))
            known = known and not (function in _READING and _is_read(function, args))
            # What a handler is around may raise behind what was given before.
            waits = frame.session.handlers.around or any(map(_may_change, args))
            known = known and not (is_lazy and waits)
            given = (*args, *keywords.values())
            known = known and not any(kind_of(item).is_closure for item in given)
            if args and (_says(args[0]) or (not known and is_user_object(args[0]))):
                specials = _SPECIAL.get(function, ())
                if isinstance(args[0], int | float | complex):
                    specials = specials[:1]  # the next ones are asked where none is
                for special in specials:
                    found = call_special(frame, args[0], special, args[1:], node)
                    if found is not NotImplemented:
                        return found
            if known and runs_users_code(function, args) is None:
                return call_directly(frame, function, args, keywords, node)
            if known and function in _OF_VALUES:
                for item in args:
                    if isinstance(item, int | float) and users_code(item, 0):
                        kind_of(item).in_array(frame, item, node)  # it is refused
            return handler(frame, args, keywords, node)

        HANDLERS[function] = wrapped
        return handler

    return register


def read_as(definition: Any) -> Handler:
    """What a call means of a function that a ``definition`` of ours says, as source."""
    return lambda frame, args, named, node: inline(frame, definition, args, named, node)


def reads(function: Any) -> Callable[[Any], Any]:
    """Register the definition of a function of Python's, which is read as source."""

    def register(definition: Any) -> Any:
        builtin(function)(read_as(definition))
        return definition

    return register


def by_arguments(function: Any, meaning: Callable[..., Any], *more: Any) -> Handler:
    """``function(*args)`` means ``meaning(frame, *args, *more, node)``; a call with
    other arguments than that has is refused, where run time knows any."""
    count = meaning.__code__.co_argcount - len(more) - 2

    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        if named or len(args) != count:
            if not has_box(args) and not has_box(named):
                return call_directly(frame, function, args, named, node)
            message = f"`{function.__name__}` with other arguments is not supported"
            help = f"give it {count} argument{'s' * (count > 1)}, by position"
            frame.refuse("SRC012", message, node, help=help)
        return meaning(frame, *args, *more, node)

    return handler


def of_arguments(function: Any, meaning: Callable[..., Any], *more: Any) -> None:
    """Register the same, as the meaning of a call of ``function``."""
    builtin(function)(by_arguments(function, meaning, *more))
