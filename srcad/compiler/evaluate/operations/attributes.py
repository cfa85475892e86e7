"""Attributes: of run-time values, and of objects of Python."""

from __future__ import annotations

import ast
import functools
from typing import Any

from srcad.compiler.evaluate.agreement import is_unsure
from srcad.compiler.evaluate.ast_queries import written
from srcad.compiler.evaluate.dispatch import HANDLERS, call, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import is_iterator
from srcad.compiler.evaluate.operations.changes import change
from srcad.compiler.evaluate.operations.special import readable, refuse_hook
from srcad.compiler.evaluate.wording import suggested
from srcad.compiler.reading.lookup import MISSING, CallOf, class_entry, find_attribute
from srcad.compiler.reading.origins import is_function
from srcad.compiler.reading.protocol import is_cell
from srcad.compiler.reading.records import is_made, own_attributes

# What Python notes in an exception while it is raised, of where and in what.
_NOTED = ("__context__", "__traceback__")
# What it notes when it is raised from something, which one that was made does not have.
_NOTED_OF_MADE = (*_NOTED, "__suppress_context__")


def attribute(frame: Frame, owner: Any, name: str, node: ast.AST) -> Any:
    """``owner.name``: of a run-time value, or of an object of Python."""
    if name == "__class__" and kind_of(owner).stands_in:
        return HANDLERS[type](frame, [owner], {}, node)
    found = kind_of(owner).attribute(frame, owner, name, node)
    if found is NotImplemented:
        found = python_attribute(frame, owner, name, node)
    found = frame.agreed(found, node)
    if is_iterator(found):
        made = is_made(owner)
        own = own_attributes(owner) if made else getattr(owner, "__dict__", {})
        if isinstance(owner, tuple) or own.get(name) is found:
            frame.refuse_iterator(node)
    return found


def python_attribute(frame: Frame, owner: Any, name: str, node: ast.AST) -> Any:
    """``owner.name`` as Python gives it."""
    lost = frame.session.lost.get((id(owner), name))
    if lost is not None:
        raise lost.with_traceback(None)
    noted = _NOTED_OF_MADE if is_made(owner) else _NOTED
    if name in noted and isinstance(owner, BaseException):
        frame.refuse("SRC012", f"`{name}` of an exception is not supported", node)
    try:
        item = find_attribute(frame.session.door, owner, name)
    except AttributeError as error:
        of = kind_of(owner)
        if of.stands_in and hasattr(of.class_of(owner), name):
            message = f"`{name}` of {of.described(owner)} is not supported"
            frame.refuse("SRC012", message, node)
        if type(owner).__module__.startswith("srcad.compiler."):
            # It stands for an object of SciPy, which may well have it.
            message = f"`{name}` of what is made here is not supported"
            frame.refuse("SRC012", message, node)
        help = suggested(name, dir(owner), written(node, "value"))
        with frame.at_first(owner):
            frame.refuse("SRC021", f"AttributeError: {error}", node, help=help)
    if isinstance(item, CallOf):
        return _given_by(frame, item, owner, name, node)
    falls_back = frame.session.handlers.await_one(AttributeError)
    if is_unsure(item) and (falls_back or _has_fallback(frame, owner)):
        frame.needs_static(f"whether an object has `{name}` must be known", node)
    record_fact(frame, owner, name, item)
    return item


def _has_fallback(frame: Frame, owner: Any) -> bool:
    """Whether a class says what attributes are that its objects do not have."""
    door = frame.session.door
    return (
        is_made(owner) and class_entry(door, type(owner), "__getattr__") is not MISSING
    )


def _given_by(frame: Frame, given: CallOf, owner: Any, name: str, node: ast.AST) -> Any:
    """What a property, or another method of the user's, gives for an attribute."""
    if given.otherwise is not None:
        refuse_hook(frame, type(owner), given.otherwise.function, node)
        ways = (given, given.otherwise)
        calls = [functools.partial(way.function, *way.args) for way in ways]
        return inline(frame, _first_of, calls, {}, node)
    if given.hook:
        refuse_hook(frame, type(owner), given.function, node)
    if is_function(given.function) and readable(given.function):
        item = inline(frame, given.function, list(given.args), {}, node)
    else:
        item = call(frame, given.function, list(given.args), {}, node)
    if given.kept and is_made(owner):
        own = own_attributes(owner)
        held = frame.session.held.get(id(own))
        if held is not None and frame.session.depth > held.depth:
            message = "a cached property is computed on one path, or in a loop"
            frame.needs_static(message, node, "is kept from then on")
        change(frame, own, node, word=type(owner).__name__)
        own[name] = item
    return item


def _first_of(give: Any, otherwise: Any) -> Any:
    try:
        return give()
    except AttributeError:
        return otherwise()


def record_fact(frame: Frame, owner: Any, name: str, item: Any) -> None:
    """Remember what the code was specialised on: a hyper-parameter of a Cell."""
    if not is_cell(owner):
        return
    if type(owner).__module__.split(".")[0] == "srcad":
        if name == "training" and item is False:
            path = frame.session.naming.attributes.get(id(owner), "")
            frame.session.predicting[path or type(owner).__name__] = None
        return
    if isinstance(item, bool | int | float | complex | str | None):
        path = frame.session.naming.attributes.get(id(owner), "")
        key = f"{path}.{name}" if path else name
        frame.session.facts[key] = item
