"""Integers and remainders, and what is asked of a Tensor."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.ir.promotion import floating_dtype
from srcad.ops._operator import operator
from srcad.ops._promotion import cast_to, common_dtype, same_dtype
from srcad.ops.activations import softmax
from srcad.ops.arithmetic import atan2
from srcad.ops.control import stop_gradient
from srcad.ops.elementwise import sign
from srcad.ops.random import uniform_source
from srcad.tensor import Tensor

__all__ = [
    "approximate_equal",
    "arctan2",
    "gcd",
    "gumbel_softmax",
    "is_complex",
    "is_floating_point",
    "is_tensor",
    "isreal",
    "lcm",
    "sgn",
    "truncate_div",
    "truncate_mod",
    "type_as",
    "xdivy",
]


@operator
def gcd(input: Any, other: Any) -> Any:
    """Return the greatest common divisors of integers."""
    return np.gcd(*same_dtype(input, other))


@operator
def lcm(input: Any, other: Any) -> Any:
    """Return the least common multiples of integers."""
    return np.lcm(*same_dtype(input, other))


@operator
def truncate_div(x: Any, y: Any) -> Any:
    """Return ``x / y`` rounded towards zero, in the dtype of both."""
    x, y = same_dtype(x, y)
    return np.trunc(x / y).astype(x.dtype)


@operator
def truncate_mod(x: Any, y: Any) -> Any:
    """Return what ``truncate_div`` leaves, with the sign of ``x``."""
    return np.fmod(*same_dtype(x, y))


@operator
def xdivy(x: Any, y: Any) -> Any:
    """Return ``x / y``, and 0 where ``x`` is 0."""
    dtype = floating_dtype(common_dtype(x, y))
    x, y = cast_to(x, dtype), cast_to(y, dtype)
    return np.where(x == 0, 0, x / np.where(x == 0, 1, y).astype(dtype))


@operator
def div_no_nan(x1: Any, x2: Any) -> Any:
    """Return ``x1 / x2``, and 0 where ``x2`` is 0."""
    dtype = floating_dtype(common_dtype(x1, x2))
    x1, x2 = cast_to(x1, dtype), cast_to(x2, dtype)
    return np.where(x2 == 0, 0, x1 / np.where(x2 == 0, 1, x2).astype(dtype))


@operator
def mul_no_nan(x: Any, y: Any) -> Any:
    """Return ``x * y``, and 0 where ``y`` is 0, whatever ``x`` is.

    The derivative by ``y`` is ``x`` there too, where that is finite.
    """
    x, y = same_dtype(x, y)
    return np.where((y != 0) | np.isfinite(x), x, 0) * y


@operator
def square_sum_all(x: Any, y: Any) -> Any:
    """Return the sums of the squares of two arrays."""
    return np.sum(x * x), np.sum(y * y)


@operator
def identity_n(x: Any) -> Any:
    """Return a tuple of Tensors as it is."""
    return tuple(x)


@operator
def approximate_equal(x: Any, y: Any, tolerance: float = 1e-5) -> Any:
    """Return whether elements differ by less than ``tolerance``."""
    return np.abs(x - y) < tolerance


@operator
def isreal(input: Any) -> Any:
    """Return whether elements have no imaginary part: True, of real numbers."""
    return np.isreal(input)


def is_tensor(obj: Any) -> bool:
    """Return whether an object is a Tensor."""
    return isinstance(obj, Tensor)


@operator
def is_floating_point(input: Any) -> Any:
    """Return whether the dtype is a floating one."""
    return input.dtype.kind == "f"


@operator
def is_complex(input: Any) -> Any:
    """Return whether the dtype is a complex one."""
    return input.dtype.kind == "c"


@operator
def type_as(input: Any, other: Any) -> Any:
    """Return ``input`` cast to the dtype of ``other``."""
    return input.astype(other.dtype)


@operator
def gumbel_softmax(
    logits: Any, tau: float = 1.0, hard: bool = False, dim: int = -1
) -> Any:
    """Return a softmax of ``logits`` and Gumbel noise, over ``tau``: Jang et al. 2017.

    With ``hard`` 1 at the largest and 0 elsewhere, with the gradient of the softmax.
    """
    drawn = np.maximum(uniform_source(logits.shape), 1e-30)
    noise = (-np.log(-np.log(drawn))).astype(logits.dtype)
    soft = softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    shape = (-1,) + (1,) * (logits.ndim - 1 - dim % logits.ndim)
    place = np.reshape(np.arange(logits.shape[dim]), shape)
    top = np.argmax(soft, axis=dim, keepdims=True)
    # The second part is 0, and has the gradient.
    return (place == top).astype(logits.dtype) + (soft - stop_gradient(soft))


sgn, arctan2 = sign, atan2
