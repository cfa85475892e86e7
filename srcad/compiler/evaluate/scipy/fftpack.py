"""``scipy.fftpack``: the older names of what ``scipy.fft`` has, with their order of
the parts of a transform of reals."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import fft, fftpack

from srcad.compiler.evaluate.intrinsics import axis_in, fixed, mismatch
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.fourier import resized
from srcad.compiler.evaluate.scipy.fft import alone


def _along(function: Any, known: Any) -> None:
    """Enter a transform along one axis."""

    @defines(function, arrays="x", analytic=True)
    def transform(x, n=None, axis=-1, overwrite_x=False):
        alone(overwrite_x)
        return known(x, n, axis)


def _along_several(function: Any, known: Any) -> None:
    """Enter a transform along several axes; those of two have the last by default."""
    usual = (-2, -1) if function.__name__.endswith("2") else None

    @defines(function, arrays="x", analytic=True)
    def transform(x, shape=None, axes=usual, overwrite_x=False):
        alone(overwrite_x)
        if shape is not None and len(shape) != len(x.shape if axes is None else axes):
            mismatch("axes and shape arguments have to be of the same length")
        return known(x, shape, axes)


_along(fftpack.fft, np.fft.fft)
_along(fftpack.ifft, np.fft.ifft)
_along_several(fftpack.fft2, np.fft.fftn)
_along_several(fftpack.ifft2, np.fft.ifftn)
_along_several(fftpack.fftn, np.fft.fftn)
_along_several(fftpack.ifftn, np.fft.ifftn)


@defines(fftpack.rfft, arrays="x")
def rfft(x, n=None, axis=-1, overwrite_x=False):
    # One real part, then the real and the imaginary part of each of the others.
    alone(overwrite_x)
    axis = axis_in(axis, x.ndim)
    x = np.moveaxis(resized(x, n, axis), axis, -1)
    y = np.fft.rfft(x)
    both = np.stack((np.real(y), np.imag(y)), axis=-1)
    both = np.reshape(both, (*y.shape[:-1], 2 * y.shape[-1]))
    parts = both[..., :1], both[..., 2 : x.shape[-1] + 1]
    return np.moveaxis(np.concatenate(parts, axis=-1), -1, axis)


@defines(fftpack.irfft, arrays="x")
def irfft(x, n=None, axis=-1, overwrite_x=False):
    alone(overwrite_x)
    axis = axis_in(axis, x.ndim)
    x = np.moveaxis(resized(x, n, axis), axis, -1)
    count, none = x.shape[-1], np.zeros_like(x[..., :1])
    fixed(count)
    both = np.concatenate((x[..., :1], none, x[..., 1:], none), axis=-1)
    half = count // 2 + 1
    real, imag = both[..., : 2 * half : 2], both[..., 1 : 2 * half : 2]
    return np.moveaxis(np.fft.irfft(real + 1j * imag, count), -1, axis)


@defines(fftpack.rfftfreq, arrays="")
def rfftfreq(n, d=1.0):
    return (np.arange(1, n + 1) // 2) / (n * d)


def _of_reals(function: Any, known: Any, inverse: bool) -> None:
    """Enter a transform of cosines or sines; an inverse is that but for a factor."""

    @defines(function, arrays="x")
    def transform(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
        alone(overwrite_x)
        return known(x, other(type) if inverse else type, n, axis, norm)


def _of_reals_along_several(function: Any, known: Any, inverse: bool) -> None:
    """Enter the same along several axes."""

    @defines(function, arrays="x")
    def transform(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
        alone(overwrite_x)
        return known(x, other(type) if inverse else type, shape, axes, norm)


def other(type):
    """The type of the transform that turns one of this type back."""
    return {2: 3, 3: 2}.get(type, type)


_of_reals(fftpack.dct, fft.dct, inverse=False)
_of_reals(fftpack.idct, fft.dct, inverse=True)
_of_reals(fftpack.dst, fft.dst, inverse=False)
_of_reals(fftpack.idst, fft.dst, inverse=True)
_of_reals_along_several(fftpack.dctn, fft.dctn, inverse=False)
_of_reals_along_several(fftpack.idctn, fft.dctn, inverse=True)
_of_reals_along_several(fftpack.dstn, fft.dstn, inverse=False)
_of_reals_along_several(fftpack.idstn, fft.dstn, inverse=True)
