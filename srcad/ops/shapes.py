"""Operators that rearrange elements: shapes, axes, joining and cutting.

An ``axis`` may be negative. What does not fit raises ValueError.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import is_known
from srcad.ops._operator import operator
from srcad.ops._promotion import cast_to, check_array, is_number, promote

__all__ = [
    "broadcast_to",
    "cast",
    "cat",
    "chunk",
    "concat",
    "concatenate",
    "diag",
    "dtype",
    "expand_as",
    "expand_dims",
    "flatten",
    "flip",
    "meshgrid",
    "moveaxis",
    "movedim",
    "narrow",
    "pad",
    "permute",
    "rank",
    "repeat_elements",
    "repeat_interleave",
    "reshape",
    "roll",
    "shape",
    "size",
    "split",
    "squeeze",
    "stack",
    "strided_slice",
    "swapaxes",
    "swapdims",
    "t",
    "tile",
    "transpose",
    "tril",
    "triu",
    "unbind",
    "unsqueeze",
    "unstack",
]

# --------------------------------------------------------------------- what it is


@operator
def shape(input_x: Any) -> Any:
    """Return the sizes of the axes, a tuple of ints."""
    return input_x.shape


@operator
def rank(input_x: Any) -> Any:
    """Return the number of axes, an int."""
    return input_x.ndim


@operator
def size(input_x: Any) -> Any:
    """Return the number of elements, an int."""
    return input_x.size


@operator
def dtype(input_x: Any) -> Any:
    """Return the dtype object."""
    return input_x.dtype


@operator
def cast(input: Any, dtype: Any) -> Any:
    """Return ``input`` with ``dtype``; of a number it is a Tensor without axes.

    A cast to an integer or bool has no gradient.
    """
    return _of_number(input, dtype) if is_number(input) else input.astype(dtype)


@operator(creates=True)
def _of_number(value: Any, dtype: Any) -> Any:
    return np.array(value, dtype)


# ------------------------------------------------------------------- shapes and axes


@operator
def reshape(input: Any, shape: Any) -> Any:
    """Return ``input`` with another shape; one size may be -1 and is worked out."""
    return np.reshape(input, shape)


@operator
def flatten(
    input: Any, order: str = "C", *, start_dim: int = 1, end_dim: int = -1
) -> Any:
    """Return ``input`` with the axes from ``start_dim`` to ``end_dim`` made one.

    Raises ValueError for another ``order`` than "C".
    """
    check_array("flatten", input)
    if not -max(input.ndim, 1) <= start_dim < max(input.ndim, 2):
        raise ValueError(
            f"For 'flatten', start_dim {start_dim} is out of range for an input of "
            f"{input.ndim} axes."
        )
    if order != "C":
        raise ValueError(f"For 'flatten', order must be 'C', but got {order!r}.")
    if input.ndim == 0:
        return np.reshape(input, (1,))
    first = start_dim % max(input.ndim, start_dim + 1)
    last = end_dim % input.ndim
    if first >= last:
        return np.reshape(input, input.shape + (1,) * (first - last))
    return np.reshape(input, (*input.shape[:first], -1, *input.shape[last + 1 :]))


@operator
def transpose(input: Any, input_perm: Any) -> Any:
    """Return ``input`` with its axes in the order ``input_perm``."""
    return np.transpose(input, input_perm)


@operator
def permute(input: Any, axis: Any) -> Any:
    """Return ``input`` with its axes in the order ``axis``."""
    return np.transpose(input, axis)


@operator
def t(input: Any) -> Any:
    """Return the transpose of a matrix; a vector as it is."""
    return np.transpose(input)


@operator
def swapaxes(input: Any, axis0: int, axis1: int) -> Any:
    """Return ``input`` with two axes exchanged."""
    return np.swapaxes(input, axis0, axis1)


@operator
def movedim(x: Any, source: Any, destination: Any) -> Any:
    """Return ``x`` with the axes ``source`` moved to ``destination``."""
    return np.moveaxis(x, source, destination)


@operator
def expand_dims(input_x: Any, axis: int) -> Any:
    """Return ``input_x`` with a new axis of size 1 at ``axis``."""
    return np.expand_dims(input_x, axis)


@operator
def unsqueeze(input: Any, dim: int) -> Any:
    """Return ``input`` with a new axis of size 1 at ``dim``."""
    return np.expand_dims(input, dim)


@operator
def squeeze(input: Any, axis: Any = None) -> Any:
    """Return ``input`` without the axes ``axis`` (None: all) of size 1."""
    if isinstance(axis, list):
        axis = tuple(axis)
    return np.squeeze(input, axis=None if axis == () else axis)


@operator
def broadcast_to(input: Any, shape: Any) -> Any:
    """Return ``input`` repeated to ``shape``; -1 keeps the size of an axis."""
    skipped = len(shape) - input.ndim
    sizes = [
        input.shape[axis - skipped] if size == -1 else size
        for axis, size in enumerate(shape)
    ]
    return np.broadcast_to(input, tuple(sizes))


@operator
def expand_as(input: Any, other: Any) -> Any:
    """Return ``input`` repeated to the shape of ``other``."""
    return np.broadcast_to(input, other.shape)


# ------------------------------------------------------------- joining and repeating


def _one_dtype(tensors: Any) -> Any:
    """The operands, cast to the dtype that all of them promote to.

    Raises TypeError where they are no tuple or list, ValueError where there is none.
    """
    if not isinstance(tensors, (tuple, list)):
        raise TypeError(
            "Tensors that are joined are a tuple or a list of them, but got "
            f"{type(tensors).__name__}."
        )
    if not is_known(len(tensors)):
        return tensors  # As many as run time makes are of one dtype.
    if not tensors:
        raise ValueError("There must be a Tensor to be joined.")
    dtype = tensors[0].dtype
    for tensor in tensors[1:]:
        dtype = promote(dtype, tensor.dtype)
    return [cast_to(tensor, dtype) for tensor in tensors]


@operator
def concat(tensors: Any, axis: int = 0) -> Any:
    """Return the Tensors joined along an axis that they have."""
    return np.concatenate(_one_dtype(tensors), axis=axis)


@operator
def stack(tensors: Any, axis: int = 0) -> Any:
    """Return the Tensors, all of one shape, joined along a new axis."""
    return np.stack(_one_dtype(tensors), axis=axis)


@operator
def tile(input: Any, dims: Any) -> Any:
    """Return ``input`` repeated whole, ``dims[k]`` times along axis k."""
    if isinstance(dims, str):
        raise TypeError("For 'tile', 'dims' must be ints, but got str.")
    return np.tile(input, dims)


@operator
def repeat_interleave(input: Any, repeats: Any, axis: Any = None) -> Any:
    """Return ``input`` with each element repeated along ``axis`` (None: flat)."""
    return np.repeat(input, repeats, axis=axis)


@operator
def repeat_elements(x: Any, rep: int, axis: int = 0) -> Any:
    """Return ``x`` with each element repeated ``rep`` times along ``axis``."""
    return np.repeat(x, rep, axis=axis)


@operator
def meshgrid(*inputs: Any, indexing: str = "xy") -> Any:
    """Return coordinate arrays of the grid that the vectors ``inputs`` span."""
    return tuple(np.meshgrid(*inputs, indexing=indexing))  # type: ignore[call-overload]


# ---------------------------------------------------------------------------- cutting


@operator
def split(tensor: Any, split_size_or_sections: Any, axis: int = 0) -> Any:
    """Return a tuple of pieces along ``axis``.

    An int gives the size of every piece but the last; a tuple or list the size of each.
    """
    if not isinstance(split_size_or_sections, (int, tuple, list)):
        raise TypeError(
            "For 'split', 'split_size_or_sections' must be int, tuple or list, but got "
            f"{type(split_size_or_sections).__name__}."
        )
    if not -tensor.ndim <= axis < tensor.ndim:
        raise ValueError(
            f"For 'split', the axis {axis} is out of range for {tensor.ndim} axes."
        )
    if isinstance(split_size_or_sections, int):
        if is_known(split_size_or_sections) and split_size_or_sections <= 0:
            raise ValueError(
                "For 'split', 'split_size_or_sections' must be positive, but got "
                f"{split_size_or_sections}."
            )
        step = split_size_or_sections
        bounds = list(range(step, tensor.shape[axis], step))
    else:
        bounds = []
        for piece in split_size_or_sections[:-1]:
            bounds.append(piece + (bounds[-1] if bounds else 0))
    return tuple(np.split(tensor, bounds, axis=axis))


@operator
def equal_pieces(input: Any, count: int, axis: int) -> Any:
    """Return a tuple of ``count`` equal pieces along ``axis``.

    Raises ValueError where the size of the axis is no multiple of ``count``.
    """
    return tuple(np.split(input, count, axis=axis))


@operator
def chunk(input: Any, chunks: int, axis: int = 0) -> Any:
    """Return a tuple of at most ``chunks`` pieces along ``axis``, the last smaller."""
    return split(input, -(-input.shape[axis] // chunks), axis)


@operator
def unstack(input_x: Any, axis: int = 0) -> Any:
    """Return a tuple of the slices along ``axis``, without that axis."""
    return tuple(
        np.take(input_x, index, axis=axis) for index in range(input_x.shape[axis])
    )


@operator
def narrow(input: Any, axis: int, start: int, length: int) -> Any:
    """Return ``length`` slices along ``axis``, from ``start`` on."""
    index = [slice(None)] * (axis % input.ndim) + [slice(start, start + length)]
    return input[tuple(index)]


@operator
def slice_at(input: Any, dim: int, index: int) -> Any:
    """Return the slice at a place along ``dim``, without that axis."""
    return input[(*[slice(None)] * (dim % input.ndim), index)]


@operator
def slice_(input_x: Any, begin: Any, size: Any) -> Any:
    """Return the block of shape ``size`` that starts at ``begin``; -1: to the end."""
    index = [
        slice(start, None if extent == -1 else start + extent)
        for start, extent in zip(begin, size, strict=True)
    ]
    return input_x[tuple(index)]


@operator
def strided_slice(input_x: Any, begin: Any, end: Any, strides: Any) -> Any:
    """Return ``input_x[begin[0]:end[0]:strides[0], ...]``."""
    index = [
        slice(start, stop, step)
        for start, stop, step in zip(begin, end, strides, strict=True)
    ]
    return input_x[tuple(index)]


@operator
def flip(input: Any, dims: Any) -> Any:
    """Return ``input`` with the order along the axes ``dims`` reversed."""
    return np.flip(input, dims)


@operator
def roll(input: Any, shifts: Any, dims: Any = None) -> Any:
    """Return ``input`` shifted along ``dims`` (None: flat), what leaves coming back.

    Raises TypeError where ``dims`` is an array.
    """
    if isinstance(dims, np.ndarray):
        raise TypeError("For 'roll', 'dims' is an int, or a tuple or list of ints.")
    return np.roll(input, shifts, axis=dims)


@operator
def pad(input_x: Any, padding: Any, mode: str = "constant", value: Any = None) -> Any:
    """Return ``input_x`` with elements added around it.

    ``padding`` is ``(before, after)`` of the last axis, then of the one before it, and
    so on. ``mode`` is "constant" (with ``value``, 0 for None), "reflect", "replicate"
    or "circular". Raises ValueError for any other, TypeError for pairs.
    """
    if any(isinstance(size, (tuple, list, float)) for size in padding):
        raise TypeError(
            "For 'pad', the paddings value must be tuple of int or list of int, but "
            f"got {padding}"
        )
    if mode not in ("constant", "reflect", "replicate", "circular"):
        raise ValueError(f"For 'pad', mode {mode!r} is not supported.")
    if len(padding) % 2 or len(padding) > 2 * input_x.ndim:
        raise ValueError(
            "For 'pad', 'padding' has (before, after) for each of the last axes, but "
            f"got {padding} for {input_x.ndim} axes."
        )
    pairs = [(0, 0)] * input_x.ndim
    for place in range(len(padding) // 2):
        pairs[-1 - place] = (padding[2 * place], padding[2 * place + 1])
    if mode == "constant":
        return np.pad(input_x, pairs, constant_values=0 if value is None else value)
    return padded_from_inside(input_x, pairs, mode)


def padded_from_inside(x: Any, pairs: Any, mode: str) -> Any:
    """Return ``x`` with elements of its own added around it, ``(before, after)`` each.

    ``mode`` is "reflect" (mirrored at the outermost elements), "symmetric" (mirrored at
    the edge, which comes twice), "replicate" or "circular".
    """
    for axis, (before, after) in enumerate(pairs):
        if before == 0 and after == 0:
            continue
        size = x.shape[axis]
        place = np.arange(-before, size + after)
        if mode == "reflect":
            period = max(2 * size - 2, 1)
            place = place % period
            place = np.minimum(place, period - place)
        elif mode == "symmetric":
            place = place % (2 * size)
            place = np.minimum(place, 2 * size - 1 - place)
        elif mode == "replicate":
            place = np.clip(place, 0, size - 1)
        else:
            place = place % size
        x = np.take(x, place, axis=axis)
    return x


@operator
def tril(input: Any, diagonal: int = 0) -> Any:
    """Return ``input`` with zeros above the diagonal."""
    return np.tril(input, diagonal)


@operator
def triu(input: Any, diagonal: int = 0) -> Any:
    """Return ``input`` with zeros below the diagonal."""
    return np.triu(input, diagonal)


@operator
def diag(input: Any) -> Any:
    """Return zeros of shape ``input.shape * 2`` with ``input`` on the diagonal."""
    flat = np.reshape(input, (-1,))
    matrix = np.eye(flat.shape[0], dtype=input.dtype) * flat
    return np.reshape(matrix, (*input.shape, *input.shape))


cat, concatenate, unbind, swapdims, moveaxis = (
    concat,
    concat,
    unstack,
    swapaxes,
    movedim,
)
