"""Primitives that every program is made of: operators, reductions, shapes, indexing."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from srcad.compiler.ir import shapes
from srcad.compiler.ir.avals import (
    BOOL,
    FLOAT,
    INT,
    Aval,
    OptionalAval,
    ResidualsAval,
    SequenceAval,
)
from srcad.compiler.ir.lists import LIST_PRIMITIVES, copied
from srcad.compiler.ir.primitives.table import Storage
from srcad.compiler.ir.primitives.table import add as _add
from srcad.compiler.ir.types import array_aval

OPERATORS: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
    "power": operator.pow,
    "negative": operator.neg,
    "invert": operator.invert,
    "bitwise_and": operator.and_,
    "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor,
    "left_shift": operator.lshift,
    "right_shift": operator.rshift,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "equal": operator.eq,
    "not_equal": operator.ne,
}

for _name, _function in OPERATORS.items():
    _add(_name, shapes.elementwise(_function), _function, elementwise=True)

UFUNCS = (
    *("absolute", "sign", "sqrt", "cbrt", "square", "floor", "ceil", "trunc", "rint"),
    *("exp", "expm1", "exp2", "log", "log1p", "log2", "log10", "logaddexp"),
    *("sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2", "hypot"),
    *("sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh"),
    *("maximum", "minimum", "fmax", "fmin", "isfinite", "isnan", "isinf", "signbit"),
    *("logical_and", "logical_or", "logical_xor", "logical_not"),
    *("logaddexp2", "heaviside", "fmod", "copysign", "sinc", "nan_to_num"),
)
for _name in UFUNCS:
    _ufunc = getattr(np, _name)
    _add(_name, shapes.elementwise(_ufunc), _ufunc, elementwise=True)
# The root of a sum of squares, which is 0 where all of them are.
_add("root", shapes.elementwise(np.sqrt), np.sqrt, elementwise=True)
_add("where", shapes.elementwise(np.where), np.where, elementwise=True)


def _not(x: Any) -> bool:
    return not x


# Python's `not` on a number; on an array it is written np.logical_not.
_add("not", shapes.elementwise(_not), _not, elementwise=True)


def _either(x: Any, y: Any) -> Any:
    """A number of the dtype that holds both."""
    if isinstance(x, np.ndarray) or isinstance(y, np.ndarray):
        return np.maximum(x, y)
    return x if type(x) is type(y) else x + y


# Python's `max(x, y)` and `min(x, y)` of two numbers: one of them, with its own type.
_add("greatest", shapes.elementwise(_either), max, elementwise=True)
_add("least", shapes.elementwise(_either), min, elementwise=True)
# Python's `float(x)` and `int(x)`.
_add("float", lambda args, _, __: FLOAT, float, elementwise=True)

_add("int", lambda args, _, __: INT, int, elementwise=True)


def _axes(axis: Any) -> Any:
    return tuple(axis) if isinstance(axis, list) else axis


for _name in ("sum", "mean", "max", "min", "prod", "any", "all"):
    _function = getattr(np, _name)
    _add(
        _name,
        shapes.reduction(_function),
        lambda x, axis, keepdims, f=_function: f(
            x, axis=_axes(axis), keepdims=keepdims
        ),
    )
for _name in ("argmax", "argmin"):
    _function = getattr(np, _name)
    _add(
        _name,
        shapes.reduction(_function),
        lambda x, axis, keepdims, f=_function: f(x, axis=axis, keepdims=keepdims),
    )


def _accumulated(args: Any, _: Any, __: Any) -> Aval:
    """Integers narrower than NumPy's own are summed as those."""
    aval = array_aval(args[0])
    dtype = np.cumsum(np.ones(1, aval.dtype)).dtype.name
    return Aval(dtype, aval.shape, tensor=aval.tensor)


_add("cumsum", _accumulated, lambda x, axis: np.cumsum(x, axis=axis))
_add("cumprod", _accumulated, lambda x, axis: np.cumprod(x, axis=axis))

_add("astype", shapes.cast, lambda x, dtype: np.asarray(x).astype(dtype))
_add("copy", shapes.like_first, copied)
_add("shape", shapes.shape_of, np.shape, cheap=True)
_add("size_of", shapes.size_of, lambda shape, axis: shape[axis], cheap=True)
_add("make_shape", shapes.make_shape, lambda *sizes: tuple(sizes), cheap=True)
_add(
    "prod_of",
    lambda args, _, __: Aval(
        "int64", weak=True, size=shapes.total(shapes.target_dims(args[0]))
    ),
    lambda shape: int(np.prod(shape)),
    cheap=True,
)
_add(
    "full",
    shapes.filled,
    lambda shape, value, dtype, tensor: np.full(shape, value, dtype),
)
_add(
    "arange",
    shapes.arange,
    lambda *args, dtype, tensor: np.arange(*args, dtype=dtype),
    cheap=True,
)
_add("reshape", shapes.reshape, np.reshape, "view")
_add(
    "transpose",
    shapes.transpose,
    lambda x, axes: np.transpose(x, axes),
    "view",
    cheap=True,
)
_add(
    "expand_dims",
    shapes.expand_dims,
    lambda x, axis: np.expand_dims(x, axis),
    "view",
    cheap=True,
)
_add("squeeze", shapes.squeeze, lambda x, axis: np.squeeze(x, axis), "view", cheap=True)
_add("broadcast_to", shapes.broadcast_to, np.broadcast_to, "view", cheap=True)
_add("concatenate", shapes.concatenate, lambda *xs, axis: np.concatenate(xs, axis))
_add("stack", shapes.stack, lambda *xs, axis: np.stack(xs, axis))
_add("matmul", shapes.matmul, operator.matmul)


def unbroadcast(x: Any, shape: tuple[int, ...]) -> Any:
    """``x`` summed over the axes along which ``shape`` was broadcast to it."""
    x = np.asarray(x)
    x = x.sum(axis=tuple(range(x.ndim - len(shape))))
    axes = tuple(k for k, size in enumerate(shape) if size == 1 != x.shape[k])
    return x.sum(axis=axes, keepdims=True) if axes else x


_add("unbroadcast", shapes.broadcast_to, unbroadcast)

_add("getitem", shapes.getitem, lambda x, *args, index: x[index.bind(args)], "view")


def setitem(x: Any, value: Any, *args: Any, index: Any) -> Any:
    """A copy of ``x`` with ``x[index] = value``."""
    x = np.array(x)
    x[index.bind(args)] = value
    return x


def add_at(x: Any, value: Any, *args: Any, index: Any) -> Any:
    """A copy of ``x`` with ``value`` added at ``index``, once for each occurrence."""
    x = np.array(x)
    np.add.at(x, index.bind(args), value)
    return x


_add("setitem", shapes.like_first, setitem, "write")
_add("add_at", shapes.like_first, add_at, "write")


def _reversed(sequence: list[Any]) -> list[Any]:
    return sequence[::-1]


_add("reversed", lambda args, _, __: args[0].aval, _reversed, cheap=True)


def zeros_of(x: Any) -> Any:
    """Zeros in the form of ``x``: of a list a list, of None None."""
    if x is None:
        return None
    if isinstance(x, list):
        return [zeros_of(element) for element in x]
    return np.zeros_like(x)


_add("zeros_of", shapes.like_first, zeros_of)


_add("is_none", lambda args, _, __: BOOL, lambda x: x is None, cheap=True)


def _unwrapped(args: Any, _: Any, __: Any) -> Any:
    aval = args[0].aval
    return aval.inner if isinstance(aval, OptionalAval) else aval


# An optional value where it is known to be there; printed as the value itself.
_add("present", _unwrapped, lambda x: x, "view", cheap=True)


def _kept(_: Any, attributes: Any, __: Any) -> ResidualsAval:
    return ResidualsAval(attributes["form"])


def _residual(args: Any, attributes: Any, _: Any) -> Any:
    assert isinstance(args[0].aval, ResidualsAval)
    return args[0].aval.form.parts[attributes["place"]]


# What a call of a recursive function keeps, as one tuple; and a part of one.
_add("residuals", _kept, lambda *parts, form: parts, "view")
_add("residual", _residual, lambda kept, place: kept[place], "view")


def element_aval(sequence: Any) -> Any:
    """The abstract value of the elements of a list value."""
    assert isinstance(sequence, SequenceAval)
    return sequence.element


def _infer_constant(_: Any, attributes: Any, __: Any) -> Any:
    array = attributes["array"].array
    return Aval(array.dtype.name, array.shape, tensor=attributes["tensor"])


_add("constant", _infer_constant, lambda array, tensor: array.array, cheap=True)


def _run_kernel(*items: Any, call: Any) -> Any:
    return call.function(*call.fill(items))


for _name, (_infer, _run, _storage) in LIST_PRIMITIVES.items():
    _add(_name, _infer, _run, cast(Storage, _storage))

# A function that is printed into the module whole: see ``lowering.kernels``.
_add("kernel", lambda _, attributes, __: attributes["call"].aval, _run_kernel)


# A function that is called by its name: see ``lowering.foreign``.
_add(
    "foreign",
    lambda _, attributes, __: attributes["call"].aval,
    lambda *items, call: call.rule.function(*call.fill(items)),
)
