"""``scipy.stats``: densities, distributions, quantiles and moments."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import special, stats

from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy import kernels as kernels
from srcad.compiler.evaluate.scipy import ranks as ranks
from srcad.compiler.evaluate.scipy import relations as relations
from srcad.compiler.evaluate.scipy import samples as samples
from srcad.compiler.evaluate.scipy import spreads as spreads
from srcad.compiler.evaluate.scipy import tails as tails
from srcad.compiler.evaluate.scipy.distributions import (
    enter,
    enter_discrete,
    freezing,
    inside,
    within,
)

# ------------------------------------------------------------------- on all numbers

enter(
    stats.norm,
    log_density=lambda z: -0.5 * z * z - 0.9189385332046727,
    cdf=lambda z: special.ndtr(z),
    logcdf=lambda z: special.log_ndtr(z),
    sf=lambda z: special.ndtr(-z),
    logsf=lambda z: special.log_ndtr(-z),
    ppf=lambda q: special.ndtri(q),
    isf=lambda q: -special.ndtri(q),
    mean=lambda: 0.0,
    var=lambda: 1.0,
)


def laplace_cdf(z):
    half = 0.5 * np.exp(-np.abs(z))
    return np.where(z > 0, 1 - half, half)


def laplace_ppf(q):
    rest = np.log(2 * np.where(q > 0.5, 1 - q, q))
    return np.where(q > 0.5, -rest, rest)


enter(
    stats.laplace,
    log_density=lambda z: -np.abs(z) - 0.6931471805599453,
    cdf=laplace_cdf,
    sf=lambda z: laplace_cdf(-z),
    ppf=laplace_ppf,
    isf=lambda q: -laplace_ppf(q),
    mean=lambda: 0.0,
    var=lambda: 2.0,
)
enter(
    stats.logistic,
    log_density=lambda z: -z - 2 * np.logaddexp(0.0, -z),
    cdf=lambda z: special.expit(z),
    logcdf=lambda z: special.log_expit(z),
    sf=lambda z: special.expit(-z),
    logsf=lambda z: special.log_expit(-z),
    ppf=lambda q: special.logit(q),
    isf=lambda q: -special.logit(q),
    mean=lambda: 0.0,
    var=lambda: np.pi**2 / 3,
)


def t_var(df):
    safe = np.where(df > 2, df, 3.0)
    return np.where(df > 2, safe / (safe - 2), np.where(df > 1, np.inf, np.nan))


def t_place(q, df):
    # At 0 the function of `special` is on the wrong side.
    return np.where(q == 0, -np.inf, special.stdtrit(df, q))


enter(
    stats.t,
    "df",
    domain=lambda df: (df > 0,),
    log_density=lambda z, df: (
        special.gammaln(0.5 * (df + 1))
        - special.gammaln(0.5 * df)
        - 0.5 * np.log(df * np.pi)
        - 0.5 * (df + 1) * np.log1p(z * z / df)
    ),
    cdf=lambda z, df: special.stdtr(df, z),
    sf=lambda z, df: special.stdtr(df, -z),
    ppf=t_place,
    isf=lambda q, df: -t_place(q, df),
    mean=lambda df: np.where(df > 1, 0.0, np.inf),
    var=t_var,
)

# -------------------------------------------------------------------- on a part of them


def gamma_log_density(z, a):
    x = np.where(z < 0, 1.0, z)
    value = special.xlogy(a - 1, x) - x - special.gammaln(a)
    return np.where(z < 0, -np.inf, value)


def beta_log_density(z, a, b):
    x = within(z, 0.0, 1.0, 0.5)
    value = special.xlogy(a - 1, x) + special.xlog1py(b - 1, -x) - special.betaln(a, b)
    return inside(z, 0.0, 1.0, value, -np.inf)


def lognorm_log_density(z, s):
    logarithm = np.log(np.where(z <= 0, 1.0, z))
    value = -0.5 * (logarithm / s) ** 2 - np.log(s) - 0.9189385332046727 - logarithm
    return np.where(z <= 0, -np.inf, value)


def beta_cdf(z, a, b):
    part = special.betainc(a, b, within(z, 0.0, 1.0, 0.5))
    return inside(z, 0.0, 1.0, part, np.where(z > 1, 1.0, 0.0))


def beta_sf(z, a, b):
    return beta_cdf(1 - z, b, a)


def beta_var(a, b):
    total = a + b
    return a * b / (total * total * (total + 1))


def lognorm_cdf(z, s, side=1):
    logarithm = np.log(np.where(z <= 0, 1.0, z))
    return np.where(z <= 0, 0.5 - 0.5 * side, special.ndtr(side * logarithm / s))


def expon_cdf(z):
    return np.where(z < 0, 0.0, -np.expm1(-np.where(z < 0, 0.0, z)))


enter(
    stats.uniform,
    log_density=lambda z: inside(z, 0.0, 1.0, 0.0 * z, -np.inf),
    cdf=lambda z: np.clip(z, 0.0, 1.0),
    sf=lambda z: np.clip(1 - z, 0.0, 1.0),
    ppf=lambda q: q,
    isf=lambda q: 1 - q,
    mean=lambda: 0.5,
    var=lambda: 1 / 12,
)
enter(
    stats.expon,
    log_density=lambda z: np.where(z < 0, -np.inf, -z),
    cdf=expon_cdf,
    sf=lambda z: np.exp(-np.where(z < 0, 0.0, z)),
    logsf=lambda z: -np.where(z < 0, 0.0, z),
    ppf=lambda q: -np.log1p(-q),
    isf=lambda q: -np.log(q),
    mean=lambda: 1.0,
    var=lambda: 1.0,
)
enter(
    stats.gamma,
    "a",
    domain=lambda a: (a > 0,),
    log_density=gamma_log_density,
    cdf=lambda z, a: special.gammainc(a, np.where(z < 0, 0.0, z)),
    sf=lambda z, a: special.gammaincc(a, np.where(z < 0, 0.0, z)),
    ppf=lambda q, a: special.gammaincinv(a, q),
    isf=lambda q, a: special.gammainccinv(a, q),
    mean=lambda a: a,
    var=lambda a: a,
)
enter(
    stats.beta,
    "a",
    "b",
    domain=lambda a, b: (a > 0, b > 0),
    log_density=beta_log_density,
    cdf=beta_cdf,
    sf=beta_sf,
    ppf=lambda q, a, b: special.betaincinv(a, b, q),
    mean=lambda a, b: a / (a + b),
    var=beta_var,
)
enter(
    stats.lognorm,
    "s",
    domain=lambda s: (s > 0,),
    log_density=lognorm_log_density,
    cdf=lambda z, s: lognorm_cdf(z, s),
    sf=lambda z, s: lognorm_cdf(z, s, -1),
    ppf=lambda q, s: np.exp(s * special.ndtri(q)),
    isf=lambda q, s: np.exp(-s * special.ndtri(q)),
    mean=lambda s: np.exp(0.5 * s * s),
    var=lambda s: np.expm1(s * s) * np.exp(s * s),
)

# -------------------------------------------------------------------- on whole numbers


def poisson_log_mass(k, mu):
    count = np.where(k < 0, 0.0, k)
    value = special.xlogy(count, mu) - special.gammaln(count + 1) - mu
    return np.where(k < 0, -np.inf, value)


def binom_log_mass(k, n, p):
    count = within(k, 0.0, n, 0.0)
    value = special.gammaln(n + 1) - special.gammaln(count + 1)
    value = value - special.gammaln(n - count + 1)
    value = value + special.xlogy(count, p) + special.xlog1py(n - count, -p)
    return inside(k, 0.0, n, value, -np.inf)


def bernoulli_log_mass(k, p):
    count = within(k, 0.0, 1.0, 0.0)
    value = special.xlogy(count, p) + special.xlog1py(1 - count, -p)
    return inside(k, 0.0, 1.0, value, -np.inf)


def poisson_cdf(k, mu):
    part = special.gammaincc(np.where(k < 0, 0.0, k) + 1, mu)
    return np.where(k < 0, 0.0, part)


def poisson_sf(k, mu):
    part = special.gammainc(np.where(k < 0, 0.0, k) + 1, mu)
    return np.where(k < 0, 1.0, part)


def binom_cdf(k, n, p):
    count = within(k, 0.0, n - 1, 0.0)
    part = special.betainc(n - count, count + 1, 1 - p)
    return inside(k, 0.0, n - 1, part, np.where(k < 0, 0.0, 1.0))


def binom_sf(k, n, p):
    count = within(k, 0.0, n - 1, 0.0)
    part = special.betainc(count + 1, n - count, p)
    return inside(k, 0.0, n - 1, part, np.where(k < 0, 1.0, 0.0))


enter_discrete(
    stats.poisson,
    "mu",
    domain=lambda mu: (mu >= 0,),
    log_mass=poisson_log_mass,
    cdf=poisson_cdf,
    sf=poisson_sf,
    mean=lambda mu: mu,
    var=lambda mu: mu,
)
enter_discrete(
    stats.binom,
    "n",
    "p",
    domain=lambda n, p: (n >= 0, n == np.floor(n), p >= 0, p <= 1),
    log_mass=binom_log_mass,
    cdf=binom_cdf,
    sf=binom_sf,
    mean=lambda n, p: n * p,
    var=lambda n, p: n * p * (1 - p),
)
enter_discrete(
    stats.bernoulli,
    "p",
    domain=lambda p: (p >= 0, p <= 1),
    log_mass=bernoulli_log_mass,
    cdf=lambda k, p: binom_cdf(k, 1.0, p),
    sf=lambda k, p: binom_sf(k, 1.0, p),
    mean=lambda p: p,
    var=lambda p: p * (1 - p),
)

# ---------------------------------------------------------------- of several variables


def points(rows):
    """Points in rows; a single one has no axis in what SciPy gives for it."""
    if is_known(rows.shape[0]):
        return rows[0] if rows.shape[0] == 1 else rows
    if rows.shape[0] == 1:
        raise ValueError("pass a single point as a vector, without an axis of size 1")
    return rows


def covariance(mean, cov):
    """The matrix; less stands for what is on its diagonal."""
    if cov.ndim == 2:
        return cov
    if cov.ndim == 0 and (mean is None or mean.ndim == 0):
        return np.reshape(cov, (1, 1))
    if cov.ndim > 2 or mean is None or mean.ndim != 1:
        unsupported("`cov` is a matrix, or less beside a vector `mean`")
    return np.diag(cov) if cov.ndim else cov * np.eye(mean.shape[0])


# Up to which part of the greatest SciPy takes an eigenvalue to be zero.
_SMALL = 1e6 * 2.0**-52


def regular_log_density(rows, cov):
    """The logarithm of a density, of distances from the mean."""
    # The lower triangle is what SciPy reads.
    factor = np.linalg.cholesky(cov)
    white = np.linalg.solve(factor, rows.T)
    determinant = np.sum(np.log(np.diagonal(factor)))
    squares = np.sum(white * white, axis=0)
    return -0.5 * (squares + cov.shape[0] * 1.8378770664093453) - determinant


def log_density(rows, cov):
    """The same, where the matrix may be singular: the density is one on the space that
    it spans, and zero beside that."""
    below = np.tril(cov, -1)
    cov = below + below.T + np.diag(np.diagonal(cov))
    values, vectors = np.linalg.eigh(cov)
    limit = _SMALL * np.max(np.abs(values))
    if np.min(values) < -limit:
        raise ValueError("The input matrix must be symmetric positive semidefinite.")
    kept = values > limit
    if np.all(kept):
        return regular_log_density(rows, cov)
    squares = np.sum(rows @ np.linalg.pinv(cov, _SMALL) * rows, axis=-1)
    determinant = np.sum(np.log(np.where(kept, values, 1.0)))
    found = -0.5 * (squares + np.sum(kept) * 1.8378770664093453 + determinant)
    outside = rows @ np.where(kept, 0.0, vectors)
    lengths = np.sqrt(np.sum(outside * outside, axis=-1))
    return np.where(lengths < 1e3 * limit, found, -np.inf)


@defines(stats.multivariate_normal.logpdf, arrays="x mean cov")
def multivariate_normal_logpdf(x, mean=None, cov=1, allow_singular=False):
    if not is_known(allow_singular):
        unsupported("whether it is `allow_singular` must be known")
    cov = covariance(mean, cov)
    size = cov.shape[0]
    apart = np.asarray(x, np.float64)
    if mean is not None:
        apart = apart - mean
    if is_known(size) and size == 1:
        # Of one variable a vector has several points.
        apart = np.reshape(apart, (-1, 1))
    if apart.ndim == 0 or apart.ndim > 2:
        unsupported("it takes one point, or several in rows")
    if apart.ndim == 2:
        apart = points(apart)
    rows = np.reshape(apart, (-1, size))
    density = log_density if allow_singular else regular_log_density
    return np.reshape(density(rows, np.asarray(cov, np.float64)), apart.shape[:-1])


@defines(stats.multivariate_normal.pdf, arrays="x mean cov")
def multivariate_normal_pdf(x, mean=None, cov=1, allow_singular=False):
    return np.exp(stats.multivariate_normal.logpdf(x, mean, cov, allow_singular))


defines(stats.multivariate_normal, arrays="")(freezing(stats.multivariate_normal))
