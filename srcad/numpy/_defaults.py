"""The dtypes of what is given without one: 32 bits, other than in ``ops``."""

from __future__ import annotations

from types import NoneType
from typing import Any

import numpy as np

from srcad import ops
from srcad.dtypes import float32, float64, int32, int64, numpy_dtype
from srcad.tensor import Tensor

_NARROW = {int64: int32, float64: float32}


def dtype_of(dtype: Any, *numbers: Any) -> Any:
    """``dtype``; without it int32 where all numbers are integers, else None."""
    if dtype is None and all(type(one) in (int, NoneType) for one in numbers):
        return int32
    return dtype


def tensor_of(given: Any, dtype: Any) -> Tensor:
    """A Tensor of something; what is none gets 32 bits where no dtype is given."""
    made = Tensor(given, dtype)
    if dtype is None and not isinstance(given, Tensor) and made.dtype in _NARROW:
        return made.astype(_NARROW[made.dtype])
    return made


def of(given: Any) -> Any:
    """A Tensor of a list or a tuple; anything else as it is."""
    return tensor_of(given, None) if isinstance(given, (list, tuple)) else given


def in_dtype(result: Any, dtype: Any) -> Any:
    """A Tensor in a dtype, in its own for None."""
    return result if dtype is None else ops.cast(result, dtype)


def as_width(array: Any, dtype: Any) -> Any:
    """An array in a dtype, in its own for None."""
    return array if dtype is None else array.astype(numpy_dtype(dtype))


def single(dtype: Any) -> Any:
    """The dtype of a power: the array's own, float32 for integers."""
    return dtype if dtype.kind == "f" else np.dtype(np.float32)


def spaced(found: Any, dtype: Any, retstep: bool) -> Any:
    """What ``np.linspace`` gives with its step; without, where that is not wanted."""
    numbers = as_width(found[0], dtype or np.float32)
    return (numbers, as_width(found[1], np.float32)) if retstep else numbers


def among(a: Any, initial: Any, where: Any, choice: Any) -> Any:
    """What an extreme is of: ``initial``, and the elements where ``where`` holds."""
    if initial is not None:
        initial = ops.full_like(a, initial)
        a = choice(a, initial)
    if isinstance(where, Tensor):
        if initial is None:
            raise ValueError("initial value must be provided for where masks")
        a = ops.where(where, a, initial)
    return a


def filled_like(a: Any, value: Any, dtype: Any, shape: Any) -> Any:
    """A number everywhere; where nothing else is said, in the form of ``a``."""
    a = of(a)
    if shape is None:
        return ops.full_like(a, value, dtype=dtype)
    return ops.full(shape, value, dtype=a.dtype if dtype is None else dtype)


def in_a_row(a: Any, axis: Any) -> Any:
    """``a`` as a Tensor; with one axis where ``axis`` is None."""
    return ops.reshape(of(a), (-1,)) if axis is None else of(a)


def taken(a: Any, indices: Any, axis: int, mode: str) -> Any:
    """The elements at ``indices``; outside of ``a`` the nearest, or gone round."""
    size = a.shape[axis]
    if mode == "clip":
        indices = ops.clip(indices, -size, size - 1)
    elif mode != "wrap":
        raise NotImplementedError(f'"{mode}" mode is not implemented')
    return ops.gather(a, indices % size, axis)


def with_units(shape: Any, axes: Any) -> Any:
    """A shape with unit axes at these places of the result."""
    ndim = len(shape) + len(axes)
    places, rest = [axis % ndim for axis in axes], iter(shape)
    return tuple(1 if k in places else next(rest) for k in range(ndim))
