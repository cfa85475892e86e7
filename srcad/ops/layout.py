"""Tensors put together, taken apart and turned: NumPy's names that ``ops`` has too."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator

__all__ = [
    "adjoint",
    "argwhere",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "block_diag",
    "channel_shuffle",
    "col2im",
    "column_stack",
    "diagonal",
    "diff",
    "dsplit",
    "dstack",
    "expand",
    "fliplr",
    "flipud",
    "fold",
    "hsplit",
    "hstack",
    "matrix_band_part",
    "numel",
    "pixel_shuffle",
    "pixel_unshuffle",
    "ravel",
    "reverse",
    "rot90",
    "row_stack",
    "tensor_split",
    "trace",
    "tril_indices",
    "triu_indices",
    "unfold",
    "vsplit",
    "vstack",
]


@operator
def vstack(inputs: Any) -> Any:
    """Return the Tensors, of at least two axes each, joined along axis 0."""
    return np.vstack(inputs)


@operator
def row_stack(tensors: Any) -> Any:
    """Return ``vstack(tensors)``."""
    return np.vstack(tensors)


@operator
def hstack(tensors: Any) -> Any:
    """Return the Tensors joined along axis 1, vectors along axis 0."""
    return np.hstack(tensors)


@operator
def dstack(tensors: Any) -> Any:
    """Return the Tensors, of at least three axes each, joined along axis 2."""
    return np.dstack(tensors)


@operator
def column_stack(tensors: Any) -> Any:
    """Return vectors as the columns of a matrix, matrices joined along axis 1."""
    return np.column_stack(tensors)


@operator
def block_diag(*inputs: Any) -> Any:
    """Return the matrices along the diagonal of one, zeros elsewhere."""
    blocks = [np.atleast_2d(block) for block in inputs]
    rows = []
    for k, block in enumerate(blocks):
        before = sum(other.shape[1] for other in blocks[:k])
        after = sum(other.shape[1] for other in blocks[k + 1 :])
        rows.append(np.pad(block, ((0, 0), (before, after))))
    return np.concatenate(rows)


@operator
def tensor_split(input: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Return pieces along ``axis``: so many, or those between the indices."""
    return tuple(np.array_split(input, indices_or_sections, axis=axis))


@operator
def vsplit(input: Any, indices_or_sections: Any) -> Any:
    """Return pieces along axis 0."""
    return tuple(np.array_split(input, indices_or_sections, axis=0))


@operator
def dsplit(input: Any, indices_or_sections: Any) -> Any:
    """Return pieces along axis 2."""
    return tuple(np.array_split(input, indices_or_sections, axis=2))


@operator
def hsplit(input: Any, indices_or_sections: Any) -> Any:
    """Return pieces along axis 1, of a vector along axis 0."""
    return tuple(
        np.array_split(input, indices_or_sections, axis=min(input.ndim - 1, 1))
    )


@operator
def atleast_1d(inputs: Any) -> Any:
    """Return a Tensor, or each of several, with at least one axis."""
    if isinstance(inputs, (tuple, list)):
        return tuple(np.atleast_1d(one) for one in inputs)
    return np.atleast_1d(inputs)


@operator
def atleast_2d(inputs: Any) -> Any:
    """Return a Tensor, or each of several, with at least two axes."""
    if isinstance(inputs, (tuple, list)):
        return tuple(np.atleast_2d(one) for one in inputs)
    return np.atleast_2d(inputs)


@operator
def atleast_3d(inputs: Any) -> Any:
    """Return a Tensor, or each of several, with at least three axes."""
    if isinstance(inputs, (tuple, list)):
        return tuple(np.atleast_3d(one) for one in inputs)
    return np.atleast_3d(inputs)


# -------------------------------------------------------------------------- turning


@operator
def fliplr(input: Any) -> Any:
    """Return the elements along axis 1 in reverse order."""
    return np.fliplr(input)


@operator
def flipud(input: Any) -> Any:
    """Return the elements along axis 0 in reverse order."""
    return np.flipud(input)


@operator
def reverse(x: Any, axis: Any) -> Any:
    """Return the elements along the axes in reverse order."""
    return np.flip(x, axis if isinstance(axis, int) else tuple(axis))


@operator
def rot90(input: Any, k: int, dims: Any) -> Any:
    """Return ``input`` turned ``k`` times by 90 degrees, from one axis to the other."""
    return np.rot90(input, k, tuple(dims))


@operator
def adjoint(x: Any) -> Any:
    """Return the transposed matrices, of complex numbers their conjugates."""
    return np.conj(np.swapaxes(x, -1, -2))


@operator
def ravel(input: Any) -> Any:
    """Return all elements along one axis."""
    return np.reshape(input, (-1,))


@operator
def expand(input_x: Any, size: Any) -> Any:
    """Return ``input_x`` repeated along unit axes; -1 keeps a size."""
    new = len(size) - input_x.ndim
    have = (1,) * new + input_x.shape
    want = [have[k] if one == -1 else one for k, one in enumerate(size)]
    return np.broadcast_to(input_x, tuple(want)).copy()


# ------------------------------------------------------------------------ diagonals


@operator
def diagonal(input: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    """Return the diagonals of the matrices along two axes, as the last axis."""
    return np.diagonal(input, offset, dim1, dim2).copy()


@operator
def trace(input: Any) -> Any:
    """Return the sum of the diagonal of a matrix."""
    return np.trace(input)


@operator
def matrix_band_part(x: Any, lower: Any, upper: Any) -> Any:
    """Return matrices with zeros outside of so many diagonals; below 0, all of them."""
    rows = np.reshape(np.arange(x.shape[-2]), (-1, 1))
    columns = np.arange(x.shape[-1])
    below = (rows - columns <= lower) | (np.asarray(lower) < 0)
    above = (columns - rows <= upper) | (np.asarray(upper) < 0)
    return np.where(below & above, x, 0)


@operator(creates=True)
def tril_indices(row: int, col: int, offset: int = 0, *, dtype: Any = np.int64) -> Any:
    """Return the places of the lower triangle, rows above columns."""
    return np.stack(np.tril_indices(row, offset, col)).astype(dtype)


@operator(creates=True)
def triu_indices(row: int, col: int, offset: int = 0, *, dtype: Any = np.int64) -> Any:
    """Return the places of the upper triangle, rows above columns."""
    return np.stack(np.triu_indices(row, offset, col)).astype(dtype)


@operator
def diff(
    x: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None
) -> Any:
    """Return the differences of neighbours along ``axis``, ``n`` times."""
    parts = [part for part in (prepend, x, append) if part is not None]
    joined = x if len(parts) == 1 else np.concatenate(parts, axis=axis)
    return np.diff(joined, n, axis)


@operator
def argwhere(input: Any) -> Any:
    """Return the int64 indices of the elements that are not 0, one a row."""
    return np.stack(np.nonzero(input), axis=-1).astype(np.int64)


def numel(input: Any) -> Any:
    """Return the number of elements."""
    return input.size


# ------------------------------------------------------------- channels and patches


@operator
def channel_shuffle(x: Any, groups: int) -> Any:
    """Return ``(N, C, ...)``, the channels of the groups in turn: Zhang et al. 2018.

    Raises ValueError where the groups do not divide the channels.
    """
    if groups < 1 or x.shape[1] % groups:
        raise ValueError(
            f"For 'ChannelShuffle', {groups} groups do not divide the channels."
        )
    grouped = np.reshape(x, (x.shape[0], groups, x.shape[1] // groups) + x.shape[2:])
    return np.reshape(np.swapaxes(grouped, 1, 2), x.shape)


@operator
def pixel_shuffle(input: Any, upscale_factor: int) -> Any:
    """Return ``(..., C r^2, H, W)`` as ``(..., C, H r, W r)``: Shi et al. 2016."""
    r, n = upscale_factor, input.ndim - 3
    batch, (channels, height, width) = input.shape[:n], input.shape[n:]
    parts = np.reshape(input, (*batch, channels // (r * r), r, r, height, width))
    turned = np.transpose(parts, (*range(n), n, n + 3, n + 1, n + 4, n + 2))
    return np.reshape(turned, (*batch, channels // (r * r), height * r, width * r))


@operator
def pixel_unshuffle(input: Any, downscale_factor: int) -> Any:
    """Return ``(..., C, H r, W r)`` as ``(..., C r^2, H, W)``."""
    r, n = downscale_factor, input.ndim - 3
    batch, (channels, height, width) = input.shape[:n], input.shape[n:]
    parts = np.reshape(input, (*batch, channels, height // r, r, width // r, r))
    turned = np.transpose(parts, (*range(n), n, n + 2, n + 4, n + 1, n + 3))
    return np.reshape(turned, (*batch, channels * r * r, height // r, width // r))


def _pair(given: Any) -> Any:
    return (given, given) if isinstance(given, int) else tuple(given)


def _patch_places(size: Any, kernel: Any, dilation: Any, stride: Any) -> Any:
    """The rows and columns of each element of each patch: ``(kh, kw, oh, ow)``."""
    (height, width), (kh, kw) = size, kernel
    down = (height - dilation[0] * (kh - 1) - 1) // stride[0] + 1
    across = (width - dilation[1] * (kw - 1) - 1) // stride[1] + 1
    rows = np.arange(kh)[:, None] * dilation[0] + np.arange(down) * stride[0]
    columns = np.arange(kw)[:, None] * dilation[1] + np.arange(across) * stride[1]
    return rows[:, None, :, None], columns[None, :, None, :]


@operator
def unfold(
    input: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1
) -> Any:
    """Return the patches of ``(N, C, H, W)``, one a column: ``(N, C kh kw, L)``."""
    kernel, (up, left) = _pair(kernel_size), _pair(padding)
    padded = np.pad(input, ((0, 0), (0, 0), (up, up), (left, left)))
    places = _patch_places(padded.shape[2:], kernel, _pair(dilation), _pair(stride))
    patches = padded[:, :, places[0], places[1]]
    count = input.shape[1] * kernel[0] * kernel[1]
    return np.reshape(patches, (input.shape[0], count, -1))


@operator
def col2im(
    input_x: Any,
    output_size: Any,
    kernel_size: Any,
    dilation: Any,
    padding_value: Any,
    stride: Any,
) -> Any:
    """Return ``(N, C, *output_size)``, sums of the patches ``(N, C, kh kw, L)``."""
    return fold(input_x, output_size, kernel_size, dilation, padding_value, stride)


@operator
def fold(
    input: Any,
    output_size: Any,
    kernel_size: Any,
    dilation: Any = 1,
    padding: Any = 0,
    stride: Any = 1,
) -> Any:
    """Return ``(N, C, *output_size)``: the patches of ``unfold`` added up again.

    ``input`` is ``(N, C, kh kw, L)`` or as ``unfold`` gives it.
    """
    (height, width), (up, left) = map(int, _pair(output_size)), _pair(padding)
    kernel = _pair(kernel_size)
    padded = (height + 2 * up, width + 2 * left)
    rows, columns = _patch_places(padded, kernel, _pair(dilation), _pair(stride))
    channels = input.shape[1]
    if input.ndim == 3:
        channels = channels // (kernel[0] * kernel[1])
    shape = (input.shape[0], channels, *np.broadcast_shapes(rows.shape, columns.shape))
    out = np.zeros((input.shape[0], channels, *padded), dtype=input.dtype)
    places: Any = (slice(None), slice(None), rows, columns)
    np.add.at(out, places, np.reshape(input, shape))
    return out[:, :, up : up + height, left : left + width]
