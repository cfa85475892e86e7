"""Boxes of detected objects: ``(x1, y1, x2, y2)``, corners that belong to the box.

A box from 2 to 5 is 4 wide, as in MindSpore. All that is continuous is differentiated,
by the boxes as well.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops.kernels import kept_boxes

__all__ = [
    "bounding_box_decode",
    "bounding_box_encode",
    "check_valid",
    "crop_and_resize",
    "iou",
]


@operator
def iou(anchor_boxes: Any, gt_boxes: Any, mode: str = "iou") -> Any:
    """Return what share each true box and each anchor have in common: ``(m, n)``.

    ``mode`` is "iou", of both together, or "iof", of the true box alone. Raises
    ValueError for another one.
    """
    if mode not in ("iou", "iof"):
        raise ValueError(f"For 'iou', the mode is 'iou' or 'iof', but got {mode!r}.")
    first, second = anchor_boxes[None, :, :], gt_boxes[:, None, :]
    low = np.maximum(first[..., :2], second[..., :2])
    high = np.minimum(first[..., 2:], second[..., 2:])
    common = np.prod(np.maximum(high - low + 1, 0), axis=-1)
    area = np.prod(second[..., 2:] - second[..., :2] + 1, axis=-1)
    if mode == "iof":
        return common / area
    other = np.prod(first[..., 2:] - first[..., :2] + 1, axis=-1)
    return common / (area + other - common)


def _centres(boxes: Any) -> Any:
    """The centres and the sizes of boxes, ``(n, 2)`` each."""
    return (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2] + 1


@operator
def bounding_box_encode(
    anchor_box: Any,
    groundtruth_box: Any,
    means: Any = (0.0, 0.0, 0.0, 0.0),
    stds: Any = (1.0, 1.0, 1.0, 1.0),
) -> Any:
    """Return what leads from each anchor to its box: shifts, and logarithms of ratios.

    They are ``(n, 4)``, less ``means``, divided by ``stds``.
    """
    centre, size = _centres(anchor_box)
    target, extent = _centres(groundtruth_box)
    found = np.concatenate(((target - centre) / size, np.log(extent / size)), axis=1)
    dtype = anchor_box.dtype
    return (found - np.asarray(means, dtype)) / np.asarray(stds, dtype)


@operator
def bounding_box_decode(
    anchor_box: Any,
    deltas: Any,
    max_shape: Any,
    means: Any = (0.0, 0.0, 0.0, 0.0),
    stds: Any = (1.0, 1.0, 1.0, 1.0),
    wh_ratio_clip: float = 0.016,
) -> Any:
    """Return the boxes that ``bounding_box_encode`` has encoded, inside of an image.

    ``max_shape`` is its height and width; no ratio is beyond ``wh_ratio_clip``.
    """
    dtype, limit = anchor_box.dtype, abs(math.log(wh_ratio_clip))
    given = deltas * np.asarray(stds, dtype) + np.asarray(means, dtype)
    centre, size = _centres(anchor_box)
    extent = size * np.exp(np.clip(given[:, 2:], -limit, limit))
    middle = centre + size * given[:, :2]
    half = extent / 2 - 0.5
    last = np.asarray((max_shape[1], max_shape[0]), dtype)
    low = np.minimum(np.maximum(middle - half, 0), last)
    high = np.minimum(np.maximum(middle + half, 0), last)
    return np.concatenate((low, high), axis=1)


@operator
def check_valid(bboxes: Any, img_metas: Any) -> Any:
    """Return whether boxes lie inside of an image: ``(height, width, ratio)``."""
    height, width = img_metas[0] * img_metas[2], img_metas[1] * img_metas[2]
    inside = (bboxes[:, 0] >= 0) & (bboxes[:, 1] >= 0)
    return inside & (bboxes[:, 2] <= width - 1) & (bboxes[:, 3] <= height - 1)


# ------------------------------------------------------------------------ suppression


@operator
def without_overlaps(bboxes: Any, iou_threshold: float) -> Any:
    """Return ``(boxes, int32 places, bool mask)``, the best score first.

    ``bboxes`` is ``(n, 5)``, the score last. The mask tells of those boxes that no
    better one covers. Raises ValueError for another shape.
    """
    if bboxes.ndim != 2 or bboxes.shape[1] != 5:
        raise ValueError(
            f"For 'NMSWithMask', the boxes are (n, 5), but got {bboxes.shape}."
        )
    ordered = bboxes[np.argsort(-bboxes[:, 4], stable=True)]
    places = np.arange(bboxes.shape[0]).astype(np.int32)
    return ordered, places, kept_boxes(ordered, iou_threshold) > 0


# --------------------------------------------------------------------- parts of images


def _between(place: Any, size: int) -> Any:
    """The elements before and after a place, and how far it is from the first."""
    place = np.clip(place, 0, size - 1)
    low = np.minimum(np.floor(place).astype(np.int64), size - 1)
    return low, np.minimum(low + 1, size - 1), place - low


def _bilinear(images: Any, index: Any, y: Any, x: Any) -> Any:
    """Return ``(n, ys, xs, C)``, read from images ``(N, H, W, C)`` at ``(n, ys)``,
    ``(n, xs)``."""
    top, bottom, down = _between(y, images.shape[1])
    left, right, aside = _between(x, images.shape[2])
    image, aside = index[:, None, None], aside[:, None, :, None]
    top, bottom = top[:, :, None], bottom[:, :, None]
    left, right, down = left[:, None, :], right[:, None, :], down[:, :, None, None]
    above = images[image, top, left] * (1 - aside) + images[image, top, right] * aside
    below = images[image, bottom, left] * (1 - aside)
    below = below + images[image, bottom, right] * aside
    return above * (1 - down) + below * down


@operator
def roi_align(
    features: Any,
    rois: Any,
    pooled_height: int,
    pooled_width: int,
    spatial_scale: float,
    sample_num: int,
    roi_end_mode: int,
) -> Any:
    """Return ``(n, C, pooled_height, pooled_width)``: means of ``sample_num`` squared
    places in each bin of a region of ``(N, C, H, W)``, read bilinearly.

    ``rois`` is ``(n, 5)``: the image, then a box. Raises ValueError for a
    ``sample_num`` of 0, which MindSpore takes from the size of each region.
    """
    if sample_num < 1:
        raise ValueError("For 'ROIAlign', the sample_num has to be positive.")
    low = rois[:, 1:3] * spatial_scale
    size = np.maximum((rois[:, 3:] + roi_end_mode) * spatial_scale - low, 1.0)
    places, inside = [], []
    for axis, count in ((1, pooled_height), (0, pooled_width)):
        steps = (np.arange(count * sample_num) + 0.5) / (count * sample_num)
        place = low[:, axis, None] + size[:, axis, None] * steps.astype(rois.dtype)
        places.append(place)
        extent = features.shape[3 - axis]
        inside.append((place >= -1) & (place <= extent))
    images = np.moveaxis(features, 1, -1)
    found = _bilinear(images, rois[:, 0].astype(np.int64), places[0], places[1])
    found = np.where(
        (inside[0][:, :, None] & inside[1][:, None, :])[..., None], found, 0
    )
    bins = (pooled_height, sample_num, pooled_width, sample_num)
    found = np.reshape(found, (rois.shape[0], *bins, images.shape[-1]))
    return np.moveaxis(np.mean(found, axis=(2, 4)), -1, 1)


@operator
def crop_and_resize(
    image: Any,
    boxes: Any,
    box_indices: Any,
    crop_size: Any,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
) -> Any:
    """Return ``(n, *crop_size, C)``: boxes of images ``(N, H, W, C)`` in one size.

    A box is ``(y1, x1, y2, x2)``, from 0 to 1; what lies outside of the image is
    ``extrapolation_value``. Raises ValueError for a ``method`` that is not "bilinear".
    """
    if method != "bilinear":
        raise ValueError(
            f"For 'crop_and_resize', the method is 'bilinear', but got {method!r}."
        )
    places, inside = [], []
    for axis in range(2):
        last, count = image.shape[1 + axis] - 1, crop_size[axis]
        start, end = boxes[:, axis, None], boxes[:, axis + 2, None]
        steps = (np.arange(count) / max(count - 1, 1)).astype(boxes.dtype)
        place = (start + (end - start) * steps) * last
        if count == 1:
            place = (start + end) / 2 * last
        places.append(place)
        inside.append((place >= 0) & (place <= last))
    found = _bilinear(image, box_indices, places[0], places[1])
    both = (inside[0][:, :, None] & inside[1][:, None, :])[..., None]
    return np.where(both, found, extrapolation_value)
