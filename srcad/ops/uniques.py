"""What there is, and how often: distinct elements, bins.

How many elements differ is known at run time alone. The values have a gradient, that of
the elements that they stand for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator

__all__ = [
    "bucketize",
    "histc",
    "unique",
    "unique_consecutive",
    "unique_with_pad",
]


@operator
def unique(input: Any) -> Any:
    """Return the distinct elements as they come first, and the int32 places of all.

    ``values[places]`` is ``input``; the places have its shape.
    """
    flat = np.reshape(input, (-1,))
    is_first, places = _first_of_equals(flat)
    return flat[is_first], np.reshape(places, input.shape).astype(np.int32)


def _first_of_equals(flat: Any) -> Any:
    """Whether each element is the first of those equal to it, and its place there."""
    order = np.argsort(flat, stable=True)
    ordered = flat[order]
    starts = _with_first(ordered[1:] != ordered[:-1], ordered)
    is_first = np.zeros(flat.shape, bool)
    is_first[order] = starts
    # Of each element in order, where the first that is equal to it stands in order.
    leader = np.maximum.accumulate(np.where(starts, np.arange(flat.shape[0]), 0))
    places = np.zeros(flat.shape, np.int64)
    places[order] = (np.cumsum(is_first) - 1)[order[leader]]
    return is_first, places


def _with_first(changes: Any, rows: Any) -> Any:
    """Where something new begins, if there is anything: at the first, and later."""
    return np.concatenate((np.full(rows[:1].shape[0], True), changes))


@operator
def unique_with_pad(x: Any, pad_num: Any) -> Any:
    """Return what ``unique`` does of a vector, the values filled up to its length."""
    is_first, places = _first_of_equals(x)
    found = np.where(is_first, np.cumsum(is_first) - 1, x.shape[0])
    values = np.full(x.shape[0] + 1, pad_num, x.dtype)
    values[found] = x
    return values[:-1], places.astype(np.int32)


@operator
def unique_consecutive(
    input: Any,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Return the elements (with ``dim`` the slices) that differ from the one before.

    With ``return_inverse`` a tuple with the int64 places of all, and with
    ``return_counts`` with how many there are of each in a row.
    """
    flat = np.reshape(input, (-1,)) if dim is None else np.moveaxis(input, dim, 0)
    changes = flat[1:] != flat[:-1]
    if flat.ndim > 1:
        changes = np.any(changes, axis=tuple(range(1, flat.ndim)))
    starts = _with_first(changes, flat)
    values = flat[starts]
    if dim is not None:
        values = np.moveaxis(values, 0, dim)
    if not (return_inverse or return_counts):
        return values
    found = [values]
    if return_inverse:
        places = np.cumsum(starts) - 1
        found.append(np.reshape(places, input.shape) if dim is None else places)
    if return_counts:
        ends = np.append(np.flatnonzero(starts), starts.shape[0])
        found.append(np.diff(ends))
    return tuple(found)


@operator
def sorted_unique(
    input: Any, return_inverse: bool, return_counts: bool, dim: int | None
) -> Any:
    """Return the distinct elements in order, with what else is asked for a tuple.

    ``return_inverse`` gives the int64 places of all elements, ``return_counts`` how
    often each is there. Raises ValueError for ``dim``, of distinct slices.
    """
    if dim is not None:
        raise ValueError("For 'Tensor.unique', distinct slices (dim) are not found.")
    flat = np.reshape(input, (-1,))
    order = np.argsort(flat, stable=True)
    ordered = flat[order]
    starts = _with_first(ordered[1:] != ordered[:-1], ordered)
    found = [ordered[starts]]
    if return_inverse:
        places = np.zeros(flat.shape, np.int64)
        places[order] = np.cumsum(starts) - 1
        found.append(np.reshape(places, input.shape))
    if return_counts:
        ends = np.append(np.flatnonzero(starts), starts.shape[0])
        found.append(np.diff(ends))
    return found[0] if len(found) == 1 else tuple(found)


@operator
def bucketize(input: Any, boundaries: Any, *, right: bool = False) -> Any:
    """Return the int32 index of the bucket between ascending ``boundaries``.

    An element on a boundary is in the bucket below, with ``right`` in that above.
    """
    edges = np.asarray(boundaries)
    return np.searchsorted(edges, input, "right" if right else "left").astype(np.int32)


@operator
def histc(input: Any, bins: int = 100, min: float = 0.0, max: float = 0.0) -> Any:
    """Return how many elements are in each of equal bins, in the dtype of ``input``.

    Where both limits are 0 they are those of the elements. What lies outside counts
    nowhere. Raises ValueError where ``min`` is larger than ``max``.
    """
    if min > max:
        raise ValueError(
            f"For 'histc', the 'min' should be <= max: {max}, but got {min}."
        )
    low, high = (np.min(input), np.max(input)) if min == max == 0 else (min, max)
    wide = high == low
    low, high = np.where(wide, low - 1, low), np.where(wide, high + 1, high)
    flat = np.reshape(input, (-1,))
    places = np.floor((flat - low) / (high - low) * bins)
    places = np.where(flat == high, bins - 1, places)
    return np.sum(places[:, None] == np.arange(bins), axis=0).astype(input.dtype)
