"""Sums, products and extremes of segments: the entries that have one number.

``segment_ids``, integers, has the shape of the first axes of ``input_x``; the result
has one axis of size ``num_segments`` in their place. Entries with a number below 0
count for nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator

__all__ = [
    "unsorted_segment_max",
    "unsorted_segment_min",
    "unsorted_segment_prod",
    "unsorted_segment_sum",
]


@operator
def unsorted_segment_sum(input_x: Any, segment_ids: Any, num_segments: int) -> Any:
    """Return the sum of each segment, 0 for an empty one."""
    entries, numbers = _entries(input_x, segment_ids)
    counted = np.reshape(numbers >= 0, _column(numbers, entries))
    out = np.zeros((num_segments, *entries.shape[1:]), dtype=entries.dtype)
    np.add.at(out, np.maximum(numbers, 0), np.where(counted, entries, 0))
    return out


@operator
def unsorted_segment_prod(input_x: Any, segment_ids: Any, num_segments: int) -> Any:
    """Return the product of each segment, 1 for an empty one."""
    entries, hits = _hits(input_x, segment_ids, num_segments)
    return np.prod(np.where(hits, entries, 1), axis=1)


@operator
def unsorted_segment_max(input_x: Any, segment_ids: Any, num_segments: int) -> Any:
    """Return the largest entries of each segment, the dtype's least if it is empty."""
    entries, hits = _hits(input_x, segment_ids, num_segments)
    return np.max(np.where(hits, entries, _limits(entries.dtype)[0]), axis=1)


@operator
def unsorted_segment_min(input_x: Any, segment_ids: Any, num_segments: int) -> Any:
    """Return the least entries of each segment, the dtype's largest if it is empty."""
    entries, hits = _hits(input_x, segment_ids, num_segments)
    return np.min(np.where(hits, entries, _limits(entries.dtype)[1]), axis=1)


def segments_of(name: str, input_x: Any, segment_ids: Any) -> Any:
    """One entry for each of the numbers, which are in order, up to the last one: a sum,
    a product, a mean or an extreme; of an empty segment 0, but 1 for a product."""
    count = int(segment_ids[-1]) + 1
    if name == "prod":
        return unsorted_segment_prod(input_x, segment_ids, count)
    if name == "sum":
        return unsorted_segment_sum(input_x, segment_ids, count)
    sizes = np.zeros(count, input_x.dtype)
    np.add.at(sizes, segment_ids, 1)
    sizes = np.reshape(sizes, (-1,) + (1,) * (input_x.ndim - 1))
    if name == "mean":
        total = unsorted_segment_sum(input_x, segment_ids, count)
        return total / np.maximum(sizes, 1)
    largest = name == "max"
    extreme = unsorted_segment_max if largest else unsorted_segment_min
    return np.where(sizes > 0, extreme(input_x, segment_ids, count), 0)


@operator
def segment_sum(input_x: Any, segment_ids: Any) -> Any:
    """Return the sums of the segments."""
    return segments_of("sum", input_x, segment_ids)


@operator
def segment_prod(input_x: Any, segment_ids: Any) -> Any:
    """Return the products of the segments."""
    return segments_of("prod", input_x, segment_ids)


@operator
def segment_mean(input_x: Any, segment_ids: Any) -> Any:
    """Return the means of the segments."""
    return segments_of("mean", input_x, segment_ids)


@operator
def segment_max(input_x: Any, segment_ids: Any) -> Any:
    """Return the largest entries of the segments."""
    return segments_of("max", input_x, segment_ids)


@operator
def segment_min(input_x: Any, segment_ids: Any) -> Any:
    """Return the least entries of the segments."""
    return segments_of("min", input_x, segment_ids)


def _entries(input_x: Any, segment_ids: Any) -> Any:
    """The entries and their numbers, along one first axis."""
    rest = input_x.shape[segment_ids.ndim :]
    return np.reshape(input_x, (-1, *rest)), np.reshape(segment_ids, (-1,))


def _column(numbers: Any, entries: Any) -> Any:
    return (-1,) + (1,) * (entries.ndim - 1)


def _hits(input_x: Any, segment_ids: Any, num_segments: int) -> Any:
    """The entries, and for each segment and each of them whether it belongs there."""
    entries, numbers = _entries(input_x, segment_ids)
    hits = np.expand_dims(np.arange(num_segments), 1) == numbers
    ones = (1,) * (entries.ndim - 1)
    return np.expand_dims(entries, 0), np.reshape(hits, (num_segments, -1, *ones))


def _limits(dtype: Any) -> Any:
    """The least and the largest number of a dtype."""
    info = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    return info.min, info.max
