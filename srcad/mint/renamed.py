"""The operators of ``mint`` whose arguments PyTorch calls by other names, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

from srcad import ops
from srcad.dtypes import int64
from srcad.mint import arguments
from srcad.ops._forwarding import forwarding_functions
from srcad.ops.orders import kth_smallest, running_minima
from srcad.ops.precision import composed_otherwise
from srcad.ops.shapes import slice_at

ROWS = """
div(input, other, *, rounding_mode: str | None = None)
    -> ops.div(input, other, rounding_mode)
    Return ``input / other``, rounded to zero ("trunc") or down ("floor").
mean(input, dim=None, keepdim=False, *, dtype=None)
    -> ops.mean(input if dtype is None else ops.cast(input, dtype), dim, keepdim)
    Return the mean over the axes ``dim``.
prod(input, dim=None, keepdim=False, *, dtype=None)
    -> ops.prod(input, dim, keepdim, dtype)
    Return the product over the axis ``dim``.
all(input, dim=None, keepdim=False) -> ops.all(input, dim, keepdim)
    Return whether all elements are true, over the axes ``dim``.
any(input, dim=None, keepdim=False) -> ops.any(input, dim, keepdim)
    Return whether an element is true, over the axes ``dim``.
argmin(input, dim: int | None = None, keepdim=False) -> ops.argmin(input, dim, keepdim)
    Return the index of the smallest element along ``dim``, or of all.
var(input, dim=None, *, correction=1, keepdim=False)
    -> ops.var(input, dim, correction, keepdim)
    Return the variance over ``dim``, dividing by the count less ``correction``.
std(input, dim=None, *, correction=1, keepdim=False)
    -> ops.std(input, dim, correction, keepdim)
    Return the square root of ``var``.
cumsum(input, dim: int, dtype=None) -> ops.cumsum(input, dim, dtype)
    Return the running sums along ``dim``.
softmax(input, dim: int, *, dtype=None)
    -> ops.softmax(input if dtype is None else ops.cast(input, dtype), dim)
    Return the softmax along ``dim``.
cat(tensors, dim=0) -> ops.concat(tensors, dim)
    Return the Tensors joined along ``dim``.
concat(tensors, dim=0) -> ops.concat(tensors, dim)
    Return the Tensors joined along ``dim``.
stack(tensors, dim=0) -> ops.stack(tensors, dim)
    Return the Tensors joined along a new axis ``dim``.
split(tensor, split_size_or_sections, dim=0)
    -> ops.split(tensor, split_size_or_sections, dim)
    Return a tuple of pieces along ``dim``.
chunk(input, chunks: int, dim=0) -> ops.chunk(input, chunks, dim)
    Return about ``chunks`` equal pieces along ``dim``.
narrow(input, dim: int, start: int, length: int)
    -> ops.narrow(input, dim, start, length)
    Return ``length`` elements from ``start`` on, along ``dim``.
unbind(input, dim=0) -> ops.unbind(input, dim)
    Return the slices along ``dim``, without that axis.
index_select(input, dim: int, index) -> ops.index_select(input, dim, index)
    Return the slices along ``dim`` that ``index`` names.
permute(input, dims) -> ops.permute(input, dims)
    Return ``input`` with its axes in the order ``dims``.
transpose(input, dim0: int, dim1: int) -> ops.swapaxes(input, dim0, dim1)
    Return ``input`` with two axes exchanged.
squeeze(input, dim=None) -> ops.squeeze(input, dim)
    Return ``input`` without its unit axes, or without those of ``dim``.
flatten(input, start_dim=0, end_dim=-1)
    -> ops.flatten(input, start_dim=start_dim, end_dim=end_dim)
    Return ``input`` with the axes from ``start_dim`` to ``end_dim`` as one.
sort(input, *, dim=-1, descending=False, stable=False)
    -> ops.sort(input, dim, descending)
    Return ``(elements in order, their indices)`` along ``dim``.
topk(input, k: int, dim=-1, largest=True, sorted=True)
    -> ops.topk(input, k, dim, largest, sorted)
    Return ``(values, indices)`` of the ``k`` largest elements along ``dim``.
arctan2(input, other) -> ops.atan2(input, other)
    Return the angle of the points ``(other, input)``.
divide(input, other, *, rounding_mode: str | None = None)
    -> ops.div(input, other, rounding_mode)
    Return ``input / other``, rounded to zero ("trunc") or down ("floor").
amax(input, dim=(), keepdim=False) -> ops.amax(input, dim, keepdim)
    Return the largest element over the axes ``dim``.
amin(input, dim=(), keepdim=False) -> ops.amin(input, dim, keepdim)
    Return the smallest element over the axes ``dim``.
addcdiv(input, tensor1, tensor2, *, value=1)
    -> ops.addcdiv(input, tensor1, tensor2, value)
    Return ``input + value * tensor1 / tensor2``.
addmm(input, mat1, mat2, *, beta=1, alpha=1)
    -> ops.addmm(input, mat1, mat2, beta=beta, alpha=alpha)
    Return ``beta * input + alpha * (mat1 @ mat2)``.
baddbmm(input, batch1, batch2, *, beta=1, alpha=1)
    -> ops.baddbmm(input, batch1, batch2, beta, alpha)
    Return ``beta * input + alpha * (batch1 @ batch2)``, batch by batch.
bitwise_not(input) -> ops.invert(input)
    Return the integers with every bit turned.
count_nonzero(input, dim=None)
    -> ops.sum(ops.cast(input != 0, int64), dim)
    Return how many elements are not 0, over the axes ``dim``.
diff(input, n=1, dim=-1, prepend=None, append=None)
    -> ops.diff(input, n, dim, prepend, append)
    Return the differences of neighbours along ``dim``, ``n`` times.
dstack(tensors) -> ops.concat([ops.atleast_3d(one) for one in tensors], 2)
    Return the Tensors, of at least three axes each, joined along axis 2.
einsum(equation: str, *operands) -> ops.einsum(equation, *operands)
    Return the sum of products that ``equation`` (Einstein's notation) describes.
meshgrid(*tensors, indexing="ij") -> ops.meshgrid(*tensors, indexing=indexing)
    Return the vectors, each as long as the product of all.
nansum(input, dim=None, keepdim=False, *, dtype=None)
    -> ops.nansum(input, dim, keepdim, dtype=dtype)
    Return the sum over ``dim``; a NaN counts nothing.
repeat_interleave(input, repeats: int, dim: int | None = None, *, output_size=None)
    -> ops.repeat_interleave(input, repeats, dim)
    Return each element ``repeats`` times along ``dim``, of all for None.
scatter(input, dim: int, index, src) -> ops.scatter(input, dim, index, src)
    Return a copy of ``input`` with ``src`` at ``index`` along ``dim``.
scatter_add(input, dim: int, index, src)
    -> ops.tensor_scatter_elements(input, index, src, dim, "add")
    Return a copy of ``input`` with ``src`` added at ``index`` along ``dim``.
select(input, dim: int, index: int) -> slice_at(input, dim, index)
    Return the slice at a place along ``dim``, without that axis.
std_mean(input, dim=None, *, correction=1, keepdim=False)
    -> ops.std_mean(input, dim, correction, keepdim)
    Return the standard deviation and the mean over ``dim``.
var_mean(input, dim=None, *, correction=1, keepdim=False)
    -> ops.var_mean(input, dim, correction, keepdim)
    Return the variance and the mean over ``dim``.
swapaxes(input, axis0: int, axis1: int) -> ops.swapaxes(input, axis0, axis1)
    Return ``input`` with two axes exchanged.
vdot(input, other) -> ops.sum(input * other)
    Return the sum of the products of two vectors.
addcmul(input, tensor1, tensor2, *, value=1)
    -> ops.addcmul(input, tensor1, tensor2, value)
    Return ``input + value * tensor1 * tensor2``.
allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False)
    -> bool(ops.all(ops.isclose(input, other, rtol, atol, equal_nan)))
    Return whether all elements are close.
argsort(input, dim=-1, descending=False, stable=False)
    -> ops.cast(ops.argsort(input, dim, descending), int64)
    Return the indices that put ``input`` in order along ``dim``.
bernoulli(input, *, generator=None) -> ops.bernoulli(seedless(input, generator), input)
    Return 1 with the probabilities of ``input`` and 0 otherwise.
bincount(input, weights=None, minlength=0) -> counted(input, weights, minlength)
    Return how often each integer is there, or the sum of its weights.
clip(input, min=None, max=None) -> ops.clamp(input, min, max)
    Return ``input`` brought into ``[min, max]``.
clone(input) -> input * 1
    Return a copy.
float_power(input, exponent)
    -> ops.float_power(composed_otherwise(input), exponent)
    Return ``input ** exponent`` in float64.
cummax(input, dim: int) -> ops.cummax(input, dim)
    Return ``(values, indices)`` of the largest so far along ``dim``.
cummin(input, dim: int) -> running_minima(input, dim)
    Return ``(values, indices)`` of the smallest so far along ``dim``.
diag(input, diagonal=0) -> diagonal_of(input, diagonal)
    Return a matrix with a vector on a diagonal, or the diagonal of a matrix.
empty(*size, dtype=None, device=None) -> ops.zeros(whole(size), dtype)
    Return a Tensor of a shape, all 0 here.
empty_like(input, *, dtype=None, device=None) -> ops.zeros_like(input, dtype=dtype)
    Return a Tensor of a shape, all 0 here.
equal(input, other) -> same(input, other)
    Return whether shapes and all elements are equal.
fix(input) -> ops.trunc(input)
    Return ``input`` rounded towards zero.
gcd(input, other) -> ops.gcd(input, other)
    Return the greatest common divisors of integers.
index_add(input, dim: int, index, source, *, alpha=1)
    -> ops.index_add(input, index, source * alpha, dim)
    Return ``input`` with slices added at ``index`` along ``dim``.
isnan(tensor) -> ops.isnan(tensor)
    Return whether elements are NaN.
item(input) -> input.item()
    Return the only element.
kthvalue(input, k: int, dim=-1, keepdim=False)
    -> kth_smallest(input, k - 1, dim, keepdim)
    Return ``(values, indices)`` of the ``k``-th smallest along ``dim``.
matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None)
    -> ops.matrix_norm(A, ord, dim, keepdim, dtype=dtype)
    Return the norms of matrices.
median(input, dim: int | None = None, keepdim=False)
    -> middle(input, dim, keepdim)
    Return the median of all; with ``dim``, ``(values, indices)`` along it.
norm(input, p="fro", dim=None, keepdim=False, *, dtype=None)
    -> ops.vector_norm(input, 2 if p == "fro" else p, dim, keepdim, dtype=dtype)
    Return the p-norm of the elements along ``dim``, of all for None.
norm_of_axes(A, ord=None, dim=None, keepdim=False, *, dtype=None)
    -> normed(A, ord, dim, keepdim, dtype)
    Return a norm of vectors, or of matrices, by the number of axes in ``dim``.
multinomial(input, num_samples, replacement=False, *, generator=None)
    -> ops.cast(ops.multinomial(seedless(input, generator), num_samples, replacement),
    int64)
    Return int64 numbers of classes, drawn by the weights along the last axis.
histc(input, bins=100, min=0, max=0) -> ops.histc(input, bins, min, max)
    Return how many elements are in each of equal bins.
normal(mean=0.0, std=1.0, size=None, generator=None)
    -> drawn_normal(mean, std, size, generator)
    Return numbers of the normal distribution.
rand(*size, generator=None, dtype=None, device=None)
    -> ops.rand(*seedless(whole(size), generator), dtype=dtype)
    Return numbers drawn evenly from ``[0, 1)``.
rand_like(input, *, dtype=None, device=None) -> ops.rand_like(input, dtype=dtype)
    Return numbers drawn evenly from ``[0, 1)``.
randint(*args, generator=None, dtype=None, device=None)
    -> ops.randint(*low_high_size(seedless(args, generator)), dtype=dtype)
    Return integers: of ``(high, size)`` or ``(low, high, size)``.
randint_like(input, *args, dtype=None, device=None)
    -> ops.randint_like(input, *low_high(args), dtype=dtype)
    Return integers: of ``(high)`` or ``(low, high)``.
randn(*size, generator=None, dtype=None, device=None)
    -> ops.randn(*seedless(whole(size), generator), dtype=dtype)
    Return numbers of the standard normal distribution.
randn_like(input, *, dtype=None, device=None) -> ops.randn_like(input, dtype=dtype)
    Return numbers of the standard normal distribution.
randperm(n: int, *, generator=None, dtype=int64)
    -> ops.randperm(seedless(n, generator), dtype=dtype)
    Return the integers below ``n`` in a random order.
triangular_solve(b, A, upper=True, transpose=False, unitriangular=False)
    -> triangular(b, A, upper, transpose, unitriangular)
    Return ``(x, A)`` with ``A x = b``, of one triangle of ``A``.
vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None)
    -> ops.vector_norm(x, ord, dim, keepdim, dtype=dtype)
    Return the norms of vectors along ``dim``, of all elements for None.
frac(input) -> ops.frac(input)
    Return what is behind the point, with the sign of ``input``.
mv(input, vec) -> ops.mv(input, vec)
    Return the product of a matrix and a vector.
"""

_SPACE = {
    "ops": ops,
    "int64": int64,
    "composed_otherwise": composed_otherwise,
    "kth_smallest": kth_smallest,
    "slice_at": slice_at,
    "running_minima": running_minima,
    **{name: getattr(arguments, name) for name in arguments.__all__},
}
globals().update(forwarding_functions(ROWS, _SPACE, __file__, __name__))
