"""Operators under the other names that MindSpore has for them, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

import itertools
import math
from typing import Any

import numpy as np

from srcad.dtypes import float32, numpy_dtype
from srcad.ops import (
    activations,
    arithmetic,
    control,
    convolutions,
    creation,
    elementwise,
    formulas,
    layout,
    linear,
    losses,
    reductions,
    resizing,
    shapes,
    writing,
)
from srcad.ops._forwarding import forwarding_functions
from srcad.ops._operator import operator
from srcad.tensor import Tensor

ROWS = """
tensor_add(input, other) -> arithmetic.add(input, other)
    Return ``input + other``.
tensor_sub(input, other) -> arithmetic.sub(input, other)
    Return ``input - other``.
tensor_mul(input, other) -> arithmetic.mul(input, other)
    Return ``input * other``.
tensor_div(input, other) -> arithmetic.real_div(input, other)
    Return ``input / other``.
tensor_pow(input, exponent) -> arithmetic.pow(input, exponent)
    Return ``input ** exponent``.
pows(input, exponent) -> arithmetic.pow(input, exponent)
    Return ``input ** exponent``.
tensor_mod(x, y) -> arithmetic.remainder(x, y)
    Return what is left of a division, with the sign of ``y``.
floormod(x, y) -> arithmetic.remainder(x, y)
    Return what is left of a division, with the sign of ``y``.
tensor_floordiv(input, other) -> arithmetic.floor_divide(input, other)
    Return ``input // other``.
floordiv(input, other) -> arithmetic.floor_divide(input, other)
    Return ``input // other``.
tensor_gt(input, other) -> arithmetic.greater(input, other)
    Return the bools ``input > other``.
tensor_ge(input, other) -> arithmetic.greater_equal(input, other)
    Return the bools ``input >= other``.
tensor_lt(input, other) -> arithmetic.less(input, other)
    Return the bools ``input < other``.
tensor_le(input, other) -> arithmetic.less_equal(input, other)
    Return the bools ``input <= other``.
tensor_exp(input) -> elementwise.exp(input)
    Return ``e^input``.
tensor_expm1(input) -> elementwise.expm1(input)
    Return ``e^input - 1``, exact near 0.
inv(x) -> elementwise.reciprocal(x)
    Return ``1 / x``.
tensor_slice(input, begin, size) -> shapes.slice_(input, begin, size)
    Return the part that begins at ``begin`` and has these sizes.
make_tuple(*items) -> items
    Return a tuple of what is given.
tuple_len(x) -> len(x)
    Return how many items a tuple has.
shape_(x) -> shapes.shape(x)
    Return the sizes of the axes.
is_nonzero(input) -> bool(input)
    Return whether the only element is not 0.
scalar_add(x, y) -> x + y
    Return the sum of two numbers.
scalar_sub(x, y) -> x - y
    Return the difference of two numbers.
scalar_mul(x, y) -> x * y
    Return the product of two numbers.
scalar_div(x, y) -> x / y
    Return the quotient of two numbers.
scalar_floordiv(x, y) -> x // y
    Return the quotient of two numbers, rounded down.
scalar_mod(x, y) -> x % y
    Return what is left of a division of two numbers.
scalar_pow(x, y) -> x**y
    Return the power of two numbers.
scalar_eq(x, y) -> x == y
    Return whether two numbers are equal.
scalar_gt(x, y) -> x > y
    Return whether a number is larger than another.
scalar_ge(x, y) -> x >= y
    Return whether a number is at least another.
scalar_lt(x, y) -> x < y
    Return whether a number is smaller than another.
scalar_le(x, y) -> x <= y
    Return whether a number is at most another.
scalar_max(x, y) -> max(x, y)
    Return the larger of two numbers.
scalar_min(x, y) -> min(x, y)
    Return the smaller of two numbers.
scalar_uadd(x) -> +x
    Return a number.
scalar_usub(x) -> -x
    Return a number with the other sign.
scalar_log(x) -> math.log(x)
    Return the logarithm of a number.
scalar_to_tensor(input_x, dtype=float32) -> Tensor(input_x, dtype)
    Return a number as a Tensor without axes.
accumulate_n(x) -> arithmetic.addn(x)
    Return the sum of Tensors of one shape.
make_range(*args) -> tuple(range(*args))
    Return a tuple of whole numbers.
tensor_range(start, end, step) -> creation.arange(start, end, step)
    Return ``start, start + step, ...`` below ``end``.
soft_shrink(input, lambd=0.5) -> activations.softshrink(input, lambd)
    Return the elements brought nearer to 0 by a bound.
top_k(input_x, k, sorted=True) -> reductions.topk(input_x, k, None, True, sorted)
    Return ``(values, indices)`` of the ``k`` largest along the last axis.
scalar_cast(input_x, input_y) -> numpy_dtype(input_y).type(input_x).item()
    Return a number as one of another dtype.
conv3d_transpose(inputs, weight, pad_mode="valid", padding=0, stride=1, dilation=1,
    group=1, output_padding=0)
    -> convolutions.conv_transpose(inputs, weight, None, stride, pad_mode, padding,
    output_padding, dilation, group)
    Return the transpose of a convolution over three axes.
view_as(input, other) -> shapes.reshape(input, other.shape)
    Return the elements in the shape of another Tensor.
deepcopy(input_x) -> input_x.copy()
    Return a copy.
cartesian_prod(*inputs)
    -> shapes.reshape(shapes.stack(shapes.meshgrid(*inputs, indexing="ij"), -1),
    (-1, len(inputs)))
    Return all combinations of an element of each vector, one a row.
tensor_muls(input, other) -> arithmetic.mul(input, other)
    Return ``input * other``.
hyper_add(x, y) -> arithmetic.add(x, y)
    Return ``x + y``.
bool_not(x) -> not x
    Return whether a bool does not hold.
mse_loss_ext(input, target, reduction="mean")
    -> losses.mse_loss(input, target, reduction)
    Return the squared differences.
diff_ext(input, n=1, dim=-1, prepend=None, append=None)
    -> layout.diff(input, n, dim, prepend, append)
    Return the differences of neighbours along an axis.
einsum_ext(equation: str, *operands) -> linear.einsum(equation, *operands)
    Return the sum of products that ``equation`` describes.
isnan_ext(tensor) -> elementwise.isnan(tensor)
    Return whether each element is NaN.
baddbmm_ext(input, batch1, batch2, *, beta=1, alpha=1)
    -> linear.baddbmm(input, batch1, batch2, beta, alpha)
    Return ``beta * input + alpha * (batch1 @ batch2)``, batch by batch.
adaptive_avg_pool2d_ext(input, output_size)
    -> convolutions.adaptive_avg_pool2d(input, output_size)
    Return the means of as many windows, evenly spread.
add_layer_norm(x1, x2, gamma, beta, epsilon=1e-05, additional_output=False)
    -> sum_normalised(x1 + x2, gamma, beta, epsilon, additional_output)
    Return the normalised sum, its mean, one over its deviation, and the sum.
add_rms_norm(x1, x2, gamma, epsilon=1e-06)
    -> (*formulas.rms_norm(x1 + x2, gamma, epsilon), x1 + x2)
    Return the normalised sum, one over its root mean square, and the sum.
rotary_position_embedding(x, cos, sin, mode=0)
    -> x * cos + turned_pairs(x, mode) * sin
    Return pairs of elements, turned: of both halves (0), or of neighbours (1).
inplace_index_add(var, indices, updates, axis: int)
    -> control.assign(var, writing.index_add(var, indices, updates, axis))
    Return the variable, with slices added to.
clamp_(input, min=None, max=None) -> input.clamp_(min, max)
    Bring the elements between two bounds, in place.
tanh_(input) -> input.tanh_()
    Set the elements to their hyperbolic tangents, in place.
inplace_sigmoid(input) -> input.sigmoid_()
    Set the elements to their logistic functions, in place.
zero_(input) -> input.zero_()
    Set the elements to 0, in place.
put_(input, index, source, accumulate=False) -> input.put_(index, source, accumulate)
    Set, or add to, the elements at places counted along one axis.
upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None,
    recompute_scale_factor=None)
    -> resizing.interpolate(input, size, scale_factor, mode, align_corners,
    recompute_scale_factor)
    Return images of other sizes: see ``interpolate``.
"""

OVER_ARRAYS = """
fills(x, value) -> np.full(x.shape, value, x.dtype)
    Return a number everywhere, in the shape and the dtype of ``x``.
dyn_shape(input_x) -> np.asarray(input_x.shape, np.int64)
    Return the sizes of the axes as a Tensor.
eps(x) -> np.full(x.shape, np.finfo(x.dtype).eps, x.dtype)
    Return the distance of 1 to the next number, everywhere.
padding(x, pad_dim_size=8)
    -> np.pad(x, [(0, 0)] * (x.ndim - 1) + [(0, pad_dim_size - 1)])
    Return ``x`` with zeros behind the only element of the last axis.
cond(A, p=None) -> np.linalg.cond(A, p)
    Return the condition number of matrices.
pdist(input, p: float = 2.0)
    -> linear.cdist(input, input, p)[np.triu_indices(input.shape[0], 1)]
    Return the distances of each row and each later one.
intopk(x1, x2, k: int)
    -> np.sum(x1 > x1[np.arange(x1.shape[0]), x2][:, None], axis=1) < k
    Return whether the class is among the ``k`` most likely ones.
bidense(input1, input2, weight, bias=None)
    -> np.einsum("...i,oij,...j->...o", input1, weight, input2)
    + (0 if bias is None else bias)
    Return ``input1 weight input2``, a number for each of the matrices, and ``bias``.
combinations(input, r=2, with_replacement=False)
    -> input[chosen_places(input.shape[0], r, with_replacement)]
    Return all choices of ``r`` elements of a vector, a row each.
matrix_solve(matrix, rhs, adjoint=False)
    -> np.linalg.solve(np.conj(np.swapaxes(matrix, -1, -2)) if adjoint else matrix, rhs)
    Return x with ``matrix x = rhs``, of the adjoint of ``matrix`` for ``adjoint``.
lstsq(input, A)
    -> np.linalg.lstsq(input, np.reshape(A, (A.shape[0], -1)), rcond=None)[0]
    Return what comes nearest to x with ``input x = A``, in squares.
eig(A) -> tuple(np.linalg.eig(A.astype(np.result_type(A.dtype, np.complex64))))
    Return the eigenvalues of matrices and their vectors, columns; both complex.
eigvals(A) -> np.linalg.eigvals(A.astype(np.result_type(A.dtype, np.complex64)))
    Return the eigenvalues of matrices, which are complex.
population_count(input_x)
    -> np.sum((input_x[..., None] >> np.arange(8 * input_x.dtype.itemsize)) & 1, -1)
    .astype(np.uint8)
    Return how many bits of each whole number are 1.
nextafter(input, other) -> np.nextafter(input, other)
    Return the next number on the way to another.
"""


def _chosen_places(count: int, chosen: int, again: bool) -> Any:
    """The places of all choices of so many of ``count`` elements, a row each."""
    choose = (
        itertools.combinations_with_replacement if again else itertools.combinations
    )
    found = np.asarray(list(choose(range(count), chosen)), np.int64)
    return np.reshape(found, (-1, chosen)) if found.size else np.zeros(0, np.int64)


def _sum_normalised(
    x: Any, gamma: Any, beta: Any, epsilon: float, additional_output: bool
) -> Any:
    """The layer norm over the last axis, its statistics, and what it is of."""
    mean = reductions.mean(x, -1, True)
    centred = x - mean
    spread = reductions.mean(elementwise.square(centred), -1, True)
    scale = elementwise.rsqrt(spread + epsilon)
    return centred * scale * gamma + beta, mean, scale, x


def _turned_pairs(x: Any, mode: int) -> Any:
    """The other element of each pair, the first of them negative."""
    if mode == 0:
        half = x.shape[-1] // 2
        return shapes.concat((-x[..., half:], x[..., :half]), -1)
    pairs = shapes.stack((-x[..., 1::2], x[..., ::2]), -1)
    return shapes.reshape(pairs, x.shape)


_SPACE: dict[str, Any] = {
    "arithmetic": arithmetic,
    "elementwise": elementwise,
    "linear": linear,
}
_SPACE |= {"resizing": resizing, "shapes": shapes, "math": math}
_SPACE |= {"activations": activations, "convolutions": convolutions}
_SPACE |= {"creation": creation, "reductions": reductions, "numpy_dtype": numpy_dtype}
_SPACE |= {"chosen_places": _chosen_places, "turned_pairs": _turned_pairs}
_SPACE |= {"formulas": formulas, "layout": layout, "losses": losses}
_SPACE |= {"control": control, "writing": writing}
_SPACE |= {"sum_normalised": _sum_normalised}
_SPACE |= {"np": np, "float32": float32, "Tensor": Tensor}
_MADE: dict[str, Any] = {}
_MADE |= forwarding_functions(ROWS, _SPACE, __file__, __name__)
_FILE = f"{__file__} over arrays"
for _name, _one in forwarding_functions(OVER_ARRAYS, _SPACE, _FILE, __name__).items():
    _MADE[_name] = operator(_one)
globals().update(_MADE)

__all__ = list(_MADE)
