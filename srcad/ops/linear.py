"""Products of matrices and vectors. Sizes that do not fit raise ValueError."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import same_dtype

__all__ = [
    "addmm",
    "baddbmm",
    "bias_add",
    "bmm",
    "dense",
    "dot",
    "einsum",
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
