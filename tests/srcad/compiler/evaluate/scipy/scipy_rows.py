"""Calls of SciPy's functions, each with the inputs that it is tried with."""

import numpy as np
from scipy import integrate, interpolate, linalg, signal, special, stats

from tests.srcad.compiler.cases.case import apart, positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import (
    X1,
    X2,
    Row,
    adding_to,
    fraction,
)

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


# -------------------------------------------------------------------- linear algebra
SQUARE = "float64[3, 3]"


def definite(random, shape):
    """Symmetric, and far from singular."""
    x = random.uniform(-1.0, 1.0, shape)
    return x @ np.swapaxes(x, -1, -2) + 2 * np.eye(shape[-1])


DEFINITE = {"values": {"x": definite}}
row(lambda x, y: linalg.solve(x, y), "float64[n, n]", "float64[n, m]", **DEFINITE)
row(lambda x, y: linalg.solve(x, y, transposed=True), SQUARE, "float64[3]", **DEFINITE)
row(lambda x: linalg.inv(x), "float64[n, n]", **DEFINITE)
row(lambda x: linalg.det(x), "float64[n, n]", **DEFINITE)
row(lambda x: linalg.norm(x), X2)
row(lambda x: linalg.norm(x, 1, axis=0), X2, values={"x": apart})
row(lambda x: linalg.cholesky(x + x.T), SQUARE, **DEFINITE)
row(lambda x: linalg.cholesky(x + x.T, lower=True), SQUARE, **DEFINITE)
row(
    lambda x, y: linalg.cho_solve(linalg.cho_factor(x + x.T), y),
    SQUARE,
    "float64[3, n]",
    **DEFINITE,
)
row(
    lambda x, y: linalg.cho_solve(linalg.cho_factor(x + x.T, lower=True), y),
    SQUARE,
    "float64[3]",
    **DEFINITE,
)
row(lambda x: linalg.cho_factor(x)[0] ** 2, "float64[n, n]", **DEFINITE)
row(lambda x: linalg.cho_factor(x, True)[0] @ x, "float64[2, 3, 3]", **DEFINITE)
row(lambda x, y: linalg.solve_triangular(x, y), SQUARE, "float64[3]", **DEFINITE)
row(
    lambda x, y: linalg.solve_triangular(x, y, lower=True, trans="T"),
    "float64[n, n]",
    "float64[n, m]",
    **DEFINITE,
)
row(
    lambda x, y: linalg.solve_triangular(x, y, 1, True, unit_diagonal=True),
    SQUARE,
    "float64[3]",
    **DEFINITE,
)
row(lambda x: linalg.expm(x), "float64[n, n]")
row(lambda x: linalg.expm(x), "float64[k, 2, 2]")
row(lambda x: linalg.sqrtm(x), SQUARE, **DEFINITE)
row(lambda x: linalg.fractional_matrix_power(x, -2), SQUARE, **DEFINITE)
row(lambda x: linalg.cosm(x) @ linalg.sinm(2 * x), SQUARE)
row(lambda x: linalg.tanm(0.2 * x), SQUARE)
row(lambda x: linalg.coshm(x) @ linalg.sinhm(2 * x), SQUARE)
row(lambda x: linalg.tanhm(0.4 * x), SQUARE)
row(lambda x, y: linalg.expm_frechet(x, y, compute_expm=False), SQUARE, SQUARE)
row(lambda x, y: linalg.khatri_rao(x, y), "float64[2, m]", "float64[3, m]")
row(
    lambda x, y, z: linalg.solve_sylvester(x, y, z),
    SQUARE,
    "float64[2, 2]",
    "float64[3, 2]",
    values={"x": definite, "y": definite},
)
row(lambda x, y: linalg.block_diag(x, y) ** 2, "float64[2, 3]", "float64[n, m]")
row(lambda x, y: linalg.block_diag(x, 1.5, y) ** 2, X1, X2)
row(lambda x: linalg.toeplitz(x) ** 2, X1)
row(lambda x, y: linalg.toeplitz(x, y) ** 2, X1, "float64[m]")

# ---------------------------------------------------------- signals, sums of samples
row(lambda x, y: signal.convolve(x, y), X1, "float64[m]")
row(lambda x, y: signal.convolve(x, y, "same"), X1, "float64[m]")
row(lambda x, y: signal.convolve(x, y, mode="same"), "float64[2]", "float64[5]")
row(lambda x, y: signal.convolve(x, y, mode="valid"), "float64[5]", "float64[2]")
row(lambda x, y: signal.fftconvolve(x, y), X1, "float64[m]")
row(lambda x, y: signal.correlate(x, y), X1, "float64[m]")
row(lambda x, y: signal.correlate(x, y, "same"), "float64[5]", "float64[4]")
row(lambda x, y: signal.correlate(x, y, "valid"), "float64[2]", "float64[5]")
row(lambda x: signal.lfilter([0.5, 0.2], [1.0, -0.3], x), X1)
row(lambda x: signal.lfilter(np.array([0.5, 0.2]), 2.0 * np.ones(1), x), X1)
row(
    lambda b, a, x: signal.lfilter(b, a, x),
    *("float64[2]", "float64[3]", "float64[n]"),
    values={"a": lambda random, shape: np.array([1.5, 0.4, -0.3])},
)
row(lambda x: integrate.trapezoid(x**2), X1)
row(lambda y, x: integrate.trapezoid(y, x, axis=0), X2, "float64[n]")
row(lambda x: integrate.cumulative_trapezoid(x) ** 2, X2)
row(lambda x: integrate.cumulative_trapezoid(x, dx=0.5, axis=0, initial=0) ** 2, X2)
row(lambda y, x: integrate.cumulative_trapezoid(y, x, axis=0), X2, "float64[n]")
row(lambda y, x: integrate.cumulative_trapezoid(y, x, axis=0, initial=0), X2, X2)
row(lambda x: integrate.simpson(x**2, dx=0.5), "float64[2]")
row(lambda x: integrate.simpson(x**2), "float64[7]")
row(lambda x: integrate.simpson(x**2, dx=0.5, axis=0), "float64[4, n]")
row(
    lambda y, x: integrate.simpson(y, x=np.cumsum(x), axis=0),
    "float64[2, n]",
    "float64[2]",
    values={"x": positive},
)
row(
    lambda y, x: integrate.simpson(y, x=np.cumsum(x), axis=0),
    "float64[3, n]",
    "float64[3]",
    values={"x": positive},
)
row(
    lambda y, x: integrate.simpson(y, x=np.cumsum(x), axis=0),
    "float64[4, n]",
    "float64[4]",
    values={"x": positive},
)
row(
    lambda y, x: integrate.simpson(y, x=np.cumsum(x), axis=0),
    "float64[7, n]",
    "float64[7]",
    values={"x": positive},
)
row(
    lambda y, x: integrate.simpson(y, x=np.cumsum(x), axis=0),
    "float64[8, n]",
    "float64[8]",
    values={"x": positive},
)
row(
    lambda y, x: integrate.simpson(y, x=np.cumsum(x, axis=-1)),
    "float64[n, 4]",
    "float64[n, 4]",
    values={"x": positive},
)

# -------------------------------------------------------------------- distributions
PARAMETERS = {"values": {"m": apart, "s": positive}}
SHAPES = {"values": {"x": fraction, "a": positive, "b": positive}}


def counts(random, shape):
    return random.integers(0, 4, shape) * 1.0


row(
    lambda x, m, s: stats.norm.logpdf(x, m, s),
    X2,
    "float64[m]",
    "float64",
    **PARAMETERS,
)
row(lambda x, m, s: stats.norm.pdf(x, scale=s, loc=m), X1, X1, X1, **PARAMETERS)
row(lambda x: stats.norm.cdf(x), X2)
row(lambda x, m, s: stats.norm.logcdf(x, m, scale=s), X1, X1, X1, **PARAMETERS)
row(lambda x: stats.norm.sf(x, 0.5), X1)
row(
    lambda x, m, s: stats.norm(m, s).ppf(x),
    X1,
    X1,
    X1,
    values={"x": fraction, "s": positive},
)
row(lambda x: stats.norm.logsf(x, 0.5, 2.0), X1)
row(lambda x, m, s: stats.norm(m, s).logpdf(x), X1, "float64", "float64", **PARAMETERS)
row(lambda x, s: stats.norm(scale=s).cdf(x), X1, "float64", values={"s": positive})
row(lambda x, m, s: stats.laplace.logpdf(x, m, s), X1, X1, X1, **PARAMETERS)
row(lambda x, m, s: stats.laplace.cdf(x, m, s), X1, X1, X1, **PARAMETERS)
row(lambda x, m, s: stats.logistic.logpdf(x, m, s), X1, X1, X1, **PARAMETERS)
row(lambda x, m, s: stats.logistic.cdf(x, m, s), X1, X1, X1, **PARAMETERS)
row(lambda x, m, s: stats.logistic.logcdf(x, m, s), X1, X1, X1, **PARAMETERS)
row(lambda x: stats.logistic.sf(x) + stats.logistic.logsf(x), X1)
row(lambda x, a: stats.t.logpdf(x, a, 0.5, scale=2.0), X1, "float64", **SHAPES)
row(lambda x: stats.t.cdf(x, 3.5), X1)
row(lambda x: stats.uniform.logpdf(x, -3.0, 7.0) + x, X1, **FRACTION)
row(lambda x, s: stats.uniform.logpdf(0.5 * x, 0.0, 1 + s), X1, X1, **SHAPES)
row(lambda x: stats.uniform.cdf(x, -1.0, 4.0), X1, **FRACTION)
row(
    lambda x, s: stats.expon.logpdf(x, scale=s),
    X1,
    X1,
    values={"s": positive} | SHAPES["values"],
)
row(lambda x: stats.expon.cdf(x) + stats.expon.sf(x, 0.01) ** 2, X1, **FRACTION)
row(lambda x: stats.expon.logsf(x) * x, X1, values={"x": apart})
row(lambda x, a, b: stats.gamma.logpdf(x, a, scale=b), X1, X1, "float64", **SHAPES)
row(lambda x, b: stats.gamma.cdf(x, 1.7, 0.0, b), X1, X1, **SHAPES)
row(lambda x: stats.gamma(1.7).sf(x), X1, **FRACTION)
row(lambda x, a, b: stats.beta.logpdf(x, a, b), X2, "float64[m]", "float64", **SHAPES)
row(lambda x, a, b: stats.beta(a, b).pdf(x), X1, X1, "float64", **SHAPES)
row(lambda x: stats.beta.cdf(x, 1.5, 2.5), X1, **FRACTION)
row(
    lambda x, s: stats.lognorm.logpdf(x, s, scale=1.5),
    X1,
    X1,
    values={"x": fraction, "s": positive},
)
row(lambda x, s: stats.lognorm.cdf(x, s), X1, X1, values={"x": fraction, "s": positive})
row(
    lambda k, a: stats.poisson.logpmf(k, a),
    X1,
    X1,
    wrt=("a",),
    values={"k": counts, "a": positive},
)
row(lambda a: stats.poisson(a).pmf(2), X1, values={"a": positive})
row(
    lambda k, p: stats.binom.logpmf(k, 5, p),
    X1,
    X1,
    wrt=("p",),
    values={"k": counts, "p": fraction},
)
row(lambda p: stats.bernoulli.logpmf([0, 1], p), "float64", values={"p": fraction})
SHIFTED = {"values": {"x": fraction, "s": positive}}
row(lambda x, m, s: stats.norm.isf(x, m, s), X1, X1, X1, **SHIFTED)
row(lambda m, s: stats.norm(m, s).mean() + stats.norm.std(m, s), X1, X1, **PARAMETERS)
row(
    lambda m, s: stats.norm(m, s).var() * stats.norm(m, s).median(),
    X1,
    X1,
    **PARAMETERS,
)
row(lambda x, m, s: stats.laplace.ppf(x, m, s), X1, X1, X1, **SHIFTED)
row(lambda x, m, s: stats.laplace.sf(x, m, s), X1, X1, X1, **PARAMETERS)
row(lambda x: stats.laplace.isf(x) + stats.laplace.logsf(x - 0.5), X1, **FRACTION)
row(lambda s: stats.laplace.std(scale=s) * stats.laplace.mean(s), X1, **SHIFTED)
row(lambda x, m, s: stats.logistic(m, s).ppf(x), X1, X1, X1, **SHIFTED)
row(lambda x: stats.logistic.isf(x), X1, **FRACTION)
row(lambda s: stats.logistic(0.5, s).std() + stats.logistic(s).mean(), X1, **SHIFTED)
row(lambda x, m, s: stats.t(3.5, m, s).ppf(x), X1, X1, X1, **SHIFTED)
row(lambda x: stats.t.sf(x, 3.5) + stats.t.logcdf(x, 2.5) + stats.t.logsf(x, 4), X1)
row(lambda x: stats.t.isf(x, 2.5) ** 2, X1, **FRACTION)
row(lambda a: stats.t.var(np.float64(1) * a + 2.5), X1, **SHAPES)
row(lambda x, s: stats.uniform(0.5, s).ppf(x) + stats.uniform.isf(x), X1, X1, **SHIFTED)
row(lambda x: stats.uniform.sf(x, -1.0, 4.0) + stats.uniform.logsf(x), X1, **FRACTION)
row(lambda s: stats.uniform(s, s).mean() + stats.uniform.std(s, s**2), X1, **SHIFTED)
row(lambda x, s: stats.expon(scale=s).ppf(x) * stats.expon.isf(x), X1, X1, **SHIFTED)
row(lambda x: stats.expon.logcdf(x), X1, **FRACTION)
row(lambda s: stats.expon(1.0, s).mean() * stats.expon(1.0, s).std(), X1, **SHIFTED)
row(lambda x, b: stats.gamma.ppf(x, 1.7, scale=b), X1, X1, **SHAPES)
row(lambda x: stats.gamma.isf(x, 1.7) + stats.gamma.logsf(x, 0.7), X1, **FRACTION)
row(lambda a, b: stats.gamma(a, 0.5, b).mean(), X1, X1, **SHAPES)
row(lambda a, b: stats.gamma.std(a, scale=b), X1, "float64", **SHAPES)
row(lambda x: stats.beta(1.5, 2.5).ppf(x) ** 2, X1, **FRACTION)
row(lambda x: stats.beta.sf(x, 1.5, 2.5) + stats.beta.logcdf(x, 2, 3), X1, **FRACTION)
row(lambda a, b: stats.beta(a, b).mean() + stats.beta.var(a, b), X1, X1, **SHAPES)
row(lambda x, s: stats.lognorm(s).ppf(x), X1, X1, **SHIFTED)
row(lambda x, s: stats.lognorm(s, 0.1).isf(x), X1, X1, **SHIFTED)
row(lambda x, s: stats.lognorm.sf(x, s), X1, X1, **SHIFTED)
row(
    lambda s: stats.lognorm.mean(s) + stats.lognorm(s).std(), X1, values={"s": fraction}
)
row(
    lambda a: stats.poisson.cdf([0, 2, -1], a) + stats.poisson.sf(1, a),
    "float64[3]",
    values={"a": positive},
)
row(
    lambda a: stats.poisson(a).mean() * stats.poisson(a).std(),
    X1,
    values={"a": positive},
)
row(lambda p: stats.binom.cdf([0, 2, 5], 5, p), "float64[3]", values={"p": fraction})
row(lambda p: stats.binom(5, p).sf([-1, 2, 5]), "float64[3]", values={"p": fraction})
row(
    lambda p: stats.binom(5, p).std() + stats.binom.mean(5, p),
    X1,
    values={"p": fraction},
)
row(
    lambda p: stats.bernoulli(p).cdf(0) * stats.bernoulli(p).var(),
    X1,
    values={"p": fraction},
)
row(
    lambda x, m, c: stats.multivariate_normal.logpdf(x, m, c + c.T),
    "float64[4, 3]",
    "float64[3]",
    SQUARE,
    values={"c": definite},
)
row(
    lambda x, c: stats.multivariate_normal.pdf(x, cov=c + c.T),
    "float64[3]",
    SQUARE,
    values={"c": definite},
)
row(
    lambda x, m, c: stats.multivariate_normal(m, c + c.T).logpdf(x),
    "float64[3]",
    "float64[3]",
    SQUARE,
    values={"c": definite},
)


# ---------------------------------------------------------------------- interpolation
PLACES = np.array([0.0, 1.0, 2.5, 3.0, 4.0])
ASKED = np.array([0.3, 1.7, 3.9, 2.6])
FIVE = "float64[5]"

row(lambda y: interpolate.interp1d(PLACES, y)(ASKED) ** 2, FIVE)
row(lambda y: interpolate.interp1d(PLACES[::-1], y)([[0.3], [0.4]]) ** 2, FIVE)
row(
    lambda x: (
        interpolate.interp1d(
            [0, 1, 2], [1, 3, 2], bounds_error=False, fill_value=(7.0, 8.0)
        )(x)
        * x
    ),
    X2,
    values={"x": between},
)
row(
    lambda x: interpolate.interp1d([0, 1, 2], [1, 3, 2], fill_value="extrapolate")(x),
    X1,
    values={"x": between},
)
row(
    lambda x, y: interpolate.interp1d(
        np.cumsum(x**2 + 0.5), y, "cubic", fill_value="extrapolate"
    )(ASKED),
    FIVE,
    FIVE,
)
row(lambda y: interpolate.make_interp_spline(PLACES, y)(ASKED) ** 2, FIVE)
row(lambda y: interpolate.make_interp_spline(PLACES, y, 1)(ASKED) ** 2, FIVE)
row(
    lambda x, y: interpolate.make_interp_spline(PLACES, y, bc_type="natural")(x, 1),
    X1,
    FIVE,
)
row(
    lambda y, x: interpolate.RegularGridInterpolator(
        (PLACES, [0.0, 1.7, 2.0]), y, bounds_error=False, fill_value=None
    )(np.stack((x, x / 2), axis=-1)),
    "float64[5, 3]",
    X2,
    values={"x": between},
)
row(
    lambda x, y: interpolate.interpn(
        (np.cumsum(x**2 + 0.5),), y, [0.4, 2.5], bounds_error=False, fill_value=None
    ),
    FIVE,
    "float64[5, m]",
)
row(
    lambda x, y: interpolate.interpn(
        ([0.0, 1.0], [0.0, 2.0, 3.0]), y, (x, 0.7), bounds_error=False, fill_value=3.0
    ),
    X1,
    "float64[2, 3]",
    values={"x": between},
)
row(lambda y: interpolate.CubicSpline(PLACES, y)(ASKED) ** 2, FIVE)
row(lambda x: interpolate.CubicSpline(PLACES, PLACES**3 - PLACES)(x), X2)
row(lambda x: interpolate.CubicSpline(PLACES, np.sin(PLACES))(x[0], 1) * x, FIVE)
row(
    lambda x, y: interpolate.CubicSpline(np.cumsum(x**2 + 0.5), y, bc_type="natural")(
        ASKED, nu=1
    ),
    FIVE,
    FIVE,
)
row(
    lambda x, y: interpolate.CubicSpline(x, y, bc_type="clamped")(ASKED, nu=2),
    FIVE,
    FIVE,
    values={"x": lambda random, shape: np.sort(apart(random, shape))},
)
row(
    lambda y: interpolate.CubicSpline(PLACES, y, extrapolate=False)(ASKED) * y[0],
    FIVE,
)
