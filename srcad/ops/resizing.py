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

__all__ = ["interpolate", "resize_bilinear", "resize_nearest_neighbor"]


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
    "nearest", "nearest-exact", "linear" (one axis) or "bilinear" (two). Raises
    ValueError for another mode, for both or neither of the sizes, and for
    ``align_corners`` where it has no meaning.
    """
    axes = input.ndim - 2
    ranks = {"nearest": (1, 2, 3), "nearest-exact": (1, 2), "linear": (1,)}
    ranks["bilinear"] = (2,)
    if mode not in ranks or axes not in ranks[mode]:
        raise ValueError(
            f"For 'interpolate', the mode {mode!r} of an input of {input.ndim} axes is "
            "not supported: see docs/compatibility.md."
        )
    if (size is None) == (scale_factor is None):
        raise ValueError(
            "For 'interpolate', one of 'size' and 'scale_factor' must be given."
        )
    if align_corners is not None and mode in ("nearest", "nearest-exact"):
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


def _nearest(x: Any, axis: int, size: int, step: float, offset: float) -> Any:
    places = np.floor((np.arange(size) + offset) * step).astype(np.int64)
    return np.take(x, np.minimum(places, x.shape[axis] - 1), axis=axis)


def _linear(
    x: Any, axis: int, size: int, step: float, aligned: bool, half_pixels: bool
) -> Any:
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
