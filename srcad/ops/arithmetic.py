"""Element-wise arithmetic, comparison and logic of two operands.

Operands are Tensors or Python numbers, at least one of them a Tensor. Their shapes
broadcast as NumPy's do (ValueError where they do not) and their dtypes are promoted as
MindSpore's are (TypeError where it refuses): see srcad/compiler/ir/promotion.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import larger, smaller
from srcad.compiler.ir.promotion import floating_dtype
from srcad.ops._operator import operator
from srcad.ops._promotion import (
    as_floating,
    cast_to,
    common_dtype,
    is_number,
    same_dtype,
)

__all__ = [
    "add",
    "addcdiv",
    "addcmul",
    "addn",
    "atan2",
    "bitwise_and",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "clamp",
    "clip",
    "clip_by_value",
    "div",
    "divide",
    "eq",
    "equal",
    "floor_div",
    "floor_divide",
    "floor_mod",
    "fmod",
    "ge",
    "greater",
    "greater_equal",
    "gt",
    "hypot",
    "isclose",
    "le",
    "lerp",
    "less",
    "less_equal",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "lt",
    "masked_fill",
    "maximum",
    "minimum",
    "mod",
    "mul",
    "multiply",
    "ne",
    "not_equal",
    "pow",
    "remainder",
    "select",
    "squared_difference",
    "sub",
    "subtract",
    "true_divide",
    "where",
    "xlogy",
]

# -------------------------------------------------------------------- arithmetic


@operator
def add(input: Any, other: Any) -> Any:
    """Return ``input + other``."""
    input, other = same_dtype(input, other)
    return input + other


def addn(x: Any) -> Any:
    """Return the sum of the Tensors of a tuple or list."""
    total = x[0]
    for one in x[1:]:
        total = add(total, one)
    return total


@operator
def sub(input: Any, other: Any) -> Any:
    """Return ``input - other``."""
    input, other = same_dtype(input, other)
    return input - other


@operator
def mul(input: Any, other: Any) -> Any:
    """Return ``input * other``."""
    input, other = same_dtype(input, other)
    return input * other


@operator
def div(input: Any, other: Any, rounding_mode: Any = None) -> Any:
    """Return ``input / other``; of integers a float32.

    ``rounding_mode="floor"`` rounds down and ``"trunc"`` towards zero, both in the
    operands' dtype. Raises ValueError for any other mode.
    """
    if rounding_mode not in (None, "floor", "trunc"):
        raise ValueError(
            "For ops.div, rounding_mode value should be None, 'floor' or 'trunc', "
            f"but got {rounding_mode}."
        )
    input, other = same_dtype(input, other)
    if rounding_mode == "floor":
        return input // other
    quotient = as_floating(input) / as_floating(other)
    if rounding_mode == "trunc":
        return np.trunc(quotient)
    return quotient


@operator
def floor_divide(input: Any, other: Any) -> Any:
    """Return ``input // other``, rounded down."""
    dtype = common_dtype(input, other)
    input, other = same_dtype(input, other)
    return (input // other).astype(dtype) if dtype.kind == "b" else input // other


@operator
def remainder(input: Any, other: Any) -> Any:
    """Return the remainder of ``input // other``, of the sign of ``other``."""
    dtype = common_dtype(input, other)
    input, other = same_dtype(input, other)
    return (input % other).astype(dtype) if dtype.kind == "b" else input % other


@operator
def fmod(input: Any, other: Any) -> Any:
    """Return the remainder of the division rounded towards zero."""
    dtype = common_dtype(input, other)
    input, other = same_dtype(input, other)
    if dtype.kind in "iu":
        return (np.sign(input) * (np.abs(input) % np.abs(other))).astype(dtype)
    return input - np.trunc(input / other) * other


@operator
def real_div(x: Any, y: Any) -> Any:
    """Return ``x / y``; of integers an integer, rounded towards zero."""
    dtype = common_dtype(x, y)
    x, y = same_dtype(x, y)
    if dtype.kind in "iu":
        signs = np.sign(x) * np.sign(y)
        return (signs * (np.abs(x) // np.abs(y))).astype(dtype)
    return as_floating(x) / as_floating(y)


@operator
def pow(input: Any, exponent: Any) -> Any:
    """Return ``input ** exponent``."""
    input, exponent = same_dtype(input, exponent)
    return input**exponent


@operator
def maximum(input: Any, other: Any) -> Any:
    """Return the larger of the two, element by element.

    Where they are equal each has half of the cotangent.
    """
    input, other = same_dtype(input, other)
    return larger(input, other)


@operator
def minimum(input: Any, other: Any) -> Any:
    """Return the smaller of the two, element by element.

    Where they are equal each has half of the cotangent.
    """
    input, other = same_dtype(input, other)
    return smaller(input, other)


@operator
def atan2(input: Any, other: Any) -> Any:
    """Return the angle of the point ``(other, input)``, in ``[-pi, pi]``."""
    input, other = same_dtype(input, other)
    return np.arctan2(as_floating(input), as_floating(other))


@operator
def hypot(input: Any, other: Any) -> Any:
    """Return ``sqrt(input^2 + other^2)``."""
    input, other = same_dtype(input, other)
    return np.hypot(as_floating(input), as_floating(other))


@operator
def squared_difference(x: Any, y: Any) -> Any:
    """Return ``(x - y)^2``."""
    x, y = same_dtype(x, y)
    return np.square(x - y)


@operator
def xlogy(input: Any, other: Any) -> Any:
    """Return ``input * log(other)``, and 0 where ``input`` is 0."""
    dtype = floating_dtype(common_dtype(input, other))
    input, other = cast_to(input, dtype), cast_to(other, dtype)
    logarithm = np.log(np.where(input == 0, 1, other).astype(dtype))
    return np.where(input == 0, 0, input * logarithm)


@operator
def lerp(input: Any, end: Any, weight: Any) -> Any:
    """Return ``input + weight * (end - input)``."""
    return input + weight * (end - input)


@operator
def addcmul(input: Any, tensor1: Any, tensor2: Any, value: Any = 1) -> Any:
    """Return ``input + value * tensor1 * tensor2``."""
    return input + value * (tensor1 * tensor2)


@operator
def addcdiv(input: Any, tensor1: Any, tensor2: Any, value: Any = 1) -> Any:
    """Return ``input + value * tensor1 / tensor2``."""
    return input + value * (tensor1 / tensor2)


# -------------------------------------------------------------------- comparison


@operator
def equal(input: Any, other: Any) -> Any:
    """Return the bools ``input == other``."""
    input, other = same_dtype(input, other)
    return input == other


@operator
def not_equal(input: Any, other: Any) -> Any:
    """Return the bools ``input != other``."""
    input, other = same_dtype(input, other)
    return input != other


@operator
def less(input: Any, other: Any) -> Any:
    """Return the bools ``input < other``."""
    input, other = same_dtype(input, other)
    return input < other


@operator
def less_equal(input: Any, other: Any) -> Any:
    """Return the bools ``input <= other``."""
    input, other = same_dtype(input, other)
    return input <= other


@operator
def greater(input: Any, other: Any) -> Any:
    """Return the bools ``input > other``."""
    input, other = same_dtype(input, other)
    return input > other


@operator
def greater_equal(input: Any, other: Any) -> Any:
    """Return the bools ``input >= other``."""
    input, other = same_dtype(input, other)
    return input >= other


@operator
def isclose(
    input: Any,
    other: Any,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Any:
    """Return the bools ``|input - other| <= atol + rtol * |other|``."""
    input, other = same_dtype(input, other)
    close = np.abs(input - other) <= atol + rtol * np.abs(other)
    # Infinite tolerances make nothing close; equal infinities are.
    close = np.logical_and(close, np.isfinite(other))
    close = np.logical_or(close, input == other)
    if equal_nan:
        close = np.logical_or(close, np.logical_and(np.isnan(input), np.isnan(other)))
    return close


# ------------------------------------------------------------------ logic and bits


@operator
def logical_and(input: Any, other: Any) -> Any:
    """Return whether both are true (not zero), element by element."""
    return np.logical_and(input, other)


@operator
def logical_or(input: Any, other: Any) -> Any:
    """Return whether one is true (not zero), element by element."""
    return np.logical_or(input, other)


@operator
def logical_xor(input: Any, other: Any) -> Any:
    """Return whether exactly one is true (not zero), element by element."""
    return np.logical_xor(input, other)


@operator
def logical_not(input: Any) -> Any:
    """Return whether each element is zero."""
    return np.logical_not(input)


@operator
def bitwise_and(input: Any, other: Any) -> Any:
    """Return ``input & other``, of bools or integers."""
    input, other = same_dtype(input, other)
    return input & other


@operator
def bitwise_or(input: Any, other: Any) -> Any:
    """Return ``input | other``, of bools or integers."""
    input, other = same_dtype(input, other)
    return input | other


@operator
def bitwise_xor(input: Any, other: Any) -> Any:
    """Return ``input ^ other``, of bools or integers."""
    input, other = same_dtype(input, other)
    return input ^ other


@operator
def bitwise_left_shift(input: Any, other: Any) -> Any:
    """Return ``input << other``, of integers; bits that leave the dtype are lost."""
    input, other = same_dtype(input, other)
    return input << other


@operator
def bitwise_right_shift(input: Any, other: Any) -> Any:
    """Return ``input >> other``, of integers; the sign is kept."""
    input, other = same_dtype(input, other)
    return input >> other


# --------------------------------------------------------------------- selection


@operator
def where(condition: Any, input: Any, other: Any) -> Any:
    """Return ``input`` where ``condition`` holds and ``other`` elsewhere.

    The three broadcast; the result has the promoted dtype of ``input`` and ``other``.
    """
    if is_number(input) and is_number(other):
        input, other = _default_array(input), _default_array(other)
    input, other = same_dtype(input, other)
    return np.where(condition, input, other)


def _default_array(number: Any) -> Any:
    """A number as MindSpore takes one that meets no Tensor: int64 or float32."""
    dtype = np.float32 if isinstance(number, float) else np.int64
    return np.full((), number, dtype=dtype)


@operator
def select(condition: Any, input: Any, other: Any) -> Any:
    """Return ``input`` where the bools ``condition`` hold and ``other`` elsewhere.

    ``input`` and ``other`` are Tensors or numbers. Raises TypeError where
    ``condition`` does not hold bools.
    """
    if condition.dtype != np.bool_:
        raise TypeError(
            f"For select, the condition must hold bools, but got {condition.dtype}."
        )
    return where(condition, input, other)


@operator
def masked_fill(input_x: Any, mask: Any, value: Any) -> Any:
    """Return ``input_x`` with ``value`` where ``mask`` is True; the dtype is kept."""
    return np.where(mask, value, input_x).astype(input_x.dtype)


@operator
def clamp(input: Any, min: Any = None, max: Any = None) -> Any:
    """Return ``input`` with its elements brought into ``[min, max]``.

    Either bound is a number, a Tensor that broadcasts, or None. Raises ValueError
    where both are None.
    """
    if min is None and max is None:
        raise ValueError("For 'clamp', at least one of 'min' and 'max' must be given.")
    if min is not None:
        input, min = same_dtype(input, min)
        input = np.maximum(input, min)
    if max is not None:
        input, max = same_dtype(input, max)
        input = np.minimum(input, max)
    return input


@operator
def clip_by_value(
    x: Any, clip_value_min: Any = None, clip_value_max: Any = None
) -> Any:
    """Return ``x`` brought into ``[clip_value_min, clip_value_max]``.

    ``maximum`` and ``minimum``: at a bound half of the cotangent is the bound's.
    """
    if clip_value_min is None and clip_value_max is None:
        raise ValueError(
            "For 'clip_by_value', at least one of 'clip_value_min' and "
            "'clip_value_max' must be given."
        )
    if clip_value_min is not None:
        x = maximum(x, clip_value_min)
    if clip_value_max is not None:
        x = minimum(x, clip_value_max)
    return x


# MindSpore's other names for the same functions.
eq, ne, lt, le, gt, ge = equal, not_equal, less, less_equal, greater, greater_equal
subtract, multiply, divide, true_divide = sub, mul, div, div
floor_div, mod, floor_mod = floor_divide, remainder, remainder
clip = clamp
