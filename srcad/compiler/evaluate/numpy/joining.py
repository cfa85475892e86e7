"""Arrays put together, and cut into pieces."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import axis_in, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import entry, refuse_given
from srcad.compiler.evaluate.numpy.values import (
    as_array,
    cast_of_a_kind,
    described,
    emitted,
    of_rows,
    one_axis,
    shape_atom,
)
from srcad.compiler.evaluate.objects import is_array_box
from srcad.compiler.evaluate.operations.operators import mindspore_dtype
from srcad.compiler.evaluate.operations.sequences import sequence_parts
from srcad.compiler.evaluate.storage.list_arrays import joined, stacked
from srcad.compiler.evaluate.storage.list_items import is_list_box
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import (
    Args,
    Attributes,
    common_dtype,
    is_tensor,
    normal_axes,
)
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import Atom, Op, array_aval
from srcad.compiler.reading.sizes import size_sum


def _joined(args: Args, attributes: Attributes, s: Sizes) -> Aval:
    axis, avals = attributes["axis"], [array_aval(atom) for atom in args]
    shape = list(avals[0].shape)
    for aval in avals[1:]:
        if aval.ndim != len(shape):
            raise ShapeError(f"cannot concatenate {avals[0]} and {aval}")
        for k, dim in enumerate(aval.shape):
            if k == axis:
                shape[k] = size_sum(shape[k], dim)
            else:
                shape[k] = s.same(shape[k], dim, "concatenated sizes differ")
    return Aval(common_dtype(args), tuple(shape), tensor=is_tensor(args))


def _stacked(args: Args, attributes: Attributes, s: Sizes) -> Aval:
    shape = list(array_aval(args[0]).shape)
    for atom in args[1:]:
        if len(array_aval(atom).shape) != len(shape):
            raise ShapeError(f"cannot stack {args[0].aval} and {atom.aval}")
        for k, dim in enumerate(array_aval(atom).shape):
            shape[k] = s.same(shape[k], dim, "stacked sizes differ")
    shape.insert(attributes["axis"], len(args))
    return Aval(common_dtype(args), tuple(shape), tensor=is_tensor(args))


def concatenate_bprop(arrays, out, dout, *, axis):
    before = (slice(None),) * axis
    cotangents = []
    start = 0
    for array in arrays:
        stop = start + array.shape[axis]
        cotangents.append(dout[before + (slice(start, stop),)])
        start = stop
    return tuple(cotangents)


def stack_bprop(arrays, out, dout, *, axis):
    before = (slice(None),) * axis
    return tuple(dout[before + (k,)] for k in range(len(arrays)))


def _text(op: Op) -> Text:
    return Text((op.args,), shown(op, axis=0))


primitive(
    "concatenate",
    _joined,
    lambda *xs, axis: np.concatenate(xs, axis),
    concatenate_bprop,
    variadic=True,
    exact="all",
    word="joined",
    text=_text,
    analytic=True,
)
primitive(
    "stack",
    _stacked,
    lambda *xs, axis: np.stack(xs, axis),
    stack_bprop,
    variadic=True,
    exact="all",
    word="stacked",
    text=_text,
    analytic=True,
)


def _several(frame: Frame, arrays: Any, node: ast.AST) -> list[Atom]:
    """The arrays of a tuple or list, at least one, or the rows of an array."""
    if is_array_box(arrays) and array_aval(frame.session.atom(arrays)).ndim:
        arrays = sequence_parts(frame, arrays, node)
    if isinstance(arrays, tuple | list) and arrays:
        return [as_array(frame, item, node) for item in arrays]
    frame.refuse(
        "SRC013",
        "a tuple or list of arrays is needed here",
        node,
        label=f"gets {described(arrays)}",
        help="as in `np.concatenate([x, y])`",
    )


@entry(np.concatenate)
def _concatenate(
    frame: Frame,
    node: ast.AST,
    arrays: Any,
    axis: Any = 0,
    out: Any = None,
    *,
    dtype: Any = None,
) -> Any:
    refuse_given(out=out)
    if dtype is not None:
        whole = _concatenate(frame, node, arrays, axis)
        return cast_of_a_kind(frame, whole, dtype)
    arrays = of_rows(frame, arrays, node)
    if is_list_box(arrays):
        return joined(frame, arrays, axis)
    atoms = _several(frame, arrays, node)
    emit = frame.session.builder.emit
    if axis is None:
        flat = shape_atom(frame, -1)
        atoms = [a if _is_flat(a) else emit("reshape", a, flat) for a in atoms]
        axis = 0
    axis = one_axis(frame, axis, array_aval(atoms[0]), node)
    atoms = _promoted(frame, atoms)
    return frame.session.box(emit("concatenate", *atoms, axis=axis))


def _promoted(frame: Frame, atoms: list[Atom]) -> list[Atom]:
    """What is joined, cast where MindSpore promotes otherwise than NumPy does."""
    avals = [array_aval(atom) for atom in atoms]
    if not any(aval.tensor for aval in avals):
        return atoms
    wanted = mindspore_dtype("concatenate", avals)
    if np.result_type(*(aval.dtype for aval in avals)).name == wanted:
        return atoms
    return [frame.session.builder.cast_value(atom, wanted) for atom in atoms]


def _is_flat(atom: Atom) -> bool:
    return array_aval(atom).ndim == 1


@entry(np.stack)
def _stack(
    frame: Frame,
    node: ast.AST,
    arrays: Any,
    axis: Any = 0,
    out: Any = None,
    *,
    dtype: Any = None,
) -> Any:
    refuse_given(out=out)
    if dtype is not None:
        return cast_of_a_kind(frame, _stack(frame, node, arrays, axis), dtype)
    arrays = of_rows(frame, arrays, node)
    if is_list_box(arrays):
        return stacked(frame, arrays, axis)
    atoms = _several(frame, arrays, node)
    (axis,) = normal_axes(axis, array_aval(atoms[0]).ndim + 1)
    atoms = _promoted(frame, atoms)
    return emitted(frame, "stack", *atoms, axis=axis)


# NumPy 2 calls it by one name, and deprecates the other.
@defines(*{np.vstack, getattr(np, "row_stack", np.vstack)}, arrays="", analytic=True)
def vstack(tup, *, dtype=None):
    return np.concatenate([np.atleast_2d(a) for a in tup], axis=0, dtype=dtype)


@defines(np.hstack, arrays="", analytic=True)
def hstack(tup, *, dtype=None):
    parts = [np.atleast_1d(a) for a in tup]
    return np.concatenate(parts, axis=0 if parts[0].ndim == 1 else 1, dtype=dtype)


@defines(np.dstack, arrays="", analytic=True)
def dstack(tup):
    return np.concatenate([np.atleast_3d(a) for a in tup], axis=2)


@defines(np.column_stack, arrays="", analytic=True)
def column_stack(tup):
    columns = [np.reshape(a, (-1, 1)) if np.ndim(a) < 2 else a for a in tup]
    return np.concatenate(columns, axis=1)


@defines(np.append, arrays="arr values", analytic=True)
def append(arr, values, axis=None):
    if axis is None:
        return np.concatenate((np.ravel(arr), np.ravel(values)))
    return np.concatenate((arr, values), axis=axis)


@defines(np.block, arrays="", analytic=True)
def block(arrays):
    if not isinstance(arrays, list):
        return np.array(arrays)
    depth, rank = _depth(arrays)
    return _blocks(arrays, depth, max(depth, rank))


def _depth(arrays):
    """How deep the lists are nested, and the rank of what is in them."""
    if not isinstance(arrays, list):
        return 0, np.ndim(arrays)
    depth, rank = _depth(arrays[0])
    return depth + 1, rank


def _blocks(arrays, depth, rank):
    """Nested lists: the innermost are joined along the last axis."""
    if depth == 0:
        new = tuple(range(rank - np.ndim(arrays)))
        return np.expand_dims(arrays, new) if new else arrays
    parts = [_blocks(one, depth - 1, rank) for one in arrays]
    return np.concatenate(parts, axis=-depth)


# ------------------------------------------------------------------------------ pieces


def cut(ary, cuts, axis):
    """The pieces between the places where an axis is cut."""
    before = (slice(None),) * axis
    starts, stops = [0] + cuts, cuts + [None]
    return [ary[before + (slice(a, b),)] for a, b in zip(starts, stops, strict=True)]


@defines(np.split, arrays="ary", analytic=True)
def split(ary, indices_or_sections, axis=0):
    axis = axis_in(axis, ary.ndim)
    if not isinstance(indices_or_sections, int):
        return cut(ary, list(indices_or_sections), axis)
    size, count = ary.shape[axis], int(indices_or_sections)
    if count == 0:
        raise ZeroDivisionError("integer modulo by zero")
    if is_known(size):
        if size % count:
            unsupported("an array is not divided into equal parts here")
        return cut(ary, [size // count * k for k in range(1, count)], axis)
    # The reshape fails where the parts are not equal.
    apart = np.reshape(ary, ary.shape[:axis] + (count, -1) + ary.shape[axis + 1 :])
    return [apart[(slice(None),) * axis + (k,)] for k in range(count)]


@defines(np.array_split, arrays="ary", analytic=True)
def array_split(ary, indices_or_sections, axis=0):
    axis = axis_in(axis, ary.ndim)
    if not isinstance(indices_or_sections, int):
        return cut(ary, list(indices_or_sections), axis)
    size, count = ary.shape[axis], int(indices_or_sections)
    if count < 1:
        raise ValueError("number sections must be larger than 0.")
    # The first ones get one element more.
    part, longer = size // count, size % count
    if is_known(count):
        return cut(ary, [part * k + min(k, longer) for k in range(1, count)], axis)
    before, ends = (slice(None),) * axis, np.arange(count + 1)
    ends = part * ends + np.minimum(ends, longer)
    return [ary[before + (slice(ends[k], ends[k + 1]),)] for k in range(count)]


@defines(np.hsplit, arrays="ary", analytic=True)
def hsplit(ary, indices_or_sections):
    return np.split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


@defines(np.vsplit, arrays="ary", analytic=True)
def vsplit(ary, indices_or_sections):
    return np.split(ary, indices_or_sections, 0)


@defines(np.dsplit, arrays="ary", analytic=True)
def dsplit(ary, indices_or_sections):
    return np.split(ary, indices_or_sections, 2)


@defines(np.unstack, arrays="x")
def unstack(x, /, *, axis=0):
    rows = np.moveaxis(x, axis, 0)
    return tuple(rows[k] for k in range(rows.shape[0]))
