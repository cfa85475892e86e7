"""``scipy.stats``: distributions of lifetimes, extremes, heavy tails and angles."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import special, stats

from srcad.compiler.evaluate.scipy.distributions import (
    enter,
    enter_density,
    enter_discrete,
    inside,
)

ROOT = 0.7071067811865476


def above(z, low, safe):
    """The numbers that are not below ``low``, and for others one that is safe."""
    return np.where(z < low, safe, z)


def positive(z):
    """The numbers that are not below 0, nor 0, and for others one that is safe."""
    return np.where(z <= 0, 1.0, z)


# ------------------------------------------------------------------------- lifetimes


def weibull_log_density(z, c):
    x = above(z, 0.0, 1.0)
    value = np.log(c) + special.xlogy(c - 1, x) - x**c
    return np.where(z < 0, -np.inf, value)


def weibull_hazard(z, c):
    """What has added up of the rate at which it ends."""
    return np.where(z <= 0, 0.0, positive(z) ** c)


def weibull_log_cdf(z, c):
    hazard = weibull_hazard(z, c)
    late = hazard > 0.7
    nearly = np.log1p(-np.exp(-np.where(late, hazard, 1.0)))
    return np.where(late, nearly, np.log(-np.expm1(-np.where(late, 1.0, hazard))))


def weibull_var(c):
    return special.gamma(1 + 2 / c) - special.gamma(1 + 1 / c) ** 2


enter(
    stats.weibull_min,
    "c",
    domain=lambda c: (c > 0,),
    log_density=weibull_log_density,
    cdf=lambda z, c: -np.expm1(-weibull_hazard(z, c)),
    logcdf=weibull_log_cdf,
    sf=lambda z, c: np.exp(-weibull_hazard(z, c)),
    logsf=lambda z, c: -weibull_hazard(z, c),
    ppf=lambda q, c: (-np.log1p(-q)) ** (1 / c),
    isf=lambda q, c: (-np.log(q)) ** (1 / c),
    mean=lambda c: special.gamma(1 + 1 / c),
    var=weibull_var,
)


def invgamma_log_density(z, a):
    x = positive(z)
    value = -(a + 1) * np.log(x) - special.gammaln(a) - 1 / x
    return np.where(z <= 0, -np.inf, value)


def invgamma_mean(a):
    return np.where(a > 1, 1 / (np.where(a > 1, a, 2.0) - 1), np.inf)


def invgamma_var(a):
    safe = np.where(a > 2, a, 3.0)
    return np.where(a > 2, 1 / ((safe - 1) ** 2 * (safe - 2)), np.inf)


enter(
    stats.invgamma,
    "a",
    domain=lambda a: (a > 0,),
    log_density=invgamma_log_density,
    cdf=lambda z, a: np.where(z <= 0, 0.0, special.gammaincc(a, 1 / positive(z))),
    sf=lambda z, a: np.where(z <= 0, 1.0, special.gammainc(a, 1 / positive(z))),
    ppf=lambda q, a: 1 / special.gammainccinv(a, q),
    isf=lambda q, a: 1 / special.gammaincinv(a, q),
    mean=invgamma_mean,
    var=invgamma_var,
)

# ---------------------------------------------------------------- heavy tails, extremes


def cauchy_place(q):
    distance = 1 / np.tan(np.pi * np.where(q > 0.5, 1 - q, q))
    return np.where(q > 0.5, distance, -distance)


enter(
    stats.cauchy,
    log_density=lambda z: -1.1447298858494002 - np.log1p(z * z),
    cdf=lambda z: np.arctan2(1.0, -z) / np.pi,
    sf=lambda z: np.arctan2(1.0, z) / np.pi,
    ppf=cauchy_place,
    isf=lambda q: -cauchy_place(q),
    mean=lambda: np.nan,
    var=lambda: np.nan,
)


def pareto_log_density(z, b):
    value = np.log(b) - (b + 1) * np.log(above(z, 1.0, 1.0))
    return np.where(z < 1, -np.inf, value)


def pareto_var(b):
    safe = np.where(b > 2, b, 3.0)
    return np.where(b > 2, safe / ((safe - 2) * (safe - 1) ** 2), np.inf)


def pareto_mean(b):
    safe = np.where(b > 1, b, 2.0)
    return np.where(b > 1, safe / (safe - 1), np.inf)


enter(
    stats.pareto,
    "b",
    domain=lambda b: (b > 0,),
    log_density=pareto_log_density,
    cdf=lambda z, b: 1 - above(z, 1.0, 1.0) ** -b,
    sf=lambda z, b: above(z, 1.0, 1.0) ** -b,
    ppf=lambda q, b: (1 - q) ** (-1 / b),
    isf=lambda q, b: q ** (-1 / b),
    mean=pareto_mean,
    var=pareto_var,
)


# Where the shape is near 0 a quotient by it is a power series: it has a value at 0, and
# all derivatives. Of the logarithm of the gamma function they are, divided by c and by
# its square (5.7.3 of the NIST Digital Library of Mathematical Functions):
ZETAS = [(-1) ** k * float(special.zeta(k)) / k for k in range(2, 10)]
FIRST = [-float(np.euler_gamma), *ZETAS]
SECOND = [(2**k - 2) * one for k, one in enumerate(ZETAS, 2)]
NEAR = 0.01


def power_series(factors, c):
    total = factors[-1]
    for factor in factors[-2::-1]:
        total = factor + c * total
    return total


def near_zero(c):
    """Where it is near 0; what is near there; and what is not elsewhere."""
    near = np.abs(c) < NEAR
    return near, np.where(near, c, 0.0), np.where(near, 1.0, c)


def extreme(z, c):
    """Where there is no mass, and elsewhere ``-log(-log(cdf))`` and the logarithm of
    its slope, ``log1p(-c z) / -c`` and ``-log1p(-c z)``."""
    outside = (c * z >= 1) | np.isinf(z)
    z = np.where(outside, 0.0, z)
    near, small, large = near_zero(c * z)
    place = z * special.hyp2f1(1.0, 1.0, 2.0, small)
    slope = -np.log1p(-c * z)
    return outside, np.where(near, place, z * slope / large), slope


def genextreme_log_density(z, c):
    outside, place, slope = extreme(z, c)
    return np.where(outside, -np.inf, slope - place - np.exp(-place))


def genextreme_log_cdf(z, c):
    outside, place, _ = extreme(z, c)
    return np.where(outside, np.where(z > 0, 0.0, -np.inf), -np.exp(-place))


def genextreme_place(y, c):
    """Where ``-log(cdf)`` is ``y``."""
    place, outermost = -np.log(y), (y == 0) | (y == np.inf)
    end = np.where(c * place > 0, 1 / np.where(c == 0, 1.0, c), place)
    place = np.where(outermost, 0.0, place)
    return np.where(outermost, end, place * special.exprel(-c * place))


def genextreme_mean(c):
    c = np.where(c < -1, np.nan, c)
    near, small, large = near_zero(c)
    log = special.gammaln(c + 1)
    share = np.where(near, power_series(FIRST, small), log / large)
    return share * -special.exprel(log)


def genextreme_var(c):
    c = np.where(c < -0.5, np.nan, c)
    near, small, large = near_zero(c)
    first = special.gammaln(c + 1)
    log = special.gammaln(2 * c + 1) - 2 * first
    share = np.where(near, power_series(SECOND, small), log / large**2)
    return np.exp(2 * first) * share * special.exprel(log)


enter(
    stats.genextreme,
    "c",
    domain=lambda c: (np.isfinite(c),),
    log_density=genextreme_log_density,
    cdf=lambda z, c: np.exp(genextreme_log_cdf(z, c)),
    logcdf=genextreme_log_cdf,
    sf=lambda z, c: -np.expm1(genextreme_log_cdf(z, c)),
    ppf=lambda q, c: genextreme_place(-np.log(q), c),
    isf=lambda q, c: genextreme_place(-np.log1p(-q), c),
    mean=genextreme_mean,
    var=genextreme_var,
)

# ----------------------------------------------------------- parts of the normal one

enter(
    stats.halfnorm,
    log_density=lambda z: np.where(z < 0, -np.inf, -0.2257913526447274 - 0.5 * z * z),
    cdf=lambda z: special.erf(ROOT * above(z, 0.0, 0.0)),
    sf=lambda z: special.erfc(ROOT * above(z, 0.0, 0.0)),
    ppf=lambda q: special.ndtri(0.5 + 0.5 * q),
    isf=lambda q: -special.ndtri(0.5 * q),
    mean=lambda: np.sqrt(2 / np.pi),
    var=lambda: 1 - 2 / np.pi,
)


def log_mass_between(a, b):
    """The logarithm of the mass of the normal distribution from ``a`` to ``b``, by the
    tail on the side that they are on: by both where they are on two sides."""
    left, right = b <= 0, a > 0
    near = np.where(right, -a, b)
    far = np.where(right, -b, a)
    one_side = left | right
    near, far = np.where(one_side, near, -1.0), np.where(one_side, far, -2.0)
    upper = special.log_ndtr(near)
    # Without an end there is nothing beyond it, and no slope either.
    endless = np.isinf(far)
    beyond = special.log_ndtr(np.where(endless, near - 1, far)) - upper
    tail = upper + np.where(endless, 0.0, np.log1p(-np.exp(beyond)))
    low, high = np.where(one_side, -1.0, a), np.where(one_side, 1.0, b)
    around = np.log1p(-special.ndtr(low) - special.ndtr(-high))
    return np.where(one_side, tail, around)


def truncnorm_log_density(z, a, b):
    value = -0.5 * z * z - 0.9189385332046727 - log_mass_between(a, b)
    return inside(z, a, b, value, -np.inf)


def truncnorm_log_sum(z, a, b, upper):
    """The logarithm of the share of the mass below, or above; by the other share where
    it is nearly all."""
    outside = (z <= a) | (z >= b)
    middle = np.where(np.isinf(a), np.where(np.isinf(b), 0.0, b - 1), a + 1)
    middle = np.where(np.isinf(a) | np.isinf(b), middle, 0.5 * (a + b))
    x, total = np.where(outside, middle, z), log_mass_between(a, b)
    below, over = log_mass_between(a, x) - total, log_mass_between(x, b) - total
    share, rest = (over, below) if upper else (below, over)
    nearly = share > -0.1
    share = np.where(nearly, np.log1p(-np.exp(np.where(nearly, rest, -1.0))), share)
    all_of_it = z <= a if upper else z >= b
    return np.where(outside, np.where(all_of_it, 0.0, -np.inf), share)


def truncnorm_place(q, a, b, upper):
    """Where there is this share of the mass below, or above, by the nearer tail."""
    total = log_mass_between(a, b)
    below, over = (np.log1p(-q), np.log(q)) if upper else (np.log(q), np.log1p(-q))
    left = b < 0 if upper else a < 0
    from_left = np.logaddexp(special.log_ndtr(a), below + total)
    from_right = np.logaddexp(special.log_ndtr(-b), over + total)
    sign = np.where(left, 1.0, -1.0)
    place = sign * special.ndtri_exp(np.where(left, from_left, from_right))
    ends = (b, a) if upper else (a, b)
    return np.where(q == 0, ends[0], np.where(q == 1, ends[1], place))


def finite(x):
    return np.where(np.isinf(x), 0.0, x)


def truncnorm_mean(a, b):
    total = log_mass_between(a, b) + 0.9189385332046727
    return np.exp(-0.5 * a * a - total) - np.exp(-0.5 * b * b - total)


def truncnorm_var(a, b):
    total = log_mass_between(a, b) + 0.9189385332046727
    low, high = np.exp(-0.5 * a * a - total), np.exp(-0.5 * b * b - total)
    mean = low - high
    return 1 + (finite(a) - mean) * low - (finite(b) - mean) * high


enter(
    stats.truncnorm,
    "a",
    "b",
    domain=lambda a, b: (a < b,),
    log_density=truncnorm_log_density,
    cdf=lambda z, a, b: np.exp(truncnorm_log_sum(z, a, b, False)),
    logcdf=lambda z, a, b: truncnorm_log_sum(z, a, b, False),
    sf=lambda z, a, b: np.exp(truncnorm_log_sum(z, a, b, True)),
    logsf=lambda z, a, b: truncnorm_log_sum(z, a, b, True),
    ppf=lambda q, a, b: truncnorm_place(q, a, b, False),
    isf=lambda q, a, b: truncnorm_place(q, a, b, True),
    mean=truncnorm_mean,
    var=truncnorm_var,
)

# ------------------------------------------------------------ angles, and successes


def vonmises_log_density(z, kappa):
    return kappa * special.cosm1(z) - 1.8378770664093453 - np.log(special.i0e(kappa))


enter_density(
    stats.vonmises,
    ("kappa", "loc", "scale"),
    vonmises_log_density,
    domain=lambda kappa: (kappa >= 0,),
)


def nbinom_log_mass(k, n, p):
    count = np.where(k < 0, 0.0, k)
    value = special.gammaln(n + count) - special.gammaln(count + 1)
    value = value - special.gammaln(n) + n * np.log(p)
    return np.where(k < 0, -np.inf, value + special.xlog1py(count, -p))


def nbinom_cdf(k, n, p):
    part = special.betainc(n, np.where(k < 0, 0.0, k) + 1, p)
    return np.where(k < 0, 0.0, part)


def nbinom_sf(k, n, p):
    part = special.betainc(np.where(k < 0, 0.0, k) + 1, n, 1 - p)
    return np.where(k < 0, 1.0, part)


enter_discrete(
    stats.nbinom,
    "n",
    "p",
    domain=lambda n, p: (n > 0, p > 0, p <= 1),
    log_mass=nbinom_log_mass,
    cdf=nbinom_cdf,
    sf=nbinom_sf,
    mean=lambda n, p: n * (1 - p) / p,
    var=lambda n, p: n * (1 - p) / (p * p),
)
