"""Calls: what a callee is decides how it is evaluated."""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import os
import types
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate import dispatch
from srcad.compiler.evaluate.direct import (
    by_identity,
    call_directly,
    is_record_class,
    owner_of,
)
from srcad.compiler.evaluate.dispatch import (
    HANDLERS,
    call_foreign,
    call_with_rule,
    construct,
    container_method,
    evaluate,
    expression,
    inline,
    numpy_handler,
    register,
)
from srcad.compiler.evaluate.dtype_names import dtype_of
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.kinds import has_box, leaves
from srcad.compiler.evaluate.logs import EFFECTS, emit_log
from srcad.compiler.evaluate.maybe import present
from srcad.compiler.evaluate.numpy.unknown import is_numpy, refuse_numpy
from srcad.compiler.evaluate.numpy.values import cast_to, make_tensor
from srcad.compiler.evaluate.objects import (
    Box,
    Closure,
    Lazy,
    Maybe,
    RuntimeString,
    is_parameter,
)
from srcad.compiler.evaluate.recovery import evaluate_all
from srcad.compiler.evaluate.refusals import refuse_unknown, refuse_used_up
from srcad.compiler.evaluate.sequences import sequence_parts
from srcad.compiler.evaluate.special import readable
from srcad.compiler.evaluate.streams import at_once
from srcad.compiler.evaluate.strings import evaluate_shown
from srcad.compiler.evaluate.wording import (
    package_of,
    refuse_string,
)
from srcad.compiler.ir.types import Value
from srcad.compiler.reading import records
from srcad.compiler.reading.lookup import method_of
from srcad.compiler.reading.origins import is_users_function
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.source import frame_around, source_of, underlying
from srcad.compiler.reading.user_rules import UserRule, importable_name
from srcad.compiler.reading.world import (
    is_environment,
    users_code,
)


@expression(ast.Call)
def evaluate_call(frame: Frame, node: ast.Call) -> Any:
    """The result of a call expression."""
    if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
        return _zero_argument_super(frame, node)
    parts = [arg.value if isinstance(arg, ast.Starred) else arg for arg in node.args]
    parts += [keyword.value for keyword in node.keywords]
    prints = isinstance(node.func, ast.Name) and node.func.id == "print"
    how = evaluate_shown if prints else evaluate
    callee, *items = evaluate_all(frame, [node.func, *parts], how)
    args: list[Any] = []
    for arg, item in zip(node.args, items, strict=False):
        if isinstance(arg, ast.Starred):
            args.extend(sequence_parts(frame, item, arg))
        else:
            args.append(item)
    keywords: dict[str, Any] = {}
    for keyword, item in zip(node.keywords, items[len(node.args) :], strict=True):
        if keyword.arg is None:
            keywords.update(item)
        else:
            keywords[keyword.arg] = item
    result = apply(frame, callee, args, keywords, node)
    _name_layer_result(frame, node, result)
    return result


def _name_layer_result(frame: Frame, node: ast.Call, result: Any) -> None:
    """``self.fc1(x)`` inside of a larger expression is called ``<target>_fc1``."""
    origin = frame.session.builder.origin
    func = node.func
    if frame.source.library or origin is None or not isinstance(func, ast.Attribute):
        return
    if not isinstance(func.value, ast.Name) or func.value.id != "self":
        return
    value = result.value if isinstance(result, Box) else None
    if isinstance(value, Value) and not value.named:
        value.hint = f"{origin.target}_{func.attr}" if origin.target else func.attr


def _zero_argument_super(frame: Frame, node: ast.AST) -> Any:
    owner = frame.closure.get("__class__", MISSING)
    if owner is not MISSING:
        owner = frame.session.door.closure(frame.function, "__class__", owner)
    arguments = frame.source.node.args
    first = (*arguments.posonlyargs, *arguments.args)[0].arg
    this = frame.find(first)
    if owner is MISSING:
        frame.refuse("SRC011", "`super()` outside of a method", node)
    return super(owner, this)


@dispatch.call.answered
def apply(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """Call ``callee``, by what it is."""
    args = [frame.session.promoted.get(id(item), item) for item in args]
    if is_environment(owner_of(callee)) or callee is os.getenv:
        return _variable(frame, callee, args, node)
    for item in (owner_of(callee), *args):
        refuse_used_up(frame, item, node)
    if any(isinstance(item, Lazy) for item in args) and not _consumes_late(callee):
        args = [at_once(item) for item in args]
    known = dispatch.by_kind(callee)
    if known is not None:
        return known(frame, callee, args, keywords, node)
    rule = frame.session.door.rule(callee)
    if rule is not None and (has_box(args) or has_box(keywords)):
        return call_with_rule(frame, rule, args, keywords, node)
    function = callee.__func__ if isinstance(callee, types.MethodType) else callee
    if by_identity(EFFECTS, function) is not None:
        args = [_whole(frame, item, True, node) for item in args]
        return emit_log(frame, callee, args, keywords, node)
    handler = by_identity(HANDLERS, callee) or numpy_handler(callee)
    if handler is not None:
        return _handled(frame, handler, callee, args, keywords, node)
    word = _mark_of(callee, args, keywords)
    if word:
        return dispatch.by_mark(word)(frame, callee, args, keywords, node)
    if is_numpy(callee):
        if has_box(args) or has_box(keywords):
            refuse_numpy(frame, callee, args, node)
        return call_directly(frame, callee, args, keywords, node)
    return _apply_python(frame, callee, args, keywords, node)


@dispatch.callee(functools.partial)
def _partial(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    mirror = frame.session.door.mirror
    merged = {**mirror(callee.keywords), **keywords}
    return apply(frame, callee.func, [*mirror(callee.args), *args], merged, node)


def _handled(
    frame: Frame,
    handler: Any,
    callee: Any,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> Any:
    """A call of a function of Python or NumPy that the evaluator knows."""
    shows = any(callee is one for one in (print, str, repr, format))
    if not shows and any(isinstance(item, RuntimeString) for item in args):
        refuse_string(frame, node)
    if not any(callee is one for one in (bool, isinstance, hasattr)):
        args = [_whole(frame, item, shows, node) for item in args]
    if is_numpy(callee):
        # It may give a view of one.
        literal = frame.session.literal_box
        args = [literal(a) if isinstance(a, np.ndarray) else a for a in args]
    return handler(frame, args, keywords, node)


# In this order; what is a class is called as one.
_MARKS = (
    *("__srcad_operator__", "__srcad_assign__", "__srcad_random__"),
    *("__srcad_hook_backward__", "__srcad_static__", "__srcad_gradient__"),
    "__srcad_cell__",
)
_OF_OBJECTS = ("__srcad_hook_backward__", "__srcad_cell__")


def _mark_of(callee: Any, args: list[Any], keywords: dict[str, Any]) -> str:
    """The mark of what is srcad's own, by which it is called; "" without one."""
    for word in _MARKS:
        if word in _OF_OBJECTS and isinstance(callee, type):
            continue
        if mark(callee, word) is not True and not (
            word == "__srcad_random__" and isinstance(mark(callee, word), str)
        ):
            continue
        if word == "__srcad_static__" and is_users_function(callee):
            if has_box(args) or has_box(keywords):
                continue
        return word
    return ""


@dispatch.marked("__srcad_static__")
def _static(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    return call_directly(frame, callee, args, keywords, node)


def _whole(frame: Frame, item: Any, shows: bool, node: ast.AST) -> Any:
    """What is given to a function that wants a structure where it may be None."""
    if not isinstance(item, Maybe):
        return item
    if shows:
        help = "print its parts where it is not None"
        frame.refuse("SRC013", "what may be None cannot be printed", node, help=help)
    return present(frame.session, item)


def _consumes_late(callee: Any) -> bool:
    """Whether what is called may consume an iterator later, or bit by bit."""
    if getattr(callee, "__module__", "") == "itertools":
        return True
    if any(callee is one for one in (iter, next, zip, enumerate, map, filter)):
        return True
    if isinstance(callee, Closure | functools.partial | types.MethodType):
        return True

    if mark(callee, "__srcad_operator__") is True or is_numpy(callee):
        return False
    if isinstance(callee, type):
        return isinstance(getattr(callee, "__init__", None), types.FunctionType)
    return isinstance(callee, types.FunctionType)


def _apply_python(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """A function, method, class or callable object of Python."""
    active = has_box(args) or has_box(keywords)
    if isinstance(mark(callee, "_srcad_message"), str):
        refuse_unknown(frame, callee, args, node)
    if isinstance(callee, type):
        return _construct(frame, callee, args, keywords, node, active)
    if isinstance(callee, types.MethodType):
        result = register(frame, callee, args, keywords, node)
        if result is not NotImplemented:
            return result
        owner = callee.__self__
        if isinstance(owner, list | dict | tuple | str) and not _is_of_user(callee):
            return call_directly(frame, callee, args, keywords, node)
        args = [owner, *args]
        return _apply_python(frame, callee.__func__, args, keywords, node)
    function = underlying(callee)
    if function is not None:
        with frame.session.inside_function(callee):
            return _inline_or_call(
                frame, callee, function, args, keywords, node, active
            )
    if isinstance(callee, types.BuiltinMethodType) and callee.__self__ is not None:
        return container_method(frame, callee, args, keywords, node, active)
    call = method_of(frame.session.door, callee, "__call__")
    if isinstance(call, types.FunctionType):
        if (
            active
            and mark(callee, "__srcad_primitive__") is not None
            and hasattr(callee, "bprop")
        ):
            return dispatch.by_mark("__srcad_primitive__")(
                frame, callee, args, keywords, node
            )
        return inline(frame, call, [callee, *args], keywords, node)
    if active:
        return unread(frame, callee, args, keywords, node)
    return call_directly(frame, callee, args, keywords, node)


def _inline_or_call(
    frame: Frame,
    callee: Any,
    function: types.FunctionType,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
    active: bool,
) -> Any:
    if not active and not is_users_function(function) and not _is_srcads(function):
        if not _users_code_in(args, keywords):
            return call_directly(frame, callee, args, keywords, node)
    try:
        source_of(function)
    except CompileError:
        if active or is_users_function(function):
            return unread(frame, callee, args, keywords, node)
        return call_directly(frame, callee, args, keywords, node)
    if active or frame_around(function) is not None or not _is_srcads(function):
        return inline(frame, function, args, keywords, node)
    mark = len(frame.session.builder.ops)
    try:
        with frame.session.attempting():
            return inline(frame, function, args, keywords, node)
    except CompileError:
        del frame.session.builder.ops[mark:]
        if any(is_parameter(a) for a in leaves(args)):
            raise
        return call_directly(frame, callee, args, keywords, node)


def _is_srcads(function: types.FunctionType) -> bool:
    """Whether a function is of srcad itself, which may be called or read."""
    return (function.__module__ or "").partition(".")[0] in ("srcad", "numpy")


def _users_code_in(args: list[Any], keywords: dict[str, Any]) -> Any:
    """What of the user's a call would run, if it were made at compile time."""
    return users_code([*args, *keywords.values()])


def _is_of_user(method: types.MethodType) -> bool:
    """Whether a method of a tuple, say, is one that a user's class adds to it."""
    module = (method.__func__.__module__ or "").split(".")[0]
    return module not in ("collections", "typing", "namedtuple") and not (
        method.__func__.__qualname__.startswith("namedtuple")
    )


def _construct(
    frame: Frame,
    callee: type,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
    active: bool,
) -> Any:
    if records.is_makable(callee) and (active or _has_readable_init(callee)):
        return construct(frame, callee, args, keywords, node)
    if active and callee is not functools.partial and not is_record_class(callee):
        dtype = dtype_of(callee)
        if dtype is not None and len(args) == 1:
            return cast_to(frame, args[0], dtype)
        if mark(callee, "__srcad_tensor__") is True:
            return make_tensor(frame, callee, args, keywords, node)
        refuse_unknown(frame, callee, args, node)
    return call_directly(frame, callee, args, keywords, node)


def _has_readable_init(callee: type) -> bool:
    init: Any = inspect.getattr_static(callee, "__init__")
    return dataclasses.is_dataclass(callee) or readable(init)


def _variable(frame: Frame, callee: Any, args: list[Any], node: ast.AST) -> Any:
    """``os.environ.get("S")`` and the like: one variable is read."""
    word = getattr(callee, "__name__", "")
    if word not in ("get", "getenv", "__getitem__", "__contains__") or not args:
        help = "read one variable, as in `os.environ.get(name)`"
        message = f"`os.environ.{word}` is not supported"
        frame.refuse("SRC012", message, node, help=help)
    found = frame.session.door.environment(args[0])
    if word == "__contains__":
        return found is not None
    return found if found is not None else (args[1] if len(args) > 1 else None)


def unread(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """A call of what cannot be read. Where a ``bprop`` stands for the derivative it is
    kept, by its name; its result is checked to be as an element-wise one's."""
    if frame.session.forward_only and package_of(callee) != "builtins":
        if importable_name(callee, frame.globals) is not None:
            rule = UserRule(callee, None, None)
            return call_foreign(frame, rule, args, keywords, node)
    refuse_unknown(frame, callee, args, node)
    raise AssertionError
