"""``math``, ``operator`` and copies of objects, of run-time values."""

from __future__ import annotations

import ast
import contextlib
import copy
import dataclasses
import functools
import math
import operator
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

from srcad.compiler.evaluate.calls import class_tests as class_tests
from srcad.compiler.evaluate.calls import object_library
from srcad.compiler.evaluate.calls.builtin_table import (
    Handler,
    builtin,
    of_arguments,
    read_as,
)
from srcad.compiler.evaluate.calls.copies import copied
from srcad.compiler.evaluate.calls.instances import as_container, replaced
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords, call, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.library import sequence_library as sequence_library
from srcad.compiler.evaluate.library.choices import for_each_option
from srcad.compiler.evaluate.library.math_domains import RAISES
from srcad.compiler.evaluate.library.orders import elements
from srcad.compiler.evaluate.objects import Place, aval_of
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.iterator_library import product
from srcad.compiler.evaluate.operations.operators import (
    apply_binary,
    apply_unary,
    augmented,
    emit_elementwise,
    numeric_aval,
)
from srcad.compiler.evaluate.operations.sequences import sequence_parts
from srcad.compiler.evaluate.operations.special import (
    COMPARISONS,
    PYTHON,
    UNARY,
    WORDS,
    call_special,
    is_user_object,
)
from srcad.compiler.evaluate.operations.subscripts import read_item, write_item
from srcad.compiler.evaluate.operations.truth import negated
from srcad.compiler.evaluate.storage.lengths import list_size
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.storage.lists import (
    list_from,
)
from srcad.compiler.evaluate.syntax.comparisons import compare
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import array_aval

# ------------------------------------------------------------------------- operator


def _operator(apply_operator: Callable[..., Any], name: str) -> Handler:
    return lambda frame, args, _, node: apply_operator(frame, name, *args, node)


def _in_place(function: Any, name: str) -> Handler:
    def handler(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
        if kind_of(args[0]).is_value:
            old, value = args
            return augmented(frame, name, old, value, node)
        return call_directly(frame, function, args, keywords, node)

    return handler


for _name, _function in PYTHON.items():
    if _name in UNARY:
        builtin(_function)(_operator(apply_unary, _name))
    elif _name in COMPARISONS:
        builtin(_function)(_operator(compare, _name))
    else:
        builtin(_function)(_operator(apply_binary, _name))
        _changing = getattr(operator, f"__i{WORDS[_name][0]}__")
        builtin(_changing)(_in_place(_changing, _name))
builtin(operator.concat)(_operator(apply_binary, "add"))
builtin(operator.iconcat)(_in_place(operator.iconcat, "add"))


builtin(operator.abs)(lambda *given: HANDLERS[abs](*given))
of_arguments(operator.not_, negated)
of_arguments(operator.getitem, read_item)


def _set_item(frame: Frame, owner: Any, key: Any, item: Any, node: ast.AST) -> None:
    write_item(frame, Place(owner, key), item, node)


of_arguments(operator.setitem, _set_item)


# ----------------------------------------------------------------------------- math

# The primitive that computes the same and has another name; all give a Python float.
_MATH = {
    math.fabs: "absolute",
    math.pow: "power",
    math.copysign: "copysign",
    math.fmod: "fmod",
}
_TO_INT = {math.floor: "floor", math.ceil: "ceil", math.trunc: "trunc"}
_TESTS = {math.isfinite: "isfinite", math.isnan: "isnan", math.isinf: "isinf"}


def number(frame: Frame, item: Any, node: ast.AST) -> Any:
    """``item`` as a Python float, in the manner of ``math``; refused for an array."""
    if not kind_of(item).is_value:
        item = static(frame, item, node)
        return call(frame, float, [item], {}, node) if is_user_object(item) else item
    aval = array_aval(frame.session.atom(item))
    refuse_axes(frame, aval, "math", node)
    if aval.weak and aval.is_float:
        return item
    return emit_elementwise(frame, "float", item)


def refuse_axes(frame: Frame, aval: Aval, library: str, node: ast.AST) -> None:
    """Refuse an array, of which a function of Python's takes none."""
    if aval.shape:
        shape = [str(dim) for dim in aval.shape]
        frame.refuse(
            "SRC013",
            f"`{library}` takes numbers, and this has the shape {shape}",
            node,
            help="write the function of NumPy in its place",
        )


def _of_numbers(function: Any, name: str, then: str) -> Handler:
    """What ``math`` gives, or raises, where a handler waits for that: what a primitive
    gives, as a number of Python's."""

    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        items = [number(frame, item, node) for item in args]
        _raise_as_math(frame, function, items, node)
        result = emit_elementwise(frame, name, *items)
        return emit_elementwise(frame, then, result, hint=name) if then else result

    return handler


def _raise_as_math(
    frame: Frame, function: Any, items: list[Any], node: ast.AST
) -> None:
    """Raise what ``math`` does, where a handler around waits for it."""
    if frame.session.handlers.await_one(ValueError, OverflowError):
        if function is math.pow:
            message = "`math.pow` in a `try` that catches what it raises"
            help = "write it with `**`, which raises as Python has it"
            frame.refuse("SRC012", f"{message} is not supported", node, help=help)
        if function in RAISES:
            error, outside = RAISES[function]
            found = call(frame, outside, items, {}, node)
            inline(frame, error, [found], {}, node)


def _float(frame: Frame, name: str, *items: Any) -> Any:
    """What ``math`` gives is a float of Python's, what NumPy gives is not."""
    result = emit_elementwise(frame, name, *items)
    return emit_elementwise(frame, "float", result, hint=name)


_OWN = (math.log, math.hypot)
_MATH |= {
    getattr(math, row.math): row.name
    for row in PRIMITIVES.values()
    if row.math and getattr(math, row.math) not in _OWN
}
for _table, _then in ((_MATH, "float"), (_TESTS, "")):
    for _function, _name in _table.items():
        builtin(_function)(_of_numbers(_function, _name, _then))


def _to_int(function: Any, name: str) -> Handler:
    plain = _of_numbers(function, name, "int")

    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        found = call_special(frame, args[0], name, [], node)
        return plain(frame, args, named, node) if found is NotImplemented else found

    return handler


for _function, _name in _TO_INT.items():
    builtin(_function)(_to_int(_function, _name))


@builtin(math.log)
def _log(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    items = [number(frame, item, node) for item in args]
    for item in filter(has_box, items):
        _raise_as_math(frame, math.log, [item], node)
    logs = [
        _float(frame, "log", item) if has_box(item) else math.log(item)
        for item in items
    ]
    if len(logs) == 1:
        return logs[0]
    return apply_binary(frame, "divide", logs[0], logs[1], node)


@builtin(math.hypot)
def _hypot(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    items = [number(frame, item, node) for item in args]
    if len(items) < 2:
        return _float(frame, "absolute", *items) if items else 0.0
    return functools.reduce(lambda a, b: _float(frame, "hypot", a, b), items)


@builtin(math.prod)
def _prod(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    total = named.get("start")
    items = args[0] if aval_of(args[0]).ndim else elements(frame, args[0], node)
    if is_run_time_list(items) and list_size(frame, items) is None:
        return inline(frame, product, [items, 1 if total is None else total], {}, node)
    for item in sequence_parts(frame, items, node):
        if total is None and not numeric_aval(frame, item).is_bool:
            total = item  # which one times it would be
        else:
            total = 1 if total is None else total
            total = apply_binary(frame, "multiply", total, item, node)
    return 1 if total is None else total


@builtin(math.fsum)
def _fsum(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    items = elements(frame, args[0], node)
    if not is_run_time_list(items):
        parts = [number(frame, item, node) for item in items]
        parts = [part if has_box(part) else float(part) for part in parts]
        items = list_from(frame, parts, parts[0], node)
    return frame.session.box(
        frame.session.builder.emit("list_fsum", frame.session.atom(items))
    )


# By which primitive each of them is computed, and differentiated.
PRIMITIVE_OF: dict[Any, str] = {
    **_MATH,
    **_TO_INT,
    **_TESTS,
    math.log: "log",
    math.hypot: "hypot",
    math.fsum: "add",
    math.prod: "multiply",
}

# -------------------------------------------------------------- copies and dataclasses


of_arguments(copy.copy, copied, False)
of_arguments(copy.deepcopy, copied, True)
of_arguments(dataclasses.asdict, as_container, dict)
of_arguments(dataclasses.astuple, as_container, tuple)


@builtin(dataclasses.replace)
def _replace(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    choice = kind_of(args[0]).choice(args[0])
    if choice is None:
        return replaced(frame, args[0], keywords, node)

    def one(frame: Frame, option: Any, node: ast.AST) -> Any:
        return replaced(frame, option, keywords, node)

    return for_each_option(frame, choice, node, one)


def _is_dataclass(frame: Frame, item: Any, node: ast.AST) -> Any:
    of = kind_of(item)
    asked = of.class_of(item) if of.stands_in else item
    return call_directly(frame, dataclasses.is_dataclass, [asked], {}, node)


of_arguments(dataclasses.is_dataclass, _is_dataclass)


# ----------------------------------------- objects of classes of the standard library


def _made(cls: type) -> Handler:
    """An object of a class of ours, which holds run-time values as Python's does."""
    return lambda frame, args, named, node: call(frame, cls, args, named, node)


def _context(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    function, given, named = args
    generator = call(frame, function, list(given), named, node)
    return call(frame, object_library.GeneratorContext, [generator], {}, node)


for _class in (
    object_library.Deque,
    object_library.Namespace,
    object_library.NullContext,
    object_library.Closing,
    object_library.Suppress,
    object_library.ExitStack,
):
    HANDLERS[_class.__srcad_stands_for__] = _made(_class)
HANDLERS[contextlib._GeneratorContextManager] = _context
HANDLERS[functools.cmp_to_key] = read_as(object_library.key_of_comparison)


# --------------------------------------------------------------------------- methods


def _bound(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """``function.__get__(owner, cls)``."""
    function, owner = args[:2]
    return function if owner is None else MethodType(function, owner)


HANDLERS[FunctionType.__get__] = _bound
