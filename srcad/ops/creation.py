"""Tensors out of nothing, and of the shape of others.

Without a dtype, floats are float32 and integers int64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import is_known
from srcad.ops._operator import operator

__all__ = [
    "arange",
    "eye",
    "fill",
    "full",
    "full_like",
    "linspace",
    "logspace",
    "ones",
    "ones_like",
    "range",
    "tuple_to_array",
    "zeros",
    "zeros_like",
]


def _dtype_of_number(value: Any) -> Any:
    """The dtype that MindSpore gives a Python number."""
    if isinstance(value, bool):
        return np.dtype(np.bool_)
    return np.dtype(np.float32 if isinstance(value, float) else np.int64)


@operator(creates=True)
def tuple_to_array(input_x: Any) -> Any:
    """Return the numbers of a tuple, in the dtype of the first: int32 or float32."""
    whole = isinstance(input_x[0], int)
    return np.array(input_x, dtype=np.int32 if whole else np.float32)


@operator(creates=True)
def zeros(size: Any, dtype: Any = None) -> Any:
    """Return zeros of shape ``size``; float32 unless ``dtype`` says otherwise."""
    return np.zeros(size, dtype=np.float32 if dtype is None else dtype)


@operator(creates=True)
def ones(shape: Any, dtype: Any = None) -> Any:
    """Return ones of shape ``shape``; float32 unless ``dtype`` says otherwise."""
    return np.ones(shape, dtype=np.float32 if dtype is None else dtype)


@operator(creates=True)
def full(size: Any, fill_value: Any, *, dtype: Any = None) -> Any:
    """Return ``fill_value``, of shape ``size``."""
    if dtype is None:
        dtype = _dtype_of_number(fill_value)
    return np.full(size, fill_value, dtype=dtype)


@operator(creates=True)
def fill(type: Any, shape: Any, value: Any) -> Any:
    """Return ``value``, of dtype ``type`` and shape ``shape``."""
    return np.full(shape, value, dtype=type)


@operator(creates=True)
def eye(n: int, m: Any = None, dtype: Any = None) -> Any:
    """Return ``(n, m)`` zeros with ones on the diagonal; ``m`` is ``n`` if None."""
    return np.eye(
        n, n if m is None else m, dtype=np.float32 if dtype is None else dtype
    )


@operator(creates=True)
def arange(start: Any = 0, end: Any = None, step: Any = 1, *, dtype: Any = None) -> Any:
    """Return ``start, start + step, ...`` below ``end``; one argument is the end."""
    if is_known(step) and step == 0:
        raise ValueError("For 'arange', the 'step' must not be 0.")
    if end is None:
        start, end = 0, start
    if dtype is None:
        floating = any(isinstance(bound, float) for bound in (start, end, step))
        dtype = np.float32 if floating else np.int64
    return np.arange(start, end, step, dtype=dtype)


@operator(creates=True)
def range(start: Any, end: Any = None, step: Any = 1, maxlen: int = 1000000) -> Any:
    """Return ``start, start + step, ...`` below ``end``; ``maxlen`` has no effect."""
    return arange(start, end, step)


@operator(creates=True)
def linspace(start: Any, end: Any, steps: int) -> Any:
    """Return ``steps`` float32 numbers from ``start`` to ``end``, evenly spaced."""
    return np.linspace(start, end, steps, dtype=np.float32)


@operator(creates=True)
def logspace(
    start: Any, end: Any, steps: int, base: Any = 10, *, dtype: Any = np.float32
) -> Any:
    """Return ``steps`` powers of ``base``, their exponents evenly spaced."""
    exponents = start + (end - start) * np.linspace(0, 1, steps)
    return (base**exponents).astype(dtype)


@operator
def zeros_like(input: Any, *, dtype: Any = None) -> Any:
    """Return zeros of the shape and dtype (or another ``dtype``) of ``input``."""
    if dtype is None:
        return np.zeros_like(input)
    return np.zeros(input.shape, dtype=dtype)


@operator
def ones_like(input: Any, *, dtype: Any = None) -> Any:
    """Return ones of the shape and dtype (or another ``dtype``) of ``input``."""
    if dtype is None:
        return np.ones_like(input)
    return np.ones(input.shape, dtype=dtype)


@operator
def full_like(input: Any, fill_value: Any, *, dtype: Any = None) -> Any:
    """Return ``fill_value`` in the shape and dtype (or ``dtype``) of ``input``."""
    if dtype is None:
        return np.full_like(input, fill_value)
    return np.full(input.shape, fill_value, dtype=dtype)
