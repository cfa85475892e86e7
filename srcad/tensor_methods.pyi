"""The methods that are operators: ``tensor.exp()`` for ``ops.exp(tensor)``.

Operators are made of Tensors, so a Tensor's class cannot be made of operators.
:mod:`srcad.ops.methods` attaches them to its base class here when ``srcad.ops`` is
imported, which every name of ``srcad`` sees to. ``tensor_methods.pyi`` tells type
checkers of them; ``tools/stubs.py`` writes it.
"""

# Written by tools/stubs.py.

import builtins
from collections.abc import Mapping
from typing import Any

class TensorMethods:
    """What operators have attached."""

    @property
    def T(self) -> Any:
        """The Tensor with its axes reversed."""

    def abs(self) -> Any:
        """Return ``|input|``; the derivative at 0 is 0."""

    def acos(self) -> Any:
        """Return the angle in radians whose cosine is ``input``."""

    def add(self, other: Any) -> Any:
        """Return ``input + other``."""

    def addmm(self, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
        """Return ``beta * input + alpha * (mat1 @ mat2)``."""

    def all(self, axis: Any = None, keep_dims: builtins.bool = False) -> Any:
        """Return whether all elements over the axes ``axis`` are true."""

    def amax(self, axis: Any = None, keepdims: builtins.bool = False) -> Any:
        """Return the largest elements over the axes ``axis``."""

    def amin(self, axis: Any = None, keepdims: builtins.bool = False) -> Any:
        """Return the smallest elements over the axes ``axis``."""

    def any(self, axis: Any = None, keep_dims: builtins.bool = False) -> Any:
        """Return whether some element over the axes ``axis`` is true."""

    def argmax(self, axis: Any = None, keepdims: builtins.bool = False) -> Any:
        """Return the int64 index of the first largest element (of all, for None)."""

    def argmin(self, axis: Any = None, keepdims: builtins.bool = False) -> Any:
        """Return the int32 index of the first smallest element (of all, for None)."""

    def argsort(
        self, axis: builtins.int = -1, descending: builtins.bool = False
    ) -> Any:
        """Return the int32 indices that put ``input`` in order along ``axis``."""

    def asin(self) -> Any:
        """Return the angle in radians whose sine is ``input``."""

    def astype(self, dtype: Any, copy: builtins.bool = True) -> Any:
        """Return the Tensor cast to ``dtype``; a cast to an integer has no gradient."""

    def atan(self) -> Any:
        """Return the angle in radians whose tangent is ``input``."""

    def atan2(self, other: Any) -> Any:
        """Return the angle of the point ``(other, input)``, in ``[-pi, pi]``."""

    def bitwise_and(self, other: Any) -> Any:
        """Return ``input & other``, of bools or integers."""

    def bitwise_not(self) -> Any:
        """Return ``~input``, of bools or integers."""

    def bitwise_or(self, other: Any) -> Any:
        """Return ``input | other``, of bools or integers."""

    def bitwise_xor(self, other: Any) -> Any:
        """Return ``input ^ other``, of bools or integers."""

    def bmm(self, mat2: Any) -> Any:
        """Return the products of two batches of matrices, ``(..., m, k)``, ``(..., k, n)``.

        Raises ValueError for ranks below 2."""

    def bool(self) -> Any:
        """Return the Tensor cast to bool."""

    def broadcast_to(self, shape: Any) -> Any:
        """Return ``input`` repeated to ``shape``; -1 keeps the size of an axis."""

    def ceil(self) -> Any:
        """Return the smallest integers that are not smaller, in the same dtype."""

    def chunk(self, chunks: builtins.int, axis: builtins.int = 0) -> Any:
        """Return a tuple of at most ``chunks`` pieces along ``axis``, the last smaller."""

    def clamp(self, min: Any = None, max: Any = None) -> Any:
        """Return ``input`` with its elements brought into ``[min, max]``.

        Either bound is a number, a Tensor that broadcasts, or None. Raises ValueError
        where both are None."""

    def clip(self, min: Any = None, max: Any = None) -> Any:
        """Return the elements brought into ``[min, max]``."""

    def cos(self) -> Any:
        """Return the cosine; ``input`` in radians."""

    def cosh(self) -> Any:
        """Return the hyperbolic cosine."""

    def cumprod(self, dim: builtins.int, dtype: Any = None) -> Any:
        """Return the running products along ``dim``; of bools and integers int64."""

    def cumsum(self, axis: builtins.int, dtype: Any = None) -> Any:
        """Return the running sums along ``axis``, in the dtype of ``x``."""

    def div(self, other: Any, *, rounding_mode: Any = None) -> Any:
        """Return ``x / other``, rounded as ``rounding_mode`` says."""

    def divide(self, other: Any, *, rounding_mode: Any = None) -> Any:
        """Return ``x / other``, rounded as ``rounding_mode`` says."""

    def dot(self, other: Any) -> Any:
        """Return the inner product of the last axis and the last but one (or only one)."""

    def double(self) -> Any:
        """Return the Tensor cast to float64."""

    def eq(self, other: Any) -> Any:
        """Return the bools ``input == other``."""

    def equal(self, other: Any) -> Any:
        """Return the bools ``input == other``."""

    def erf(self) -> Any:
        """Return the error function, ``2 / sqrt(pi)`` times the integral of ``e^(-t^2)``.

        The error is that of srcad.ops.kernels.error_function."""

    def erfc(self) -> Any:
        """Return ``1 - erf(input)``, with the digits of small values.

        The error is that of srcad.ops.kernels.complementary_error_function."""

    def exp(self) -> Any:
        """Return ``e^input``."""

    def expand(self, *size: Any) -> Any:
        """Return the Tensor repeated to a shape; -1 keeps a size."""

    def expand_as(self, other: Any) -> Any:
        """Return ``input`` repeated to the shape of ``other``."""

    def expand_dims(self, axis: builtins.int) -> Any:
        """Return ``input_x`` with a new axis of size 1 at ``axis``."""

    def expm1(self) -> Any:
        """Return ``e^input - 1``, exact near 0."""

    def fill(self, value: Any) -> Any:
        """Return a Tensor of this shape and dtype, all ``value``."""

    def flatten(
        self,
        order: builtins.str = "C",
        *,
        start_dim: builtins.int = 0,
        end_dim: builtins.int = -1,
    ) -> Any:
        """Return the Tensor with the axes ``start_dim`` to ``end_dim`` made one."""

    def flip(self, dims: Any) -> Any:
        """Return ``input`` with the order along the axes ``dims`` reversed."""

    def float(self) -> Any:
        """Return the Tensor cast to float32."""

    def floor(self) -> Any:
        """Return the largest integers that are not larger, in the same dtype."""

    def floor_divide(self, other: Any) -> Any:
        """Return ``input // other``, rounded down."""

    def fmod(self, other: Any) -> Any:
        """Return the remainder of the division rounded towards zero."""

    def gather(
        self, input_indices: Any, axis: builtins.int, batch_dims: builtins.int = 0
    ) -> Any:
        """Return the slices of ``input_params`` along ``axis`` at ``input_indices``.

        The shape of the indices stands in the place of the axis. Raises ValueError for
        ``batch_dims`` other than 0."""

    def gather_elements(self, dim: builtins.int, index: Any) -> Any:
        """Return ``input[..., index[...], ...]``, ``index`` in the place of ``dim``."""

    def gather_nd(self, indices: Any) -> Any:
        """Return the elements or slices at the index tuples along the last axis."""

    def ge(self, other: Any) -> Any:
        """Return the bools ``input >= other``."""

    def greater(self, other: Any) -> Any:
        """Return the bools ``input > other``."""

    def greater_equal(self, other: Any) -> Any:
        """Return the bools ``input >= other``."""

    def gt(self, other: Any) -> Any:
        """Return the bools ``input > other``."""

    def half(self) -> Any:
        """Return the Tensor cast to float16."""

    def index_select(self, axis: builtins.int, index: Any) -> Any:
        """Return the slices along ``axis`` at the vector ``index``."""

    def int(self) -> Any:
        """Return the Tensor cast to int32."""

    def isclose(
        self,
        other: Any,
        rtol: builtins.float = 1e-05,
        atol: builtins.float = 1e-08,
        equal_nan: builtins.bool = False,
    ) -> Any:
        """Return the bools ``|input - other| <= atol + rtol * |other|``."""

    def isfinite(self) -> Any:
        """Return whether each element is neither infinite nor NaN."""

    def isinf(self) -> Any:
        """Return whether each element is infinite."""

    def isnan(self) -> Any:
        """Return whether each element is NaN."""

    def itemset(self, *args: Any) -> Any:
        """Return a copy with another element: ``itemset(place, value)``."""

    def le(self, other: Any) -> Any:
        """Return the bools ``input <= other``."""

    def lerp(self, end: Any, weight: Any) -> Any:
        """Return ``input + weight * (end - input)``."""

    def less(self, other: Any) -> Any:
        """Return the bools ``input < other``."""

    def less_equal(self, other: Any) -> Any:
        """Return the bools ``input <= other``."""

    def log(self) -> Any:
        """Return the natural logarithm; NaN below 0."""

    def log10(self) -> Any:
        """Return the logarithm to base 10."""

    def log1p(self) -> Any:
        """Return ``log(1 + input)``, exact near 0."""

    def log2(self) -> Any:
        """Return the logarithm to base 2."""

    def log_softmax(self, axis: builtins.int = -1) -> Any:
        """Return ``log(softmax(logits))`` along ``axis``, without overflow."""

    def logical_and(self, other: Any) -> Any:
        """Return whether both are true (not zero), element by element."""

    def logical_not(self) -> Any:
        """Return whether each element is zero."""

    def logical_or(self, other: Any) -> Any:
        """Return whether one is true (not zero), element by element."""

    def logical_xor(self, other: Any) -> Any:
        """Return whether exactly one is true (not zero), element by element."""

    def logsumexp(self, dim: Any, keepdim: builtins.bool = False) -> Any:
        """Return ``log(sum(e^input))`` over the axes ``dim``, without overflow."""

    def long(self) -> Any:
        """Return the Tensor cast to int64."""

    def lt(self, other: Any) -> Any:
        """Return the bools ``input < other``."""

    @property
    def mT(self) -> Any:
        """The Tensor with its last two axes exchanged."""

    def masked_fill(self, mask: Any, value: Any) -> Any:
        """Return ``input_x`` with ``value`` where ``mask`` is True; the dtype is kept."""

    def masked_select(self, mask: Any) -> Any:
        """Return the elements where the bools ``mask`` (broadcast) hold, flat."""

    def matmul(self, tensor2: Any) -> Any:
        """Return the matrix product."""

    def max(
        self,
        axis: Any = None,
        keepdims: builtins.bool = False,
        *,
        return_indices: builtins.bool = False,
    ) -> Any:
        """Return the largest elements; with ``return_indices`` a tuple with int64s."""

    def maximum(self, other: Any) -> Any:
        """Return the larger of the two, element by element."""

    def mean(self, axis: Any = None, keep_dims: builtins.bool = False) -> Any:
        """Return the mean over the axes ``axis``; of integers, cut to their dtype."""

    def min(
        self,
        axis: Any = None,
        keepdims: builtins.bool = False,
        *,
        return_indices: builtins.bool = False,
    ) -> Any:
        """Return the smallest elements; with ``return_indices`` a tuple with int64s."""

    def minimum(self, other: Any) -> Any:
        """Return the smaller of the two, element by element."""

    def mm(self, mat2: Any) -> Any:
        """Return the product of two matrices."""

    def movedim(self, source: Any, destination: Any) -> Any:
        """Return ``x`` with the axes ``source`` moved to ``destination``."""

    def mul(self, other: Any) -> Any:
        """Return ``input * other``."""

    def multiply(self, other: Any) -> Any:
        """Return ``input * other``."""

    def narrow(
        self, axis: builtins.int, start: builtins.int, length: builtins.int
    ) -> Any:
        """Return ``length`` slices along ``axis``, from ``start`` on."""

    def ne(self, other: Any) -> Any:
        """Return the bools ``input != other``."""

    def neg(self) -> Any:
        """Return ``-input``."""

    def negative(self) -> Any:
        """Return ``-input``."""

    def new_ones(self, size: Any, dtype: Any = None) -> Any:
        """Return ones of this dtype."""

    def new_zeros(self, size: Any, dtype: Any = None) -> Any:
        """Return zeros of this dtype."""

    def nonzero(self) -> Any:
        """Return the int64 indices of the elements that are not 0, one a row."""

    def norm(
        self,
        ord: Any = None,
        dim: Any = None,
        keepdim: builtins.bool = False,
        *,
        dtype: Any = None,
    ) -> Any:
        """Return a norm over the axes ``dim``, or of all elements.

        ``ord`` is None or ``"fro"`` (the root of the sum of squares), a number p (the p-th
        root of the sum of p-th powers, of vectors), or plus or minus infinity. Raises
        ValueError for a number other than None, "fro" and 2 with two axes."""

    def not_equal(self, other: Any) -> Any:
        """Return the bools ``input != other``."""

    def outer(self, vec2: Any) -> Any:
        """Return the outer product of two vectors."""

    def permute(self, *axis: Any) -> Any:
        """Return the Tensor with its axes in another order."""

    def pow(self, exponent: Any) -> Any:
        """Return ``input ** exponent``."""

    def prod(
        self, axis: Any = None, keep_dims: builtins.bool = False, dtype: Any = None
    ) -> Any:
        """Return the product over the axes ``axis``."""

    def ravel(self) -> Any:
        """Return the Tensor with one axis."""

    def reciprocal(self) -> Any:
        """Return ``1 / input``."""

    def relu(self) -> Any:
        """Return ``max(x, 0)``."""

    def remainder(self, other: Any) -> Any:
        """Return the remainder of ``input // other``, of the sign of ``other``."""

    def repeat(self, repeats: Any, axis: Any = None) -> Any:
        """Return the Tensor with each element repeated along ``axis`` (None: flat)."""

    def repeat_interleave(self, repeats: Any, dim: Any = None) -> Any:
        """Return the Tensor with each element repeated along ``dim`` (None: flat)."""

    def reshape(self, *shape: Any) -> Any:
        """Return the Tensor with another shape; one size may be -1."""

    def reshape_as(self, other: Any) -> Any:
        """Return the Tensor with the shape of another."""

    def roll(self, shifts: Any, dims: Any = None) -> Any:
        """Return ``input`` shifted along ``dims`` (None: flat), what leaves coming back."""

    def round(self) -> Any:
        """Return the nearest integers (halves to even), in the same dtype."""

    def rsqrt(self) -> Any:
        """Return ``1 / sqrt(input)``."""

    def select(self, condition: Any, y: Any) -> Any:
        """Return the elements where the bools hold and ``y`` elsewhere."""

    def sigmoid(self) -> Any:
        """Return ``1 / (1 + e^(-input))``."""

    def sign(self) -> Any:
        """Return -1, 0 or 1, in the same dtype."""

    def sin(self) -> Any:
        """Return the sine; ``input`` in radians."""

    def sinh(self) -> Any:
        """Return the hyperbolic sine."""

    def softmax(self, axis: builtins.int = -1) -> Any:
        """Return ``e^input / sum(e^input)`` along ``axis``, without overflow."""

    def sort(self, axis: builtins.int = -1, descending: builtins.bool = False) -> Any:
        """Return ``(elements in order, their int32 indices)`` along ``axis``."""

    def split(self, split_size_or_sections: Any, axis: builtins.int = 0) -> Any:
        """Return a tuple of pieces along ``axis``.

        An int gives the size of every piece but the last; a tuple or list the size of each.
        """

    def sqrt(self) -> Any:
        """Return the square root; NaN below 0."""

    def square(self) -> Any:
        """Return ``input^2``."""

    def squeeze(self, axis: Any = None) -> Any:
        """Return ``input`` without the axes ``axis`` (None: all) of size 1."""

    def std(
        self, axis: Any = None, ddof: builtins.int = 0, keepdims: builtins.bool = False
    ) -> Any:
        """Return the square root of ``var``."""

    def sub(self, other: Any) -> Any:
        """Return ``input - other``."""

    def subtract(self, other: Any) -> Any:
        """Return ``input - other``."""

    def sum(
        self, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False
    ) -> Any:
        """Return the sum; of bools and integers int64."""

    def swapaxes(self, axis0: builtins.int, axis1: builtins.int) -> Any:
        """Return ``input`` with two axes exchanged."""

    def swapdims(self, axis0: builtins.int, axis1: builtins.int) -> Any:
        """Return the Tensor with two axes exchanged."""

    def t(self) -> Any:
        """Return the transpose of a matrix; a vector as it is."""

    def take(self, indices: Any, axis: Any = None) -> Any:
        """Return the slices along ``axis`` (None: flat) at ``indices``."""

    def tan(self) -> Any:
        """Return the tangent; ``input`` in radians."""

    def tanh(self) -> Any:
        """Return the hyperbolic tangent."""

    def tile(self, *dims: Any) -> Any:
        """Return the Tensor repeated whole, so many times along each axis."""

    def to(self, dtype: Any) -> Any:
        """Return the Tensor cast to ``dtype``."""

    def topk(
        self,
        k: builtins.int,
        dim: Any = None,
        largest: builtins.bool = True,
        sorted: builtins.bool = True,
    ) -> Any:
        """Return ``(values, int32 indices)`` of the ``k`` largest along ``dim``, in order.

        ``dim=None`` stands for the last axis; ``largest=False`` gives the smallest."""

    def transpose(self, *axes: Any) -> Any:
        """Return the Tensor with its axes in another order; reversed without one."""

    def tril(self, diagonal: builtins.int = 0) -> Any:
        """Return ``input`` with zeros above the diagonal."""

    def triu(self, diagonal: builtins.int = 0) -> Any:
        """Return ``input`` with zeros below the diagonal."""

    def true_divide(self, other: Any) -> Any:
        """Return ``x / other``."""

    def trunc(self) -> Any:
        """Return the integer parts, in the same dtype."""

    def type_as(self, other: Any) -> Any:
        """Return the Tensor cast to the dtype of another."""

    def unbind(self, dim: builtins.int = 0) -> Any:
        """Return a tuple of the slices along ``dim``."""

    def unsqueeze(self, dim: builtins.int) -> Any:
        """Return ``input`` with a new axis of size 1 at ``dim``."""

    def var(
        self, axis: Any = None, ddof: builtins.int = 0, keepdims: builtins.bool = False
    ) -> Any:
        """Return the variance over ``axis``, divided by the count less ``ddof``."""

    def view(self, *shape: Any) -> Any:
        """Return the Tensor with another shape; one size may be -1."""

    def view_as(self, other: Any) -> Any:
        """Return the Tensor with the shape of another."""

    def where(self, condition: Any, y: Any) -> Any:
        """Return the elements where ``condition`` holds and ``y`` elsewhere."""

def attach(methods: Mapping[str, Any]) -> None:
    """Give every Tensor methods and properties, by their names.

    Raises ValueError for a name that is taken."""
