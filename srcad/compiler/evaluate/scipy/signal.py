"""``scipy.signal``: convolutions and filters along one axis."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import signal

from srcad.compiler.evaluate.intrinsics import is_known, mismatch, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines


@defines(signal.convolve, arrays="in1 in2")
def convolve(in1, in2, mode="full", method="auto"):
    if in1.ndim != 1 or in2.ndim != 1:
        unsupported("it takes two arrays of rank 1 here")
    if mode not in ("full", "valid", "same"):
        mismatch(f"there is no mode {mode!r}")
    if 0 in [size for size in (*in1.shape, *in2.shape) if is_known(size)]:
        return np.concatenate((in1[:0], in2[:0]))
    if mode != "same":
        return np.convolve(in1, in2, mode)
    # As long as the first, and about the middle.
    start = (in2.shape[0] - 1) // 2
    return np.convolve(in1, in2)[start : start + in1.shape[0]]


@defines(signal.fftconvolve, arrays="in1 in2")
def fftconvolve(in1, in2, mode="full", axes=None):
    return signal.convolve(in1, in2, mode)


@defines(signal.correlate, arrays="in1 in2")
def correlate(in1, in2, mode="full", method="auto"):
    return signal.convolve(in1, in2[::-1], mode)


@defines(signal.lfilter, arrays="b a x")
def lfilter(b, a, x, axis=-1, zi=None):
    if x.ndim != 1 or axis not in (-1, 0):
        unsupported("it filters an array of rank 1 here")
    if zi is not None:
        unsupported("it begins with nothing here, and takes no `zi`")
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    order = a.shape[0] - 1
    if is_known(x.shape[0]) and x.shape[0] == 0 and order:
        return np.concatenate((b[:0], a[:0], x))
    given = np.convolve(x, b / a[0])[: x.shape[0]]
    if is_known(order) and order == 0:
        return given
    # a[0] y[k] = b[0] x[k] + b[1] x[k - 1] + ... - a[1] y[k - 1] - ...
    past = a[:0:-1] / a[0]
    y = np.concatenate((np.zeros(order, given.dtype), given))
    for k, _ in enumerate(given):
        y[k + order] -= past @ y[k : k + order]
    return y[order:]
