"""Distributions of ``scipy.special``, transforms of data, and elementary functions.

A distribution has the derivative by what its density is of (NIST Digital Library of
Mathematical Functions, 8.8 and 8.17); not by what it counts, nor by its shape.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from functools import partial

import numpy as np
from scipy import special

from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.elementwise import called
from srcad.compiler.evaluate.scipy import rows
from srcad.compiler.ir.primitives import UNKNOWN

elementwise = partial(rows.elementwise, "scipy.special")


def gamma_density(shape: str, x: str) -> str:
    """The text of ``x ** (shape - 1) * exp(-x) / gamma(shape)``."""
    power = f"special.xlogy({shape} - 1, {x})"
    return f"np.exp({power} - {x} - special.gammaln({shape}))"


def beta_density(a: str, b: str, x: str, sign: str = "") -> str:
    """The text of ``x ** (a - 1) * (1 - x) ** (b - 1) / beta(a, b)``; or of one over
    that, by the ``sign`` of its logarithm."""
    powers = f"special.xlogy({a} - 1, {x}) + special.xlog1py({b} - 1, -{x})"
    return f"np.exp({sign}({powers} - special.betaln({a}, {b})))"


# ---------------------------------------------- of gamma, chi-squared, and of Poisson's

_CHI = gamma_density("0.5 * x", "(0.5 * {0})")
elementwise(special.chdtr, UNKNOWN, "0.5 * " + _CHI.format("y"))
elementwise(special.chdtrc, UNKNOWN, "-0.5 * " + _CHI.format("y"))
elementwise(special.chdtri, UNKNOWN, "-2 / " + _CHI.format("out"))
_POISSON = gamma_density("(np.floor(x) + 1)", "{0}")
elementwise(special.pdtr, UNKNOWN, "-" + _POISSON.format("y"))
elementwise(special.pdtrc, UNKNOWN, _POISSON.format("y"))
elementwise(special.pdtri, UNKNOWN, "-1 / " + gamma_density("(np.floor(x) + 1)", "out"))
# Of a rate, a shape, and the argument.
_GAMMA = gamma_density("y", "(x * z)")
elementwise(special.gdtr, f"z * {_GAMMA}", UNKNOWN, f"x * {_GAMMA}")
elementwise(special.gdtrc, f"-z * {_GAMMA}", UNKNOWN, f"-x * {_GAMMA}")
elementwise(
    special.gdtria,
    "1 / (z * {})".format(gamma_density("y", "(out * z)")),
    UNKNOWN,
    "-out / z",
)
elementwise(
    special.gdtrix,
    "-out / x",
    UNKNOWN,
    "1 / (x * {})".format(gamma_density("y", "(out * x)")),
)

# ---------------------------------------------- of beta, F, and of numbers of successes

elementwise(special.betaincc, UNKNOWN, UNKNOWN, "-" + beta_density("x", "y", "z"))
elementwise(
    special.betainccinv, UNKNOWN, UNKNOWN, "-" + beta_density("x", "y", "out", "-")
)
# Of the numbers of degrees of freedom and the ratio of the variances.
_RATIO = (
    "np.exp({0}(special.xlogy(0.5 * x - 1, {1}) + 0.5 * x * np.log(x / y)"
    " - 0.5 * (x + y) * np.log1p(x * {1} / y) - special.betaln(0.5 * x, 0.5 * y)))"
)
elementwise(special.fdtr, UNKNOWN, UNKNOWN, _RATIO.format("", "z"))
elementwise(special.fdtrc, UNKNOWN, UNKNOWN, "-" + _RATIO.format("", "z"))
elementwise(special.fdtri, UNKNOWN, UNKNOWN, _RATIO.format("-", "out"))
_FLOOR = "np.floor(x)"
_BINOMIAL = f"{_FLOOR} + 1", f"np.floor(y) - {_FLOOR}"
_NEGATIVE = "np.floor(y)", f"{_FLOOR} + 1"
elementwise(special.bdtr, UNKNOWN, UNKNOWN, "-" + beta_density(*_BINOMIAL, "z"))
elementwise(special.bdtrc, UNKNOWN, UNKNOWN, beta_density(*_BINOMIAL, "z"))
elementwise(special.bdtri, UNKNOWN, UNKNOWN, "-" + beta_density(*_BINOMIAL, "out", "-"))
elementwise(special.nbdtr, UNKNOWN, UNKNOWN, beta_density(*_NEGATIVE, "z"))
elementwise(special.nbdtrc, UNKNOWN, UNKNOWN, "-" + beta_density(*_NEGATIVE, "z"))
elementwise(special.nbdtri, UNKNOWN, UNKNOWN, beta_density(*_NEGATIVE, "out", "-"))
# The normal one, of the logarithm of a probability.
elementwise(
    special.ndtri_exp, f"np.exp(x + 0.5 * out * out + {0.5 * np.log(2 * np.pi)})"
)


def kolmogorov_slope(x):
    """The sum of ``8 x k * k (-1) ** k exp(-2 k * k x * x)`` over k = 1, 2, ...

    Below 1 it is, by the transformation of a theta function (20.7.32), one that
    converges there; below 0.03 it is less than any number.
    """
    below, above = (x > 0.03) & (x < 1), x >= 1
    near, far = np.where(below, x, 1.0), np.where(above, x, 1.0)
    square, first, second = near * near, 0 * near, 0 * far
    for k in (1, 3, 5, 7):
        turned = (k * np.pi / 2) ** 2 / square
        first = first + (1 - turned) * np.exp(-0.5 * turned)
    for k in (1, 2, 3, 4, 5):
        second = second + (-1) ** k * k * k * np.exp(-2.0 * k * k * far * far)
    slope = np.where(above, 8 * far * second, np.sqrt(2 * np.pi) * first / square)
    return np.where(below | above, slope, 0.0)


def kolmogorov_bprop(x, out, dout):
    return (dout * kolmogorov_slope(x),)


def kolmogi_bprop(x, out, dout):
    return (dout / kolmogorov_slope(out),)


rows.of_elements("scipy.special", special.kolmogorov, kolmogorov_bprop)
rows.of_elements("scipy.special", special.kolmogi, kolmogi_bprop)
called(special.kolmogorov, "special.kolmogorov")
called(special.kolmogi, "special.kolmogi")

# ----------------------------------------------------------------- transforms of data

# (exp(x) - 1) / x is 1F1(1, 2, x), of which what is next loses no digits near 0.
elementwise(
    special.exprel,
    "np.where(np.abs(x) < 1, 0.5 * special.hyp1f1(2.0, 3.0, np.clip(x, -1.0, 1.0)),"
    " (np.exp(x) - out) / np.where(x == 0, 1.0, x))",
)


# By lmbda, with the power series in t, lmbda times a logarithm.
_BY_LMBDA = (
    "np.where({2} & (np.abs(y * {0}) < 1),"
    " 0.5 * {0} * {0} * special.hyp1f1(2.0, 3.0, np.clip(y * {0}, -1.0, 1.0)),"
    " ({1} - out) / np.where(y == 0, 1.0, y))"
)
elementwise(
    special.boxcox,
    "np.power(x, y - 1)",
    _BY_LMBDA.format(
        "np.log(np.where(x > 0, x, 1.0))", "special.xlogy(np.power(x, y), x)", "(x > 0)"
    ),
)
elementwise(
    special.boxcox1p,
    "np.power(1 + x, y - 1)",
    _BY_LMBDA.format(
        "np.log1p(np.where(x > -1, x, 0.0))",
        "special.xlog1py(np.power(1 + x, y), x)",
        "(x > -1)",
    ),
)
# By lmbda with the power series in y * lmbda, of t / (1 + t) - log(1 + t).
_BY_POWER = "-0.5 * x * x * special.hyp2f1(2.0, 2.0, 3.0, -x * y)"
elementwise(special.inv_boxcox, "out / (1 + x * y)", f"out * {_BY_POWER}")
elementwise(special.inv_boxcox1p, "(out + 1) / (1 + x * y)", f"(out + 1) * {_BY_POWER}")

# ------------------------------------------------------------ degrees, powers, rounding

_DEGREE = np.pi / 180
elementwise(special.sindg, f"{_DEGREE} * special.cosdg(x)")
elementwise(special.cosdg, f"{-_DEGREE} * special.sindg(x)")
elementwise(special.tandg, f"{_DEGREE} * (1 + out * out)")
elementwise(special.cotdg, f"{-_DEGREE} * (1 + out * out)")
elementwise(special.radian, f"{_DEGREE}", f"{_DEGREE / 60}", f"{_DEGREE / 3600}")
elementwise(special.powm1, "y * np.power(x, y - 1)", "np.power(x, y) * np.log(x)")
elementwise(special.zetac, UNKNOWN)
elementwise(special.round)


@defines(*[one for one in [getattr(special, "softplus", None)] if one], arrays="x")
def softplus(x):
    return np.logaddexp(0.0, x)


@defines(special.multigammaln, arrays="a")
def multigammaln(a, d):
    if not is_known(d) or d != int(d):
        unsupported("its dimension is a number that is known beforehand: 1, 2, ...")
    if np.any(a <= 0.5 * (d - 1)):
        raise ValueError(f"condition a > 0.5 * (d-1) is not met for d = {d}")
    wide = np.asarray(a, np.float64)
    total = 0.25 * d * (d - 1) * np.log(np.pi) + special.gammaln(wide)
    for k in range(1, int(d)):
        total = total + special.gammaln(wide - 0.5 * k)
    return total


@defines(special.perm, arrays="N k")
def perm(N, k, exact=False):
    if exact:
        unsupported("`exact=True` counts in integers, which have no derivative")
    inside = (k <= N) & (N >= 0) & (k >= 0)
    return np.where(inside, special.poch(np.where(inside, N - k + 1, 1), k), 0.0)
