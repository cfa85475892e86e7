"""MindSpore's ``mint``: the operators, under PyTorch's names for the arguments."""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.mint import nn
from srcad.ops import (
    abs,
    acos,
    acosh,
    arange,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    bmm,
    broadcast_to,
    ceil,
    clamp,
    cos,
    cosh,
    cumprod,
    dot,
    eq,
    erf,
    erfc,
    exp,
    exp2,
    expm1,
    eye,
    flip,
    floor,
    fmod,
    full,
    full_like,
    ge,
    greater,
    greater_equal,
    gt,
    isclose,
    isfinite,
    isinf,
    le,
    less,
    less_equal,
    linspace,
    log,
    log1p,
    log2,
    log10,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    lt,
    masked_fill,
    masked_select,
    matmul,
    maximum,
    minimum,
    mul,
    ne,
    neg,
    negative,
    nonzero,
    not_equal,
    ones,
    ones_like,
    outer,
    pow,
    reciprocal,
    remainder,
    reshape,
    roll,
    round,
    rsqrt,
    sigmoid,
    sign,
    sin,
    sinh,
    sqrt,
    square,
    sum,
    tan,
    tanh,
    tile,
    tril,
    triu,
    trunc,
    unsqueeze,
    where,
    zeros,
    zeros_like,
)
from srcad.ops import gather_d as gather


def add(input: Any, other: Any, *, alpha: Any = 1) -> Any:
    """Return ``input + alpha * other``."""
    return input + other if alpha == 1 else input + alpha * other


def sub(input: Any, other: Any, *, alpha: Any = 1) -> Any:
    """Return ``input - alpha * other``."""
    return input - other if alpha == 1 else input - alpha * other


def div(input: Any, other: Any, *, rounding_mode: str | None = None) -> Any:
    """Return ``input / other``, rounded to zero ("trunc") or down ("floor")."""
    return ops.div(input, other, rounding_mode)


def mean(
    input: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> Any:
    """Return the mean over the axes ``dim``."""
    return ops.mean(input if dtype is None else ops.cast(input, dtype), dim, keepdim)


def prod(
    input: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> Any:
    """Return the product over the axis ``dim``."""
    return ops.prod(input, dim, keepdim, dtype)


def all(input: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """Return whether all elements are true, over the axes ``dim``."""
    return ops.all(input, dim, keepdim)


def any(input: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """Return whether an element is true, over the axes ``dim``."""
    return ops.any(input, dim, keepdim)


def max(input: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the largest element; with ``dim``, ``(values, indices)`` along it."""
    return ops.max(input)[0] if dim is None else ops.max(input, dim, keepdim)


def min(input: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the smallest element; with ``dim``, ``(values, indices)`` along it."""
    return ops.min(input)[0] if dim is None else ops.min(input, dim, keepdim)


def argmax(input: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the index of the largest element along ``dim``, or of all."""
    return ops.argmax(input, dim, keepdim)


def argmin(input: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the index of the smallest element along ``dim``, or of all."""
    return ops.argmin(input, dim, keepdim)


def var(
    input: Any, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> Any:
    """Return the variance over ``dim``, dividing by the count less ``correction``."""
    return ops.var(input, dim, correction, keepdim)


def std(
    input: Any, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> Any:
    """Return the square root of ``var``."""
    return ops.std(input, dim, correction, keepdim)


def cumsum(input: Any, dim: int, dtype: Any = None) -> Any:
    """Return the running sums along ``dim``."""
    return ops.cumsum(input, dim, dtype)


def logsumexp(input: Any, dim: Any, keepdim: bool = False) -> Any:
    """Return ``log(sum(e^input))`` over ``dim``, without overflow."""
    return ops.logsumexp(input, dim, keepdim)


def softmax(input: Any, dim: int, *, dtype: Any = None) -> Any:
    """Return the softmax along ``dim``."""
    return ops.softmax(input if dtype is None else ops.cast(input, dtype), dim)


def cat(tensors: Any, dim: int = 0) -> Any:
    """Return the Tensors joined along ``dim``."""
    return ops.concat(tensors, dim)


concat = cat


def stack(tensors: Any, dim: int = 0) -> Any:
    """Return the Tensors joined along a new axis ``dim``."""
    return ops.stack(tensors, dim)


def split(tensor: Any, split_size_or_sections: Any, dim: int = 0) -> Any:
    """Return a tuple of pieces along ``dim``."""
    return ops.split(tensor, split_size_or_sections, dim)


def chunk(input: Any, chunks: int, dim: int = 0) -> Any:
    """Return about ``chunks`` equal pieces along ``dim``."""
    return ops.chunk(input, chunks, dim)


def narrow(input: Any, dim: int, start: int, length: int) -> Any:
    """Return ``length`` elements from ``start`` on, along ``dim``."""
    return ops.narrow(input, dim, start, length)


def unbind(input: Any, dim: int = 0) -> Any:
    """Return the slices along ``dim``, without that axis."""
    return ops.unbind(input, dim)


def index_select(input: Any, dim: int, index: Any) -> Any:
    """Return the slices along ``dim`` that ``index`` names."""
    return ops.index_select(input, dim, index)


def permute(input: Any, dims: Any) -> Any:
    """Return ``input`` with its axes in the order ``dims``."""
    return ops.permute(input, dims)


def transpose(input: Any, dim0: int, dim1: int) -> Any:
    """Return ``input`` with two axes exchanged."""
    return ops.swapaxes(input, dim0, dim1)


def squeeze(input: Any, dim: Any = None) -> Any:
    """Return ``input`` without its unit axes, or without those of ``dim``."""
    return ops.squeeze(input, dim)


def flatten(input: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
    """Return ``input`` with the axes from ``start_dim`` to ``end_dim`` as one."""
    return ops.flatten(input, start_dim=start_dim, end_dim=end_dim)


def sort(
    input: Any, *, dim: int = -1, descending: bool = False, stable: bool = False
) -> Any:
    """Return ``(elements in order, their indices)`` along ``dim``."""
    return ops.sort(input, dim, descending)


def topk(
    input: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> Any:
    """Return ``(values, indices)`` of the ``k`` largest elements along ``dim``."""
    return ops.topk(input, k, dim, largest, sorted)


__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "all",
    "any",
    "arange",
    "argmax",
    "argmin",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bmm",
    "broadcast_to",
    "cat",
    "ceil",
    "chunk",
    "clamp",
    "concat",
    "cos",
    "cosh",
    "cumprod",
    "cumsum",
    "div",
    "dot",
    "eq",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "eye",
    "flatten",
    "flip",
    "floor",
    "fmod",
    "full",
    "full_like",
    "gather",
    "ge",
    "greater",
    "greater_equal",
    "gt",
    "index_select",
    "isclose",
    "isfinite",
    "isinf",
    "le",
    "less",
    "less_equal",
    "linspace",
    "log",
    "log1p",
    "log2",
    "log10",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logsumexp",
    "lt",
    "masked_fill",
    "masked_select",
    "matmul",
    "max",
    "maximum",
    "mean",
    "min",
    "minimum",
    "mul",
    "narrow",
    "ne",
    "neg",
    "negative",
    "nn",
    "nonzero",
    "not_equal",
    "ones",
    "ones_like",
    "outer",
    "permute",
    "pow",
    "prod",
    "reciprocal",
    "remainder",
    "reshape",
    "roll",
    "round",
    "rsqrt",
    "sigmoid",
    "sign",
    "sin",
    "sinh",
    "softmax",
    "sort",
    "split",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "std",
    "sub",
    "sum",
    "tan",
    "tanh",
    "tile",
    "topk",
    "transpose",
    "tril",
    "triu",
    "trunc",
    "unbind",
    "unsqueeze",
    "var",
    "where",
    "zeros",
    "zeros_like",
]
