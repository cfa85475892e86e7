"""Norms of vectors and matrices, and what is told by singular values."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import axis_in, filled, root, unsupported
from srcad.compiler.evaluate.numpy.chosen import is_empty
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.reductions import squares


@defines(np.linalg.norm, arrays="x", analytic=True)
def norm(x, ord=None, axis=None, keepdims=False):
    if x.dtype.kind not in "fc":
        x = np.asarray(x, np.float64)
    if ord is None:
        return root(np.sum(squares(x), axis=axis, keepdims=keepdims))
    axes = tuple(range(x.ndim)) if axis is None else axis
    if isinstance(axes, int) or len(axes) == 1:
        return vector_norm(x, ord, axes, keepdims)
    if len(axes) != 2:
        unsupported("another norm than that of all elements is of vectors, or matrices")
    return matrix_norm(x, ord, axes, keepdims)


def greatest(x, axis, keepdims=False):
    """The greatest of what is not negative; 0 where there is none."""
    if is_empty(x):
        return np.sum(x, axis=axis, keepdims=keepdims)
    if filled(x):
        return np.max(x, axis=axis, keepdims=keepdims)
    return np.max(x, axis=axis, keepdims=keepdims, initial=0.0)


def vector_norm(x, ord, axis, keepdims):
    if isinstance(ord, str):
        unsupported(f"{ord!r} is a norm of matrices")
    if ord == 2:
        return root(np.sum(squares(x), axis=axis, keepdims=keepdims))
    size = np.abs(x)
    if ord == np.inf:
        return greatest(size, axis, keepdims)
    if ord == -np.inf:
        return np.min(size, axis=axis, keepdims=keepdims)
    if ord == 0:
        count = np.sum(x != 0, axis=axis, keepdims=keepdims)
        return np.astype(count, size.dtype)
    if ord == 1:
        return np.sum(size, axis=axis, keepdims=keepdims)
    sums = np.sum(size**ord, axis=axis, keepdims=keepdims)
    if ord < 0:
        return sums ** (1 / ord)
    # Of zeros alone it has the slope 0, as for the order 2.
    nothing = sums == 0
    return np.where(nothing, 0.0, np.where(nothing, 1.0, sums) ** (1 / ord))


def matrix_norm(x, ord, axes, keepdims):
    rows, columns = axis_in(axes[0], x.ndim), axis_in(axes[1], x.ndim)
    if ord == "fro":
        return root(np.sum(squares(x), axis=(rows, columns), keepdims=keepdims))
    if ord in (1, -1, np.inf, -np.inf):
        summed, other = (rows, columns) if ord in (1, -1) else (columns, rows)
        sums = np.sum(np.abs(x), axis=summed, keepdims=True)
        extreme: Any = greatest if ord > 0 else np.min
        found = extreme(sums, other, keepdims=True)
    elif ord in (2, -2, "nuc"):
        s = np.linalg.svd(np.moveaxis(x, (rows, columns), (-2, -1)), compute_uv=False)
        if ord == "nuc":
            found = np.sum(s, axis=-1)
        else:
            found = greatest(s, -1) if ord == 2 else np.min(s, axis=-1)
        return np.expand_dims(found, (rows, columns)) if keepdims else found
    else:
        unsupported(f"there is no norm {ord!r} of matrices")
    return found if keepdims else np.squeeze(found, (rows, columns))


@defines(np.linalg.matrix_norm, arrays="x", analytic=True)
def norm_of_matrices(x, /, *, keepdims=False, ord="fro"):
    return np.linalg.norm(x, ord, (-2, -1), keepdims)


@defines(np.linalg.vector_norm, arrays="x", analytic=True)
def norm_of_vectors(x, /, *, axis=None, keepdims=False, ord=2):
    if axis is None:
        found = np.linalg.norm(np.ravel(x), ord)
        return np.reshape(found, (1,) * x.ndim) if keepdims else found
    if isinstance(axis, int) or ord is None:
        return np.linalg.norm(x, ord, axis, keepdims)
    return vector_norm(x, ord, tuple(axis), keepdims)


@defines(np.linalg.cond, arrays="x", analytic=True)
def cond(x, p=None):
    if p is None or p in (2, -2):
        s = np.linalg.svd(x, compute_uv=False)
        high, low = np.max(s, axis=-1), np.min(s, axis=-1)
        return low / high if p == -2 else high / low
    return np.linalg.norm(x, p, (-2, -1)) * np.linalg.norm(
        np.linalg.inv(x), p, (-2, -1)
    )


@defines(np.linalg.matrix_rank, arrays="A tol", analytic=True)
def matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    if hermitian:
        unsupported("the argument `hermitian` is not supported")
    if A.ndim < 2:
        return int(np.any(A != 0))
    s = np.linalg.svd(A, compute_uv=False)
    if tol is None:
        if rtol is None:
            rtol = max(A.shape[-2], A.shape[-1]) * float(np.finfo(s.dtype).eps)
        return np.sum(s > s[..., :1] * np.expand_dims(rtol, -1), axis=-1)
    return np.sum(s > np.expand_dims(tol, -1), axis=-1)
