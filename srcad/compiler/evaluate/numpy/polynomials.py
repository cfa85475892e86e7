"""Polynomials, by their coefficients, the highest power first."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import (
    differ,
    filled,
    is_known,
    negative,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.least_squares import of_least_squares
from srcad.compiler.evaluate.numpy.linalg import cuts


@defines(np.polyval, arrays="p x", analytic=True)
def polyval(p, x):
    value = np.zeros_like(x)
    if np.iscomplexobj(p) and not np.iscomplexobj(x):
        value = np.astype(value, np.result_type(p.dtype, x.dtype))
    for k in range(p.shape[0]):
        value = value * x + p[k]
    return value


@defines(np.vander, arrays="x", analytic=True)
def vander(x, N=None, increasing=False):
    if N is not None and negative(N):
        raise ValueError("negative dimensions are not allowed")
    powers = np.arange(x.shape[0] if N is None else N)
    if not increasing:
        powers = powers[::-1]
    return np.expand_dims(x, 1) ** powers


def degree_known(*polynomials):
    """Refuse coefficients whose number run time knows."""
    for one in polynomials:
        if np.ndim(one) > 1 or not is_known(np.size(one)):
            unsupported("the number of coefficients must be known")


def as_long(p, size):
    """The coefficients, with zeros in front."""
    missing = size - np.size(p)
    return np.concatenate((np.zeros(missing, p.dtype), p)) if missing else p


@defines(np.polyadd, arrays="a1 a2", analytic=True)
def polyadd(a1, a2):
    a1, a2 = np.atleast_1d(a1), np.atleast_1d(a2)
    degree_known(a1, a2)
    size = max(np.size(a1), np.size(a2))
    return as_long(a1, size) + as_long(a2, size)


@defines(np.polysub, arrays="a1 a2", analytic=True)
def polysub(a1, a2):
    a1, a2 = np.atleast_1d(a1), np.atleast_1d(a2)
    degree_known(a1, a2)
    size = max(np.size(a1), np.size(a2))
    return as_long(a1, size) - as_long(a2, size)


@defines(np.polymul, arrays="a1 a2", analytic=True)
def polymul(a1, a2):
    product = np.convolve(np.atleast_1d(a1), np.atleast_1d(a2))
    if product.shape[0] > 1 and np.any(product[0] == 0):
        raise ValueError("the first coefficient is zero, which NumPy leaves out")
    return product


@defines(np.polyder, arrays="p")
def polyder(p, m=1):
    degree_known(p)
    for _ in range(m):
        count = np.size(p) - 1
        p = p[:-1] * np.arange(count, 0, -1)
    return p


@defines(np.polyint, arrays="p")
def polyint(p, m=1, k=None):
    degree_known(p)
    constants = [0.0] * m if k is None else [k] * m if np.ndim(k) == 0 else list(k)
    for constant in constants:
        higher = p / np.arange(np.size(p), 0, -1)
        p = np.concatenate((higher, np.reshape(constant, (1,))))
    return p


@defines(np.poly, arrays="seq_of_zeros")
def poly(seq_of_zeros):
    zeros = seq_of_zeros
    if zeros.ndim == 2:
        zeros = np.linalg.eigvals(zeros)
    degree_known(zeros)
    p = np.ones(1, zeros.dtype)
    for k in range(np.size(zeros)):
        factor = np.concatenate((np.ones(1, zeros.dtype), -zeros[k : k + 1]))
        p = np.convolve(p, factor)
    return p


@defines(np.roots, arrays="p")
def roots(p):
    # Of coefficients of which the first and the last are not zero.
    degree_known(p)
    if np.any(p[0] == 0) or np.any(p[-1] == 0):
        raise ValueError("the first and the last coefficient must not be zero")
    count = np.size(p) - 1
    first = np.expand_dims(-p[1:] / p[0], 0)
    rest = np.eye(count - 1, count, dtype=p.dtype)
    return np.linalg.eigvals(np.concatenate((first, rest)))


@defines(np.polyfit, arrays="x y w")
def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    if full or cov:
        unsupported("the arguments `full` and `cov` are not supported")
    if not filled(x) and np.size(x) == 0:
        raise TypeError("expected non-empty vector for x")
    if differ(x.shape[0], y.shape[0]):
        raise TypeError("expected x and y to have same length")
    if w is not None and differ(w.shape[0], y.shape[0]):
        raise TypeError("expected w and y to have the same length")
    return fitted(np.vander(x + 0.0, deg + 1), x, y, rcond, w)


def fitted(powers, x, y, rcond, w):
    """The least squares of the columns of a matrix, each scaled to the length 1."""
    right = y + 0.0
    if w is not None:
        powers = powers * np.expand_dims(w, 1)
        right = right * (w if y.ndim == 1 else np.expand_dims(w, 1))
    cut = rcond is not None and cuts(rcond)
    if rcond is None:
        rcond = x.shape[0] * float(np.finfo(powers.dtype).eps)
    scale = np.sqrt(np.sum(powers * powers, axis=0))
    found = of_least_squares(powers / scale, right, rcond, cut)[0]
    return found / (scale if y.ndim == 1 else np.expand_dims(scale, 1))
