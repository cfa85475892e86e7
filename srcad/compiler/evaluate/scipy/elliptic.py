"""Elliptic integrals and functions of ``scipy.special``, with partial derivatives.

They are those of the NIST Digital Library of Mathematical Functions (DLMF), chapters 19
and 22, written in Carlson's integral R_D (19.25), where nothing cancels, as m goes to 0
or 1 either. The derivatives of Carlson's integrals follow from their integrands.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from functools import partial

import numpy as np
from scipy import special

from srcad.compiler.evaluate.intrinsics import emit
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.elementwise import called
from srcad.compiler.evaluate.scipy import rows

elementwise = partial(rows.elementwise, "scipy.special")

# --------------------------------------------------------------- Carlson's integrals

elementwise(
    special.elliprf,
    "special.elliprd(y, z, x) / -6",
    "special.elliprd(z, x, y) / -6",
    "special.elliprd(x, y, z) / -6",
)
# It is R_F(x, y, y); of a negative y, the principal value of that.
_VALUE = (
    "((out - 1 / np.sqrt(np.where(y < 0, x, 1.0))) / (2 * np.where(y < 0, y - x, 1.0)))"
)
elementwise(
    special.elliprc,
    f"np.where(y < 0, {_VALUE}, special.elliprd(np.abs(y), np.abs(y), x) / -6)",
    f"np.where(y < 0, -(0.5 * out + x * {_VALUE}) / np.where(y < 0, y, 1.0),"
    " special.elliprd(x, np.abs(y), np.abs(y)) / -3)",
)


def cubes(x, y, z):
    """How R_D(x, y, z) changes with x: -3/4 of the integral over t from 0 of
    ``((t + x) (t + z)) ** -1.5 * (t + y) ** -0.5``."""
    mean = 0.5 * (x + z)
    near = np.abs(x - z) < 1e-5 * mean
    # Apart, it is the quotient of two integrals R_D.
    apart = np.where(near, 1.0, x - z)
    quotient = (special.elliprd(y, z, x) - special.elliprd(x, y, z)) / (2 * apart)
    return np.where(near, equal_cubes(y, np.where(near, mean, 1.0)), quotient)


def equal_cubes(y, z):
    """The same for x = z."""
    mean = (y + 6 * z) / 7
    near = np.abs(y - z) < 1e-5 * mean
    apart = np.where(near, 1.0, y - z)
    root = np.sqrt(np.where(y == 0, 1.0, y)) * (y != 0)
    quotient = -0.375 * (root / (z * z) - special.elliprd(y, z, z)) / apart
    return np.where(near, -0.3 * mean**-2.5, quotient)


def scaled_cubes(x, y, z):
    """``x`` times that, which goes to 0 with ``x``."""
    inside = x > 0
    return np.where(inside, x * cubes(np.where(inside, x, 1.0), y, z), 0.0)


def by_last(x, y, z, value):
    """How R_D(x, y, z), which is homogeneous of degree -3/2, changes with z."""
    return -(1.5 * value + scaled_cubes(x, y, z) + scaled_cubes(y, x, z)) / z


def elliprd_bprop(x, y, z, out, dout):
    last = by_last(x, y, z, out)
    return dout * cubes(x, y, z), dout * cubes(y, x, z), dout * last


rows.of_elements("scipy.special", special.elliprd, elliprd_bprop)
called(special.elliprd, "special.elliprd")
elementwise(
    special.elliprg,
    *(
        f"0.25 * special.elliprf(x, y, z) - {one} / 12"
        f" * special.elliprd({others}, np.where({one} == 0, 1.0, {one}))"
        for one, others in (("x", "y, z"), ("y", "z, x"), ("z", "x, y"))
    ),
)


def by_first(x, y, z, w, value):
    """How R_J(x, y, z, w) changes with x: -3/4 of the integral over t from 0 of
    ``(t + x) ** -1.5 * ((t + y) (t + z)) ** -0.5 / (t + w)``."""
    mean = (3 * x + 2 * w) / 5
    near = np.abs(w - x) < 1e-5 * mean
    quotient = (value - special.elliprd(y, z, x)) / (2 * np.where(near, 1.0, w - x))
    mean = np.where(near, mean, 1.0)
    return np.where(
        near, by_last(y, z, mean, special.elliprd(y, z, mean)) / 3, quotient
    )


def scaled_first(x, y, z, w, value):
    """``x`` times that, which goes to 0 with ``x``."""
    inside = x > 0
    slope = by_first(np.where(inside, x, 1.0), y, z, w, value)
    return np.where(inside, x * slope, 0.0)


def elliprj_bprop(x, y, z, w, out, dout):
    # It is homogeneous, of degree -3/2.
    others = scaled_first(x, y, z, w, out) + scaled_first(y, z, x, w, out)
    last = -(1.5 * out + others + scaled_first(z, x, y, w, out)) / w
    return (
        dout * by_first(x, y, z, w, out),
        dout * by_first(y, z, x, w, out),
        dout * by_first(z, x, y, w, out),
        dout * last,
    )


rows.of_elements("scipy.special", special.elliprj, elliprj_bprop)
called(special.elliprj, "special.elliprj")

# -------------------------------------------------------------- Legendre's integrals

elementwise(special.ellipk, "special.elliprd(0.0, 1.0, 1 - x) / 6")
elementwise(special.ellipkm1, "special.elliprd(0.0, 1.0, x) / -6")
elementwise(special.ellipe, "special.elliprd(0.0, 1 - x, 1.0) / -6")

# By m, of the part within half a period of 0 and of the whole periods before it.
_SINE = "np.sin(x - np.pi * np.rint(x / np.pi))"
_SQUARE = "(1 - y * np.sin(x) ** 2)"
_MODULUS = "np.where(np.rint(x / np.pi) == 0, 0.0, y)"
elementwise(
    special.ellipkinc,
    f"1 / np.sqrt({_SQUARE})",
    f"({_SINE} ** 3 * special.elliprd(np.cos(x) ** 2, 1.0, {_SQUARE})"
    f" + 2 * np.rint(x / np.pi) * special.elliprd(0.0, 1.0, 1 - {_MODULUS})) / 6",
)
elementwise(
    special.ellipeinc,
    f"np.sqrt({_SQUARE})",
    f"({_SINE} ** 3 * special.elliprd(np.cos(x) ** 2, {_SQUARE}, 1.0)"
    f" + 2 * np.rint(x / np.pi) * special.elliprd(0.0, 1 - {_MODULUS}, 1.0)) / -6",
)

# ------------------------------------------------------------------ Jacobi's functions


def ellipj_bprop(x, y, out, dout):
    sn, cn, dn, ph = out
    dsn, dcn, ddn, dph = dout
    # All follow from the amplitude, but that dn changes with m as well.
    along = 0 if dph is None else dph
    if dsn is not None:
        along = along + dsn * cn
    if dcn is not None:
        along = along - dcn * sn
    beside = 0
    if ddn is not None:
        along = along - ddn * y * sn * cn / dn
        beside = -0.5 * ddn * sn * sn / dn
    # u = F(ph, m).
    half = np.rint(ph / np.pi)
    sine = np.sin(ph - np.pi * half)
    by_m = sine**3 * special.elliprd(cn * cn, 1.0, dn * dn)
    whole = np.where(half == 0, 0.0, y)
    by_m = by_m + 2 * half * special.elliprd(0.0, 1.0, 1 - whole)
    return along * dn, beside - along * dn * by_m / 6


rows.of_several("scipy.special", special.ellipj, ellipj_bprop, "sn cn dn ph")


@defines(special.ellipj, arrays="u m")
def ellipj(u, m):
    u, m = np.broadcast_arrays(u, m)
    return emit("special.ellipj", u, m)


# pi / 2 by R_F(0, x ** 2, y ** 2).
elementwise(
    special.agm,
    f"{2 / (3 * np.pi)} * out * out * np.abs(x) * special.elliprd(0.0, y * y, x * x)",
    f"{2 / (3 * np.pi)} * out * out * np.abs(y) * special.elliprd(0.0, x * x, y * y)",
)
