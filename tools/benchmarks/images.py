"""Networks on images: convolution, pooling, a linear classifier."""

from __future__ import annotations

import numpy as np

from srcad import ops

from .workload import workload

# ------------------------------------------------------------------ a small classifier


def _columns(x):
    """The 3 x 3 neighbourhoods of the pixels of ``(batch, channels, *sizes)``."""
    batch, channels, height, width = x.shape
    padded = np.zeros((batch, channels, height + 2, width + 2))
    padded[:, :, 1:-1, 1:-1] = x
    view = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    columns = view.transpose(0, 1, 4, 5, 2, 3)
    return columns.reshape(batch, channels * 9, height * width)


def _classifier_by_hand(kernel, bias, weight, x, y):
    batch, _, height, width = x.shape
    channels = kernel.shape[0]
    columns = _columns(x)
    h = kernel.reshape(channels, -1) @ columns
    h += bias[:, None]
    np.maximum(h, 0, out=h)
    corners = h.reshape(batch, channels, height // 2, 2, width // 2, 2)
    parts = [corners[:, :, :, i, :, j] for i in range(2) for j in range(2)]
    pooled = np.maximum(np.maximum(*parts[:2]), np.maximum(*parts[2:]))
    flat = pooled.reshape(batch, -1)
    logits = flat @ weight
    shifted = logits - logits.max(axis=1, keepdims=True)
    e = np.exp(shifted)
    total = e.sum(axis=1, keepdims=True)
    rows = np.arange(batch)
    value = (np.log(total[:, 0]) - shifted[rows, y]).sum() / batch

    dlogits = e / total
    dlogits[rows, y] -= 1
    dlogits /= batch
    dpooled = (dlogits @ weight.T).reshape(pooled.shape)
    dpooled *= pooled > 0
    dh = np.empty_like(h)
    dcorners = dh.reshape(corners.shape)
    others = np.ones(pooled.shape, bool)
    for k, part in enumerate(parts):
        here = (part == pooled) & others
        others &= ~here
        np.multiply(dpooled, here, out=dcorners[:, :, :, k // 2, :, k % 2])
    dkernel = np.tensordot(dh, columns, axes=((0, 2), (0, 2))).reshape(kernel.shape)
    return value, (dkernel, dh.sum(axis=(0, 2)), flat.T @ dlogits)


def _images(batch, size, channels):
    def draw(rng):
        return (
            rng.normal(size=(channels, 1, 3, 3)) / 3,
            np.zeros(channels),
            rng.normal(size=(channels * (size // 2) ** 2, 10)) / size,
            rng.normal(size=(batch, 1, size, size)),
            rng.integers(10, size=batch),
        )

    return draw


@workload(
    _classifier_by_hand, (0, 1, 2), small=_images(4, 8, 4), large=_images(32, 28, 8)
)
def image_classifier(kernel, bias, weight, x, y):
    """The mean cross entropy of a network of one convolution, pooled."""
    h = ops.relu(ops.conv2d(x, kernel, bias, 1, "pad", 1))
    h = ops.max_pool2d(h, 2, 2)
    logits = h.reshape(x.shape[0], -1) @ weight
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return -np.mean(log_p[np.arange(x.shape[0]), y])
