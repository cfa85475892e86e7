"""``scipy.stats.gaussian_kde``: the density that a normal one about each point makes.

B. W. Silverman, Density Estimation for Statistics and Data Analysis (1986); D. W.
Scott, Multivariate Density Estimation (1992), for how wide these are.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import special, stats

from srcad.compiler.evaluate.intrinsics import differ, fixed, is_known, unsupported
from srcad.compiler.evaluate.scipy.classes import STANDING_FOR, makes


class Kernels(NamedTuple):
    """What ``gaussian_kde`` makes: the points are columns."""

    dataset: Any
    weights: Any
    factor: Any
    covariance: Any

    @property
    def neff(self):
        return 1 / np.sum(self.weights * self.weights)

    @property
    def d(self):
        return self.dataset.shape[0]

    @property
    def n(self):
        return self.dataset.shape[1]

    @property
    def inv_cov(self):
        return np.linalg.inv(self.covariance)

    def scotts_factor(self):
        return self.neff ** (-1.0 / (self.d + 4))

    def silverman_factor(self):
        return (self.neff * (self.d + 2.0) / 4.0) ** (-1.0 / (self.d + 4))

    def __call__(self, points):
        return self.evaluate(points)

    def evaluate(self, points):
        return np.sum(np.exp(self.logarithms(points)) * self.weights, axis=1)

    def pdf(self, x):
        return self.evaluate(x)

    def logpdf(self, x):
        return special.logsumexp(self.logarithms(x), axis=1, b=self.weights)

    def integrate_box_1d(self, low, high):
        if self.d != 1:
            raise ValueError("integrate_box_1d() only handles 1D pdfs")
        wide, points = np.sqrt(self.covariance[0, 0]), self.dataset[0]
        below = special.ndtr((low - points) / wide)
        return np.sum((special.ndtr((high - points) / wide) - below) * self.weights)

    def logarithms(self, points):
        """The logarithm of the density about each point of the sample, in rows."""
        points = np.atleast_2d(np.asarray(points, np.float64))
        size = self.d
        fixed(points.shape[0])
        if points.shape[0] != size:
            if points.shape[0] != 1 or differ(points.shape[1], size):
                raise ValueError(
                    f"points have dimension {points.shape[0]}, dataset has dimension"
                    f" {size}"
                )
            points = np.reshape(points, (size, 1))
        factor = np.linalg.cholesky(self.covariance)
        apart = np.expand_dims(points, 2) - np.expand_dims(self.dataset, 1)
        if size == 1:
            squares = (apart[0] / factor[0, 0]) ** 2
        else:
            flat = np.reshape(apart, (size, -1))
            white = np.reshape(np.linalg.solve(factor, flat), apart.shape)
            squares = np.sum(white * white, axis=0)
        determinant = np.sum(np.log(np.diagonal(factor)))
        return -0.5 * (squares + size * 1.8378770664093453) - determinant


def made_before(dataset, weights, factor, covariance):
    return Kernels(dataset, weights, factor, covariance)


STANDING_FOR["scipy.stats.gaussian_kde"] = made_before


def width_of(bw_method, size, effective):
    """By what the covariance of the sample is multiplied, squared."""
    if is_known(bw_method) and (bw_method is None or isinstance(bw_method, str)):
        if bw_method in (None, "scott"):
            return effective ** (-1.0 / (size + 4))
        if bw_method == "silverman":
            return (effective * (size + 2.0) / 4.0) ** (-1.0 / (size + 4))
        raise ValueError("`bw_method` should be 'scott', 'silverman', a scalar")
    if callable(bw_method) or np.ndim(bw_method):
        unsupported("`bw_method` is a word or a number here")
    return bw_method


@makes(stats.gaussian_kde, "dataset weights")
def gaussian_kde(dataset, bw_method=None, weights=None):
    dataset = np.atleast_2d(np.asarray(dataset, np.float64))
    if dataset.ndim != 2 or not is_known(dataset.shape[0]):
        unsupported("how many variables a sample has is known before")
    size, count = dataset.shape
    fixed(count)
    if size * count <= 1:
        raise ValueError("`dataset` input should have multiple elements.")
    if size > count:
        raise ValueError("Number of dimensions is greater than number of samples.")
    if weights is None:
        weights = np.ones(count) / count
    else:
        weights = np.atleast_1d(np.asarray(weights, np.float64))
        if weights.ndim != 1:
            raise ValueError("`weights` input should be one-dimensional.")
        if differ(weights.shape[0], count):
            raise ValueError("`weights` input should be of length n")
        weights = weights / np.sum(weights)
    effective = 1 / np.sum(weights * weights)
    middle = np.sum(dataset * weights, axis=1, keepdims=True)
    apart = dataset - middle
    # As of a sample: the mean of the squares is divided by what is left without it.
    spread = (apart * weights) @ apart.T / (1 - np.sum(weights * weights))
    factor = width_of(bw_method, size, effective)
    return Kernels(dataset, weights, factor, spread * factor**2)
