"""The regularised incomplete gamma functions, and their derivatives by the parameter.

P by its power series where x is below ``a + 1``, elsewhere Q by its continued fraction
(Abramowitz and Stegun, 6.5.29 and 6.5.31), all as power series of a change of ``a``:
lists of arrays, the coefficients of its powers. In float64 and then rounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import kernel


def factorial(n: int) -> float:
    """Return the product of the whole numbers up to n."""
    product = 1.0
    for k in range(2, n + 1):
        product = product * k
    return product


def bernoulli_ratios() -> Any:
    """Return B_2k / (2k)! of the Bernoulli numbers, for k from 1 to 8."""
    first = (1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160)
    rest = (-691 / 1307674368000, 1 / 74724249600, -3617 / 10670622842880000)
    return first + rest


def log_gamma(a: Any, order: int) -> Any:
    """Return the logarithm of the gamma function of positive numbers.

    By Stirling's series, the derivatives by the sums of Euler and Maclaurin, both ten
    steps further on (6.1.41, 23.2.9).
    """
    far = a + 10
    value = (far - 0.5) * np.log(far) - far + 0.5 * np.log(2 * np.pi)
    slope = np.log(far) - 0.5 / far
    for k, ratio in enumerate(bernoulli_ratios()):
        value = value + ratio * factorial(2 * k) / far ** (2 * k + 1)
        slope = slope - ratio * factorial(2 * k + 1) / far ** (2 * k + 2)
    for k in range(10):
        value, slope = value - np.log(a + k), slope - 1 / (a + k)
    found = [value, slope]
    for s in range(2, order + 1):
        total = far ** (1 - s) / (s - 1) + 0.5 * far**-s
        for k in range(10):
            total = total + (a + k) ** -s
        for k, ratio in enumerate(bernoulli_ratios()):
            rising = factorial(s + 2 * k) / factorial(s - 1)
            total = total + ratio * rising * far ** (-s - 2 * k - 1)
        found.append((-1) ** s / s * total)
    return found[: order + 1]


def product(first: Any, second: Any) -> Any:
    """Return the product of two power series."""
    return [
        sum(first[i] * second[k - i] for i in range(k + 1)) for k in range(len(first))
    ]


def quotient(first: Any, second: Any) -> Any:
    """Return the quotient of two power series."""
    found: Any = []
    for k, coefficient in enumerate(first):
        known = sum(found[i] * second[k - i] for i in range(k))
        found.append((coefficient - known) / second[0])
    return found


def exponential(exponent: Any) -> Any:
    """Return the exponential of a power series."""
    found = [np.exp(exponent[0])]
    for k in range(1, len(exponent)):
        found.append(sum(i * exponent[i] * found[k - i] for i in range(1, k + 1)) / k)
    return found


def lower_series(a: Any, x: Any, order: int) -> Any:
    """Return P ``gamma(a + 1) e^x / x^a`` where x is below ``a + 1``."""
    term = [np.ones_like(x)] + [np.zeros_like(x)] * order
    total, count = term, 0
    while np.any(np.abs(term[-1]) > 1e-17 * np.abs(total[-1])) or count < 20:
        count += 1
        step = [a + count, np.ones_like(a)] + [np.zeros_like(a)] * order
        term = quotient([part * x for part in term], step)
        total = [part + more for part, more in zip(total, term, strict=True)]
    return total


def upper_fraction(a: Any, x: Any, order: int) -> Any:
    """Return Q ``gamma(a) e^x / x^a`` where x is above ``a + 1`` and 1."""
    zeros = [np.zeros_like(x)] * order
    below = [np.ones_like(x)] + zeros
    change = ([np.full_like(x, -1.0)] + zeros)[:order]
    for k in range(int(120 + 12 * np.sqrt(np.max(a, initial=0.0))), 0, -1):
        numerator = [k * (k - a)] + [k * part for part in change]
        below = quotient(numerator, below)
        whole = [x + 2 * k - 1 - a] + change
        below = [part - less for part, less in zip(whole, below, strict=True)]
    return quotient([np.ones_like(x)] + zeros, below)


@kernel(shape=lambda a, x, order, upper: x)
def incomplete_gamma(a: Any, x: Any, order: int, upper: bool) -> Any:
    """Return a derivative of P, or of Q, by ``a``; of order 0 themselves.

    Both are NaN where ``a`` is not positive and where x is negative.
    """
    known = (a > 0) & (x >= 0)
    inside = known & (x > 0) & (x < np.inf) & (a < np.inf)
    parameter = np.where(inside, a, 1.0).astype(np.float64)
    place = np.where(inside, x, 1.0).astype(np.float64)
    below = place < parameter + 1
    gamma = log_gamma(parameter, order)
    power = [parameter * np.log(place) - place, np.log(place)]
    power = (power + [np.zeros_like(place)] * order)[: order + 1]
    scale = exponential([up - low for up, low in zip(power, gamma, strict=True)])
    step = [parameter, np.ones_like(place)] + [np.zeros_like(place)] * order
    series = lower_series(parameter, np.where(below, place, parameter), order)
    small = product(quotient(scale, step[: order + 1]), series)[order]
    last = np.where(below, parameter + 1, place)
    large = product(scale, upper_fraction(parameter, last, order))[order]
    if upper:
        found = np.where(below, (order == 0) - small, large)
    else:
        found = np.where(below, small, (order == 0) - large)
    found = found * factorial(order)
    ends = (x > 0) != upper if order == 0 else 0.0
    found = np.where(inside, found, np.where(known, ends, np.nan))
    return found.astype(x.dtype)


@incomplete_gamma.defbprop
def incomplete_gamma_bprop(
    a: Any, x: Any, order: int, upper: bool, out: Any, dout: Any
) -> Any:
    """By ``a`` the next derivative, by x that of the density."""
    slope = gamma_density(a, x, order)
    da = dout * incomplete_gamma(a, x, order + 1, upper)
    return da, dout * (-slope if upper else slope), None, None


@kernel(shape=lambda a, x, order: x)
def gamma_density(a: Any, x: Any, order: int) -> Any:
    """Return a derivative of ``x^(a - 1) e^-x / gamma(a)`` by ``a``, of order 0 itself.

    It is NaN where ``a`` is not positive, where x is negative, and at 0 where it has no
    limit.
    """
    known = (a > 0) & (x >= 0)
    inside = known & (x > 0)
    parameter = np.where(inside, a, 1.0).astype(np.float64)
    place = np.where(inside, x, 1.0).astype(np.float64)
    logarithm = np.log(place)
    power = [(parameter - 1) * logarithm - place, logarithm]
    power = (power + [np.zeros_like(place)] * order)[: order + 1]
    gamma = log_gamma(parameter, order)
    found = exponential([up - low for up, low in zip(power, gamma, strict=True)])
    scaled = found[order] * factorial(order)
    ends = np.where(a < 1, np.inf, 1.0) if order == 0 else np.nan
    ends = np.where(a > 1, 0.0, ends)
    return np.where(inside, scaled, np.where(known, ends, np.nan)).astype(x.dtype)


@gamma_density.defbprop
def gamma_density_bprop(a: Any, x: Any, order: int, out: Any, dout: Any) -> Any:
    """By ``a`` the next derivative, by x those of the power and the exponential."""
    slope = ((a - 1) / x - 1) * out
    if order:
        slope = slope + order / x * gamma_density(a, x, order - 1)
    return dout * gamma_density(a, x, order + 1), dout * slope, None
