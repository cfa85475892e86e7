"""Tensors and what is computed with NumPy: ndarrays in, Tensors out.

Operators and NumPy's own functions take the ndarrays out of their Tensors here, and
what they give becomes Tensors again, in the dtypes that the compiler gives them:
MindSpore makes no float64 of bools and integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

import srcad.tensor as tensors
from srcad.compiler.ir.promotion import floating_dtype
from srcad.dtypes import DType, dtype_of
from srcad.mixed_precision import array_for_computing

__all__ = [
    "apply",
    "apply_ufunc",
    "has_tensor",
    "is_floating",
    "narrowed",
    "unwrap",
    "wrap",
]


def unwrap(value: Any) -> Any:
    """Return ``value`` with ndarrays for Tensors and NumPy dtypes for dtype objects.

    Tuples, lists and dicts are gone through; anything else stays as it is.
    """
    if isinstance(value, tensors.Tensor):
        return array_for_computing(value)
    if isinstance(value, DType):
        return value.dtype
    if type(value) in (tuple, list):
        return type(value)([unwrap(item) for item in value])
    if isinstance(value, tuple):  # a ParameterTuple, a named tuple
        return tuple(unwrap(item) for item in value)
    if type(value) is dict:
        return {key: unwrap(item) for key, item in value.items()}
    return value


def wrap(value: Any) -> Any:
    """Return ``value`` with Tensors for ndarrays and dtype objects for NumPy dtypes.

    A Tensor never shares its memory with an operand of the call that made it, so a
    result that is a view is copied.
    """
    if isinstance(value, np.ndarray):
        return tensors.Tensor.of_array(value if value.base is None else value.copy())
    if isinstance(value, np.generic):
        return tensors.Tensor.of_array(np.asarray(value))
    if isinstance(value, np.dtype):
        return dtype_of(value)
    if type(value) in (tuple, list):
        return type(value)([wrap(item) for item in value])
    return value


def has_tensor(values: Any) -> bool:
    """Whether a Tensor stands among ``values`` or in their tuples, lists and dicts."""
    return any(
        isinstance(value, tensors.Tensor)
        or (
            isinstance(value, (tuple, list, dict))
            and has_tensor(value.values() if isinstance(value, dict) else value)
        )
        for value in values
    )


def narrowed(result: Any, operands: Any) -> Any:
    """Return ``result`` with float32 for the float64 that NumPy makes of integers.

    It stays where one of the ``operands`` (unwrapped) is, or asks for, a float64.
    """
    if not _has(np.float64, result) or _has(np.float64, operands):
        return result
    return _in_float32(result)


def _has(dtype: type, value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_has(dtype, item) for item in value)
    if isinstance(value, Mapping):
        return any(_has(dtype, item) for item in value.values())
    if isinstance(value, (np.ndarray, np.generic)):
        return value.dtype == dtype
    if isinstance(value, (np.dtype, type, str)):
        # A dtype argument, in one of the forms that NumPy takes.
        return value in (float, dtype, "float64", "float", np.dtype(dtype))
    return False


def _in_float32(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype == np.float64:
        return value.astype(np.float32)
    if type(value) in (tuple, list):
        return type(value)([_in_float32(item) for item in value])
    return value


# -------------------------------------------------------------------- NumPy's functions


def apply(function: Callable[..., Any], args: Any, keywords: dict[str, Any]) -> Any:
    """Return what a function of NumPy gives for arguments with Tensors in them."""
    arrays, named = unwrap(tuple(args)), unwrap(keywords)
    result = function(*arrays, **named)
    for given, array in _pairs(keywords.get("out"), named.get("out")):
        if result is array:
            return given
    return wrap(narrowed(result, (arrays, named)))


def _pairs(given: Any, arrays: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(given, tuple):
        yield from zip(given, arrays, strict=True)
    elif given is not None:
        yield given, arrays


def apply_ufunc(
    ufunc: np.ufunc, method: str, inputs: tuple[Any, ...], keywords: dict[str, Any]
) -> Any:
    """The same for a ufunc or a method of one, such as ``np.add.reduce``.

    Integers are lifted to float32 before a ufunc that is floating, as MindSpore does.
    """
    if method == "__call__" and ufunc.nin == 1 and not keywords:
        array = unwrap(inputs[0])
        if is_floating(ufunc, array.dtype):
            array = array.astype(floating_dtype(array.dtype))
        return wrap(ufunc(array))
    return apply(getattr(ufunc, method), inputs, keywords)


def is_floating(ufunc: np.ufunc, dtype: np.dtype[Any]) -> bool:
    """Whether a ufunc gives floats of bools and integers."""
    if dtype.kind not in "biu":
        return False
    try:
        loop = ufunc.resolve_dtypes((*(dtype,) * ufunc.nin, *(None,) * ufunc.nout))
    except TypeError:
        return False
    return loop[-1].kind == "f"
