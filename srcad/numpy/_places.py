"""Sets of elements, places in a shape and bins, over ndarrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops.uniques import sorted_unique


def common(first: Any, second: Any, with_places: bool) -> Any:
    """What is in both, in order; with the int32 places where it stands first."""
    values = sorted_unique(first, False, False, None)
    values = values[np.isin(values, second)]
    if not with_places:
        return values
    places = [
        np.argmax(one == values[:, None], axis=1).astype(np.int32)
        for one in (first, second)
    ]
    return values, places[0], places[1]


def without(first: Any, second: Any, assume_unique: bool) -> Any:
    """What is in the first and not in the second: in order, or as it comes."""
    if not assume_unique:
        first = sorted_unique(first, False, False, None)
    return first[~np.isin(first, second)]


def width_of(*given: Any) -> Any:
    """float64 where one of the arrays is float64, else float32."""
    wide = [hasattr(one, "dtype") and one.dtype == np.float64 for one in given]
    return np.float64 if any(wide) else np.float32


def counted_points(found: Any, dtype: Any) -> Any:
    """What ``np.histogramdd`` gives, in a dtype."""
    counts, edges = found
    return counts.astype(dtype), [one.astype(dtype) for one in edges]


def _in_order(sizes: Any, order: str) -> list[int]:
    """The axes, the one that changes quickest first. ValueError for another order."""
    if order not in ("C", "F"):
        raise ValueError(f"invalid order. Expected 'C' or 'F', but got {order!r}.")
    axes = list(range(len(sizes)))
    return axes if order == "F" else axes[::-1]


def raveled(places: Any, sizes: Any, mode: str, order: str) -> Any:
    """Places, ``(axes, ...)``, as numbers of elements.

    ``mode`` brings them into the shape: "clip" or "wrap". ValueError for another one.
    """
    if mode not in ("clip", "wrap"):
        raise ValueError(f"invalid mode. Expected 'wrap' or 'clip', but got {mode!r}.")
    total: Any = 0
    stride = 1
    for axis in _in_order(sizes, order):
        place, size = places[axis], sizes[axis]
        place = place % size if mode == "wrap" else np.clip(place, 0, size - 1)
        total = total + place * stride
        stride = stride * size
    return total


def unraveled(numbers: Any, sizes: Any, order: str) -> Any:
    """Numbers of elements as places, an array for each axis."""
    sizes = (sizes,) if isinstance(sizes, int) else tuple(sizes)
    count = 1
    for size in sizes:
        count = count * size
    rest = np.clip(numbers, -count, count - 1) % count
    places: list[Any] = [rest] * len(sizes)
    for axis in _in_order(sizes, order):
        places[axis] = rest % sizes[axis]
        rest = rest // sizes[axis]
    return tuple(places)
