"""Functions that write into their first argument."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.changes import refuse_unsafe_write
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import axis_in, unsupported
from srcad.compiler.evaluate.numpy.parts import places_along
from srcad.compiler.evaluate.numpy.registry import Unsupported, entry, inlined, method
from srcad.compiler.evaluate.numpy.values import as_array, number
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operators import emit_elementwise
from srcad.compiler.evaluate.subscripts import check_fits, make_index, write_array
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.types import Lit, array_aval


def _target(frame: Frame, item: Any, node: ast.AST) -> Box:
    if not isinstance(item, Box) or not isinstance(item.aval, Aval):
        help = "make the array here, as in `y = np.zeros(3)`"
        message = "this writes into what is no array of this code"
        frame.refuse("SRC011", message, node, help=help)
    return item


@entry(np.add.at)
def _add_at(frame: Frame, node: ast.AST, a: Any, indices: Any, b: Any) -> Any:
    box = _target(frame, a, node)
    refuse_unsafe_write(frame, box, node)
    index, args = make_index(frame, indices, node)
    index = index.without_ellipsis(array_aval(box.value).ndim, args)
    value = as_array(frame, b, node)
    check_fits(frame, box.value, index, args, value)
    session = frame.session
    if not isinstance(value, Lit):
        value = session.builder.cast(value, array_aval(box.value).dtype)
    new = session.builder.emit("add_at", box.value, value, *args, index=index)
    if not isinstance(box.value, Lit):
        new.hint, new.named = box.value.hint, True
    session.write(box, new)


@entry(np.subtract.at)
def _subtract_at(frame: Frame, node: ast.AST, a: Any, indices: Any, b: Any) -> Any:
    value = emit_elementwise(frame, "negative", number(frame, b, node))
    return _add_at(frame, node, a, indices, value)


@entry(np.copyto)
def _copyto(
    frame: Frame,
    node: ast.AST,
    dst: Any,
    src: Any,
    casting: Any = "same_kind",
    where: Any = True,
) -> Any:
    if where is not True:
        raise Unsupported("write `dst[where] = ...`, or use `np.where`")
    write_array(frame, _target(frame, dst, node), ..., src, node)


@entry(np.put_along_axis)
def _put_along_axis(
    frame: Frame, node: ast.AST, arr: Any, indices: Any, values: Any, axis: Any = -1
) -> Any:
    box = _target(frame, arr, node)
    key = inlined(frame, along_axis, [box, indices, axis], node)
    write_array(frame, box, key, values, node)


def along_axis(arr, indices, axis):
    """The index of ``np.put_along_axis``."""
    if axis is None:
        unsupported("an axis is needed here")
    return places_along(arr, indices, axis_in(axis, arr.ndim))


@entry(np.fill_diagonal)
def _fill_diagonal(
    frame: Frame, node: ast.AST, a: Any, val: Any, wrap: Any = False
) -> Any:
    box = _target(frame, a, node)
    if wrap or array_aval(box.value).ndim != 2:
        raise Unsupported("it takes a matrix, and does not wrap around")
    key = inlined(frame, on_the_diagonal, [box], node)
    write_array(frame, box, key, val, node)


def on_the_diagonal(a):
    """The index of the main diagonal."""
    index = np.arange(min(a.shape[0], a.shape[1]))
    return index, index


@entry(np.putmask)
def _putmask(frame: Frame, node: ast.AST, a: Any, mask: Any, values: Any) -> Any:
    if array_aval(as_array(frame, values, node)).ndim:
        raise Unsupported("write `a[mask] = values[mask]`")
    write_array(frame, _target(frame, a, node), mask, values, node)


@method("fill", "value, /")
def _fill(frame: Frame, node: ast.AST, box: Box, value: Any) -> None:
    write_array(frame, box, ..., value, node)
