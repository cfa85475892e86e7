"""``scipy.special``: with partial derivatives, or in terms of NumPy where that will do.

The derivatives are those of the NIST Digital Library of Mathematical Functions,
chapters 5 to 10.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from functools import partial

import numpy as np
from scipy import special

from srcad.compiler.evaluate.intrinsics import filled, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy import elliptic as elliptic
from srcad.compiler.evaluate.scipy import integrals as integrals
from srcad.compiler.evaluate.scipy import orthogonal as orthogonal
from srcad.compiler.evaluate.scipy import probabilities as probabilities
from srcad.compiler.evaluate.scipy import rows
from srcad.compiler.ir.primitives import UNKNOWN

elementwise = partial(rows.elementwise, "scipy.special")


# ----------------------------------------------------------------- gamma and beta

elementwise(special.gamma, "out * special.psi(x)", analytic=True)
elementwise(special.gammaln, "special.psi(x)")
elementwise(special.loggamma, "special.psi(x)", analytic=True)
elementwise(special.rgamma, "-out * special.psi(x)", analytic=True)
elementwise(special.psi, "special.zeta(2, x)", analytic=True)
elementwise(special.gammasgn)
# Of Hurwitz: the sum of (k + y) ** -x over k = 0, 1, ...
elementwise(special.zeta, UNKNOWN, "-x * special.zeta(x + 1, y)")
elementwise(
    special.beta,
    "out * (special.psi(x) - special.psi(x + y))",
    "out * (special.psi(y) - special.psi(x + y))",
)
elementwise(
    special.betaln,
    "special.psi(x) - special.psi(x + y)",
    "special.psi(y) - special.psi(x + y)",
)
elementwise(
    special.binom,
    "out * (special.psi(x + 1) - special.psi(x - y + 1))",
    "out * (special.psi(x - y + 1) - special.psi(y + 1))",
)
elementwise(
    special.poch,
    "out * (special.psi(x + y) - special.psi(x))",
    "out * special.psi(x + y)",
)
# The densities of the gamma and beta distributions.
_GAMMA = "np.exp(special.xlogy(x - 1, {}) - {} - special.gammaln(x))"
_BETA = (
    "np.exp(special.xlogy(x - 1, {0}) + special.xlog1py(y - 1, -{0})"
    " - special.betaln(x, y))"
)
elementwise(special.gammainc, UNKNOWN, _GAMMA.format("y", "y"))
elementwise(special.gammaincc, UNKNOWN, "-" + _GAMMA.format("y", "y"))
elementwise(special.gammaincinv, UNKNOWN, "1 / " + _GAMMA.format("out", "out"))
elementwise(special.gammainccinv, UNKNOWN, "-1 / " + _GAMMA.format("out", "out"))
elementwise(special.betainc, UNKNOWN, UNKNOWN, _BETA.format("z"))
elementwise(special.betaincinv, UNKNOWN, UNKNOWN, "1 / " + _BETA.format("out"))


@defines(special.polygamma, arrays="n x")
def polygamma(n, x):
    if not is_known(n) or n < 0 or n % 1:
        unsupported("its order is a number that is known beforehand: 0, 1, 2, ...")
    if n == 0:
        return np.asarray(special.psi(x), np.float64)
    wide = np.asarray(x, np.float64)
    factor = (-1.0) ** (n + 1) * special.gamma(n + 1.0)
    return factor * special.zeta(n + 1, wide)


@defines(special.comb, arrays="N k")
def comb(N, k, *, exact=False, repetition=False):
    if exact:
        unsupported("`exact=True` counts in integers, which have no derivative")
    if repetition:
        return special.comb(N + k - 1, k)
    inside = (k <= N) & (N >= 0) & (k >= 0)
    return np.where(inside, special.binom(np.where(inside, N, 1), k), 0.0)


@defines(special.factorial, arrays="n")
def factorial(n, exact=False):
    if exact:
        unsupported("`exact=True` counts in integers, which have no derivative")
    wide = np.asarray(n, np.float64)
    return np.where(wide < 0, 0.0, special.gamma(np.where(wide < 0, 0.0, wide) + 1))


# ------------------------------------------------------------ errors, the normal one

elementwise(special.erf, "1.1283791670955126 * np.exp(-x * x)", analytic=True)
elementwise(special.erfc, "-1.1283791670955126 * np.exp(-x * x)", analytic=True)
elementwise(special.erfcx, "2 * x * out - 1.1283791670955126", analytic=True)
elementwise(special.erfi, "1.1283791670955126 * np.exp(x * x)", analytic=True)
elementwise(special.dawsn, "1 - 2 * x * out", analytic=True)
elementwise(special.erfinv, "0.886226925452758 * np.exp(out * out)")
elementwise(special.erfcinv, "-0.886226925452758 * np.exp(out * out)")
elementwise(special.ndtr, "0.3989422804014327 * np.exp(-0.5 * x * x)")
elementwise(special.ndtri, "2.5066282746310002 * np.exp(0.5 * out * out)")
elementwise(special.log_ndtr, "0.3989422804014327 * np.exp(-0.5 * x * x - out)")
# The distribution of Student's t.
_T = (
    "np.exp({0} special.betaln(0.5 * x, 0.5) {0} 0.5 * np.log(x)"
    " {0} 0.5 * (x + 1) * np.log1p({1} * {1} / x))"
)
elementwise(special.stdtr, UNKNOWN, _T.format("-", "y"))
elementwise(special.stdtrit, UNKNOWN, _T.format("+", "out"))

# --------------------------------------------------------------------- of Bessel

elementwise(special.j0, "-special.j1(x)")
elementwise(special.j1, "0.5 * (special.j0(x) - special.jv(2, x))")
elementwise(special.y0, "-special.y1(x)")
elementwise(special.y1, "special.y0(x) - out / x")
elementwise(special.i0, "special.i1(x)")
elementwise(special.i1, "0.5 * (special.i0(x) + special.iv(2, x))")
elementwise(special.i0e, "special.i1e(x) - np.sign(x) * out")
elementwise(
    special.i1e, "0.5 * (special.i0e(x) + special.ive(2, x)) - np.sign(x) * out"
)
elementwise(special.k0, "-special.k1(x)")
elementwise(special.k1, "-special.k0(x) - out / x")
elementwise(special.k0e, "out - special.k1e(x)")
elementwise(special.k1e, "out - special.k0e(x) - out / x")
# By the argument; the order is the first. Of `yn` and `kn` it is cut to an int.
for _function, _partial in (
    (special.jv, "0.5 * (special.jv(x - 1, y) - special.jv(x + 1, y))"),
    (special.yv, "0.5 * (special.yv(x - 1, y) - special.yv(x + 1, y))"),
    (
        special.yn,
        "0.5 * (special.yv(np.trunc(x) - 1, y) - special.yv(np.trunc(x) + 1, y))",
    ),
    (
        special.kn,
        "-0.5 * (special.kv(np.trunc(x) - 1, y) + special.kv(np.trunc(x) + 1, y))",
    ),
    (special.iv, "0.5 * (special.iv(x - 1, y) + special.iv(x + 1, y))"),
    (special.kv, "-0.5 * (special.kv(x - 1, y) + special.kv(x + 1, y))"),
    (
        special.ive,
        "0.5 * (special.ive(x - 1, y) + special.ive(x + 1, y)) - np.sign(y) * out",
    ),
    (special.kve, "out - 0.5 * (special.kve(x - 1, y) + special.kve(x + 1, y))"),
):
    elementwise(_function, UNKNOWN, _partial)


# ------------------------------------------------------------------------ entropies

elementwise(special.entr, "-np.log(x) - 1")
elementwise(special.rel_entr, "np.log(x / y) + 1", "-x / y")
elementwise(special.kl_div, "np.log(x / y)", "1 - x / y")

# ------------------------------------------------------- in terms of NumPy's functions

elementwise(special.cosm1, "-np.sin(x)")


@defines(special.expm1, arrays="x")
def expm1(x):
    return np.expm1(x)


@defines(special.log1p, arrays="x")
def log1p(x):
    return np.log1p(x)


@defines(special.cbrt, arrays="x")
def cbrt(x):
    return np.cbrt(x)


@defines(special.exp2, arrays="x")
def exp2(x):
    return np.exp2(x)


@defines(special.exp10, arrays="x")
def exp10(x):
    return np.power(10.0, x)


@defines(special.expit, arrays="x")
def expit(x):
    # The power of what is not positive, whose derivative at 0 is that from the right.
    power = np.exp(-np.maximum(x, -x))
    return np.where(x >= 0, 1.0, power) / (1 + power)


@defines(special.log_expit, arrays="x")
def log_expit(x):
    return -np.logaddexp(0.0, -x)


@defines(special.logit, arrays="x")
def logit(x):
    return np.log(x) - np.log1p(-x)


@defines(special.xlogy, arrays="x y")
def xlogy(x, y):
    # 0 at x = 0, whatever y is.
    apart = (x == 0) & ((y <= 0) | (y == np.inf))
    return x * np.log(np.where(apart, 1.0, y))


@defines(special.xlog1py, arrays="x y")
def xlog1py(x, y):
    apart = (x == 0) & ((y <= -1) | (y == np.inf))
    return x * np.log1p(np.where(apart, 0.0, y))


def shift_of(a, axis):
    """The greatest, which is taken off before the exponentials; 0 if not finite."""
    if filled(a):
        greatest = np.max(a, axis=axis, keepdims=True)
    else:
        greatest = np.max(a, axis=axis, keepdims=True, initial=-np.inf)
    return np.where(np.isfinite(greatest), greatest, 0.0)


@defines(special.logsumexp)
def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False):
    if a.dtype.kind != "f":
        a = np.asarray(a, np.float64)
    if b is not None:
        # Without weight, a term does not count, however great it is.
        a, b = np.broadcast_arrays(np.where(np.equal(b, 0), -np.inf, a), b)
    shift = shift_of(a, axis)
    terms = np.exp(a - shift)
    if b is not None:
        terms = b * terms
    total = np.sum(terms, axis=axis, keepdims=keepdims)
    if not keepdims:
        shift = np.squeeze(shift, tuple(range(a.ndim)) if axis is None else axis)
    if return_sign:
        return np.log(np.abs(total)) + shift, np.sign(total)
    return np.log(total) + shift


@defines(special.softmax, arrays="x")
def softmax(x, axis=None):
    power = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return power / np.sum(power, axis=axis, keepdims=True)


@defines(special.log_softmax, arrays="x")
def log_softmax(x, axis=None):
    shifted = x - np.max(x, axis=axis, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))


@defines(special.huber, arrays="delta r")
def huber(delta, r):
    size = np.abs(r)
    inside = np.where(size <= delta, 0.5 * r * r, delta * (size - 0.5 * delta))
    return np.where(delta < 0, np.inf, inside)


@defines(special.pseudo_huber, arrays="delta r")
def pseudo_huber(delta, r):
    ratio = r / delta
    return delta * delta * ratio * ratio / (np.sqrt(1 + ratio * ratio) + 1)
