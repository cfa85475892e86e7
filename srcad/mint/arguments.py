"""What the rows of ``mint`` need beside MindSpore's operators."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad import ops
from srcad.dtypes import int64
from srcad.ops._operator import operator
from srcad.ops.in_place_drawn import seedless
from srcad.ops.random import whole
from srcad.tensor import Tensor

__all__ = [
    "counted",
    "diagonal_of",
    "drawn_normal",
    "low_high",
    "low_high_size",
    "middle",
    "normed",
    "same",
    "seedless",
    "triangular",
    "whole",
]


def low_high(given: Any) -> Any:
    """Return ``(low, high)`` of ``(high,)`` or of both."""
    return (0, *given) if len(given) == 1 else given


def low_high_size(given: Any) -> Any:
    """Return ``(low, high, size)`` of ``(high, size)`` or of all three."""
    return (0, *given) if len(given) == 2 else given


def drawn_normal(mean: Any, std: Any, size: Any, generator: Any) -> Any:
    """Return numbers of ``N(mean, std^2)``, in ``size`` or as these broadcast."""
    seedless(mean, generator)
    if size is None:
        like = mean if isinstance(mean, Tensor) else std
        if not isinstance(like, Tensor):
            raise ValueError("For 'normal', of two numbers a size is needed.")
        size = (like + 0 * std if isinstance(std, Tensor) else like).shape
    return ops.standard_normal(size) * std + mean


def counted(input: Any, weights: Any, minlength: int) -> Any:
    """Return counts as int64, or the sums of weights."""
    found = ops.bincount(input, weights, minlength)
    return ops.cast(found, int64) if weights is None else found


def same(input: Any, other: Any) -> bool:
    """Return whether shapes and all elements are equal."""
    return input.shape == other.shape and bool(ops.all(ops.equal(input, other)))


def middle(input: Any, dim: int | None, keepdim: bool) -> Any:
    """Return the median of all; with ``dim``, ``(values, indices)`` along it."""
    if dim is None:
        return ops.median(ops.reshape(input, (-1,)), 0)[0]
    return ops.median(input, dim, keepdim)


def normed(A: Any, ord: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """Return a norm as PyTorch's ``linalg.norm`` does."""
    axes = dim
    if axes is None and ord is not None and A.ndim == 2:
        axes = (0, 1)
    if isinstance(axes, (tuple, list)) and len(axes) == 2 and ord is not None:
        return ops.matrix_norm(A, ord, tuple(axes), keepdim, dtype=dtype)
    if axes is None and ord is not None and A.ndim != 1:
        raise ValueError("For 'norm', an ord of more than two axes needs a dim.")
    return ops.vector_norm(A, 2 if ord is None else ord, axes, keepdim, dtype=dtype)


@operator
def diagonal_of(input: Any, diagonal: int) -> Any:
    """Return a matrix with a vector on a diagonal, or the diagonal of a matrix."""
    if input.ndim == 1:
        return ops.diag_embed(input, diagonal)
    return np.diagonal(input, diagonal, -2, -1)


@operator
def triangular(b: Any, A: Any, upper: bool, transpose: bool, unit: bool) -> Any:
    """Return ``(x, A)`` with ``A x = b``, of one triangle of ``A``."""
    matrix = np.triu(A) if upper else np.tril(A)
    if unit:
        # Ones on the diagonal, whatever stands there.
        eye = np.eye(A.shape[-1], dtype=A.dtype)
        matrix = matrix * (1 - eye) + eye
    if transpose:
        matrix = np.swapaxes(matrix, -1, -2)
    return np.linalg.solve(matrix, b), A
