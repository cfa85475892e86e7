"""``math``, ``operator`` and copies of objects, of run-time values."""

from __future__ import annotations

import ast
import contextlib
import copy
import dataclasses
import functools
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from srcad.compiler.evaluate.calls import class_tests as class_tests
from srcad.compiler.evaluate.calls import object_library
from srcad.compiler.evaluate.calls.builtin_table import (
    Arguments,
    Handler,
    Keywords,
    builtin,
    of_arguments,
)
from srcad.compiler.evaluate.calls.instances import as_container, copied, replaced
from srcad.compiler.evaluate.dispatch import HANDLERS, call, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.library import sequence_library as sequence_library
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
from srcad.compiler.evaluate.operations.special import call_special, is_user_object
from srcad.compiler.evaluate.operations.subscripts import read_item, write_item
from srcad.compiler.evaluate.operations.truth import negated
from srcad.compiler.evaluate.storage.lists import (
    is_run_time_list,
    list_from,
    list_size,
)
from srcad.compiler.evaluate.syntax.comparisons import compare
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import array_aval

# ------------------------------------------------------------------------- operator

_BINARY = {
    operator.add: "add",
    operator.sub: "subtract",
    operator.mul: "multiply",
    operator.truediv: "divide",
    operator.floordiv: "floor_divide",
    operator.mod: "remainder",
    operator.pow: "power",
    operator.matmul: "matmul",
    operator.and_: "bitwise_and",
    operator.or_: "bitwise_or",
    operator.xor: "bitwise_xor",
    operator.lshift: "left_shift",
    operator.rshift: "right_shift",
    operator.concat: "add",
}
_COMPARISONS = {
    operator.lt: "less",
    operator.le: "less_equal",
    operator.gt: "greater",
    operator.ge: "greater_equal",
    operator.eq: "equal",
    operator.ne: "not_equal",
}
_UNARY = {
    operator.neg: "negative",
    operator.pos: "positive",
    operator.invert: "invert",
}


def _register(table: Mapping[Any, str], make: Callable[[str], Handler]) -> None:
    for function, name in table.items():
        builtin(function)(make(name))


def _operator(apply_operator: Callable[..., Any], name: str) -> Handler:
    def handler(
        frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST
    ) -> Any:
        return apply_operator(frame, name, *args, node)

    return handler


_register(_BINARY, functools.partial(_operator, apply_binary))
_register(_COMPARISONS, functools.partial(_operator, compare))
_register(_UNARY, functools.partial(_operator, apply_unary))


@builtin(operator.abs)
def _abs(frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST) -> Any:
    return HANDLERS[abs](frame, args, keywords, node)


of_arguments(operator.not_, negated)
of_arguments(operator.getitem, read_item)


def _set_item(frame: Frame, owner: Any, key: Any, item: Any, node: ast.AST) -> None:
    write_item(frame, Place(owner, key), item, node)


of_arguments(operator.setitem, _set_item)


def _in_place(function: Any, name: str) -> None:
    @builtin(function)
    def handler(
        frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST
    ) -> Any:
        if kind_of(args[0]).is_value:
            old, value = args
            return augmented(frame, name, old, value, node)
        return call_directly(frame, function, args, keywords, node)


for _binary, _name in list(_BINARY.items()):
    _word = f"i{_binary.__name__.rstrip('_')}"
    _in_place(getattr(operator, _word), _name)


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


def _of_numbers(name: str, then: str = "") -> Handler:
    def handler(frame: Frame, args: Arguments, named: Keywords, node: ast.AST) -> Any:
        items = [number(frame, item, node) for item in args]
        result = emit_elementwise(frame, name, *items)
        if then:
            result = emit_elementwise(frame, then, result, hint=name)
        return result

    return handler


def _of_math(function: Any, name: str) -> Handler:
    """What ``math`` gives, or raises, where a handler waits for that."""

    def handler(frame: Frame, args: Arguments, named: Keywords, node: ast.AST) -> Any:
        items = [number(frame, item, node) for item in args]
        _raise_as_math(frame, function, items, node)
        return _float(frame, name, *items)

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
            inline(frame, RAISES[function], items, {}, node)


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
for _function, _name in _MATH.items():
    builtin(_function)(_of_math(_function, _name))
_register(_TESTS, _of_numbers)


def _to_int(name: str) -> Handler:
    plain = _of_numbers(name, "int")

    def handler(frame: Frame, args: Arguments, named: Keywords, node: ast.AST) -> Any:
        found = call_special(frame, args[0], name, [], node)
        return plain(frame, args, named, node) if found is NotImplemented else found

    return handler


_register(_TO_INT, _to_int)


@builtin(math.log)
def _log(frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST) -> Any:
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
def _hypot(frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST) -> Any:
    items = [number(frame, item, node) for item in args]
    if len(items) < 2:
        return _float(frame, "absolute", *items) if items else 0.0
    return functools.reduce(lambda a, b: _float(frame, "hypot", a, b), items)


@builtin(math.prod)
def _prod(frame: Frame, args: Arguments, named: Keywords, node: ast.AST) -> Any:
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
def _fsum(frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST) -> Any:
    items = elements(frame, args[0], node)
    if not is_run_time_list(items):
        parts = [number(frame, item, node) for item in items]
        parts = [part if has_box(part) else float(part) for part in parts]
        items = list_from(frame, parts, parts[0], node)
    return frame.session.box(frame.session.builder.emit("list_fsum", items.value))


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
def _replace(frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST) -> Any:
    return replaced(frame, args[0], keywords, node)


@builtin(dataclasses.is_dataclass)
def _is_dataclass(
    frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST
) -> Any:
    (item,) = args
    of = kind_of(item)
    asked = of.class_of(item) if of.stands_in else item
    return call_directly(frame, dataclasses.is_dataclass, [asked], keywords, node)


# ----------------------------------------- objects of classes of the standard library


def _made(cls: type) -> Handler:
    """An object of a class of ours, which holds run-time values as Python's does."""

    def handler(frame: Frame, args: Arguments, named: Keywords, node: ast.AST) -> Any:
        return call(frame, cls, args, named, node)

    return handler


def _context(frame: Frame, args: Arguments, keywords: Keywords, node: ast.AST) -> Any:
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
