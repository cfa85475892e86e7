"""Functions that change the shape of arrays, join them, or repeat them."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.lists import is_list_box, joined, stacked
from srcad.compiler.evaluate.numpy_calls.registry import (
    Unsupported,
    entry,
    inlined,
    refuse_given,
    several,
)
from srcad.compiler.evaluate.numpy_calls.values import (
    as_array,
    axis_of,
    copy_of,
    number,
    of_rank_0,
    one_axis,
    shape_atom,
    transpose,
    view_of,
)
from srcad.compiler.evaluate.numpy_library import parts
from srcad.compiler.evaluate.numpy_library import shapes as library
from srcad.compiler.evaluate.operators import mindspore_dtype
from srcad.compiler.evaluate.values import has_box
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.shapes import normal_axes
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Atom, Lit, array_aval


@entry(np.reshape)
def _reshape(frame: Frame, node: ast.AST, a: Any, shape: Any, order: str = "C") -> Any:
    array, target = as_array(frame, a, node), shape_atom(frame, shape)
    if order != "C":
        help = "transpose it before, and after: that is what the order F does"
        raise Unsupported("another order than C is not supported", help)
    if array_aval(array).weak:
        array = of_rank_0(frame, array)
        return frame.session.box(frame.session.builder.emit("reshape", array, target))
    return view_of(frame, a, array, "reshape", target)


@entry(np.transpose)
def _transpose(frame: Frame, node: ast.AST, a: Any, axes: Any = None) -> Any:
    a = number(frame, a, node)
    rank = array_aval(frame.session.atom(a)).ndim
    axes = tuple(range(rank))[::-1] if axes is None else tuple(axes)
    order = tuple(normal_axes((one,), rank)[0] for one in axes)
    if sorted(order) != list(range(rank)):
        raise ShapeError(f"axes {axes} do not fit an array of rank {rank}")
    return transpose(frame, a, order)


@entry(np.expand_dims)
def _expand_dims(frame: Frame, node: ast.AST, a: Any, axis: Any) -> Any:
    array = as_array(frame, a, node)
    axes = axis if isinstance(axis, tuple | list) else (axis,)
    rank = array_aval(array).ndim + len(axes)
    order = normal_axes(tuple(axes), rank)
    return view_of(frame, a, array, "expand_dims", axis=order)


@entry(np.squeeze)
def _squeeze(frame: Frame, node: ast.AST, a: Any, axis: Any = None) -> Any:
    array = as_array(frame, a, node)
    aval = array_aval(array)
    if axis is None:
        axes = _unit_axes(frame, aval, node)
    else:
        axes = axis_of(frame, axis, aval, node)
    return view_of(frame, a, array, "squeeze", axis=axes)


def _unit_axes(frame: Frame, aval: Aval, node: ast.AST) -> tuple[int, ...]:
    """The axes of size 1. A named size becomes that of the call that is compiled for;
    ahead of time there is none, and it may be 1 or not."""
    for dim in aval.shape:
        frame.session.builder.sizes.settle(dim)
        if not isinstance(dim, int):
            frame.refuse(
                "SRC013",
                "which axes have size 1 is known at run time only",
                node,
                label=f"gets an array of {aval}",
                help="name the axes, as in `squeeze(0)`",
            )
    return tuple(k for k, dim in enumerate(aval.shape) if dim == 1)


@entry(np.broadcast_to)
def _broadcast_to(frame: Frame, node: ast.AST, array: Any, shape: Any) -> Any:
    value, target = as_array(frame, array, node), shape_atom(frame, shape)
    return view_of(frame, array, value, "broadcast_to", target)


@entry(np.broadcast_shapes)
def _broadcast_shapes(frame: Frame, node: ast.AST, *shapes: Any) -> Any:
    raise Unsupported("add the arrays, and ask for the shape of the sum")


# ---------------------------------------------------------------------------- joining


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
    refuse_given(out=out, dtype=dtype)
    if is_list_box(arrays):
        return joined(frame, arrays, axis)
    atoms = several(frame, arrays, node)
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
    cast = frame.session.builder.cast
    return [atom if isinstance(atom, Lit) else cast(atom, wanted) for atom in atoms]


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
    refuse_given(out=out, dtype=dtype)
    if is_list_box(arrays):
        return stacked(frame, arrays, axis)
    atoms = several(frame, arrays, node)
    (axis,) = normal_axes(axis, array_aval(atoms[0]).ndim + 1)
    atoms = _promoted(frame, atoms)
    return frame.session.box(frame.session.builder.emit("stack", *atoms, axis=axis))


# -------------------------------------------------------------- repeating, padding, ...


@entry(np.repeat)
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
        return inlined(frame, parts.take, [item, index, axis], node)
    if array_aval(as_array(frame, repeats, node)).ndim:
        raise Unsupported("an array of counts must be known at compile time")
    return inlined(frame, library.repeat, [item, repeats, axis], node)


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
        return inlined(frame, library.tile, [item, counts], node)
    value = frame.session.builder.emit("tile", array, reps=counts)
    return frame.session.box(value)


@entry(np.roll)
def _roll(frame: Frame, node: ast.AST, a: Any, shift: Any, axis: Any = None) -> Any:
    array = as_array(frame, a, node)
    if axis is None:
        flat = number(frame, a, node)
        return inlined(frame, library.roll_flat, [flat, shift], node)
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
        return inlined(frame, library.roll_by, [item, shifts, axes], node)
    value = frame.session.builder.emit("roll", array, shift=tuple(shifts), axis=axes)
    return frame.session.box(value)


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
        return inlined(frame, library.pad_from_inside, [item, widths, mode], node)
    value = keywords.pop("constant_values", 0)
    refuse_given(**keywords)
    if has_box(widths) or isinstance(value, tuple | list):
        return inlined(frame, library.pad_constant, [item, widths, value], node)
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


# ------------------------------------------------------------------- parts of matrices


def _triangle(name: str) -> None:
    def handler(frame: Frame, node: ast.AST, m: Any, k: Any = 0) -> Any:
        item = number(frame, m, node)
        array = frame.session.atom(item)
        if has_box(k) or array_aval(array).ndim < 2:
            definition = getattr(library, name)
            return inlined(frame, definition, [item, k], node)
        return frame.session.box(frame.session.builder.emit(name, array, k=int(k)))

    handler.__name__ = name
    entry(getattr(np, name))(handler)


_triangle("tril")
_triangle("triu")


@entry(np.diag)
def _diag(frame: Frame, node: ast.AST, v: Any, k: Any = 0) -> Any:
    item = number(frame, v, node)
    array = frame.session.atom(item)
    k = static(frame, k, node)
    if array_aval(array).ndim == 2:
        return inlined(frame, parts.diagonal, [item, k], node)
    if array_aval(array).ndim != 1:
        raise ShapeError("a vector or a matrix is needed here")
    return frame.session.box(frame.session.builder.emit("diag", array, k=int(k)))


@entry(np.trace)
def _trace(
    frame: Frame,
    node: ast.AST,
    a: Any,
    offset: Any = 0,
    axis1: Any = 0,
    axis2: Any = 1,
    dtype: Any = None,
    out: Any = None,
) -> Any:
    refuse_given(dtype=dtype, out=out)
    item = number(frame, a, node)
    array = frame.session.atom(item)
    rank = array_aval(array).ndim
    pair = [normal_axes((one,), rank)[0] for one in (axis1, axis2)]
    plain = rank == 2 and pair == [0, 1]
    if plain and array_aval(array).is_float and not has_box(offset):
        value = frame.session.builder.emit("trace", array, offset=int(offset))
        return frame.session.box(value)
    return inlined(frame, parts.trace, [item, offset, axis1, axis2], node)
