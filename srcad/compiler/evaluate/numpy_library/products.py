"""Products of vectors, matrices and tensors."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.numpy_library.definitions import (
    defines,
    root,
    unsupported,
)


@defines(np.dot, arrays="a b")
def dot(a, b):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        # A number has its own dtype here, unlike beside an operator.
        return np.reshape(a, np.shape(a)) * np.reshape(b, np.shape(b))
    if np.ndim(b) <= 2:
        return a @ b
    return np.tensordot(a, b, axes=((-1,), (-2,)))


@defines(np.vdot, arrays="a b")
def vdot(a, b):
    return np.ravel(a) @ np.ravel(b)


@defines(np.inner, arrays="a b")
def inner(a, b):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        # A number has its own dtype here, unlike beside an operator.
        return np.reshape(a, np.shape(a)) * np.reshape(b, np.shape(b))
    if b.ndim == 1:
        return a @ b
    if a.ndim <= 2 and b.ndim == 2:
        return a @ np.transpose(b)
    return np.tensordot(a, b, axes=((-1,), (-1,)))


@defines(np.outer, arrays="a b")
def outer(a, b):
    return np.expand_dims(np.ravel(a), 1) * np.ravel(b)


@defines(np.kron, arrays="a b")
def kron(a, b):
    rank = max(a.ndim, b.ndim)
    first = (1,) * (rank - a.ndim) + a.shape
    second = (1,) * (rank - b.ndim) + b.shape
    left = tuple(size for one in first for size in (one, 1))
    right = tuple(size for one in second for size in (1, one))
    whole = tuple(p * q for p, q in zip(first, second, strict=True))
    return np.reshape(np.reshape(a, left) * np.reshape(b, right), whole)


@defines(np.cross, arrays="a b")
def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    if axis is not None:
        axisa, axisb, axisc = axis, axis, axis
    a, b = np.moveaxis(a, axisa, -1), np.moveaxis(b, axisb, -1)
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        unsupported("it takes vectors of three elements")
    x, y, z = a[..., 0], a[..., 1], a[..., 2]
    u, v, w = b[..., 0], b[..., 1], b[..., 2]
    product = np.stack((y * w - z * v, z * u - x * w, x * v - y * u), axis=-1)
    return np.moveaxis(product, -1, axisc)


@defines(np.vecdot, arrays="x1 x2")
def vecdot(x1, x2):
    return np.sum(x1 * x2, axis=-1)


@defines(np.linalg.norm, arrays="x")
def norm(x, ord=None, axis=None, keepdims=False):
    vector = isinstance(axis, int) or (axis is None and x.ndim == 1)
    if ord == "fro" and vector:
        unsupported("'fro' is a norm of matrices")
    if ord is None or ord == "fro" or (ord == 2 and vector):
        return root(np.sum(x * x, axis=axis, keepdims=keepdims))
    if not vector:
        unsupported(f"the norm {ord!r} of a matrix is not supported")
    size = np.abs(x)
    if ord == np.inf:
        return np.max(size, axis=axis, keepdims=keepdims)
    if ord == -np.inf:
        return np.min(size, axis=axis, keepdims=keepdims)
    if ord == 0:
        count = np.sum(x != 0, axis=axis, keepdims=keepdims)
        return np.astype(count, x.dtype)
    if ord == 1:
        return np.sum(size, axis=axis, keepdims=keepdims)
    return np.sum(size**ord, axis=axis, keepdims=keepdims) ** (1 / ord)


@defines(np.linalg.matrix_power)
def matrix_power(a, n):
    if n < 0:
        return np.linalg.matrix_power(np.linalg.inv(a), -n)
    if n == 0:
        return np.broadcast_to(np.eye(a.shape[-1], dtype=a.dtype), a.shape).copy()
    if n == 1:
        return a.copy()
    half = a if n < 4 else np.linalg.matrix_power(a, n // 2)
    square = half @ half
    return square @ a if n % 2 else square


@defines(np.linalg.multi_dot, arrays="")
def multi_dot(arrays):
    first, *others = arrays
    for other in others:
        first = np.dot(first, other)
    return first


@defines(np.polyval, arrays="p x")
def polyval(p, x):
    value = np.zeros_like(x)
    for k in range(p.shape[0]):
        value = value * x + p[k]
    return value


@defines(np.vander, arrays="x")
def vander(x, N=None, increasing=False):
    powers = np.arange(x.shape[0] if N is None else N)
    if not increasing:
        powers = powers[::-1]
    return np.expand_dims(x, 1) ** powers


# ------------------------------------------------- parts of a convolution, by its mode


def part_of_convolution(whole, a, v, mode):
    """The middle of a full convolution."""
    shorter = min(a.shape[0], v.shape[0])
    longer = max(a.shape[0], v.shape[0])
    if mode == "valid":
        return whole[shorter - 1 : longer]
    if mode != "same":
        unsupported(f"there is no mode {mode!r}")
    start = (shorter - 1) // 2
    return whole[start : start + longer]


def correlation(a, v, mode):
    """A correlation is a convolution with the second array turned round."""
    whole = np.convolve(a, v[::-1])
    if mode == "full":
        return whole
    if mode == "same":
        shorter = min(a.shape[0], v.shape[0])
        odd = shorter - 1 if a.shape[0] >= v.shape[0] else shorter
        start = odd // 2
        return whole[start : start + max(a.shape[0], v.shape[0])]
    return part_of_convolution(whole, a, v, mode)
