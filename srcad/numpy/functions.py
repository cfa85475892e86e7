"""What of MindSpore's ``numpy`` calls functions, asks for dtypes, or is indexed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from srcad import ops
from srcad.compiler.ir.promotion import promote, promote_with_scalar
from srcad.dtypes import DType, dtype_of, int32, numpy_dtype
from srcad.numpy._defaults import of, tensor_of
from srcad.tensor import Tensor

__all__ = [
    "apply_along_axis",
    "apply_over_axes",
    "array_str",
    "mgrid",
    "ogrid",
    "piecewise",
    "promote_types",
    "randint",
    "result_type",
    "unique",
]


def apply_along_axis(
    func1d: Callable[..., Any], axis: int, arr: Any, *args: Any, **kwargs: Any
) -> Any:
    """Return what a function gives of each vector along ``axis``, in its place."""
    arr = of(arr)
    axis = axis % arr.ndim
    moved = ops.moveaxis(arr, axis, -1)
    rest = moved.shape[:-1]
    rows = ops.reshape(moved, (-1, arr.shape[axis]))
    found = [
        tensor_of(func1d(rows[k], *args, **kwargs), None) for k in range(rows.shape[0])
    ]
    stacked = ops.stack(found, 0)
    shape = stacked.shape[1:]
    stacked = ops.reshape(stacked, (*rest, *shape))
    for k in range(len(shape)):
        stacked = ops.moveaxis(stacked, len(rest) + k, axis + k)
    return stacked


def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    """Return what the function of the first condition that holds gives, or its number.

    Where none holds there is 0, or what the function behind the last condition gives.
    Raises ValueError for another number of functions.
    """
    x = of(x)
    conditions = condlist if isinstance(condlist, (list, tuple)) else [condlist]
    given = funclist if isinstance(funclist, (list, tuple)) else [funclist]
    values = [one(x, *args, **kw) if callable(one) else one for one in given]
    if len(values) == len(conditions):
        values = [*values, 0]
    if len(values) != len(conditions) + 1:
        raise ValueError(
            "For 'piecewise', the number of functions must be that of conditions, or "
            f"one more, but got {len(given)} and {len(conditions)}."
        )
    out = ops.zeros_like(x) + values[-1]
    for k in range(len(conditions) - 1, -1, -1):
        out = ops.where(of(conditions[k]), values[k], out)
    return ops.cast(out, x.dtype)


def apply_over_axes(func: Callable[..., Any], a: Any, axes: Any) -> Any:
    """Return what a function ``func(a, axis)`` gives, axis by axis, the axes kept.

    Raises ValueError where it changes the number of axes in another way.
    """
    a = of(a)
    for axis in (axes,) if isinstance(axes, int) else axes:
        found = func(a, axis)
        if found.ndim == a.ndim - 1:
            found = ops.expand_dims(found, axis % a.ndim)
        if found.ndim != a.ndim:
            raise ValueError("function is not returning an array of correct shape")
        a = found
    return a


def array_str(a: Any) -> str:
    """Return the elements as text."""
    return str(np.array_str(np.asarray(a)))


def unique(x: Any, return_inverse: bool = False) -> Any:
    """Return the distinct elements as they come first; with the places of all, flat."""
    values, places = ops.unique(ops.reshape(of(x), (-1,)))
    return (values, places) if return_inverse else values


def randint(
    minval: Any, maxval: Any = None, shape: Any = None, dtype: Any = int32
) -> Tensor:
    """Return integers drawn evenly from ``[minval, maxval)``, or below ``minval``."""
    low, high = (0, minval) if maxval is None else (minval, maxval)
    return ops.randint(low, high, (1,) if shape is None else shape, dtype=dtype)


# ------------------------------------------------------------------------------ dtypes


def promote_types(type1: Any, type2: Any) -> DType:
    """Return the dtype that two dtypes are computed in."""
    return dtype_of(np.dtype(promote(numpy_dtype(type1), numpy_dtype(type2))))


def result_type(*arrays_and_dtypes: Any) -> DType:
    """Return the dtype that Tensors, numbers and dtypes are computed in.

    A number takes the dtype of what it meets, where that is wide enough.
    """
    numbers = [one for one in arrays_and_dtypes if type(one) in (bool, int, float)]
    others = [one for one in arrays_and_dtypes if type(one) not in (bool, int, float)]
    if not others:
        return result_type(*[tensor_of(one, None) for one in numbers])
    dtypes = [
        numpy_dtype(one.dtype if isinstance(one, (Tensor, np.ndarray)) else one)
        for one in others
    ]
    found = dtypes[0]
    for dtype in dtypes[1:]:
        found = promote(found, dtype)
    for number in numbers:
        found = promote_with_scalar(found, type(number))
    return dtype_of(np.dtype(found))


# ------------------------------------------------------------------------------- grids


class _Grid:
    """The coordinates of a grid that is given by slices: ``mgrid[0:3, 0:1:5j]``."""

    def __init__(self, sparse: bool) -> None:
        self.sparse = sparse

    def __getitem__(self, key: Any) -> Any:
        found = np.ogrid[key] if self.sparse else np.mgrid[key]
        if isinstance(found, (tuple, list)):
            return [tensor_of(one, None) for one in found]
        return tensor_of(found, None)


mgrid, ogrid = _Grid(sparse=False), _Grid(sparse=True)
