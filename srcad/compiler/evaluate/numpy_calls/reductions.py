"""Reductions, scans and orders."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.numpy_calls.registry import (
    Unsupported,
    at_compile_time,
    computed,
    entry,
    refuse_given,
)
from srcad.compiler.evaluate.numpy_calls.values import (
    as_array,
    axis_of,
    cast_to,
    number,
    one_axis,
    shape_atom,
)
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operators import emit_elementwise
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.types import Atom, array_aval


def _reduced(
    frame: Frame, node: ast.AST, name: str, a: Any, axis: Any, keepdims: Any
) -> Any:
    array = as_array(frame, a, node)
    axes = axis_of(frame, axis, array_aval(array), node)
    keepdims = bool(keepdims) and keepdims is not np._NoValue
    same = name in ("sum", "mean", "max", "min", "prod")
    if same and not array_aval(array).ndim and array_aval(array).is_float:
        return frame.session.box(array)
    value = frame.session.builder.emit(name, array, axis=axes, keepdims=keepdims)
    box = frame.session.box(value)
    if array_aval(value).tensor and array_aval(value).dtype != array_aval(array).dtype:
        # NumPy's mean of integers is float64, which MindSpore makes of none.
        return cast_to(frame, box, "float32") if array_aval(value).is_float else box
    return box


def _sum(name: str) -> None:
    """Those that take a dtype to sum in."""
    function = getattr(np, name)

    def handler(
        frame: Frame,
        node: ast.AST,
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        keepdims: Any = False,
    ) -> Any:
        refuse_given(out=out)
        if at_compile_time([a, axis], {}) and not keepdims and dtype is None:
            return computed(frame, function, [a], {"axis": axis}, node)
        if name == "prod" and isinstance(a, tuple | list) and axis in (None, 0):
            whole = _product_of_sizes(frame, a)
            if whole is not None:
                return whole
        if dtype is not None:
            a = cast_to(frame, number(frame, a, node), dtype)
            if name == "mean" and not array_aval(frame.session.atom(a)).is_float:
                raise Unsupported("the mean in integers is not supported")
        return _reduced(frame, node, name, a, axis, keepdims)

    handler.__name__ = name
    entry(function)(handler)


def _product_of_sizes(frame: Frame, sizes: Any) -> Any:
    """``np.prod(x.shape)``."""
    for item in sizes:
        aval = frame.session.atom(item).aval if isinstance(item, Box | int) else None
        if not isinstance(aval, Aval) or aval.ndim or aval.is_float or not aval.weak:
            return None
    total = frame.session.builder.emit("prod_of", shape_atom(frame, sizes))
    # A number of NumPy's, unlike the sizes themselves.
    value = frame.session.builder.emit("astype", total, dtype="int64", hint="size")
    value.aval = replace(array_aval(value), size=array_aval(total).size)
    return frame.session.box(value)


def _plain(name: str, *functions: Any) -> None:
    def handler(
        frame: Frame,
        node: ast.AST,
        a: Any,
        axis: Any = None,
        out: Any = None,
        keepdims: Any = False,
    ) -> Any:
        refuse_given(out=out)
        if at_compile_time([a, axis], {}) and not keepdims:
            return computed(frame, functions[0], [a], {"axis": axis}, node)
        return _reduced(frame, node, name, a, axis, keepdims)

    handler.__name__ = name
    entry(*functions)(handler)


def _position(name: str) -> None:
    def handler(
        frame: Frame,
        node: ast.AST,
        a: Any,
        axis: Any = None,
        out: Any = None,
        keepdims: Any = False,
    ) -> Any:
        refuse_given(out=out)
        array = as_array(frame, a, node)
        one = None if axis is None else one_axis(frame, axis, array_aval(array), node)
        keepdims = bool(keepdims) and keepdims is not np._NoValue
        value = frame.session.builder.emit(name, array, axis=one, keepdims=keepdims)
        return frame.session.box(value)

    handler.__name__ = name
    entry(getattr(np, name))(handler)


for _name in ("sum", "mean", "prod"):
    _sum(_name)
_plain("max", np.max, np.amax)
_plain("min", np.min, np.amin)
_plain("any", np.any)
_plain("all", np.all)
_position("argmax")
_position("argmin")


def _scan(name: str) -> None:
    def handler(
        frame: Frame,
        node: ast.AST,
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
    ) -> Any:
        refuse_given(out=out)
        if dtype is not None:
            a = cast_to(frame, number(frame, a, node), dtype)
        array, axis = _along(frame, as_array(frame, a, node), axis, node)
        return frame.session.box(frame.session.builder.emit(name, array, axis=axis))

    handler.__name__ = name
    entry(getattr(np, name))(handler)


def _along(frame: Frame, array: Atom, axis: Any, node: ast.AST) -> tuple[Atom, int]:
    """The array and the axis; without one all its elements in a row."""
    aval = array_aval(array)
    if axis is not None:
        return array, one_axis(frame, axis, aval, node)
    if aval.ndim != 1:
        array = frame.session.builder.emit("reshape", array, shape_atom(frame, -1))
    return array, 0


_scan("cumsum")
_scan("cumprod")


@entry(np.argsort)
def _argsort(
    frame: Frame,
    node: ast.AST,
    a: Any,
    axis: Any = -1,
    kind: Any = None,
    order: Any = None,
    *,
    stable: Any = None,
) -> Any:
    refuse_given(order=order)
    array, axis = _along(frame, as_array(frame, a, node), axis, node)
    kind = "stable" if stable else kind
    value = frame.session.builder.emit("argsort", array, axis=axis, kind=kind)
    return frame.session.box(value)


@entry(np.nonzero)
def _nonzero(frame: Frame, node: ast.AST, a: Any) -> Any:
    array = as_array(frame, a, node)
    rank = array_aval(array).ndim
    if not rank:
        raise Unsupported("it takes an array with axes")
    values = [
        frame.session.builder.emit("nonzero", array, axis=axis) for axis in range(rank)
    ]
    for value in values:
        # As many places along each axis.
        value.aval = replace(array_aval(value), shape=array_aval(values[0]).shape)
    return tuple(frame.session.box(value) for value in values)


@entry(np.searchsorted)
def _searchsorted(
    frame: Frame,
    node: ast.AST,
    a: Any,
    v: Any,
    side: Any = "left",
    sorter: Any = None,
) -> Any:
    refuse_given(sorter=sorter)
    arrays = (as_array(frame, a, node), as_array(frame, v, node))
    return frame.session.box(
        frame.session.builder.emit("searchsorted", *arrays, side=side)
    )


@entry(np.digitize)
def _digitize(
    frame: Frame, node: ast.AST, x: Any, bins: Any, right: Any = False
) -> Any:
    arrays = (as_array(frame, x, node), as_array(frame, bins, node))
    return frame.session.box(
        frame.session.builder.emit("digitize", *arrays, right=bool(right))
    )


@entry(np.count_nonzero)
def _count_nonzero(
    frame: Frame,
    node: ast.AST,
    a: Any,
    axis: Any = None,
    *,
    keepdims: Any = False,
) -> Any:
    item = number(frame, a, node)
    if array_aval(frame.session.atom(item)).dtype != "bool":
        item = emit_elementwise(frame, "not_equal", item, 0)
    return _reduced(frame, node, "sum", item, axis, keepdims)
