"""``np.polynomial``: sums, products and fits of series, the lowest degree first.

A series times ``x`` is what the recurrence of its polynomials says, and a product of
two is Clenshaw's sum with that. C. W. Clenshaw, Math. Comp. 9 (1955) 118.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.polynomial import (
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polynomial,
)

from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.polynomials import degree_known, fitted
from srcad.compiler.evaluate.numpy.series import (
    of_chebyshev,
    of_hermite,
    of_hermite_e,
    of_laguerre,
    of_legendre,
    of_powers,
)


def coefficients(*series):
    """The coefficients as arrays of floats, whose number is known."""
    found = [np.atleast_1d(one) + 0.0 for one in series]
    degree_known(*found)
    return found


def untrimmed(c):
    """What NumPy gives as well, unless it leaves out zeros at the end."""
    if np.size(c) > 1 and np.any(c[-1] == 0):
        raise ValueError("the last coefficient is zero, which NumPy leaves out")
    return c


def as_long(c, size):
    """The coefficients, with zeros behind."""
    missing = size - np.size(c)
    return np.concatenate((c, np.zeros(missing, c.dtype))) if missing else c


def total(c1, c2):
    size = max(np.size(c1), np.size(c2))
    return as_long(c1, size) + as_long(c2, size)


def times_x(c, step):
    """``x p[k]`` by the polynomials beside ``p[k]``: see ``clenshaw``."""
    steps = [step(k) for k in range(np.size(c))]
    higher = np.array([1.0 / slope for slope, _, _ in steps], c.dtype)
    same = np.array([-start / slope for slope, start, _ in steps], c.dtype)
    lower = np.array([back / slope for slope, _, back in steps], c.dtype)
    none = np.zeros(1, c.dtype)
    found = np.concatenate((none, c * higher))
    if any(start for _, start, _ in steps):
        found = found + np.concatenate((c * same, none))
    if any(back for _, _, back in steps[1:]):
        found = found + np.concatenate(((c * lower)[1:], none, none))
    return found


def product(c1, c2, step):
    if step is of_powers:
        return np.convolve(c1, c2)
    size = np.size(c1)
    last, before = c1[size - 1] * c2, 0.0 * c2
    for n in range(1, size):
        k = size - 1 - n
        slope, start, _ = step(k)
        back = step(k + 1)[2]
        kept, last = last, total(slope * times_x(last, step), c1[k] * c2)
        if start:
            last = total(last, start * kept)
        if back:
            last = total(last, -back * before)
        before = kept
    return last


def divided(c1, c2, step):
    c1, c2 = untrimmed(c1), untrimmed(c2)
    if np.any(c2[-1] == 0):
        raise ZeroDivisionError("a series is divided by zero")
    more = np.size(c1) - np.size(c2)
    if more < 0:
        return c1[:1] * 0, c1
    # NumPy's own units are of doubles, but for these two.
    dtype = c1.dtype if step in (of_powers, of_chebyshev) else np.float64
    parts, rest = [], c1
    for n in range(more + 1):
        unit = np.array([0.0] * (more - n) + [1.0], dtype)
        part = product(unit, c2, step)
        quotient = rest[-1] / part[-1]
        rest = rest[:-1] - quotient * part[:-1]
        parts.append(quotient)
    rest = untrimmed(rest) if np.size(c2) > 1 else c1[:1] * 0
    return np.stack(parts[::-1]).astype(c1.dtype), rest


def matrix_of(x, degree, step):
    """The polynomials up to a degree, side by side."""
    if not is_known(degree):
        unsupported("a degree that is known is supported")
    if degree < 0:
        raise ValueError("deg must be non-negative")
    x = np.atleast_1d(x) + 0.0
    rows = [x * 0.0 + 1.0]
    for k in range(degree):
        slope, start, back = step(k)
        row = (slope * x + start) * rows[k]
        rows.append(row - back * rows[k - 1] if k else row)
    return np.stack(rows, axis=-1)


def along_last(value, c, *points):
    """``value`` of one variable after the other: those behind the first go along."""
    c = value(points[0], c)
    for x in points[1:]:
        c = value(x, c, tensor=False)
    return c


def _of(module: Any, word: str, step: Any) -> None:
    """Enter the arithmetic of a family of polynomials."""

    def named(name: str, arrays: str) -> Any:
        return defines(getattr(module, f"{word}{name}"), arrays=arrays, known=True)

    @named("add", "c1 c2")
    def add(c1, c2):
        return untrimmed(total(*coefficients(c1, c2)))

    @named("sub", "c1 c2")
    def sub(c1, c2):
        c1, c2 = coefficients(c1, c2)
        return untrimmed(total(c1, -c2))

    @named("mul", "c1 c2")
    def mul(c1, c2):
        c1, c2 = coefficients(c1, c2)
        return untrimmed(product(c1, c2, step))

    @named("mulx", "c")
    def mulx(c):
        (c,) = coefficients(c)
        return untrimmed(times_x(c, step))

    @named("div", "c1 c2")
    def div(c1, c2):
        c1, c2 = coefficients(c1, c2)
        return divided(c1, c2, step)

    @named("pow", "c")
    def power(c, pow, maxpower=None if step is of_powers else 16):
        if not is_known(pow) or not is_known(maxpower):
            unsupported("a power that is known is supported")
        if pow < 0 or int(pow) != pow:
            raise ValueError("Power must be a non-negative integer.")
        if maxpower is not None and pow > maxpower:
            raise ValueError("Power is too large")
        (c,) = coefficients(c)
        found = c if pow else np.ones(1, c.dtype)
        for _ in range(1, pow):
            found = product(found, c, step)
        return untrimmed(found)

    @named("fromroots", "roots")
    def fromroots(roots):
        (roots,) = coefficients(roots)
        roots = roots.astype(np.float64)
        found = np.ones(1, roots.dtype)
        for k in range(np.size(roots)):
            found = total(times_x(found, step), -roots[k] * found)
        return found


def _at(module: Any, word: str, step: Any) -> None:
    """Enter what a family of polynomials is at points, of one variable and several."""
    value = getattr(module, f"{word}val")

    def named(name: str, arrays: str) -> Any:
        return defines(getattr(module, f"{word}{name}"), arrays=arrays, known=True)

    @named("vander", "x")
    def vander(x, deg):
        return matrix_of(x, deg, step)

    @named("vander2d", "x y")
    def vander2d(x, y, deg):
        first, second = matrix_of(x, deg[0], step), matrix_of(y, deg[1], step)
        found = np.expand_dims(first, -1) * np.expand_dims(second, -2)
        return np.reshape(found, (*found.shape[:-2], -1))

    @named("val2d", "x y c")
    def val2d(x, y, c):
        return along_last(value, c, x, y)

    @named("val3d", "x y z c")
    def val3d(x, y, z, c):
        return along_last(value, c, x, y, z)

    @named("grid2d", "x y c")
    def grid2d(x, y, c):
        return value(y, value(x, c))

    @named("fit", "x y w")
    def fit(x, y, deg, rcond=None, full=False, w=None):
        if full or not is_known(deg) or np.ndim(deg) > 0:
            unsupported(
                "without `full`, and of a degree that is known, it is supported"
            )
        return fitted(matrix_of(x, deg, step), x, y, rcond, w)


for _family in (
    (polynomial, "poly", of_powers),
    (chebyshev, "cheb", of_chebyshev),
    (legendre, "leg", of_legendre),
    (hermite, "herm", of_hermite),
    (hermite_e, "herme", of_hermite_e),
    (laguerre, "lag", of_laguerre),
):
    _of(*_family)
    _at(*_family)


@defines(polynomial.polyvalfromroots, arrays="x r")
def polyvalfromroots(x, r, tensor=True):
    r = np.atleast_1d(r)
    if tensor:
        r = np.reshape(r, (*r.shape, *(1,) * np.ndim(x)))
    return np.prod(x - r, axis=0)
