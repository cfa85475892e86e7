"""The operators that NumPy calls by other names, or with other arguments, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

from srcad import ops
from srcad.dtypes import float32
from srcad.numpy._defaults import dtype_of
from srcad.ops._forwarding import forwarding_functions

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
"""

_SPACE = {"ops": ops, "float32": float32, "dtype_of": dtype_of}
globals().update(forwarding_functions(ROWS, _SPACE, __file__, __name__))
