"""``scipy.stats``: whether samples differ or go together, and how sure that is.

A p-value has the derivative by the statistic, of a number of degrees of freedom that
does not depend on the data.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import special, stats

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    fixed,
    is_known,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.samples import sample


class Tested(NamedTuple):
    """A statistic, and how likely one as far out is."""

    statistic: Any
    pvalue: Any

    @property
    def df(self):
        return unsupported("`df` of its result is not supported")


class Correlated(NamedTuple):
    """A correlation, and how likely one as far out is."""

    statistic: Any
    pvalue: Any

    @property
    def correlation(self):
        return self.statistic


class Regressed(NamedTuple):
    """A line, how well it fits, and the error of its slope."""

    slope: Any
    intercept: Any
    rvalue: Any
    pvalue: Any
    stderr: Any

    @property
    def intercept_stderr(self):
        return unsupported("`intercept_stderr` of its result is not supported")


def count_in(a, axis):
    """How many elements there are along an axis, as a known number."""
    fixed(a.shape[axis])
    return a.shape[axis]


def check_usual(nan_policy, keepdims):
    if nan_policy != "propagate":
        unsupported("`nan_policy` is 'propagate' here")
    if keepdims:
        unsupported("`keepdims` is False here")


def students(t, df, alternative):
    """The p-value of Student's distribution, which is even."""
    if alternative == "less":
        return special.stdtr(df, t)
    if alternative == "greater":
        return special.stdtr(df, -t)
    if alternative != "two-sided":
        raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")
    return 2 * special.stdtr(df, -np.abs(t))


def along(a, axis):
    """A sample in floating numbers, and its axis from the front."""
    a = sample(a)
    return (np.reshape(a, -1), 0) if axis is None else (a, axis_in(axis, a.ndim))


@defines(stats.ttest_1samp, arrays="a popmean")
def ttest_1samp(
    a,
    popmean,
    axis=0,
    nan_policy="propagate",
    alternative="two-sided",
    *,
    keepdims=False,
):
    check_usual(nan_policy, keepdims)
    a, axis = along(a, axis)
    n = count_in(a, axis)
    if popmean.ndim:
        if popmean.ndim != a.ndim or popmean.shape[axis] != 1:
            raise ValueError("`popmean.shape[axis]` must equal 1.")
        popmean = np.squeeze(popmean, axis)
    if n == 0:
        unsupported("a sample is not empty here")
    apart = np.mean(a, axis) - popmean
    t = apart / np.sqrt(np.var(a, axis, ddof=1) / n)
    return Tested(t, students(t, n - 1, alternative))


@defines(stats.ttest_ind, arrays="a b")
def ttest_ind(
    a,
    b,
    *,
    axis=0,
    equal_var=True,
    nan_policy="propagate",
    alternative="two-sided",
    trim=0,
    method=None,
    keepdims=False,
):
    check_usual(nan_policy, keepdims)
    if not is_known(trim) or trim != 0 or method is not None:
        unsupported("`trim` and `method` are not supported")
    a, place = along(a, axis)
    b, axis = along(b, axis)
    if a.ndim != b.ndim or place != axis:
        unsupported("the samples have as many axes here")
    n, m = count_in(a, axis), count_in(b, axis)
    if 0 in (n, m):
        unsupported("a sample is not empty here")
    if equal_var:
        # Of a single element there is no variance, but there is of the other sample.
        apart = [
            np.sum((one - np.mean(one, axis, keepdims=True)) ** 2, axis)
            for one in (a, b)
        ]
        df = n + m - 2.0
        error = np.sqrt((apart[0] + apart[1]) / df * (1.0 / n + 1.0 / m))
    else:
        first, second = np.var(a, axis, ddof=1) / n, np.var(b, axis, ddof=1) / m
        df = (first + second) ** 2 / (first**2 / (n - 1) + second**2 / (m - 1))
        df = np.where(np.isnan(df), 1.0, df)
        error = np.sqrt(first + second)
    t = (np.mean(a, axis) - np.mean(b, axis)) / error
    return Tested(t, students(t, df, alternative))


@defines(stats.pearsonr, arrays="x y")
def pearsonr(x, y, *, alternative="two-sided", method=None, axis=0):
    if method is not None:
        unsupported("`method` is not supported")
    x, place = along(x, axis)
    y, axis = along(y, axis)
    if x.ndim != y.ndim or place != axis:
        unsupported("the samples have as many axes here")
    n = count_in(x, axis)
    if n != count_in(y, axis):
        raise ValueError("`x` and `y` must have the same length along `axis`.")
    if n < 2:
        raise ValueError("`x` and `y` must have length at least 2.")
    x, y = np.moveaxis(x, axis, -1), np.moveaxis(y, axis, -1)
    # What is all the same goes together with nothing.
    flat = np.all(x == x[..., :1], -1) | np.all(y == y[..., :1], -1)
    x = x - np.mean(x, -1, keepdims=True)
    y = y - np.mean(y, -1, keepdims=True)
    sizes = np.sum(x * x, -1) * np.sum(y * y, -1)
    r = np.sum(x * y, -1) / np.sqrt(np.where(flat, 1.0, sizes))
    r = np.clip(r, -1.0, 1.0) + np.where(flat, np.nan, 0.0).astype(x.dtype)
    if n == 2:
        r = np.round(r)
        return Correlated(r, 1.0 + 0 * r)
    return Correlated(r, chance_of(r, n, alternative))


def chance_of(r, n, alternative):
    """The p-value of a correlation of so many pairs."""
    shape = n / 2 - 1
    if alternative == "less":
        return special.betainc(shape, shape, 0.5 * (1 + r))
    if alternative == "greater":
        return special.betaincc(shape, shape, 0.5 * (1 + r))
    if alternative != "two-sided":
        raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")
    return 2 * special.betaincc(shape, shape, 0.5 * (1 + np.abs(r)))


@defines(stats.linregress, arrays="x y")
def linregress(
    x, y, alternative="two-sided", *, axis=0, nan_policy="propagate", keepdims=False
):
    check_usual(nan_policy, keepdims)
    if x.ndim != 1 or y.ndim != 1 or not is_known(axis) or axis not in (0, -1):
        unsupported("it takes two arrays of rank 1 here")
    n = count_in(x, 0)
    if n != count_in(y, 0):
        raise ValueError("Array shapes are incompatible for broadcasting.")
    if n < 2:
        unsupported("there are two points or more here")
    x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if np.max(x) == np.min(x):
        raise ValueError(
            "Cannot calculate a linear regression if all x values are identical"
        )
    middle, height = np.mean(x), np.mean(y)
    wide, high = x - middle, y - height
    square, both, rise = (
        np.mean(wide * wide),
        np.mean(wide * high),
        np.mean(high * high),
    )
    slope = both / square
    intercept = height - slope * middle
    level = rise == 0
    r = both / np.sqrt(square * np.where(level, 1.0, rise))
    r = np.clip(r, -1.0, 1.0) + np.where(level, np.nan, 0.0)
    if n == 2:
        chance = np.where(y[0] == y[1], 1.0, 0.0)[()]
        return Regressed(slope, intercept, r, chance, 0.0)
    df = n - 2
    t = r * np.sqrt(df / ((1.0 - r + 1e-20) * (1.0 + r + 1e-20)))
    error = np.sqrt((1 - r * r) * rise / square / df)
    chance = students(t, df, alternative)
    return Regressed(slope, intercept, r, chance, error)
