"""Windows of signals, and other arrays that a few numbers make; shifts of spectra."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import axis_in, negative, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import of_arrays
from srcad.compiler.evaluate.numpy.repeating import layers
from srcad.compiler.ir import shapes


def phases(M):
    """From -pi to pi, in as many steps as a window has."""
    return np.pi * np.arange(1 - M, M, 2)


@defines(np.hanning, arrays="")
def hanning(M):
    return 0.5 + 0.5 * np.cos(phases(M) / (M - 1)) if M > 1 else np.ones(M)


@defines(np.hamming, arrays="")
def hamming(M):
    return 0.54 + 0.46 * np.cos(phases(M) / (M - 1)) if M > 1 else np.ones(M)


@defines(np.bartlett, arrays="")
def bartlett(M):
    if M <= 1:
        return np.ones(M)
    n = np.arange(1 - M, M, 2)
    return np.where(n <= 0, 1 + n / (M - 1), 1 - n / (M - 1))


@defines(np.blackman, arrays="")
def blackman(M):
    if M <= 1:
        return np.ones(M)
    angle = phases(M) / (M - 1)
    return 0.42 + 0.5 * np.cos(angle) + 0.08 * np.cos(2.0 * angle)


@defines(np.kaiser, arrays="")
def kaiser(M, beta):
    if M == 1:
        return np.ones(1)
    middle = (M - 1) / 2.0
    part = (np.arange(0.0, M) - middle) / middle
    return np.i0(beta * np.sqrt(1 - part**2.0)) / np.i0(float(beta))


# ------------------------------------------------------------------- Bessel's functions


def bessel_i1(x):
    """The derivative of ``np.i0``, by its power series, whose terms have one sign (NIST
    Digital Library of Mathematical Functions, 10.25.2)."""
    half = x / 2
    total, term, k = half, half, 1
    while np.any(np.abs(term) > 1e-17 * np.abs(total)):
        term = term * half / k * half / (k + 1)
        total = total + term
        k = k + 1
    return total


def i0_bprop(x, out, dout):
    return (dout * bessel_i1(x),)


of_arrays(np.i0, "x", shapes.elementwise(np.i0), i0_bprop)

# ----------------------------------------------------------------------------- indices


@defines(np.indices, arrays="")
def indices(dimensions, dtype=int, sparse=False):
    count, found = len(dimensions), []
    for k, size in enumerate(dimensions):
        others = tuple(j for j in range(count) if j != k)
        places = np.arange(size, dtype=dtype)
        found.append(np.expand_dims(places, others) if others else places)
    if sparse:
        return tuple(found)
    if any(negative(size) for size in dimensions):
        raise ValueError("negative dimensions are not allowed")
    return np.stack([np.broadcast_to(one, tuple(dimensions)) for one in found])


@defines(np.tril_indices_from, arrays="arr")
def tril_indices_from(arr, k=0):
    return np.tril_indices(arr.shape[-2], k, arr.shape[-1])


@defines(np.triu_indices_from, arrays="arr")
def triu_indices_from(arr, k=0):
    return np.triu_indices(arr.shape[-2], k, arr.shape[-1])


@defines(np.diag_indices_from, arrays="arr")
def diag_indices_from(arr):
    return np.diag_indices(arr.shape[0], arr.ndim)


@defines(np.mask_indices, arrays="")
def mask_indices(n, mask_func, k=0):
    return np.nonzero(mask_func(np.ones((n, n), int), k) != 0)


@defines(np.cumulative_sum, arrays="x")
def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    return cumulated(np.cumsum, x, axis, dtype, include_initial, 0)


@defines(np.cumulative_prod, arrays="x")
def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    return cumulated(np.cumprod, x, axis, dtype, include_initial, 1)


def cumulated(function, x, axis, dtype, include_initial, initial):
    if axis is None:
        if x.ndim > 1:
            unsupported("for more than one axis, `axis` is needed")
        axis = 0
    found = function(x, axis, dtype)
    if not include_initial:
        return found
    return np.concatenate(
        (layers(found, axis_in(axis, x.ndim), 1, initial), found), axis
    )
