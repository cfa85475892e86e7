"""The operators of ``mint`` whose arguments PyTorch calls by other names, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

# Written by tools/stubs.py.

from typing import Any

def addcdiv(input: Any, tensor1: Any, tensor2: Any, *, value: int = 1) -> Any:
    """Return ``input + value * tensor1 / tensor2``."""

def addcmul(input: Any, tensor1: Any, tensor2: Any, *, value: int = 1) -> Any:
    """Return ``input + value * tensor1 * tensor2``."""

def addmm(input: Any, mat1: Any, mat2: Any, *, beta: int = 1, alpha: int = 1) -> Any:
    """Return ``beta * input + alpha * (mat1 @ mat2)``."""

def all(input: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """Return whether all elements are true, over the axes ``dim``."""

def allclose(
    input: Any,
    other: Any,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Any:
    """Return whether all elements are close."""

def amax(input: Any, dim: Any = ..., keepdim: bool = False) -> Any:
    """Return the largest element over the axes ``dim``."""

def amin(input: Any, dim: Any = ..., keepdim: bool = False) -> Any:
    """Return the smallest element over the axes ``dim``."""

def any(input: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """Return whether an element is true, over the axes ``dim``."""

def arctan2(input: Any, other: Any) -> Any:
    """Return the angle of the points ``(other, input)``."""

def argmin(input: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the index of the smallest element along ``dim``, or of all."""

def argsort(
    input: Any, dim: int = -1, descending: bool = False, stable: bool = False
) -> Any:
    """Return the indices that put ``input`` in order along ``dim``."""

def baddbmm(
    input: Any, batch1: Any, batch2: Any, *, beta: int = 1, alpha: int = 1
) -> Any:
    """Return ``beta * input + alpha * (batch1 @ batch2)``, batch by batch."""

def bernoulli(input: Any, *, generator: Any = None) -> Any:
    """Return 1 with the probabilities of ``input`` and 0 otherwise."""

def bincount(input: Any, weights: Any = None, minlength: int = 0) -> Any:
    """Return how often each integer is there, or the sum of its weights."""

def bitwise_not(input: Any) -> Any:
    """Return the integers with every bit turned."""

def cat(tensors: Any, dim: int = 0) -> Any:
    """Return the Tensors joined along ``dim``."""

def chunk(input: Any, chunks: int, dim: int = 0) -> Any:
    """Return about ``chunks`` equal pieces along ``dim``."""

def clip(input: Any, min: Any = None, max: Any = None) -> Any:
    """Return ``input`` brought into ``[min, max]``."""

def clone(input: Any) -> Any:
    """Return a copy."""

def concat(tensors: Any, dim: int = 0) -> Any:
    """Return the Tensors joined along ``dim``."""

def count_nonzero(input: Any, dim: Any = None) -> Any:
    """Return how many elements are not 0, over the axes ``dim``."""

def cummax(input: Any, dim: int) -> Any:
    """Return ``(values, indices)`` of the largest so far along ``dim``."""

def cummin(input: Any, dim: int) -> Any:
    """Return ``(values, indices)`` of the smallest so far along ``dim``."""

def cumsum(input: Any, dim: int, dtype: Any = None) -> Any:
    """Return the running sums along ``dim``."""

def diag(input: Any, diagonal: int = 0) -> Any:
    """Return a matrix with a vector on a diagonal, or the diagonal of a matrix."""

def diff(
    input: Any, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None
) -> Any:
    """Return the differences of neighbours along ``dim``, ``n`` times."""

def div(input: Any, other: Any, *, rounding_mode: str | None = None) -> Any:
    """Return ``input / other``, rounded to zero ("trunc") or down ("floor")."""

def divide(input: Any, other: Any, *, rounding_mode: str | None = None) -> Any:
    """Return ``input / other``, rounded to zero ("trunc") or down ("floor")."""

def dstack(tensors: Any) -> Any:
    """Return the Tensors, of at least three axes each, joined along axis 2."""

def einsum(equation: str, *operands: Any) -> Any:
    """Return the sum of products that ``equation`` (Einstein's notation) describes."""

def empty(*size: Any, dtype: Any = None, device: Any = None) -> Any:
    """Return a Tensor of a shape, all 0 here."""

def empty_like(input: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Return a Tensor of a shape, all 0 here."""

def equal(input: Any, other: Any) -> Any:
    """Return whether shapes and all elements are equal."""

def fix(input: Any) -> Any:
    """Return ``input`` rounded towards zero."""

def flatten(input: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
    """Return ``input`` with the axes from ``start_dim`` to ``end_dim`` as one."""

def float_power(input: Any, exponent: Any) -> Any:
    """Return ``input ** exponent`` in float64."""

def frac(input: Any) -> Any:
    """Return what is behind the point, with the sign of ``input``."""

def gcd(input: Any, other: Any) -> Any:
    """Return the greatest common divisors of integers."""

def histc(input: Any, bins: int = 100, min: int = 0, max: int = 0) -> Any:
    """Return how many elements are in each of equal bins."""

def index_add(input: Any, dim: int, index: Any, source: Any, *, alpha: int = 1) -> Any:
    """Return ``input`` with slices added at ``index`` along ``dim``."""

def index_select(input: Any, dim: int, index: Any) -> Any:
    """Return the slices along ``dim`` that ``index`` names."""

def isnan(tensor: Any) -> Any:
    """Return whether elements are NaN."""

def item(input: Any) -> Any:
    """Return the only element."""

def kthvalue(input: Any, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    """Return ``(values, indices)`` of the ``k``-th smallest along ``dim``."""

def matrix_norm(
    A: Any,
    ord: str = "fro",
    dim: Any = ...,
    keepdim: bool = False,
    *,
    dtype: Any = None,
) -> Any:
    """Return the norms of matrices."""

def mean(
    input: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> Any:
    """Return the mean over the axes ``dim``."""

def median(input: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the median of all; with ``dim``, ``(values, indices)`` along it."""

def meshgrid(*tensors: Any, indexing: str = "ij") -> Any:
    """Return the vectors, each as long as the product of all."""

def multinomial(
    input: Any, num_samples: Any, replacement: bool = False, *, generator: Any = None
) -> Any:
    """Return int64 numbers of classes, drawn by the weights along the last axis."""

def mv(input: Any, vec: Any) -> Any:
    """Return the product of a matrix and a vector."""

def nansum(
    input: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> Any:
    """Return the sum over ``dim``; a NaN counts nothing."""

def narrow(input: Any, dim: int, start: int, length: int) -> Any:
    """Return ``length`` elements from ``start`` on, along ``dim``."""

def norm(
    input: Any,
    p: str = "fro",
    dim: Any = None,
    keepdim: bool = False,
    *,
    dtype: Any = None,
) -> Any:
    """Return the p-norm of the elements along ``dim``, of all for None."""

def norm_of_axes(
    A: Any,
    ord: Any = None,
    dim: Any = None,
    keepdim: bool = False,
    *,
    dtype: Any = None,
) -> Any:
    """Return a norm of vectors, or of matrices, by the number of axes in ``dim``."""

def normal(
    mean: float = 0.0, std: float = 1.0, size: Any = None, generator: Any = None
) -> Any:
    """Return numbers of the normal distribution."""

def permute(input: Any, dims: Any) -> Any:
    """Return ``input`` with its axes in the order ``dims``."""

def prod(
    input: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> Any:
    """Return the product over the axis ``dim``."""

def rand(
    *size: Any, generator: Any = None, dtype: Any = None, device: Any = None
) -> Any:
    """Return numbers drawn evenly from ``[0, 1)``."""

def rand_like(input: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Return numbers drawn evenly from ``[0, 1)``."""

def randint(
    *args: Any, generator: Any = None, dtype: Any = None, device: Any = None
) -> Any:
    """Return integers: of ``(high, size)`` or ``(low, high, size)``."""

def randint_like(input: Any, *args: Any, dtype: Any = None, device: Any = None) -> Any:
    """Return integers: of ``(high)`` or ``(low, high)``."""

def randn(
    *size: Any, generator: Any = None, dtype: Any = None, device: Any = None
) -> Any:
    """Return numbers of the standard normal distribution."""

def randn_like(input: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Return numbers of the standard normal distribution."""

def randperm(n: int, *, generator: Any = None, dtype: Any = ...) -> Any:
    """Return the integers below ``n`` in a random order."""

def repeat_interleave(
    input: Any, repeats: int, dim: int | None = None, *, output_size: Any = None
) -> Any:
    """Return each element ``repeats`` times along ``dim``, of all for None."""

def scatter(input: Any, dim: int, index: Any, src: Any) -> Any:
    """Return a copy of ``input`` with ``src`` at ``index`` along ``dim``."""

def scatter_add(input: Any, dim: int, index: Any, src: Any) -> Any:
    """Return a copy of ``input`` with ``src`` added at ``index`` along ``dim``."""

def select(input: Any, dim: int, index: int) -> Any:
    """Return the slice at a place along ``dim``, without that axis."""

def softmax(input: Any, dim: int, *, dtype: Any = None) -> Any:
    """Return the softmax along ``dim``."""

def sort(
    input: Any, *, dim: int = -1, descending: bool = False, stable: bool = False
) -> Any:
    """Return ``(elements in order, their indices)`` along ``dim``."""

def split(tensor: Any, split_size_or_sections: Any, dim: int = 0) -> Any:
    """Return a tuple of pieces along ``dim``."""

def squeeze(input: Any, dim: Any = None) -> Any:
    """Return ``input`` without its unit axes, or without those of ``dim``."""

def stack(tensors: Any, dim: int = 0) -> Any:
    """Return the Tensors joined along a new axis ``dim``."""

def std(
    input: Any, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> Any:
    """Return the square root of ``var``."""

def std_mean(
    input: Any, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> Any:
    """Return the standard deviation and the mean over ``dim``."""

def swapaxes(input: Any, axis0: int, axis1: int) -> Any:
    """Return ``input`` with two axes exchanged."""

def topk(
    input: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> Any:
    """Return ``(values, indices)`` of the ``k`` largest elements along ``dim``."""

def transpose(input: Any, dim0: int, dim1: int) -> Any:
    """Return ``input`` with two axes exchanged."""

def triangular_solve(
    b: Any,
    A: Any,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
) -> Any:
    """Return ``(x, A)`` with ``A x = b``, of one triangle of ``A``."""

def unbind(input: Any, dim: int = 0) -> Any:
    """Return the slices along ``dim``, without that axis."""

def var(
    input: Any, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> Any:
    """Return the variance over ``dim``, dividing by the count less ``correction``."""

def var_mean(
    input: Any, dim: Any = None, *, correction: int = 1, keepdim: bool = False
) -> Any:
    """Return the variance and the mean over ``dim``."""

def vdot(input: Any, other: Any) -> Any:
    """Return the sum of the products of two vectors."""

def vector_norm(
    x: Any, ord: int = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> Any:
    """Return the norms of vectors along ``dim``, of all elements for None."""
