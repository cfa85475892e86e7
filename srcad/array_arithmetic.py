"""What NumPy computes of ndarrays and Python numbers, in MindSpore's dtypes.

Eager Tensors compute with it (:mod:`srcad.tensor`), which it knows nothing of; the
dtypes are those of :mod:`srcad.compiler.ir.promotion`, as in compiled code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from srcad.compiler.ir.promotion import (
    PromotionError,
    floating_dtype,
    promote,
    promote_with_scalar,
)

__all__ = [
    "COMPARISONS",
    "arithmetic",
    "comparison",
    "elementwise",
    "narrowed",
]

Array = np.ndarray[Any, Any]
COMPARISONS = (
    *(np.equal, np.not_equal),
    *(np.less, np.less_equal, np.greater, np.greater_equal),
)


def arithmetic(ufunc: np.ufunc, left: Any, right: Any) -> Array:
    """Return what a ufunc of two gives for arrays or Python numbers, one an array."""
    dtype = _common_dtype(left, right)
    if _is_floating(ufunc, dtype):
        dtype = floating_dtype(dtype)
    if dtype.kind == "b" and ufunc is np.subtract:
        ufunc = np.logical_xor  # NumPy refuses; MindSpore subtracts modulo 2
    if dtype.kind == "b" and ufunc in (np.mod, np.power):
        raise TypeError(f"{ufunc.__name__} of two bools is not supported.")
    left, right = np.asarray(left).astype(dtype), np.asarray(right).astype(dtype)
    result = np.asarray(ufunc(left, right))
    if dtype.kind == "b" and ufunc is np.floor_divide:
        result = result.astype(dtype)
    return result


def comparison(ufunc: np.ufunc, left: Any, right: Any) -> Array:
    """Return the bools of a comparison of arrays or Python numbers, one an array."""
    try:
        dtype = _common_dtype(left, right)
        left, right = np.asarray(left).astype(dtype), np.asarray(right).astype(dtype)
    except PromotionError:
        pass  # a comparison has no dtype to settle; NumPy's answer is exact
    return np.asarray(ufunc(left, right))


def _common_dtype(left: Any, right: Any) -> np.dtype[Any]:
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        return promote(left.dtype, right.dtype)
    if isinstance(left, np.ndarray):
        return promote_with_scalar(left.dtype, type(right))
    return promote_with_scalar(right.dtype, type(left))


def elementwise(ufunc: np.ufunc, array: Array) -> Any:
    """Return what a ufunc of one array gives.

    Bools and integers are lifted to float32 before one that gives floats of them.
    """
    if _is_floating(ufunc, array.dtype):
        array = array.astype(floating_dtype(array.dtype))
    return ufunc(array)


def _is_floating(ufunc: np.ufunc, dtype: np.dtype[Any]) -> bool:
    """Whether a ufunc gives floats of bools and integers."""
    if dtype.kind not in "biu":
        return False
    try:
        loop = ufunc.resolve_dtypes((*(dtype,) * ufunc.nin, *(None,) * ufunc.nout))
    except TypeError:
        return False
    return loop[-1].kind == "f"


def narrowed(result: Any, operands: Any) -> Any:
    """Return ``result`` with float32 for the float64 that NumPy makes of integers.

    It stays where one of the ``operands`` (ndarrays) is, or asks for, a float64 or a
    complex128, which has float64 parts.
    """
    if not _has(np.float64, result):
        return result
    if _has(np.float64, operands) or _has(np.complex128, operands):
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
