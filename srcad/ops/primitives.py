"""Operators as classes: ``ops.MatMul()(x, y)``.

An object holds the hyper-parameters that its constructor takes; its ``__call__`` is
ordinary Python over the functions of ``srcad.ops``, which the compiler reads.
"""

from __future__ import annotations

from typing import Any

from srcad.ops import activations, linear
from srcad.ops._primitive import Primitive


class MatMul(Primitive):
    """``(m, k)`` by ``(k, n)`` gives ``(m, n)``; each operand may be transposed first.

    Raises ValueError where an operand is not of rank 2 or the sizes do not fit.
    """

    def __init__(self, transpose_a: bool = False, transpose_b: bool = False) -> None:
        self.transpose_a = transpose_a
        self.transpose_b = transpose_b

    def __call__(self, input: Any, mat2: Any) -> Any:
        """Return the product."""
        if input.ndim != 2 or mat2.ndim != 2:
            raise ValueError(
                "For 'MatMul', the inputs must be of rank 2, but got ranks "
                f"{input.ndim} and {mat2.ndim}."
            )
        if self.transpose_a:
            input = input.T
        if self.transpose_b:
            mat2 = mat2.T
        return linear.matmul(input, mat2)


class ReLU(Primitive):
    """``max(x, 0)``."""

    def __call__(self, input: Any) -> Any:
        """Return the result."""
        return activations.relu(input)


class Softmax(Primitive):
    """``exp(x) / sum(exp(x))`` along ``axis``."""

    def __init__(self, axis: int = -1) -> None:
        self.axis = axis

    def __call__(self, input: Any) -> Any:
        """Return the result."""
        return activations.softmax(input, self.axis)
