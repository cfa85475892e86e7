"""Methods that reduce, order and multiply: operators of ``srcad.ops``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # srcad.ops, which is made of Tensors, sets this name when it is imported.
    import srcad.ops as ops

__all__ = ["ReductionMethods"]


class ReductionMethods:
    """Reductions take ``axis`` None (all axes), an int or a tuple."""

    def sum(self, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
        """Return the sum; of bools and integers int64."""
        return ops.sum(self, axis, keepdims, dtype=dtype)

    def prod(self, axis: Any = None, keep_dims: bool = False, dtype: Any = None) -> Any:
        """Return the product; of bools and integers int64."""
        return ops.prod(self, axis, keep_dims, dtype)

    def mean(self, axis: Any = None, keep_dims: bool = False) -> Any:
        """Return the mean; of integers, cut to their dtype."""
        return ops.mean(self, axis, keep_dims)

    def max(
        self, axis: Any = None, keepdims: bool = False, *, return_indices: bool = False
    ) -> Any:
        """Return the largest elements; with ``return_indices`` a tuple with int64s."""
        if return_indices:
            return ops.max(self, axis, keepdims)
        return ops.amax(self, axis, keepdims)

    def min(
        self, axis: Any = None, keepdims: bool = False, *, return_indices: bool = False
    ) -> Any:
        """Return the smallest elements; with ``return_indices`` a tuple with int64s."""
        if return_indices:
            return ops.min(self, axis, keepdims)
        return ops.amin(self, axis, keepdims)

    def amax(self, axis: Any = None, keepdims: bool = False) -> Any:
        """Return the largest elements."""
        return ops.amax(self, axis, keepdims)

    def amin(self, axis: Any = None, keepdims: bool = False) -> Any:
        """Return the smallest elements."""
        return ops.amin(self, axis, keepdims)

    def any(self, axis: Any = None, keep_dims: bool = False) -> Any:
        """Return whether some element is true."""
        return ops.any(self, axis, keep_dims)

    def all(self, axis: Any = None, keep_dims: bool = False) -> Any:
        """Return whether all elements are true."""
        return ops.all(self, axis, keep_dims)

    def var(self, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
        """Return the variance, divided by the count less ``ddof``."""
        return ops.var(self, axis, ddof, keepdims)

    def std(self, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
        """Return the standard deviation."""
        return ops.std(self, axis, ddof, keepdims)

    def logsumexp(self, dim: Any, keepdim: bool = False) -> Any:
        """Return ``log(sum(e^x))``."""
        return ops.logsumexp(self, dim, keepdim)

    def norm(
        self,
        ord: Any = None,
        dim: Any = None,
        keepdim: bool = False,
        *,
        dtype: Any = None,
    ) -> Any:
        """Return a norm: see ``ops.norm``."""
        return ops.norm(self, ord, dim, keepdim, dtype=dtype)

    def cumsum(self, axis: int, dtype: Any = None) -> Any:
        """Return the running sums along ``axis``."""
        return ops.cumsum(self, axis, dtype)

    def cumprod(self, dim: int, dtype: Any = None) -> Any:
        """Return the running products along ``dim``; of integers int64."""
        return ops.cumprod(self, dim, dtype)

    def argmax(self, axis: Any = None, keepdims: bool = False) -> Any:
        """Return the int64 index of the first largest element (of all, for None)."""
        return ops.argmax(self, axis, keepdims)

    def argmin(self, axis: Any = None, keepdims: bool = False) -> Any:
        """Return the int32 index of the first smallest element (of all, for None)."""
        return ops.argmin(self, axis, keepdims)

    def sort(self, axis: int = -1, descending: bool = False) -> Any:
        """Return ``(elements in order, int32 indices)``."""
        return ops.sort(self, axis, descending)

    def argsort(self, axis: int = -1, descending: bool = False) -> Any:
        """Return the int32 indices that put the elements in order."""
        return ops.argsort(self, axis, descending)

    def topk(
        self, k: int, dim: Any = None, largest: bool = True, sorted: bool = True
    ) -> Any:
        """Return ``(values, int32 indices)`` of the ``k`` largest along ``dim``."""
        return ops.topk(self, k, dim, largest, sorted)

    # --------------------------------------------------------------- products

    def matmul(self, tensor2: Any) -> Any:
        """Return the matrix product."""
        return ops.matmul(self, tensor2)

    def mm(self, mat2: Any) -> Any:
        """Return the product of two matrices."""
        return ops.mm(self, mat2)

    def bmm(self, mat2: Any) -> Any:
        """Return the products of two batches of matrices."""
        return ops.bmm(self, mat2)

    def dot(self, other: Any) -> Any:
        """Return the inner product."""
        return ops.dot(self, other)

    def outer(self, vec2: Any) -> Any:
        """Return the outer product of two vectors."""
        return ops.outer(self, vec2)

    def addmm(self, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
        """Return ``beta * x + alpha * (mat1 @ mat2)``."""
        return ops.addmm(self, mat1, mat2, beta=beta, alpha=alpha)
