"""MindSpore's ``numpy``: the operators again, under NumPy's names, on Tensors."""

from __future__ import annotations

import math
from typing import Any

from srcad import ops
from srcad.dtypes import (
    bool_,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from srcad.ops import (
    abs,
    absolute,
    add,
    arccos,
    arccosh,
    arcsin,
    arcsinh,
    arctan,
    arctanh,
    broadcast_to,
    ceil,
    clip,
    concatenate,
    cos,
    cosh,
    deg2rad,
    divide,
    dot,
    equal,
    exp,
    exp2,
    expand_dims,
    expm1,
    floor,
    floor_divide,
    full_like,
    greater,
    greater_equal,
    hypot,
    isclose,
    isfinite,
    isinf,
    isnan,
    less,
    less_equal,
    log,
    log1p,
    log2,
    log10,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    matmul,
    maximum,
    minimum,
    moveaxis,
    multiply,
    negative,
    not_equal,
    ones_like,
    outer,
    pow,
    rad2deg,
    reciprocal,
    remainder,
    reshape,
    sign,
    sin,
    sinh,
    sqrt,
    square,
    squeeze,
    stack,
    subtract,
    swapaxes,
    tan,
    tanh,
    tile,
    tril,
    triu,
    true_divide,
    trunc,
    where,
    zeros_like,
)
from srcad.tensor import Tensor

inf, nan, pi, e = math.inf, math.nan, math.pi, math.e
ndarray = Tensor
power = pow


def array(obj: Any, dtype: Any = None, copy: bool = True, ndmin: int = 0) -> Tensor:
    """Return a Tensor of ``obj``, with unit axes in front up to ``ndmin`` axes."""
    made = Tensor(obj, dtype)
    return made.reshape((1,) * (ndmin - made.ndim) + made.shape)


def asarray(a: Any, dtype: Any = None) -> Tensor:
    """Return ``a`` where it is a Tensor of that dtype, else a Tensor of it."""
    if isinstance(a, Tensor) and dtype in (None, a.dtype):
        return a
    return Tensor(a, dtype)


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Any:
    """Return ``start, start + step, ...`` below ``stop``; one argument is the stop."""
    return ops.arange(start, stop, step, dtype=dtype)


def zeros(shape: Any, dtype: Any = float32) -> Any:
    """Return zeros."""
    return ops.zeros(shape, dtype)


def ones(shape: Any, dtype: Any = float32) -> Any:
    """Return ones."""
    return ops.ones(shape, dtype)


def full(shape: Any, fill_value: Any, dtype: Any = None) -> Any:
    """Return ``fill_value`` everywhere."""
    return ops.full(shape, fill_value, dtype=dtype)


def eye(N: int, M: int | None = None, k: int = 0, dtype: Any = float32) -> Any:
    """Return ones on the ``k``-th diagonal, zeros elsewhere. Only ``k=0`` is there."""
    if k:
        raise NotImplementedError("`mindspore.numpy.eye` takes only k=0 in srcad.")
    return ops.eye(N, M, dtype)


def sum(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Return the sum over ``axis``."""
    return ops.sum(a, axis, keepdims, dtype=dtype)


def prod(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Return the product over ``axis``."""
    return ops.prod(a, axis, keepdims, dtype)


def mean(a: Any, axis: Any = None, keepdims: bool = False, dtype: Any = None) -> Any:
    """Return the mean over ``axis``."""
    return ops.mean(a if dtype is None else ops.cast(a, dtype), axis, keepdims)


def max(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the largest element over ``axis``."""
    return ops.amax(a, axis, keepdims)


def min(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the smallest element over ``axis``."""
    return ops.amin(a, axis, keepdims)


amax, amin = max, min


def var(x: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Return the variance over ``axis``, dividing by the count less ``ddof``."""
    return ops.var(x, axis, ddof, keepdims)


def std(x: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Return the square root of ``var``."""
    return ops.std(x, axis, ddof, keepdims)


def argmax(a: Any, axis: int | None = None) -> Any:
    """Return the index of the largest element along ``axis``, or of all."""
    return ops.argmax(a, axis)


def argmin(a: Any, axis: int | None = None) -> Any:
    """Return the index of the smallest element along ``axis``, or of all."""
    return ops.argmin(a, axis)


def cumsum(a: Any, axis: int, dtype: Any = None) -> Any:
    """Return the running sums along ``axis``."""
    return ops.cumsum(a, axis, dtype)


def transpose(a: Any, axes: Any = None) -> Any:
    """Return ``a`` with its axes in the order ``axes``, by default reversed."""
    return ops.transpose(a, tuple(range(a.ndim))[::-1] if axes is None else axes)


def ravel(x: Any) -> Any:
    """Return ``x`` with one axis."""
    return ops.reshape(x, (-1,))


__all__ = [
    "abs",
    "absolute",
    "add",
    "amax",
    "amin",
    "arange",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctanh",
    "argmax",
    "argmin",
    "array",
    "asarray",
    "bool_",
    "broadcast_to",
    "ceil",
    "clip",
    "concatenate",
    "cos",
    "cosh",
    "cumsum",
    "deg2rad",
    "divide",
    "dot",
    "e",
    "equal",
    "exp",
    "exp2",
    "expand_dims",
    "expm1",
    "eye",
    "float16",
    "float32",
    "float64",
    "floor",
    "floor_divide",
    "full",
    "full_like",
    "greater",
    "greater_equal",
    "hypot",
    "inf",
    "int8",
    "int16",
    "int32",
    "int64",
    "isclose",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log1p",
    "log2",
    "log10",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "matmul",
    "max",
    "maximum",
    "mean",
    "min",
    "minimum",
    "moveaxis",
    "multiply",
    "nan",
    "ndarray",
    "negative",
    "not_equal",
    "ones",
    "ones_like",
    "outer",
    "pi",
    "pow",
    "power",
    "prod",
    "rad2deg",
    "ravel",
    "reciprocal",
    "remainder",
    "reshape",
    "sign",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "std",
    "subtract",
    "sum",
    "swapaxes",
    "tan",
    "tanh",
    "tile",
    "transpose",
    "tril",
    "triu",
    "true_divide",
    "trunc",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "var",
    "where",
    "zeros",
    "zeros_like",
]
