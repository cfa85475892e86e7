"""Element-wise operators of two operands: arithmetic, comparison, logic, selection.

Operands are Tensors or numbers, at least one a Tensor; their shapes broadcast as NumPy's
do (ValueError where they do not) and their dtypes are promoted as MindSpore's are
(TypeError where it refuses).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import as_floating, same_dtype


@operator
def add(input: Any, other: Any) -> Any:
    """Return ``input + other``."""
    input, other = same_dtype(input, other)
    return input + other


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

    ``rounding_mode`` is None, ``"floor"`` or ``"trunc"``; ValueError otherwise.
    """
    input, other = same_dtype(input, other)
    if rounding_mode == "floor":
        return input // other
    if rounding_mode == "trunc":
        return np.trunc(input / other)
    if rounding_mode is not None:
        raise ValueError(
            "For ops.div, rounding_mode value should be None, 'floor' or 'trunc', "
            f"but got {rounding_mode}."
        )
    if not isinstance(input, (bool, int, float)):
        input = as_floating(input)
    if not isinstance(other, (bool, int, float)):
        other = as_floating(other)
    return input / other
