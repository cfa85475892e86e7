"""Executing statements. Each gives a :class:`Flow`: whether and how it leaves."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from contextlib import suppress
from importlib.util import resolve_name
from typing import Any

from srcad.compiler.evaluate import dispatch, nonlocals
from srcad.compiler.evaluate.ast_queries import (
    exchanges,
    identifiers,
    is_yield,
    local_names,
    may_change,
    names,
)
from srcad.compiler.evaluate.calls import calls
from srcad.compiler.evaluate.calls.classes import make_class
from srcad.compiler.evaluate.calls.effects import assign_parameter
from srcad.compiler.evaluate.calls.instances import delete_attribute, set_attribute
from srcad.compiler.evaluate.calls.keyed import is_or_shows_one
from srcad.compiler.evaluate.calls.registration import is_live_handle, keep_handle
from srcad.compiler.evaluate.dispatch import (
    block,
    call,
    evaluate,
    expression,
    statement,
)
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.kinds import kind_of, leaves
from srcad.compiler.evaluate.objects import (
    Closure,
    RuntimeString,
    box_of,
    is_parameter,
)
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.operations.operators import augmented, operator_name
from srcad.compiler.evaluate.operations.read_first import read_first
from srcad.compiler.evaluate.operations.sequences import (
    of_unknown_length,
    sequence_parts,
)
from srcad.compiler.evaluate.operations.subscripts import (
    delete_subscript,
    place_of_item,
    write_item,
)
from srcad.compiler.evaluate.scope import name_value
from srcad.compiler.evaluate.storage.growing_lists import name_parts
from srcad.compiler.evaluate.storage.list_items import is_run_time_list, was_in_place
from srcad.compiler.evaluate.storage.nested_lists import moved
from srcad.compiler.evaluate.syntax.generators import yielded
from srcad.compiler.evaluate.syntax.raising import what_is_caught
from srcad.compiler.evaluate.syntax.suspended import Opened
from srcad.compiler.evaluate.wording import refuse_effect, refuse_string, refuse_syntax
from srcad.compiler.reading.lookup import MISSING as NOTHING
from srcad.compiler.reading.lookup import (
    class_entry,
    find_attribute,
    held_under,
    imported,
    note_missing,
    submodule,
)
from srcad.compiler.reading.private_names import bound_name
from srcad.compiler.reading.protocol import is_cell
from srcad.compiler.reading.records import is_made, own_attributes
from srcad.compiler.reading.world import users_function_of


@statement(ast.Assign)
def _assign(frame: Frame, node: ast.Assign) -> Flow:
    return _assigned(frame, node.targets, node.value)


@statement(ast.AnnAssign)
def _annotated(frame: Frame, node: ast.AnnAssign) -> Flow:
    if node.value is None:
        return NORMAL
    return _assigned(frame, [node.target], node.value)


def _assigned(frame: Frame, targets: list[ast.expr], value: ast.expr) -> Flow:
    def use(item: Any) -> Flow:
        if exchanges(targets, value):
            item = tuple(moved(frame, part) for part in item)
        for target in targets:
            assign(frame, target, item)
        return NORMAL

    # An exception may be kept for whoever debugs, though run time alone knows it.
    caught = what_is_caught(frame, value)
    if caught is not None and not any(_may_be_read(frame, one) for one in targets):
        return use(caught)
    return _used(frame, value, use)


def _may_be_read(frame: Frame, target: ast.expr) -> bool:
    """Whether what is bound here is a name that the function reads, or anything that
    others may."""
    function = frame.source.node
    if not isinstance(target, ast.Name) or target.id not in local_names(function):
        return True
    return any(one.id == target.id for one in names(function, ast.Load))


def _used(frame: Frame, node: ast.expr, use: Callable[[Any], Flow]) -> Flow:
    """Do something with the value of an expression, which may be a ``yield``."""
    if is_yield(node):
        return yielded(frame, node, use)
    return use(evaluate(frame, node))


@statement(ast.Pass)
def _pass(frame: Frame, node: ast.Pass) -> None:
    pass


@statement(ast.Break)
def _break(frame: Frame, node: ast.Break) -> Flow:
    return Flow(stop=True)


@statement(ast.Continue)
def _continue(frame: Frame, node: ast.Continue) -> Flow:
    return Flow(skip=True)


@statement(ast.FunctionDef)
def _function(frame: Frame, node: ast.FunctionDef) -> None:
    frame.assign(bound_name(node), _decorated(frame, node))
    nonlocals.define(frame, node)


@block(ast.Expr)
def _expression(
    frame: Frame, node: ast.Expr, rest: list[ast.stmt], top: bool
) -> tuple[Flow, bool]:
    if is_yield(node.value):
        return yielded(frame, node.value, top=top), False
    if not isinstance(node.value, ast.Constant):
        evaluate(frame, node.value)
    return NORMAL, False


@statement(ast.ClassDef)
def _class(frame: Frame, node: ast.ClassDef) -> None:
    frame.assign(bound_name(node), make_class(frame, node))
    nonlocals.define(frame, node)


@statement(ast.AST)
def _other(frame: Frame, node: ast.stmt) -> None:
    refuse_syntax(frame, node)


@statement(ast.Delete)
def _deleted(frame: Frame, node: ast.Delete) -> None:
    for target in node.targets:
        _delete(frame, target)


def _delete(frame: Frame, target: ast.expr) -> None:
    match target:
        case ast.Name():
            frame.lookup(target)
            frame.assign(target.id, MISSING)
        case ast.Tuple(parts) | ast.List(parts):
            for part in parts:
                _delete(frame, part)
        case ast.Subscript():
            delete_subscript(frame, target)
        case ast.Attribute(owner, name):
            delete_attribute(frame, evaluate(frame, owner), name, target)


@statement(ast.Nonlocal)
def _nonlocal(frame: Frame, node: ast.Nonlocal) -> None:
    for name in node.names:
        if frame.parent is None or frame.parent.binder(name) is None:
            refuse_effect(frame, f"`{name}` would be written in a function", node)
    for name in node.names:
        if name not in frame.borrowed:
            nonlocals.borrow(frame, name, node)


@statement(ast.Return)
def _return(frame: Frame, this: ast.Return) -> Flow:
    node = this.value
    if not frame.source.library:
        frame.session.returned = this
    if node is None:
        return Flow(done=True)
    strings = frame.caller is not None

    def use(item: Any) -> Flow:
        if not strings and any(isinstance(x, RuntimeString) for x in leaves(item)):
            refuse_string(frame, node)
        return Flow(done=True, value=item)

    return _used(frame, node, use)


@statement(ast.Import, ast.ImportFrom)
def _import(frame: Frame, node: ast.Import | ast.ImportFrom) -> None:
    """What a module is asked for by its name is read as an attribute of it."""
    known = ("__name__", "__package__", "__spec__")
    space = {name: frame.globals.get(name) for name in known}
    code = compile(ast.Module([node], []), "<import>", "exec")
    door, modules = frame.session.door, [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        dotted = "." * node.level + (node.module or "")
        with frame.raises(node, ImportError):
            modules = [resolve_name(dotted, space["__package__"])]
    with frame.raises(node, Exception):
        try:
            exec(code, space)
        except ImportError as error:
            note_missing(door, modules, error)
            raise
    read = functools.partial(imported, door)
    for alias in node.names:
        top, *inner = alias.name.split(".")
        if isinstance(node, ast.ImportFrom):
            item = _imported_from(frame, read(modules[0]), alias.name, node)
        else:
            item = read(top)
            for word in inner if alias.asname else ():
                item = _imported_from(frame, item, word, node)
        frame.assign(bound_name(alias), item)


def _imported_from(frame: Frame, owner: Any, name: str, node: ast.stmt) -> Any:
    """What a module has under a name: not always the module of that name in it."""
    found = submodule(frame.session.door, owner, name)
    return attribute(frame, owner, name, node) if found is NOTHING else found


@statement(ast.Global)
def _global(frame: Frame, node: ast.Global) -> None:
    names = [name for name in node.names if _is_bound(frame, name)]
    if names:
        written = " and ".join(f"`{name}`" for name in names)
        refuse_effect(frame, f"{written} would be written in the module", node)


@dispatch.assign.answered
def assign(frame: Frame, target: ast.expr, item: Any) -> None:
    """Bind a target: a name, a subscript, or several of these."""
    match target:
        case ast.Name(name):
            if frame.source.library:
                propose_name(frame, item, name)
            else:
                name_value(item, name)
                name_parts(frame, item, name)
            frame.assign(name, item)
        case ast.Tuple(elements) | ast.List(elements):
            _unpack(frame, target, elements, item)
        case ast.Starred(value):
            assign(frame, value, item)
        case ast.Subscript():
            write_item(frame, place_of_item(frame, target), item, target)
        case ast.Attribute():
            _write_attribute(frame, evaluate(frame, target.value), target, item)
        case _:
            frame.refuse("SRC011", "this assignment target is not supported", target)


def propose_name(frame: Frame, item: Any, name: str) -> None:
    """A name inside of the library becomes ``<the user's target>_<name>``."""
    value = box_of(item).value
    if not value.named and not value.hint:
        origin = frame.session.builder.origin
        target = origin.target if origin is not None else ""
        hint = name if target in ("", "out") else f"{target}_{name}"
        value.call(hint, named=False)


def _write_attribute(
    frame: Frame, owner: Any, target: ast.Attribute, item: Any
) -> None:
    """``self.parameter = value``."""
    old = held_under(owner, target.attr)
    if is_parameter(old) and is_cell(owner):
        assign_parameter(frame, old, item, target)
        return
    if is_live_handle(frame, item):
        keep_handle(frame, owner, target.attr, item)
        return
    name_parts(frame, item, target.attr.strip("_"))
    with frame.keeping((item,)):  # which may hold the owner, by value
        set_attribute(frame, owner, target.attr, item, True, target)


def _unpack(frame: Frame, node: ast.expr, targets: list[ast.expr], item: Any) -> None:
    stars = [k for k, t in enumerate(targets) if isinstance(t, ast.Starred)]
    after = len(targets) - stars[0] - 1 if stars else 0
    if is_or_shows_one(item):
        item = call(frame, list, [item], {}, node)
    parts = of_unknown_length(frame, item, len(targets), after if stars else None, node)
    if parts is not None:
        for one, part in zip(targets, parts, strict=True):
            assign(frame, one, part)
        return
    parts = sequence_parts(frame, item, node)
    if stars:
        middle = parts[stars[0] : len(parts) - after]
        _check_count(frame, len(parts), len(targets) - 1, node, "at least ")
        middle = frame.session.own(list(middle))
        parts = [*parts[: stars[0]], middle, *parts[len(parts) - after :]]
    else:
        _check_count(frame, len(parts), len(targets), node)
    for k, (one, part) in enumerate(zip(targets, parts, strict=True)):
        # A target that is written to may change those which are bound after it.
        with frame.keeping(tuple(parts[k + 1 :])):
            assign(frame, one, part)


def _check_count(
    frame: Frame, found: int, needed: int, node: ast.AST, least: str = ""
) -> None:
    """Raise what Python does where there are not as many values as targets."""
    message = ""
    if found < needed:
        message = f"not enough values to unpack (expected {least}{needed}, got {found})"
    elif found > needed and not least:
        message = f"too many values to unpack (expected {needed})"
    if message:
        with frame.raises(node, ValueError):
            raise ValueError(message)


@statement(ast.AugAssign)
def _augmented(frame: Frame, node: ast.AugAssign) -> None:
    name = operator_name(node.op)
    match node.target:
        case ast.Name(identifier):
            read = ast.copy_location(ast.Name(identifier), node.target)
            old = frame.lookup(read)
            value = _beside(frame, old, node.value)
            new = augmented(frame, name, old, value, node)
            if new is box_of(old) or (new is old and is_run_time_list(old)):
                # What stands behind the operator may have bound the name anew.
                if may_change(node.value) and frame.lookup(read) is not old:
                    frame.assign(identifier, old)
                return
            if not frame.source.library:
                name_value(new, identifier)
            elif box_of(old).value.named:
                name_value(new, old.value.hint)
            frame.assign(identifier, new)
        case ast.Subscript():
            place = place_of_item(frame, node.target, name)
            with read_first(frame, place, node.target):
                value = evaluate(frame, node.value)
            write_item(frame, place, value, node.target)
        case ast.Attribute(of, word):
            owner = evaluate(frame, of)
            before = isinstance(node.target, Opened)
            old = _old(frame, owner, node.target)
            value = _beside(frame, old, node.value)
            new = augmented(frame, name, old, value, node)
            bound = not was_in_place(old, new) or _has_setter(frame, owner, word)
            if not bound and (before or may_change(node.value)):
                bound = attribute(frame, owner, word, node.target) is not old
            if bound:
                _write_attribute(frame, owner, node.target, new)


def _old(frame: Frame, owner: Any, target: ast.Attribute) -> Any:
    """What an operator in place finds in an attribute."""
    if isinstance(target, Opened):
        return evaluate(frame, target.old)
    return attribute(frame, owner, target.attr, target)


def _beside(frame: Frame, old: Any, node: ast.expr) -> Any:
    """What stands behind an operator in place, while ``old`` waits to be changed."""
    if not may_change(node):
        return evaluate(frame, node)
    with frame.keeping((old,)):
        return evaluate(frame, node)


def _has_setter(frame: Frame, owner: Any, name: str) -> bool:
    """Whether the class of an object says what writing an attribute does."""
    choice = kind_of(owner).choice(owner)
    if choice is not None:
        return any(_has_setter(frame, one, name) for one in choice.options.values())
    own, of_all = (
        class_entry(frame.session.door, type(owner), word)
        for word in (name, "__setattr__")
    )
    return hasattr(type(own), "__set__") or users_function_of(of_all) is not None


def _is_bound(frame: Frame, name: str) -> bool:
    """Whether the function binds a name that it declares to be global."""
    return name in identifiers(frame.source.node, ast.Store, ast.Del)


def _decorated(frame: Frame, node: ast.FunctionDef) -> Any:
    """A definition, handed through its decorators from the last on."""
    decorators = [evaluate(frame, decorator) for decorator in node.decorator_list]
    item: Any = make_closure(frame, node, node.name)
    places = zip(decorators, node.decorator_list, strict=True)
    for decorator, place in reversed(list(places)):
        wraps = isinstance(decorator, functools.partial) and kind_of(item).is_closure
        if wraps and decorator.func is functools.update_wrapper:
            _update_wrapper(frame, item, decorator.keywords, place)
        else:
            item = calls.apply(frame, decorator, [item], {}, place)
    return item


def _update_wrapper(frame: Frame, item: Any, given: Any, node: ast.expr) -> None:
    """What ``wraps(...)`` says of a function that is defined here, which computes the
    same then. What else it says is not known of such a function."""
    wrapped, found = given["wrapped"], dict[str, Any]()
    here, word = kind_of(wrapped).is_closure, "__name__"
    if word in given["assigned"] and here:
        found[word] = attribute(frame, wrapped, word, node)
    elif word in given["assigned"]:
        with suppress(AttributeError):
            found[word] = find_attribute(frame.session.door, wrapped, word)
    if "__dict__" in given["updated"] and (here or is_made(wrapped)):
        found |= wrapped.attributes if here else own_attributes(wrapped)
    for name, value in {**found, "__wrapped__": wrapped}.items():
        set_attribute(frame, item, name, value, True, node)


@expression(ast.Lambda)
def _lambda(frame: Frame, node: ast.Lambda) -> Closure:
    return make_closure(frame, node, "<lambda>")


def make_closure(frame: Frame, node: Any, name: str) -> Closure:
    """A function defined inside of the one that is evaluated."""
    frame.capture()
    arguments = node.args
    defaults = tuple(evaluate(frame, d) for d in arguments.defaults)
    keywords = {
        arg.arg: evaluate(frame, default)
        for arg, default in zip(
            arguments.kwonlyargs, arguments.kw_defaults, strict=True
        )
        if default is not None
    }
    attributes: dict[str, Any] = frame.session.own({})
    return Closure(node, frame, defaults, keywords, name, attributes)
