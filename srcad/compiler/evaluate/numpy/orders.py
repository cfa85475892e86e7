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
    emit,
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
from srcad.compiler.evaluate.subscripts import write_array
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


of_numpy(np.argsort, _integers_like, "none", text=_argsort_text)


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


@method("sort", _ORDER)
def _sort_in_place(frame: Frame, node: ast.AST, box: Box, **given: Any) -> None:
    ordered = TABLE[np.sort](frame, [box], given, node)
    write_array(frame, box, ..., ordered, node)


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
def searchsorted(a, v, side="left"):
    return emit("searchsorted", a, v, side=side)


@defines(np.digitize, arrays="x bins")
def digitize(x, bins, right=False):
    return emit("digitize", x, bins, right=right)


@defines(np.bincount, arrays="x weights")
def bincount(x, weights=None, minlength=0):
    length = np.max(x) + 1
    if not is_known(minlength) or minlength != 0:
        length = max(length, minlength)
    if weights is None:
        counts = np.zeros(length, dtype=np.int64)
        np.add.at(counts, x, 1)
        return counts
    sums = np.zeros(length)
    np.add.at(sums, x, weights)
    return sums


# ------------------------------------------------------------- quantiles, interpolation


def sorted_along(a, axis):
    """The elements sorted along an axis (all in a row for None), and that axis."""
    if axis is None:
        return np.sort(np.ravel(a)), 0
    if not isinstance(axis, int):
        unsupported("it takes one axis, or None")
    return np.sort(a, axis=axis), axis_in(axis, a.ndim)


def or_nan(result, ordered, before):
    """What was found in sorted elements, of which NaN are the last; or NaN."""
    if ordered.dtype.kind != "f":
        return result
    largest = ordered[before + (-1,)]
    return np.where(np.isnan(largest), np.nan, result)


def kept(result, rank, axis, keepdims):
    """With ``keepdims``, a result with the axes that were dropped put back."""
    if not keepdims:
        return result
    return np.expand_dims(result, tuple(range(rank)) if axis is None else axis)


@defines(np.median)
def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    if out is not None:
        unsupported("the argument `out` is not supported")
    ordered, along = sorted_along(a, axis)
    before = (slice(None),) * along
    count = ordered.shape[along]
    if is_known(count) and count == 0:
        mismatch("the median of no elements is NaN")
    low = ordered[before + ((count - 1) // 2,)]
    high = ordered[before + (count // 2,)]
    middle = or_nan(0.5 * low + 0.5 * high, ordered, before)
    return kept(middle, a.ndim, axis, keepdims)


@defines(np.quantile)
def quantile(
    a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False
):
    if out is not None or method != "linear":
        unsupported("the arguments `out` and `method` are not supported")
    if isinstance(q, list | tuple):
        parts = [np.quantile(a, one, axis, keepdims=keepdims) for one in q]
        return np.asarray(np.stack(parts), np.float64)
    if np.ndim(q):
        unsupported("several fractions are a list, known at compile time")
    ordered, along = sorted_along(a, axis)
    before = (slice(None),) * along
    last = ordered.shape[along] - 1
    place = q * last
    below = int(place)
    above = min(below + 1, last)
    low, high = ordered[before + (below,)], ordered[before + (above,)]
    between = or_nan(low + (high - low) * (place - below), ordered, before)
    return kept(between, a.ndim, axis, keepdims)


@defines(np.percentile)
def percentile(
    a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False
):
    fraction = [one / 100 for one in q] if isinstance(q, list | tuple) else q / 100
    return np.quantile(a, fraction, axis, out, False, method, keepdims)


@defines(np.interp, arrays="x xp fp")
def interp(x, xp, fp, left=None, right=None, period=None):
    if period is not None:
        unsupported("the argument `period` is not supported")
    x, xp, fp = (np.asarray(one, np.float64) for one in (x, xp, fp))
    last = xp.shape[0] - 1
    above = np.clip(np.searchsorted(xp, x, side="right"), 1, last)
    below = above - 1
    slope = (fp[above] - fp[below]) / (xp[above] - xp[below])
    inside = fp[below] + slope * (x - xp[below])
    low = fp[0] if left is None else left
    high = fp[last] if right is None else right
    return np.where(x < xp[0], low, np.where(x > xp[last], high, inside))
