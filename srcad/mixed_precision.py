"""The dtype that ``Cell.to_float`` asks for, while such a Cell's construct runs.

Inputs are cast at the call. Any other floating Tensor, a Parameter first of all, keeps
its own dtype and gives a cast copy to whatever computes with it: see
``array_for_computing``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from srcad.array_data import Sizes

__all__ = ["array_for_computing", "computing_in"]

_active: ContextVar[np.dtype[Any] | None] = ContextVar("float_dtype", default=None)


@contextmanager
def computing_in(dtype: np.dtype[Any] | None) -> Iterator[None]:
    """Let floating Tensors be cast to ``dtype`` where they are computed with.

    None lets them keep their own.
    """
    token = _active.set(dtype)
    try:
        yield
    finally:
        _active.reset(token)


def array_for_computing(tensor: Any) -> np.ndarray[Any, Any]:
    """Return the ndarray of a Tensor; a floating one in the dtype of ``to_float``.

    Raises TypeError for a Tensor that is a shape and no data.
    """
    array: np.ndarray[Any, Any] = tensor.asnumpy()
    if type(array) is Sizes:
        raise TypeError("A Tensor of sizes that are not known has no data.")
    dtype = _active.get()
    if dtype is None or array.dtype == dtype or array.dtype.kind != "f":
        return array
    return array.astype(dtype)
