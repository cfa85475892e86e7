"""Orders and what is found by them: sorted arrays, places, quantiles, interpolation."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    dtype_of,
    emit,
    fixed,
    is_known,
    mismatch,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import (
    TABLE,
    Unsupported,
    entry,
    method,
    of_numpy,
)
from srcad.compiler.evaluate.numpy.scans import in_a_row
from srcad.compiler.evaluate.numpy.values import as_array
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operations.subscripts import write_array
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import ShapeError, Sizes, unknown_size
from srcad.compiler.ir.types import Op, array_aval

_ORDER = "axis=-1, kind=None, order=None, *, stable=None"


def _integers_like(args: Args, _: Attributes, __: Sizes) -> Aval:
    return result_of(args, array_aval(args[0]).shape, "int64")


def _argsort_text(op: Op) -> Text:
    last = array_aval(op.args[0]).ndim - 1
    return Text(op.args, shown(op, axis=last, kind=None), method=True)


of_numpy(np.argsort, _integers_like, "none", text=_argsort_text, places=True)


@defines(np.argsort, method=_ORDER)
def argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    if order is not None:
        unsupported("the argument `order` is not supported")
    if axis is None:
        return np.argsort(in_a_row(a), 0, kind, stable=stable)
    kind = "stable" if stable else kind
    return emit("argsort", a, axis=axis_in(axis, a.ndim), kind=kind)


@defines(np.sort)
def sort(a, axis=-1, kind=None, order=None, *, stable=None):
    if order is not None:
        unsupported("the argument `order` is not supported")
    if axis is None:
        a, axis = np.ravel(a), 0
    order = np.argsort(a, axis=axis, kind=kind, stable=stable)
    return np.take_along_axis(a, order, axis=axis)


@method("partition", "kth, axis=-1, kind='introselect', order=None")
def _partition(frame: Frame, node: ast.AST, box: Box, kth: Any, **given: Any) -> None:
    ordered = TABLE[np.partition](frame, [box, kth], given, node)
    write_array(frame, box, ..., ordered, node)


@method("sort", _ORDER)
def _sort_in_place(frame: Frame, node: ast.AST, box: Box, **given: Any) -> None:
    ordered = TABLE[np.sort](frame, [box], given, node)
    write_array(frame, box, ..., ordered, node)


def _argpartition_text(op: Op) -> Text:
    last = array_aval(op.args[0]).ndim - 1
    # Known, it is no array.
    kth = () if len(op.args) > 1 else (op.attribute("kth"),)
    return Text((*op.args, *kth), shown(op, axis=last), method=True)


of_numpy(np.argpartition, _integers_like, "none", text=_argpartition_text, places=True)


@defines(np.argpartition, method="kth, axis=-1, kind='introselect', order=None")
def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    if order is not None:
        unsupported("the argument `order` is not supported")
    if kind != "introselect":
        mismatch(f"the kind is 'introselect', not {kind!r}")
    if axis is None:
        return np.argpartition(in_a_row(a), kth, 0)
    if not is_known(kth):
        if np.ndim(kth):
            unsupported("several positions must be known at compile time")
        if dtype_of(kth).kind not in "iu":
            mismatch("a position is an int")
        return emit("argpartition", a, kth, axis=axis_in(axis, a.ndim))
    kth = tuple(kth) if isinstance(kth, tuple | list) else int(kth)
    return emit("argpartition", a, kth=kth, axis=axis_in(axis, a.ndim))


@defines(np.partition)
def partition(a, kth, axis=-1, kind="introselect", order=None):
    if axis is None:
        a, axis = np.ravel(a), 0
    order = np.argpartition(a, kth, axis, kind, order)
    return np.take_along_axis(a, order, axis)


@defines(np.lexsort, arrays="")
def lexsort(keys, axis=-1):
    order = None
    for key in keys:
        key = np.asarray(key)
        if order is not None and key.shape != order.shape:
            raise ValueError("all keys need to be the same shape")
        if order is None:
            order = np.argsort(key, axis, "stable")
        else:
            # Of those that are equal the order is kept.
            sorted_key = np.take_along_axis(key, order, axis)
            again = np.argsort(sorted_key, axis, "stable")
            order = np.take_along_axis(order, again, axis)
    return order


# ------------------------------------------------------------------------------ places


def _nonzero(args: Args, _: Attributes, __: Sizes) -> Aval:
    return result_of(args, (unknown_size("count"),), "int64")


primitive(
    "nonzero",
    _nonzero,
    lambda x, axis: np.nonzero(x)[axis],
    "none",
    text=lambda op: Text(op.args, item=op.attribute("axis")),
)


@entry(np.nonzero, method="")
def _places(frame: Frame, node: ast.AST, a: Any) -> Any:
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


@defines(np.flatnonzero)
def flatnonzero(a):
    return np.nonzero(np.ravel(a))[0]


@defines(np.argwhere)
def argwhere(a):
    return np.stack(np.nonzero(a), axis=-1)


@defines(np.unique, arrays="ar")
def unique(
    ar,
    return_index=False,
    return_inverse=False,
    return_counts=False,
    axis=None,
    *,
    equal_nan=True,
    sorted=True,
):
    if not sorted:
        unsupported("the values are sorted here")
    if axis is not None:
        return unique_along(
            ar, axis_in(axis, ar.ndim), return_index, return_inverse, return_counts
        )
    flat = np.ravel(ar)
    order = np.argsort(flat, stable=True)
    ordered = flat[order]
    changes = ordered[1:] != ordered[:-1]
    if equal_nan and flat.dtype.kind == "f":
        # What is not a number is at the end.
        changes = changes & (ordered[:-1] == ordered[:-1])
    starts = np.concatenate((np.full(ordered[:1].shape[0], True), changes))
    found = [ordered[starts]]
    if return_index:
        found.append(order[starts])
    if return_inverse:
        found.append(np.reshape(places_of(order, starts), ar.shape))
    if return_counts:
        found.append(counts_of(starts))
    return found[0] if len(found) == 1 else tuple(found)


def places_of(order, starts):
    """Where each of those that are put in order stands among the distinct ones."""
    places = np.zeros(order.shape, np.intp)
    places[order] = np.cumsum(starts) - 1
    return places


def counts_of(starts):
    """How often each of the distinct ones is there."""
    return np.diff(np.append(np.flatnonzero(starts), starts.shape[0]))


def unique_along(ar, axis, return_index, return_inverse, return_counts):
    """``np.unique`` of the slices along an axis, in the order of their elements."""
    slices = np.moveaxis(ar, axis, 0) if axis else ar
    rows = np.reshape(slices, (ar.shape[axis], -1)) if ar.ndim > 1 else slices[:, None]
    fixed(rows.shape[1])
    columns = [rows[:, k] for k in range(rows.shape[1])]
    if not columns:
        unsupported("the slices have elements here")
    order = np.lexsort(columns[::-1])
    ordered = rows[order]
    changes = np.any(ordered[1:] != ordered[:-1], axis=1)
    starts = np.concatenate((np.full(order[:1].shape[0], True), changes))
    found = [np.take(ar, order[starts], axis)]
    if return_index:
        found.append(order[starts])
    if return_inverse:
        found.append(places_of(order, starts))
    if return_counts:
        found.append(counts_of(starts))
    return found[0] if len(found) == 1 else tuple(found)


@defines(np.union1d, arrays="ar1 ar2")
def union1d(ar1, ar2):
    return np.unique(np.concatenate((np.ravel(ar1), np.ravel(ar2))))


def _searchsorted(args: Args, _: Attributes, __: Sizes) -> Aval:
    if array_aval(args[0]).ndim != 1:
        raise ShapeError(f"the sorted array has one axis, not {args[0].aval}")
    return result_of(args, array_aval(args[1]).shape, "int64")


of_numpy(
    np.searchsorted,
    _searchsorted,
    "none",
    text=lambda op: Text(op.args, shown(op, side="left")),
)
of_numpy(
    np.digitize,
    _integers_like,
    "none",
    text=lambda op: Text(op.args, shown(op, right=False)),
)


@defines(np.searchsorted, arrays="a v", method="v, side='left', sorter=None")
def searchsorted(a, v, side="left", sorter=None):
    if sorter is not None:
        a = np.take(a, sorter)
    return emit("searchsorted", a, v, side=side)


@defines(np.digitize, arrays="x bins")
def digitize(x, bins, right=False):
    return emit("digitize", x, bins, right=right)


@defines(np.bincount, arrays="x weights")
def bincount(x, weights=None, minlength=0):
    if x.dtype.kind in "ub":
        x = x.astype(np.int64)
    if np.min(x, initial=0) < 0:
        raise ValueError("'list' argument must have no negative elements")
    length = np.max(x, initial=-1) + 1
    if not is_known(minlength) or minlength != 0:
        length = max(length, minlength)
    if weights is None:
        counts = np.zeros(length, dtype=np.int64)
        np.add.at(counts, x, 1)
        return counts
    if np.shape(weights)[0] != np.shape(x)[0]:
        raise ValueError("The weights and list don't have the same length.")
    sums = np.zeros(length)
    np.add.at(sums, x, weights)
    return sums
