"""Operators under the other names that MindSpore has for them, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

# Written by tools/stubs.py.

from typing import Any

__all__ = [
    "accumulate_n",
    "adaptive_avg_pool2d_ext",
    "add_layer_norm",
    "add_rms_norm",
    "baddbmm_ext",
    "bidense",
    "bool_not",
    "cartesian_prod",
    "clamp_",
    "combinations",
    "cond",
    "conv3d_transpose",
    "deepcopy",
    "diff_ext",
    "dyn_shape",
    "eig",
    "eigvals",
    "einsum_ext",
    "eps",
    "fills",
    "floordiv",
    "floormod",
    "hyper_add",
    "inplace_index_add",
    "inplace_sigmoid",
    "intopk",
    "inv",
    "is_nonzero",
    "isnan_ext",
    "lstsq",
    "make_range",
    "make_tuple",
    "matrix_solve",
    "mse_loss_ext",
    "nextafter",
    "padding",
    "pdist",
    "population_count",
    "pows",
    "put_",
    "rotary_position_embedding",
    "scalar_add",
    "scalar_cast",
    "scalar_div",
    "scalar_eq",
    "scalar_floordiv",
    "scalar_ge",
    "scalar_gt",
    "scalar_le",
    "scalar_log",
    "scalar_lt",
    "scalar_max",
    "scalar_min",
    "scalar_mod",
    "scalar_mul",
    "scalar_pow",
    "scalar_sub",
    "scalar_to_tensor",
    "scalar_uadd",
    "scalar_usub",
    "shape_",
    "soft_shrink",
    "tanh_",
    "tensor_add",
    "tensor_div",
    "tensor_exp",
    "tensor_expm1",
    "tensor_floordiv",
    "tensor_ge",
    "tensor_gt",
    "tensor_le",
    "tensor_lt",
    "tensor_mod",
    "tensor_mul",
    "tensor_muls",
    "tensor_pow",
    "tensor_range",
    "tensor_slice",
    "tensor_sub",
    "top_k",
    "tuple_len",
    "upsample",
    "view_as",
    "zero_",
]

def accumulate_n(x: Any) -> Any:
    """Return the sum of Tensors of one shape."""

def adaptive_avg_pool2d_ext(input: Any, output_size: Any) -> Any:
    """Return the means of as many windows, evenly spread."""

def add_layer_norm(
    x1: Any,
    x2: Any,
    gamma: Any,
    beta: Any,
    epsilon: float = 1e-05,
    additional_output: bool = False,
) -> Any:
    """Return the normalised sum, its mean, one over its deviation, and the sum."""

def add_rms_norm(x1: Any, x2: Any, gamma: Any, epsilon: float = 1e-06) -> Any:
    """Return the normalised sum, one over its root mean square, and the sum."""

def baddbmm_ext(
    input: Any, batch1: Any, batch2: Any, *, beta: int = 1, alpha: int = 1
) -> Any:
    """Return ``beta * input + alpha * (batch1 @ batch2)``, batch by batch."""

def bidense(input1: Any, input2: Any, weight: Any, bias: Any = None) -> Any:
    """Return ``input1 weight input2``, a number for each of the matrices, and ``bias``."""

def bool_not(x: Any) -> Any:
    """Return whether a bool does not hold."""

def cartesian_prod(*inputs: Any) -> Any:
    """Return all combinations of an element of each vector, one a row."""

def clamp_(input: Any, min: Any = None, max: Any = None) -> Any:
    """Bring the elements between two bounds, in place."""

def combinations(input: Any, r: int = 2, with_replacement: bool = False) -> Any:
    """Return all choices of ``r`` elements of a vector, a row each."""

def cond(A: Any, p: Any = None) -> Any:
    """Return the condition number of matrices."""

def conv3d_transpose(
    inputs: Any,
    weight: Any,
    pad_mode: str = "valid",
    padding: int = 0,
    stride: int = 1,
    dilation: int = 1,
    group: int = 1,
    output_padding: int = 0,
) -> Any:
    """Return the transpose of a convolution over three axes."""

def deepcopy(input_x: Any) -> Any:
    """Return a copy."""

def diff_ext(
    input: Any, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None
) -> Any:
    """Return the differences of neighbours along an axis."""

def dyn_shape(input_x: Any) -> Any:
    """Return the sizes of the axes as a Tensor."""

def eig(A: Any) -> Any:
    """Return the eigenvalues of matrices and their vectors, columns; both complex."""

def eigvals(A: Any) -> Any:
    """Return the eigenvalues of matrices, which are complex."""

def einsum_ext(equation: str, *operands: Any) -> Any:
    """Return the sum of products that ``equation`` describes."""

def eps(x: Any) -> Any:
    """Return the distance of 1 to the next number, everywhere."""

def fills(x: Any, value: Any) -> Any:
    """Return a number everywhere, in the shape and the dtype of ``x``."""

def floordiv(input: Any, other: Any) -> Any:
    """Return ``input // other``."""

def floormod(x: Any, y: Any) -> Any:
    """Return what is left of a division, with the sign of ``y``."""

def hyper_add(x: Any, y: Any) -> Any:
    """Return ``x + y``."""

def inplace_index_add(var: Any, indices: Any, updates: Any, axis: int) -> Any:
    """Return the variable, with slices added to."""

def inplace_sigmoid(input: Any) -> Any:
    """Set the elements to their logistic functions, in place."""

def intopk(x1: Any, x2: Any, k: int) -> Any:
    """Return whether the class is among the ``k`` most likely ones."""

def inv(x: Any) -> Any:
    """Return ``1 / x``."""

def is_nonzero(input: Any) -> Any:
    """Return whether the only element is not 0."""

def isnan_ext(tensor: Any) -> Any:
    """Return whether each element is NaN."""

def lstsq(input: Any, A: Any) -> Any:
    """Return what comes nearest to x with ``input x = A``, in squares."""

def make_range(*args: Any) -> Any:
    """Return a tuple of whole numbers."""

def make_tuple(*items: Any) -> Any:
    """Return a tuple of what is given."""

def matrix_solve(matrix: Any, rhs: Any, adjoint: bool = False) -> Any:
    """Return x with ``matrix x = rhs``, of the adjoint of ``matrix`` for ``adjoint``."""

def mse_loss_ext(input: Any, target: Any, reduction: str = "mean") -> Any:
    """Return the squared differences."""

def nextafter(input: Any, other: Any) -> Any:
    """Return the next number on the way to another."""

def padding(x: Any, pad_dim_size: int = 8) -> Any:
    """Return ``x`` with zeros behind the only element of the last axis."""

def pdist(input: Any, p: float = 2.0) -> Any:
    """Return the distances of each row and each later one."""

def population_count(input_x: Any) -> Any:
    """Return how many bits of each whole number are 1."""

def pows(input: Any, exponent: Any) -> Any:
    """Return ``input ** exponent``."""

def put_(input: Any, index: Any, source: Any, accumulate: bool = False) -> Any:
    """Set, or add to, the elements at places counted along one axis."""

def rotary_position_embedding(x: Any, cos: Any, sin: Any, mode: int = 0) -> Any:
    """Return pairs of elements, turned: of both halves (0), or of neighbours (1)."""

def scalar_add(x: Any, y: Any) -> Any:
    """Return the sum of two numbers."""

def scalar_cast(input_x: Any, input_y: Any) -> Any:
    """Return a number as one of another dtype."""

def scalar_div(x: Any, y: Any) -> Any:
    """Return the quotient of two numbers."""

def scalar_eq(x: Any, y: Any) -> Any:
    """Return whether two numbers are equal."""

def scalar_floordiv(x: Any, y: Any) -> Any:
    """Return the quotient of two numbers, rounded down."""

def scalar_ge(x: Any, y: Any) -> Any:
    """Return whether a number is at least another."""

def scalar_gt(x: Any, y: Any) -> Any:
    """Return whether a number is larger than another."""

def scalar_le(x: Any, y: Any) -> Any:
    """Return whether a number is at most another."""

def scalar_log(x: Any) -> Any:
    """Return the logarithm of a number."""

def scalar_lt(x: Any, y: Any) -> Any:
    """Return whether a number is smaller than another."""

def scalar_max(x: Any, y: Any) -> Any:
    """Return the larger of two numbers."""

def scalar_min(x: Any, y: Any) -> Any:
    """Return the smaller of two numbers."""

def scalar_mod(x: Any, y: Any) -> Any:
    """Return what is left of a division of two numbers."""

def scalar_mul(x: Any, y: Any) -> Any:
    """Return the product of two numbers."""

def scalar_pow(x: Any, y: Any) -> Any:
    """Return the power of two numbers."""

def scalar_sub(x: Any, y: Any) -> Any:
    """Return the difference of two numbers."""

def scalar_to_tensor(input_x: Any, dtype: Any = ...) -> Any:
    """Return a number as a Tensor without axes."""

def scalar_uadd(x: Any) -> Any:
    """Return a number."""

def scalar_usub(x: Any) -> Any:
    """Return a number with the other sign."""

def shape_(x: Any) -> Any:
    """Return the sizes of the axes."""

def soft_shrink(input: Any, lambd: float = 0.5) -> Any:
    """Return the elements brought nearer to 0 by a bound."""

def tanh_(input: Any) -> Any:
    """Set the elements to their hyperbolic tangents, in place."""

def tensor_add(input: Any, other: Any) -> Any:
    """Return ``input + other``."""

def tensor_div(input: Any, other: Any) -> Any:
    """Return ``input / other``."""

def tensor_exp(input: Any) -> Any:
    """Return ``e^input``."""

def tensor_expm1(input: Any) -> Any:
    """Return ``e^input - 1``, exact near 0."""

def tensor_floordiv(input: Any, other: Any) -> Any:
    """Return ``input // other``."""

def tensor_ge(input: Any, other: Any) -> Any:
    """Return the bools ``input >= other``."""

def tensor_gt(input: Any, other: Any) -> Any:
    """Return the bools ``input > other``."""

def tensor_le(input: Any, other: Any) -> Any:
    """Return the bools ``input <= other``."""

def tensor_lt(input: Any, other: Any) -> Any:
    """Return the bools ``input < other``."""

def tensor_mod(x: Any, y: Any) -> Any:
    """Return what is left of a division, with the sign of ``y``."""

def tensor_mul(input: Any, other: Any) -> Any:
    """Return ``input * other``."""

def tensor_muls(input: Any, other: Any) -> Any:
    """Return ``input * other``."""

def tensor_pow(input: Any, exponent: Any) -> Any:
    """Return ``input ** exponent``."""

def tensor_range(start: Any, end: Any, step: Any) -> Any:
    """Return ``start, start + step, ...`` below ``end``."""

def tensor_slice(input: Any, begin: Any, size: Any) -> Any:
    """Return the part that begins at ``begin`` and has these sizes."""

def tensor_sub(input: Any, other: Any) -> Any:
    """Return ``input - other``."""

def top_k(input_x: Any, k: Any, sorted: bool = True) -> Any:
    """Return ``(values, indices)`` of the ``k`` largest along the last axis."""

def tuple_len(x: Any) -> Any:
    """Return how many items a tuple has."""

def upsample(
    input: Any,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: Any = None,
    recompute_scale_factor: Any = None,
) -> Any:
    """Return images of other sizes: see ``interpolate``."""

def view_as(input: Any, other: Any) -> Any:
    """Return the elements in the shape of another Tensor."""

def zero_(input: Any) -> Any:
    """Set the elements to 0, in place."""
