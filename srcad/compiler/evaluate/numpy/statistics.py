"""Covariances, correlations and histograms."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import (
    differ,
    filled,
    fixed,
    is_known,
    mismatch,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.reductions import degrees_of_freedom


@defines(np.cov, arrays="m y fweights aweights", analytic=True)
def cov(
    m,
    y=None,
    rowvar=True,
    bias=False,
    ddof=None,
    fweights=None,
    aweights=None,
    *,
    dtype=None,
):
    if ddof is not None and ddof != int(ddof):
        raise ValueError("ddof must be integer")
    if dtype is None:
        others = [] if y is None else [y.dtype]
        dtype = np.result_type(m.dtype, np.float64, *others)
    m = variables(m, dtype)
    m = m if rowvar or m.ndim == 1 else np.transpose(m)
    m = np.atleast_2d(m)
    # One variable has a number, several have a matrix.
    fixed(m.shape[0])
    if m.shape[0] == 0:
        return np.zeros((0, 0))
    if y is not None:
        m = np.concatenate((m, second_variables(y, rowvar, dtype)), axis=0)
    ddof = ddof if ddof is not None else 0 if bias else 1
    if fweights is None and aweights is None:
        deviation = m - np.mean(m, axis=1, keepdims=True)
        left = degrees_of_freedom(m.shape[1], ddof)
        return np.squeeze(deviation @ adjoint(deviation) / left)
    weights = weights_of(m.shape[1], fweights, aweights)
    middle, total = np.average(m, axis=1, weights=weights), np.sum(weights)
    deviation = m - np.expand_dims(middle, 1)
    lost = 0.0
    if ddof != 0:
        lost = ddof if aweights is None else ddof * np.sum(weights * aweights) / total
    left = np.maximum(total - lost, 0)
    return np.squeeze((deviation * weights) @ adjoint(deviation) / left)


def adjoint(m):
    """A matrix transposed, and conjugate where it is of complex numbers."""
    return np.conj(np.transpose(m)) if m.dtype.kind == "c" else np.transpose(m)


def variables(m, dtype):
    """A number, a vector or a matrix of what varies."""
    if m.ndim > 2:
        unsupported("it takes a vector or a matrix")
    return np.astype(m, dtype)


def second_variables(y, rowvar, dtype):
    """A matrix with a row for each of the second variables: what has one row is not
    transposed, unlike the first ones."""
    y = np.atleast_2d(variables(y, dtype))
    fixed(y.shape[0])
    return y if rowvar or y.shape[0] == 1 else np.transpose(y)


def weights_of(count, fweights, aweights):
    """How much each of so many observations weighs."""
    for weights, name in ((fweights, "fweights"), (aweights, "aweights")):
        if weights is None:
            continue
        if weights.ndim > 1:
            raise RuntimeError(f"cannot handle multidimensional {name}")
        if weights.shape[0] != count:
            raise RuntimeError(f"incompatible numbers of samples and {name}")
        if np.any(weights < 0):
            raise ValueError(f"{name} cannot be negative")
    if fweights is None:
        return aweights
    if np.any(fweights != np.round(fweights)):
        raise TypeError("fweights must be integer")
    return fweights if aweights is None else fweights * aweights


@defines(np.corrcoef, arrays="x y")
def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    covariance = np.cov(x, y, rowvar, dtype=dtype)
    if np.ndim(covariance) == 0:
        return covariance / covariance
    deviation = np.sqrt(np.diagonal(covariance))
    return covariance / np.outer(deviation, deviation)


# -------------------------------------------------------------------------- histograms


@defines(np.histogram_bin_edges, arrays="a weights")
def histogram_bin_edges(a, bins=10, range=None, weights=None):
    if np.ndim(bins):
        return np.asarray(bins)
    if isinstance(bins, str):
        unsupported("the number of bins, or their edges, are needed")
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    low, high = outer_edges(a, range)
    kind = np.result_type(low, high, a)
    dtype = kind if kind.kind == "f" else np.float64
    return np.linspace(low, high, bins + 1, dtype=dtype)


def outer_edges(a, range):
    """The lowest and the highest edge of bins."""
    if range is None and not filled(a) and np.size(a) == 0:
        return 0.0, 1.0
    low, high = (np.min(a), np.max(a)) if range is None else range
    if is_known((low, high)):
        if low > high:
            mismatch("max must be larger than min in range parameter.")
        if low == high:
            low, high = low - 0.5, high + 0.5
    else:
        if range is not None and low > high:
            raise ValueError("max must be larger than min in range parameter.")
        if low == high:
            low, high = low - 0.5, high + 0.5
    return low, high


@defines(np.histogram, arrays="a weights")
def histogram(a, bins=10, range=None, density=None, weights=None):
    edges = histogram_bin_edges(a, bins, range)
    if np.ndim(bins) and np.any(edges[1:] < edges[:-1]):
        raise ValueError("`bins` must increase monotonically, when an array")
    if weights is not None and np.shape(weights) != np.shape(a):
        raise ValueError("weights should have the same shape as a.")
    a = np.ravel(a)
    count = edges.shape[0] - 1
    # The last bin has its upper edge as well.
    place = np.searchsorted(edges, a, side="right") - 1
    place = np.where(a == edges[-1], count - 1, place)
    inside = (a >= edges[0]) & (a <= edges[-1])
    place = place[inside]
    if weights is None:
        sums = np.zeros(count, np.int64)
        np.add.at(sums, place, 1)
    else:
        chosen = np.ravel(weights)[inside]
        sums = np.zeros(count, chosen.dtype)
        np.add.at(sums, place, chosen)
    if density:
        return sums / np.diff(edges) / np.sum(sums), edges
    return sums, edges


@defines(np.histogramdd, arrays="weights")
def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    columns = columns_of(sample)
    several = isinstance(bins, tuple | list) or np.ndim(bins) > 0
    every = bins if several else [bins] * len(columns)
    if len(every) != len(columns):
        raise ValueError("The dimension of bins must be equal to the dimension of x.")
    if any(differ(np.size(one), np.size(columns[0])) for one in columns[1:]):
        raise ValueError("the columns have different sizes")
    ranges = [None] * len(columns) if range is None else range
    edges = [edges_along(*one) for one in zip(columns, every, ranges, strict=True)]
    place: Any = 0
    inside: Any = True
    for column, along in zip(columns, edges, strict=True):
        count = along.shape[0] - 1
        # The last bin has its upper edge as well.
        own = np.searchsorted(along, column, side="right") - 1
        own = np.where(column == along[-1], count - 1, own)
        place = place * count + own
        inside = inside & (column >= along[0]) & (column <= along[-1])
    shape = tuple([along.shape[0] - 1 for along in edges])
    sums = np.zeros(np.prod(shape))
    np.add.at(sums, place[inside], 1 if weights is None else weights[inside])
    sums = np.reshape(sums, shape)
    if density:
        total = np.sum(sums)
        for axis, along in enumerate(edges):
            widths = np.diff(along)
            sums = sums / widths.reshape((-1,) + (1,) * (len(shape) - axis - 1))
        sums = sums / total
    return sums, tuple(edges)


def columns_of(sample):
    """What is counted, along each axis of the histogram."""
    if isinstance(sample, tuple | list):
        return [np.asarray(column) for column in sample]
    if sample.ndim == 1:
        return [sample]
    if not is_known(sample.shape[1]):
        unsupported("how many axes the histogram has is to be known beforehand")
    return [sample[:, k] for k in np.arange(sample.shape[1])]


def edges_along(a, bins, range):
    """The edges of the bins along one axis of several."""
    if np.ndim(bins):
        edges = np.asarray(bins)
        if np.any(edges[1:] < edges[:-1]):
            raise ValueError("`bins` must be monotonically increasing, when an array")
        return edges
    low, high = outer_edges(a, range)
    return np.linspace(low, high, bins + 1)


@defines(np.histogram2d, arrays="x y weights")
def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    several = isinstance(bins, tuple | list) or np.ndim(bins) > 0
    if several and len(bins) not in (1, 2):
        # The same edges along both axes.
        bins = [np.asarray(bins), np.asarray(bins)]
    sums, (first, second) = histogramdd([x, y], bins, range, density, weights)
    return sums, first, second
