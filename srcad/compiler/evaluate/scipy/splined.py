"""``scipy.ndimage``: the coefficients of splines through the elements of an array, and
the elements and weights that a point between them has.

P. Thévenaz, T. Blu and M. Unser, Interpolation revisited (2000).
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import ndimage

from srcad.compiler.evaluate.intrinsics import axis_in, emit, fixed, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.rows import name_of
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import array_aval

MODES = (
    *("reflect", "grid-mirror", "constant", "grid-constant"),
    *("nearest", "mirror", "grid-wrap", "wrap"),
)
# Modes in which the coefficients of the image in a mirror at an element are meant.
MIRRORED = ("mirror", "constant", "wrap", "grid-constant")
# How far an array goes on before it is filtered, where it goes on without an end.
PADDED = 12


def check_order(order):
    if order < 0 or order > 5:
        raise RuntimeError("spline order not supported")
    if order > 3:
        unsupported("`order` is 0, 1, 2 or 3 here")


def check_mode(mode):
    if mode not in MODES:
        raise RuntimeError("boundary mode not supported")


# ------------------------------------------------------------------------ coefficients


def _coefficients(args: Args, _: Attributes, __: Sizes) -> Aval:
    return result_of(args, array_aval(args[0]).shape, "float64")


def spline_filter1d_bprop(x, out, dout, *, order, axis, mode):
    count = x.shape[axis]
    if count == 1:
        return (dout,)
    shape = [1] * x.ndim
    shape[axis] = count
    if mode in MIRRORED:
        # The ends count half.
        places = np.reshape(np.arange(count), shape)
        ends = np.where((places == 0) | (places == count - 1), 0.5, 1.0)
        return (ends * filtered(dout / ends, order, axis, mode),)
    if mode == "grid-wrap" or count > PADDED + 4:
        return (filtered(dout, order, axis, mode),)
    # SciPy begins a reflected row as if it had no end: of a short one that is felt.
    matrix = filtered(np.eye(count), order, 0, mode)
    rows = np.moveaxis(dout, axis, -1) @ matrix
    return (np.moveaxis(rows, -1, axis),)


_FILTER = name_of("scipy.ndimage", ndimage.spline_filter1d)
primitive(
    _FILTER,
    _coefficients,
    ndimage.spline_filter1d,
    spline_filter1d_bprop,
    function=_FILTER,
    library="scipy.ndimage",
    word="coefficients",
    text=lambda op: Text(op.args, shown(op, order=3, axis=-1, mode="mirror")),
)


def filtered(x, order, axis, mode):
    return ndimage.spline_filter1d(x, order, axis, mode=mode)


def as_it_comes(output):
    """SciPy makes the result of another dtype, or writes into an array."""
    if output is not np.float64:
        unsupported("assign the result, it takes no `output` here")


@defines(ndimage.spline_filter1d, arrays="input")
def spline_filter1d(input, order=3, axis=-1, output=np.float64, mode="mirror"):
    check_order(order)
    check_mode(mode)
    as_it_comes(output)
    axis, x = axis_in(axis, input.ndim), np.asarray(input, np.float64)
    if order < 2:
        return np.copy(x)
    fixed(x.shape[axis])
    return emit("ndimage.spline_filter1d", x, order=order, axis=axis, mode=mode)


@defines(ndimage.spline_filter, arrays="input")
def spline_filter(input, order=3, output=np.float64, mode="mirror"):
    if order < 2 or order > 5:
        raise RuntimeError("spline order not supported")
    as_it_comes(output)
    return coefficients(input, order, mode, range(input.ndim))


def coefficients(x, order, mode, axes):
    """Along some axes."""
    for axis in axes:
        x = ndimage.spline_filter1d(x, order, axis, mode=mode)
    return x


def prepared(x, order, mode, cval, prefilter, axes):
    """The coefficients, and by how many elements they begin before the array."""
    check_order(order)
    check_mode(mode)
    x = np.asarray(x, np.float64)
    if order < 2 or not prefilter:
        return x, 0
    if mode not in ("nearest", "grid-constant"):
        return coefficients(x, order, mode, axes), 0
    widths = [(PADDED, PADDED) if axis in axes else (0, 0) for axis in range(x.ndim)]
    if mode == "nearest":
        x = np.pad(x, widths, "edge")
    else:
        x = np.pad(x, widths, constant_values=cval)
    return coefficients(x, order, mode, axes), PADDED


# ---------------------------------------------------------------- between the elements


def folded(at, count, mode):
    """Where a point beyond the ends is among the elements."""
    if mode == "constant" or mode == "nearest":
        return np.clip(at, 0, count - 1)
    if mode in ("reflect", "grid-mirror"):
        rest = np.mod(at, 2 * count)
        return np.where(rest >= count, 2 * count - 1 - rest, rest)
    if mode == "grid-wrap":
        return np.mod(at, count)
    if mode == "grid-constant":
        return at
    if count == 1:
        return 0 * at
    last = count - 1
    if mode == "mirror":
        rest = np.mod(np.abs(at), 2 * last)
        return np.where(rest > last, 2 * last - rest, rest)
    rest = np.mod(at, last)
    rest = np.where((at < 0) & (rest == 0), last, rest)
    return np.where((at >= 0) & (at <= last), at, rest)


def weights_at(at, order):
    """The first element that has a weight, and the weights."""
    if order == 0:
        return np.floor(at + 0.5), [1.0]
    if order == 1:
        first = np.floor(at)
        return first, [1 - (at - first), at - first]
    if order == 2:
        middle = np.floor(at + 0.5)
        part = at - middle
        sides = 0.5 * (0.5 - part) ** 2, 0.5 * (0.5 + part) ** 2
        return middle - 1, [sides[0], 0.75 - part**2, sides[1]]
    before = np.floor(at)
    part = at - before
    rest = 1 - part
    inner = [(one * one * (one - 2) * 3 + 4) / 6 for one in (part, rest)]
    return before - 1, [rest**3 / 6, *inner, part**3 / 6]


def taps(at, count, order, mode, npad):
    """The places of the elements and their weights, one after the other; and where
    there is an element, None where there is one for every place."""
    size = count + 2 * npad
    first, weights = weights_at(folded(at + npad, size, mode), order)
    first, found = first.astype(np.int64), []
    for k, weight in enumerate(weights):
        place = first + k
        if mode == "grid-constant":
            there = (place >= 0) & (place < size)
            found.append((np.clip(place, 0, size - 1), weight, there))
        elif mode == "nearest":
            found.append((np.clip(place, 0, size - 1), weight, None))
        else:
            edge = "mirror" if mode in ("constant", "wrap") else mode
            found.append((folded(place, size, edge), weight, None))
    return found


def beyond(at, count):
    """Whether points are outside of the elements, which have the value `cval`."""
    return (at < 0) | (at > count - 1)


def along(c, at, axis, count, order, mode, cval, npad) -> Any:
    """The spline at points along one axis."""
    shape = [1] * c.ndim
    shape[axis] = -1
    total = 0.0
    for place, weight, there in taps(at, count, order, mode, npad):
        part = np.take(c, place, axis=axis)
        if there is not None:
            part = np.where(np.reshape(there, shape), part, cval)
        total = total + part * (weight if order == 0 else np.reshape(weight, shape))
    return total
