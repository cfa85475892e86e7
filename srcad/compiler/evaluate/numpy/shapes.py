"""Other shapes of an array, and its axes and elements in another order."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.dispatch import array_attribute
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import axis_in
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import (
    Unsupported,
    call_numpy,
    entry,
    inlined,
    method,
    of_numpy,
    refuse_order,
)
from srcad.compiler.evaluate.numpy.values import (
    as_array,
    axis_of,
    copy_of,
    dtype_name,
    emitted,
    holding,
    is_plain,
    number,
    of_rank_0,
    shape_atom,
    transpose,
    view_of,
)
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operations.subscripts import make_index
from srcad.compiler.ir import shapes
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text
from srcad.compiler.ir.shapes import Args, Attributes, normal_axes, target_dims, total
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import Op, array_aval
from srcad.compiler.reading.sizes import Dim, named_size

# ----------------------------------------------------------------------------- reshape


def _reshaped(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    aval, dims = array_aval(args[0]), target_dims(args[1])
    before = total(aval.shape)
    if -1 in dims:
        place = dims.index(-1)
        rest = (*dims[:place], *dims[place + 1 :])
        missing = _quotient(aval.shape, rest)
        dims = (*dims[:place], missing, *dims[place + 1 :])
    elif isinstance(before, int) and isinstance(total(dims), int):
        if before != total(dims):
            raise ShapeError(f"cannot reshape {aval} into {dims}")
    return Aval(aval.dtype, dims, tensor=aval.tensor)


def _quotient(dims: tuple[Dim, ...], divisors: tuple[Dim, ...]) -> Dim:
    """The size that -1 stands for; a name of its own where it is not known."""
    numerators = list(dims)
    denominators = []
    for dim in divisors:
        if dim in numerators:
            numerators.remove(dim)
        else:
            denominators.append(dim)
    above, below = total(tuple(numerators)), total(tuple(denominators))
    if isinstance(above, int) and isinstance(below, int) and below:
        if above % below:
            raise ShapeError(f"cannot divide size {above} into parts of {below}")
        return above // below
    if above is not None and below == 1:
        return above
    text = " * ".join(map(str, numerators)) or "1"
    under = " * ".join(map(str, denominators))
    return named_size(f"({text}) // ({under})" if under else f"({text})")


def reshape_bprop(x, shape, out, dout):
    return np.reshape(dout, x.shape), None


of_numpy(
    np.reshape,
    _reshaped,
    reshape_bprop,
    storage="view",
    exact=(0,),
    word="reshaped",
    text=lambda op: Text(op.args, method=True),
    analytic=True,
)


@entry(np.reshape)
def _reshape(
    frame: Frame,
    node: ast.AST,
    a: Any,
    shape: Any,
    order: str = "C",
    copy: bool | None = None,
) -> Any:
    if copy is not None:
        if copy is not True:
            raise Unsupported("whether it can do without a copy is not known")
        return copy_of(frame, _reshape(frame, node, a, shape, order))
    if order == "F":
        return inlined(frame, in_columns, [number(frame, a, node), shape], node)
    if not isinstance(shape, Box):
        dims = shape if isinstance(shape, tuple | list) else (shape,)
        # Any negative size is the one that is to be found.
        shape = [-1 if isinstance(dim, int) and dim < 0 else dim for dim in dims]
    array, target = as_array(frame, a, node), shape_atom(frame, shape)
    refuse_order(order)
    if array_aval(array).weak:
        return emitted(frame, "reshape", of_rank_0(frame, array), target)
    return view_of(frame, a, array, "reshape", target)


def in_columns(a, shape):
    """``np.reshape`` where the first index changes fastest."""
    shape = tuple(shape) if isinstance(shape, tuple | list) else (shape,)
    return np.transpose(np.reshape(np.transpose(a), shape[::-1]))


@method("reshape", "/, *shape, order='C', copy=None", shared=True)
def _reshape_method(
    frame: Frame, node: ast.AST, box: Box, shape: tuple[Any, ...], **given: Any
) -> Any:
    target = shape[0] if len(shape) == 1 else shape
    return call_numpy(frame, np.reshape, [box, target], given, node)


@method("view", "dtype=None, type=None")
def _view_method(
    frame: Frame, node: ast.AST, box: Box, dtype: Any = None, type: Any = None
) -> Any:
    aval = array_aval(box.value)
    for given in (dtype, type):
        same = given is None or given is np.ndarray
        if not same and dtype_name(given) != aval.dtype:
            raise Unsupported("the bits of an array in another dtype or class")
    if not aval.ndim:
        return box
    index, rest = make_index(frame, ..., node)
    return view_of(frame, box, box.value, "getitem", *rest, index=index)


@defines(np.ravel, method="order='C'", shared=True, analytic=True)
def ravel(a, order="C"):
    return np.reshape(a, (-1,), order)


@method("flatten", "order='C'", shared=True)
def _flatten(frame: Frame, node: ast.AST, box: Box, order: Any = "C") -> Any:
    return copy_of(frame, call_numpy(frame, np.reshape, [box, -1, order], {}, node))


# ------------------------------------------------------------------- the order of axes


def _transposed(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    aval = array_aval(args[0])
    shape = tuple(aval.shape[axis] for axis in attributes["axes"])
    return Aval(aval.dtype, shape, tensor=aval.tensor)


def transpose_bprop(x, out, dout, *, axes):
    inverse = tuple(axes.index(k) for k in range(len(axes)))
    return (np.transpose(dout, inverse),)


of_numpy(
    np.transpose,
    _transposed,
    transpose_bprop,
    storage="view",
    cheap=True,
    exact=(0,),
    word="transposed",
    analytic=True,
)


@entry(np.transpose)
def _transpose(frame: Frame, node: ast.AST, a: Any, axes: Any = None) -> Any:
    a = number(frame, a, node)
    rank = array_aval(frame.session.atom(a)).ndim
    axes = range(rank)[::-1] if axes is None else static(frame, axes, node)
    order = tuple(normal_axes((one,), rank)[0] for one in axes)
    if sorted(order) != list(range(rank)):
        raise ShapeError(f"axes {axes} do not fit an array of rank {rank}")
    return transpose(frame, a, order)


@method("transpose", "/, *axes", shared=True)
def _transpose_method(
    frame: Frame, node: ast.AST, box: Box, axes: tuple[Any, ...] = ()
) -> Any:
    whole = len(axes) == 1 and not isinstance(axes[0], int)
    order = axes[0] if whole else axes or None
    return call_numpy(frame, np.transpose, [box, order], {}, node)


@defines(np.swapaxes, method="axis1, axis2, /", shared=True, analytic=True)
def swapaxes(a, axis1, axis2):
    axes = list(range(a.ndim))
    one, other = axis_in(axis1, a.ndim), axis_in(axis2, a.ndim)
    axes[one], axes[other] = other, one
    return np.transpose(a, tuple(axes))


@defines(np.matrix_transpose, np.linalg.matrix_transpose, arrays="x", analytic=True)
def matrix_transpose(x):
    return np.swapaxes(x, -1, -2)


@defines(np.moveaxis, analytic=True)
def moveaxis(a, source, destination):
    sources = (source,) if isinstance(source, int) else source
    targets = (destination,) if isinstance(destination, int) else destination
    sources = [axis_in(axis, a.ndim) for axis in sources]
    targets = [axis_in(axis, a.ndim) for axis in targets]
    order = [axis for axis in range(a.ndim) if axis not in sources]
    for target, axis in sorted(zip(targets, sources, strict=True)):
        order.insert(target, axis)
    return np.transpose(a, tuple(order))


@defines(np.rollaxis, analytic=True)
def rollaxis(a, axis, start=0):
    axis = axis_in(axis, a.ndim)
    start = start + a.ndim if start < 0 else start
    return np.moveaxis(a, axis, start - 1 if axis < start else start)


# --------------------------------------------------------- axes that come and that go


def _expanded(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    aval = array_aval(args[0])
    shape = list(aval.shape)
    for axis in attributes["axis"]:
        shape.insert(axis, 1)
    return Aval(aval.dtype, tuple(shape), tensor=aval.tensor)


def expand_dims_bprop(x, out, dout, *, axis):
    return (np.squeeze(dout, axis),)


of_numpy(
    np.expand_dims,
    _expanded,
    expand_dims_bprop,
    storage="view",
    cheap=True,
    exact=(0,),
    word="expanded",
    analytic=True,
)


@entry(np.expand_dims)
def _expand_dims(frame: Frame, node: ast.AST, a: Any, axis: Any) -> Any:
    array = as_array(frame, a, node)
    axes = axis if isinstance(axis, tuple | list) else (axis,)
    rank = array_aval(array).ndim + len(axes)
    order = normal_axes(tuple(axes), rank)
    return view_of(frame, a, array, "expand_dims", axis=order)


def _squeezed(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    aval = array_aval(args[0])
    for axis in attributes["axis"]:
        if isinstance(aval.shape[axis], int) and aval.shape[axis] != 1:
            raise ShapeError(f"cannot squeeze axis {axis} of {aval}")
    shape = tuple(d for k, d in enumerate(aval.shape) if k not in attributes["axis"])
    return Aval(aval.dtype, shape, tensor=aval.tensor)


def squeeze_bprop(x, out, dout, *, axis):
    return (np.expand_dims(dout, axis),)


def _squeeze_text(op: Op) -> Text:
    axes = op.attribute("axis")
    axis = axes[0] if len(axes) == 1 else axes
    return Text(op.args, {"axis": axis}, method=True)


of_numpy(
    np.squeeze,
    _squeezed,
    squeeze_bprop,
    storage="view",
    cheap=True,
    exact=(0,),
    word="squeezed",
    text=_squeeze_text,
    analytic=True,
)


@entry(np.squeeze, method="axis=None", shared=True)
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
        frame.session.builder.sizes.fix(dim)
        if not isinstance(dim, int):
            frame.refuse(
                "SRC013",
                "which axes have size 1 is known at run time only",
                node,
                label=f"gets an array of {aval}",
                help="name the axes, as in `squeeze(0)`",
            )
    return tuple(k for k, dim in enumerate(aval.shape) if dim == 1)


@defines(np.atleast_1d, arrays="", analytic=True)
def atleast_1d(*arys):
    rows = [np.reshape(a, (1,)) if np.ndim(a) == 0 else np.asarray(a) for a in arys]
    return rows[0] if len(rows) == 1 else tuple(rows)


@defines(np.atleast_2d, arrays="", analytic=True)
def atleast_2d(*arys):
    matrices = [
        np.expand_dims(np.atleast_1d(a), 0) if np.ndim(a) < 2 else np.asarray(a)
        for a in arys
    ]
    return matrices[0] if len(matrices) == 1 else tuple(matrices)


@defines(np.atleast_3d, arrays="", analytic=True)
def atleast_3d(*arys):
    blocks = [
        np.expand_dims(np.atleast_2d(a), 2) if np.ndim(a) < 3 else np.asarray(a)
        for a in arys
    ]
    return blocks[0] if len(blocks) == 1 else tuple(blocks)


# ------------------------------------------------------------------------ broadcasting


def broadcast_to_bprop(x, shape, out, dout):
    # The driver sums over what was broadcast.
    return dout, None


of_numpy(
    np.broadcast_to,
    shapes.broadcast_to,
    broadcast_to_bprop,
    storage="view",
    cheap=True,
    raises=True,
    exact=(0,),
    word="broadcast",
    analytic=True,
)


@entry(np.broadcast_to)
def _broadcast_to(frame: Frame, node: ast.AST, array: Any, shape: Any) -> Any:
    value, target = as_array(frame, array, node), shape_atom(frame, shape)
    return holding(view_of(frame, array, value, "broadcast_to", target))


@defines(np.broadcast_shapes, arrays="")
def broadcast_shapes(*args):
    arrays = [np.zeros(shape) for shape in args]
    return np.shape(sum(arrays[1:], arrays[0]))


@defines(np.broadcast_arrays, arrays="", analytic=True)
def broadcast_arrays(*args):
    total = args[0]
    for other in args[1:]:
        total = total + other
    return tuple(np.broadcast_to(a, total.shape) for a in args)


# --------------------------------------------------------------- elements turned round


@defines(np.flip, arrays="m", analytic=True)
def flip(m, axis=None):
    if m.ndim == 0 and axis is None:
        return m
    axes = range(m.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    axes = [axis_in(one, m.ndim) for one in axes]
    last = max(axes) + 1 if axes else 0
    return m[tuple(slice(None, None, -1 if k in axes else None) for k in range(last))]


@defines(np.fliplr, arrays="m", analytic=True)
def fliplr(m):
    return np.flip(m, 1)


@defines(np.flipud, arrays="m", analytic=True)
def flipud(m):
    return np.flip(m, 0)


@defines(np.rot90, arrays="m", analytic=True)
def rot90(m, k=1, axes=(0, 1)):
    first, second = (axis_in(axis, m.ndim) for axis in axes)
    k = k % 4
    if k == 0:
        return m[(slice(None),) * m.ndim]
    if k == 2:
        return np.flip(m, (first, second))
    if k == 1:
        return np.swapaxes(np.flip(m, second), first, second)
    return np.flip(np.swapaxes(m, first, second), second)


# ------------------------------------------------------------------------------- sizes


@entry(np.shape)
def _shape(frame: Frame, node: ast.AST, a: Any) -> Any:
    if is_plain(a):
        return ()
    array = frame.session.atom(number(frame, a, node))
    return array_attribute(frame, frame.session.box(array), "shape", node)


@entry(np.ndim)
def _ndim(frame: Frame, node: ast.AST, a: Any) -> Any:
    array = frame.session.atom(number(frame, a, node))
    frame.session.left.ask(array)
    return array_aval(array).ndim


@defines(np.size, analytic=True)
def size(a, axis=None):
    if axis is None:
        return 1 if a is None else a.size
    if isinstance(axis, int):
        return a.shape[axis_in(axis, a.ndim)]
    total = 1
    for one in axis:
        total = total * a.shape[axis_in(one, a.ndim)]
    return total
