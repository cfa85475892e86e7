"""Calls that are made at compile time, with objects that are known."""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import sys
import weakref
from collections import Counter, OrderedDict, defaultdict
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.ast_queries import written
from srcad.compiler.evaluate.contents import each_once
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import inside, kind_of
from srcad.compiler.evaluate.objects import BoundMethod
from srcad.compiler.evaluate.operations.in_place import Given
from srcad.compiler.evaluate.operations.set_orders import given_in_order
from srcad.compiler.evaluate.refusals import refuse_inconstant
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import GrowsAtRunTime, NeedsStatic
from srcad.compiler.evaluate.wording import refuse_effect
from srcad.compiler.reading.computing import acts, is_worldly
from srcad.compiler.reading.lookup import note_fields, note_method
from srcad.compiler.reading.origins import is_function, is_library_class
from srcad.compiler.reading.protocol import is_cell, mark
from srcad.compiler.reading.source import underlying
from srcad.compiler.reading.world import (
    HANDS_ON,
    gives_text,
    is_long,
    runs_users_code,
    users_code,
    users_comparison,
    users_function_of,
)

# What these give depends on the Python function that calls them.
_OF_THE_CALLER = dict.fromkeys((eval, exec, globals, locals, vars, dir), True)


# What these, and methods of these names, give is new, so it may be changed; of what
# methods of these classes and functions of these modules give, all parts are.
_MAKE = dict.fromkeys(
    (list, dict, set, sorted, OrderedDict, defaultdict, Counter), True
)
_MADE_BY = ("copy", "fromkeys")
_MADE_WHOLE_OF = frozenset((str, bytes, np.ndarray))
_MADE_WHOLE_IN = ("json", "re")
_HANDS_ON = dict.fromkeys(HANDS_ON, True)


def by_identity(table: dict[Any, Any], key: Any) -> Any:
    try:
        return table.get(key)
    except TypeError:
        return None


def is_record_class(callee: type) -> bool:
    return dataclasses.is_dataclass(callee) or (
        issubclass(callee, tuple) and hasattr(callee, "_fields")
    )


def _gives_cells(owner: Any) -> bool:
    """Whether a method is that of a dict of Cells, which it gives as they are."""
    return type(owner) is dict and bool(owner) and all(map(is_cell, owner.values()))


def call_directly(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Call at compile time, with objects that are known."""
    if by_identity(_OF_THE_CALLER, callee) and not (args and callee in (vars, dir)):
        frame.refuse(
            "SRC012",
            f"`{callee.__name__}` is not supported",
            node,
            label="looks at the function that runs, which is another one here",
            help="write the names that it would find",
        )
    door, held = frame.session.door, (owner_of(callee), *args)
    name = written(node, "func") or getattr(callee, "__qualname__", repr(callee))
    if acts(callee):
        refuse_effect(frame, f"`{name}` does something", node)
    if is_worldly(callee, args, keywords) or any(map(door.is_iterator, held)):
        refuse_inconstant(frame, name, node)
    if getattr(callee, "__name__", "") in ("__setattr__", "__delattr__"):
        refuse_effect(frame, "this changes an object", node)
    _refuse_users_code(frame, callee, args, keywords, node)
    if is_function(callee) and callee.__module__ == "inspect":
        _refuse_stand_ins(frame, callee, [*args, *keywords.values()], node)
    hands_on = by_identity(_HANDS_ON, callee) is not None or _keeps_functions(callee)
    hands_on |= _gives_cells(owner_of(callee))
    looked_into = door.looked_at if hands_on else door.content
    for item in (owner_of(callee), *args, *keywords.values()):
        looked_into(item)
    if _has_state(callee):
        door.content(callee)
    if frame.session.observed and not _is_pure(callee):
        name = getattr(callee, "__qualname__", repr(callee))
        frame.refuse("SRC012", f"`{name}` in a hook may do more than compute", node)
    _note_asked(frame, callee, args)
    given = Given(frame, (owner_of(callee), *args, *keywords.values()), node)
    args, keywords = given_in_order(frame, callee, args, keywords, node)
    try:
        result = callee(*args, **keywords)
        given.note_changes()
        _own(frame.session, callee, result)
        return result
    except (CompileError, NeedsStatic, GrowsAtRunTime):
        raise
    except Exception as error:
        frame.refuse("SRC021", f"{type(error).__name__}: {error}", node)


# What goes by the fields of a dataclass.
_OF_FIELDS = dict.fromkeys(
    (dataclasses.fields, dataclasses.asdict, dataclasses.astuple), True
)


def _own(session: Session, callee: Any, made: Any) -> None:
    """Own the containers that nobody else has of what a call gives."""
    module, owner = getattr(callee, "__module__", ""), owner_of(callee)
    if module in _MADE_WHOLE_IN or type(owner) in _MADE_WHOLE_OF:
        if type(owner) is not np.ndarray or not owner.dtype.hasobject:
            _own_whole(session, made)
    elif (module is None and callee.__name__ in _MADE_BY) or by_identity(_MAKE, callee):
        session.own(made)
    elif module == "collections" and getattr(callee, "__name__", "") == "_asdict":
        session.own(made)  # of a named tuple


def _own_whole(session: Session, made: Any) -> None:
    """Own a container, and those in it."""
    session.own(made)
    if type(made) in (list, dict):
        for part in made.values() if type(made) is dict else made:
            _own_whole(session, part)


# Methods of containers that compare what is in them.
_COMPARING = ("index", "count", "remove", "__contains__", "__eq__", "__ne__")


_READ_IN_PARTS = (type, functools.partial)


def _has_state(callee: Any) -> bool:
    """Whether what is called is an object of a library, as a `np.poly1d` is."""
    is_object = hasattr(callee, "__dict__") and not isinstance(callee, _READ_IN_PARTS)
    return is_object and not inspect.isroutine(callee) and underlying(callee) is None


def _note_asked(frame: Frame, callee: Any, args: list[Any]) -> None:
    """What a call depends on beside the contents of what it is given."""
    door = frame.session.door
    door.states(callee)
    if issubclass(type(callee), weakref.ref) and not door.unrecorded:
        door.unrecorded = "what a weak reference leads to was found by no path"
    parts = list(each_once(args, inside) if gives_text(callee) else ())
    if any(isinstance(part, np.ndarray | np.generic) for part in parts):
        door.states(np.get_printoptions)
    if any(map(is_long, args if callee is int else parts)):
        door.states(sys.get_int_max_str_digits)
    if callee is dir and args:
        door.names(args[0])
    elif by_identity(_OF_FIELDS, callee):
        for part in each_once(args, inside):
            note_fields(door, part if inspect.isclass(part) else type(part))
    elif callee is isinstance and len(args) == 2:
        door.instance(*args)
    elif callee is issubclass and len(args) == 2:
        door.subclass(*args)


def _refuse_stand_ins(
    frame: Frame, callee: Any, args: list[Any], node: ast.AST
) -> None:
    """What looks into an object has to be given Python's own."""
    for item in args:
        if kind_of(item).stands_in:
            what = kind_of(item).described(item)
            message = f"`{callee.__name__}` of {what} is not supported"
            frame.refuse("SRC012", message, node)


def owner_of(callee: Any) -> Any:
    """The object of a bound method; None for a function."""
    if isinstance(callee, BoundMethod):
        return callee.owner
    owner = None if inspect.isclass(callee) else getattr(callee, "__self__", None)
    return None if inspect.ismodule(owner) else owner


def _refuse_users_code(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> None:
    """Nothing of the user's runs while compiling, unless the user says so."""
    if mark(callee, "__srcad_static__") is True:
        function = underlying(callee)
        if function is not None:
            frame.session.door.code(function)
        return
    if inspect.isclass(callee) and issubclass(callee, enum.Enum | BaseException):
        note_method(frame.session.door, callee, "_missing_")
        return
    found = None
    if inspect.isclass(callee) and not is_library_class(callee):
        makers = ("__new__", "__init__")
        made = (inspect.getattr_static(callee, word) for word in makers)
        found = next(filter(None, map(users_function_of, made)), None)
        found = found or (None if is_library_class(type(callee)) else type(callee))
    else:
        found = users_code(callee)
    if found is None and not (_keeps_functions(callee) or _makes_record(callee)):
        found = runs_users_code(callee, [*args, *keywords.values()])
    if found is None and getattr(callee, "__name__", "") in _COMPARING:
        found = users_comparison(owner_of(callee))
    if found is None:
        return
    name = getattr(found, "__qualname__", getattr(found, "__name__", repr(found)))
    help = "mark what is called here with `@srcad.static`, if it is a pure function"
    if isinstance(found, np.ufunc):
        help = "make it with `np.vectorize`, or call the function itself"
    frame.refuse(
        "SRC012",
        f"`{name}` would run while compiling",
        node,
        label="what it reads would not be noticed when it changes",
        help=help,
    )


def _keeps_functions(callee: Any) -> bool:
    """Whether a class keeps the functions that it is given, and calls none."""
    return inspect.isclass(callee) and mark(callee, "__srcad_hook_backward__") is True


def _makes_record(callee: Any) -> bool:
    """Whether a record is made, which asks nothing of what it is made of."""
    if inspect.isclass(callee):
        return is_record_class(callee)
    owner = getattr(callee, "__self__", None)
    of = owner if inspect.isclass(owner) else type(owner)
    return is_record_class(of) and callee.__name__ in ("_make", "_replace")


def _is_pure(callee: Any) -> bool:
    """Whether a call that has no source only computes: nobody sees it being made."""
    owner = getattr(callee, "__self__", None)
    if isinstance(owner, _VALUES):
        return True
    if inspect.isclass(callee):
        ours = mark(callee, "__srcad_tensor__") is True
        return (
            ours
            or callee.__module__ in ("builtins", "numpy")
            or is_record_class(callee)
        )
    if mark(callee, "__srcad_static__") is True:
        return True
    module = getattr(callee, "__module__", None) or ""
    name = getattr(callee, "__name__", "")
    if module == "builtins":
        return name not in ("print", "open", "input", "exec", "eval", "next", "setattr")
    return module.partition(".")[0] in ("math", "operator", "numpy", "srcad")


_VALUES = (
    *(str, bytes, int, float, complex, tuple, list, dict, set, frozenset),
    *(np.generic, np.ndarray),
)
