"""Bessel functions of whole orders, of real numbers, in float64 and then rounded.

Near 0 by their power series, far away by Hankel's asymptotic expansions (Abramowitz and
Stegun, 9.1.10, 9.2.5, 9.6.10, 9.7.1), and in between by their integrals (9.1.22,
9.6.19, 9.6.24) and Neumann's series (9.1.88): the trapezoidal rule of a periodic
function converges geometrically. Derivatives are made of the neighbouring orders.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import kernel

# --------------------------------------------------------------------- what they share


def factorial(n: int) -> float:
    """Return the product of the whole numbers up to n."""
    product = 1.0
    for k in range(2, n + 1):
        product = product * k
    return product


def power_series(x: Any, order: int, sign: float) -> Any:
    """Return J (``sign`` -1) or I (1) where ``0 <= x <= 2``."""
    square = sign * x * x / 4
    term = (x / 2) ** order / factorial(order)
    total = term
    for k in range(1, 15):
        term = term * square / (k * (k + order))
        total = total + term
    return total


def hankel_terms(order: int, count: int) -> Any:
    """Return the coefficients of ``1 / x^k`` of Hankel's expansions."""
    terms = [1.0]
    for k in range(1, count):
        terms.append(terms[-1] * (4 * order**2 - (2 * k - 1) ** 2) / (8 * k))
    return terms


def oscillation(x: Any, order: int) -> Any:
    """Return ``(J, Y)`` where x is at least 25."""
    even, odd = np.zeros_like(x), np.zeros_like(x)
    terms = hankel_terms(order, 26)
    square = -1 / (x * x)
    for k in range(12, -1, -1):
        even = even * square + terms[2 * k]
        odd = odd * square + terms[2 * k + 1]
    odd = odd / x
    # The sine and the cosine of x, turned by a multiple of an eighth.
    angle = (2 * order + 1) * np.pi / 4
    cosine = np.cos(x) * np.cos(angle) + np.sin(x) * np.sin(angle)
    sine = np.sin(x) * np.cos(angle) - np.cos(x) * np.sin(angle)
    scale = np.sqrt(2 / (np.pi * x))
    return scale * (cosine * even - sine * odd), scale * (sine * even + cosine * odd)


def near_and_far(size: Any, far: float) -> Any:
    """Return the sizes brought into ``[0, 2]``, ``[2, far]`` and ``[far, inf]``."""
    return np.minimum(size, 2.0), np.clip(size, 2.0, far), np.maximum(size, far)


def raised(first: Any, second: Any, x: Any, order: int, sign: float) -> Any:
    """Return the order of a function that grows with it, from the orders 0 and 1."""
    for k in range(1, order):
        first, second = second, 2 * k / x * second + sign * first
    return second if order else first


# ------------------------------------------------------------ of the first kind: J, I


@kernel(shape=lambda x, order: x)
def bessel_j_of(x: Any, order: int) -> Any:
    """Return J of an order from -5 to 5, with an error under 1e-15."""
    place, size = abs(order), np.abs(x).astype(np.float64)
    near, middle, far = near_and_far(size, 25.0)
    total = np.zeros_like(middle)
    for k in range(21):
        angle = 2 * np.pi * k / 80
        weight = (1 if k in (0, 20) else 2) / 40
        if place % 2:
            wave = np.sin(place * angle) * np.sin(middle * np.sin(angle))
        else:
            wave = np.cos(place * angle) * np.cos(middle * np.sin(angle))
        total = total + weight * wave
    found = np.where(size < 2, power_series(near, place, -1.0), total)
    found = np.where(size > 25, oscillation(far, place)[0], found)
    if place % 2:
        found = np.where((x < 0) != (order < 0), -found, found)
    return np.where(np.isnan(x), np.nan, found).astype(x.dtype)


@bessel_j_of.defbprop
def bessel_j_of_bprop(x: Any, order: int, out: Any, dout: Any) -> Any:
    """``2 J'`` is the order below less the order above."""
    slope = 0.5 * (bessel_j_of(x, order - 1) - bessel_j_of(x, order + 1))
    return dout * slope, None


@kernel(shape=lambda x, order: x)
def bessel_i_of(x: Any, order: int) -> Any:
    """Return ``e^-|x| I`` of an order from -5 to 5, with a relative error under 1e-14.

    I of a negative order is that of the positive one.
    """
    place, size = abs(order), np.abs(x).astype(np.float64)
    near, middle, far = near_and_far(size, 32.0)
    total = np.zeros_like(middle)
    for k in range(33):
        cosine = np.cos(np.pi * k / 32)
        weight = (1 if k in (0, 32) else 2) / 64 * np.cos(place * np.pi * k / 32)
        total = total + weight * np.exp(middle * (cosine - 1))
    series = np.exp(-near) * power_series(near, place, 1.0)
    found = np.where(size < 2, series, total)
    expansion = np.zeros_like(far)
    for term in reversed(hankel_terms(place, 24)):
        expansion = term - expansion / far
    expansion = expansion / np.sqrt(2 * np.pi * far)
    found = np.where(size > 32, expansion, found)
    if place % 2:
        found = np.where(x < 0, -found, found)
    return np.where(np.isnan(x), np.nan, found).astype(x.dtype)


@bessel_i_of.defbprop
def bessel_i_of_bprop(x: Any, order: int, out: Any, dout: Any) -> Any:
    """``2 I'`` is the order below and the order above, less the slope of ``e^|x|``."""
    slope = 0.5 * (bessel_i_of(x, order - 1) + bessel_i_of(x, order + 1))
    return dout * (slope - np.sign(x) * out), None


# ----------------------------------------------------------- of the second kind: Y, K


def neumann_weights(count: int, points: int) -> Any:
    """Return the weights of ``cos(x sin(angle))`` in Neumann's series of Y of order 0.

    They are the sum of ``-4 / pi (-1)^k J_2k / k`` over k up to ``count``, whose J are
    integrals over a quarter of the circle, at ``points`` and one more of its angles.
    """
    weights = []
    for j in range(points + 1):
        angle = np.pi / 2 * j / points
        total = sum((-1) ** k / k * np.cos(2 * k * angle) for k in range(1, count + 1))
        share = (1 if j in (0, points) else 2) / (2 * points)
        weights.append((-4 / np.pi * total * share, np.sin(angle)))
    return weights


def near_y(x: Any) -> Any:
    """Return Y of the orders 0 and 1 where ``0 < x <= 25``."""
    low = np.minimum(x, 2.0)
    waves, slopes = np.zeros_like(x), np.zeros_like(x)
    j0, j1 = np.zeros_like(x), np.zeros_like(x)
    for k, (weight, sine) in enumerate(neumann_weights(36, 36)):
        share = (1 if k in (0, 36) else 2) / 72
        cosines, sines = np.cos(x * sine), np.sin(x * sine) * sine
        waves, slopes = waves + weight * cosines, slopes + weight * sines
        j0, j1 = j0 + share * cosines, j1 + share * sines
    j0 = np.where(x < 2, power_series(low, 0, -1.0), j0)
    j1 = np.where(x < 2, power_series(low, 1, -1.0), j1)
    logarithm = np.log(x / 2) + np.euler_gamma
    zero = 2 / np.pi * logarithm * j0 + waves
    return zero, 2 / np.pi * (logarithm * j1 - j0 / x) + slopes


@kernel(shape=lambda x, order: x)
def bessel_y_of(x: Any, order: int) -> Any:
    """Return Y of an order, with an error under 1e-14 for 0 and 1; -inf up to 0."""
    place = abs(order)
    size = np.where(x > 0, x, 1.0).astype(np.float64)
    near, far = np.minimum(size, 25.0), np.maximum(size, 25.0)
    zero, one = near_y(near)
    zero = np.where(size > 25, oscillation(far, 0)[1], zero)
    one = np.where(size > 25, oscillation(far, 1)[1], one)
    found = raised(zero, one, size, place, -1.0)
    if order < 0 and place % 2:
        found = -found
    found = np.where(x > 0, found, -np.inf)
    return np.where(np.isnan(x), np.nan, found).astype(x.dtype)


@bessel_y_of.defbprop
def bessel_y_of_bprop(x: Any, order: int, out: Any, dout: Any) -> Any:
    """``2 Y'`` is the order below less the order above."""
    slope = 0.5 * (bessel_y_of(x, order - 1) - bessel_y_of(x, order + 1))
    return dout * slope, None


def near_k(x: Any) -> Any:
    """Return ``e^x K`` of the orders 0 and 1 where ``0 < x <= 2``: 9.6.11."""
    square, logarithm = x * x / 4, np.log(x / 2) + np.euler_gamma
    zero = -logarithm * power_series(x, 0, 1.0)
    one = 1 / x + logarithm * power_series(x, 1, 1.0)
    term, harmonic = np.ones_like(x), 0.0
    for k in range(15):
        one = one - x / 4 * term / (k + 1) * (2 * harmonic + 1 / (k + 1))
        harmonic = harmonic + 1 / (k + 1)
        term = term * square / ((k + 1) * (k + 1))
        zero = zero + harmonic * term
    return np.exp(x) * zero, np.exp(x) * one


@kernel(shape=lambda x, order: x)
def bessel_k_of(x: Any, order: int) -> Any:
    """Return ``e^x K`` of an order, with a relative error under 1e-14; inf up to 0."""
    place = abs(order)
    size = np.where(x > 0, x, 1.0).astype(np.float64)
    near, middle, far = near_and_far(size, 32.0)
    both = []
    for one, series in enumerate(near_k(near)):
        total = np.full_like(middle, 1 / 16)
        for k in range(1, 33):
            cosh = np.cosh(k / 8)
            total = total + (cosh if one else 1) / 8 * np.exp(middle * (1 - cosh))
        expansion = np.zeros_like(far)
        for term in reversed(hankel_terms(one, 24)):
            expansion = term + expansion / far
        expansion = expansion * np.sqrt(np.pi / (2 * far))
        total = np.where(size < 2, series, total)
        both.append(np.where(size > 32, expansion, total))
    found = raised(both[0], both[1], size, place, 1.0)
    found = np.where(x > 0, found, np.inf)
    return np.where(np.isnan(x), np.nan, found).astype(x.dtype)


@bessel_k_of.defbprop
def bessel_k_of_bprop(x: Any, order: int, out: Any, dout: Any) -> Any:
    """``-2 K'`` is the order below and the order above, less the slope of ``e^x``."""
    slope = 0.5 * (bessel_k_of(x, order - 1) + bessel_k_of(x, order + 1))
    return dout * (out - slope), None
