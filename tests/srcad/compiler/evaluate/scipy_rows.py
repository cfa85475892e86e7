"""Calls of SciPy's functions, each with the inputs that it is tried with."""

import numpy as np
from scipy import special

from tests.srcad.compiler.cases.case import apart, positive
from tests.srcad.compiler.evaluate.numpy_rows import X1, X2, Row, adding_to, fraction

ROWS: list[Row] = []
row = adding_to(ROWS)

POSITIVE = {"values": {"x": positive}}
FRACTION = {"values": {"x": fraction}}
BOTH = {"values": {"x": positive, "y": positive}}


def between(random, shape):
    """From -2 to 2, away from what is whole."""
    return random.integers(-2, 2, shape) + random.uniform(0.2, 0.8, shape)


def above_one(random, shape):
    return random.uniform(1.5, 4.0, shape)


# ----------------------------------------------------------------- gamma and beta
row(lambda x: special.gamma(x), X2, **POSITIVE)
row(lambda x: special.gammaln(x) * x, X1, **POSITIVE)
row(lambda x: special.loggamma(x), X1, **POSITIVE)
row(lambda x: special.rgamma(x), X1, **POSITIVE)
row(lambda x: special.psi(x), X1, **POSITIVE)
row(lambda x: special.digamma(x), X1, values={"x": between})
row(lambda x: special.gammasgn(x) * x, X1, values={"x": between})
row(lambda x: special.polygamma(0, x), X1, **POSITIVE)
row(lambda x: special.polygamma(1, x), X2, **POSITIVE)
row(lambda x: special.polygamma(3, x), X1, **POSITIVE)
row(lambda x: special.zeta(3.0, x), X1, **POSITIVE)
row(lambda x, y: special.beta(x, y), X2, "float64[m]", **BOTH)
row(lambda x, y: special.betaln(x, y), "float64[n, 1]", X2, **BOTH)
row(lambda x, y: special.binom(x + 2, y), X1, X1, **BOTH)
row(lambda x, y: special.comb(x + 2, y), X1, X1, **BOTH)
row(lambda x: special.factorial(x), X1, **POSITIVE)
row(lambda x, y: special.poch(x, y), X1, X1, **BOTH)
row(lambda x: special.gammainc(1.7, x), X2, **POSITIVE)
row(lambda x: special.gammaincc(0.6, x), X1, **POSITIVE)
row(lambda x: special.gammaincinv(1.7, x), X1, **FRACTION)
row(lambda x: special.gammainccinv(1.7, x), X1, **FRACTION)
row(lambda x: special.betainc(1.5, 2.5, x), X2, **FRACTION)
row(lambda x: special.betaincinv(1.5, 2.5, x), X1, **FRACTION)

# ------------------------------------------------------------ errors, the normal one
row(lambda x: special.erf(x), X2)
row(lambda x: special.erfc(x), X1)
row(lambda x: special.erfcx(x), X1)
row(lambda x: special.erfi(x), X1)
row(lambda x: special.dawsn(x), X1)
row(lambda x: special.erfinv(x), X1, **FRACTION)
row(lambda x: special.erfcinv(x), X1, **FRACTION)
row(lambda x: special.ndtr(x), X2)
row(lambda x: special.ndtri(x), X1, **FRACTION)
row(lambda x: special.log_ndtr(3 * x), X1)
row(lambda x: special.stdtr(3.5, x), X1)

# --------------------------------------------------------------------- of Bessel
row(lambda x: special.j0(x), X1)
row(lambda x: special.j1(x), X1)
row(lambda x: special.jv(1.5, x), X2, **POSITIVE)
row(lambda x: special.jn(2, x), X1)
row(lambda x: special.y0(x), X1, **POSITIVE)
row(lambda x: special.y1(x), X1, **POSITIVE)
row(lambda x: special.yv(0.5, x), X1, **POSITIVE)
row(lambda x: special.yn(2, x), X1, **POSITIVE)
row(lambda x: special.i0(x), X1)
row(lambda x: special.i1(x), X1)
row(lambda x: special.i0e(x), X1, values={"x": apart})
row(lambda x: special.i1e(x), X1, values={"x": apart})
row(lambda x: special.iv(1.5, x), X1, **POSITIVE)
row(lambda x: special.ive(1.5, x), X1, **POSITIVE)
row(lambda x: special.k0(x), X1, **POSITIVE)
row(lambda x: special.k1(x), X1, **POSITIVE)
row(lambda x: special.k0e(x), X1, **POSITIVE)
row(lambda x: special.k1e(x), X1, **POSITIVE)
row(lambda x: special.kv(0.7, x), X1, **POSITIVE)
row(lambda x: special.kve(0.7, x), X1, **POSITIVE)
row(lambda x: special.kn(2, x), X1, **POSITIVE)

# ------------------------------------------------- entropies, logarithms, exponentials
row(lambda x: special.entr(x), X1, **POSITIVE)
row(lambda x, y: special.rel_entr(x, y), X2, "float64[m]", **BOTH)
row(lambda x, y: special.kl_div(x, y), X1, X1, **BOTH)
row(lambda x: special.cosm1(x), X1)
row(lambda x: special.expm1(x), X1)
row(lambda x: special.log1p(x), X1, **POSITIVE)
row(lambda x: special.cbrt(x), X1, **POSITIVE)
row(lambda x: special.exp2(x), X1)
row(lambda x: special.exp10(x), X1)
row(lambda x: special.sinc(x), X1)
row(lambda x: special.expit(x), X2)
row(lambda x: special.log_expit(x), X1)
row(lambda x: special.logit(x), X1, **FRACTION)
row(lambda x, y: special.xlogy(x, y), X2, "float64[m]", **BOTH)
row(lambda x, y: special.xlog1py(x, y), X1, X1, **BOTH)
row(lambda x: special.logsumexp(x), X2)
row(lambda x: special.logsumexp(x, axis=1) ** 2, X2)
row(lambda x: special.logsumexp(x, axis=(0, 1), keepdims=True) * x, X2)
row(lambda x, y: special.logsumexp(x, 0, b=y), X2, X2, **BOTH)
row(lambda x, y: special.logsumexp(x, 0, y, True), X2, "float64[m]", **BOTH)
row(
    lambda x, y: special.logsumexp(x, b=y, return_sign=True)[0],
    X1,
    X1,
    values={"y": lambda random, shape: -positive(random, shape)},
)
row(lambda x: special.softmax(x) ** 2, X2)
row(lambda x: special.softmax(x, axis=-1) ** 2, X2)
row(lambda x: special.log_softmax(x) ** 2, X1)
row(lambda x: special.log_softmax(x, axis=0) ** 2, X2)
row(lambda x: special.huber(1.0, x), X1, values={"x": between})
row(lambda x, y: special.pseudo_huber(x, y), X1, X1, **BOTH)
row(lambda x: np.sum(special.gamma(x)) * special.erf(x[0]), X1, values={"x": above_one})
