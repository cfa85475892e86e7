"""``scipy.stats``: densities and distributions, called at once or frozen.

As in SciPy the parameters of a shape come first, then ``loc`` and ``scale``, each by
its place or by its name; what is given back is in double precision.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import special, stats

from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines

Form = Callable[..., Any]


class Frozen(NamedTuple):
    """A distribution with its parameters."""

    distribution: Any
    args: Any
    kwds: Any

    def logpdf(self, x):
        return self.distribution.logpdf(x, *self.args, **self.kwds)

    def pdf(self, x):
        return self.distribution.pdf(x, *self.args, **self.kwds)

    def cdf(self, x):
        return self.distribution.cdf(x, *self.args, **self.kwds)

    def logcdf(self, x):
        return self.distribution.logcdf(x, *self.args, **self.kwds)

    def sf(self, x):
        return self.distribution.sf(x, *self.args, **self.kwds)

    def logsf(self, x):
        return self.distribution.logsf(x, *self.args, **self.kwds)

    def ppf(self, q):
        return self.distribution.ppf(q, *self.args, **self.kwds)

    def logpmf(self, k):
        return self.distribution.logpmf(k, *self.args, **self.kwds)

    def pmf(self, k):
        return self.distribution.pmf(k, *self.args, **self.kwds)


def given(names, args, kwds):
    """The parameters in their order: those of the shape, ``loc`` and ``scale``."""
    values = {"loc": 0.0, "scale": 1.0}
    for name, value in zip(names, args):  # noqa: B905
        values[name] = value
    if len(args) > len(names):
        unsupported(f"it takes the parameters {', '.join(names)}")
    for name, value in kwds.items():
        if name not in names:
            unsupported(f"it has no parameter `{name}`")
        values[name] = value
    for name in names:
        if name not in values:
            unsupported(f"the parameter `{name}` is missing")
    return [np.asarray(values[name], np.float64) for name in names]


def enter(distribution: Any, *shapes: str, log_density: Form, **others: Form) -> None:
    """Enter a distribution on the real numbers, of what holds at ``loc=0, scale=1``.

    ``cdf``, ``logcdf``, ``sf`` and ``logsf`` may be among the others.
    """
    names = (*shapes, "loc", "scale")

    def logpdf(x, *args, **kwds):
        *shape, loc, scale = given(names, args, kwds)
        standard = (np.asarray(x, np.float64) - loc) / scale
        return log_density(standard, *shape) - np.log(scale)

    def pdf(x, *args, **kwds):
        return np.exp(logpdf(x, *args, **kwds))

    defines(distribution.logpdf, arrays="x")(logpdf)
    defines(distribution.pdf, arrays="x")(pdf)
    for word, form in others.items():
        defines(getattr(distribution, word), arrays="x")(_at_standard(names, form))
    defines(distribution, arrays="")(_freezing(distribution))


def _at_standard(names: tuple[str, ...], form: Form) -> Form:
    def standardised(x, *args, **kwds):
        *shape, loc, scale = given(names, args, kwds)
        return form((np.asarray(x, np.float64) - loc) / scale, *shape)

    return standardised


def _freezing(distribution: Any) -> Form:
    def frozen(*args, **kwds):
        return Frozen(distribution, args, kwds)

    return frozen


def enter_discrete(distribution: Any, *shapes: str, log_mass: Form) -> None:
    """Enter a distribution on the whole numbers."""
    names = (*shapes, "loc")

    def logpmf(k, *args, **kwds):
        *shape, loc = given(names, args, kwds)
        count = np.asarray(k, np.float64) - loc
        # There is no mass, and no derivative, between the whole numbers.
        whole = np.floor(count)
        return np.where(whole == count, log_mass(whole, *shape), -np.inf)

    def pmf(k, *args, **kwds):
        return np.exp(logpmf(k, *args, **kwds))

    defines(distribution.logpmf, arrays="k")(logpmf)
    defines(distribution.pmf, arrays="k")(pmf)
    defines(distribution, arrays="")(_freezing(distribution))


# ------------------------------------------------------------------- on all numbers

enter(
    stats.norm,
    log_density=lambda z: -0.5 * z * z - 0.9189385332046727,
    cdf=lambda z: special.ndtr(z),
    logcdf=lambda z: special.log_ndtr(z),
    sf=lambda z: special.ndtr(-z),
    logsf=lambda z: special.log_ndtr(-z),
)


@defines(stats.norm.ppf, arrays="q")
def norm_ppf(q, *args, **kwds):
    loc, scale = given(("loc", "scale"), args, kwds)
    return loc + scale * special.ndtri(np.asarray(q, np.float64))


enter(
    stats.laplace,
    log_density=lambda z: -np.abs(z) - 0.6931471805599453,
    cdf=lambda z: np.where(
        z > 0, 1 - 0.5 * np.exp(-np.abs(z)), 0.5 * np.exp(-np.abs(z))
    ),
)
enter(
    stats.logistic,
    log_density=lambda z: -z - 2 * np.logaddexp(0.0, -z),
    cdf=lambda z: special.expit(z),
    logcdf=lambda z: special.log_expit(z),
    sf=lambda z: special.expit(-z),
    logsf=lambda z: special.log_expit(-z),
)
enter(
    stats.t,
    "df",
    log_density=lambda z, df: (
        special.gammaln(0.5 * (df + 1))
        - special.gammaln(0.5 * df)
        - 0.5 * np.log(df * np.pi)
        - 0.5 * (df + 1) * np.log1p(z * z / df)
    ),
    cdf=lambda z, df: special.stdtr(df, z),
)

# -------------------------------------------------------------------- on a part of them


def inside(z, low, high, value, otherwise):
    """``value`` at the numbers from ``low`` to ``high``."""
    return np.where((z >= low) & (z <= high), value, otherwise)


def within(z, low, high, safe):
    """The numbers from ``low`` to ``high``, and for others one that is safe."""
    return np.where((z >= low) & (z <= high), z, safe)


def gamma_log_density(z, a):
    x = within(z, 0.0, np.inf, 1.0)
    value = special.xlogy(a - 1, x) - x - special.gammaln(a)
    return inside(z, 0.0, np.inf, value, -np.inf)


def beta_log_density(z, a, b):
    x = within(z, 0.0, 1.0, 0.5)
    value = special.xlogy(a - 1, x) + special.xlog1py(b - 1, -x) - special.betaln(a, b)
    return inside(z, 0.0, 1.0, value, -np.inf)


def lognorm_log_density(z, s):
    logarithm = np.log(np.where(z > 0, z, 1.0))
    value = -0.5 * (logarithm / s) ** 2 - np.log(s) - 0.9189385332046727 - logarithm
    return np.where(z > 0, value, -np.inf)


def beta_cdf(z, a, b):
    part = special.betainc(a, b, within(z, 0.0, 1.0, 0.5))
    return inside(z, 0.0, 1.0, part, np.where(z > 1, 1.0, 0.0))


def expon_cdf(z):
    return np.where(z < 0, 0.0, -np.expm1(-np.where(z < 0, 0.0, z)))


enter(
    stats.uniform,
    log_density=lambda z: inside(z, 0.0, 1.0, 0.0 * z, -np.inf),
    cdf=lambda z: np.clip(z, 0.0, 1.0),
)
enter(
    stats.expon,
    log_density=lambda z: np.where(z < 0, -np.inf, -z),
    cdf=expon_cdf,
    sf=lambda z: np.exp(-np.where(z < 0, 0.0, z)),
    logsf=lambda z: -np.where(z < 0, 0.0, z),
)
enter(
    stats.gamma,
    "a",
    log_density=gamma_log_density,
    cdf=lambda z, a: special.gammainc(a, np.where(z < 0, 0.0, z)),
    sf=lambda z, a: special.gammaincc(a, np.where(z < 0, 0.0, z)),
)
enter(
    stats.beta,
    "a",
    "b",
    log_density=beta_log_density,
    cdf=beta_cdf,
)
enter(
    stats.lognorm,
    "s",
    log_density=lognorm_log_density,
    cdf=lambda z, s: np.where(
        z > 0, special.ndtr(np.log(np.where(z > 0, z, 1.0)) / s), 0.0
    ),
)

# -------------------------------------------------------------------- on whole numbers


def poisson_log_mass(k, mu):
    count = np.where(k >= 0, k, 0.0)
    value = special.xlogy(count, mu) - special.gammaln(count + 1) - mu
    return np.where(k >= 0, value, -np.inf)


def binom_log_mass(k, n, p):
    count = np.where((k >= 0) & (k <= n), k, 0.0)
    value = special.gammaln(n + 1) - special.gammaln(count + 1)
    value = value - special.gammaln(n - count + 1)
    value = value + special.xlogy(count, p) + special.xlog1py(n - count, -p)
    return np.where((k >= 0) & (k <= n), value, -np.inf)


def bernoulli_log_mass(k, p):
    count = np.where((k == 0) | (k == 1), k, 0.0)
    value = special.xlogy(count, p) + special.xlog1py(1 - count, -p)
    return np.where((k == 0) | (k == 1), value, -np.inf)


enter_discrete(stats.poisson, "mu", log_mass=poisson_log_mass)
enter_discrete(stats.binom, "n", "p", log_mass=binom_log_mass)
enter_discrete(stats.bernoulli, "p", log_mass=bernoulli_log_mass)

# ---------------------------------------------------------------- of several variables


def points(rows):
    """Points in rows; a single one has no axis in what SciPy gives for it."""
    if is_known(rows.shape[0]):
        return rows[0] if rows.shape[0] == 1 else rows
    if rows.shape[0] == 1:
        raise ValueError("pass a single point as a vector, without an axis of size 1")
    return rows


@defines(stats.multivariate_normal.logpdf, arrays="x mean cov")
def multivariate_normal_logpdf(x, mean=None, cov=1, allow_singular=False):
    if not is_known(allow_singular) or allow_singular:
        unsupported("`allow_singular` is not supported")
    if cov.ndim != 2:
        unsupported("`cov` is a matrix here")
    size = cov.shape[0]
    apart = np.asarray(x, np.float64)
    if mean is not None:
        apart = apart - mean
    if apart.ndim == 0 or apart.ndim > 2:
        unsupported("it takes one point, or several in rows")
    if apart.ndim == 2:
        apart = points(apart)
    # The lower triangle is what SciPy reads.
    factor = np.linalg.cholesky(np.asarray(cov, np.float64))
    rows = np.reshape(apart, (-1, size))
    white = np.linalg.solve(factor, rows.T)
    squares = np.reshape(np.sum(white * white, axis=0), apart.shape[:-1])
    determinant = np.sum(np.log(np.diagonal(factor)))
    return -0.5 * (squares + size * 1.8378770664093453) - determinant


@defines(stats.multivariate_normal.pdf, arrays="x mean cov")
def multivariate_normal_pdf(x, mean=None, cov=1, allow_singular=False):
    return np.exp(stats.multivariate_normal.logpdf(x, mean, cov, allow_singular))


defines(stats.multivariate_normal, arrays="")(_freezing(stats.multivariate_normal))
