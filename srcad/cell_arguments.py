"""The arguments and the outputs of a Cell's call: ndarrays and Tensors, and dtypes.

A Cell that is called with ndarrays, and no Tensor, gives ndarrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from srcad.dtypes import DType
from srcad.parameter import Parameter, ParameterTuple
from srcad.tensor import Tensor

__all__ = ["cast_input", "holds_arrays", "to_arrays", "to_tensors", "wanted_dtype"]


def holds_arrays(values: Any) -> bool:
    """Whether there are ndarrays and no Tensors among the arguments of a call."""
    kinds = set(_leaf_kinds(values))
    return np.ndarray in kinds and Tensor not in kinds


def _leaf_kinds(values: Any) -> Iterator[type]:
    for value in values:
        if isinstance(value, Tensor):
            yield Tensor
        elif isinstance(value, np.ndarray):
            yield np.ndarray
        elif isinstance(value, (tuple, list)):
            yield from _leaf_kinds(value)


def _map_leaves(function: Callable[[Any], Any], value: Any) -> Any:
    if isinstance(value, (Parameter, ParameterTuple)):
        return value
    if type(value) in (tuple, list):
        return type(value)([_map_leaves(function, item) for item in value])
    return function(value)


def to_tensors(value: Any) -> Any:
    """Return arguments with Tensors, over the same memory, for ndarrays."""

    def of_leaf(leaf: Any) -> Any:
        return Tensor.of_array(leaf) if isinstance(leaf, np.ndarray) else leaf

    return _map_leaves(of_leaf, value)


def to_arrays(value: Any) -> Any:
    """Return outputs with ndarrays for Tensors; Parameters stay."""

    def of_leaf(leaf: Any) -> Any:
        return leaf.asnumpy() if isinstance(leaf, Tensor) else leaf

    return _map_leaves(of_leaf, value)


def cast_input(value: Any, dtype: np.dtype[Any]) -> Any:
    """Return an argument of a call with its floating Tensors cast to ``dtype``.

    Those in tuples are cast. Another structure stays itself, as in MindSpore: what
    ``construct`` changes of a list, its caller has changed.
    """
    if isinstance(value, Tensor):
        array = value.asnumpy()
        if array.dtype.kind != "f" or array.dtype == dtype:
            return value
        return Tensor.of_array(array.astype(dtype))
    if type(value) is tuple:
        return tuple([cast_input(item, dtype) for item in value])
    return value


def wanted_dtype(given: Any, dtype: Any, device: Any, options: Any) -> DType | None:
    """Return the dtype that ``Cell.to`` is asked for: see there."""
    for one in given:
        if isinstance(one, DType) and dtype is None:
            dtype = one
        elif isinstance(one, Tensor) and dtype is None:
            dtype = one.dtype
        elif isinstance(one, str) and device is None:
            device = one
        elif not isinstance(one, (bool, type(None))):
            raise TypeError(f"For 'Cell.to', the argument {one!r} is not expected.")
    if device not in (None, "CPU", "cpu"):
        raise ValueError(f"srcad runs on the CPU, not on {device!r}.")
    if set(options) - {"non_blocking"}:
        raise TypeError(f"For 'Cell.to', unexpected arguments: {sorted(options)}.")
    if dtype is None:
        return None
    if not isinstance(dtype, DType) or dtype.kind not in "fc":
        raise TypeError(
            "Cell.to only accepts floating point or complex dtypes, but got desired "
            f"dtype={dtype}"
        )
    return dtype
