"""The dtypes of what is given without one: 32 bits, other than in ``ops``."""

from __future__ import annotations

from types import NoneType
from typing import Any

import numpy as np

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


def as_width(array: Any, dtype: Any) -> Any:
    """An array in a dtype, in its own for None."""
    return array if dtype is None else array.astype(numpy_dtype(dtype))


def single(dtype: Any) -> Any:
    """The dtype of a power: the array's own, float32 for integers."""
    return dtype if dtype.kind == "f" else np.dtype(np.float32)
