"""Quantiles, of all elements or without what is NaN; interpolation between points."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    certain,
    differ,
    is_known,
    mismatch,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines


def along_one(a, axis):
    """The array with the axes that are meant as one, and that axis."""
    if axis is None:
        return np.ravel(a), 0
    if isinstance(axis, int):
        return a, axis_in(axis, a.ndim)
    axes = tuple(axis_in(one, a.ndim) for one in axis)
    others = tuple(k for k in range(a.ndim) if k not in axes)
    shape = tuple(a.shape[k] for k in others)
    return np.reshape(np.transpose(a, others + axes), shape + (-1,)), len(others)


def sorted_along(a, axis):
    """The elements sorted along an axis (all in a row for None), and that axis."""
    a, along = along_one(a, axis)
    return np.sort(a, axis=along), along


def or_nan(result, ordered, before):
    """What was found in sorted elements, of which NaN are the last; or NaN."""
    if ordered.dtype.kind != "f":
        return result
    largest = ordered[before + (-1,)]
    return np.where(np.isnan(largest), np.nan, result)


def kept(result, rank, axis, keepdims):
    """With ``keepdims``, a result with the axes that were dropped put back."""
    if not keepdims:
        return result
    axes = tuple(range(rank)) if axis is None else axis
    return np.expand_dims(result, axes if isinstance(axes, int) else tuple(axes))


@defines(np.median)
def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    ordered, along = sorted_along(a, axis)
    before = (slice(None),) * along
    count = ordered.shape[along]
    if count == 0:
        # The mean of no elements is NaN as well, with a warning.
        return np.mean(a, axis=axis, keepdims=keepdims)
    low = ordered[before + ((count - 1) // 2,)]
    high = ordered[before + (count // 2,)]
    middle = or_nan(0.5 * low + 0.5 * high, ordered, before)
    return kept(middle, a.ndim, axis, keepdims)


# R. Hyndman and Y. Fan, Sample quantiles in statistical packages (1996): where a
# fraction is between elements that are counted from 0.
_PLACES = {
    "interpolated_inverted_cdf": (0.0, 1.0),
    "hazen": (0.5, 0.5),
    "weibull": (0.0, 0.0),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 3 / 8),
}


# These give elements, and nothing between them.
_DISCRETE = (
    *("inverted_cdf", "closest_observation"),
    *("lower", "higher", "nearest"),
)


def check_fraction(q):
    """Refuse what is no fraction; raise where run time alone knows it."""
    if is_known(q) and np.ndim(q) == 0:
        if not 0 <= q <= 1:
            mismatch(f"a quantile is of a fraction between 0 and 1, not {q}")
    elif np.ndim(q) == 0:
        if not 0 <= q <= 1:
            raise ValueError("Quantiles must be in the range [0, 1]")
    elif not certain(np.all((q >= 0) & (q <= 1))):
        if not np.all((q >= 0) & (q <= 1)):
            raise ValueError("Quantiles must be in the range [0, 1]")


def place_of(q, count, method):
    """The element below a fraction, and the weight of the one above it."""
    check_fraction(q)
    if method in _PLACES:
        alpha, beta = _PLACES[method]
        place = count * q + (alpha + q * (1 - alpha - beta)) - 1
    elif method in ("inverted_cdf", "averaged_inverted_cdf"):
        place = count * q - 1
    elif method == "closest_observation":
        place = count * q - 1.5
    elif method in ("linear", "lower", "higher", "midpoint", "nearest"):
        place = q * (count - 1)
    else:
        unsupported(f"there is no method {method!r}")
    below = np.floor(place)
    weight = place - below
    between = weight > 0
    if method == "lower":
        weight = 0.0 * weight
    elif method in ("higher", "inverted_cdf"):
        weight = np.where(between, 1.0, 0.0)
    elif method == "midpoint":
        weight = np.where(between, 0.5, 0.0)
    elif method == "averaged_inverted_cdf":
        weight = np.where(between, 1.0, 0.5)
    elif method == "nearest":
        # Of two that are as near the even one.
        weight = np.where(np.rint(place) > below, 1.0, 0.0)
    elif method == "closest_observation":
        weight = np.where(~between & (below % 2 == 1), 0.0, 1.0)
    return below, weight


@defines(np.quantile)
def quantile(
    a,
    q,
    axis=None,
    out=None,
    overwrite_input=False,
    method="linear",
    keepdims=False,
    *,
    weights=None,
):
    if weights is not None:
        unsupported("the argument `weights` is not supported")
    if isinstance(q, list | tuple):
        parts = [np.quantile(a, one, axis, None, False, method, keepdims) for one in q]
        found = np.stack(parts)
        return found if method in _DISCRETE else np.asarray(found, np.float64)
    ordered, along = sorted_along(a, axis)
    before = (slice(None),) * along
    last = ordered.shape[along] - 1
    if np.ndim(q) or method != "linear":
        lower, weight = place_of(q, last + 1, method)
        upper = np.astype(np.clip(lower + 1, 0, last), np.int64)
        lower = np.astype(np.clip(lower, 0, last), np.int64)
        rows = np.moveaxis(ordered, along, 0)
        if method in _DISCRETE:
            found = or_nan(rows[np.where(weight > 0, upper, lower)], rows, ())
            return kept_behind(found, np.ndim(q), a.ndim, axis, keepdims)
        if np.ndim(q):
            weight = np.expand_dims(weight, tuple(range(-rows.ndim + 1, 0)))
        elif a.dtype.kind == "f":
            weight = np.astype(weight, a.dtype)
        result = rows[lower] + (rows[upper] - rows[lower]) * weight
        return kept_behind(or_nan(result, rows, ()), np.ndim(q), a.ndim, axis, keepdims)
    check_fraction(q)
    place = q * last
    below = int(place)
    above = min(below + 1, last)
    low, high = ordered[before + (below,)], ordered[before + (above,)]
    between = or_nan(low + (high - low) * (place - below), ordered, before)
    return kept(between, a.ndim, axis, keepdims)


def kept_behind(result, lead, rank, axis, keepdims):
    """The same, of a result that has ``lead`` axes of its own in front."""
    if not keepdims:
        return result
    axes = tuple(range(rank)) if axis is None else axis
    axes = (axes,) if isinstance(axes, int) else axes
    return np.expand_dims(result, tuple(lead + axis_in(one, rank) for one in axes))


@defines(np.percentile)
def percentile(
    a,
    q,
    axis=None,
    out=None,
    overwrite_input=False,
    method="linear",
    keepdims=False,
    *,
    weights=None,
):
    fraction = [one / 100 for one in q] if isinstance(q, list | tuple) else q / 100
    return np.quantile(
        a, fraction, axis, None, False, method, keepdims, weights=weights
    )


# ---------------------------------------------------------------- without what is NaN


@defines(np.nanquantile)
def nanquantile(
    a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False
):
    if isinstance(q, list | tuple):
        parts = [
            np.nanquantile(a, one, axis, None, False, method, keepdims) for one in q
        ]
        return np.asarray(np.stack(parts), np.float64)
    if np.ndim(q):
        unsupported("several fractions are a list, known at compile time")
    if a.dtype.kind != "f":
        return np.quantile(a, q, axis, None, False, method, keepdims)
    # What is NaN is sorted to the end.
    ordered, along = sorted_along(a, axis)
    if ordered.shape[along] == 0:
        return np.nanmean(a, axis=axis, keepdims=keepdims)
    count = np.sum(~np.isnan(ordered), axis=along, keepdims=True)
    below, weight = place_of(q, np.astype(count, a.dtype), method)
    last = np.maximum(count - 1, 0)
    above = np.minimum(np.maximum(np.astype(below, np.int64) + 1, 0), last)
    below = np.minimum(np.maximum(np.astype(below, np.int64), 0), last)
    low = np.take_along_axis(ordered, below, along)
    high = np.take_along_axis(ordered, above, along)
    weight = np.astype(weight, a.dtype)
    result = np.squeeze(low + (high - low) * weight, along)
    return kept(result, a.ndim, axis, keepdims)


@defines(np.nanpercentile)
def nanpercentile(
    a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False
):
    fraction = [one / 100 for one in q] if isinstance(q, list | tuple) else q / 100
    return np.nanquantile(a, fraction, axis, None, False, method, keepdims)


@defines(np.nanmedian)
def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    return np.nanquantile(a, 0.5, axis, keepdims=keepdims)


# ------------------------------------------------------------------------ interpolation


def check_increasing(xp):
    """Where points are not in order, what NumPy finds depends on how it searches."""
    if not certain(np.all(xp[1:] >= xp[:-1])) and np.any(xp[1:] < xp[:-1]):
        raise ValueError("the points that `np.interp` is given do not increase")


@defines(np.interp, arrays="x xp fp")
def interp(x, xp, fp, left=None, right=None, period=None):
    x, xp, fp = (np.asarray(one, np.float64) for one in (x, xp, fp))
    if differ(fp.shape[0], xp.shape[0]):
        raise ValueError("fp and xp are not of the same length.")
    if period is None:
        check_increasing(xp)
    else:
        # The values go round: those at the ends stand at the other end as well.
        period = np.abs(period)
        x, xp = x % period, xp % period
        order = np.argsort(xp)
        xp, fp = xp[order], fp[order]
        xp = np.concatenate((xp[-1:] - period, xp, xp[:1] + period))
        fp = np.concatenate((fp[-1:], fp, fp[:1]))
        left, right = None, None
    last = xp.shape[0] - 1
    given, missing = x, np.isnan(x)
    clear = certain(np.all(~missing))
    if x.ndim and not clear:
        # What is NaN stays, and is at no place.
        x = np.where(missing, xp[0], x)
    above = np.clip(np.searchsorted(xp, x, side="right"), 1, last)
    below = above - 1
    width = xp[above] - xp[below]
    rise, away = fp[above] - fp[below], x - xp[below]
    # At a last point that is the only one, or there several times, it is the value.
    alone = width == 0
    low = fp[0] if left is None else left
    high = fp[last] if right is None else right
    if x.ndim:
        inside = fp[below] + rise / np.where(alone, 1, width) * away
        inside = np.where(alone, fp[above], inside)
        found = np.where(x < xp[0], low, np.where(x > xp[last], high, inside))
        return found if clear else np.where(missing, given, found)
    # Of a number NumPy gives a number, unlike `where`.
    if x < xp[0]:
        return np.float64(low)
    if x > xp[last]:
        return np.float64(high)
    return fp[above] if alone else fp[below] + rise / width * away
