"""Convolutions whose windows say themselves where they look: Dai et al. 2017."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import check_floating
from srcad.ops.convolutions import conv2d

__all__ = ["deformable_conv2d"]


def deformable_conv2d(
    x: Any,
    weight: Any,
    offsets: Any,
    kernel_size: Any,
    strides: Any,
    padding: Any,
    bias: Any = None,
    dilations: Any = (1, 1, 1, 1),
    groups: int = 1,
    deformable_groups: int = 1,
    modulated: bool = True,
) -> Any:
    """Return the convolution of ``(N, C, H, W)`` with moved places of the windows.

    ``offsets`` is ``(N, 3 groups kh kw, H', W')``: how far each place is moved along W,
    along H, and what is found there is multiplied by. ``padding`` is ``(top, bottom,
    left, right)``. Raises ValueError without ``modulated``.
    """
    settings = (strides, padding, kernel_size, dilations, deformable_groups, modulated)
    found = deformable_offsets(x, offsets, *settings)
    return conv2d(found, weight, bias, tuple(kernel_size), "valid", 0, 1, groups)


@operator
def deformable_offsets(
    x: Any,
    offsets: Any,
    strides: Any,
    pads: Any,
    ksize: Any,
    dilations: Any = (1, 1, 1, 1),
    deformable_groups: int = 1,
    modulated: bool = True,
) -> Any:
    """Return what the windows find, ``(N, C, H' kh, W' kw)``."""
    if not modulated:
        raise ValueError("For 'DeformableOffsets', 'modulated' must be True.")
    check_floating("deformable_offsets", x, offsets)
    (n, c, h, w), (kh, kw) = x.shape, ksize
    high, wide = offsets.shape[2:]
    groups = deformable_groups
    moved = np.reshape(offsets, (n, 3, groups, 1, kh, kw, high, wide))
    rows = np.arange(high) * strides[2] - pads[0]
    rows = rows + np.reshape(np.arange(kh) * dilations[2], (-1, 1))
    columns = np.arange(wide) * strides[3] - pads[2]
    columns = columns + np.reshape(np.arange(kw) * dilations[3], (-1, 1))
    across = np.reshape(columns, (kw, 1, wide)).astype(x.dtype) + moved[:, 0]
    down = np.reshape(rows, (kh, 1, high, 1)).astype(x.dtype) + moved[:, 1]
    images = np.reshape(x, (n, groups, c // groups, h * w))
    left, top = np.floor(across), np.floor(down)
    found: Any = 0.0
    for k in range(4):
        near, beside = top + k // 2, left + k % 2
        share = (1 - np.abs(down - near)) * (1 - np.abs(across - beside))
        inside = (near >= 0) & (near < h) & (beside >= 0) & (beside < w)
        places = np.clip(near, 0, h - 1) * w + np.clip(beside, 0, w - 1)
        flat = np.reshape(places.astype(np.int64), (n, groups, 1, -1))
        flat = np.broadcast_to(flat, (*images.shape[:3], flat.shape[3]))
        there = np.take_along_axis(images, flat, axis=3)
        there = np.reshape(there, (n, groups, c // groups, kh, kw, high, wide))
        found = found + there * np.where(inside, share, 0)
    found = np.reshape(found * moved[:, 2], (n, c, kh, kw, high, wide))
    found = np.transpose(found, (0, 1, 4, 2, 5, 3))
    return np.reshape(found, (n, c, high * kh, wide * kw))
