"""Copies of a Tensor with some of its elements others, and Parameters changed so."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops.control import assign
from srcad.ops.gathering import (
    tensor_scatter_add,
    tensor_scatter_div,
    tensor_scatter_max,
    tensor_scatter_min,
    tensor_scatter_mul,
    tensor_scatter_sub,
    tensor_scatter_update,
)

__all__ = [
    "diagonal_scatter",
    "index_add",
    "index_fill",
    "inplace_add",
    "inplace_sub",
    "inplace_update",
    "masked_scatter",
    "mirror_pad",
    "renorm",
    "reverse_sequence",
    "scatter_add",
    "scatter_div",
    "scatter_max",
    "scatter_min",
    "scatter_mul",
    "scatter_nd_add",
    "scatter_nd_div",
    "scatter_nd_max",
    "scatter_nd_min",
    "scatter_nd_mul",
    "scatter_nd_sub",
    "scatter_nd_update",
    "scatter_sub",
    "scatter_update",
    "select_scatter",
    "slice_scatter",
]


@operator
def index_add(
    x: Any,
    indices: Any,
    y: Any,
    axis: int,
    use_lock: bool = True,
    check_index_bound: bool = True,
) -> Any:
    """Return ``x`` with the slices of ``y`` added at ``indices`` along ``axis``.

    The two flags are about how devices do it.
    """
    out = np.moveaxis(x, axis, 0).copy()
    np.add.at(out, indices, np.moveaxis(y, axis, 0))
    return np.moveaxis(out, 0, axis)


@operator
def index_fill(x: Any, axis: int, index: Any, value: Any) -> Any:
    """Return ``x`` with ``value`` in the slices ``index`` along ``axis``."""
    shape = (-1,) + (1,) * (x.ndim - 1 - axis % x.ndim)
    there = np.isin(np.arange(x.shape[axis]), index % x.shape[axis])
    return np.where(np.reshape(there, shape), value, x).astype(x.dtype)


@operator
def select_scatter(input: Any, src: Any, axis: int, index: int) -> Any:
    """Return ``input`` with ``src`` as the slice ``index`` along ``axis``."""
    shape = (-1,) + (1,) * (input.ndim - 1 - axis % input.ndim)
    there = np.arange(input.shape[axis]) == index % input.shape[axis]
    spread = np.expand_dims(src, axis % input.ndim)
    return np.where(np.reshape(there, shape), spread, input)


@operator
def slice_scatter(
    input: Any,
    src: Any,
    axis: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Any:
    """Return ``input`` with ``src`` from ``start`` to ``end`` along ``axis``."""
    out = input.copy()
    out[(slice(None),) * (axis % input.ndim) + (slice(start, end, step),)] = src
    return out


@operator
def diagonal_scatter(
    input: Any, src: Any, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Any:
    """Return ``input`` with ``src`` on a diagonal of the axes ``dim1`` and ``dim2``."""
    turned = np.moveaxis(input, (dim1, dim2), (-2, -1))
    row = np.arange(turned.shape[-2])[:, None]
    column = np.arange(turned.shape[-1])
    place = np.clip(np.minimum(row, column), 0, src.shape[-1] - 1)
    place = np.where(column - row == offset, place, 0)
    spread = np.take(src, place, axis=src.ndim - 1)
    out = np.where(column - row == offset, spread, turned)
    return np.moveaxis(out, (-2, -1), (dim1, dim2))


@operator
def masked_scatter(x: Any, mask: Any, source: Any) -> Any:
    """Return ``x`` with the elements of ``source`` in turn where ``mask`` holds."""
    mask = np.broadcast_to(mask, x.shape)
    turn = np.reshape(np.cumsum(np.reshape(mask, (-1,))) - 1, x.shape)
    values = np.take(np.reshape(source, (-1,)), np.maximum(turn, 0))
    return np.where(mask, values, x)


@operator
def inplace_update(x: Any, v: Any, indices: Any) -> Any:
    """Return ``x`` with the rows ``v`` at ``indices``."""
    out = x.copy()
    out[_rows(indices)] = v
    return out


@operator
def inplace_add(x: Any, v: Any, indices: Any) -> Any:
    """Return ``x`` with the rows ``v`` added at ``indices``."""
    out = x.copy()
    np.add.at(out, _rows(indices), v)
    return out


@operator
def inplace_sub(x: Any, v: Any, indices: Any) -> Any:
    """Return ``x`` less the rows ``v`` at ``indices``."""
    out = x.copy()
    np.add.at(out, _rows(indices), -v)
    return out


def _rows(indices: Any) -> Any:
    return [indices] if isinstance(indices, int) else np.array(indices)


@operator
def mirror_pad(input_x: Any, paddings: Any, mode: str = "REFLECT") -> Any:
    """Return ``input_x`` mirrored at its edges: ``paddings`` is a pair for each axis.

    With "REFLECT" the edge itself comes once, with "SYMMETRIC" twice; ValueError for
    another mode.
    """
    if mode not in ("REFLECT", "SYMMETRIC"):
        raise ValueError(f"For 'mirror_pad', the mode {mode!r} is not supported.")
    pairs: Any = [(int(pair[0]), int(pair[1])) for pair in paddings]
    kind: Any = mode.lower()
    return np.pad(input_x, pairs, kind)


@operator
def renorm(input: Any, p: float, axis: int, maxnorm: float) -> Any:
    """Return ``input``, its slices along ``axis`` scaled down to a norm of maxnorm."""
    axes = tuple(k for k in range(input.ndim) if k != axis % input.ndim)
    powers = np.sum(np.abs(input) ** p, axis=axes, keepdims=True)
    over = powers > maxnorm**p
    norms = np.where(over, powers, 1) ** (1 / p)
    return np.where(over, input * (maxnorm / (norms + 1e-7)), input)


@operator
def reverse_sequence(x: Any, seq_lengths: Any, seq_dim: int, batch_dim: int = 0) -> Any:
    """Return ``x`` with so many elements along ``seq_dim`` turned, for each sample."""
    shape = [1] * x.ndim
    shape[seq_dim] = -1
    place = np.reshape(np.arange(x.shape[seq_dim]), shape)
    sizes = [1] * x.ndim
    sizes[batch_dim] = -1
    lengths = np.reshape(seq_lengths, sizes)
    index = np.where(place < lengths, lengths - 1 - place, place)
    index = np.broadcast_to(index, x.shape).astype(np.int64)
    return np.take_along_axis(x, index, axis=seq_dim)


# ------------------------------------------------------------- Parameters, by rows


def _at_rows(write: Any, parameter: Any, indices: Any, updates: Any) -> Any:
    return assign(parameter, write(parameter, indices[..., None], updates))


def scatter_update(input_x: Any, indices: Any, updates: Any) -> Any:
    """Give a Parameter other rows at ``indices``; return it."""
    return _at_rows(tensor_scatter_update, input_x, indices, updates)


def scatter_add(input_x: Any, indices: Any, updates: Any) -> Any:
    """Add rows to a Parameter's at ``indices``; return it."""
    return _at_rows(tensor_scatter_add, input_x, indices, updates)


def scatter_sub(input_x: Any, indices: Any, updates: Any) -> Any:
    """Subtract rows from a Parameter's at ``indices``; return it."""
    return _at_rows(tensor_scatter_sub, input_x, indices, updates)


def scatter_mul(input_x: Any, indices: Any, updates: Any) -> Any:
    """Multiply a Parameter's rows at ``indices``; return it."""
    return _at_rows(tensor_scatter_mul, input_x, indices, updates)


def scatter_div(input_x: Any, indices: Any, updates: Any) -> Any:
    """Divide a Parameter's rows at ``indices``; return it."""
    return _at_rows(tensor_scatter_div, input_x, indices, updates)


def scatter_max(input_x: Any, indices: Any, updates: Any) -> Any:
    """Keep what is larger in a Parameter's rows at ``indices``; return it."""
    return _at_rows(tensor_scatter_max, input_x, indices, updates)


def scatter_min(input_x: Any, indices: Any, updates: Any) -> Any:
    """Keep what is smaller in a Parameter's rows at ``indices``; return it."""
    return _at_rows(tensor_scatter_min, input_x, indices, updates)


def scatter_nd_update(input_x: Any, indices: Any, updates: Any) -> Any:
    """Give a Parameter other elements at places ``(..., axes)``; return it."""
    return assign(input_x, tensor_scatter_update(input_x, indices, updates))


def scatter_nd_add(
    input_x: Any, indices: Any, updates: Any, use_locking: bool = False
) -> Any:
    """Add to a Parameter at places ``(..., axes)``; return it."""
    return assign(input_x, tensor_scatter_add(input_x, indices, updates))


def scatter_nd_sub(
    input_x: Any, indices: Any, updates: Any, use_locking: bool = False
) -> Any:
    """Subtract from a Parameter at places ``(..., axes)``; return it."""
    return assign(input_x, tensor_scatter_sub(input_x, indices, updates))


def scatter_nd_mul(
    input_x: Any, indices: Any, updates: Any, use_locking: bool = False
) -> Any:
    """Multiply a Parameter at places ``(..., axes)``; return it."""
    return assign(input_x, tensor_scatter_mul(input_x, indices, updates))


def scatter_nd_div(
    input_x: Any, indices: Any, updates: Any, use_locking: bool = False
) -> Any:
    """Divide a Parameter at places ``(..., axes)``; return it."""
    return assign(input_x, tensor_scatter_div(input_x, indices, updates))


def scatter_nd_max(
    input_x: Any, indices: Any, updates: Any, use_locking: bool = False
) -> Any:
    """Keep what is larger in a Parameter at places ``(..., axes)``; return it."""
    return assign(input_x, tensor_scatter_max(input_x, indices, updates))


def scatter_nd_min(
    input_x: Any, indices: Any, updates: Any, use_locking: bool = False
) -> Any:
    """Keep what is smaller in a Parameter at places ``(..., axes)``; return it."""
    return assign(input_x, tensor_scatter_min(input_x, indices, updates))
