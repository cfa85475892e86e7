"""``np.fft``: Fourier transforms.

A transform is linear and symmetric: the cotangent of its argument is the transform of
the cotangent. That of real numbers, `rfft`, and its inverse keep half of the spectrum,
in which all but the first element (and the last, of an even length) stand for two.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    emit,
    fixed,
    is_known,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import Args, Attributes, dim_of
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import Op, array_aval
from srcad.compiler.reading.sizes import Dim, Size, named_size, size_sum

# What undoes the factor of a transform in its inverse, and is that of its adjoint.
_DUAL: dict[Any, Any] = {
    None: "forward",
    "backward": "forward",
    "ortho": "ortho",
    "forward": None,
}


def _transformed(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    aval = array_aval(args[0])
    return Aval(_complex(aval.dtype), aval.shape)


def _complex(dtype: str) -> str:
    return np.fft.fft(np.ones(1, dtype)).dtype.name


def _of_half(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    """What `rfft` gives."""
    aval, axis = array_aval(args[0]), attributes["axis"]
    shape = list(aval.shape)
    shape[axis] = half(shape[axis])
    return Aval(_complex(aval.dtype), tuple(shape))


def _of_whole(args: Args, attributes: Attributes, sizes: Sizes) -> Aval:
    """What `irfft` gives, of as many elements as there are of the result."""
    aval, axis = array_aval(args[0]), attributes["axis"]
    shape, size = list(aval.shape), dim_of(args[1])
    if shape[axis] != half(size):
        # NumPy would leave some out, or take zeros for what is missing.
        sizes.fix(shape[axis])
        sizes.fix(size)
        raise ShapeError(f"whether {shape[axis]} elements make {size} is not known")
    shape[axis] = size
    dtype = np.fft.irfft(np.ones(2, aval.dtype)).dtype.name
    return Aval(dtype, tuple(shape))


def half(size: Dim) -> Dim:
    """The number of elements that `rfft` keeps of a spectrum."""
    if isinstance(size, int):
        return size // 2 + 1
    if size.constant % 2 == 0 and all(factor % 2 == 0 for _, factor in size.terms):
        terms = tuple((name, factor // 2) for name, factor in size.terms)
        return Size(terms, size.constant // 2 + 1)
    found = size_sum(named_size(f"({size}) // 2"), 1)
    assert found is not None
    return found


def _text(op: Op) -> Text:
    return Text(op.args, shown(op, axis=-1, norm=None))


def fft_bprop(a, out, dout, *, axis, norm):
    return (np.fft.fft(dout, axis=axis, norm=norm),)


def ifft_bprop(a, out, dout, *, axis, norm):
    return (np.fft.ifft(dout, axis=axis, norm=norm),)


def rfft_bprop(a, out, dout, *, axis, norm):
    size = a.shape[axis]
    weights = twice(size, dout.shape[axis], dout.ndim - 1 - axis_in(axis, dout.ndim))
    spectrum = np.conj(dout) / weights
    return (emit("irfft", spectrum, size, axis=axis, norm=_DUAL[norm]),)


def irfft_bprop(a, n, out, dout, *, axis, norm):
    weights = twice(n, a.shape[axis], dout.ndim - 1 - axis_in(axis, dout.ndim))
    spectrum = np.fft.rfft(dout, axis=axis, norm=_DUAL[norm])
    return np.conj(spectrum) * weights, None


def twice(size, count, after):
    """For how many elements of a spectrum each of its half stands, with ``after`` axes
    behind."""
    places = np.arange(count)
    weights = np.where((places == 0) | (2 * places == size), 1.0, 2.0)
    return np.expand_dims(weights, tuple(range(1, after + 1))) if after else weights


def _transform(function: Any, infer: Any, bprop: Any, analytic: bool = True) -> None:
    def evaluate(*args: Any, axis: int, norm: str | None) -> Any:
        return function(*args, axis=axis, norm=norm)

    name = function.__name__
    more: dict[str, Any] = {"function": f"np.fft.{name}", "text": _text, "raises": True}
    primitive(name, infer, evaluate, bprop, analytic=analytic, **more)


_transform(np.fft.fft, _transformed, fft_bprop)
_transform(np.fft.ifft, _transformed, ifft_bprop)
_transform(np.fft.rfft, _of_half, rfft_bprop, analytic=False)
_transform(np.fft.irfft, _of_whole, irfft_bprop)


# -------------------------------------------------------------------- one axis


def resized(a, n, axis):
    """The first ``n`` elements along an axis, with zeros behind where it has fewer."""
    size = a.shape[axis]
    if n is None or n is size:
        return a
    axis = axis_in(axis, a.ndim)
    if not is_known(n):
        return resized_at_run_time(a, n, axis)
    fixed(size)
    fixed(n)
    if n <= size:
        return a[tuple(slice(n) if k == axis else slice(None) for k in range(a.ndim))]
    widths = tuple((0, n - size) if k == axis else (0, 0) for k in range(a.ndim))
    return np.pad(a, widths)


def resized_at_run_time(a, n, axis):
    """As by ``resized``, where run time says how many elements there are."""
    if np.asarray(n).dtype.kind not in "iu" or np.ndim(n):
        unsupported("`n` is a whole number")
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    shape = tuple(n if k == axis else size for k, size in enumerate(a.shape))
    whole = np.concatenate((a, np.zeros(shape, a.dtype)), axis=axis)
    return whole[(slice(None),) * axis + (slice(n),)]


@defines(np.fft.fft, analytic=True)
def fft(a, n=None, axis=-1, norm=None):
    return emit("fft", resized(a, n, axis), axis=axis, norm=norm)


@defines(np.fft.ifft, analytic=True)
def ifft(a, n=None, axis=-1, norm=None):
    return emit("ifft", resized(a, n, axis), axis=axis, norm=norm)


@defines(np.fft.rfft)
def rfft(a, n=None, axis=-1, norm=None):
    return emit("rfft", resized(a, n, axis), axis=axis, norm=norm)


@defines(np.fft.irfft, analytic=True)
def irfft(a, n=None, axis=-1, norm=None):
    n = 2 * (a.shape[axis] - 1) if n is None else n
    if is_known(n) and is_known(a.shape[axis]):
        a = resized(a, n // 2 + 1, axis)
    return emit("irfft", a, n, axis=axis, norm=norm)


@defines(np.fft.hfft, analytic=True)
def hfft(a, n=None, axis=-1, norm=None):
    return np.fft.irfft(np.conj(a), n, axis, _DUAL[norm])


@defines(np.fft.ihfft)
def ihfft(a, n=None, axis=-1, norm=None):
    return np.conj(np.fft.rfft(a, n, axis, _DUAL[norm]))


# ------------------------------------------------------------------ several axes


def _along(transform, a, s, axes, norm):
    for size, axis in reversed(list(zip(sizes_of(a, s, axes), axes, strict=True))):
        a = transform(a, size, axis, norm)
    return a


def sizes_of(a, s, axes):
    if s is None:
        return [None for _ in axes]
    return [None if size == -1 else size for size in s]


def axes_of(a, s, axes):
    if axes is not None:
        return axes
    return tuple(range(a.ndim)) if s is None else tuple(range(-len(s), 0))


@defines(np.fft.fftn, analytic=True)
def fftn(a, s=None, axes=None, norm=None):
    return _along(np.fft.fft, a, s, axes_of(a, s, axes), norm)


@defines(np.fft.ifftn, analytic=True)
def ifftn(a, s=None, axes=None, norm=None):
    return _along(np.fft.ifft, a, s, axes_of(a, s, axes), norm)


@defines(np.fft.rfftn)
def rfftn(a, s=None, axes=None, norm=None):
    axes = axes_of(a, s, axes)
    sizes = sizes_of(a, s, axes)
    a = np.fft.rfft(a, sizes[-1], axes[-1], norm)
    for size, axis in reversed(list(zip(sizes[:-1], axes[:-1], strict=True))):
        a = np.fft.fft(a, size, axis, norm)
    return a


@defines(np.fft.irfftn, analytic=True)
def irfftn(a, s=None, axes=None, norm=None):
    axes = axes_of(a, s, axes)
    sizes = sizes_of(a, s, axes)
    for size, axis in zip(sizes[:-1], axes[:-1], strict=True):
        a = np.fft.ifft(a, size, axis, norm)
    return np.fft.irfft(a, sizes[-1], axes[-1], norm)


@defines(np.fft.fft2, analytic=True)
def fft2(a, s=None, axes=(-2, -1), norm=None):
    return np.fft.fftn(a, s, axes, norm)


@defines(np.fft.ifft2, analytic=True)
def ifft2(a, s=None, axes=(-2, -1), norm=None):
    return np.fft.ifftn(a, s, axes, norm)


@defines(np.fft.rfft2)
def rfft2(a, s=None, axes=(-2, -1), norm=None):
    return np.fft.rfftn(a, s, axes, norm)


@defines(np.fft.irfft2, analytic=True)
def irfft2(a, s=None, axes=(-2, -1), norm=None):
    return np.fft.irfftn(a, s, axes, norm)


# ------------------------------------------------------------------- the rest of it


@defines(np.fft.fftshift, arrays="x", analytic=True)
def fftshift(x, axes=None):
    axes = range(x.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes
    return np.roll(x, tuple(x.shape[axis] // 2 for axis in axes), tuple(axes))


@defines(np.fft.ifftshift, arrays="x", analytic=True)
def ifftshift(x, axes=None):
    axes = range(x.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes
    return np.roll(x, tuple(-(x.shape[axis] // 2) for axis in axes), tuple(axes))


@defines(np.fft.fftfreq, arrays="")
def fftfreq(n, d=1.0, device=None):
    later = (n - 1) // 2 + 1
    places = np.concatenate((np.arange(0, later), np.arange(-(n // 2), 0)))
    return places * (1.0 / (n * d))


@defines(np.fft.rfftfreq, arrays="")
def rfftfreq(n, d=1.0, device=None):
    return np.arange(0, n // 2 + 1) * (1.0 / (n * d))
