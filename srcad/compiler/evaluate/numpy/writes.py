"""Functions that write into their first argument."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import axis_in, filled, unsupported
from srcad.compiler.evaluate.numpy.parts import (
    of_one_shape,
    places_along,
    places_within,
    truths,
    unraveled,
)
from srcad.compiler.evaluate.numpy.registry import call_numpy, entry, inlined, method
from srcad.compiler.evaluate.numpy.values import as_array, number, written
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operations.changes import refuse_unsafe_write
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.evaluate.operations.subscripts import (
    check_fits,
    make_index,
    write_array,
)
from srcad.compiler.evaluate.storage.element_writes import write_array_in_place
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Lit, array_aval


@entry(np.add.at)
def _add_at(frame: Frame, node: ast.AST, a: Any, indices: Any, b: Any) -> Any:
    box = written(frame, a, node)
    refuse_unsafe_write(frame, box, node)
    index, args = make_index(frame, indices, node)
    index = index.without_ellipsis(array_aval(box.value).ndim, args)
    value = as_array(frame, b, node)
    check_fits(frame, box.value, index, args, value)
    session = frame.session
    value = session.builder.cast_value(value, array_aval(box.value).dtype)
    new = session.builder.emit("add_at", box.value, value, *args, index=index)
    if not isinstance(box.value, Lit):
        new.hint, new.named = box.value.hint, True
    write_array_in_place(frame, box, new, node)


@entry(np.subtract.at)
def _subtract_at(frame: Frame, node: ast.AST, a: Any, indices: Any, b: Any) -> Any:
    value = emit_elementwise(frame, "negative", number(frame, b, node))
    return _add_at(frame, node, a, indices, value)


def _check_casting(have: Aval, target: Box, casting: str) -> None:
    """Raise the TypeError of NumPy's where what is written is of another dtype."""
    want = array_aval(target.value)
    if not np.can_cast(have.dtype, want.dtype, casting):  # type: ignore[arg-type]
        raise TypeError(
            f"Cannot cast array data from dtype('{have.dtype}') to "
            f"dtype('{want.dtype}') according to the rule '{casting}'"
        )


def _check_safe(frame: Frame, values: Any, target: Box, node: ast.AST) -> None:
    """What is no array yet is made one of the dtype that is written into."""
    if isinstance(values, Box | np.ndarray):
        have = array_aval(as_array(frame, values, node))
        if have.ndim and not have.weak:
            _check_casting(have, target, "safe")


@entry(np.copyto)
def _copyto(
    frame: Frame,
    node: ast.AST,
    dst: Any,
    src: Any,
    casting: Any = "same_kind",
    where: Any = True,
) -> Any:
    target = written(frame, dst, node)
    have = array_aval(as_array(frame, src, node))
    if casting == "same_kind" or not have.weak:
        _check_casting(have, target, casting)
    if where is True:
        write_array(frame, target, ..., src, node)
    else:
        inlined(frame, copy_where, [target, src, where], node)


def copy_where(dst, src, where):
    """``np.copyto(dst, src, where=where)``."""
    chosen = truths(where) if isinstance(where, list | tuple) else np.asarray(where)
    if chosen.dtype.kind != "b":
        unsupported("`where` is an array of bools")
    mask = np.broadcast_to(chosen, dst.shape)
    dst[mask] = src if np.ndim(src) == 0 else np.broadcast_to(src, dst.shape)[mask]


@entry(np.put_along_axis)
def _put_along_axis(
    frame: Frame, node: ast.AST, arr: Any, indices: Any, values: Any, axis: Any = -1
) -> Any:
    box = written(frame, arr, node)
    key = inlined(frame, along_axis, [box, indices, axis], node)
    write_array(frame, box, key, values, node)


def along_axis(arr, indices, axis):
    """The index of ``np.put_along_axis``."""
    if axis is None:
        return in_a_row(arr, np.asarray(indices))
    return places_along(arr, indices, axis_in(axis, arr.ndim))


def in_a_row(arr, places):
    """The index of elements that are counted in a row."""
    if places.ndim != 1 or places.dtype.kind not in "iu":
        unsupported("without an axis the indices are whole numbers, along one axis")
    if arr.ndim == 1:
        return (places,)
    size = np.size(arr)
    if np.any((places < -size) | (places >= size)):
        raise IndexError("a position is out of bounds")
    return np.unravel_index(np.where(places < 0, places + size, places), arr.shape)


@entry(np.fill_diagonal)
def _fill_diagonal(
    frame: Frame, node: ast.AST, a: Any, val: Any, wrap: Any = False
) -> Any:
    box = written(frame, a, node)
    rank = array_aval(box.value).ndim
    if rank < 2:
        raise ShapeError("it takes an array of rank 2 or more")
    key = inlined(frame, on_the_diagonal, [box, bool(wrap) and rank == 2], node)
    values = as_array(frame, val, node)
    if array_aval(values).ndim:
        val = inlined(frame, as_often_as, [val, key[0]], node)
    write_array(frame, box, key, val, node)


def on_the_diagonal(a, wrap):
    """The index of the main diagonal; it begins again below where it ``wraps``."""
    if not wrap:
        index = np.arange(min(a.shape))
        return (index,) * a.ndim
    rows, columns = a.shape
    places = np.arange(0, rows * columns, columns + 1)
    return places // columns, places % columns


def as_often_as(values, places):
    """The values, from the start again where there are more places."""
    count = np.size(places)
    return np.ravel(values)[np.arange(count) % np.size(values)]


@entry(np.putmask)
def _putmask(frame: Frame, node: ast.AST, a: Any, mask: Any, values: Any) -> Any:
    box = written(frame, a, node)
    mask = inlined(frame, of_one_size, [box, mask], node)
    _check_safe(frame, values, box, node)
    if array_aval(as_array(frame, values, node)).ndim:
        values = inlined(frame, at_the_mask, [box, mask, values], node)
    write_array(frame, box, mask, values, node)


def of_one_size(a, mask):
    """The mask, as bools, of an array that has as many elements."""
    mask = truths(mask)
    if not of_one_shape(mask, a) and np.size(mask) != np.size(a):
        raise ValueError("mask and data must be the same size")
    return mask


def at_the_mask(a, mask, values):
    """Of the values, repeated as often as there are elements, those at the mask."""
    return as_often_as(values, a)[np.ravel(mask)]


@entry(np.place)
def _place(frame: Frame, node: ast.AST, arr: Any, mask: Any, vals: Any) -> Any:
    box = written(frame, arr, node)
    mask = inlined(frame, of_one_size, [box, mask], node)
    _check_safe(frame, vals, box, node)
    values = inlined(frame, for_the_mask, [mask, vals], node)
    write_array(frame, box, mask, values, node)


def for_the_mask(mask, vals):
    """The values one after the other, for as many places as the mask has."""
    vals = np.asarray(vals)
    if not filled(vals) and np.size(vals) == 0 and np.any(mask):
        raise ValueError("Cannot insert from an empty array!")
    return as_often_as(vals, np.nonzero(np.ravel(mask))[0])


@entry(np.put)
def _put(
    frame: Frame, node: ast.AST, a: Any, ind: Any, v: Any, mode: Any = "raise"
) -> Any:
    box = written(frame, a, node)
    key = inlined(frame, places_in_a_row, [box, ind, mode], node)
    if array_aval(as_array(frame, v, node)).ndim:
        v = inlined(frame, as_often_as, [v, key[0]], node)
    write_array(frame, box, key, v, node)


@method("put", "indices, values, mode='raise'")
def _put_method(
    frame: Frame, node: ast.AST, box: Box, indices: Any, values: Any, **given: Any
) -> Any:
    return call_numpy(frame, np.put, [box, indices, values], given, node)


def places_in_a_row(a, indices, mode):
    """The index of elements that are counted in a row."""
    places = places_within(np.ravel(indices), np.size(a), mode)
    return unraveled(places, a.shape)


@method("fill", "value, /")
def _fill(frame: Frame, node: ast.AST, box: Box, value: Any) -> None:
    write_array(frame, box, ..., value, node)
