"""Bessel and incomplete gamma functions over the kernels, and what is made of them.

They take floating numbers (TypeError for others), as MindSpore's do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import check_floating, same_dtype
from srcad.ops.kernels import (
    bessel_i_of,
    bessel_j_of,
    bessel_k_of,
    bessel_y_of,
    incomplete_gamma,
)

__all__ = [
    "bessel_i0",
    "bessel_i0e",
    "bessel_i1",
    "bessel_i1e",
    "bessel_j0",
    "bessel_j1",
    "bessel_k0",
    "bessel_k0e",
    "bessel_k1",
    "bessel_k1e",
    "bessel_y0",
    "bessel_y1",
    "i0",
    "igamma",
    "igammac",
]


@operator
def bessel_j0(x: Any) -> Any:
    """Return the Bessel function of the first kind, of order 0."""
    check_floating("bessel_j0", x)
    return bessel_j_of(x, 0)


@operator
def bessel_j1(x: Any) -> Any:
    """Return the Bessel function of the first kind, of order 1."""
    check_floating("bessel_j1", x)
    return bessel_j_of(x, 1)


@operator
def bessel_y0(x: Any) -> Any:
    """Return the Bessel function of the second kind, of order 0; -inf up to 0."""
    check_floating("bessel_y0", x)
    return bessel_y_of(x, 0)


@operator
def bessel_y1(x: Any) -> Any:
    """Return the Bessel function of the second kind, of order 1; -inf up to 0."""
    check_floating("bessel_y1", x)
    return bessel_y_of(x, 1)


@operator
def bessel_i0e(x: Any) -> Any:
    """Return ``e^-|x|`` times the modified function of the first kind, of order 0."""
    check_floating("bessel_i0e", x)
    return bessel_i_of(x, 0)


@operator
def bessel_i1e(x: Any) -> Any:
    """Return ``e^-|x|`` times the modified function of the first kind, of order 1."""
    check_floating("bessel_i1e", x)
    return bessel_i_of(x, 1)


@operator
def bessel_k0e(x: Any) -> Any:
    """Return ``e^x`` times the modified function of the second kind, of order 0."""
    check_floating("bessel_k0e", x)
    return bessel_k_of(x, 0)


@operator
def bessel_k1e(x: Any) -> Any:
    """Return ``e^x`` times the modified function of the second kind, of order 1."""
    check_floating("bessel_k1e", x)
    return bessel_k_of(x, 1)


# The exponential is no part of the kernels, and its slope cancels one of theirs.


@operator
def modified_first(x: Any, order: int) -> Any:
    """Return the modified Bessel function of the first kind of a small order."""
    half = np.exp(0.5 * np.abs(x))
    return half * bessel_i_of(x, order) * half


@modified_first.defbprop
def modified_first_bprop(x: Any, order: int, out: Any, dout: Any) -> Any:
    """``2 I'`` is the order below and the order above."""
    slope = 0.5 * (modified_first(x, order - 1) + modified_first(x, order + 1))
    return dout * slope, None


@operator
def modified_second(x: Any, order: int) -> Any:
    """Return the modified Bessel function of the second kind; inf up to 0."""
    return np.exp(-np.maximum(x, 0)) * bessel_k_of(x, order)


@modified_second.defbprop
def modified_second_bprop(x: Any, order: int, out: Any, dout: Any) -> Any:
    """``-2 K'`` is the order below and the order above."""
    slope = -0.5 * (modified_second(x, order - 1) + modified_second(x, order + 1))
    return dout * slope, None


@operator
def bessel_i0(x: Any) -> Any:
    """Return the modified Bessel function of the first kind, of order 0."""
    check_floating("bessel_i0", x)
    return modified_first(x, 0)


@operator
def bessel_i1(x: Any) -> Any:
    """Return the modified Bessel function of the first kind, of order 1."""
    check_floating("bessel_i1", x)
    return modified_first(x, 1)


@operator
def bessel_k0(x: Any) -> Any:
    """Return the modified Bessel function of the second kind, of order 0."""
    check_floating("bessel_k0", x)
    return modified_second(x, 0)


@operator
def bessel_k1(x: Any) -> Any:
    """Return the modified Bessel function of the second kind, of order 1."""
    check_floating("bessel_k1", x)
    return modified_second(x, 1)


@operator
def i0(input: Any) -> Any:
    """Return the modified Bessel function of the first kind, of order 0."""
    check_floating("i0", input)
    return modified_first(input, 0)


@operator
def igamma(input: Any, other: Any) -> Any:
    """Return the regularised lower incomplete gamma function P(input, other).

    NaN where ``input`` is not positive and where ``other`` is negative. The error is
    under 1e-11, relative to the value, for an ``input`` up to 1e4.
    """
    check_floating("igamma", input, other)
    a, x = np.broadcast_arrays(*same_dtype(input, other))
    return incomplete_gamma(a, x, 0, False)


@operator
def igammac(input: Any, other: Any) -> Any:
    """Return the regularised upper incomplete gamma function: ``1 - igamma``."""
    check_floating("igammac", input, other)
    a, x = np.broadcast_arrays(*same_dtype(input, other))
    return incomplete_gamma(a, x, 0, True)
