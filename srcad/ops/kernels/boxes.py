"""Which of many boxes no better one covers."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import kernel


@kernel(shape=lambda boxes, threshold: (boxes[0],))
def kept_boxes(boxes: Any, threshold: float) -> Any:
    """Return 1 for boxes that share no more than this with a better one, else 0.

    The better ones stand first, and are kept themselves.
    """
    low, high = boxes[:, :2], boxes[:, 2:4]
    area = np.prod(high - low, axis=1)
    kept = np.ones(boxes.shape[0], boxes.dtype)
    for k in range(boxes.shape[0]):
        if not kept[k]:
            continue
        sides = np.minimum(high[k], high[k + 1 :]) - np.maximum(low[k], low[k + 1 :])
        common = np.prod(np.maximum(sides, 0), axis=1)
        share = common / (area[k] + area[k + 1 :] - common)
        kept[k + 1 :] *= share <= threshold
    return kept


@kept_boxes.defbprop
def kept_boxes_bprop(boxes: Any, threshold: float, out: Any, dout: Any) -> Any:
    """Which boxes are kept is constant, almost everywhere."""
    return np.zeros_like(boxes), None
