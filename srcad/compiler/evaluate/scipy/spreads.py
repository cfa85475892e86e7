"""``scipy.stats``: how far a sample spreads, and what a power makes of it."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import special, stats

from srcad.compiler.evaluate.intrinsics import axis_in, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.samples import mean_of, sample

# The quartiles of the normal distribution are this far from its mean.
QUARTILE = 0.6744897501960817


@defines(stats.zmap, arrays="scores compare")
def zmap(scores, compare, axis=0, ddof=0, nan_policy="propagate"):
    if scores is compare:
        return stats.zscore(scores, axis, ddof, nan_policy)
    compare = sample(compare, nan_policy)
    mean = np.mean(compare, axis=axis, keepdims=True)
    return (scores - mean) / np.std(compare, axis=axis, ddof=ddof, keepdims=True)


@defines(stats.gstd)
def gstd(a, axis=0, ddof=1, *, keepdims=False, nan_policy="propagate"):
    logarithms = np.log(sample(a, nan_policy))
    return np.exp(np.std(logarithms, axis=axis, ddof=ddof, keepdims=keepdims))


@defines(stats.pmean, arrays="a weights")
def pmean(
    a, p, *, axis=0, dtype=None, weights=None, nan_policy="propagate", keepdims=False
):
    if not is_known(p):
        unsupported("`p` is known before")
    if p == 0:
        return stats.gmean(
            a, axis, dtype, weights, nan_policy=nan_policy, keepdims=keepdims
        )
    if np.isinf(p):
        raise NotImplementedError("Power mean only implemented for finite `p`")
    a = sample(a if dtype is None else np.astype(a, dtype), nan_policy)
    powers = np.where(a < 0, np.nan, a) ** float(p)
    return mean_of(powers, axis, weights, keepdims) ** (1 / p)


@defines(stats.moment, arrays="a center")
def moment(a, order=1, axis=0, nan_policy="propagate", *, center=None, keepdims=False):
    a = sample(a, nan_policy)
    if not is_known(order) or np.ndim(order) or order < 0 or order != int(order):
        unsupported("`order` is one number that is known before: 0, 1, 2, ...")
    if center is None:
        center = np.mean(a, axis=axis, keepdims=True)
        if order == 1:
            return 0.0 * np.mean(a, axis=axis, keepdims=keepdims)
    return np.mean((a - center) ** int(order), axis=axis, keepdims=keepdims)


# ------------------------------------------------------------------------ quantiles


def scale_of(scale, normal):
    """By what a spread is divided; of the normal distribution it is the deviation."""
    if not is_known(scale) or not isinstance(scale, str):
        return scale
    if scale.lower() != "normal":
        raise ValueError(f"{scale} is not a valid scale")
    return normal


@defines(stats.iqr, arrays="x")
def iqr(
    x,
    axis=None,
    rng=(25, 75),
    scale=1.0,
    nan_policy="propagate",
    interpolation="linear",
    keepdims=False,
):
    x, scale = sample(x, nan_policy), scale_of(scale, 2 * QUARTILE)
    if not is_known(rng):
        unsupported("`rng` is known before")
    if len(rng) != 2:
        raise TypeError("`rng` must be a two element sequence.")
    low, high = min(rng), max(rng)
    if not 0 <= low <= high <= 100:
        raise ValueError("Elements of `rng` must be in the range [0, 100].")
    ends = [
        np.quantile(x, one / 100, axis=axis, method=interpolation, keepdims=keepdims)
        for one in (low, high)
    ]
    return (ends[1] - ends[0]) / scale


@defines(stats.median_abs_deviation, arrays="x")
def median_abs_deviation(
    x, axis=0, center=None, scale=1.0, nan_policy="propagate", *, keepdims=False
):
    x, scale = sample(x, nan_policy), scale_of(scale, QUARTILE)
    if axis is None:
        if keepdims:
            unsupported("without an axis `keepdims` is False here")
        x, axis = np.ravel(x), 0
    axis = axis_in(axis, x.ndim)
    middle = np.median(x, axis=axis) if center is None else center(x, axis=axis)
    apart = np.abs(x - np.expand_dims(middle, axis))
    return np.median(apart, axis=axis, keepdims=keepdims) / scale


# --------------------------------------------------------------------------- powers


def known_power(lmbda):
    if lmbda is None or np.ndim(lmbda):
        unsupported("`lmbda` is a number here: what is best is not looked for")


@defines(stats.boxcox, arrays="x")
def boxcox(x, lmbda=None, alpha=None, optimizer=None):
    known_power(lmbda)
    return special.boxcox(x, lmbda)


@defines(stats.yeojohnson, arrays="x")
def yeojohnson(x, lmbda=None):
    """I.-K. Yeo and R. Johnson, A new family of power transformations to improve
    normality or symmetry, Biometrika 87 (2000)."""
    known_power(lmbda)
    x = x if x.dtype.kind == "f" else np.asarray(x, np.float64)
    up = special.boxcox1p(np.where(x < 0, 0.0, x), lmbda)
    down = special.boxcox1p(np.where(x < 0, -x, 0.0), 2 - lmbda)
    return np.where(x < 0, -down, up)
