"""Factors, norms and diagonals of matrices, the last two axes, over NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import as_floating
from srcad.ops.linear import det

__all__ = [
    "batch_dot",
    "cholesky",
    "cholesky_inverse",
    "cholesky_solve",
    "cov",
    "diag_embed",
    "diagflat",
    "log_matrix_determinant",
    "logdet",
    "matrix_determinant",
    "matrix_exp",
    "matrix_norm",
    "matrix_power",
    "pinv",
    "qr",
    "slogdet",
    "svd",
    "trapz",
    "vander",
    "vecdot",
    "vector_norm",
]


@operator
def cholesky(input_x: Any, upper: bool = False) -> Any:
    """Return L with ``L L^T = input_x``, or its transpose, which is ``upper``."""
    lower = np.linalg.cholesky(input_x)
    return np.swapaxes(lower, -1, -2) if upper else lower


def _product(factor: Any, upper: bool) -> Any:
    """The matrix that ``cholesky`` gives this factor of: one triangle is read."""
    factor = np.triu(factor) if upper else np.tril(factor)
    turned = np.swapaxes(factor, -1, -2)
    return turned @ factor if upper else factor @ turned


@operator
def cholesky_inverse(input_x: Any, upper: bool = False) -> Any:
    """Return the inverse of the matrix with this factor of ``cholesky``."""
    return np.linalg.inv(_product(input_x, upper))


@operator
def cholesky_solve(input: Any, input2: Any, upper: bool = False) -> Any:
    """Return x with ``A x = input``, of the factor ``input2`` of A."""
    return np.linalg.solve(_product(input2, upper), input)


@operator
def slogdet(input: Any) -> Any:
    """Return ``(sign, logarithm of the absolute value)`` of the determinants."""
    sign, logarithm = np.linalg.slogdet(input)
    return sign, logarithm


@operator
def logdet(input: Any) -> Any:
    """Return the logarithm of the determinants; NaN where one is negative."""
    sign, logarithm = np.linalg.slogdet(input)
    return np.where(sign < 0, np.nan, logarithm)


@operator
def matrix_power(input: Any, n: int) -> Any:
    """Return the matrices times themselves; of their inverses for a negative ``n``."""
    return np.linalg.matrix_power(input, n)


@operator
def pinv(x: Any, *, atol: Any = None, rtol: Any = None, hermitian: bool = False) -> Any:
    """Return the pseudo-inverses. Raises ValueError for ``atol``.

    Singular values below ``rtol`` times the largest count as zero.
    """
    if atol is not None:
        raise ValueError("For 'pinv', 'atol' is not supported: give 'rtol'.")
    if rtol is None:
        rtol = max(x.shape[-1], x.shape[-2]) * np.finfo(x.dtype).eps
    return np.linalg.pinv(x, rtol, hermitian)


@operator
def qr(input: Any, mode: str = "reduced") -> Any:
    """Return ``(Q, R)``. Raises ValueError for a mode but "reduced" and "complete"."""
    if mode not in ("reduced", "complete"):
        raise ValueError(f"For 'qr', the mode {mode!r} is not supported.")
    kind: Any = mode
    q, r = np.linalg.qr(input, kind)
    return q, r


@operator
def svd(input: Any, full_matrices: bool = False, compute_uv: bool = True) -> Any:
    """Return ``(s, u, v)`` with ``input = u diag(s) v^T``, or s alone."""
    if not compute_uv:
        return np.linalg.svd(input, compute_uv=False)
    u, s, vh = np.linalg.svd(input, full_matrices)
    return s, u, np.swapaxes(vh, -1, -2)


@operator
def vector_norm(
    x: Any, ord: Any = 2, axis: Any = None, keepdims: bool = False, *, dtype: Any = None
) -> Any:
    """Return the norms of vectors along ``axis``, of all elements for None."""
    x = as_floating(x if dtype is None else x.astype(dtype))
    if axis is None:
        flat = np.linalg.norm(np.reshape(x, (-1,)), ord)
        return np.reshape(flat, (1,) * x.ndim) if keepdims else flat
    if isinstance(axis, (tuple, list)):
        # One axis of several: a norm of two axes would be one of matrices.
        places = tuple(one % x.ndim for one in axis)
        rest = tuple(k for k in range(x.ndim) if k not in places)
        sizes = tuple(1 if k in places else x.shape[k] for k in range(x.ndim))
        turned = np.transpose(x, (*rest, *places))
        shape = tuple(x.shape[k] for k in rest)
        found = np.linalg.norm(np.reshape(turned, (*shape, -1)), ord, axis=-1)
        return np.reshape(found, sizes) if keepdims else found
    return np.linalg.norm(x, ord, axis=axis, keepdims=keepdims)


@operator
def matrix_norm(
    A: Any,
    ord: Any = "fro",
    axis: Any = (-2, -1),
    keepdims: bool = False,
    *,
    dtype: Any = None,
) -> Any:
    """Return the norms of matrices; ``ord`` as ``np.linalg.norm`` takes it."""
    A = as_floating(A if dtype is None else A.astype(dtype))
    return np.linalg.norm(A, ord, axis=tuple(axis), keepdims=keepdims)


@operator
def vecdot(x: Any, y: Any, *, axis: int = -1) -> Any:
    """Return the sums of products along ``axis``, of the conjugates of ``x``."""
    return np.sum(np.conj(x) * y, axis=axis)


@operator
def batch_dot(x1: Any, x2: Any, axes: Any = None) -> Any:
    """Return the products of the two of each entry of the first axis, summed over an
    axis of each: by default the last one, and of ``x2`` the last but one of several.
    """
    if x1.ndim < 2 or x2.ndim < 2:
        raise ValueError("For 'batch_dot', inputs x1, x2 should have 'dimension >= 2'.")
    if axes is None:
        axes = (x1.ndim - 1, max(x2.ndim - 2, 1))
    first, second = (axes, axes) if isinstance(axes, int) else axes
    if 0 in (first, second):
        raise ValueError("For 'batch_dot', the 'axes' cannot contain 0.")
    left, right = list(range(x1.ndim)), list(range(x1.ndim, x1.ndim + x2.ndim))
    right[0], right[second] = 0, left[first]
    kept = [one for one in left + right[1:] if one != left[first]]
    out = np.einsum(x1, left, x2, right, kept)
    return np.expand_dims(out, 1) if x1.ndim == x2.ndim == 2 else out


@operator
def matrix_exp(input: Any) -> Any:
    """Return the exponentials of matrices: a Taylor series of what is scaled to a norm
    below 1 / 2, squared as often."""
    input = as_floating(input)
    norm = np.max(np.sum(np.abs(input), axis=-1))
    halvings = int(max(np.ceil(np.log2(norm + 1e-30)) + 1, 0))
    x = input / 2.0**halvings
    unit = np.eye(input.shape[-1], dtype=input.dtype)
    out = unit + x / 16
    for k in range(15, 0, -1):
        out = unit + x @ out / k
    for _ in range(halvings):
        out = out @ out
    return out


@operator
def diag_embed(input: Any, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    """Return matrices with the vectors of the last axis on a diagonal, zeros elsewhere.

    The matrices' axes are ``dim1`` and ``dim2`` of the result.
    """
    size = input.shape[-1] + abs(offset)
    row, column = np.arange(size)[:, None], np.arange(size)
    place = np.clip(np.minimum(row, column), 0, input.shape[-1] - 1)
    spread = np.take(input, place, axis=input.ndim - 1)
    out = np.where(column - row == offset, spread, 0)
    return np.moveaxis(out, (-2, -1), (dim1, dim2))


@operator
def diagflat(input: Any, offset: int = 0) -> Any:
    """Return a matrix with all elements on a diagonal."""
    return np.diagflat(input, offset)


@operator
def vander(x: Any, N: int | None = None) -> Any:
    """Return the powers of a vector, a column each, the highest first."""
    return np.vander(x, N)


@operator
def cov(
    input: Any, *, correction: int = 1, fweights: Any = None, aweights: Any = None
) -> Any:
    """Return the covariances of the rows, dividing by the count less ``correction``."""
    input = as_floating(input)
    found = np.cov(input, ddof=correction, fweights=fweights, aweights=aweights)
    return found.astype(input.dtype)


@operator
def trapz(y: Any, x: Any = None, *, dx: float = 1.0, dim: int = -1) -> Any:
    """Return the integral along ``dim`` by the trapezoidal rule."""
    y = as_floating(y)
    before = (slice(None),) * (dim % y.ndim)
    both = y[(*before, slice(1, None))] + y[(*before, slice(None, -1))]
    if x is None:
        return np.sum(both, axis=dim) * (dx / 2)
    steps = np.diff(x, axis=dim if x.ndim == y.ndim else -1)
    if x.ndim == 1:
        steps = np.reshape(steps, (-1,) + (1,) * (y.ndim - 1 - dim % y.ndim))
    return np.sum(both * steps, axis=dim) / 2


matrix_determinant, log_matrix_determinant = det, slogdet
