"""Elements repeated, moved round, and put around an array."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def, assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    emit,
    filled,
    is_known,
    mismatch,
    negative,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import of_numpy
from srcad.compiler.evaluate.numpy.scans import first_of, in_a_row, last_of
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive
from srcad.compiler.ir.shapes import Args, Attributes, like_first
from srcad.compiler.ir.sizes import Sizes, unknown_size
from srcad.compiler.ir.types import Lit, Op, array_aval
from srcad.compiler.reading.sizes import Dim, size_product, size_sum


def _product(left: Dim, right: Dim) -> Dim:
    found = size_product(left, right)
    return unknown_size("n") if found is None else found


def _repeated(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    aval = array_aval(args[0])
    shape = list(aval.shape)
    axis = attributes["axis"]
    shape[axis] = _product(shape[axis], attributes["repeats"])
    return Aval(aval.dtype, tuple(shape), tensor=aval.tensor)


def repeat_bprop(x, out, dout, *, repeats, axis):
    apart = x.shape[: axis + 1] + (repeats,) + x.shape[axis + 1 :]
    return (np.sum(np.reshape(dout, apart), axis=axis + 1),)


def _repeat_text(op: Op) -> Text:
    axis = {"axis": op.attribute("axis")}
    return Text((*op.args, op.attribute("repeats")), axis, method=True)


of_numpy(
    np.repeat,
    _repeated,
    repeat_bprop,
    exact=(0,),
    text=_repeat_text,
    analytic=True,
)


@defines(np.repeat, method="repeats, axis=None", shared=True, analytic=True)
def repeat(a, repeats, axis=None):
    if axis is None:
        return np.repeat(in_a_row(a), repeats, 0)
    axis = axis_in(axis, a.ndim)
    if is_known(repeats):
        if isinstance(repeats, int | np.integer):
            return emit("repeat", a, repeats=int(repeats), axis=axis)
        if len(repeats) == 1:
            return emit("repeat", a, repeats=int(repeats[0]), axis=axis)
        if not is_known(a.shape[axis]):
            return np.take(a, places_repeated(repeats, a.shape[axis]), axis)
        return np.take(a, np.repeat(list(range(a.shape[axis])), repeats), axis)
    if np.ndim(repeats):
        return np.take(a, places_repeated(repeats, a.shape[axis]), axis)
    shape = a.shape[: axis + 1] + (repeats,) + a.shape[axis + 1 :]
    wide = np.broadcast_to(np.expand_dims(a, axis + 1), shape)
    merged = a.shape[:axis] + (a.shape[axis] * repeats,) + a.shape[axis + 1 :]
    return np.reshape(wide, merged)


def places_repeated(counts, length):
    """Each position of an axis as often as its count says; a single one says it for
    all."""
    counts = np.broadcast_to(counts, (length,))
    if np.any(counts < 0):
        raise ValueError("repeats may not contain negative values.")
    ends = np.cumsum(counts)
    return np.searchsorted(ends, np.arange(np.sum(counts)), side="right")


def _tiled(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    """One repetition for each axis."""
    aval = array_aval(args[0])
    pairs = zip(aval.shape, attributes["reps"], strict=True)
    shape = tuple(_product(dim, count) for dim, count in pairs)
    return Aval(aval.dtype, shape, tensor=aval.tensor)


def tile_bprop(x, out, dout, *, reps):
    apart = ()
    counts = ()
    for count, size in zip(reps, x.shape, strict=True):
        if count != 1:
            counts = counts + (len(apart),)
            apart = apart + (count,)
        apart = apart + (size,)
    return (np.sum(np.reshape(dout, apart), axis=counts),)


def _tile_text(op: Op) -> Text:
    reps = op.attribute("reps")
    return Text((*op.args, reps[0] if len(reps) == 1 else reps))


of_numpy(np.tile, _tiled, tile_bprop, exact=(0,), text=_tile_text, analytic=True)


@defines(np.tile, arrays="A", analytic=True)
def tile(A, reps):
    reps = tuple(reps) if isinstance(reps, tuple | list) else (reps,)
    new = len(reps) - np.ndim(A)
    if new > 0:
        return np.tile(np.expand_dims(A, tuple(range(new))), reps)
    reps = (1,) * -new + reps
    if is_known(reps):
        counts = [int(n) if isinstance(n, int | np.integer) else n for n in reps]
        return emit("tile", A, reps=tuple(counts))
    pairs = list(zip(A.shape, reps, strict=True))
    narrow = tuple(part for size, _ in pairs for part in (1, size))
    wide = tuple(part for size, count in pairs for part in (count, size))
    merged = tuple(size * count for size, count in pairs)
    return np.reshape(np.broadcast_to(np.reshape(A, narrow), wide), merged)


# -------------------------------------------------------------------------------- roll


def roll_bprop(x, out, dout, *, shift, axis):
    return (np.roll(dout, tuple(-one for one in shift), axis),)


def _roll_text(op: Op) -> Text:
    shift, axis = op.attribute("shift"), op.attribute("axis")
    if len(shift) == 1:
        shift, axis = shift[0], axis[0]
    return Text((*op.args, shift), {"axis": axis})


of_numpy(np.roll, like_first, roll_bprop, exact=(0,), text=_roll_text, analytic=True)


@defines(np.roll, analytic=True)
def roll(a, shift, axis=None):
    if axis is None:
        if a.ndim == 1:
            return np.roll(a, shift, 0)
        return np.reshape(np.roll(np.ravel(a), shift, 0), a.shape)
    if np.ndim(shift) > 1:
        mismatch("the shifts are a number, or one for each axis")
    several = isinstance(shift, tuple | list) or np.ndim(shift) == 1
    shifts = tuple(shift) if several else (shift,)
    axes = tuple(axis) if isinstance(axis, tuple | list) else (axis,)
    if len(shifts) != len(axes) and 1 not in (len(shifts), len(axes)):
        mismatch(f"{len(shifts)} shifts along {len(axes)} axes")
    count = max(len(shifts), len(axes))
    shifts, axes = shifts * (count // len(shifts)), axes * (count // len(axes))
    axes = tuple(axis_in(one, a.ndim) for one in axes)
    if is_known(shifts):
        return emit("roll", a, shift=shifts, axis=axes)
    for one, axis in zip(shifts, axes, strict=True):
        places = (np.arange(a.shape[axis]) - one) % a.shape[axis]
        a = a[(slice(None),) * axis + (places,)]
    return a


# --------------------------------------------------------------------------------- pad


def _padded(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    aval = array_aval(args[0])
    pairs = zip(aval.shape, attributes["widths"], strict=True)
    shape = tuple(size_sum(dim, before + after) for dim, (before, after) in pairs)
    return Aval(aval.dtype, shape, tensor=aval.tensor)


def _filled(x: Any, value: Any, widths: Any) -> Any:
    return np.pad(x, widths, constant_values=value)


def pad_bprop(x, value, out, dout, *, widths):
    inside = tuple(slice(before, -after if after else None) for before, after in widths)
    dx = dout[inside]
    return dx, np.sum(dout) - np.sum(dx)


def _pad_text(op: Op) -> Text:
    array, value = op.args
    widths = op.attribute("widths")
    if all(pair == widths[0] for pair in widths):
        before, after = widths[0]
        widths = before if before == after else widths[0]
    zero = isinstance(value, Lit) and value.value == 0
    return Text((array, widths), {} if zero else {"constant_values": value})


primitive(
    "pad",
    _padded,
    _filled,
    pad_bprop,
    exact=(0, 1),
    text=_pad_text,
    analytic=True,
)


@defines(np.pad, arrays="array", analytic=True)
def pad(
    array,
    pad_width,
    mode="constant",
    *,
    constant_values=0,
    end_values=0,
    stat_length=None,
    reflect_type="even",
):
    if np.ndim(array) == 0:
        return np.copy(array)  # there is no axis to be made longer
    widths = widths_of(pad_width, array.ndim)
    for before, after in widths:
        if negative(before) or negative(after):
            raise ValueError("index can't contain negative values")
    if stat_length is not None or reflect_type != "even":
        unsupported("the arguments `stat_length` and `reflect_type` are not supported")
    if mode == "linear_ramp":
        return pad_ramp(array, widths, widths_of(end_values, array.ndim))
    if mode in _STATISTICS:
        return pad_along(array, widths, _STATISTICS[mode])
    if mode not in ("constant", "empty"):
        if not is_known(constant_values) or constant_values != 0:
            unsupported("the argument `constant_values` is not supported")
        return pad_from_inside(array, widths, mode)
    if isinstance(constant_values, tuple | list):
        return pad_each(array, widths, widths_of(constant_values, array.ndim))
    if is_known(widths):
        return emit("pad", array, constant_values, widths=widths)
    return pad_constant(array, widths, constant_values)


def widths_of(given, rank):
    """How much before and after each axis, of all the forms that NumPy takes."""
    if not isinstance(given, tuple | list):
        return ((given, given),) * rank
    if not any(isinstance(one, tuple | list) for one in given):
        given = (given,)
    pairs = tuple((one[0], one[-1]) for one in given)
    if len(pairs) not in (1, rank):
        mismatch(f"{len(pairs)} widths for an array of rank {rank}")
    return pairs * (rank if len(pairs) == 1 else 1)


def pad_constant(array, widths, value):
    """``np.pad`` with widths that are known at run time."""
    shape = tuple(a + n + b for n, (a, b) in zip(array.shape, widths, strict=True))
    out = np.full(shape, value, dtype=array.dtype)
    inside = tuple(
        slice(a, a + n) for n, (a, b) in zip(array.shape, widths, strict=True)
    )
    out[inside] = array
    return out


# What a mode puts on both sides of an axis, made of all that is along it.
_STATISTICS = {
    "maximum": np.max,
    "minimum": np.min,
    "mean": np.mean,
    "median": np.median,
}


def pad_along(array, widths, function):
    """``np.pad`` with what a function makes of the elements along each axis."""
    if array.dtype.kind != "f" and function in (np.mean, np.median):
        unsupported("of integers it rounds")
    for axis, (before, after) in enumerate(widths):
        one = function(array, axis=axis, keepdims=True)
        parts = np.repeat(one, before, axis), array, np.repeat(one, after, axis)
        array = np.concatenate(parts, axis=axis)
    return array


def pad_each(array, widths, values):
    """``np.pad`` with a number for each side of each axis."""
    for axis, (before, after) in enumerate(widths):
        first, last = values[axis]
        parts = layers(array, axis, before, first), layers(array, axis, after, last)
        array = np.concatenate((parts[0], array, parts[1]), axis=axis)
    return array


def layers(array, axis, count, value):
    """So many layers of one value along an axis."""
    shape = tuple(count if k == axis else size for k, size in enumerate(array.shape))
    return np.full(shape, value, array.dtype)


def pad_ramp(array, widths, ends):
    """``np.pad`` with what leads from the edges to given values."""
    for axis, (before, after) in enumerate(widths):
        parts, place = [array], (slice(None),) * axis
        if not is_known(before) or before:
            first = ramp(first_of(array, place), ends[axis][0], before, axis)
            parts.insert(0, np.flip(first, axis))
        if not is_known(after) or after:
            parts.append(ramp(last_of(array, place), ends[axis][1], after, axis))
        array = np.concatenate(parts, axis=axis)
    return array


def ramp(edge, end, count, axis):
    """As many steps from ``edge`` to ``end``."""
    others = tuple(k for k in range(edge.ndim) if k != axis)
    if edge.dtype.kind != "f":
        unsupported("a ramp is of floating numbers here")
    shares = np.linspace(0.0, 1.0, count + 1, dtype=edge.dtype)[1:]
    shares = np.expand_dims(shares, others) if others else shares
    return edge + (end - edge) * shares


def pad_from_inside(array, widths, mode):
    """``np.pad`` where each new element is one of the old."""
    for axis, (before, after) in enumerate(widths):
        if is_known((before, after)) and before == after == 0:
            continue
        size = array.shape[axis]
        if not filled(array) and size == 0 and before + after > 0:
            raise ValueError("can't extend an empty axis but with a constant")
        places = np.arange(-before, size + after)
        if mode == "edge":
            places = np.clip(places, 0, size - 1)
        elif mode == "wrap":
            places = places % size
        elif mode == "symmetric":
            places = np.minimum(places % (2 * size), -(places + 1) % (2 * size))
        elif mode == "reflect":
            period = max(2 * size - 2, 1)
            places = np.minimum(places % period, -places % period)
        else:
            unsupported(f"the mode {mode!r} is not supported")
        array = array[(slice(None),) * axis + (places,)]
    return array
