"""``scipy.stats``: what is said of a sample along its axes.

What is not a number makes what is said of it NaN, as SciPy's ``nan_policy`` has it
where nothing else is asked for.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import special, stats

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    fixed,
    held,
    is_known,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines


def sample(a, nan_policy="propagate"):
    """The sample in floating numbers."""
    if nan_policy != "propagate":
        unsupported("`nan_policy` is 'propagate' here")
    if a.ndim == 0:
        unsupported("a sample has an axis here")
    return a if a.dtype.kind == "f" else np.asarray(a, np.float64)


def count_along(a, axis):
    """How many elements a sample has."""
    axes = range(a.ndim) if axis is None else (axis,) if np.ndim(axis) == 0 else axis
    count = 1
    for one in axes:
        count = count * a.shape[one]
    return count


def standard_moment(a, power, axis, keepdims):
    """A central moment in units of the deviation, and where there is none, for a sample
    is all the same."""
    mean = np.mean(a, axis=axis, keepdims=True)
    apart = a - mean
    second = np.mean(apart**2, axis=axis, keepdims=True)
    flat = second <= (np.finfo(a.dtype).eps * mean) ** 2
    moment = np.mean(apart**power, axis=axis, keepdims=True)
    moment = moment / np.where(flat, 1.0, second) ** (power / 2)
    moment = np.where(flat, np.nan, moment)
    if keepdims:
        return moment
    # Of all axes it is a number.
    return np.sum(moment, axis=axis)


@defines(stats.skew)
def skew(a, axis=0, bias=True, nan_policy="propagate", *, keepdims=False):
    a = sample(a, nan_policy)
    found, n = standard_moment(a, 3, axis, keepdims), count_along(a, axis)
    if bias or n <= 2:
        return found
    return np.sqrt((n - 1.0) * n) / (n - 2.0) * found


@defines(stats.kurtosis)
def kurtosis(
    a, axis=0, fisher=True, bias=True, nan_policy="propagate", *, keepdims=False
):
    a = sample(a, nan_policy)
    found, n = standard_moment(a, 4, axis, keepdims), count_along(a, axis)
    if not bias and n > 3:
        found = ((n * n - 1.0) * found - 3.0 * (n - 1) ** 2) / ((n - 2.0) * (n - 3.0))
        found = found + 3.0
    return found - 3.0 if fisher else found


def mean_of(a, axis, weights, keepdims):
    if weights is None:
        return np.mean(a, axis=axis, keepdims=keepdims)
    if np.ndim(weights) != a.ndim:
        unsupported("the weights have the axes of the sample")
    a, weights = np.broadcast_arrays(a, weights)
    total = np.sum(a * weights, axis=axis, keepdims=keepdims)
    return total / np.sum(weights, axis=axis, keepdims=keepdims)


@defines(stats.gmean, arrays="a weights")
def gmean(
    a, axis=0, dtype=None, weights=None, *, nan_policy="propagate", keepdims=False
):
    a = sample(a if dtype is None else np.astype(a, dtype), nan_policy)
    return np.exp(mean_of(np.log(a), axis, weights, keepdims))


@defines(stats.hmean, arrays="a weights")
def hmean(
    a, axis=0, dtype=None, *, weights=None, nan_policy="propagate", keepdims=False
):
    a = sample(a if dtype is None else np.astype(a, dtype), nan_policy)
    inverse = 1.0 / np.where(a < 0, np.nan, a)
    return 1.0 / mean_of(inverse, axis, weights, keepdims)


@defines(stats.sem)
def sem(a, axis=0, ddof=1, nan_policy="propagate", *, keepdims=False):
    a = sample(a, nan_policy)
    n = count_along(a, axis)
    found = np.std(a, axis=axis, ddof=ddof, keepdims=keepdims) / n**0.5
    return found * np.nan if n <= 1 else found


@defines(stats.zscore)
def zscore(a, axis=0, ddof=0, nan_policy="propagate"):
    if not is_known(ddof) or ddof not in (0, 1):
        unsupported("`ddof` is 0 or 1 here")
    a = sample(a, nan_policy)
    mean = np.mean(a, axis=axis, keepdims=True)
    deviation = np.std(a, axis=axis, ddof=ddof, keepdims=True)
    # Of what is all the same there is none.
    flat = deviation <= np.abs(np.finfo(a.dtype).eps * mean)
    return np.where(flat, np.nan, (a - mean) / np.where(flat, 1.0, deviation))


@defines(stats.variation)
def variation(a, axis=0, nan_policy="propagate", ddof=0, *, keepdims=False):
    a, count = sample(a, nan_policy), count_along(a, axis)
    if not is_known(ddof):
        unsupported("`ddof` is known before")
    mean = np.mean(a, axis=axis, keepdims=keepdims)
    deviation = np.std(a, axis=axis, keepdims=keepdims)
    if ddof == 0:
        return deviation / mean
    fixed(count)
    if ddof == count:
        # As the variance has no end.
        return np.where(deviation > 0, np.copysign(np.inf, mean), np.nan)
    return (
        deviation * (np.nan if ddof > count else (count / (count - ddof)) ** 0.5) / mean
    )


@defines(stats.entropy, arrays="pk qk")
def entropy(pk, qk=None, base=None, axis=0, *, nan_policy="propagate", keepdims=False):
    pk = sample(pk, nan_policy)
    if qk is not None:
        pk, qk = np.broadcast_arrays(pk, sample(qk))
    total = np.sum(pk, axis=axis, keepdims=True)
    # Where there is nothing the slope has no end; the other shares do not see it.
    shares = np.where(pk == 0, pk / held(total), pk / total)
    if qk is None:
        found = special.entr(shares)
    else:
        found = special.rel_entr(shares, qk / np.sum(qk, axis=axis, keepdims=True))
    found = np.sum(found, axis=axis, keepdims=keepdims)
    if base is None:
        return found
    if base <= 0:
        raise ValueError("`base` must be a positive number or `None`.")
    return found / np.log(base)


@defines(stats.trim_mean)
def trim_mean(a, proportiontocut, axis=0, *, nan_policy="propagate", keepdims=False):
    a = sample(a, nan_policy)
    if not is_known(proportiontocut) or keepdims:
        unsupported("what is cut off is known before, and `keepdims` is False")
    if axis is None:
        a, axis = np.reshape(a, -1), 0
    axis = axis_in(axis, a.ndim)
    fixed(a.shape[axis])
    count = a.shape[axis]
    low = int(proportiontocut * count)
    if low > count - low:
        raise ValueError("Proportion too big.")
    if low < 0:
        raise ValueError("the proportion is not negative")
    kept = np.sort(a, axis)[(slice(None),) * axis + (slice(low, count - low),)]
    # What is not a number is last, and counts where it is cut off, too.
    nowhere = np.any(np.isnan(a), axis)
    return np.mean(kept, axis) + np.where(nowhere, np.nan, 0.0).astype(a.dtype)
