"""Casting the operands of an operator to one dtype, in the language of operators.

The dtypes are known when an operator is compiled, so nothing of this is left in a
generated module but the casts that are needed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.ir.promotion import floating_dtype, promote, promote_with_scalar

__all__ = [
    "as_floating",
    "cast_to",
    "check_array",
    "check_floating",
    "common_dtype",
    "is_number",
    "same_dtype",
]


def is_number(value: Any) -> bool:
    """Whether ``value`` is a Python number, which takes the dtype of what it meets."""
    return isinstance(value, (bool, int, float, complex)) and not isinstance(
        value, np.generic
    )


def check_array(name: str, value: Any) -> None:
    """Refuse what is no array with a TypeError that names the operator."""
    if isinstance(value, (str, bytes, type(None), tuple, list)) or is_number(value):
        raise TypeError(
            f"For '{name}', the input must be a Tensor, but got {type(value).__name__}."
        )


def check_floating(name: str, *arrays: Any) -> None:
    """Refuse what is no floating Tensor, as MindSpore does; None is one left out.

    For the operators that MindSpore has for floating dtypes alone, and that would
    otherwise round their floating operands to the integers that they meet.
    """
    for array in arrays:
        if array is not None and (is_number(array) or array.dtype.kind != "f"):
            found = type(array).__name__ if is_number(array) else array.dtype
            raise TypeError(
                f"For '{name}', the inputs must be floating Tensors, but got {found}."
            )


def common_dtype(first: Any, second: Any) -> Any:
    """Return the dtype that an array and another array or number are computed in.

    Raises TypeError for anything else.
    """
    for value in (first, second):
        if isinstance(value, (str, bytes, type(None))):
            raise TypeError(
                f"An operand must be a Tensor or a number, but got {value!r}."
            )
    if is_number(first):
        return promote_with_scalar(second.dtype, type(first))
    if is_number(second):
        return promote_with_scalar(first.dtype, type(second))
    return promote(first.dtype, second.dtype)


def cast_to(value: Any, dtype: Any) -> Any:
    """Return ``value`` as an array of ``dtype``; a number stays as it is."""
    if is_number(value) or value.dtype == dtype:
        return value
    return value.astype(dtype)


def same_dtype(first: Any, second: Any) -> Any:
    """Return both, cast to their common dtype: MindSpore's implicit conversion."""
    dtype = common_dtype(first, second)
    return cast_to(first, dtype), cast_to(second, dtype)


def as_floating(value: Any) -> Any:
    """Return bools and integers as float32, floats and Python's numbers as they are."""
    if is_number(value):
        return value
    return cast_to(value, floating_dtype(value.dtype))
