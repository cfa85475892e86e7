"""Elements chosen by indices, windows, and the parts of matrices."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import axis_in, unsupported, viewed
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import (
    call_numpy,
    entry,
    inlined,
    method,
    refuse_given,
)
from srcad.compiler.evaluate.numpy.values import number, shape_atom
from srcad.compiler.evaluate.objects import Box, has_box
from srcad.compiler.evaluate.subscripts import read_array
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import like_first, normal_axes, result_of
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import Atom, array_aval
from srcad.compiler.reading.sizes import size_sum

Args = tuple[Atom, ...]
Attributes = Mapping[str, Any]


@defines(
    np.take,
    arrays="a indices",
    method="indices, axis=None, out=None, mode='raise'",
    shared=True,
)
def take(a, indices, axis=None, out=None, mode="raise"):
    if out is not None or mode != "raise":
        unsupported("the arguments `out` and `mode` are not supported")
    if axis is None:
        return np.ravel(a)[indices]
    return a[(slice(None),) * axis_in(axis, a.ndim) + (indices,)]


@defines(np.take_along_axis, arrays="arr indices")
def take_along_axis(arr, indices, axis=-1):
    if axis is None:
        return np.ravel(arr)[indices]
    return arr[places_along(arr, indices, axis_in(axis, arr.ndim))]


def places_along(arr, indices, axis):
    """The index that goes with ``indices`` along one axis."""
    index = []
    for k in range(arr.ndim):
        if k == axis:
            index.append(indices)
        else:
            others = tuple(j for j in range(arr.ndim) if j != k)
            index.append(np.expand_dims(np.arange(arr.shape[k]), others))
    return tuple(index)


@defines(np.compress, arrays="condition a")
def compress(condition, a, axis=None):
    if condition.ndim != 1:
        unsupported("the condition is a list of bools")
    # It may be shorter than the axis.
    return np.take(a, np.nonzero(condition)[0], axis)


@method("compress", "condition, axis=None, out=None")
def _compress(
    frame: Frame, node: ast.AST, box: Box, condition: Any, **given: Any
) -> Any:
    return call_numpy(frame, np.compress, [condition, box], given, node)


@defines(np.extract, arrays="condition arr")
def extract(condition, arr):
    return np.ravel(arr)[np.ravel(condition)]


@defines(np.lib.stride_tricks.sliding_window_view, arrays="x")
def sliding_window_view(x, window_shape, axis=None):
    if not isinstance(window_shape, int):
        unsupported("it takes the length of a window along one axis")
    if axis is None and x.ndim > 1:
        unsupported("the axis is needed")
    axis = 0 if axis is None else axis_in(axis, x.ndim)
    starts = np.arange(x.shape[axis] - window_shape + 1)
    places = np.expand_dims(starts, 1) + np.arange(window_shape)
    windows = viewed(x, (slice(None),) * axis + (places,))
    return np.moveaxis(windows, axis + 1, -1)


@method("item", "/, *args", shared=True)
def _item(frame: Frame, node: ast.AST, box: Box, args: tuple[Any, ...] = ()) -> Any:
    """``x.item(k)``: of all elements in a row, ``x.item(i, j)``: of the array."""
    aval, session = box.aval, frame.session
    assert isinstance(aval, Aval)
    key = tuple(args[0]) if args and isinstance(args[0], tuple) else args
    if not args and any(dim != 1 for dim in aval.shape):
        if all(isinstance(dim, int) for dim in aval.shape):
            raise ShapeError("can only convert an array of size 1 to a Python scalar")
        # It raises where there is more than one element.
        alone = session.builder.emit("make_shape")
        return session.box(session.builder.emit("reshape", box.value, alone))
    if len(key) == 1 and aval.ndim > 1:
        flat = session.builder.emit("reshape", box.value, shape_atom(frame, -1))
        box = session.box(flat)
    elif not key:
        key = (0,) * aval.ndim
    return read_array(frame, box, key, node)


# --------------------------------------------------------------------------- diagonals


@defines(np.diagonal, method="offset=0, axis1=0, axis2=1", shared=True)
def diagonal(a, offset=0, axis1=0, axis2=1):
    if axis_in(axis1, a.ndim) == axis_in(axis2, a.ndim):
        unsupported("`axis1` and `axis2` are the same axis")
    if a.ndim != 2 or axis1 % 2 != 0:
        a = np.moveaxis(a, (axis1, axis2), (-2, -1))
    rows, columns = a.shape[-2], a.shape[-1]
    if offset == 0 and rows is columns:
        count = rows
    elif offset >= 0:
        count = min(rows, columns - offset)
    else:
        count = min(rows + offset, columns)
    index = np.arange(count)
    row = index - offset if offset < 0 else index
    column = index + offset if offset > 0 else index
    return viewed(a, (..., row, column) if a.ndim > 2 else (row, column))


def _matrix_of_vector(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    (dim,) = array_aval(args[0]).shape
    side = size_sum(dim, abs(attributes["k"]))
    return result_of(args, (side, side))


def diag_bprop(x, out, dout, *, k):
    index = np.arange(x.shape[0])
    return (dout[index - min(k, 0), index + max(k, 0)],)


primitive(
    "diag",
    _matrix_of_vector,
    lambda x, k: np.diag(x, k),
    diag_bprop,
    exact=(0,),
    text=lambda op: Text(op.args, shown(op, k=0)),
)


@entry(np.diag)
def _diag(frame: Frame, node: ast.AST, v: Any, k: Any = 0) -> Any:
    item = number(frame, v, node)
    array = frame.session.atom(item)
    k = static(frame, k, node)
    if array_aval(array).ndim == 2:
        return inlined(frame, diagonal, [item, k], node)
    if array_aval(array).ndim != 1:
        raise ShapeError("a vector or a matrix is needed here")
    return frame.session.box(frame.session.builder.emit("diag", array, k=int(k)))


@defines(np.diagflat, arrays="v")
def diagflat(v, k=0):
    return np.diag(np.ravel(v), k)


def _number(args: Args, _: Attributes, __: Sizes) -> Aval:
    return result_of(args, ())


def trace_bprop(x, out, dout, *, offset):
    return (dout * np.eye(x.shape[0], x.shape[1], offset, x.dtype),)


primitive(
    "trace",
    _number,
    lambda x, offset: np.trace(x, offset),
    trace_bprop,
    number=True,
    exact=(0,),
    text=lambda op: Text(op.args, shown(op, offset=0)),
)


@entry(np.trace, method="offset=0, axis1=0, axis2=1, dtype=None, out=None", shared=True)
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
    return inlined(frame, trace, [item, offset, axis1, axis2], node)


def trace(a, offset, axis1, axis2):
    """The sum of a diagonal, of any of them."""
    return np.sum(np.diagonal(a, offset, axis1, axis2), axis=-1)


# --------------------------------------------------------------------------- triangles


def tril_bprop(x, out, dout, *, k):
    return (np.tril(dout, k),)


def triu_bprop(x, out, dout, *, k):
    return (np.triu(dout, k),)


def tril(m, k):
    """``np.tril`` for a diagonal that is known at run time, or of a vector."""
    rows = np.expand_dims(np.arange(m.shape[-1 if m.ndim == 1 else -2]), 1)
    return np.where(np.arange(m.shape[-1]) <= rows + k, m, 0)


def triu(m, k):
    """``np.triu`` for a diagonal that is known at run time, or of a vector."""
    rows = np.expand_dims(np.arange(m.shape[-1 if m.ndim == 1 else -2]), 1)
    return np.where(np.arange(m.shape[-1]) >= rows + k, m, 0)


def _triangle(function: Any, definition: Any, bprop: Any) -> None:
    name = function.__name__

    def evaluate(x: Any, k: int) -> Any:
        return function(x, k)

    def handler(frame: Frame, node: ast.AST, m: Any, k: Any = 0) -> Any:
        item = number(frame, m, node)
        array = frame.session.atom(item)
        if has_box(k) or array_aval(array).ndim < 2:
            return inlined(frame, definition, [item, k], node)
        return frame.session.box(frame.session.builder.emit(name, array, k=int(k)))

    primitive(
        name,
        like_first,
        evaluate,
        bprop,
        exact=(0,),
        text=lambda op: Text(op.args, shown(op, k=0)),
    )
    entry(function)(handler)


_triangle(np.tril, tril, tril_bprop)
_triangle(np.triu, triu, triu_bprop)
