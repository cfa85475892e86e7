"""The methods of Tensors that are operators, as tables.

``OPERATORS`` are called with the Tensor and the operator's own arguments. ``ROWS`` have
other names, another order, or another default, in the form that
:mod:`srcad.ops._forwarding` reads. What does more than call one operator is a function.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

from srcad import dtypes
from srcad.ops import complex_numbers, gathering, reductions, shapes
from srcad.ops._forwarding import forwarding_functions, operator_method
from srcad.ops.in_place import IN_PLACE
from srcad.ops.in_place_at import AT_INDICES
from srcad.ops.in_place_drawn import DRAWN, seedless
from srcad.ops.overloads import OVERLOADED, sizes
from srcad.ops.uniques import sorted_unique
from srcad.tensor_methods import attach

__all__ = ["attach_methods"]

OPERATORS = """
    abs neg negative square sqrt rsqrt reciprocal exp expm1 log log1p log2 log10
    sin cos tan asin acos atan sinh cosh tanh sigmoid erf erfc
    floor ceil trunc round sign isnan isfinite isinf
    subtract mul multiply floor_divide remainder fmod pow maximum minimum atan2
    eq equal ne not_equal lt less le less_equal gt greater ge greater_equal isclose
    logical_not logical_and logical_or logical_xor
    bitwise_not bitwise_and bitwise_or bitwise_xor
    clamp masked_fill softmax log_softmax lerp

    amax amin var std logsumexp norm cumprod
    topk mm bmm dot outer addmm

    t swapaxes movedim expand_dims unsqueeze squeeze broadcast_to expand_as
    narrow flip roll tril triu
    gather_elements gather_nd index_select masked_select nonzero

    absolute acosh arccos arccosh arcsin arcsinh arctan arctan2 arctanh asinh atanh
    addbmm addmv baddbmm adjoint argwhere approximate_equal copysign count_nonzero
    cross cummax cummin deg2rad det diagflat diagonal_scatter diff dsplit fliplr
    flipud float_power fmax fmin fold frac gcd ger hardshrink heaviside hsplit hypot
    index_fill inner inplace_update inverse invert isneginf isposinf isreal
    is_complex is_floating_point lcm ldexp logaddexp logaddexp2 logcumsumexp logdet
    log_matrix_determinant logit matrix_determinant matrix_power moveaxis msort
    nan_to_num nanmean nansum positive quantile rad2deg renorm rot90 scatter
    select_scatter sgn signbit sinc slice_scatter slogdet tensor_split type_as
    unsorted_segment_max unsorted_segment_min unsorted_segment_prod unfold vsplit
    xdivy xlogy masked_scatter cholesky cholesky_inverse cov bincount

    angle bitwise_left_shift bitwise_right_shift conj digamma erfinv histc i0 igamma
    igammac imag lgamma median mvlgamma nanmedian nextafter random_categorical real
    unique_consecutive unique_with_pad
"""

ROWS = """
relu(self) -> ops.relu(self)
    Return ``max(x, 0)``.
clone(self) -> self.copy()
    Return a copy.
true_divide(self, other) -> ops.true_divide(self, other)
    Return ``x / other``.
div(self, other, *, rounding_mode=None) -> ops.div(self, other, rounding_mode)
    Return ``x / other``, rounded as ``rounding_mode`` says.
divide(self, other, *, rounding_mode=None) -> ops.div(self, other, rounding_mode)
    Return ``x / other``, rounded as ``rounding_mode`` says.
clip(self, min=None, max=None) -> ops.clamp(self, min, max)
    Return the elements brought into ``[min, max]``.
where(self, condition, y) -> ops.where(condition, self, y)
    Return the elements where ``condition`` holds and ``y`` elsewhere.
fill(self, value) -> ops.full_like(self, value)
    Return a Tensor of this shape and dtype, all ``value``.
matmul(self, tensor2) -> ops.matmul(self, tensor2)
    Return the matrix product.
reshape(self, *shape) -> ops.reshape(self, sizes(shape))
    Return the Tensor with another shape; one size may be -1.
view(self, *shape) -> ops.reshape(self, sizes(shape))
    Return the Tensor with another shape; one size may be -1.
view_as(self, other) -> ops.reshape(self, other.shape)
    Return the Tensor with the shape of another.
reshape_as(self, other) -> ops.reshape(self, other.shape)
    Return the Tensor with the shape of another.
ravel(self) -> ops.reshape(self, (-1,))
    Return the Tensor with one axis.
permute(self, *axis) -> ops.transpose(self, sizes(axis))
    Return the Tensor with its axes in another order.
expand(self, *size) -> ops.broadcast_to(self, sizes(size))
    Return the Tensor repeated to a shape; -1 keeps a size.
repeat(self, repeats, axis=None) -> ops.repeat_interleave(self, repeats, axis)
    Return the Tensor with each element repeated along ``axis`` (None: flat).
repeat_interleave(self, repeats, dim=None) -> ops.repeat_interleave(self, repeats, dim)
    Return the Tensor with each element repeated along ``dim`` (None: flat).
swapdims(self, axis0: int, axis1: int) -> ops.swapaxes(self, axis0, axis1)
    Return the Tensor with two axes exchanged.
unbind(self, dim=0) -> ops.unstack(self, dim)
    Return a tuple of the slices along ``dim``.
astype(self, dtype, copy=True) -> ops.cast(self, dtypes.numpy_dtype(dtype))
    Return the Tensor cast to ``dtype``; a cast to an integer has no gradient.
to(self, dtype) -> ops.cast(self, dtypes.numpy_dtype(dtype))
    Return the Tensor cast to ``dtype``.
float(self) -> ops.cast(self, dtypes.float32)
    Return the Tensor cast to float32.
half(self) -> ops.cast(self, dtypes.float16)
    Return the Tensor cast to float16.
double(self) -> ops.cast(self, dtypes.float64)
    Return the Tensor cast to float64.
int(self) -> ops.cast(self, dtypes.int32)
    Return the Tensor cast to int32.
long(self) -> ops.cast(self, dtypes.int64)
    Return the Tensor cast to int64.
bool(self) -> ops.cast(self, dtypes.bool_)
    Return the Tensor cast to bool.
addcdiv(self, tensor1, tensor2, value=1) -> ops.addcdiv(self, tensor1, tensor2, value)
    Return ``x + value * tensor1 / tensor2``.
addcmul(self, tensor1, tensor2, value=1) -> ops.addcmul(self, tensor1, tensor2, value)
    Return ``x + value * tensor1 * tensor2``.
addr(self, vec1, vec2, beta=1, alpha=1)
    -> ops.addr(self, vec1, vec2, beta=beta, alpha=alpha)
    Return ``beta * x + alpha * outer(vec1, vec2)``.
allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False)
    -> ops.all(ops.isclose(self, other, rtol, atol, equal_nan)).item()
    Return whether all elements are close to another Tensor's.
aminmax(self, *, axis=0, keepdims=False)
    -> ops.aminmax(self, axis=axis, keepdims=keepdims)
    Return ``(smallest, largest)`` along ``axis``.
argmax_with_value(self, axis=0, keep_dims=False) -> ops.max(self, axis, keep_dims)[::-1]
    Return ``(index, value)`` of the first largest element along ``axis``.
argmin_with_value(self, axis=0, keep_dims=False) -> ops.min(self, axis, keep_dims)[::-1]
    Return ``(index, value)`` of the first smallest element along ``axis``.
byte(self) -> ops.cast(self, dtypes.uint8)
    Return the Tensor cast to uint8.
short(self) -> ops.cast(self, dtypes.int16)
    Return the Tensor cast to int16.
cholesky_solve(self, input2, upper=False) -> ops.cholesky_solve(self, input2, upper)
    Return x with ``A x = self``, of a factor of A.
diag(self, diagonal=0) -> ops.diag(main_diagonal(self, diagonal))
    Return zeros of this shape twice, the elements on the diagonal.
diagonal(self, offset=0, axis1=0, axis2=1) -> ops.diagonal(self, offset, axis1, axis2)
    Return the diagonals of two axes.
index_add(self, dim, index, source, *, alpha=1)
    -> ops.index_add(self, index, source * alpha, dim)
    Return the Tensor with slices added at ``index`` along ``dim``.
inv(self) -> ops.reciprocal(self)
    Return ``1 / x``.
ndimension(self) -> self.ndim
    Return the number of axes.
nelement(self) -> self.size
    Return the number of elements.
numel(self) -> self.size
    Return the number of elements.
new_full(self, size, fill_value, *, dtype=None)
    -> ops.full(size, fill_value, dtype=self.dtype if dtype is None else dtype)
    Return a Tensor of this dtype, all ``fill_value``.
ptp(self, axis=None, keepdims=False)
    -> ops.amax(self, axis, keepdims) - ops.amin(self, axis, keepdims)
    Return the largest less the smallest element along ``axis``.
col2im(self, output_size, kernel_size, dilation, padding_value, stride)
    -> ops.col2im(self, output_size, kernel_size, dilation, padding_value, stride)
    Return images, the sums of patches.
eigvals(self) -> ops.eigvals(self)
    Return the eigenvalues of matrices, which are complex.
fills(self, value) -> ops.fills(self, value)
    Return a number everywhere.
is_signed(self) -> self.dtype.kind in "if"
    Return whether the dtype has numbers below 0.
lstsq(self, A) -> ops.lstsq(self, A)
    Return what comes nearest to x with ``self x = A``, in squares.
reverse(self, axis) -> ops.flip(self, axis)
    Return the Tensor with the order along some axes turned.
reverse_sequence(self, seq_lengths, seq_dim=0, batch_dim=0)
    -> ops.reverse_sequence(self, seq_lengths, seq_dim, batch_dim)
    Return the Tensor with so many elements turned, for each sample.
scatter_sub(self, indices, updates) -> ops.tensor_scatter_sub(self, indices, updates)
    Return the Tensor with ``updates`` subtracted at the places.
scatter_mul(self, indices, updates) -> ops.tensor_scatter_mul(self, indices, updates)
    Return the Tensor multiplied by ``updates`` at the places.
scatter_div(self, indices, updates) -> ops.tensor_scatter_div(self, indices, updates)
    Return the Tensor divided by ``updates`` at the places.
scatter_max(self, indices, updates) -> ops.tensor_scatter_max(self, indices, updates)
    Return what is larger at the places.
scatter_min(self, indices, updates) -> ops.tensor_scatter_min(self, indices, updates)
    Return what is smaller at the places.
soft_shrink(self, lambd=0.5) -> ops.softshrink(self, lambd)
    Return the Tensor drawn towards 0 by ``lambd``.
searchsorted(self, v, side="left", sorter=None)
    -> ops.searchsorted(self, v, right=right_side(side, sorter))
    Return where elements would have to stand among these, which are in order.
svd(self, full_matrices=False, compute_uv=True)
    -> ops.svd(self, full_matrices, compute_uv)
    Return ``(s, u, v)``, or s alone.
top_k(self, k, sorted=True) -> ops.topk(self, k, None, True, sorted)
    Return ``(values, indices)`` of the ``k`` largest along the last axis.
trace(self, offset=0, axis1=0, axis2=1)
    -> ops.sum(ops.diagonal(self, offset, axis1, axis2), -1)
    Return the sums of the diagonals of two axes.
new_zeros(self, size, dtype=None)
    -> ops.zeros(size, self.dtype if dtype is None else dtype)
    Return zeros of this dtype.
new_empty(self, size, *, dtype=None, device=None)
    -> ops.zeros(size, self.dtype if dtype is None else dtype)
    Return a Tensor of this dtype, all 0.
contiguous(self) -> self
    Return the Tensor: how the elements lie in memory is never asked for.
is_contiguous(self) -> True
    Return True: the strides are those of elements that lie in order.
storage_offset(self) -> 0
    Return 0.
type(self, dtype=None)
    -> str(self.dtype) if dtype is None else ops.cast(self, dtypes.numpy_dtype(dtype))
    Return the name of the dtype, or the Tensor cast to ``dtype``.
fill_diagonal(self, fill_value, wrap=False)
    -> self.copy().fill_diagonal_(fill_value, wrap)
    Return a copy with a number on the main diagonal.
index_put(self, indices, values, accumulate=False)
    -> self.copy().index_put_(indices, values, accumulate)
    Return a copy with values at, or added to, the elements ``self[indices]``.
qr(self, some=True) -> ops.qr(self, "reduced" if some else "complete")
    Return ``(Q, R)``.
multinomial(self, num_samples, replacement=True, seed=None)
    -> ops.multinomial(self, num_samples, replacement, seed)
    Return int32 numbers of classes, drawn by these weights.
bernoulli(self, *, generator=None) -> ops.bernoulli(seedless(self, generator), self)
    Return 1 with these probabilities and 0 otherwise.
uniform(self, from_=0.0, to=1.0, generator=None)
    -> ops.rand_like(seedless(self, generator)) * (to - from_) + from_
    Return numbers drawn evenly from ``[from_, to)``, in this shape and dtype.
unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None)
    -> sorted_unique(self, return_inverse, return_counts, dim)
    Return the distinct elements in order, and what else is asked for.
new_ones(self, size, dtype=None)
    -> ops.ones(size, self.dtype if dtype is None else dtype)
    Return ones of this dtype.
"""


def main_diagonal(self: Any, diagonal: int) -> Any:
    """Return the Tensor. Raises ValueError for another diagonal than the main one."""
    if diagonal != 0:
        raise ValueError(
            "For 'Tensor.diag', the argument 'diagonal' should be '0', but got "
            f"{diagonal}."
        )
    return self


def right_side(side: str, sorter: Any) -> bool:
    """Whether a side is the right one. Raises ValueError for others and a sorter."""
    if side not in ("left", "right") or sorter is not None:
        raise ValueError(
            "For 'Tensor.searchsorted', 'side' is 'left' or 'right' and there is no "
            f"'sorter', but got {side!r}."
        )
    return side == "right"


def stride(self: Any, dim: Any = None) -> Any:
    """Return how many elements lie between one and the next along each axis."""
    found = [math.prod(self.shape[axis + 1 :]) for axis in range(self.ndim)]
    return found if dim is None else found[dim]


def sum_to_size(self: Any, *size: Any) -> Any:
    """Return the sums over axes that the shape ``size`` has not, or has as 1.

    Raises ValueError where the shape does not broadcast to that of the Tensor.
    """
    shape = tuple(sizes(size))
    lead = self.ndim - len(shape)
    pairs = list(zip(self.shape[lead:], shape, strict=True)) if lead >= 0 else []
    if lead < 0 or any(wanted not in (1, there) for there, wanted in pairs):
        raise ValueError(
            f"For 'sum_to_size', the shape {shape} does not broadcast to {self.shape}."
        )
    kept = [lead + k for k, (there, wanted) in enumerate(pairs) if there != wanted]
    axes = (*range(lead), *kept)
    return shapes.reshape(reductions.sum(self, axes), shape) if axes else self


def take(self: Any, indices: Any, axis: Any = None) -> Any:
    """Return the slices along ``axis`` (None: flat) at ``indices``."""
    if axis is None:
        return gathering.gather(shapes.reshape(self, (-1,)), indices, 0)
    return gathering.gather(self, indices, axis)


def itemset(self: Any, *args: Any) -> Any:
    """Return a copy with another element: ``itemset(place, value)``."""
    *place, value = args
    if not place:
        return shapes.reshape(gathering.with_element(self, 0, value), self.shape)
    return gathering.with_element(self, place[0], value)


def reversed_axes(self: Any) -> Any:
    """The Tensor with its axes reversed; one of rank 0 or 1 is its own."""
    if self.ndim < 2:
        return self
    return shapes.transpose(self, tuple(range(self.ndim))[::-1])


def matrix_transpose(self: Any) -> Any:
    """The Tensor with its last two axes exchanged."""
    return shapes.swapaxes(self, -1, -2)


def conjugate_reversed(self: Any) -> Any:
    """The Tensor with its axes reversed, of complex numbers their conjugates."""
    return complex_numbers.conj(reversed_axes(self))


def conjugate_transpose(self: Any) -> Any:
    """The Tensor with its last two axes exchanged, of complex numbers conjugates."""
    return complex_numbers.conj(matrix_transpose(self))


def data(self: Any) -> Any:
    """A Tensor over the same memory."""
    return self.of_array(self.asnumpy())


def has_init(self: Any) -> Any:
    """Whether the elements are still to be drawn: False."""
    return False


def attach_methods(ops: ModuleType) -> None:
    """Attach all methods; ``ops`` is ``srcad.ops``, which has the operators."""
    names = OPERATORS.split()
    attach({name: operator_method(name, getattr(ops, name)) for name in names})
    space = {
        "ops": ops,
        "dtypes": dtypes,
        "sizes": sizes,
        "main_diagonal": main_diagonal,
        "right_side": right_side,
        "seedless": seedless,
        "sorted_unique": sorted_unique,
    }
    attach(forwarding_functions(ROWS, space, __file__, __name__))
    own = itemset, take, stride, sum_to_size
    functions = (*own, *OVERLOADED, *IN_PLACE, *AT_INDICES, *DRAWN)
    attach({one.__name__: one for one in functions})
    attach({"T": property(reversed_axes), "mT": property(matrix_transpose)})
    attach({"mH": property(conjugate_transpose), "H": property(conjugate_reversed)})
    attach({"has_init": property(has_init), "data": property(data)})
