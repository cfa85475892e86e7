"""The dtype that operators compute in, while a Cell's construct runs that asks for one.

``Cell.to_float`` asks for a dtype everywhere. Inputs are cast at the call. Any other
floating Tensor, a Parameter first of all, keeps its own dtype and gives a cast copy to
whatever computes with it: see ``array_for_computing``.

Level "auto" of mixed precision (``Automatic``) asks operator by operator: what an
operator computes in is its ``Precision``, which ``srcad.ops.precision`` enters.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcad.array_data import Sizes

__all__ = [
    "OF_SYMBOLS",
    "Automatic",
    "Precision",
    "array_for_computing",
    "computing_in",
    "is_automatic",
    "operating",
]


class Precision(enum.Enum):
    """What an operator computes in at level "auto"; without one, in what it is given.

    The values are the words that the compiler reads.
    """

    HALF = "half"
    SINGLE = "single"
    WIDEST = "widest"  # the widest floating dtype among its Tensors
    UNKNOWN = "unknown"  # MindSpore composes it otherwise: refused


# Python's operators on Tensors, by the names of NumPy's functions.
OF_SYMBOLS = {"matmul": Precision.HALF, "power": Precision.SINGLE}


@dataclass(frozen=True, slots=True)
class Automatic:
    """Level "auto": the dtypes of what stands on the white list and the black one."""

    half: np.dtype[Any]
    single: np.dtype[Any] = np.dtype(np.float32)  # noqa: RUF009 - it cannot be changed


_NOTHING = nullcontext()
_active: ContextVar[np.dtype[Any] | Automatic | None] = ContextVar(
    "float_dtype", default=None
)


@contextmanager
def computing_in(dtype: np.dtype[Any] | Automatic | None) -> Iterator[None]:
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
    if not isinstance(dtype, np.dtype) or array.dtype == dtype:
        return array
    return array.astype(dtype) if array.dtype.kind == "f" else array


def is_automatic() -> bool:
    """Whether operators are asked for their ``Precision``."""
    return isinstance(_active.get(), Automatic)


def operating(
    precision: Precision | None, dtypes: Callable[[], list[np.dtype[Any]]]
) -> AbstractContextManager[None]:
    """Let an operator's Tensors, of these dtypes, be cast as level "auto" says.

    Without the level nothing is asked. Raises TypeError where it is not known what
    MindSpore casts.
    """
    level = _active.get()
    if not isinstance(level, Automatic) or precision is None:
        return _NOTHING
    if precision is Precision.UNKNOWN:
        raise TypeError(
            "This has no precision at amp level 'auto': MindSpore composes it of other "
            "operators than srcad, and casts between them. Take 'O2' or 'O3', or "
            "`to_float` for the Cell that calls it."
        )
    dtype: np.dtype[Any] | None
    if precision is Precision.HALF:
        dtype = level.half
    elif precision is Precision.SINGLE:
        dtype = level.single
    else:
        floats = [one for one in dtypes() if one.kind == "f"]
        dtype = max(floats, key=lambda one: one.itemsize, default=None)
    return computing_in(dtype)
