"""``scipy.fft``: transforms as NumPy has them, and those of cosines and sines."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import fft

from srcad.compiler.evaluate.intrinsics import axis_in, mismatch, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.fourier import resized


def alone(overwrite_x, plan=None):
    """What else the functions of SciPy may be told."""
    if overwrite_x:
        unsupported("what `overwrite_x` leaves in the argument is not known")
    if plan is not None:
        unsupported("there are no plans here")


def _as_numpy(function: Any, known: Any, analytic: bool = True) -> None:
    """Enter a transform along one axis."""

    @defines(function, arrays="x", analytic=analytic)
    def transform(
        x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None
    ):
        alone(overwrite_x, plan)
        return known(x, n, axis, norm)


def _as_numpy_along(function: Any, known: Any, analytic: bool = True) -> None:
    """Enter a transform along several axes; those of two have the last by default."""
    usual = (-2, -1) if function.__name__.endswith("2") else None

    @defines(function, arrays="x", analytic=analytic)
    def transform(
        x, s=None, axes=usual, norm=None, overwrite_x=False, workers=None, *, plan=None
    ):
        alone(overwrite_x, plan)
        return known(x, s, axes, norm)


_as_numpy(fft.fft, np.fft.fft)
_as_numpy(fft.ifft, np.fft.ifft)
_as_numpy(fft.rfft, np.fft.rfft, analytic=False)
_as_numpy(fft.irfft, np.fft.irfft)
_as_numpy(fft.hfft, np.fft.hfft)
_as_numpy(fft.ihfft, np.fft.ihfft, analytic=False)
_as_numpy_along(fft.fft2, np.fft.fft2)
_as_numpy_along(fft.ifft2, np.fft.ifft2)
_as_numpy_along(fft.rfft2, np.fft.rfft2, analytic=False)
_as_numpy_along(fft.irfft2, np.fft.irfft2)
_as_numpy_along(fft.fftn, np.fft.fftn)
_as_numpy_along(fft.ifftn, np.fft.ifftn)
_as_numpy_along(fft.rfftn, np.fft.rfftn, analytic=False)
_as_numpy_along(fft.irfftn, np.fft.irfftn)


@defines(fft.fftshift, arrays="x", analytic=True)
def fftshift(x, axes=None):
    return np.fft.fftshift(x, axes)


@defines(fft.ifftshift, arrays="x", analytic=True)
def ifftshift(x, axes=None):
    return np.fft.ifftshift(x, axes)


@defines(fft.fftfreq, arrays="")
def fftfreq(n, d=1.0, *, xp=None, device=None):
    return np.fft.fftfreq(n, d)


@defines(fft.rfftfreq, arrays="")
def rfftfreq(n, d=1.0, *, xp=None, device=None):
    return np.fft.rfftfreq(n, d)


# -------------------------------------------------------------- cosines and sines


def _of_reals(function: Any, computed: Any, inverse: bool) -> None:
    """Enter a transform of cosines or sines, or its inverse."""

    @defines(function, arrays="x")
    def transform(
        x,
        type=2,
        n=None,
        axis=-1,
        norm=None,
        overwrite_x=False,
        workers=None,
        orthogonalize=None,
    ):
        alone(overwrite_x)
        if type not in (2, 3):
            unsupported(f"the transform of type {type} is not known here")
        if norm not in (None, "backward", "ortho", "forward"):
            mismatch(f"there is no norm {norm!r}")
        even = norm == "ortho" if orthogonalize is None else orthogonalize
        if inverse:
            type, norm = 5 - type, opposite(norm)
        axis = axis_in(axis, x.ndim)
        x = np.moveaxis(resized(x, n, axis), axis, -1)
        y = np.moveaxis(computed(x, type, norm, even), -1, axis)
        return y.astype(x.dtype) if x.dtype.kind == "f" else y


def opposite(norm):
    return {"forward": None, "ortho": "ortho"}.get(norm, "forward")


def cosines(x, type, norm, even):
    """``y[k] = 2 Σ x[j] cos(π k (2 j + 1) / 2 n)`` (type 2), and its transpose but for
    the first element (type 3), by a transform of twice the length. Where it is ``even``
    the rows of the matrix are equally long."""
    count = x.shape[-1]
    first = np.arange(count) == 0
    turns = np.exp(-0.5j * np.pi * np.arange(count) / count)
    if type == 2:
        both = np.concatenate((x, x[..., ::-1]), axis=-1)
        y = np.real(np.fft.fft(both)[..., :count] * turns)
        if even:
            y = y * np.where(first, np.sqrt(0.5), 1.0)
    else:
        weights = np.where(first, np.sqrt(2.0) if even else 1.0, 2.0)
        spectrum = x * weights * np.conj(turns)
        both = np.concatenate((spectrum, np.zeros_like(spectrum)), axis=-1)
        y = np.real(np.fft.ifft(both)[..., :count]) * (2 * count)
    if norm == "ortho":
        return y / np.sqrt(2 * count)
    return y / (2 * count) if norm == "forward" else y


def sines(x, type, norm, even):
    """``y[k] = 2 Σ x[j] sin(π (k + 1) (2 j + 1) / 2 n)`` (type 2): the cosines of what
    has every other sign turned, backwards; and its transpose (type 3)."""
    signs = np.where(np.arange(x.shape[-1]) % 2 == 0, 1.0, -1.0)
    if type == 2:
        return cosines(x * signs, type, norm, even)[..., ::-1]
    return signs * cosines(x[..., ::-1], type, norm, even)


_of_reals(fft.dct, cosines, inverse=False)
_of_reals(fft.idct, cosines, inverse=True)
_of_reals(fft.dst, sines, inverse=False)
_of_reals(fft.idst, sines, inverse=True)


def _of_reals_along(function: Any, along: Any) -> None:
    """Enter the same along several axes, one after the other."""

    @defines(function, arrays="x")
    def transform(
        x,
        type=2,
        s=None,
        axes=None,
        norm=None,
        overwrite_x=False,
        workers=None,
        *,
        orthogonalize=None,
    ):
        alone(overwrite_x)
        axes, sizes = axes_of(x.ndim, s, axes)
        for axis, n in zip(axes, sizes, strict=True):
            x = along(x, type, n, axis, norm, orthogonalize=orthogonalize)
        return x


def axes_of(rank, s, axes):
    """The axes that are meant, each with the size that it gets."""
    if axes is None:
        axes = range(rank) if s is None else range(rank - len(s), rank)
    elif np.ndim(axes) == 0:
        axes = (axes,)
    sizes = (None,) * len(axes) if s is None else s
    if len(sizes) != len(axes):
        mismatch("when given, axes and shape arguments have to be of the same length")
    return axes, sizes


_of_reals_along(fft.dctn, fft.dct)
_of_reals_along(fft.idctn, fft.idct)
_of_reals_along(fft.dstn, fft.dst)
_of_reals_along(fft.idstn, fft.idst)
