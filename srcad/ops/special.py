"""Special functions: what NumPy lacks of the gamma, zeta and inverse error functions.

Their derivatives are those of the series that they are computed by, or of each other.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad.compiler.ir.promotion import floating_dtype
from srcad.ops._operator import operator
from srcad.ops._promotion import as_floating, cast_to, common_dtype, is_number
from srcad.ops.elementwise import erf, erfc

__all__ = ["digamma", "erfinv", "lgamma", "mvlgamma", "polygamma", "zeta"]

# B_2k / (2k)! of the Bernoulli numbers, for k from 1 to 9.
_BERNOULLI = (
    *(1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160),
    *(-691 / 1307674368000, 1 / 74724249600, -3617 / 10670622842880000),
    43867 / 5109094217170944000,
)
_SHIFT = 10


@operator
def digamma(input: Any) -> Any:
    """Return the derivative of ``lgamma``, with an error under 1e-13, relative to the
    larger of 1 and itself; NaN at 0 and the negative integers.

    The asymptotic series (Abramowitz and Stegun, 6.3.18), ten steps further on; below
    1/2 the reflection ``digamma(1 - x) - pi / tan(pi x)``.
    """
    given = as_floating(input)
    x = given.astype(np.float64)
    mirrored = x < 0.5
    y = np.where(mirrored, 1 - x, x)
    far = y + _SHIFT
    inverse = 1 / (far * far)
    series = np.log(far) - 0.5 / far
    power = inverse
    for k, one in enumerate(_BERNOULLI):
        series = series - one * math.factorial(2 * k + 1) * power
        power = power * inverse
    for k in range(_SHIFT):
        series = series - 1 / (y + k)
    pole = (x <= 0) & (np.floor(x) == x)
    angle = np.pi * np.where(mirrored & ~pole, x - np.floor(x), 0.25)
    found = np.where(mirrored, series - np.pi / np.tan(angle), series)
    return np.where(pole, np.nan, found).astype(given.dtype)


@operator
def lgamma(input: Any) -> Any:
    """Return ``log(abs(gamma(x)))``, with an error under 1e-13, relative to the larger
    of 1 and itself; inf at 0 and the negative integers.

    Stirling's series (Abramowitz and Stegun, 6.1.41), ten steps further on; below 1/2
    the reflection ``log(pi / abs(sin(pi x))) - lgamma(1 - x)``.
    """
    given = as_floating(input)
    x = given.astype(np.float64)
    mirrored = x < 0.5
    y = np.where(mirrored, 1 - x, x)
    far = y + _SHIFT
    inverse = 1 / (far * far)
    series = (far - 0.5) * np.log(far) - far + 0.5 * math.log(2 * math.pi)
    power = 1 / far
    for k, one in enumerate(_BERNOULLI):
        series = series + one * math.factorial(2 * k) * power
        power = power * inverse
    for k in range(_SHIFT):
        series = series - np.log(y + k)
    pole = (x <= 0) & (np.floor(x) == x)
    sine = np.sin(np.pi * np.where(mirrored & ~pole, x - np.floor(x), 0.25))
    found = np.where(mirrored, math.log(math.pi) - np.log(sine) - series, series)
    return np.where(pole, np.inf, found).astype(given.dtype)


@lgamma.defbprop
def lgamma_bprop(input: Any, out: Any, dout: Any) -> Any:
    """The derivative is ``digamma``."""
    return (dout * digamma(input),)


@operator
def zeta(input: Any, other: Any) -> Any:
    """Return the Hurwitz zeta function: the sum of ``(other + k) ** -input`` over all
    ``k`` from 0 on, with a relative error under 1e-13.

    By the formula of Euler and Maclaurin, behind ten terms. ``input`` is larger than 1,
    and inf at 1; below, and where ``other`` is not positive, the result is NaN.
    """
    s, q = _floats(input, other), _floats(other, input)
    known = (s > 1) & (q > 0)
    s, q = np.where(known, s, 2), np.where(known, q, 1)
    total = q**-s
    for k in range(1, _SHIFT):
        total = total + (q + k) ** -s
    far = q + _SHIFT
    power = far**-s
    total = total + power * (far / (s - 1) + 0.5)
    factor = s * power / far
    for k, one in enumerate(_BERNOULLI):
        total = total + one * factor
        factor = factor * (s + 2 * k + 1) * (s + 2 * k + 2) / (far * far)
    edge = np.where((_floats(input, other) == 1) & (q > 0), np.inf, np.nan)
    return np.where(known, total, edge.astype(total.dtype))


def _floats(value: Any, other: Any) -> Any:
    """An operand as an array, in the dtype that both are computed in."""
    dtype = floating_dtype(common_dtype(value, other))
    return np.asarray(value, dtype) if is_number(value) else cast_to(value, dtype)


@operator
def polygamma(n: Any, input: Any) -> Any:
    """Return the ``n``-th derivative of ``digamma`` where ``input`` is positive.

    ``n`` is a whole number from 1 on, a number or a Tensor without axes.
    """
    order = int(n)
    if order < 1:
        raise ValueError(f"For 'polygamma', n must be positive, but got {order}.")
    factor = (-1.0) ** (order + 1) * math.factorial(order)
    x = as_floating(input)
    return factor * zeta(np.full(x.shape, order + 1, x.dtype), x)


@operator
def mvlgamma(input: Any, p: int) -> Any:
    """Return the logarithm of the multivariate gamma function of dimension ``p``."""
    x = as_floating(input)
    total = p * (p - 1) / 4 * math.log(math.pi) + lgamma(x)
    for k in range(1, p):
        total = total + lgamma(x - k / 2)
    return total


@operator
def erfinv(input: Any) -> Any:
    """Return the inverse of ``erf``; inf at 1, NaN above, likewise below 0.

    Winitzki's approximation and three steps of Halley's method, of ``erfc`` where that
    is more exact: a relative error under 1e-14 for float64, as far as ``input`` says.
    """
    y = as_floating(input)
    size = np.abs(y)
    inside = size < 1
    size = np.where(inside, size, 0.5)
    log = np.log1p(-size * size)
    half = 2 / (math.pi * 0.147) + log / 2
    x = np.sqrt(np.sqrt(half * half - log / 0.147) - half)
    for _ in range(3):
        missing = np.where(size < 0.5, erf(x) - size, (1 - size) - erfc(x))
        step = missing * (math.sqrt(math.pi) / 2) * np.exp(x * x)
        x = x - step / (1 + x * step)
    edge = np.where(np.abs(y) == 1, np.inf, np.nan).astype(y.dtype)
    return np.where(inside, x, edge) * np.sign(y)


@erfinv.defbprop
def erfinv_bprop(input: Any, out: Any, dout: Any) -> Any:
    """The derivative is ``sqrt(pi) / 2 exp(out^2)``."""
    return (dout * (math.sqrt(math.pi) / 2 * np.exp(out * out)),)
