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
    convolutions,
    creation,
    elementwise,
    linear,
    reductions,
    resizing,
    shapes,
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
    -> np.linalg.solve(np.swapaxes(matrix, -1, -2) if adjoint else matrix, rhs)
    Return x with ``matrix x = rhs``, of the transpose of ``matrix`` for ``adjoint``.
lstsq(input, A)
    -> np.linalg.lstsq(input, np.reshape(A, (A.shape[0], -1)), rcond=None)[0]
    Return what comes nearest to x with ``input x = A``, in squares.
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


_SPACE: dict[str, Any] = {
    "arithmetic": arithmetic,
    "elementwise": elementwise,
    "linear": linear,
}
_SPACE |= {"resizing": resizing, "shapes": shapes, "math": math}
_SPACE |= {"activations": activations, "convolutions": convolutions}
_SPACE |= {"creation": creation, "reductions": reductions, "numpy_dtype": numpy_dtype}
_SPACE |= {"chosen_places": _chosen_places}
_SPACE |= {"np": np, "float32": float32, "Tensor": Tensor}
_MADE: dict[str, Any] = {}
_MADE |= forwarding_functions(ROWS, _SPACE, __file__, __name__)
_FILE = f"{__file__} over arrays"
for _name, _one in forwarding_functions(OVER_ARRAYS, _SPACE, _FILE, __name__).items():
    _MADE[_name] = operator(_one)
globals().update(_MADE)

__all__ = list(_MADE)
