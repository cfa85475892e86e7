"""The dtypes that objects of Python and NumPy stand for."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.reading.protocol import mark


def dtype_of(item: Any) -> str | None:
    """The dtype that an object stands for (``np.float32``, ``"int32"``, srcad's)."""
    own = mark(item, "__srcad_dtype__")
    if isinstance(own, str):
        return own
    if item is float or item is int or item is bool:
        return {float: "float64", int: "int64", bool: "bool"}[item]
    if isinstance(item, np.dtype) or (
        isinstance(item, type) and issubclass(item, np.generic)
    ):
        return np.dtype(item).name
    if isinstance(item, str):
        try:
            return np.dtype(item).name
        except TypeError:
            return None
    return None
