"""Images in other sizes: the last axes of ``(N, C, ...)``.

An element of the result stands between elements of the input. ``align_corners`` lets
the first and the last stand on the first and the last; otherwise a place is ``i scale``
or, with half pixels, ``(i + 1/2) scale - 1/2``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import check_floating
from srcad.ops.unpooling import adaptive_max_pool_with_places

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
    "interpolate",
    "resize_bilinear",
    "resize_nearest_neighbor",
]


_RANKS = {
    "nearest": (1, 2, 3),
    "nearest-exact": (1, 2),
    "area": (1, 2, 3),
    "linear": (1,),
    "bilinear": (2,),
    "bicubic": (2,),
    "trilinear": (3,),
}


@operator
def interpolate(
    input: Any,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> Any:
    """Return ``(N, C, ...)`` with other sizes behind the channels.

    ``size``, a number or one for each axis, or ``scale_factor`` says which. ``mode`` is
    "nearest", "nearest-exact", "area" (means of the elements below), "linear" (one
    axis), "bilinear", "bicubic" (two) or "trilinear". Raises ValueError for another
    mode, for both or neither of the sizes, and for ``align_corners`` where it has no
    meaning.
    """
    settings = (size, scale_factor, mode, align_corners, recompute_scale_factor)
    return interpolated(input, *settings, bool(align_corners))


@operator
def interpolated(
    input: Any,
    size: Any,
    scale_factor: Any,
    mode: str,
    align_corners: bool | None,
    recompute_scale_factor: bool | None,
    extended: bool,
) -> Any:
    """Return what ``interpolate`` does; ``extended`` is for "bicubic": see below."""
    axes = input.ndim - 2
    if axes not in _RANKS.get(mode, ()):
        raise ValueError(
            f"For 'interpolate', the mode {mode!r} of an input of {input.ndim} axes is "
            "not supported."
        )
    if (size is None) == (scale_factor is None):
        raise ValueError(
            "For 'interpolate', one of 'size' and 'scale_factor' must be given."
        )
    if align_corners is not None and mode in ("nearest", "nearest-exact", "area"):
        raise ValueError(
            "For 'interpolate', 'align_corners' is for the linear modes alone."
        )
    out = input
    for k in range(axes):
        have = input.shape[2 + k]
        factor = None if scale_factor is None else _each(scale_factor, k)
        want = _each(size, k) if factor is None else math.floor(have * factor)
        step = have / want
        if factor is not None and not recompute_scale_factor:
            step = 1 / factor
        if mode == "nearest":
            out = _nearest(out, 2 + k, want, step, 0.0)
        elif mode == "nearest-exact":
            out = _nearest(out, 2 + k, want, step, 0.5)
        elif mode == "area":
            out = averaged(out, 2 + k, want)
        elif mode == "bicubic":
            places = (np.arange(want) + 0.5) * step - 0.5
            if align_corners:
                places = np.arange(want) * ((have - 1) / max(want - 1, 1))
            out = _cubic(out, 2 + k, places, extended)
        else:
            out = _linear(out, 2 + k, want, step, bool(align_corners), True)
    return out


def _each(given: Any, k: int) -> Any:
    return given[k] if isinstance(given, (tuple, list)) else given


@operator
def resize_bilinear(
    input: Any,
    size: Any,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
) -> Any:
    """Return ``(N, C, *size)``, linear between the elements along both axes.

    Raises ValueError for both of the flags at once.
    """
    if align_corners and half_pixel_centers:
        raise ValueError(
            "For 'resize_bilinear', 'align_corners' and 'half_pixel_centers' can not "
            "both be True."
        )
    out = input
    for k in range(2):
        step = input.shape[2 + k] / size[k]
        out = _linear(out, 2 + k, size[k], step, align_corners, half_pixel_centers)
    return out


@operator
def resize_nearest_neighbor(input: Any, size: Any, align_corners: bool = False) -> Any:
    """Return ``(N, C, *size)``, each element that of the place below it."""
    out = input
    for k in range(2):
        have, want = input.shape[2 + k], size[k]
        if align_corners and want > 1:
            step = (have - 1) / (want - 1)
            places = np.floor(np.arange(want) * step + 0.5).astype(np.int64)
            out = np.take(out, places, axis=2 + k)
        else:
            out = _nearest(out, 2 + k, want, have / want, 0.0)
    return out


@operator
def resize_nearest(
    input: Any, size: Any, align_corners: bool, half_pixel_centers: bool
) -> Any:
    """Return ``(N, C, *size)``; with half pixels the place is that of the centre."""
    if align_corners or not half_pixel_centers:
        return resize_nearest_neighbor(input, size, align_corners)
    out = input
    for k in range(2):
        out = _nearest(out, 2 + k, size[k], input.shape[2 + k] / size[k], 0.5)
    return out


@operator
def resize_bicubic(
    input: Any, size: Any, align_corners: bool, half_pixel_centers: bool
) -> Any:
    """Return ``(N, C, *size)``, cubic between the elements along both axes.

    Raises ValueError for both of the flags at once.
    """
    if align_corners and half_pixel_centers:
        raise ValueError(
            "For 'ResizeBicubic', 'align_corners' and 'half_pixel_centers' can not "
            "both be True."
        )
    out = input
    for k in range(2):
        have, want = input.shape[2 + k], size[k]
        step = (have - 1) / max(want - 1, 1) if align_corners else have / want
        offset = 0.5 * half_pixel_centers
        places = (np.arange(want) + offset) * step - offset
        out = _cubic(out, 2 + k, places, not half_pixel_centers)
    return out


def _nearest(x: Any, axis: int, size: int, step: float, offset: float) -> Any:
    places = np.floor((np.arange(size) + offset) * step).astype(np.int64)
    return np.take(x, np.minimum(places, x.shape[axis] - 1), axis=axis)


def _linear(
    x: Any, axis: int, size: int, step: float, aligned: bool, half_pixels: bool
) -> Any:
    check_floating("interpolate", x)
    have = x.shape[axis]
    if aligned:
        places = np.arange(size) * ((have - 1) / max(size - 1, 1))
    elif half_pixels:
        places = np.maximum((np.arange(size) + 0.5) * step - 0.5, 0)
    else:
        places = np.arange(size) * step
    below = np.minimum(np.floor(places), have - 1).astype(np.int64)
    share = np.minimum(places - below, 1).astype(x.dtype)
    share = np.reshape(share, (-1,) + (1,) * (x.ndim - 1 - axis))
    above = np.minimum(below + 1, have - 1)
    low, high = np.take(x, below, axis=axis), np.take(x, above, axis=axis)
    return low + (high - low) * share


def _cubic(x: Any, axis: int, places: Any, extended: bool) -> Any:
    """Cubic convolution of four neighbours: Keys 1981.

    Extended, its parameter is -3/4, and the elements at the ends go on beyond them;
    otherwise it is -1/2, and what is beyond them counts nothing.
    """
    check_floating("interpolate", x)
    have, a = x.shape[axis], -0.75 if extended else -0.5
    below = np.floor(places)
    total: Any = 0.0
    out: Any = 0.0
    for k in range(-1, 3):
        near, distance = below + k, np.abs(places - below - k)
        if k in (0, 1):
            weight = ((a + 2) * distance - (a + 3)) * distance * distance + 1
        else:
            weight = a * (((distance - 5) * distance + 8) * distance - 4)
        if not extended:
            weight = np.where((near < 0) | (near > have - 1), 0, weight)
        total = total + weight
        weight = np.reshape(weight, (-1,) + (1,) * (x.ndim - 1 - axis)).astype(x.dtype)
        near = np.clip(near, 0, have - 1).astype(np.int64)
        out = out + np.take(x, near, axis=axis) * weight
    total = np.reshape(total, (-1,) + (1,) * (x.ndim - 1 - axis)).astype(x.dtype)
    return out / total


# ------------------------------------------------------------- windows of any size


def _windows(have: Any, count: int) -> Any:
    """Where as many windows begin and end, evenly spread over so many elements."""
    k = np.arange(count)
    return (k * have) // count, -((-(k + 1) * have) // count)


def averaged(x: Any, axis: int, count: int) -> Any:
    """The means of as many windows along an axis."""
    check_floating("adaptive_avg_pool", x)
    start, end = _windows(x.shape[axis], count)
    places = np.reshape(np.arange(x.shape[axis]), (-1, 1))
    inside = ((places >= start) & (places < end)).astype(x.dtype)
    weights = inside / (end - start).astype(x.dtype)
    return np.moveaxis(np.moveaxis(x, axis, -1) @ weights, -1, axis)


def largest(x: Any, axis: int, count: int) -> Any:
    """The largest elements of as many windows along an axis."""
    start, end = _windows(x.shape[axis], count)
    widest = -(-x.shape[axis] // count) + 1
    steps = np.reshape(np.arange(widest), (-1, 1))
    # A window that is narrower has its last element again.
    found = np.take(x, np.minimum(start + steps, end - 1), axis=axis)
    return np.max(found, axis=axis)


@operator
def adaptive_avg_pool1d(input: Any, output_size: int) -> Any:
    """Return the means of as many windows along the last axis, evenly spread."""
    return averaged(input, input.ndim - 1, output_size)


@operator
def adaptive_avg_pool3d(input: Any, output_size: Any) -> Any:
    """Return the means of as many windows along the last three axes; None keeps one."""
    return _by_axis(averaged, input, output_size, 3)


@operator
def adaptive_max_pool1d(
    input: Any, output_size: int, return_indices: bool = False
) -> Any:
    """Return the largest elements of as many windows along the last axis.

    With ``return_indices`` a tuple: them, and their places as int64.
    """
    return _largest(input, output_size, return_indices, 1)


@operator
def adaptive_max_pool2d(
    input: Any, output_size: Any, return_indices: bool = False
) -> Any:
    """Return the largest elements of as many windows along the last two axes.

    None keeps a size. With ``return_indices`` a tuple: them, and their places in
    ``H W`` as int64.
    """
    return _largest(input, output_size, return_indices, 2)


@operator
def adaptive_max_pool3d(
    input: Any, output_size: Any, return_indices: bool = False
) -> Any:
    """Return the largest elements of windows along the last three axes: see above."""
    return _largest(input, output_size, return_indices, 3)


def _largest(x: Any, sizes: Any, return_indices: bool, count: int) -> Any:
    if not return_indices:
        return _by_axis(largest, x, sizes, count)
    counts = (sizes,) * count if isinstance(sizes, int) else tuple(sizes)
    return adaptive_max_pool_with_places(x, counts)


def _by_axis(pool: Any, x: Any, sizes: Any, count: int) -> Any:
    sizes = (sizes,) * count if isinstance(sizes, int) else sizes
    for k, size in enumerate(sizes):
        if size is not None:
            x = pool(x, x.ndim - count + k, size)
    return x
