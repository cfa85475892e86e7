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
    def H(self) -> Any:
        """The Tensor with its axes reversed, of complex numbers their conjugates."""

    @property
    def T(self) -> Any:
        """The Tensor with its axes reversed; one of rank 0 or 1 is its own."""

    def abs(self) -> Any:
        """Return ``|input|``; the derivative at 0 is 0."""

    def absolute(self) -> Any:
        """Return ``|input|``; the derivative at 0 is 0."""

    def acos(self) -> Any:
        """Return the angle in radians whose cosine is ``input``."""

    def acosh(self) -> Any:
        """Return the inverse hyperbolic cosine; NaN below 1."""

    def add(self, other: Any, *, alpha: Any = 1) -> Any:
        """Return ``self + alpha * other``."""

    def add_(self, other: Any, *, alpha: Any = 1) -> Any:
        """Add ``alpha * other``."""

    def addbmm(self, batch1: Any, batch2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
        """Return ``beta * input`` and ``alpha`` times the sum of the batches' products."""

    def addcdiv(self, tensor1: Any, tensor2: Any, value: builtins.int = 1) -> Any:
        """Return ``x + value * tensor1 / tensor2``."""

    def addcmul(self, tensor1: Any, tensor2: Any, value: builtins.int = 1) -> Any:
        """Return ``x + value * tensor1 * tensor2``."""

    def addmm(self, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
        """Return ``beta * input + alpha * (mat1 @ mat2)``."""

    def addmm_(self, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
        """Take ``beta * self + alpha * (mat1 @ mat2)``."""

    def addmv(self, mat: Any, vec: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
        """Return ``beta * input + alpha * (mat @ vec)``."""

    def addr(
        self, vec1: Any, vec2: Any, beta: builtins.int = 1, alpha: builtins.int = 1
    ) -> Any:
        """Return ``beta * x + alpha * outer(vec1, vec2)``."""

    def adjoint(self) -> Any:
        """Return the transposed matrices, of complex numbers their conjugates."""

    def all(
        self,
        axis: Any = None,
        keep_dims: builtins.bool = False,
        *,
        dim: Any = None,
        keepdim: builtins.bool = False,
    ) -> Any:
        """Return whether all elements are true."""

    def allclose(
        self,
        other: Any,
        rtol: builtins.float = 1e-05,
        atol: builtins.float = 1e-08,
        equal_nan: builtins.bool = False,
    ) -> Any:
        """Return whether all elements are close to another Tensor's."""

    def amax(self, axis: Any = None, keepdims: builtins.bool = False) -> Any:
        """Return the largest elements over the axes ``axis``."""

    def amin(self, axis: Any = None, keepdims: builtins.bool = False) -> Any:
        """Return the smallest elements over the axes ``axis``."""

    def aminmax(
        self, *, axis: builtins.int = 0, keepdims: builtins.bool = False
    ) -> Any:
        """Return ``(smallest, largest)`` along ``axis``."""

    def angle(self) -> Any:
        """Return the angles in radians, in ``(-pi, pi]``."""

    def any(
        self,
        axis: Any = None,
        keep_dims: builtins.bool = False,
        *,
        dim: Any = None,
        keepdim: builtins.bool = False,
    ) -> Any:
        """Return whether some element is true."""

    def approximate_equal(self, y: Any, tolerance: builtins.float = 1e-05) -> Any:
        """Return whether elements differ by less than ``tolerance``."""

    def arccos(self) -> Any:
        """Return the angle in radians whose cosine is ``input``."""

    def arccosh(self) -> Any:
        """Return the inverse hyperbolic cosine; NaN below 1."""

    def arcsin(self) -> Any:
        """Return the angle in radians whose sine is ``input``."""

    def arcsinh(self) -> Any:
        """Return the inverse hyperbolic sine."""

    def arctan(self) -> Any:
        """Return the angle in radians whose tangent is ``input``."""

    def arctan2(self, other: Any) -> Any:
        """Return the angle of the point ``(other, input)``, in ``[-pi, pi]``."""

    def arctanh(self) -> Any:
        """Return the inverse hyperbolic tangent; NaN outside ``[-1, 1]``."""

    def argmax(
        self,
        axis: Any = None,
        keepdims: builtins.bool = False,
        *,
        dim: Any = None,
        keepdim: builtins.bool = False,
    ) -> Any:
        """Return the int64 index of the first largest element (of all, for None)."""

    def argmax_with_value(
        self, axis: builtins.int = 0, keep_dims: builtins.bool = False
    ) -> Any:
        """Return ``(index, value)`` of the first largest element along ``axis``."""

    def argmin(
        self,
        axis: Any = None,
        keepdims: builtins.bool = False,
        *,
        dim: Any = None,
        keepdim: builtins.bool = False,
    ) -> Any:
        """Return the int32 index of the first smallest element (of all, for None)."""

    def argmin_with_value(
        self, axis: builtins.int = 0, keep_dims: builtins.bool = False
    ) -> Any:
        """Return ``(index, value)`` of the first smallest element along ``axis``."""

    def argsort(
        self,
        axis: builtins.int = -1,
        descending: builtins.bool = False,
        *,
        dim: Any = None,
        stable: builtins.bool = False,
    ) -> Any:
        """Return the int32 indices that put the elements in order."""

    def argwhere(self) -> Any:
        """Return the int64 indices of the elements that are not 0, one a row."""

    def asin(self) -> Any:
        """Return the angle in radians whose sine is ``input``."""

    def asinh(self) -> Any:
        """Return the inverse hyperbolic sine."""

    def astype(self, dtype: Any, copy: builtins.bool = True) -> Any:
        """Return the Tensor cast to ``dtype``; a cast to an integer has no gradient."""

    def atan(self) -> Any:
        """Return the angle in radians whose tangent is ``input``."""

    def atan2(self, other: Any) -> Any:
        """Return the angle of the point ``(other, input)``, in ``[-pi, pi]``."""

    def atanh(self) -> Any:
        """Return the inverse hyperbolic tangent; NaN outside ``[-1, 1]``."""

    def baddbmm(self, batch1: Any, batch2: Any, beta: Any = 1, alpha: Any = 1) -> Any:
        """Return ``beta * input + alpha * (batch1 @ batch2)``, batch by batch."""

    def bernoulli(self, *, generator: Any = None) -> Any:
        """Return 1 with these probabilities and 0 otherwise."""

    def bernoulli_(self, p: Any = 0.5, *, generator: Any = None) -> Any:
        """Draw 1 with probability ``p`` and 0 otherwise."""

    def bincount(self, weights: Any = None, minlength: builtins.int = 0) -> Any:
        """Return how often each integer is there, as float32, or the sum of its weights."""

    def bitwise_and(self, other: Any) -> Any:
        """Return ``input & other``, of bools or integers."""

    def bitwise_left_shift(self, other: Any) -> Any:
        """Return ``input << other``, of integers; bits that leave the dtype are lost."""

    def bitwise_not(self) -> Any:
        """Return ``~input``, of bools or integers."""

    def bitwise_or(self, other: Any) -> Any:
        """Return ``input | other``, of bools or integers."""

    def bitwise_right_shift(self, other: Any) -> Any:
        """Return ``input >> other``, of integers; the sign is kept."""

    def bitwise_xor(self, other: Any) -> Any:
        """Return ``input ^ other``, of bools or integers."""

    def bmm(self, mat2: Any) -> Any:
        """Return the products of two batches of matrices, ``(..., m, k)``, ``(..., k, n)``.

        Raises ValueError for ranks below 2."""

    def bool(self) -> Any:
        """Return the Tensor cast to bool."""

    def broadcast_to(self, shape: Any) -> Any:
        """Return ``input`` repeated to ``shape``; -1 keeps the size of an axis."""

    def byte(self) -> Any:
        """Return the Tensor cast to uint8."""

    def ceil(self) -> Any:
        """Return the smallest integers that are not smaller, in the same dtype."""

    def cholesky(self, upper: builtins.bool = False) -> Any:
        """Return L with ``L L^T = input_x``, or its transpose, which is ``upper``."""

    def cholesky_inverse(self, upper: builtins.bool = False) -> Any:
        """Return the inverse of the matrix with this factor of ``cholesky``."""

    def cholesky_solve(self, input2: Any, upper: builtins.bool = False) -> Any:
        """Return x with ``A x = self``, of a factor of A."""

    def chunk(
        self, chunks: builtins.int, axis: builtins.int = 0, *, dim: Any = None
    ) -> Any:
        """Return a tuple of at most so many pieces, the last smaller."""

    def clamp(self, min: Any = None, max: Any = None) -> Any:
        """Return ``input`` with its elements brought into ``[min, max]``.

        Either bound is a number, a Tensor that broadcasts, or None. Raises ValueError
        where both are None."""

    def clamp_(self, min: Any = None, max: Any = None) -> Any:
        """Bring the elements into ``[min, max]``."""

    def clip(self, min: Any = None, max: Any = None) -> Any:
        """Return the elements brought into ``[min, max]``."""

    def clone(self) -> Any:
        """Return a copy."""

    def col2im(
        self,
        output_size: Any,
        kernel_size: Any,
        dilation: Any,
        padding_value: Any,
        stride: Any,
    ) -> Any:
        """Return images, the sums of patches."""

    def conj(self) -> Any:
        """Return the conjugates; real numbers are their own."""

    def contiguous(self) -> Any:
        """Return the Tensor: how the elements lie in memory is never asked for."""

    def copy_(self, src: Any, non_blocking: builtins.bool = False) -> Any:
        """Copy another Tensor, which is broadcast and cast."""

    def copysign(self, other: Any) -> Any:
        """Return ``abs(x)`` with the sign of ``other``."""

    def cos(self) -> Any:
        """Return the cosine; ``input`` in radians."""

    def cosh(self) -> Any:
        """Return the hyperbolic cosine."""

    def count_nonzero(
        self, axis: Any = ..., keep_dims: builtins.bool = False, dtype: Any = ...
    ) -> Any:
        """Return the number of elements that are not 0."""

    def cov(
        self,
        *,
        correction: builtins.int = 1,
        fweights: Any = None,
        aweights: Any = None,
    ) -> Any:
        """Return the covariances of the rows, dividing by the count less ``correction``."""

    def cross(self, other: Any, dim: Any = None) -> Any:
        """Return the vector product along ``dim``, by default the first axis of size 3.

        Raises ValueError where there is none."""

    def cummax(self, axis: builtins.int) -> Any:
        """Return ``(values, int64 index)`` of the largest so far, the last of equals."""

    def cummin(self, axis: builtins.int) -> Any:
        """Return ``(values, int32 index)`` of the smallest so far, the last of equals."""

    def cumprod(self, dim: builtins.int, dtype: Any = None) -> Any:
        """Return the running products along ``dim``; of bools and integers int64."""

    def cumsum(self, axis: Any = None, dtype: Any = None, *, dim: Any = None) -> Any:
        """Return the running sums along an axis."""

    @property
    def data(self) -> Any:
        """A Tensor over the same memory."""

    def deg2rad(self) -> Any:
        """Return degrees as radians."""

    def det(self) -> Any:
        """Return the determinants of the matrices."""

    def diag(self, diagonal: builtins.int = 0) -> Any:
        """Return zeros of this shape twice, the elements on the diagonal."""

    def diagflat(self, offset: builtins.int = 0) -> Any:
        """Return a matrix with all elements on a diagonal."""

    def diagonal(
        self, offset: builtins.int = 0, axis1: builtins.int = 0, axis2: builtins.int = 1
    ) -> Any:
        """Return the diagonals of two axes."""

    def diagonal_scatter(
        self,
        src: Any,
        offset: builtins.int = 0,
        dim1: builtins.int = 0,
        dim2: builtins.int = 1,
    ) -> Any:
        """Return ``input`` with ``src`` on a diagonal of the axes ``dim1`` and ``dim2``."""

    def diff(
        self,
        n: builtins.int = 1,
        axis: builtins.int = -1,
        prepend: Any = None,
        append: Any = None,
    ) -> Any:
        """Return the differences of neighbours along ``axis``, ``n`` times."""

    def digamma(self) -> Any:
        """Return the derivative of ``lgamma``, with an error under 1e-13, relative to the
        larger of 1 and itself; NaN at 0 and the negative integers.

        The asymptotic series (Abramowitz and Stegun, 6.3.18), ten steps further on; below
        1/2 the reflection ``digamma(1 - x) - pi / tan(pi x)``."""

    def div(self, other: Any, *, rounding_mode: Any = None) -> Any:
        """Return ``x / other``, rounded as ``rounding_mode`` says."""

    def div_(self, other: Any, *, rounding_mode: Any = None) -> Any:
        """Divide by ``other``, rounded as ``rounding_mode`` says."""

    def divide(self, other: Any, *, rounding_mode: Any = None) -> Any:
        """Return ``x / other``, rounded as ``rounding_mode`` says."""

    def dot(self, other: Any) -> Any:
        """Return the inner product of the last axis and the last but one (or only one)."""

    def double(self) -> Any:
        """Return the Tensor cast to float64."""

    def dsplit(self, indices_or_sections: Any) -> Any:
        """Return pieces along axis 2."""

    def eigvals(self) -> Any:
        """Return the eigenvalues of matrices, which are complex."""

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

    def erfinv(self) -> Any:
        """Return the inverse of ``erf``; inf at 1, NaN above, likewise below 0.

        Winitzki's approximation and three steps of Halley's method, of ``erfc`` where that
        is more exact: a relative error under 1e-14 for float64, as far as ``input`` says.
        """

    def exp(self) -> Any:
        """Return ``e^input``."""

    def exp_(self) -> Any:
        """Take the exponentials."""

    def expand(self, *size: Any) -> Any:
        """Return the Tensor repeated to a shape; -1 keeps a size."""

    def expand_as(self, other: Any) -> Any:
        """Return ``input`` repeated to the shape of ``other``."""

    def expand_dims(self, axis: builtins.int) -> Any:
        """Return ``input_x`` with a new axis of size 1 at ``axis``."""

    def expm1(self) -> Any:
        """Return ``e^input - 1``, exact near 0."""

    def exponential_(self, lambd: Any = 1, *, generator: Any = None) -> Any:
        """Draw from the exponential distribution of the rate ``lambd``."""

    def fill(self, value: Any) -> Any:
        """Return a Tensor of this shape and dtype, all ``value``."""

    def fill_(self, value: Any) -> Any:
        """Set all elements to a number."""

    def fill_diagonal(self, fill_value: Any, wrap: builtins.bool = False) -> Any:
        """Return a copy with a number on the main diagonal."""

    def fill_diagonal_(self, fill_value: Any, wrap: builtins.bool = False) -> Any:
        """Set the main diagonal to a number; with ``wrap`` of a tall matrix all of them."""

    def fills(self, value: Any) -> Any:
        """Return a number everywhere."""

    def flatten(
        self,
        *place: Any,
        order: builtins.str = "C",
        start_dim: builtins.int = 0,
        end_dim: builtins.int = -1,
    ) -> Any:
        """Return the Tensor with the axes ``start_dim`` to ``end_dim`` made one.

        By position it is ``order`` if it is a str."""

    def flip(self, dims: Any) -> Any:
        """Return ``input`` with the order along the axes ``dims`` reversed."""

    def fliplr(self) -> Any:
        """Return the elements along axis 1 in reverse order."""

    def flipud(self) -> Any:
        """Return the elements along axis 0 in reverse order."""

    def float(self) -> Any:
        """Return the Tensor cast to float32."""

    def float_power(self, exponent: Any) -> Any:
        """Return ``input ** exponent`` in float64."""

    def floor(self) -> Any:
        """Return the largest integers that are not larger, in the same dtype."""

    def floor_(self) -> Any:
        """Round down."""

    def floor_divide(self, other: Any) -> Any:
        """Return ``input // other``, rounded down."""

    def floor_divide_(self, other: Any) -> Any:
        """Divide by ``other``, rounded down."""

    def fmax(self, other: Any) -> Any:
        """Return the greater, of a NaN and a number the number."""

    def fmin(self, other: Any) -> Any:
        """Return the smaller, of a NaN and a number the number."""

    def fmod(self, other: Any) -> Any:
        """Return the remainder of the division rounded towards zero."""

    def fold(
        self,
        output_size: Any,
        kernel_size: Any,
        dilation: Any = 1,
        padding: Any = 0,
        stride: Any = 1,
    ) -> Any:
        """Return ``(N, C, *output_size)``: the patches of ``unfold`` added up again.

        ``input`` is ``(N, C, kh kw, L)`` or as ``unfold`` gives it."""

    def frac(self) -> Any:
        """Return what is behind the point, with the sign of ``x``."""

    def gather(
        self,
        input_indices: Any = None,
        axis: Any = None,
        batch_dims: builtins.int = 0,
        *,
        dim: Any = None,
        index: Any = None,
    ) -> Any:
        """Return the slices along an axis at indices.

        With an int first, or ``dim``, an element for each index: ``gather_elements``.
        """

    def gather_elements(self, dim: builtins.int, index: Any) -> Any:
        """Return ``input[..., index[...], ...]``, ``index`` in the place of ``dim``."""

    def gather_nd(self, indices: Any) -> Any:
        """Return the elements or slices at the index tuples along the last axis."""

    def gcd(self, other: Any) -> Any:
        """Return the greatest common divisors of integers."""

    def ge(self, other: Any) -> Any:
        """Return the bools ``input >= other``."""

    def ger(self, vec2: Any) -> Any:
        """Return the outer product of two vectors."""

    def greater(self, other: Any) -> Any:
        """Return the bools ``input > other``."""

    def greater_equal(self, other: Any) -> Any:
        """Return the bools ``input >= other``."""

    def gt(self, other: Any) -> Any:
        """Return the bools ``input > other``."""

    def half(self) -> Any:
        """Return the Tensor cast to float16."""

    def hardshrink(self, lambd: builtins.float = 0.5) -> Any:
        """Return ``input`` where ``|input| > lambd`` and 0 elsewhere."""

    @property
    def has_init(self) -> Any:
        """Whether the elements are still to be drawn: False."""

    def heaviside(self, values: Any) -> Any:
        """Return 0 below 0, ``values`` at 0 and 1 above."""

    def histc(
        self,
        bins: builtins.int = 100,
        min: builtins.float = 0.0,
        max: builtins.float = 0.0,
    ) -> Any:
        """Return how many elements are in each of equal bins, in the dtype of ``input``.

        Where both limits are 0 they are those of the elements. What lies outside counts
        nowhere. Raises ValueError where ``min`` is larger than ``max``."""

    def hsplit(self, indices_or_sections: Any) -> Any:
        """Return pieces along axis 1, of a vector along axis 0."""

    def hypot(self, other: Any) -> Any:
        """Return ``sqrt(input^2 + other^2)``."""

    def i0(self) -> Any:
        """Return the modified Bessel function of the first kind, of order 0."""

    def igamma(self, other: Any) -> Any:
        """Return the regularised lower incomplete gamma function P(input, other).

        NaN where ``input`` is not positive and where ``other`` is negative. The error is
        under 1e-11, relative to the value, for an ``input`` up to 1e4."""

    def igammac(self, other: Any) -> Any:
        """Return the regularised upper incomplete gamma function: ``1 - igamma``."""

    def imag(self) -> Any:
        """Return the imaginary parts; of real numbers zeros."""

    def index_add(
        self, dim: Any, index: Any, source: Any, *, alpha: builtins.int = 1
    ) -> Any:
        """Return the Tensor with slices added at ``index`` along ``dim``."""

    def index_add_(
        self, dim: builtins.int, index: Any, source: Any, *, alpha: Any = 1
    ) -> Any:
        """Add ``alpha * source`` to the slices ``index`` along ``dim``."""

    def index_copy_(self, dim: builtins.int, index: Any, tensor: Any) -> Any:
        """Copy ``tensor`` to the slices ``index`` along ``dim``."""

    def index_fill(self, axis: builtins.int, index: Any, value: Any) -> Any:
        """Return ``x`` with ``value`` in the slices ``index`` along ``axis``."""

    def index_fill_(self, dim: builtins.int, index: Any, value: Any) -> Any:
        """Set the slices ``index`` along ``dim`` to a number, or a Tensor of one."""

    def index_put(
        self, indices: Any, values: Any, accumulate: builtins.bool = False
    ) -> Any:
        """Return a copy with values at, or added to, the elements ``self[indices]``."""

    def index_put_(
        self, indices: Any, values: Any, accumulate: builtins.bool = False
    ) -> Any:
        """Set, or add to, the elements ``self[indices]``; ``indices`` is a tuple."""

    def index_select(self, axis: builtins.int, index: Any) -> Any:
        """Return the slices along ``axis`` at the vector ``index``."""

    def inner(self, other: Any) -> Any:
        """Return the sums of the products along the last axes."""

    def inplace_update(self, v: Any, indices: Any) -> Any:
        """Return ``x`` with the rows ``v`` at ``indices``."""

    def int(self) -> Any:
        """Return the Tensor cast to int32."""

    def inv(self) -> Any:
        """Return ``1 / x``."""

    def inverse(self) -> Any:
        """Return the inverses of the matrices; LinAlgError where one has none."""

    def invert(self) -> Any:
        """Return ``~input``, of bools or integers."""

    def is_complex(self) -> Any:
        """Return whether the dtype is a complex one."""

    def is_contiguous(self) -> Any:
        """Return True: the strides are those of elements that lie in order."""

    def is_floating_point(self) -> Any:
        """Return whether the dtype is a floating one."""

    def is_signed(self) -> Any:
        """Return whether the dtype has numbers below 0."""

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

    def isneginf(self) -> Any:
        """Return where ``input`` is negative infinity."""

    def isposinf(self) -> Any:
        """Return where ``input`` is positive infinity."""

    def isreal(self) -> Any:
        """Return whether elements have no imaginary part: True, of real numbers."""

    def itemset(self, *args: Any) -> Any:
        """Return a copy with another element: ``itemset(place, value)``."""

    def lcm(self, other: Any) -> Any:
        """Return the least common multiples of integers."""

    def ldexp(self, other: Any) -> Any:
        """Return ``x * 2 ** other``."""

    def le(self, other: Any) -> Any:
        """Return the bools ``input <= other``."""

    def lerp(self, end: Any, weight: Any) -> Any:
        """Return ``input + weight * (end - input)``."""

    def less(self, other: Any) -> Any:
        """Return the bools ``input < other``."""

    def less_equal(self, other: Any) -> Any:
        """Return the bools ``input <= other``."""

    def lgamma(self) -> Any:
        """Return ``log(abs(gamma(x)))``, with an error under 1e-13, relative to the larger
        of 1 and itself; inf at 0 and the negative integers.

        Stirling's series (Abramowitz and Stegun, 6.1.41), ten steps further on; below 1/2
        the reflection ``log(pi / abs(sin(pi x))) - lgamma(1 - x)``."""

    def log(self) -> Any:
        """Return the natural logarithm; NaN below 0."""

    def log10(self) -> Any:
        """Return the logarithm to base 10."""

    def log1p(self) -> Any:
        """Return ``log(1 + input)``, exact near 0."""

    def log2(self) -> Any:
        """Return the logarithm to base 2."""

    def log_(self) -> Any:
        """Take the natural logarithms."""

    def log_matrix_determinant(self) -> Any:
        """Return ``(sign, logarithm of the absolute value)`` of the determinants."""

    def log_softmax(self, axis: builtins.int = -1) -> Any:
        """Return ``log(softmax(logits))`` along ``axis``, without overflow."""

    def logaddexp(self, other: Any) -> Any:
        """Return ``log(exp(input) + exp(other))``, without overflow."""

    def logaddexp2(self, other: Any) -> Any:
        """Return ``log2(2 ** input + 2 ** other)``, without overflow."""

    def logcumsumexp(self, axis: builtins.int) -> Any:
        """Return the logarithms of the running sums of exponentials, without overflow."""

    def logdet(self) -> Any:
        """Return the logarithm of the determinants; NaN where one is negative."""

    def logical_and(self, other: Any) -> Any:
        """Return whether both are true (not zero), element by element."""

    def logical_not(self) -> Any:
        """Return whether each element is zero."""

    def logical_or(self, other: Any) -> Any:
        """Return whether one is true (not zero), element by element."""

    def logical_xor(self, other: Any) -> Any:
        """Return whether exactly one is true (not zero), element by element."""

    def logit(self, eps: Any = None) -> Any:
        """Return ``log(x / (1 - x))``, of ``x`` brought into ``[eps, 1 - eps]``."""

    def logsumexp(self, dim: Any, keepdim: builtins.bool = False) -> Any:
        """Return ``log(sum(e^input))`` over the axes ``dim``, without overflow."""

    def long(self) -> Any:
        """Return the Tensor cast to int64."""

    def lstsq(self, A: Any) -> Any:
        """Return what comes nearest to x with ``self x = A``, in squares."""

    def lt(self, other: Any) -> Any:
        """Return the bools ``input < other``."""

    @property
    def mH(self) -> Any:
        """The Tensor with its last two axes exchanged, of complex numbers conjugates."""

    @property
    def mT(self) -> Any:
        """The Tensor with its last two axes exchanged."""

    def masked_fill(self, mask: Any, value: Any) -> Any:
        """Return ``input_x`` with ``value`` where ``mask`` is True; the dtype is kept."""

    def masked_fill_(self, mask: Any, value: Any) -> Any:
        """Set the elements where ``mask`` holds to a number."""

    def masked_scatter(self, mask: Any, source: Any) -> Any:
        """Return ``x`` with the elements of ``source`` in turn where ``mask`` holds."""

    def masked_scatter_(self, mask: Any, source: Any) -> Any:
        """Set the elements where ``mask`` holds to those of ``source``, in turn."""

    def masked_select(self, mask: Any) -> Any:
        """Return the elements where the bools ``mask`` (broadcast) hold, flat."""

    def matmul(self, tensor2: Any) -> Any:
        """Return the matrix product."""

    def matrix_determinant(self) -> Any:
        """Return the determinants of the matrices."""

    def matrix_power(self, n: builtins.int) -> Any:
        """Return the matrices times themselves; of their inverses for a negative ``n``."""

    def max(
        self,
        *place: Any,
        axis: Any = None,
        keepdims: Any = None,
        return_indices: builtins.bool = False,
        dim: Any = None,
        keepdim: builtins.bool = False,
    ) -> Any:
        """Return the largest elements.

        With ``return_indices``, with ``dim``, and with an int by position alone it is a
        tuple, with their int64 indices."""

    def maximum(self, other: Any) -> Any:
        """Return the larger of the two, element by element.

        Where they are equal each has half of the cotangent."""

    def mean(
        self,
        axis: Any = None,
        keep_dims: builtins.bool = False,
        *,
        dim: Any = None,
        keepdim: builtins.bool = False,
        dtype: Any = None,
    ) -> Any:
        """Return the mean, in ``dtype`` where one is given."""

    def median(self, axis: builtins.int = -1, keepdims: builtins.bool = False) -> Any:
        """Return ``(values, int64 index)`` of the median; of two the smaller one."""

    def min(
        self,
        *place: Any,
        axis: Any = None,
        keepdims: Any = None,
        return_indices: builtins.bool = False,
        dim: Any = None,
        keepdim: builtins.bool = False,
    ) -> Any:
        """Return the smallest elements; a tuple with int64 indices as in ``max``."""

    def minimum(self, other: Any) -> Any:
        """Return the smaller of the two, element by element.

        Where they are equal each has half of the cotangent."""

    def mm(self, mat2: Any) -> Any:
        """Return the product of two matrices."""

    def moveaxis(self, source: Any, destination: Any) -> Any:
        """Return ``x`` with the axes ``source`` moved to ``destination``."""

    def movedim(self, source: Any, destination: Any) -> Any:
        """Return ``x`` with the axes ``source`` moved to ``destination``."""

    def msort(self) -> Any:
        """Return the elements in order along the first axis."""

    def mul(self, other: Any) -> Any:
        """Return ``input * other``."""

    def mul_(self, other: Any) -> Any:
        """Multiply by ``other``."""

    def multinomial(
        self, num_samples: Any, replacement: builtins.bool = True, seed: Any = None
    ) -> Any:
        """Return int32 numbers of classes, drawn by these weights."""

    def multiply(self, other: Any) -> Any:
        """Return ``input * other``."""

    def mvlgamma(self, p: builtins.int) -> Any:
        """Return the logarithm of the multivariate gamma function of dimension ``p``."""

    def nan_to_num(
        self, nan: Any = None, posinf: Any = None, neginf: Any = None
    ) -> Any:
        """Return 0 (``nan``) for NaN, and the largest numbers for infinities."""

    def nanmean(
        self, axis: Any = None, keepdims: builtins.bool = False, *, dtype: Any = None
    ) -> Any:
        """Return the mean over ``axis`` of what is not NaN."""

    def nanmedian(
        self, axis: builtins.int = -1, keepdims: builtins.bool = False
    ) -> Any:
        """Return ``(values, int64 index)`` of the median of what is no NaN.

        Raises TypeError for None: it is the median along one axis."""

    def nansum(
        self, axis: Any = None, keepdims: builtins.bool = False, *, dtype: Any = None
    ) -> Any:
        """Return the sum over ``axis``; a NaN counts nothing."""

    def narrow(
        self, axis: builtins.int, start: builtins.int, length: builtins.int
    ) -> Any:
        """Return ``length`` slices along ``axis``, from ``start`` on."""

    def ndimension(self) -> Any:
        """Return the number of axes."""

    def ne(self, other: Any) -> Any:
        """Return the bools ``input != other``."""

    def neg(self) -> Any:
        """Return ``-input``."""

    def negative(self) -> Any:
        """Return ``-input``."""

    def nelement(self) -> Any:
        """Return the number of elements."""

    def new_empty(self, size: Any, *, dtype: Any = None, device: Any = None) -> Any:
        """Return a Tensor of this dtype, all 0."""

    def new_full(self, size: Any, fill_value: Any, *, dtype: Any = None) -> Any:
        """Return a Tensor of this dtype, all ``fill_value``."""

    def new_ones(self, size: Any, dtype: Any = None) -> Any:
        """Return ones of this dtype."""

    def new_zeros(self, size: Any, dtype: Any = None) -> Any:
        """Return zeros of this dtype."""

    def nextafter(self, other: Any) -> Any:
        """Return the next number on the way to another."""

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
        root of the sum of p-th powers), or plus or minus infinity. Of a matrix, and over
        two axes, it is a norm of matrices, as ``np.linalg.norm`` takes it. Raises
        ValueError for a number without ``dim`` of more than two axes."""

    def normal_(self, mean: Any = 0, std: Any = 1, *, generator: Any = None) -> Any:
        """Draw from the normal distribution ``N(mean, std^2)``."""

    def not_equal(self, other: Any) -> Any:
        """Return the bools ``input != other``."""

    def numel(self) -> Any:
        """Return the number of elements."""

    def outer(self, vec2: Any) -> Any:
        """Return the outer product of two vectors."""

    def permute(self, *axis: Any) -> Any:
        """Return the Tensor with its axes in another order."""

    def positive(self) -> Any:
        """Return ``input``."""

    def pow(self, exponent: Any) -> Any:
        """Return ``input ** exponent``."""

    def prod(
        self,
        axis: Any = None,
        keep_dims: builtins.bool = False,
        dtype: Any = None,
        *,
        dim: Any = None,
        keepdim: builtins.bool = False,
    ) -> Any:
        """Return the product."""

    def ptp(self, axis: Any = None, keepdims: builtins.bool = False) -> Any:
        """Return the largest less the smallest element along ``axis``."""

    def put_(self, index: Any, source: Any, accumulate: builtins.bool = False) -> Any:
        """Set, or add to, the elements at the places ``index``, counted along one axis."""

    def qr(self, some: builtins.bool = True) -> Any:
        """Return ``(Q, R)``."""

    def quantile(
        self, q: Any, axis: Any = None, keepdims: builtins.bool = False
    ) -> Any:
        """Return what a share ``q`` of the elements is below, linear between two."""

    def rad2deg(self) -> Any:
        """Return radians as degrees."""

    def random_categorical(
        self, num_sample: builtins.int, seed: builtins.int = 0, dtype: Any = None
    ) -> Any:
        """Return ``(batch, num_sample)`` numbers of classes, of ``(batch, classes)`` logits
        of their probabilities; int64 by default."""

    def ravel(self) -> Any:
        """Return the Tensor with one axis."""

    def real(self) -> Any:
        """Return the real parts."""

    def reciprocal(self) -> Any:
        """Return ``1 / input``."""

    def relu(self) -> Any:
        """Return ``max(x, 0)``."""

    def remainder(self, other: Any) -> Any:
        """Return the remainder of ``input // other``, of the sign of ``other``."""

    def remainder_(self, other: Any) -> Any:
        """Take the remainder of the division by ``other``."""

    def renorm(
        self, p: builtins.float, axis: builtins.int, maxnorm: builtins.float
    ) -> Any:
        """Return ``input``, its slices along ``axis`` scaled down to a norm of maxnorm."""

    def repeat(self, repeats: Any, axis: Any = None) -> Any:
        """Return the Tensor with each element repeated along ``axis`` (None: flat)."""

    def repeat_interleave(self, repeats: Any, dim: Any = None) -> Any:
        """Return the Tensor with each element repeated along ``dim`` (None: flat)."""

    def reshape(self, *shape: Any) -> Any:
        """Return the Tensor with another shape; one size may be -1."""

    def reshape_as(self, other: Any) -> Any:
        """Return the Tensor with the shape of another."""

    def reverse(self, axis: Any) -> Any:
        """Return the Tensor with the order along some axes turned."""

    def reverse_sequence(
        self, seq_lengths: Any, seq_dim: builtins.int = 0, batch_dim: builtins.int = 0
    ) -> Any:
        """Return the Tensor with so many elements turned, for each sample."""

    def roll(self, shifts: Any, dims: Any = None) -> Any:
        """Return ``input`` shifted along ``dims`` (None: flat), what leaves coming back.

        Raises TypeError where ``dims`` is an array."""

    def rot90(self, k: builtins.int, dims: Any) -> Any:
        """Return ``input`` turned ``k`` times by 90 degrees, from one axis to the other."""

    def round(self) -> Any:
        """Return the nearest integers (halves to even), in the same dtype."""

    def rsqrt(self) -> Any:
        """Return ``1 / sqrt(input)``."""

    def scatter(self, axis: builtins.int, index: Any, src: Any) -> Any:
        """Return a copy of ``input`` with ``src`` at ``index`` along ``axis``."""

    def scatter_(
        self,
        dim: builtins.int,
        index: Any,
        src: Any,
        *,
        reduce: builtins.str | None = None,
    ) -> Any:
        """Set the elements at ``index`` along ``dim`` to those of ``src``, or to a number.

        ``reduce`` is "add" or "multiply" where they are added or multiplied."""

    def scatter_add(
        self,
        indices: Any = None,
        updates: Any = None,
        src: Any = None,
        *,
        dim: Any = None,
        index: Any = None,
    ) -> Any:
        """Return the Tensor with ``updates`` added at the places.

        With an int first, or ``dim``, an element of ``src`` at each index along that axis.
        """

    def scatter_add_(self, dim: builtins.int, index: Any, src: Any) -> Any:
        """Add the elements of ``src`` to those at ``index`` along ``dim``."""

    def scatter_div(self, indices: Any, updates: Any) -> Any:
        """Return the Tensor divided by ``updates`` at the places."""

    def scatter_max(self, indices: Any, updates: Any) -> Any:
        """Return what is larger at the places."""

    def scatter_min(self, indices: Any, updates: Any) -> Any:
        """Return what is smaller at the places."""

    def scatter_mul(self, indices: Any, updates: Any) -> Any:
        """Return the Tensor multiplied by ``updates`` at the places."""

    def scatter_sub(self, indices: Any, updates: Any) -> Any:
        """Return the Tensor with ``updates`` subtracted at the places."""

    def searchsorted(
        self, v: Any, side: builtins.str = "left", sorter: Any = None
    ) -> Any:
        """Return where elements would have to stand among these, which are in order."""

    def select(
        self,
        condition: Any = None,
        y: Any = None,
        *,
        dim: Any = None,
        axis: Any = None,
        index: Any = None,
    ) -> Any:
        """Return the elements where the bools hold and ``y`` elsewhere.

        Of two ints it is the slice at a place along an axis, without that axis."""

    def select_scatter(self, src: Any, axis: builtins.int, index: builtins.int) -> Any:
        """Return ``input`` with ``src`` as the slice ``index`` along ``axis``."""

    def sgn(self) -> Any:
        """Return -1, 0 or 1, in the same dtype."""

    def short(self) -> Any:
        """Return the Tensor cast to int16."""

    def sigmoid(self) -> Any:
        """Return ``1 / (1 + e^(-input))``."""

    def sigmoid_(self) -> Any:
        """Take the logistic function."""

    def sign(self) -> Any:
        """Return -1, 0 or 1, in the same dtype."""

    def sign_(self) -> Any:
        """Take the signs."""

    def signbit(self) -> Any:
        """Return where the sign is negative, that of zeros too."""

    def sin(self) -> Any:
        """Return the sine; ``input`` in radians."""

    def sinc(self) -> Any:
        """Return ``sin(pi x) / (pi x)``."""

    def sinh(self) -> Any:
        """Return the hyperbolic sine."""

    def slice_scatter(
        self,
        src: Any,
        axis: builtins.int = 0,
        start: builtins.int | None = None,
        end: builtins.int | None = None,
        step: builtins.int = 1,
    ) -> Any:
        """Return ``input`` with ``src`` from ``start`` to ``end`` along ``axis``."""

    def slogdet(self) -> Any:
        """Return ``(sign, logarithm of the absolute value)`` of the determinants."""

    def soft_shrink(self, lambd: builtins.float = 0.5) -> Any:
        """Return the Tensor drawn towards 0 by ``lambd``."""

    def softmax(self, axis: builtins.int = -1, *, dtype: Any = None) -> Any:
        """Return ``e^input / sum(e^input)`` along ``axis``, without overflow.

        With ``dtype`` it is that of the input cast to it."""

    def sort(
        self,
        axis: builtins.int = -1,
        descending: builtins.bool = False,
        *,
        dim: Any = None,
        stable: builtins.bool = False,
    ) -> Any:
        """Return ``(elements in order, their int32 indices)``; equal ones stay in order."""

    def split(
        self,
        split_size_or_sections: Any = None,
        axis: builtins.int = 0,
        *,
        split_size: Any = None,
        dim: Any = None,
    ) -> Any:
        """Return a tuple of pieces: of a size, or of the sizes of a tuple or list."""

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

    def storage_offset(self) -> Any:
        """Return 0."""

    def stride(self, dim: Any = None) -> Any:
        """Return how many elements lie between one and the next along each axis."""

    def sub(self, other: Any, *, alpha: Any = 1) -> Any:
        """Return ``self - alpha * other``."""

    def sub_(self, other: Any, *, alpha: Any = 1) -> Any:
        """Subtract ``alpha * other``."""

    def subtract(self, other: Any) -> Any:
        """Return ``input - other``."""

    def sum(
        self,
        axis: Any = None,
        dtype: Any = None,
        keepdims: builtins.bool = False,
        *,
        dim: Any = None,
        keepdim: builtins.bool = False,
    ) -> Any:
        """Return the sum; of bools and integers int64.

        A bool in the second place is ``keepdim``."""

    def sum_to_size(self, *size: Any) -> Any:
        """Return the sums over axes that the shape ``size`` has not, or has as 1.

        Raises ValueError where the shape does not broadcast to that of the Tensor."""

    def svd(
        self, full_matrices: builtins.bool = False, compute_uv: builtins.bool = True
    ) -> Any:
        """Return ``(s, u, v)``, or s alone."""

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

    def tanh_(self) -> Any:
        """Take the hyperbolic tangents."""

    def tensor_split(self, indices_or_sections: Any, axis: builtins.int = 0) -> Any:
        """Return pieces along ``axis``: so many, or those between the indices."""

    def tile(self, *reps: Any, dims: Any = None) -> Any:
        """Return the Tensor repeated whole, so many times along each axis."""

    def to(self, dtype: Any) -> Any:
        """Return the Tensor cast to ``dtype``."""

    def top_k(self, k: Any, sorted: builtins.bool = True) -> Any:
        """Return ``(values, indices)`` of the ``k`` largest along the last axis."""

    def topk(
        self,
        k: builtins.int,
        dim: Any = None,
        largest: builtins.bool = True,
        sorted: builtins.bool = True,
    ) -> Any:
        """Return ``(values, int32 indices)`` of the ``k`` largest along ``dim``, in order.

        ``dim=None`` stands for the last axis; ``largest=False`` gives the smallest."""

    def trace(
        self, offset: builtins.int = 0, axis1: builtins.int = 0, axis2: builtins.int = 1
    ) -> Any:
        """Return the sums of the diagonals of two axes."""

    def transpose(self, *axes: Any, dim0: Any = None, dim1: Any = None) -> Any:
        """Return the Tensor with its axes in another order; reversed without one.

        Two ints are two axes that are exchanged, whatever else there is."""

    def tril(self, diagonal: builtins.int = 0) -> Any:
        """Return ``input`` with zeros above the diagonal."""

    def triu(self, diagonal: builtins.int = 0) -> Any:
        """Return ``input`` with zeros below the diagonal."""

    def true_divide(self, other: Any) -> Any:
        """Return ``x / other``."""

    def trunc(self) -> Any:
        """Return the integer parts, in the same dtype."""

    def type(self, dtype: Any = None) -> Any:
        """Return the name of the dtype, or the Tensor cast to ``dtype``."""

    def type_as(self, other: Any) -> Any:
        """Return ``input`` cast to the dtype of ``other``."""

    def unbind(self, dim: builtins.int = 0) -> Any:
        """Return a tuple of the slices along ``dim``."""

    def unfold(
        self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1
    ) -> Any:
        """Return the patches of ``(N, C, H, W)``, one a column: ``(N, C kh kw, L)``."""

    def uniform(
        self,
        from_: builtins.float = 0.0,
        to: builtins.float = 1.0,
        generator: Any = None,
    ) -> Any:
        """Return numbers drawn evenly from ``[from_, to)``, in this shape and dtype."""

    def uniform_(self, from_: Any = 0, to: Any = 1, *, generator: Any = None) -> Any:
        """Draw evenly from ``[from_, to)``."""

    def unique(
        self,
        sorted: builtins.bool = True,
        return_inverse: builtins.bool = False,
        return_counts: builtins.bool = False,
        dim: Any = None,
    ) -> Any:
        """Return the distinct elements in order, and what else is asked for."""

    def unique_consecutive(
        self,
        return_inverse: builtins.bool = False,
        return_counts: builtins.bool = False,
        dim: builtins.int | None = None,
    ) -> Any:
        """Return the elements (with ``dim`` the slices) that differ from the one before.

        With ``return_inverse`` a tuple with the int64 places of all, and with
        ``return_counts`` with how many there are of each in a row."""

    def unique_with_pad(self, pad_num: Any) -> Any:
        """Return what ``unique`` does of a vector, the values filled up to its length."""

    def unsorted_segment_max(self, segment_ids: Any, num_segments: builtins.int) -> Any:
        """Return the largest entries of each segment, the dtype's least if it is empty."""

    def unsorted_segment_min(self, segment_ids: Any, num_segments: builtins.int) -> Any:
        """Return the least entries of each segment, the dtype's largest if it is empty."""

    def unsorted_segment_prod(
        self, segment_ids: Any, num_segments: builtins.int
    ) -> Any:
        """Return the product of each segment, 1 for an empty one."""

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

    def vsplit(self, indices_or_sections: Any) -> Any:
        """Return pieces along axis 0."""

    def where(self, condition: Any, y: Any) -> Any:
        """Return the elements where ``condition`` holds and ``y`` elsewhere."""

    def xdivy(self, y: Any) -> Any:
        """Return ``x / y``, and 0 where ``x`` is 0."""

    def xlogy(self, other: Any) -> Any:
        """Return ``input * log(other)``, and 0 where ``input`` is 0."""

    def zero_(self) -> Any:
        """Set all elements to 0."""

def attach(methods: Mapping[str, Any]) -> None:
    """Give every Tensor methods and properties, by their names.

    Raises ValueError for a name that is taken."""
