"""``scipy.spatial.distance``: distances between the rows of arrays.

The metrics are those of SciPy's reference. Where two rows are equal, a distance that
has no slope there is taken to have the slope 0, as a norm is.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy.spatial import distance

from srcad.compiler.evaluate.intrinsics import is_known, mismatch, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy import rotations as rotations

# Each metric, and what else it is called.
METRICS = """
    euclidean euclid eu e
    sqeuclidean sqe sqeuclid
    cityblock cblock cb c
    chebyshev chebychev cheby cheb ch
    minkowski mi m pnorm
    seuclidean se s
    mahalanobis mahal mah
    cosine cos
    correlation co
    canberra
    braycurtis
"""
_ROWS = [line.split() for line in METRICS.strip().split("\n")]
_NAMES = {word: words[0] for words in _ROWS for word in words}
# What each of them takes besides the rows.
_TAKES = {
    **dict.fromkeys(("euclidean", "sqeuclidean", "cityblock", "chebyshev"), ("w",)),
    **dict.fromkeys(("cosine", "correlation", "canberra", "braycurtis"), ("w",)),
    "minkowski": ("w", "p"),
    "seuclidean": ("V",),
    "mahalanobis": ("VI",),
}


def _name_of(metric, options):
    """The name of a metric that can be differentiated, with these options."""
    if not isinstance(metric, str):
        unsupported("its `metric` is a name here")
    if metric.lower() not in _NAMES:
        unsupported(f"the metric {metric!r} is none of those that have a slope")
    name = _NAMES[metric.lower()]
    for word in options:
        if word not in _TAKES[name]:
            mismatch(f"the metric {metric!r} takes no `{word}`")
    return name


def _checked(item, axes, size):
    """What is asked for each column, or for each two of them, as an array."""
    array = np.asarray(item)
    if array.ndim != axes:
        mismatch(f"what it takes for the columns is of rank {axes}")
    if array.shape != (size,) * axes:
        raise ValueError("it takes as much as there are columns")
    return array


def _inverse(rows):
    """That of the covariances of the columns."""
    if rows.shape[0] <= rows.shape[1]:
        raise ValueError("the covariances of so few rows have no inverse")
    return np.linalg.inv(np.atleast_2d(np.cov(rows.T))).T


def _between(a, b, name, rows, w=None, p=2, V=None, VI=None):
    """The distances of rows along the last axis; ``rows`` gives all that there are."""
    columns = a.shape[-1]
    if w is not None:
        w = _checked(w, 1, columns)
        if np.any(w < 0):
            raise ValueError("weights are not negative")
    if name == "seuclidean":
        known = np.var(rows(), axis=0, ddof=1) if V is None else V
        variances = _checked(known, 1, columns)
        return np.linalg.norm((a - b) / np.sqrt(variances), axis=-1)
    if name == "mahalanobis":
        inverse = _checked(_inverse(rows()) if VI is None else VI, 2, columns)
        squares = np.sum((a - b) @ inverse * (a - b), axis=-1)
        nothing = squares == 0
        return np.where(nothing, 0.0, np.sqrt(np.where(nothing, 1.0, squares)))
    if name in ("cosine", "correlation"):
        return _of_angles(a, b, name == "correlation", w)
    if name == "canberra":
        sums = np.abs(a) + np.abs(b)
        ratios = np.abs(a - b) / np.where(sums > 0, sums, 1.0)
        return np.sum(ratios if w is None else w * ratios, axis=-1)
    weights = 1.0 if w is None else w
    if name == "braycurtis":
        sums = np.sum(np.abs(a + b) * weights, axis=-1)
        return np.sum(np.abs(a - b) * weights, axis=-1) / sums
    if name == "sqeuclidean":
        return np.sum((a - b) ** 2 * weights, axis=-1)
    if name == "cityblock":
        return np.sum(np.abs(a - b) * weights, axis=-1)
    if name == "chebyshev":
        return np.max(np.abs(a - b) * (weights if w is None else weights != 0), axis=-1)
    order = 2 if name == "euclidean" else p
    if is_known(order) and order <= 0:
        mismatch("the order `p` is greater than 0")
    if w is None:
        return np.linalg.norm(a - b, order, axis=-1)
    if order == np.inf:
        return np.max(np.abs(a - b) * (weights != 0), axis=-1)
    return np.linalg.norm((a - b) * weights ** (1 / order), order, axis=-1)


def _of_angles(a, b, centred, w):
    """One minus the cosine of the angle between rows, of their deviations perhaps."""
    weights = 1.0
    if w is not None:
        weights = w / np.sum(w)
    if centred:
        a = a - _mean(a, w, weights)
        b = b - _mean(b, w, weights)
    products = np.sum(a * b * weights, axis=-1)
    squares = np.sum(a * a * weights, axis=-1) * np.sum(b * b * weights, axis=-1)
    return 1 - products / np.sqrt(squares)


def _mean(rows, w, weights):
    if w is None:
        return np.mean(rows, axis=-1, keepdims=True)
    return np.sum(rows * weights, axis=-1, keepdims=True)


@defines(distance.cdist, arrays="XA XB")
def cdist(XA, XB, metric="euclidean", **kwargs):
    if XA.ndim != 2 or XB.ndim != 2:
        mismatch("both arrays must be of rank 2")
    name = _name_of(metric, kwargs)
    first, second = np.asarray(XA, np.float64), np.asarray(XB, np.float64)
    if first.shape[1] != second.shape[1]:
        raise ValueError("both arrays must have as many columns")

    def rows():
        return np.concatenate((first, second))

    return _between(first[:, None], second[None], name, rows, **kwargs)


@defines(distance.pdist, arrays="X")
def pdist(X, metric="euclidean", **kwargs):
    if X.ndim != 2:
        mismatch("the array must be of rank 2")
    name = _name_of(metric, kwargs)
    rows = np.asarray(X, np.float64)
    i, j = np.triu_indices(rows.shape[0], 1)
    return _between(rows[i], rows[j], name, lambda: rows, **kwargs)


@defines(distance.squareform, arrays="X")
def squareform(X, force="no", checks=True):
    word = force.lower()
    if X.ndim == 1 and word not in ("tovector", "tov", "vector", "v"):
        # Half of k (k - 1) of them stand above the diagonal.
        count = X.shape[0]
        size = int(np.ceil(np.sqrt(2 * count))) if count else 1
        if size * (size - 1) != 2 * count:
            raise ValueError("it has no place for each pair of a number of points")
        square = np.zeros((size, size), X.dtype)
        i, j = np.triu_indices(size, 1)
        square[i, j] = X
        return square + square.T
    if X.ndim == 2 and word not in ("tomatrix", "tom", "matrix", "m"):
        if X.shape[0] != X.shape[1]:
            raise ValueError("a matrix of distances is square")
        if checks and (np.any(X != X.T) or np.any(np.diagonal(X))):
            raise ValueError("it is not symmetric, with a diagonal of zeros")
        i, j = np.triu_indices(X.shape[0], 1)
        return X[i, j]
    mismatch(f"an array of rank {X.ndim} is not forced {force!r}")
