"""Fourier transforms: NumPy's, under MindSpore's arguments.

``dim`` is an axis, or several; ``n`` and ``s`` say how many elements along them are
transformed: the rest is left out, or zeros are added. ``norm`` says what is scaled:
"backward" (also None) the inverse, "forward" the transform, "ortho" both by the root.
Integers are transformed as float32.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import as_floating

__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "hfft2",
    "hfftn",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "ihfft2",
    "ihfftn",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
    "stft",
]

_OTHER_WAY = {None: "forward", "backward": "forward", "forward": "backward"}


def _numbers(input: Any) -> Any:
    return input if input.dtype.kind == "c" else as_floating(input)


def _axes(input: Any, s: Any, dim: Any) -> Any:
    """Return the axes: all, or for ``s`` the last ones; an int is one axis."""
    if dim is None:
        count = input.ndim if s is None else len(s)
        return tuple(range(input.ndim - count, input.ndim))
    return (dim,) if isinstance(dim, int) else tuple(dim)


def _other_way(norm: Any) -> Any:
    """Return the norm by which the inverse scales as the transform does by this."""
    return _OTHER_WAY.get(norm, norm)


# -------------------------------------------------------------------- along one axis


@operator
def fft(input: Any, n: Any = None, dim: int = -1, norm: Any = None) -> Any:
    """Return the transform along an axis."""
    return np.fft.fft(_numbers(input), n, dim, norm)


@operator
def ifft(input: Any, n: Any = None, dim: int = -1, norm: Any = None) -> Any:
    """Return the inverse of ``fft``."""
    return np.fft.ifft(_numbers(input), n, dim, norm)


@operator
def rfft(input: Any, n: Any = None, dim: int = -1, norm: Any = None) -> Any:
    """Return the first half of the transform of real numbers, with the middle."""
    return np.fft.rfft(as_floating(input), n, dim, norm)


@operator
def irfft(input: Any, n: Any = None, dim: int = -1, norm: Any = None) -> Any:
    """Return the inverse of ``rfft``: ``n`` real numbers, by default an even count."""
    return np.fft.irfft(_numbers(input), n, dim, norm)


@operator
def hfft(input: Any, n: Any = None, dim: int = -1, norm: Any = None) -> Any:
    """Return the real transform of what is the first half of a Hermitian signal."""
    return np.fft.hfft(_numbers(input), n, dim, norm)


@operator
def ihfft(input: Any, n: Any = None, dim: int = -1, norm: Any = None) -> Any:
    """Return the inverse of ``hfft``."""
    return np.fft.ihfft(as_floating(input), n, dim, norm)


# --------------------------------------------------------------- along several axes


@operator
def fft2(input: Any, s: Any = None, dim: Any = (-2, -1), norm: Any = None) -> Any:
    """Return the transform along two axes."""
    return np.fft.fftn(_numbers(input), s, _axes(input, s, dim), norm)


@operator
def ifft2(input: Any, s: Any = None, dim: Any = (-2, -1), norm: Any = None) -> Any:
    """Return the inverse of ``fft2``."""
    return np.fft.ifftn(_numbers(input), s, _axes(input, s, dim), norm)


@operator
def fftn(input: Any, s: Any = None, dim: Any = None, norm: Any = None) -> Any:
    """Return the transform along several axes."""
    return np.fft.fftn(_numbers(input), s, _axes(input, s, dim), norm)


@operator
def ifftn(input: Any, s: Any = None, dim: Any = None, norm: Any = None) -> Any:
    """Return the inverse of ``fftn``."""
    return np.fft.ifftn(_numbers(input), s, _axes(input, s, dim), norm)


@operator
def rfft2(input: Any, s: Any = None, dim: Any = (-2, -1), norm: Any = None) -> Any:
    """Return the transform of real numbers, the first half along the last axis."""
    return np.fft.rfftn(as_floating(input), s, _axes(input, s, dim), norm)


@operator
def irfft2(input: Any, s: Any = None, dim: Any = (-2, -1), norm: Any = None) -> Any:
    """Return the inverse of ``rfft2``."""
    return np.fft.irfftn(_numbers(input), s, _axes(input, s, dim), norm)


@operator
def rfftn(input: Any, s: Any = None, dim: Any = None, norm: Any = None) -> Any:
    """Return the transform of real numbers, the first half along the last axis."""
    return np.fft.rfftn(as_floating(input), s, _axes(input, s, dim), norm)


@operator
def irfftn(input: Any, s: Any = None, dim: Any = None, norm: Any = None) -> Any:
    """Return the inverse of ``rfftn``."""
    return np.fft.irfftn(_numbers(input), s, _axes(input, s, dim), norm)


@operator
def hfft2(input: Any, s: Any = None, dim: Any = (-2, -1), norm: Any = None) -> Any:
    """Return the real transform of one half of a Hermitian signal along two axes."""
    turned = np.conj(_numbers(input))
    return np.fft.irfftn(turned, s, _axes(input, s, dim), _other_way(norm))


@operator
def ihfft2(input: Any, s: Any = None, dim: Any = (-2, -1), norm: Any = None) -> Any:
    """Return the inverse of ``hfft2``."""
    found = np.fft.rfftn(as_floating(input), s, _axes(input, s, dim), _other_way(norm))
    return np.conj(found)


@operator
def hfftn(input: Any, s: Any = None, dim: Any = None, norm: Any = None) -> Any:
    """Return the real transform of one half of a Hermitian signal."""
    turned = np.conj(_numbers(input))
    return np.fft.irfftn(turned, s, _axes(input, s, dim), _other_way(norm))


@operator
def ihfftn(input: Any, s: Any = None, dim: Any = None, norm: Any = None) -> Any:
    """Return the inverse of ``hfftn``."""
    found = np.fft.rfftn(as_floating(input), s, _axes(input, s, dim), _other_way(norm))
    return np.conj(found)


@operator
def stft(
    x: Any,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Any = None,
    center: bool = True,
    pad_mode: str = "REFLECT",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
) -> Any:
    """Return the transforms of windows of a signal, ``(..., frequencies, windows)``.

    ``window`` has ``win_length`` weights and stands in the middle of ``n_fft``. With
    ``center`` the signal is continued by half a window on both sides. Without
    ``return_complex`` the parts of a number are a last axis.
    """
    if x.ndim not in (1, 2):
        raise ValueError(f"Expected a 1-D tensor or a 2-D tensor, but got {x.ndim}")
    hop = n_fft // 4 if hop_length is None else hop_length
    weights = np.ones(win_length or n_fft, x.dtype) if window is None else window
    left = (n_fft - weights.shape[0]) // 2
    weights = np.pad(weights, ((left, n_fft - weights.shape[0] - left),))
    given = np.iscomplexobj(x) or np.iscomplexobj(weights)
    if center:
        around = ((0, 0),) * (x.ndim - 1) + ((n_fft // 2, n_fft // 2),)
        x = np.pad(x, around, mode=_PADS[pad_mode.upper()])
    count = (x.shape[-1] - n_fft) // hop + 1
    places = np.expand_dims(np.arange(count) * hop, 1) + np.arange(n_fft)
    parts = np.take(x, places, axis=-1) * weights
    half = not given if onesided is None else onesided
    found = np.fft.rfft(parts) if half else np.fft.fft(parts)
    found = np.swapaxes(found, -1, -2)
    if normalized:
        found = found / math.sqrt(n_fft)
    if given if return_complex is None else return_complex:
        return found
    return np.stack((np.real(found), np.imag(found)), axis=-1)


_PADS: dict[str, Any] = {
    "REFLECT": "reflect",
    "CONSTANT": "constant",
    "SYMMETRIC": "symmetric",
}


# ------------------------------------------------------------------ order, frequencies


@operator
def fftshift(input: Any, dim: Any = None) -> Any:
    """Return the elements along the axes with the frequency 0 in the middle."""
    return np.fft.fftshift(input, dim)


@operator
def ifftshift(input: Any, dim: Any = None) -> Any:
    """Return the elements with the frequency 0 in front: ``fftshift`` undone."""
    return np.fft.ifftshift(input, dim)


@operator(creates=True)
def fftfreq(n: int, d: float = 1.0, dtype: Any = None) -> Any:
    """Return the frequencies of ``fft`` of ``n`` samples ``d`` apart; float32."""
    return np.fft.fftfreq(n, d).astype(np.float32 if dtype is None else dtype)


@operator(creates=True)
def rfftfreq(n: int, d: float = 1.0, dtype: Any = None) -> Any:
    """Return the frequencies of ``rfft`` of ``n`` samples ``d`` apart; float32."""
    return np.fft.rfftfreq(n, d).astype(np.float32 if dtype is None else dtype)
