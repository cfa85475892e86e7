"""Images read between their elements, at the places of a grid.

Jaderberg et al. 2015. A grid ``(N, *sizes, axes)`` has coordinates in ``[-1, 1]``, the
last axis of the image first; with ``align_corners`` these ends are the middles of the
outermost elements, else their outer edges.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from srcad.ops._operator import operator

__all__ = ["affine_grid", "grid_sample"]


@operator
def affine_grid(theta: Any, size: Any, align_corners: bool = False) -> Any:
    """Return the grid ``(N, *size[2:], axes)`` of affine maps ``(N, axes, axes + 1)``.

    ``size`` is that of the image that ``grid_sample`` is to give, ``(N, C, ...)``.
    """
    sizes = tuple(size)[2:]
    axes = len(sizes)
    columns: list[Any] = []
    for k in range(axes):
        along = np.linspace(-1, 1, sizes[k]).astype(theta.dtype)
        if not align_corners:
            along = along * ((sizes[k] - 1) / sizes[k])
        elif sizes[k] == 1:
            along = np.zeros(1, dtype=theta.dtype)
        shape = (1,) * k + (sizes[k],) + (1,) * (axes - 1 - k)
        columns.insert(0, np.broadcast_to(np.reshape(along, shape), sizes))
    columns.append(np.ones(sizes, dtype=theta.dtype))
    points = np.reshape(np.stack(columns, axis=-1), (-1, axes + 1))
    grid = points @ np.swapaxes(theta, 1, 2)
    return np.reshape(grid, (theta.shape[0], *sizes, axes))


@operator
def grid_sample(
    input: Any,
    grid: Any,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Any:
    """Return ``(N, C, *sizes)``, read from ``(N, C, ...)`` of two or three such axes.

    ``mode`` is "bilinear" or "nearest"; what is outside of the image counts as zero,
    as the nearest element ("border") or as what a mirror shows ("reflection"). Raises
    ValueError for another one.
    """
    axes = input.ndim - 2
    if mode not in ("bilinear", "nearest"):
        raise ValueError(f"For 'grid_sample', the mode {mode!r} is not supported.")
    if padding_mode not in ("zeros", "border", "reflection"):
        raise ValueError(f"For 'grid_sample', no padding_mode is {padding_mode!r}.")
    if axes not in (2, 3) or grid.ndim != input.ndim or grid.shape[-1] != axes:
        raise ValueError(
            "For 'grid_sample', the input has 2 or 3 axes behind the channels and the "
            f"grid (N, ..., axes), but got {input.shape} and {grid.shape}."
        )
    places = []
    for k in range(axes):
        size, along = input.shape[2 + k], grid[..., axes - 1 - k]
        place = (along + 1) * (size - 1) / 2
        if not align_corners:
            place = ((along + 1) * size - 1) / 2
        if padding_mode == "reflection":
            place = _mirrored(place, size, bool(align_corners))
        if padding_mode != "zeros":
            place = np.clip(place, 0, size - 1)
        places.append(np.reshape(place, (grid.shape[0], 1, -1)))
    if mode == "nearest":
        found = _read(input, [np.rint(place) for place in places])
    else:
        found = _between(input, places)
    return np.reshape(found, (*input.shape[:2], *grid.shape[1:-1]))


def _mirrored(place: Any, size: Any, aligned: bool) -> Any:
    """The place between mirrors in the outermost elements, or at their outer edges."""
    low = 0.0 if aligned else -0.5
    span = size - 1 if aligned else size
    distance = np.abs(place - low)
    folds = np.floor(distance / max(span, 1))
    rest = distance - folds * span
    return np.where(folds % 2 == 0, rest, span - rest) + low


def _between(input: Any, places: Any) -> Any:
    """The elements around each place, each by how near it is."""
    below = [np.floor(place) for place in places]
    total: Any = 0.0
    for corner in itertools.product((0, 1), repeat=len(places)):
        weight: Any = 1.0
        for k in range(len(places)):
            share = places[k] - below[k]
            weight = weight * (share if corner[k] else 1 - share)
        near = [below[k] + corner[k] for k in range(len(places))]
        total = total + weight * _read(input, near)
    return total


def _read(input: Any, places: Any) -> Any:
    """``(N, C, P)``: the elements at whole places ``(N, 1, P)``, zeros outside."""
    flat: Any = 0
    inside: Any = True
    for k in range(len(places)):
        size = input.shape[2 + k]
        inside = inside & (places[k] >= 0) & (places[k] <= size - 1)
        flat = flat * size + np.clip(places[k], 0, size - 1).astype(np.int64)
    values = np.reshape(input, (*input.shape[:2], -1))
    shape = (*input.shape[:2], flat.shape[-1])
    found = np.take_along_axis(values, np.broadcast_to(flat, shape), axis=2)
    return np.where(inside, found, 0)
