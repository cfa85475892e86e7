"""Products of matrices and vectors. Sizes that do not fit raise ValueError."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import root
from srcad.ops._operator import operator
from srcad.ops._promotion import check_array, same_dtype

__all__ = [
    "addbmm",
    "addmm",
    "addmv",
    "addr",
    "baddbmm",
    "bias_add",
    "bmm",
    "cdist",
    "cross",
    "dense",
    "det",
    "dist",
    "dot",
    "einsum",
    "ger",
    "inner",
    "inverse",
    "kron",
    "matmul",
    "mm",
    "mv",
    "outer",
    "tensor_dot",
]


@operator
def matmul(input: Any, other: Any) -> Any:
    """Return the matrix product, with NumPy's rules for vectors and batches.

    ``(..., m, k)`` by ``(..., k, n)`` gives ``(..., m, n)``.
    """
    check_array("matmul", input)
    check_array("matmul", other)
    input, other = same_dtype(input, other)
    return np.matmul(input, other)


@operator
def bmm(input_x: Any, mat2: Any) -> Any:
    """Return the products of two batches of matrices, ``(..., m, k)``, ``(..., k, n)``.

    Raises ValueError for ranks below 2.
    """
    if input_x.ndim < 2 or mat2.ndim < 2:
        raise ValueError(
            "For 'BatchMatMul', the inputs must be of rank 2 or more, but got ranks "
            f"{input_x.ndim} and {mat2.ndim}."
        )
    input_x, mat2 = same_dtype(input_x, mat2)
    return np.matmul(input_x, mat2)


@operator
def mm(input: Any, mat2: Any) -> Any:
    """Return the product of two matrices."""
    return matmul(input, mat2)


@operator
def mv(mat: Any, vec: Any) -> Any:
    """Return the product of a matrix and a vector."""
    return matmul(mat, vec)


@operator
def dot(input: Any, other: Any) -> Any:
    """Return the inner product of the last axis and the last but one (or only one)."""
    input, other = same_dtype(input, other)
    return np.dot(input, other)


@operator
def outer(input: Any, vec2: Any) -> Any:
    """Return the outer product of two vectors."""
    input, vec2 = same_dtype(input, vec2)
    return np.outer(input, vec2)


@operator
def addmm(input: Any, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    """Return ``beta * input + alpha * (mat1 @ mat2)``."""
    return beta * input + alpha * matmul(mat1, mat2)


@operator
def baddbmm(input: Any, batch1: Any, batch2: Any, beta: Any = 1, alpha: Any = 1) -> Any:
    """Return ``beta * input + alpha * (batch1 @ batch2)``, batch by batch."""
    return beta * input + alpha * bmm(batch1, batch2)


@operator
def tensor_dot(x1: Any, x2: Any, axes: Any) -> Any:
    """Return the product summed over ``axes``: a count, or axes of each operand."""
    x1, x2 = same_dtype(x1, x2)
    return np.tensordot(x1, x2, axes)


@operator
def einsum(equation: str, *operands: Any) -> Any:
    """Return the sum of products that ``equation`` (Einstein's notation) describes."""
    return np.einsum(equation, *operands)


@operator
def dense(input: Any, weight: Any, bias: Any = None) -> Any:
    """Return ``input @ weight^T + bias``; ``weight`` is ``(out, in)``."""
    out = matmul(input, weight.T)
    return out if bias is None else out + bias


@operator
def bias_add(input_x: Any, bias: Any) -> Any:
    """Return ``input_x`` plus a bias for each channel, which are axis 1."""
    if input_x.ndim > 2:
        bias = np.reshape(bias, (-1,) + (1,) * (input_x.ndim - 2))
    return input_x + bias


@operator
def addmv(input: Any, mat: Any, vec: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    """Return ``beta * input + alpha * (mat @ vec)``."""
    return beta * input + alpha * matmul(mat, vec)


@operator
def addr(x: Any, vec1: Any, vec2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    """Return ``beta * x + alpha * outer(vec1, vec2)``."""
    return beta * x + alpha * np.outer(vec1, vec2)


@operator
def addbmm(
    input: Any, batch1: Any, batch2: Any, *, beta: Any = 1, alpha: Any = 1
) -> Any:
    """Return ``beta * input`` and ``alpha`` times the sum of the batches' products."""
    return beta * input + alpha * np.sum(bmm(batch1, batch2), axis=0)


@operator
def ger(input: Any, vec2: Any) -> Any:
    """Return the outer product of two vectors."""
    return np.outer(*same_dtype(input, vec2))


@operator
def inner(input: Any, other: Any) -> Any:
    """Return the sums of the products along the last axes."""
    return np.inner(*same_dtype(input, other))


@operator
def kron(input: Any, other: Any) -> Any:
    """Return the Kronecker product."""
    return np.kron(*same_dtype(input, other))


@operator
def cross(input: Any, other: Any, dim: Any = None) -> Any:
    """Return the vector product along ``dim``, by default the first axis of size 3.

    Raises ValueError where there is none.
    """
    if dim is None:
        of_three = [k for k, size in enumerate(input.shape) if size == 3]
        if not of_three:
            raise ValueError("For 'cross', no axis of 'input' has the size 3.")
        dim = of_three[0]
    input, other = same_dtype(input, other)
    input, other = np.broadcast_arrays(input, other)
    first = [np.take(input, k, axis=dim) for k in range(3)]
    second = [np.take(other, k, axis=dim) for k in range(3)]
    parts = [
        first[k - 2] * second[k - 1] - first[k - 1] * second[k - 2] for k in range(3)
    ]
    return np.stack(parts, axis=dim)


@operator
def inverse(input: Any) -> Any:
    """Return the inverses of the matrices; LinAlgError where one has none."""
    return np.linalg.inv(input)


@operator
def det(input: Any) -> Any:
    """Return the determinants of the matrices."""
    return np.linalg.det(input)


@operator
def dist(input: Any, other: Any, p: Any = 2) -> Any:
    """Return the norm ``p`` of the difference, of all its elements.

    At 0 it has the derivative 0.
    """
    apart = np.abs(np.subtract(*same_dtype(input, other)))
    if p == np.inf:
        return np.max(apart)
    if p == 2:
        return root(np.sum(apart * apart))
    powers = np.sum(apart**p)
    same = powers == 0
    return np.where(same, 0, np.where(same, 1, powers) ** (1 / p))


@operator
def cdist(x1: Any, x2: Any, p: float = 2.0) -> Any:
    """Return the distances ``(..., m, n)`` of the rows of two matrices, in the norm p.

    At 0 a distance has the derivative 0.
    """
    x1, x2 = same_dtype(x1, x2)
    apart = np.abs(np.expand_dims(x1, -2) - np.expand_dims(x2, -3))
    if p == np.inf:
        return np.max(apart, axis=-1)
    if p == 0:
        return np.sum(apart != 0, axis=-1).astype(x1.dtype)
    powers = np.sum(apart**p, axis=-1)
    same = powers == 0
    return np.where(same, 0, np.where(same, 1, powers) ** (1 / p))
