"""The dtypes that objects of Python and NumPy stand for."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from srcad.compiler.reading.protocol import mark


def dtype_of(item: Any) -> str | None:
    """The dtype that an object stands for (``np.float32``, ``"int32"``, srcad's)."""
    own = mark(item, "__srcad_dtype__")
    if isinstance(own, str):
        return own
    if item is float or item is int or item is bool or item is complex:
        return np.dtype(item).name
    if isinstance(item, np.dtype) or (
        inspect.isclass(item) and issubclass(item, np.generic)
    ):
        return _of_numbers(np.dtype(item))
    if isinstance(item, str):
        try:
            return _of_numbers(np.dtype(item))
        except TypeError:
            return None
    return None


def _of_numbers(dtype: np.dtype[Any]) -> str | None:
    """The name of a dtype of numbers; texts, dates and records have none here."""
    return dtype.name if dtype.kind in "biufc" else None
