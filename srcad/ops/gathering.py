"""Reading and writing elements by index.

Indices are integers within bounds; those below 0 count from the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import is_known
from srcad.ops._operator import operator
from srcad.ops.control import stop_gradient

__all__ = [
    "embedding",
    "gather",
    "gather_d",
    "gather_elements",
    "gather_nd",
    "index_select",
    "masked_select",
    "nonzero",
    "one_hot",
    "scatter",
    "scatter_nd",
    "searchsorted",
    "sequence_mask",
    "take",
    "tensor_scatter_add",
    "tensor_scatter_div",
    "tensor_scatter_elements",
    "tensor_scatter_max",
    "tensor_scatter_min",
    "tensor_scatter_mul",
    "tensor_scatter_sub",
    "tensor_scatter_update",
]


@operator
def rows_or_zeros(table: Any, places: Any) -> Any:
    """Return the rows of a table, zeros for a place outside of it."""
    inside = (places >= 0) & (places < table.shape[0])
    rows = np.take(table, np.where(inside, places, 0), axis=0)
    counted = np.reshape(inside, inside.shape + (1,) * (table.ndim - 1))
    return np.where(counted, rows, 0)


@operator
def with_element(input_x: Any, place: Any, value: Any) -> Any:
    """Return a copy of ``input_x`` with ``value`` at a place, of all axes or flat."""
    if isinstance(place, tuple):
        out = input_x.copy()
        out[place] = value
        return out
    flat = np.reshape(input_x, (-1,)).copy()
    flat[place] = value
    return np.reshape(flat, input_x.shape)


@operator
def gather(
    input_params: Any, input_indices: Any, axis: int, batch_dims: int = 0
) -> Any:
    """Return the slices of ``input_params`` along ``axis`` at ``input_indices``.

    The shape of the indices stands in the place of the axis. The first ``batch_dims``
    axes belong together: each of their elements has indices of its own. Raises
    ValueError where ``axis`` is one of them, or they are more than there are.
    """
    if batch_dims == 0:
        return np.take(input_params, input_indices, axis=axis)
    ndim = input_params.ndim
    own = axis if axis >= 0 else axis + ndim
    first = batch_dims if batch_dims >= 0 else batch_dims + input_indices.ndim
    if not 0 <= first <= own < ndim or first > input_indices.ndim:
        raise ValueError("For 'gather', batch_dims must be at most axis.")
    sizes = input_indices.shape[:first]
    between, behind = (1,) * (own - first), (1,) * (ndim - own - 1)
    flat = np.reshape(input_indices, (*sizes, *between, -1, *behind))
    found = np.take_along_axis(input_params, flat, axis=own)
    whole = input_params.shape[:own] + input_indices.shape[first:]
    return np.reshape(found, whole + input_params.shape[own + 1 :])


@operator
def gather_elements(input: Any, dim: int, index: Any) -> Any:
    """Return ``input[..., index[...], ...]``, ``index`` in the place of ``dim``."""
    return np.take_along_axis(input, index, axis=dim)


@operator
def gather_d(x: Any, dim: int, index: Any) -> Any:
    """Return ``gather_elements(x, dim, index)``."""
    return np.take_along_axis(x, index, axis=dim)


@operator
def gather_nd(input_x: Any, indices: Any) -> Any:
    """Return the elements or slices at the index tuples along the last axis."""
    place = tuple(indices[..., axis] for axis in range(indices.shape[-1]))
    return input_x[place]


@operator
def index_select(input: Any, axis: int, index: Any) -> Any:
    """Return the slices along ``axis`` at the vector ``index``."""
    return np.take(input, index, axis=axis)


@operator
def masked_select(input: Any, mask: Any) -> Any:
    """Return the elements where the bools ``mask`` (broadcast) hold, flat."""
    mask = np.logical_and(mask, np.ones(input.shape, dtype=np.bool_))
    return np.broadcast_to(input, mask.shape)[mask]


@operator
def nonzero(input: Any) -> Any:
    """Return the int64 indices of the elements that are not 0, one a row."""
    return np.stack(np.nonzero(input), axis=-1).astype(np.int64)


@operator
def one_hot(
    indices: Any, depth: int, on_value: Any = 1, off_value: Any = 0, axis: int = -1
) -> Any:
    """Return ``on_value`` where a new axis of size ``depth`` equals the index.

    Elsewhere, and all along for an index out of range, it is ``off_value``. The dtype
    is that of ``on_value``; of a Python int, int64.
    """
    if indices.dtype.kind not in "iu":
        raise TypeError(
            f"For 'one_hot', 'indices' must be integers, but got {indices.dtype}."
        )
    if is_known(depth) and depth < 0:
        raise ValueError(f"For 'one_hot', 'depth' must not be negative, got {depth}.")
    classes = np.arange(depth)
    after = (indices.ndim - axis) if axis >= 0 else -1 - axis
    classes = np.reshape(classes, (-1,) + (1,) * after)
    hot = np.expand_dims(indices, axis) == classes
    if isinstance(on_value, int) and isinstance(off_value, int):
        return np.where(hot, np.int64(on_value), np.int64(off_value))
    return np.where(hot, on_value, off_value)


@operator
def tensor_scatter_update(input_x: Any, indices: Any, updates: Any) -> Any:
    """Return a copy of ``input_x`` with ``updates`` at the index tuples."""
    out = input_x.copy()
    out[tuple(indices[..., axis] for axis in range(indices.shape[-1]))] = updates
    return out


@operator
def tensor_scatter_add(input_x: Any, indices: Any, updates: Any) -> Any:
    """Return a copy of ``input_x`` with ``updates`` added at the index tuples."""
    out = input_x.copy()
    place = tuple(indices[..., axis] for axis in range(indices.shape[-1]))
    np.add.at(out, place, updates)
    return out


@operator
def tensor_scatter_sub(input_x: Any, indices: Any, updates: Any) -> Any:
    """Return a copy of ``input_x`` with ``updates`` subtracted at the index tuples."""
    return tensor_scatter_add(input_x, indices, -updates)


@operator
def tensor_scatter_mul(input_x: Any, indices: Any, updates: Any) -> Any:
    """Return a copy of ``input_x``, multiplied by ``updates`` at the index tuples."""
    return _changed_at(np.multiply, input_x, indices, updates)


@operator
def tensor_scatter_div(input_x: Any, indices: Any, updates: Any) -> Any:
    """Return a copy of ``input_x``, divided by ``updates`` at the index tuples."""
    return _changed_at(np.divide, input_x, indices, updates)


@operator
def tensor_scatter_max(input_x: Any, indices: Any, updates: Any) -> Any:
    """Return a copy of ``input_x`` with what is greater at the index tuples."""
    return _changed_at(np.maximum, input_x, indices, updates)


@tensor_scatter_max.defbprop
def tensor_scatter_max_bprop(
    input_x: Any, indices: Any, updates: Any, out: Any, dout: Any
) -> Any:
    """Those that are equally large have equal shares."""
    return _shares(input_x, indices, updates, out, dout)


@operator
def tensor_scatter_min(input_x: Any, indices: Any, updates: Any) -> Any:
    """Return a copy of ``input_x`` with what is smaller at the index tuples."""
    return _changed_at(np.minimum, input_x, indices, updates)


@tensor_scatter_min.defbprop
def tensor_scatter_min_bprop(
    input_x: Any, indices: Any, updates: Any, out: Any, dout: Any
) -> Any:
    """Those that are equally small have equal shares."""
    return _shares(input_x, indices, updates, out, dout)


def _shares(input_x: Any, indices: Any, updates: Any, out: Any, dout: Any) -> Any:
    place = tuple(indices[..., axis] for axis in range(indices.shape[-1]))
    kept = (input_x == out).astype(dout.dtype)
    won = (updates == out[place]).astype(dout.dtype)
    count = kept.copy()
    np.add.at(count, place, won)
    share = dout / np.maximum(count, 1)
    return share * kept, None, share[place] * won


def _changed_at(function: Any, input_x: Any, indices: Any, updates: Any) -> Any:
    # One place for each tuple, of the slices that the tuples name.
    depth, place = indices.shape[-1], 0
    for axis in range(depth):
        place = place * input_x.shape[axis] + indices[..., axis]
    rest = input_x.shape[depth:]
    out = np.reshape(input_x, (-1,) + rest).copy()
    function.at(out, np.reshape(place, (-1,)), np.reshape(updates, (-1,) + rest))
    return np.reshape(out, input_x.shape)


@operator
def tensor_scatter_elements(
    input_x: Any, indices: Any, updates: Any, axis: int = 0, reduction: str = "none"
) -> Any:
    """Return a copy with ``updates`` at (or added at) ``indices`` along ``axis``.

    Raises ValueError for another ``reduction`` than "none" and "add".
    """
    if reduction not in ("none", "add"):
        raise ValueError(
            "For 'tensor_scatter_elements', 'reduction' must be 'none' or 'add', but "
            f"got {reduction!r}."
        )
    axis = axis % input_x.ndim
    place = tuple(
        indices
        if k == axis
        else np.reshape(
            np.arange(indices.shape[k]),
            (1,) * k + (-1,) + (1,) * (indices.ndim - k - 1),
        )
        for k in range(indices.ndim)
    )
    out = input_x.copy()
    if reduction == "add":
        np.add.at(out, place, updates)
    else:
        out[place] = updates
    return out


@operator
def scatter(input: Any, axis: int, index: Any, src: Any) -> Any:
    """Return a copy of ``input`` with ``src`` at ``index`` along ``axis``."""
    return tensor_scatter_elements(input, index, src, axis)


@operator
def take(input: Any, index: Any) -> Any:
    """Return the elements at the places of all, counted along one axis."""
    return np.take(np.reshape(input, (-1,)), index)


@operator
def embedding(
    input: Any,
    weight: Any,
    padding_idx: Any = None,
    max_norm: Any = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
) -> Any:
    """Return the rows of ``weight`` at ``input``; that at ``padding_idx`` is fixed.

    Raises ValueError for ``max_norm`` and ``scale_grad_by_freq``.
    """
    if max_norm is not None or scale_grad_by_freq:
        raise ValueError(
            "For 'embedding', 'max_norm' and 'scale_grad_by_freq' are not supported."
        )
    rows = np.take(weight, input, axis=0)
    if padding_idx is None:
        return rows
    fixed = stop_gradient(rows)
    kept = input == padding_idx % weight.shape[0]
    return np.where(np.expand_dims(kept, -1), fixed, rows)


@operator
def sequence_mask(lengths: Any, maxlen: Any = None) -> Any:
    """Return where a place along a new last axis is below the length."""
    size = np.max(lengths) if maxlen is None else maxlen
    return np.arange(size) < np.expand_dims(lengths, -1)


@operator
def searchsorted(
    sorted_sequence: Any,
    values: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: Any = None,
    sorter: Any = None,
) -> Any:
    """Return the places at which values would stay in order in a vector.

    Raises ValueError for more than one axis and for ``sorter``.
    """
    if sorter is not None or sorted_sequence.ndim != 1:
        raise ValueError(
            "For 'searchsorted', 'sorted_sequence' is a vector, and 'sorter' None."
        )
    found = np.searchsorted(
        sorted_sequence, values, "right" if right or side == "right" else "left"
    )
    return found.astype(np.int32 if out_int32 else np.int64)


@operator
def scatter_nd(indices: Any, updates: Any, shape: Any) -> Any:
    """Return zeros of ``shape`` with ``updates`` added at the index tuples."""
    out = np.zeros(shape, dtype=updates.dtype)
    place = tuple(indices[..., axis] for axis in range(indices.shape[-1]))
    np.add.at(out, place, updates)
    return out
