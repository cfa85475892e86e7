"""Elements repeated, moved round, and put around an array."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def, assignment"

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.numpy.parts import take
from srcad.compiler.evaluate.numpy.registry import (
    Unsupported,
    entry,
    inlined,
    refuse_given,
)
from srcad.compiler.evaluate.numpy.values import (
    as_array,
    copy_of,
    number,
    of_rank_0,
    one_axis,
    shape_atom,
)
from srcad.compiler.evaluate.objects import has_box
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive
from srcad.compiler.ir.shapes import like_first, normal_axes
from srcad.compiler.ir.sizes import ShapeError, Sizes, unknown_size
from srcad.compiler.ir.types import Atom, Lit, Op, array_aval
from srcad.compiler.reading.sizes import Dim, size_product, size_sum

Args = tuple[Atom, ...]
Attributes = Mapping[str, Any]


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


primitive("repeat", _repeated, np.repeat, repeat_bprop, text=_repeat_text)


@entry(np.repeat, method="repeats, axis=None", shared=True)
def _repeat(frame: Frame, node: ast.AST, a: Any, repeats: Any, axis: Any = None) -> Any:
    array = as_array(frame, a, node)
    if axis is None:
        if array_aval(array).ndim != 1:
            array = of_rank_0(frame, array)
            array = frame.session.builder.emit("reshape", array, shape_atom(frame, -1))
        axis = 0
    axis = one_axis(frame, axis, array_aval(array), node)
    item = frame.session.box(array)
    if isinstance(repeats, int):
        value = frame.session.builder.emit("repeat", array, repeats=repeats, axis=axis)
        return frame.session.box(value)
    if not has_box(repeats):
        size = array_aval(array).shape[axis]
        if not isinstance(size, int):
            raise Unsupported("with a list of counts it needs a known size")
        index = np.repeat(np.arange(size), np.asarray(repeats))
        return inlined(frame, take, [item, index, axis], node)
    if array_aval(as_array(frame, repeats, node)).ndim:
        raise Unsupported("an array of counts must be known at compile time")
    return inlined(frame, repeat, [item, repeats, axis], node)


def repeat(a, repeats, axis):
    """``np.repeat`` with a count that is known at run time."""
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


primitive("tile", _tiled, np.tile, tile_bprop, text=_tile_text)


@entry(np.tile)
def _tile(frame: Frame, node: ast.AST, A: Any, reps: Any) -> Any:
    array = as_array(frame, A, node)
    counts = tuple(reps) if isinstance(reps, tuple | list) else (reps,)
    rank = array_aval(array).ndim
    if len(counts) > rank:
        new = tuple(range(len(counts) - rank))
        array = frame.session.builder.emit("expand_dims", array, axis=new)
    counts = (1,) * (rank - len(counts)) + counts
    if has_box(counts):
        item = frame.session.box(array)
        return inlined(frame, tile, [item, counts], node)
    value = frame.session.builder.emit("tile", array, reps=counts)
    return frame.session.box(value)


def tile(A, reps):
    """``np.tile`` with counts that are known at run time, one for each axis."""
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


primitive("roll", like_first, np.roll, roll_bprop, exact=(0,), text=_roll_text)


@entry(np.roll)
def _roll(frame: Frame, node: ast.AST, a: Any, shift: Any, axis: Any = None) -> Any:
    array = as_array(frame, a, node)
    if axis is None:
        flat = number(frame, a, node)
        return inlined(frame, roll_flat, [flat, shift], node)
    shifts = shift if isinstance(shift, tuple | list) else (shift,)
    axes = axis if isinstance(axis, tuple | list) else (axis,)
    if len(shifts) != len(axes):
        if 1 not in (len(shifts), len(axes)):
            raise ShapeError(f"{len(shifts)} shifts along {len(axes)} axes")
        count = max(len(shifts), len(axes))
        shifts = tuple(shifts) * (count // len(shifts))
        axes = tuple(axes) * (count // len(axes))
    rank = array_aval(array).ndim
    axes = tuple(normal_axes(one, rank)[0] for one in axes)
    if has_box(shifts):
        item = frame.session.box(array)
        return inlined(frame, roll_by, [item, shifts, axes], node)
    value = frame.session.builder.emit("roll", array, shift=tuple(shifts), axis=axes)
    return frame.session.box(value)


def roll_flat(a, shift):
    """``np.roll`` without an axis."""
    if a.ndim == 1:
        return np.roll(a, shift, 0)
    return np.reshape(np.roll(np.ravel(a), shift, 0), a.shape)


def roll_by(a, shifts, axes):
    """``np.roll`` by what is known at run time."""
    for shift, axis in zip(shifts, axes, strict=True):
        places = (np.arange(a.shape[axis]) - shift) % a.shape[axis]
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


@entry(np.pad)
def _pad(
    frame: Frame,
    node: ast.AST,
    array: Any,
    pad_width: Any,
    mode: Any = "constant",
    **keywords: Any,
) -> Any:
    item = number(frame, array, node)
    atom = frame.session.atom(item)
    if not array_aval(atom).ndim:
        return copy_of(frame, item)  # there is no axis to be made longer
    widths = _widths(pad_width, array_aval(atom).ndim)
    if mode != "constant":
        refuse_given(**keywords)
        return inlined(frame, pad_from_inside, [item, widths, mode], node)
    value = keywords.pop("constant_values", 0)
    refuse_given(**keywords)
    if has_box(widths) or isinstance(value, tuple | list):
        return inlined(frame, pad_constant, [item, widths, value], node)
    filled = frame.session.builder.emit(
        "pad", atom, frame.session.atom(value), widths=widths
    )
    return frame.session.box(filled)


def _widths(given: Any, rank: int) -> tuple[tuple[Any, Any], ...]:
    """How much before and after each axis, of all the forms that NumPy takes."""
    if not isinstance(given, tuple | list):
        return ((given, given),) * rank
    if not any(isinstance(one, tuple | list) for one in given):
        given = (given,)
    pairs = [(one[0], one[-1]) for one in given]
    if len(pairs) not in (1, rank):
        raise ShapeError(f"{len(pairs)} widths for an array of rank {rank}")
    return tuple(pairs) * (rank if len(pairs) == 1 else 1)


def pad_constant(array, widths, value):
    """``np.pad`` with widths or values that differ or are known at run time."""
    if isinstance(value, tuple | list):
        unsupported("the values are one number here")
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
