"""Blocks of pixels and batches: one moved into the other, and patches put together."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator

__all__ = ["batch_to_space_nd", "space_to_batch_nd"]


def _blocks(size: Any, margins: Any) -> tuple[int, ...]:
    """The sizes of a block, one for each of the axes that ``margins`` has pairs for."""
    return (size,) * len(margins) if isinstance(size, int) else tuple(size)


@operator
def space_to_batch_nd(input_x: Any, block_size: Any, paddings: Any) -> Any:
    """Return the pixels of blocks over the last axes as images of their own.

    ``paddings`` has ``(before, after)`` of each of these axes, zeros that are added
    first. All images with the first pixel of each block come first in the batch.
    """
    blocks = _blocks(block_size, paddings)
    first = input_x.ndim - len(blocks)
    margins = [(0, 0)] * first + [tuple(pair) for pair in paddings]
    x = np.pad(input_x, margins)
    parts: list[int] = []
    for size, block in zip(x.shape[first:], blocks, strict=True):
        parts += [size // block, block]
    x = np.reshape(x, (*x.shape[:first], *parts))
    inner = tuple(first + 2 * k + 1 for k in range(len(blocks)))
    outer = tuple(first + 2 * k for k in range(len(blocks)))
    x = np.transpose(x, (*inner, *range(first), *outer))
    rest = x.shape[len(blocks) + 1 :]
    return np.reshape(x, (-1, *rest))


@operator
def batch_to_space_nd(input_x: Any, block_shape: Any, crops: Any) -> Any:
    """Return ``space_to_batch_nd`` undone; ``crops`` is what is cut off each axis."""
    blocks = _blocks(block_shape, crops)
    first, count = input_x.ndim - len(blocks), len(blocks)
    total = 1
    for block in blocks:
        total = total * block
    shape = (*blocks, input_x.shape[0] // total, *input_x.shape[1:])
    x = np.reshape(input_x, shape)
    order = list(range(count, count + first))
    for k in range(count):
        order += [count + first + k, k]
    x = np.transpose(x, order)
    sizes = [
        size * block for size, block in zip(input_x.shape[first:], blocks, strict=True)
    ]
    x = np.reshape(x, (*x.shape[:first], *sizes))
    inside = tuple(
        slice(low, size - high) for size, (low, high) in zip(sizes, crops, strict=True)
    )
    return x[(slice(None),) * first + inside]
