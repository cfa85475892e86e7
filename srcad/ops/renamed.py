"""Operators under the other names that MindSpore has for them, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

import math
from typing import Any

import numpy as np

from srcad.dtypes import float32
from srcad.ops import arithmetic, elementwise, linear, resizing, shapes
from srcad.ops._forwarding import forwarding_functions
from srcad.ops._operator import operator
from srcad.ops.primitives.segments import addn
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
accumulate_n(x) -> addn(x)
    Return the sum of Tensors of one shape.
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
nextafter(input, other) -> np.nextafter(input, other)
    Return the next number on the way to another.
"""

_SPACE: dict[str, Any] = {
    "arithmetic": arithmetic,
    "elementwise": elementwise,
    "linear": linear,
}
_SPACE |= {"resizing": resizing, "shapes": shapes, "addn": addn, "math": math}
_SPACE |= {"np": np, "float32": float32, "Tensor": Tensor}
_MADE: dict[str, Any] = {}
_MADE |= forwarding_functions(ROWS, _SPACE, __file__, __name__)
_FILE = f"{__file__} over arrays"
for _name, _one in forwarding_functions(OVER_ARRAYS, _SPACE, _FILE, __name__).items():
    _MADE[_name] = operator(_one)
globals().update(_MADE)

__all__ = list(_MADE)
