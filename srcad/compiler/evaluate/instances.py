"""Objects of the user's classes that hold run-time values: made, read and written."""

from __future__ import annotations

import ast
import copy
import dataclasses
import inspect
from typing import Any

from srcad.compiler.evaluate import functions
from srcad.compiler.evaluate.changes import change
from srcad.compiler.evaluate.dispatch import call
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.lists import is_run_time_list, lists_of, mapped
from srcad.compiler.evaluate.maybe import present
from srcad.compiler.evaluate.numpy.values import copy_of
from srcad.compiler.evaluate.objects import Box, is_array_box
from srcad.compiler.evaluate.refusals import refuse_slots
from srcad.compiler.evaluate.special import readable
from srcad.compiler.evaluate.wording import refuse_effect
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.lists import element_of
from srcad.compiler.reading import records
from srcad.compiler.reading.lookup import MISSING, class_entry


def construct(
    frame: Frame,
    kind: type,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> Any:
    """``kind(*args, **keywords)``, its constructor evaluated."""
    instance = records.made(object.__new__(kind))
    frame.session.own(vars(instance))
    init: Any = class_entry(frame.session.door, kind, "__init__")
    if init is vars(object)["__init__"]:
        if args or keywords:
            message = f"TypeError: {kind.__name__}() takes no values"
            frame.refuse("SRC021", message, node)
    elif _is_generated(kind):
        _set_fields(frame, instance, args, keywords, node)
    else:
        functions.inline(frame, init, [instance, *args], keywords, node)
    return instance


def _is_generated(kind: type) -> bool:
    """Whether the constructor is the one that ``dataclass`` has written."""
    if not dataclasses.is_dataclass(kind):
        return False
    return not readable(inspect.getattr_static(kind, "__init__"))


def _set_fields(
    frame: Frame,
    instance: Any,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> None:
    kind = type(instance)
    try:
        given = inspect.signature(kind).bind(*args, **keywords).arguments
    except TypeError as error:
        frame.refuse("SRC021", f"TypeError: {kind.__name__}() {error}", node)
    declared = {field.name for field in dataclasses.fields(kind)}
    if set(given) - declared:
        frame.refuse("SRC011", "`InitVar` is not supported", node)
    for field in dataclasses.fields(kind):
        if field.init and field.name in given:
            item = given[field.name]
        elif field.default is not dataclasses.MISSING:
            item = field.default
        elif field.default_factory is not dataclasses.MISSING:
            item = call(frame, field.default_factory, [], {}, node)
        else:
            continue
        vars(instance)[field.name] = item
    after = class_entry(frame.session.door, kind, "__post_init__")
    if after is not MISSING:
        functions.inline(frame, after, [instance], {}, node)


def set_attribute(
    frame: Frame, owner: Any, name: str, item: Any, node: ast.AST, frozen: bool = True
) -> None:
    """``owner.name = item``, of an object that the evaluation has made.

    ``frozen`` False is ``object.__setattr__``, which sets what a frozen dataclass has.
    """
    kind = type(owner)
    if not records.is_made(owner):
        refuse_slots(frame, kind, node)
        refuse_effect(frame, f"this writes the attribute of a {kind.__name__}", node)
    found = class_entry(frame.session.door, kind, name)
    if isinstance(found, property):
        if found.fset is None:
            frame.refuse("SRC021", f"AttributeError: `{name}` has no setter", node)
        functions.inline(frame, found.fset, [owner, item], {}, node)
        return
    own = class_entry(frame.session.door, kind, "__setattr__")
    if frozen and own is not vars(object)["__setattr__"]:
        message = f"FrozenInstanceError: cannot assign to field '{name}'"
        frame.refuse("SRC021", message, node)
    attributes = vars(owner)
    change(frame, attributes, node)
    attributes[name] = item


def copied(frame: Frame, item: Any, deep: bool, node: ast.AST) -> Any:
    """``copy.copy`` or ``copy.deepcopy`` of what holds run-time values."""

    def inner(part: Any) -> Any:
        return copied(frame, part, deep, node) if deep else part

    item = present(frame.session, item)
    if is_run_time_list(item):
        elements = (element_of(box.value) for box in lists_of(item))
        if deep and not all(isinstance(e, Aval) and not e.ndim for e in elements):
            message = "`deepcopy` of a list of arrays that is built at run time"
            frame.refuse("SRC012", f"{message} is not supported", node)
        return mapped(frame, item, "copy")
    if isinstance(item, Box):
        return copy_of(frame, item) if is_array_box(item) else item
    if isinstance(item, tuple):
        parts = [inner(part) for part in item]
        return type(item)(*parts) if hasattr(item, "_fields") else tuple(parts)
    if isinstance(item, list):
        return frame.session.own([inner(part) for part in item])
    if isinstance(item, dict):
        return frame.session.own({key: inner(part) for key, part in item.items()})
    if records.is_made(item):
        new = records.made(object.__new__(type(item)))
        vars(new).update((key, inner(part)) for key, part in vars(item).items())
        frame.session.own(vars(new))
        return new
    return copy.deepcopy(item) if deep else copy.copy(item)


# ------------------------------------------------------------------------- operators


def replaced(frame: Frame, record: Any, changes: dict[str, Any], node: ast.AST) -> Any:
    """``dataclasses.replace(record, **changes)``."""
    kept = {
        field.name: getattr(record, field.name)
        for field in dataclasses.fields(record)
        if field.init and field.name not in changes
    }
    return construct(frame, type(record), [], {**kept, **changes}, node)


def as_container(frame: Frame, item: Any, kind: type) -> Any:
    """``dataclasses.asdict`` or ``astuple`` of a record, records inside of it too."""
    if records.is_record(item):
        parts = {
            field.name: as_container(frame, getattr(item, field.name), kind)
            for field in dataclasses.fields(item)
        }
        return frame.session.own(parts) if kind is dict else tuple(parts.values())
    if isinstance(item, tuple):
        rest = [as_container(frame, part, kind) for part in item]
        return type(item)(*rest) if hasattr(item, "_fields") else tuple(rest)
    if isinstance(item, list):
        return frame.session.own([as_container(frame, part, kind) for part in item])
    if isinstance(item, dict):
        inner = {key: as_container(frame, part, kind) for key, part in item.items()}
        return frame.session.own(inner)
    return item
