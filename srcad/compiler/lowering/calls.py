"""Calls and attributes: what a callee is decides how it is evaluated."""

from __future__ import annotations

import ast
import collections
import dataclasses
import enum
import functools
import inspect
import operator
import os
import types
from typing import Any

import numpy as np

from srcad.compiler import records
from srcad.compiler.diagnostics import CompileError
from srcad.compiler.ir import Value
from srcad.compiler.lowering.effects import assign_parameter, draw
from srcad.compiler.lowering.frame import MISSING, Frame
from srcad.compiler.lowering.logs import EFFECTS, emit_log
from srcad.compiler.lowering.objects import (
    BoundMethod,
    Box,
    Closure,
    Columns,
    Lazy,
    Maybe,
    RuntimeString,
    has_box,
    is_constant_array,
    is_parameter,
    leaves,
)
from srcad.compiler.lowering.operators import present, refuse_effect
from srcad.compiler.lowering.wording import (
    equivalent,
    package_of,
    run_time_argument,
    suggested,
)
from srcad.compiler.protocol import mark
from srcad.compiler.reading.lookup import CallOf, find_attribute, method_of
from srcad.compiler.reading.origins import is_library_class, is_users_function
from srcad.compiler.reading.world import (
    HANDS_ON,
    is_environment,
    is_worldly,
    runs_users_code,
    users_code,
)
from srcad.compiler.source import frame_around, source_of, underlying
from srcad.compiler.user_rules import UserRule, importable_name

# What these give depends on the Python function that calls them.
_OF_THE_CALLER = dict.fromkeys((eval, exec, globals, locals, vars, dir), True)
_HANDS_ON = dict.fromkeys(HANDS_ON, True)
_GETTERS = (operator.itemgetter, operator.attrgetter, operator.methodcaller)


def evaluate_call(frame: Frame, node: ast.Call) -> Any:
    """The result of a call expression."""
    from srcad.compiler.lowering.expressions import evaluate
    from srcad.compiler.lowering.recovery import evaluate_all
    from srcad.compiler.lowering.statements import sequence_parts
    from srcad.compiler.lowering.strings import evaluate_shown

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


def apply(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """Call ``callee``, by what it is."""
    from srcad.compiler.lowering import cells, functions, rule_calls
    from srcad.compiler.lowering.expressions import refuse_string
    from srcad.compiler.lowering.hooks import hook_backward
    from srcad.compiler.lowering.methods import call_method
    from srcad.compiler.lowering.numpy_calls import (
        is_numpy,
        numpy_handler,
        refuse_numpy,
    )
    from srcad.compiler.lowering.standard_library import BUILTINS, apply_getter

    args = [frame.session.promoted.get(id(item), item) for item in args]
    if is_environment(_owner(callee)) or callee is os.getenv:
        return _variable(frame, callee, args, node)
    for item in (_owner(callee), *args):
        refuse_used_up(frame, item, node)
    if any(isinstance(item, Lazy) for item in args) and not _consumes_late(callee):
        from srcad.compiler.lowering.streams import at_once

        args = [at_once(item) for item in args]
    if isinstance(callee, BoundMethod):
        return call_method(frame, callee, args, keywords, node)
    if isinstance(callee, Closure):
        return functions.inline_closure(frame, callee, args, keywords, node)
    if isinstance(callee, functools.partial):
        mirror = frame.session.door.mirror
        merged = {**mirror(callee.keywords), **keywords}
        held = [*mirror(callee.args), *args]
        return apply(frame, callee.func, held, merged, node)
    if isinstance(callee, _GETTERS):
        return apply_getter(frame, callee, args, node)
    rule = frame.session.door.rule(callee)
    if rule is not None and (has_box(args) or has_box(keywords)):
        return rule_calls.call_with_rule(frame, rule, args, keywords, node)
    function = callee.__func__ if isinstance(callee, types.MethodType) else callee
    if _by_identity(EFFECTS, function) is not None:
        args = [_whole(frame, item, True, node) for item in args]
        return emit_log(frame, callee, args, keywords, node)
    handler = _by_identity(BUILTINS, callee) or numpy_handler(callee)
    if handler is not None:
        shows = any(callee is one for one in (print, str, repr, format))
        if not shows and any(isinstance(item, RuntimeString) for item in args):
            refuse_string(frame, node)
        if not any(callee is one for one in (bool, isinstance)):
            args = [_whole(frame, item, shows, node) for item in args]
        if is_numpy(callee):
            # It may give a view of one.
            literal = frame.session.literal_box
            args = [literal(a) if isinstance(a, np.ndarray) else a for a in args]
        return handler(frame, args, keywords, node)
    if mark(callee, "__srcad_operator__") is True:
        return rule_calls.call_operator(frame, callee, args, keywords, node)
    if mark(callee, "__srcad_assign__") is True:
        return assign_parameter(frame, args[0], args[1], node)
    method = mark(callee, "__srcad_random__")
    if isinstance(method, str):
        return draw(frame, method, args, keywords)
    watches = mark(callee, "__srcad_hook_backward__") is True
    if watches and not isinstance(callee, type):
        return hook_backward(frame, callee, args)
    known = not is_users_function(callee) or not (has_box(args) or has_box(keywords))
    if mark(callee, "__srcad_static__") is True and known:
        return call_directly(frame, callee, args, keywords, node)
    if mark(callee, "__srcad_gradient__") is True:
        return cells.call_gradient(frame, callee, args, keywords, node)
    if mark(callee, "__srcad_cell__") is True and not isinstance(callee, type):
        return cells.call_cell(frame, callee, args, keywords, node)
    if is_numpy(callee):
        if has_box(args) or has_box(keywords):
            refuse_numpy(frame, callee, args, node)
        return call_directly(frame, callee, args, keywords, node)
    return _apply_python(frame, callee, args, keywords, node)


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
    from srcad.compiler.lowering.numpy_calls import is_numpy

    if mark(callee, "__srcad_operator__") is True or is_numpy(callee):
        return False
    if isinstance(callee, type):
        return isinstance(getattr(callee, "__init__", None), types.FunctionType)
    return isinstance(callee, types.FunctionType)


def _by_identity(table: dict[Any, Any], key: Any) -> Any:
    try:
        return table.get(key)
    except TypeError:
        return None


def _apply_python(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """A function, method, class or callable object of Python."""
    from srcad.compiler.lowering import functions, rule_calls

    active = has_box(args) or has_box(keywords)
    if isinstance(mark(callee, "_srcad_message"), str):
        refuse_unknown(frame, callee, args, node)
    if isinstance(callee, type):
        return _construct(frame, callee, args, keywords, node, active)
    if isinstance(callee, types.MethodType):
        from srcad.compiler.lowering.registration import is_registration, register

        if is_registration(callee):
            return register(frame, callee, args, keywords, node)
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
        from srcad.compiler.lowering.containers import container_method

        return container_method(frame, callee, args, keywords, node, active)
    call = method_of(frame.session.door, callee, "__call__")
    if isinstance(call, types.FunctionType):
        if (
            active
            and mark(callee, "__srcad_primitive__") is not None
            and hasattr(callee, "bprop")
        ):
            return rule_calls.call_primitive(frame, callee, args, keywords, node)
        return functions.inline(frame, call, [callee, *args], keywords, node)
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
    from srcad.compiler.lowering import functions

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
        return functions.inline(frame, function, args, keywords, node)
    mark = len(frame.session.builder.ops)
    try:
        with frame.session.attempting():
            return functions.inline(frame, function, args, keywords, node)
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
        return _constructed(frame, callee, args, keywords, node, active)
    if active and callee is not functools.partial and not _is_record(callee):
        from srcad.compiler.lowering.numpy_calls.values import cast_to, make_tensor

        dtype = dtype_of(callee)
        if dtype is not None and len(args) == 1:
            return cast_to(frame, args[0], dtype)
        if mark(callee, "__srcad_tensor__") is True:
            return make_tensor(frame, callee, args, keywords, node)
        refuse_unknown(frame, callee, args, node)
    return call_directly(frame, callee, args, keywords, node)


def _has_readable_init(callee: type) -> bool:
    from srcad.compiler.lowering.instances import readable

    init: Any = inspect.getattr_static(callee, "__init__")
    return dataclasses.is_dataclass(callee) or readable(init)


def _constructed(
    frame: Frame,
    callee: type,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
    active: bool,
) -> Any:
    """An object of the user's, made by its constructor as that is read."""
    from srcad.compiler.lowering.instances import construct

    return construct(frame, callee, args, keywords, node)


def _is_record(callee: type) -> bool:
    return dataclasses.is_dataclass(callee) or (
        issubclass(callee, tuple) and hasattr(callee, "_fields")
    )


def call_directly(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """Call at compile time, with objects that are known."""
    if _by_identity(_OF_THE_CALLER, callee) and not (args and callee in (vars, dir)):
        frame.refuse(
            "SRC012",
            f"`{callee.__name__}` is not supported",
            node,
            label="looks at the function that runs, which is another one here",
            help="write the names that it would find",
        )
    door = frame.session.door
    if is_worldly(callee) or any(map(door.is_iterator, (_owner(callee), *args))):
        name = written(node, "func") or getattr(callee, "__qualname__", repr(callee))
        frame.refuse(
            "SRC025",
            f"`{name}` gives another result at each call",
            node,
            label="would be computed once, while compiling",
            help="compute it outside and pass it as an argument",
        )
    _refuse_users_code(frame, callee, args, keywords, node)
    hands_on = _by_identity(_HANDS_ON, callee) is not None
    looked_into = door.looked_at if hands_on else door.content
    for item in (_owner(callee), *args, *keywords.values()):
        looked_into(item)
    if frame.session.observed and not _is_pure(callee):
        name = getattr(callee, "__qualname__", repr(callee))
        frame.refuse("SRC012", f"`{name}` in a hook may do more than compute", node)
    try:
        result = callee(*args, **keywords)
        if callee in (list, dict, set, sorted) and isinstance(result, list | dict):
            frame.session.own(result)
        return result
    except CompileError:
        raise
    except Exception as error:
        frame.refuse("SRC021", f"{type(error).__name__}: {error}", node)


def _owner(callee: Any) -> Any:
    """The object of a bound method; None for a function."""
    owner = getattr(callee, "__self__", None)
    return None if inspect.ismodule(owner) else owner


def refuse_used_up(frame: Frame, item: Any, node: ast.AST) -> None:
    """Refuse an iterator from outside: it would be used up while compiling."""
    if frame.session.door.is_iterator(item):
        frame.refuse(
            "SRC025",
            f"this {type(item).__name__} gives another result each time",
            node,
            label="would be used up once, while compiling",
            help="make a list of it outside, and read that",
        )


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


def _refuse_users_code(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> None:
    """Nothing of the user's runs while compiling, unless the user says so."""
    if mark(callee, "__srcad_static__") is True:
        function = underlying(callee)
        if function is not None:
            frame.session.door.code(function)
        return
    if isinstance(callee, type) and issubclass(callee, enum.Enum | BaseException):
        return
    found = None
    if isinstance(callee, type) and not is_library_class(callee):
        made = (getattr(callee, word) for word in ("__new__", "__init__"))
        found = next(filter(is_users_function, made), None)
        found = found or (None if is_library_class(type(callee)) else type(callee))
    elif users_code(callee) is not None:
        found = callee
    if found is None:
        found = runs_users_code(callee, [*args, *keywords.values()])
    if found is None:
        return
    name = getattr(found, "__qualname__", repr(found))
    frame.refuse(
        "SRC012",
        f"`{name}` would run while compiling",
        node,
        label="what it reads would not be noticed when it changes",
        help="mark what is called here with `@srcad.static`, if it is a pure function",
    )


def _is_pure(callee: Any) -> bool:
    """Whether a call that has no source only computes: nobody sees it being made."""
    owner = getattr(callee, "__self__", None)
    if isinstance(owner, _VALUES):
        return True
    if isinstance(callee, type):
        ours = mark(callee, "__srcad_tensor__") is True
        return ours or callee.__module__ in ("builtins", "numpy") or _is_record(callee)
    if mark(callee, "__srcad_static__") is True:
        return True
    module = getattr(callee, "__module__", None) or ""
    name = getattr(callee, "__name__", "")
    if module == "builtins":
        return name not in ("print", "open", "input", "exec", "eval", "next", "setattr")
    return module.partition(".")[0] in ("math", "operator", "numpy", "srcad")


_VALUES = (str, bytes, int, float, complex, tuple, list, dict, np.generic, np.ndarray)


def unread(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """A call of what cannot be read. Where a ``bprop`` stands for the derivative it is
    kept, by its name; its result is checked to be as an element-wise one's."""
    from srcad.compiler.lowering.foreign import call_foreign

    if frame.session.forward_only and package_of(callee) != "builtins":
        if importable_name(callee, frame.globals) is not None:
            rule = UserRule(callee, None, None)
            return call_foreign(frame, rule, args, keywords, node)
    refuse_unknown(frame, callee, args, node)
    raise AssertionError


def refuse_unknown(frame: Frame, callee: Any, args: list[Any], node: ast.AST) -> None:
    """No source and no rule: say which argument is the trouble."""
    missing = mark(callee, "_srcad_message")
    if missing is not None:
        frame.refuse("SRC012", str(missing), node)
    name = ast.unparse(node.func) if isinstance(node, ast.Call) else repr(callee)
    _, argument = run_time_argument(frame.session, args, node)
    gets = f"gets {argument} and " if argument else ""
    package = package_of(callee)
    if callee is setattr:
        refuse_effect(frame, "this sets an attribute of an object", node)
    _refuse_container(frame, callee, node)
    if package == "builtins":
        message = f"`{name}` of a run-time value"
        frame.refuse("SRC012", message, node, gets + "needs what is known beforehand")
    why = "has no Python source"
    help = f"register a rule with `srcad.defbprop({name})`, or write it in NumPy"
    if inspect.iscoroutinefunction(callee):
        message = f"`{name}` is an `async def`, which is not supported"
        frame.refuse(
            "SRC011",
            message,
            node,
            label="gives a coroutine, whose result is not there yet",
            help="write it with `def`; await around the call of what is differentiated",
        )
    if isinstance(callee, types.FunctionType):
        why = "its source cannot be found"
        register = help.partition(",")[0]
        help = f"define it in a file or in a cell of a notebook, or {register}"
    if same := equivalent(callee):
        help = f"write `{same}`, which has a derivative"
    message = "this call has no derivative rule"
    frame.refuse("SRC014", message, node, label=gets + why, help=help)


def _refuse_container(frame: Frame, callee: Any, node: ast.AST) -> None:
    """What would hold run-time values where nobody sees them."""
    owner = getattr(callee, "__self__", None)
    if callee is collections.deque or isinstance(owner, collections.deque):
        message = "a `deque` of run-time values is not supported"
        help = "write a list: `xs.insert(0, x)`, `xs.pop(0)`, `xs = xs[-n:]`"
        frame.refuse("SRC012", message, node, help=help)
    if isinstance(callee, type):
        refuse_slots(frame, callee, node)


def refuse_slots(frame: Frame, kind: type, node: ast.AST) -> None:
    """Refuse objects whose attributes are not in a dict."""
    if "__slots__" in vars(kind):
        message = f"a {kind.__name__}, which has `__slots__`, of run-time values"
        help = "leave `__slots__` out, or `slots=True` where it is a dataclass"
        frame.refuse("SRC012", f"{message} is not supported", node, help=help)


def dtype_of(item: Any) -> str | None:
    """The dtype that an object stands for (``np.float32``, ``"int32"``, srcad's)."""
    own = mark(item, "__srcad_dtype__")
    if isinstance(own, str):
        return own
    if item is float or item is int or item is bool:
        return {float: "float64", int: "int64", bool: "bool"}[item]
    if isinstance(item, np.dtype) or (
        isinstance(item, type) and issubclass(item, np.generic)
    ):
        return np.dtype(item).name
    if isinstance(item, str):
        try:
            return np.dtype(item).name
        except TypeError:
            return None
    return None


def attribute(frame: Frame, owner: Any, name: str, node: ast.expr) -> Any:
    """``owner.name``: of a run-time value, or of an object of Python."""
    from srcad.compiler.lowering.expressions import refuse_string
    from srcad.compiler.lowering.methods import array_attribute

    owner = present(frame.session, owner)
    if isinstance(owner, RuntimeString):
        refuse_string(frame, node)
    if isinstance(owner, Box | Columns) or (
        is_parameter(owner) and name not in ("name", "requires_grad", "register_hook")
    ):
        return array_attribute(frame, owner, name, node)
    if is_constant_array(owner):
        if name in ("dtype", "shape", "ndim", "size"):
            return getattr(owner, name)
        return array_attribute(frame, owner, name, node)
    lost = frame.session.lost.get((id(owner), name))
    if lost is not None:
        raise lost.with_traceback(None)
    name = _mangled(frame, name)
    try:
        item = find_attribute(frame.session.door, owner, name)
    except AttributeError as error:
        help = suggested(name, dir(owner), written(node, "value"))
        frame.refuse("SRC021", f"AttributeError: {error}", node, help=help)
    if isinstance(item, CallOf):
        return _given_by(frame, item, owner, name, node)
    record_fact(frame, owner, name, item)
    return item


def _given_by(frame: Frame, call: CallOf, owner: Any, name: str, node: ast.expr) -> Any:
    """What a property, or another method of the user's, gives for an attribute."""
    from srcad.compiler.lowering import functions

    if not _has_source(call.function):
        return getattr(owner, name)
    return functions.inline(frame, call.function, list(call.args), {}, node)


def _has_source(function: Any) -> bool:
    try:
        source_of(function)
    except CompileError:
        return False
    return True


def written(node: ast.AST, part: str) -> str:
    """How a part of a node, such as what is called, is written; "" without one."""
    inner = getattr(node, part, None)
    return ast.unparse(inner) if isinstance(inner, ast.AST) else ""


def _mangled(frame: Frame, name: str) -> str:
    """``self.__size`` in a class: ``_Class__size``."""
    if not name.startswith("__") or name.endswith("__"):
        return name
    owner = frame.source.name.split("#")[0].split(".")[-2:-1]
    return f"_{owner[0].lstrip('_')}{name}" if owner else name


def record_fact(frame: Frame, owner: Any, name: str, item: Any) -> None:
    """Remember what the code was specialised on: a hyper-parameter of a Cell."""
    if mark(owner, "__srcad_cell__") is not True or isinstance(owner, type):
        return
    if type(owner).__module__.split(".")[0] == "srcad":
        if name == "training" and item is False:
            path = frame.session.functions.get(("path", id(owner)), "")
            frame.session.predicting[path or type(owner).__name__] = None
        return
    if isinstance(item, bool | int | float | str | None):
        path = frame.session.functions.get(("path", id(owner)), "")
        key = f"{path}.{name}" if path else name
        frame.session.facts[key] = item
