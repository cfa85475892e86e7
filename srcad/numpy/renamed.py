"""The operators that NumPy calls by other names, or with other arguments, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

from srcad import ops
from srcad.dtypes import float32
from srcad.numpy._defaults import (
    among,
    dtype_of,
    filled_like,
    in_a_row,
    in_dtype,
    of,
    taken,
    with_units,
)
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
sum(a, axis=None, dtype=None, keepdims=False, initial=None)
    -> ops.sum(of(a), axis, keepdims, dtype=dtype) + (0 if initial is None else initial)
    Return the sum over ``axis``, and ``initial``.
prod(a, axis=None, dtype=None, keepdims=False) -> ops.prod(of(a), axis, keepdims, dtype)
    Return the product over ``axis``.
mean(a, axis=None, keepdims=False, dtype=None)
    -> ops.mean(in_dtype(of(a), dtype), axis, keepdims)
    Return the mean over ``axis``.
max(a, axis=None, keepdims=False, initial=None, where=True)
    -> ops.amax(among(of(a), initial, where, ops.maximum), axis, keepdims)
    Return the largest element over ``axis``, or ``initial``, where ``where`` holds.
min(a, axis=None, keepdims=False, initial=None, where=True)
    -> ops.amin(among(of(a), initial, where, ops.minimum), axis, keepdims)
    Return the smallest element over ``axis``, or ``initial``, where ``where`` holds.
amax(a, axis=None, keepdims=False, initial=None, where=True)
    -> ops.amax(among(of(a), initial, where, ops.maximum), axis, keepdims)
    Return the largest element over ``axis``, or ``initial``, where ``where`` holds.
amin(a, axis=None, keepdims=False, initial=None, where=True)
    -> ops.amin(among(of(a), initial, where, ops.minimum), axis, keepdims)
    Return the smallest element over ``axis``, or ``initial``, where ``where`` holds.
var(x, axis=None, ddof=0, keepdims=False) -> ops.var(of(x), axis, ddof, keepdims)
    Return the variance over ``axis``, dividing by the count less ``ddof``.
std(x, axis=None, ddof=0, keepdims=False) -> ops.std(of(x), axis, ddof, keepdims)
    Return the square root of ``var``.
argmax(a, axis: int | None = None) -> ops.argmax(of(a), axis)
    Return the index of the largest element along ``axis``, or of all.
argmin(a, axis: int | None = None) -> ops.argmin(of(a), axis)
    Return the index of the smallest element along ``axis``, or of all.
cumsum(a, axis: int | None = None, dtype=None)
    -> ops.cumsum(in_a_row(a, axis), axis or 0, dtype)
    Return the running sums along ``axis``, or of all elements in turn.
asfarray(a, dtype=float32) -> ops.cast(of(a), dtype)
    Return floats.
atleast_1d(*arys)
    -> ops.atleast_1d(of(arys[0])) if len(arys) == 1
    else [ops.atleast_1d(of(one)) for one in arys]
    Return Tensors of one axis at least.
atleast_2d(*arys)
    -> ops.atleast_2d(of(arys[0])) if len(arys) == 1
    else [ops.atleast_2d(of(one)) for one in arys]
    Return Tensors of two axes at least.
atleast_3d(*arys)
    -> ops.atleast_3d(of(arys[0])) if len(arys) == 1
    else [ops.atleast_3d(of(one)) for one in arys]
    Return Tensors of three axes at least.
broadcast_to(array, shape) -> ops.broadcast_to(array, shape)
    Return ``array`` with more axes, and its unit axes repeated.
concatenate(arrays, axis: int | None = 0)
    -> ops.concatenate([in_a_row(one, axis) for one in arrays], axis or 0)
    Return the arrays joined along ``axis``, or all elements in turn.
dot(a, b) -> ops.dot(of(a), of(b))
    Return the product over the last axis of ``a`` and the last but one of ``b``.
empty_like(prototype, dtype=None, shape=None)
    -> filled_like(prototype, 0, dtype, shape)
    Return a Tensor of the shape and the dtype of another, all 0 here.
expand_dims(a, axis)
    -> a.reshape(with_units(a.shape, axis))
    if isinstance(axis, (tuple, list)) else ops.expand_dims(a, axis)
    Return ``a`` with unit axes at these places.
full_like(a, fill_value, dtype=None, shape=None)
    -> filled_like(a, fill_value, dtype, shape)
    Return ``fill_value`` everywhere, in the shape and the dtype of ``a``.
isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)
    -> ops.isclose(of(a), of(b), rtol, atol, equal_nan)
    Return where two numbers are nearly the same.
isscalar(element) -> isinstance(element, (bool, int, float, str))
    Return whether something is a number or a text.
moveaxis(a, source, destination) -> ops.moveaxis(a, source, destination)
    Return ``a`` with axes at other places.
ones_like(a, dtype=None, shape=None) -> filled_like(a, 1, dtype, shape)
    Return ones, in the shape and the dtype of ``a``.
reshape(x, new_shape) -> ops.reshape(x, new_shape)
    Return the elements in another shape.
rand(*shape, dtype=float32) -> ops.rand(*shape, dtype=dtype)
    Return numbers drawn evenly from ``[0, 1)``.
randn(*shape, dtype=float32) -> ops.randn(*shape, dtype=dtype)
    Return numbers drawn from the standard normal distribution.
size(a, axis: int | None = None)
    -> of(a).size if axis is None else of(a).shape[axis]
    Return how many elements there are, along ``axis`` or in all.
sometrue(a, axis=None, keepdims=False) -> ops.any(of(a), axis, keepdims)
    Return whether an element is true, over ``axis``.
squeeze(a, axis=None) -> ops.squeeze(of(a), axis)
    Return ``a`` without its unit axes, or without those.
stack(arrays, axis=0) -> ops.stack([of(one) for one in arrays], axis)
    Return the arrays along a new axis.
swapaxes(x, axis1: int, axis2: int) -> ops.swapaxes(x, axis1, axis2)
    Return ``x`` with two axes changed for each other.
tile(a, reps) -> ops.tile(of(a), reps)
    Return ``a`` repeated along its axes.
trapz(y, x=None, dx=1.0, axis=-1) -> ops.trapz(of(y), x, dx=dx, dim=axis)
    Return the integral along ``axis``, by trapezoids.
tril(m, k=0) -> ops.tril(of(m), k)
    Return the lower triangle, zeros above.
triu(m, k=0) -> ops.triu(of(m), k)
    Return the upper triangle, zeros below.
where(condition, x=None, y=None) -> ops.where(of(condition), of(x), of(y))
    Return ``x`` where the condition holds, else ``y``.
zeros_like(a, dtype=None, shape=None) -> filled_like(a, 0, dtype, shape)
    Return zeros, in the shape and the dtype of ``a``.
transpose(a, axes=None)
    -> ops.transpose(a, tuple(range(a.ndim))[::-1] if axes is None else axes)
    Return ``a`` with its axes in the order ``axes``, by default reversed.
ravel(x) -> ops.reshape(x, (-1,))
    Return ``x`` with one axis.
outer(a, b) -> ops.outer(composed_otherwise(a), b)
    Return the products of all elements of one by all of the other.
column_stack(tup) -> ops.column_stack(tup)
    Return vectors as the columns of a matrix, matrices joined along axis 1.
cumprod(a, axis: int | None = None, dtype=None)
    -> ops.cumprod(composed_otherwise(in_dtype(in_a_row(a, axis), dtype)), axis or 0)
    Return the running products along ``axis``, or of all elements in turn.
diagonal(a, offset=0, axis1=0, axis2=1) -> ops.diagonal(a, offset, axis1, axis2)
    Return the diagonals of the matrices along two axes, as the last axis.
diff(a, n=1, axis=-1, prepend=None, append=None)
    -> ops.diff(a, n, axis, prepend, append)
    Return the differences of neighbours along ``axis``, ``n`` times.
fix(x) -> ops.trunc(x)
    Return the integers towards 0.
flip(m, axis=None) -> ops.flip(m, tuple(range(m.ndim)) if axis is None else axis)
    Return the elements along the axes, by default all, in reverse order.
fliplr(m) -> ops.fliplr(m)
    Return the elements along axis 1 in reverse order.
flipud(m) -> ops.flipud(m)
    Return the elements along axis 0 in reverse order.
hstack(tup) -> ops.hstack(tup)
    Return the Tensors joined along axis 1, vectors along axis 0.
vstack(tup) -> ops.vstack(tup)
    Return the Tensors, of at least two axes each, joined along axis 0.
inner(a, b) -> ops.inner(a, b)
    Return the sums of the products along the last axes.
kron(a, b) -> ops.kron(a, b)
    Return the Kronecker product.
roll(a, shift, axis=None)
    -> ops.reshape(ops.roll(ops.reshape(a, (-1,)), shift, 0), a.shape)
    if axis is None else ops.roll(a, shift, axis)
    Return the elements moved along the axes, by default along all as one.
rot90(a, k=1, axes=(0, 1)) -> ops.rot90(a, k, axes)
    Return ``a`` turned ``k`` times by 90 degrees, from one axis to the other.
take(a, indices, axis: int | None = None, mode="clip")
    -> taken(in_a_row(a, axis), of(indices), axis or 0, mode)
    Return the elements at ``indices`` along ``axis``, or along all as one.
take_along_axis(arr, indices, axis: int) -> ops.gather_elements(arr, axis, indices)
    Return ``arr[..., indices[...], ...]``, the indices in the place of ``axis``.
tensordot(a, b, axes: Any = 2) -> ops.tensor_dot(a, b, axes)
    Return the product summed over ``axes``.
trace(a, offset=0, axis1=0, axis2=1, dtype=None)
    -> ops.sum(ops.diagonal(a, offset, axis1, axis2), -1, dtype=dtype or a.dtype)
    Return the sums of the diagonals of matrices.
isneginf(x) -> ops.isneginf(x)
    Return where ``x`` is negative infinity.
isposinf(x) -> ops.isposinf(x)
    Return where ``x`` is positive infinity.
"""

_SPACE = {one.__name__: one for one in (among, dtype_of, in_a_row, in_dtype, of)}
_SPACE |= {"ops": ops, "float32": float32, "composed_otherwise": composed_otherwise}
_SPACE |= {"filled_like": filled_like, "taken": taken, "with_units": with_units}
globals().update(forwarding_functions(ROWS, _SPACE, __file__, __name__))
