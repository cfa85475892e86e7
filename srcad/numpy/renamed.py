"""The operators that NumPy calls by other names, or with other arguments, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

from srcad import ops
from srcad.dtypes import float32
from srcad.numpy._defaults import dtype_of
from srcad.ops._forwarding import forwarding_functions
from srcad.ops.precision import composed_otherwise

ROWS = """
arange(start, stop=None, step: Any = 1, dtype=None)
    -> ops.arange(start, stop, step, dtype=dtype_of(dtype, start, stop, step))
    Return ``start, start + step, ...`` below ``stop``; one argument is the stop.
zeros(shape, dtype=float32) -> ops.zeros(shape, dtype)
    Return zeros.
ones(shape, dtype=float32) -> ops.ones(shape, dtype)
    Return ones.
full(shape, fill_value, dtype=None)
    -> ops.full(shape, fill_value, dtype=dtype_of(dtype, fill_value))
    Return ``fill_value`` everywhere.
sum(a, axis=None, dtype=None, keepdims=False) -> ops.sum(a, axis, keepdims, dtype=dtype)
    Return the sum over ``axis``.
prod(a, axis=None, dtype=None, keepdims=False) -> ops.prod(a, axis, keepdims, dtype)
    Return the product over ``axis``.
mean(a, axis=None, keepdims=False, dtype=None)
    -> ops.mean(a if dtype is None else ops.cast(a, dtype), axis, keepdims)
    Return the mean over ``axis``.
max(a, axis=None, keepdims=False) -> ops.amax(a, axis, keepdims)
    Return the largest element over ``axis``.
min(a, axis=None, keepdims=False) -> ops.amin(a, axis, keepdims)
    Return the smallest element over ``axis``.
amax(a, axis=None, keepdims=False) -> ops.amax(a, axis, keepdims)
    Return the largest element over ``axis``.
amin(a, axis=None, keepdims=False) -> ops.amin(a, axis, keepdims)
    Return the smallest element over ``axis``.
var(x, axis=None, ddof=0, keepdims=False) -> ops.var(x, axis, ddof, keepdims)
    Return the variance over ``axis``, dividing by the count less ``ddof``.
std(x, axis=None, ddof=0, keepdims=False) -> ops.std(x, axis, ddof, keepdims)
    Return the square root of ``var``.
argmax(a, axis: int | None = None) -> ops.argmax(a, axis)
    Return the index of the largest element along ``axis``, or of all.
argmin(a, axis: int | None = None) -> ops.argmin(a, axis)
    Return the index of the smallest element along ``axis``, or of all.
cumsum(a, axis: int, dtype=None) -> ops.cumsum(a, axis, dtype)
    Return the running sums along ``axis``.
transpose(a, axes=None)
    -> ops.transpose(a, tuple(range(a.ndim))[::-1] if axes is None else axes)
    Return ``a`` with its axes in the order ``axes``, by default reversed.
ravel(x) -> ops.reshape(x, (-1,))
    Return ``x`` with one axis.
arctan2(x1, x2) -> ops.atan2(x1, x2)
    Return the angle of the points ``(x2, x1)``.
bitwise_and(x1, x2) -> ops.bitwise_and(x1, x2)
    Return the bits that both integers have.
bitwise_or(x1, x2) -> ops.bitwise_or(x1, x2)
    Return the bits that one of the integers has.
bitwise_xor(x1, x2) -> ops.bitwise_xor(x1, x2)
    Return the bits that just one of the integers has.
outer(a, b) -> ops.outer(composed_otherwise(a), b)
    Return the products of all elements of one by all of the other.
reciprocal(x) -> ops.reciprocal(composed_otherwise(x))
    Return ``1 / x``.
log1p(x) -> ops.log1p(composed_otherwise(x))
    Return ``log(1 + x)``.
invert(x) -> ops.invert(x)
    Return the integers with every bit turned.
column_stack(tup) -> ops.column_stack(tup)
    Return vectors as the columns of a matrix, matrices joined along axis 1.
copysign(x1, x2) -> ops.copysign(x1, x2)
    Return ``abs(x1)`` with the sign of ``x2``.
cumprod(a, axis: int, dtype=None)
    -> ops.cumprod(composed_otherwise(a if dtype is None else ops.cast(a, dtype)), axis)
    Return the running products along ``axis``.
diagonal(a, offset=0, axis1=0, axis2=1) -> ops.diagonal(a, offset, axis1, axis2)
    Return the diagonals of the matrices along two axes, as the last axis.
diff(a, n=1, axis=-1, prepend=None, append=None)
    -> ops.diff(a, n, axis, prepend, append)
    Return the differences of neighbours along ``axis``, ``n`` times.
fabs(x) -> ops.abs(x)
    Return the absolute values.
fix(x) -> ops.trunc(x)
    Return the integers towards 0.
flip(m, axis=None) -> ops.flip(m, tuple(range(m.ndim)) if axis is None else axis)
    Return the elements along the axes, by default all, in reverse order.
fliplr(m) -> ops.fliplr(m)
    Return the elements along axis 1 in reverse order.
flipud(m) -> ops.flipud(m)
    Return the elements along axis 0 in reverse order.
fmod(x1, x2) -> ops.fmod(x1, x2)
    Return what is left of a division, with the sign of ``x1``.
mod(x1, x2) -> ops.remainder(x1, x2)
    Return what is left of a division, with the sign of ``x2``.
heaviside(x1, x2) -> ops.heaviside(x1, x2)
    Return 0 below 0, ``x2`` at 0 and 1 above.
hstack(tup) -> ops.hstack(tup)
    Return the Tensors joined along axis 1, vectors along axis 0.
vstack(tup) -> ops.vstack(tup)
    Return the Tensors, of at least two axes each, joined along axis 0.
inner(a, b) -> ops.inner(a, b)
    Return the sums of the products along the last axes.
kron(a, b) -> ops.kron(a, b)
    Return the Kronecker product.
logaddexp(x1, x2) -> ops.logaddexp(x1, x2)
    Return ``log(exp(x1) + exp(x2))``, without overflow.
logaddexp2(x1, x2) -> ops.logaddexp2(x1, x2)
    Return ``log2(2 ** x1 + 2 ** x2)``, without overflow.
positive(a) -> ops.positive(a)
    Return ``a``.
radians(x) -> ops.deg2rad(x)
    Return the angles in radians.
rint(x) -> ops.round(x)
    Return the nearest integers, of two the even one.
roll(a, shift, axis=None)
    -> ops.reshape(ops.roll(ops.reshape(a, (-1,)), shift, 0), a.shape)
    if axis is None else ops.roll(a, shift, axis)
    Return the elements moved along the axes, by default along all as one.
rot90(a, k=1, axes=(0, 1)) -> ops.rot90(a, k, axes)
    Return ``a`` turned ``k`` times by 90 degrees, from one axis to the other.
signbit(x) -> ops.signbit(x)
    Return where the sign is negative, that of zeros too.
take(a, indices, axis: int | None = None)
    -> ops.take(a, indices) if axis is None else ops.gather(a, indices, axis)
    Return the elements at ``indices`` along ``axis``, or along all as one.
take_along_axis(arr, indices, axis: int) -> ops.gather_elements(arr, axis, indices)
    Return ``arr[..., indices[...], ...]``, the indices in the place of ``axis``.
tensordot(a, b, axes: Any = 2) -> ops.tensor_dot(a, b, axes)
    Return the product summed over ``axes``.
trace(a) -> ops.trace(a)
    Return the sum of the diagonal of a matrix.
isneginf(x) -> ops.isneginf(x)
    Return where ``x`` is negative infinity.
isposinf(x) -> ops.isposinf(x)
    Return where ``x`` is positive infinity.
"""

_SPACE = {"ops": ops, "float32": float32, "dtype_of": dtype_of}
_SPACE["composed_otherwise"] = composed_otherwise
globals().update(forwarding_functions(ROWS, _SPACE, __file__, __name__))
