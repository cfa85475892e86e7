"""Elements chosen by indices, windows, and the parts of matrices."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.dispatch import HANDLERS
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    differ,
    emit,
    is_known,
    mismatch,
    unsupported,
    viewed,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import (
    call_numpy,
    method,
    of_numpy,
    register,
)
from srcad.compiler.evaluate.numpy.values import shape_atom
from srcad.compiler.evaluate.objects import Box, box_of, size_of
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.evaluate.operations.subscripts import read_array
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, shown
from srcad.compiler.ir.shapes import Args, Attributes, like_first, result_of
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import Op, applications, array_aval
from srcad.compiler.reading.sizes import size_sum


@defines(
    np.take,
    arrays="a indices",
    method="indices, axis=None, out=None, mode='raise'",
    shared=True,
    analytic=True,
)
def take(a, indices, axis=None, out=None, mode="raise"):
    if out is not None:
        unsupported("pass `out` by its name")
    if indices.dtype == np.bool_:
        indices = indices.astype(np.int64)  # positions, and no mask
    if axis is None:
        return np.ravel(a)[places_within(indices, np.size(a), mode)]
    indices = places_within(indices, np.size(a, axis), mode)
    return a[(slice(None),) * axis_in(axis, a.ndim) + (indices,)]


def places_within(indices, size, mode):
    """Positions as ``mode`` says; what is not there raises where it is used."""
    if mode == "raise":
        return indices
    if mode == "wrap":
        return indices % size
    if mode != "clip":
        unsupported(f"there is no mode {mode!r}")
    return np.clip(indices, 0, size - 1)


@defines(np.unravel_index, arrays="indices")
def unravel_index(indices, shape, order="C"):
    sizes = tuple(shape) if isinstance(shape, tuple | list) else (shape,)
    places = unraveled(indices, shape, order)
    last = 0 if order == "C" else -1
    if not is_place_in(indices, sizes):
        if np.any((places[last] < 0) | (places[last] >= sizes[last])):
            raise ValueError("index is out of bounds for array")
    return places


def is_place_in(index, sizes):
    """Whether it is known that an index is a place that was found in such an array."""
    return False


def _is_place_in(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    index, shape = args
    made = applications(reversed(frame.session.builder.ops))
    op = next((op for op in made if box_of(index).value in op.results), None)
    if op is None or not op.primitive.startswith("arg"):
        return False
    sizes, dims = [size_of(one) for one in shape], array_aval(op.args[0]).shape
    return op.attribute("axis") is None and sizes == list(dims)


register(is_place_in, _is_place_in)


def unraveled(indices, shape, order="C"):
    """The same, unless an index is out of bounds."""
    sizes = tuple(shape) if isinstance(shape, tuple | list) else (shape,)
    places = []
    for size in sizes[:-1] if order == "F" else reversed(sizes[1:]):
        places.append(indices % size)
        indices = indices // size
    # What is too large is so here, and raises where it is used.
    places.append(indices)
    return tuple(places) if order == "F" else tuple(reversed(places))


@defines(np.ravel_multi_index, arrays="")
def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    if mode != "raise" or order != "C":
        unsupported("the arguments `mode` and `order` are not supported")
    place = 0
    for index, size in zip(multi_index, dims, strict=True):
        if np.any(np.asarray(index) < 0) or np.any(np.asarray(index) >= size):
            raise ValueError("invalid entry in coordinates array")
        place = place * size + index
    return place


@defines(np.take_along_axis, arrays="arr indices", analytic=True)
def take_along_axis(arr, indices, axis=-1):
    if indices.dtype == np.bool_:
        mismatch("the indices are integers")
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


@defines(np.compress, arrays="condition a", analytic=True)
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


@defines(np.extract, arrays="condition arr", analytic=True)
def extract(condition, arr):
    elements, mask = np.ravel(arr), truths(np.ravel(condition))
    if of_one_shape(condition, arr):
        return elements[mask]
    # It may be shorter, or longer with nothing that is true.
    return elements[np.nonzero(mask)[0]]


def of_one_shape(a, b):
    """Whether it is known that two arrays have the same shape."""
    if a.ndim != b.ndim:
        return False
    apart = [differ(m, n) for m, n in zip(a.shape, b.shape, strict=True)]
    return not any(not is_known(one) or one for one in apart)


def truths(mask):
    """A mask of bools; of numbers, which are no places here, those that are not 0."""
    mask = np.asarray(mask)
    return mask if mask.dtype.kind == "b" else mask != 0


@defines(np.lib.stride_tricks.sliding_window_view, arrays="x", analytic=True)
def sliding_window_view(x, window_shape, axis=None):
    lengths = (window_shape,) if isinstance(window_shape, int) else window_shape
    axes = range(x.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    if len(lengths) != len(axes):
        mismatch(f"{len(lengths)} lengths of windows for {len(axes)} axes")
    rank = x.ndim
    for length, one in zip(lengths, axes, strict=True):
        x = windows_along(x, length, axis_in(one, rank))
    return x


def windows_along(x, window_shape, axis):
    """The windows along one axis, in a new axis at the end."""
    starts = np.arange(x.shape[axis] - window_shape + 1)
    places = np.expand_dims(starts, 1) + np.arange(window_shape)
    windows = viewed(x, (slice(None),) * axis + (places,))
    return np.moveaxis(windows, axis + 1, -1)


@method("item", "/, *args", shared=True)
def _item(frame: Frame, node: ast.AST, box: Box, args: tuple[Any, ...] = ()) -> Any:
    """``x.item(k)``: of all elements in a row, ``x.item(i, j)``: of the array."""
    aval, session = box.aval, frame.session
    assert isinstance(aval, Aval)
    refuse_wide(frame, box, node)
    of_axes = len(args) == 1 and isinstance(args[0], tuple)
    if not of_axes and any(isinstance(one, tuple) for one in args):
        raise ShapeError("a place in an array is given as ints, or as one tuple")
    key = tuple(args[0]) if of_axes else args
    if not args and any(dim != 1 for dim in aval.shape):
        if aval.is_fixed:
            raise ShapeError("can only convert an array of size 1 to a Python scalar")
        # It raises where there is more than one element.
        alone = session.builder.emit("make_shape")
        only = session.box(session.builder.emit("reshape", box.value, alone))
        return as_number(frame, only, node)
    if len(key) == 1 and aval.ndim != 1:
        flat = session.builder.emit("reshape", box.value, shape_atom(frame, -1))
        box = session.box(flat)
    elif not key:
        key = (0,) * aval.ndim
    return as_number(frame, read_array(frame, box, key, node), node)


def as_number(frame: Frame, box: Box, node: ast.AST) -> Any:
    """The number of Python that ``item`` gives of one of NumPy's."""
    aval = box.aval
    assert isinstance(aval, Aval)
    if aval.is_complex and not aval.tensor:
        return HANDLERS[complex](frame, [box], {}, node)
    word = _NUMBERS.get(np.dtype(aval.dtype).kind)
    if aval.weak or word is None:
        return box
    number: Box = emit_elementwise(frame, word, box)
    return number


_NUMBERS = {"f": "float", "i": "int", "u": "int"}


def refuse_wide(frame: Frame, box: Box, node: ast.AST) -> None:
    """Refuse the numbers of Python of those that are wider, which NumPy leaves as they
    are."""
    dtype = np.dtype(box.aval.dtype)
    if dtype.kind == "f" and dtype.itemsize > np.dtype(float).itemsize:
        message = f"the numbers of Python of a {dtype} array are not supported"
        frame.refuse("SRC012", message, node, help="convert it with `astype(float)`")


# --------------------------------------------------------------------------- diagonals


@defines(np.diagonal, method="offset=0, axis1=0, axis2=1", shared=True, analytic=True)
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


of_numpy(
    np.diag,
    _matrix_of_vector,
    diag_bprop,
    exact=(0,),
    text=lambda op: Text(op.args, shown(op, k=0)),
    analytic=True,
)


@defines(np.diag, arrays="v", analytic=True)
def diag(v, k=0):
    if v.ndim not in (1, 2):
        mismatch("a vector or a matrix is needed here")
    if v.ndim == 2 and is_known(k):
        return np.diagonal(v, k)
    return emit("diag", v, k=int(k))


@defines(np.diagflat, arrays="v", analytic=True)
def diagflat(v, k=0):
    return np.diag(np.ravel(v), k)


def _number(args: Args, _: Attributes, __: Sizes) -> Aval:
    return result_of(args, ())


def trace_bprop(x, out, dout, *, offset):
    return (dout * np.eye(x.shape[0], x.shape[1], offset, x.dtype),)


of_numpy(
    np.trace,
    _number,
    trace_bprop,
    number=True,
    exact=(0,),
    text=lambda op: Text(op.args, shown(op, offset=0)),
    analytic=True,
)


@defines(
    np.trace,
    method="offset=0, axis1=0, axis2=1, dtype=None, out=None",
    shared=True,
    analytic=True,
)
def trace(a, offset=0, axis1=0, axis2=1):
    axes = axis_in(axis1, a.ndim), axis_in(axis2, a.ndim)
    if a.ndim == 2 and axes == (0, 1) and a.dtype.kind == "f" and is_known(offset):
        return emit("trace", a, offset=int(offset))
    return np.sum(np.diagonal(a, offset, axis1, axis2), axis=-1)


@defines(np.linalg.diagonal, arrays="x", analytic=True)
def diagonals_of_matrices(x, /, *, offset=0):
    return np.diagonal(x, offset, -2, -1)


@defines(np.linalg.trace, arrays="x", analytic=True)
def traces_of_matrices(x, /, *, offset=0, dtype=None):
    x = x if dtype is None else np.astype(x, dtype)
    return np.trace(x, offset, -2, -1)


# --------------------------------------------------------------------------- triangles


def tril_bprop(x, out, dout, *, k):
    return (np.tril(dout, k),)


def triu_bprop(x, out, dout, *, k):
    return (np.triu(dout, k),)


def _triangle_text(op: Op) -> Text:
    return Text(op.args, shown(op, k=0))


of_numpy(
    np.tril, like_first, tril_bprop, exact=(0,), text=_triangle_text, analytic=True
)
of_numpy(
    np.triu, like_first, triu_bprop, exact=(0,), text=_triangle_text, analytic=True
)


def check_diagonal(k):
    if np.ndim(k):
        unsupported("the number of a diagonal is a number")


@defines(np.tril, arrays="m", analytic=True)
def tril(m, k=0):
    check_diagonal(k)
    if is_known(k) and m.ndim > 1:
        return emit("tril", m, k=int(k))
    rows = np.expand_dims(np.arange(m.shape[-1 if m.ndim == 1 else -2]), 1)
    return np.where(np.arange(m.shape[-1]) <= rows + k, m, 0)


@defines(np.triu, arrays="m", analytic=True)
def triu(m, k=0):
    check_diagonal(k)
    if is_known(k) and m.ndim > 1:
        return emit("triu", m, k=int(k))
    rows = np.expand_dims(np.arange(m.shape[-1 if m.ndim == 1 else -2]), 1)
    return np.where(np.arange(m.shape[-1]) >= rows + k, m, 0)
