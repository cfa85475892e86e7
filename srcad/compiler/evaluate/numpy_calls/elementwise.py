"""Element-wise functions of NumPy, and the methods of its ufuncs."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.numpy_calls.registry import (
    TABLE,
    Handler,
    Unsupported,
    at_compile_time,
    computed,
    entry,
    refuse_given,
    register,
)
from srcad.compiler.evaluate.numpy_calls.values import (
    as_array,
    cast_to,
    copy_of,
    number,
)
from srcad.compiler.evaluate.numpy_library.definitions import root
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operators import emit_elementwise
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import PRIMITIVES, UFUNCS
from srcad.compiler.ir.types import array_aval

_NAMES = {
    "add": "add",
    "subtract": "subtract",
    "multiply": "multiply",
    "divide": "divide",
    "true_divide": "divide",
    "floor_divide": "floor_divide",
    "mod": "remainder",
    "remainder": "remainder",
    "power": "power",
    "negative": "negative",
    "less": "less",
    "less_equal": "less_equal",
    "greater": "greater",
    "greater_equal": "greater_equal",
    "equal": "equal",
    "not_equal": "not_equal",
    "bitwise_and": "bitwise_and",
    "bitwise_or": "bitwise_or",
    "bitwise_xor": "bitwise_xor",
    "left_shift": "left_shift",
    "right_shift": "right_shift",
    "matmul": "matmul",
    "abs": "absolute",
    **{name: name for name in UFUNCS if name != "nan_to_num"},
}
# Those that lift integers to a floating dtype.
_FLOATING = {
    *("exp", "expm1", "exp2", "log", "log1p", "log2", "log10", "sqrt", "cbrt"),
    *("sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2", "hypot"),
    *("sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "logaddexp"),
    *("logaddexp2", "sinc", "root"),
}
assert all(name in PRIMITIVES for name in _NAMES.values())


def _elementwise(name: str, function: Any) -> Handler:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if at_compile_time(args, keywords):
            return computed(frame, function, args, keywords, node)
        keywords = dict(keywords)
        dtype = keywords.pop("dtype", None)
        refuse_given(**keywords)
        if len(args) != getattr(function, "nin", len(args)):
            raise Unsupported(f"it takes {function.nin} arguments here")
        items = [number(frame, item, node) for item in args]
        if name in _FLOATING:
            items = [_floating(frame, item) for item in items]
        result = emit_elementwise(frame, name, *items)
        return result if dtype is None else cast_to(frame, result, dtype)

    return handler


def _floating(frame: Frame, item: Any) -> Any:
    """MindSpore lifts integers to float32."""
    aval = frame.session.atom(item).aval
    if isinstance(aval, Aval) and aval.tensor and not aval.is_float:
        return cast_to(frame, item, "float32", asked=False)
    return item


for _name, _primitive in _NAMES.items():
    register(getattr(np, _name), _elementwise(_primitive, getattr(np, _name)))
register(root, _elementwise("root", np.sqrt))


@entry(np.invert)
def _invert(frame: Frame, node: ast.AST, x: Any) -> Any:
    boolean = array_aval(as_array(frame, x, node)).dtype == "bool"
    return emit_elementwise(
        frame, "logical_not" if boolean else "invert", number(frame, x, node)
    )


@entry(np.where)
def _where(
    frame: Frame, node: ast.AST, condition: Any, x: Any = None, y: Any = None
) -> Any:
    if (x is None) != (y is None):
        raise Unsupported("it takes both choices, or none of them")
    if x is None:
        return TABLE[np.nonzero](frame, [condition], {}, node)
    items = [number(frame, item, node) for item in (condition, x, y)]
    return emit_elementwise(frame, "where", *items)


@entry(np.positive, np.conjugate)
def _positive(frame: Frame, node: ast.AST, x: Any) -> Any:
    return copy_of(frame, number(frame, x, node))


@entry(np.real)
def _real(frame: Frame, node: ast.AST, val: Any) -> Any:
    item = number(frame, val, node)
    return (
        item if isinstance(item, Box) else frame.session.box(frame.session.atom(item))
    )


@entry(np.nan_to_num)
def _nan_to_num(
    frame: Frame,
    node: ast.AST,
    x: Any,
    copy: Any = True,
    nan: Any = 0.0,
    posinf: Any = None,
    neginf: Any = None,
) -> Any:
    if copy is not True:
        raise Unsupported("it makes a copy here")
    item = number(frame, x, node)
    if nan == 0.0 and posinf is None and neginf is None:
        return emit_elementwise(frame, "nan_to_num", item)
    limits = np.finfo(array_aval(frame.session.atom(item)).dtype)
    high = float(limits.max) if posinf is None else posinf
    low = float(limits.min) if neginf is None else neginf
    for infinity, replacement in ((np.inf, high), (-np.inf, low)):
        equal = emit_elementwise(frame, "equal", item, infinity)
        item = emit_elementwise(frame, "where", equal, replacement, item)
    missing = emit_elementwise(frame, "isnan", item)
    return emit_elementwise(frame, "where", missing, nan, item)


# ------------------------------------------------------------------ methods of ufuncs


def _outer(function: Any) -> Handler:
    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        refuse_given(**keywords)
        left, right = (number(frame, item, node) for item in args)
        rank = array_aval(frame.session.atom(right)).ndim
        array = frame.session.atom(left)
        axes = tuple(range(array_aval(array).ndim, array_aval(array).ndim + rank))
        wide = frame.session.builder.emit("expand_dims", array, axis=axes)
        return TABLE[function](frame, [frame.session.box(wide), right], {}, node)

    return handler


def _reduce(function: Any) -> Handler:
    """``np.add.reduce`` is ``np.sum``, but along the first axis where none is given."""

    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if len(args) < 2 and "axis" not in keywords:
            keywords = {**keywords, "axis": 0}
        return TABLE[function](frame, args, keywords, node)

    return handler


def enter_methods() -> None:
    """Enter the methods of ufuncs that are known functions under another name."""
    for name in _NAMES:
        function = getattr(np, name)
        if isinstance(function, np.ufunc) and (function.nin, function.nout) == (2, 1):
            if name != "matmul":
                register(function.outer, _outer(function))
    for function, whole, running in (
        (np.add, np.sum, np.cumsum),
        (np.multiply, np.prod, np.cumprod),
        (np.maximum, np.max, None),
        (np.minimum, np.min, None),
        (np.logical_and, np.all, None),
        (np.logical_or, np.any, None),
    ):
        register(function.reduce, _reduce(whole))
        if running is not None:
            register(function.accumulate, _reduce(running))
