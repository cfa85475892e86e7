"""Elements repeated, moved round, and put around an array."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def, assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    emit,
    is_known,
    mismatch,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import of_numpy
from srcad.compiler.evaluate.numpy.scans import in_a_row
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


of_numpy(np.repeat, _repeated, repeat_bprop, text=_repeat_text)


@defines(np.repeat, method="repeats, axis=None", shared=True)
def repeat(a, repeats, axis=None):
    if axis is None:
        return np.repeat(in_a_row(a), repeats, 0)
    axis = axis_in(axis, a.ndim)
    if is_known(repeats):
        if isinstance(repeats, int | np.integer):
            return emit("repeat", a, repeats=int(repeats), axis=axis)
        if not is_known(a.shape[axis]):
            unsupported("with a list of counts it needs a known size")
        return np.take(a, np.repeat(list(range(a.shape[axis])), repeats), axis)
    if np.ndim(repeats):
        unsupported("an array of counts must be known at compile time")
    shape = a.shape[: axis + 1] + (repeats,) + a.shape[axis + 1 :]
    wide = np.broadcast_to(np.expand_dims(a, axis + 1), shape)
    merged = a.shape[:axis] + (a.shape[axis] * repeats,) + a.shape[axis + 1 :]
    return np.reshape(wide, merged)


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


of_numpy(np.tile, _tiled, tile_bprop, text=_tile_text)


@defines(np.tile, arrays="A")
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


of_numpy(np.roll, like_first, roll_bprop, exact=(0,), text=_roll_text)


@defines(np.roll)
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


primitive("pad", _padded, _filled, pad_bprop, text=_pad_text)


@defines(np.pad, arrays="array")
def pad(array, pad_width, mode="constant", *, constant_values=0):
    if np.ndim(array) == 0:
        return np.copy(array)  # there is no axis to be made longer
    widths = widths_of(pad_width, array.ndim)
    if mode != "constant":
        if not is_known(constant_values) or constant_values != 0:
            unsupported("the argument `constant_values` is not supported")
        return pad_from_inside(array, widths, mode)
    if isinstance(constant_values, tuple | list):
        unsupported("the values are one number here")
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


def pad_from_inside(array, widths, mode):
    """``np.pad`` where each new element is one of the old."""
    for axis, (before, after) in enumerate(widths):
        if is_known((before, after)) and before == after == 0:
            continue
        size = array.shape[axis]
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
