"""Sums, means, extremes, and what is made of them: an axis or all of them are lost."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    differ,
    is_known,
    root,
    unsupported,
)
from srcad.compiler.evaluate.numpy.chosen import OF_SOME
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import (
    Unsupported,
    at_compile_time,
    computed,
    entry,
    first_axis,
    inlined,
    refuse_given,
    register,
)
from srcad.compiler.evaluate.numpy.values import (
    as_array,
    axis_of,
    cast_to,
    copy_of,
    needed_number,
    number,
    one_axis,
    plain,
    shape_atom,
)
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import Args, Attributes, Rule, normal_axes
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import NONE, Op, array_aval


def _without_axes(function: Callable[..., Any]) -> Rule:
    """Drop the axes of ``axis``, or keep them with size 1."""

    def rule(args: Args, attributes: Attributes, _: Sizes) -> Aval:
        aval = array_aval(args[0])
        axes = normal_axes(attributes["axis"], aval.ndim)
        if attributes.get("keepdims"):
            shape = tuple(1 if k in axes else d for k, d in enumerate(aval.shape))
        else:
            shape = tuple(d for k, d in enumerate(aval.shape) if k not in axes)
        dtype = np.asarray(function(np.ones((1,), aval.dtype))).dtype.name
        return Aval(dtype, shape, tensor=aval.tensor)

    return rule


def _text(op: Op) -> Text:
    axis = op.attribute("axis")
    if isinstance(axis, tuple) and len(axis) == array_aval(op.args[0]).ndim:
        axis = None
    elif isinstance(axis, tuple) and len(axis) == 1:
        (axis,) = axis
    keywords = {} if axis is None else {"axis": axis}
    return Text(op.args, keywords | shown(op, keepdims=False), method=True)


def _reduction(
    handler: Callable[..., Any],
    function: Any,
    derivative: Any,
    method: str,
    **more: Any,
) -> None:
    """Enter a reduction: the primitive, and the calls of function and method."""

    def evaluate(x: Any, axis: Any, keepdims: bool) -> Any:
        # A number in the place of an array has no axes.
        axes = (tuple(axis) if isinstance(axis, list) else axis) if np.ndim(x) else None
        return function(x, axis=axes, keepdims=keepdims)

    name = function.__name__
    infer = _without_axes(function)
    primitive(name, infer, evaluate, derivative, number=True, text=_text, **more)
    entry(function, method=method, shared=True)(handler(function))


# -------------------------------------------------------------------- what a call means


def _reduced(
    frame: Frame, node: ast.AST, name: str, a: Any, axis: Any, keepdims: Any
) -> Any:
    array = as_array(frame, a, node)
    axes = axis_of(frame, axis, array_aval(array), node)
    keepdims = bool(keepdims) and keepdims is not np._NoValue
    same = name in ("sum", "mean", "max", "min", "prod")
    if same and not array_aval(array).ndim and array_aval(array).is_float:
        return copy_of(frame, needed_number(frame, a, node))
    value = frame.session.builder.emit(name, array, axis=axes, keepdims=keepdims)
    box = frame.session.box(value)
    if array_aval(value).tensor and array_aval(value).dtype != array_aval(array).dtype:
        # NumPy's mean of integers is float64, which MindSpore makes of none.
        return cast_to(frame, box, "float32") if array_aval(value).is_float else box
    return box


def _summing(function: Any) -> Callable[..., Any]:
    """Those that take a dtype to sum in."""
    name = function.__name__

    def handler(
        frame: Frame,
        node: ast.AST,
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = True,
    ) -> Any:
        refuse_given(out=out)
        if initial is not None or where is not True:
            given = (
                a,
                axis,
                dtype,
                keepdims,
                plain(initial),
                None if where is True else where,
            )
            return inlined(frame, OF_SOME[function], list(given), node)
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
        total = _reduced(frame, node, name, a, axis, keepdims)
        return total if dtype is None else cast_to(frame, total, dtype)

    return handler


def _product_of_sizes(frame: Frame, sizes: Any) -> Any:
    """``np.prod(x.shape)``."""
    for item in sizes:
        aval = (frame.session.atom(item) if isinstance(item, Box | int) else NONE).aval
        if not aval.weak or aval.ndim or aval.is_float:
            return None
    total = frame.session.builder.emit("prod_of", shape_atom(frame, sizes))
    # A number of NumPy's, unlike the sizes themselves.
    value = frame.session.builder.emit("astype", total, dtype="int64", hint="size")
    value.aval = replace(array_aval(value), size=array_aval(total).size)
    return frame.session.box(value)


def _plain(function: Any) -> Callable[..., Any]:
    def handler(
        frame: Frame,
        node: ast.AST,
        a: Any,
        axis: Any = None,
        out: Any = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = True,
    ) -> Any:
        refuse_given(out=out)
        if initial is not None or where is not True:
            some = None if where is True else where
            given = (a, axis, keepdims, plain(initial), some)
            return inlined(frame, OF_SOME[function], list(given), node)
        if at_compile_time([a, axis], {}) and not keepdims:
            return computed(frame, function, [a], {"axis": axis}, node)
        return _reduced(frame, node, function.__name__, a, axis, keepdims)

    return handler


def _position(function: Any) -> Callable[..., Any]:
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
        emit = frame.session.builder.emit
        value = emit(function.__name__, array, axis=one, keepdims=keepdims)
        return frame.session.box(value)

    return handler


# --------------------------------------------- the rules; their axes are sorted, from 0


def expanded(reduced, axis, keepdims):
    """A reduced array with the axes that were dropped put back, of size 1."""
    return reduced if keepdims else np.expand_dims(reduced, axis)


def sum_bprop(x, out, dout, *, axis, keepdims):
    return (np.broadcast_to(expanded(dout, axis, keepdims), x.shape),)


def mean_bprop(x, out, dout, *, axis, keepdims):
    count = np.size(x, axis)
    return (np.broadcast_to(expanded(dout / count, axis, keepdims), x.shape),)


def extreme_bprop(x, out, dout, *, axis, keepdims):
    # Equal extremes share the cotangent.
    where = x == expanded(out, axis, keepdims)
    share = dout / np.sum(where, axis=axis, keepdims=keepdims)
    return (where * expanded(share, axis, keepdims),)


def prod_bprop(x, out, dout, *, axis, keepdims):
    # The product of all the others: of those before, and of those after. A division
    # by x would fail at zero.
    if len(axis) != 1:
        order = tuple(k for k in range(x.ndim) if k not in axis) + axis
        kept = tuple(x.shape[k] for k in range(x.ndim) if k not in axis)
        flat = np.reshape(np.transpose(x, order), kept + (-1,))
        inner = others_product(flat, len(kept)) * np.expand_dims(
            np.reshape(dout, kept), len(kept)
        )
        back = np.reshape(inner, tuple(x.shape[k] for k in order))
        inverse = tuple(order.index(k) for k in range(x.ndim))
        return (np.transpose(back, inverse),)
    return (others_product(x, axis[0]) * expanded(dout, axis, keepdims),)


def others_product(x, axis):
    """At each place the product of the elements at the other places along ``axis``."""
    before = np.ones_like(x)
    after = np.ones_like(x)
    place = (slice(None),) * axis
    for k in range(1, x.shape[axis]):
        before[place + (k,)] = before[place + (k - 1,)] * x[place + (k - 1,)]
    for k in range(1, x.shape[axis]):
        after[place + (-k - 1,)] = after[place + (-k,)] * x[place + (-k,)]
    return before * after


_IN_A_DTYPE = "axis=None, dtype=None, out=None, keepdims=False"
_FROM = "initial=np._NoValue, where=True"
_TRUTH = f"{_IN_A_DTYPE}, *, where=True"
_EXTREME = f"axis=None, out=None, keepdims=False, {_FROM}"
_PLACE = "axis=None, out=None, *, keepdims=False"
_reduction(
    _summing, np.sum, sum_bprop, f"{_IN_A_DTYPE}, {_FROM}", exact=(0,), analytic=True
)
_reduction(
    _summing, np.prod, prod_bprop, f"{_IN_A_DTYPE}, {_FROM}", exact=(0,), analytic=True
)
_reduction(_summing, np.mean, mean_bprop, _TRUTH, analytic=True)
_reduction(_plain, np.max, extreme_bprop, _EXTREME, exact=(0,))
_reduction(_plain, np.min, extreme_bprop, _EXTREME, exact=(0,))
_reduction(_plain, np.any, "none", _TRUTH, word="condition")
_reduction(_plain, np.all, "none", _TRUTH, word="condition")
_reduction(_position, np.argmax, "none", _PLACE, word="place")
_reduction(_position, np.argmin, "none", _PLACE, word="place")
entry(np.amax)(_plain(np.max))
entry(np.amin)(_plain(np.min))
for _ufunc, _function in (
    (np.add, np.sum),
    (np.multiply, np.prod),
    (np.maximum, np.max),
    (np.minimum, np.min),
    (np.logical_and, np.all),
    (np.logical_or, np.any),
):
    register(_ufunc.reduce, first_axis(_function))


@defines(np.count_nonzero)
def count_nonzero(a, axis=None, *, keepdims=False):
    if a.dtype.kind == "b":
        return np.sum(a, axis=axis, keepdims=keepdims)
    return np.sum(a != 0, axis=axis, keepdims=keepdims)


_DEVIATION = f"{_IN_A_DTYPE.replace('keepdims', 'ddof=0, keepdims')}, *, where=True"
_DEVIATION += ", mean=None"


def squares(x):
    """The square of the magnitude of each element."""
    return x.real * x.real + x.imag * x.imag if np.iscomplexobj(x) else x * x


@defines(np.var, method=_DEVIATION, shared=True, analytic=True)
def var(
    a,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=False,
    *,
    where=True,
    mean=None,
    correction=None,
):
    ddof = ddof if correction is None else correction
    if dtype is not None:
        if np.dtype(dtype).kind != "f":
            unsupported("it is computed in floating numbers here")
        a = np.astype(a, dtype)
    if not is_known(where) or where is not True:
        return var_of_some(a, axis, ddof, keepdims, where, mean)
    middle = np.mean(a, axis=axis, keepdims=True) if mean is None else mean
    deviation = a - middle
    if ddof == 0:
        return np.mean(squares(deviation), axis=axis, keepdims=keepdims)
    count = np.size(a) if axis is None else np.size(a, axis)
    total = np.sum(squares(deviation), axis=axis, keepdims=keepdims)
    return total / degrees_of_freedom(count, ddof)


def degrees_of_freedom(count, ddof):
    """What is left of so many elements: 0 where ``ddof`` is more than there are."""
    if isinstance(ddof, np.generic):
        ddof = ddof.item()
    if is_known(ddof) and ddof <= 0:
        return count - ddof
    left = max(count - ddof, 0)
    return left


def var_of_some(a, axis, ddof, keepdims, where, mean):
    """The variance of the elements at a mask."""
    middle = mean
    if mean is None:
        middle = np.mean(a, axis=axis, keepdims=True, where=where)
    deviation = np.where(where, a - middle, 0)
    total = np.sum(squares(deviation), axis=axis, keepdims=keepdims)
    count = np.sum(np.broadcast_to(where, a.shape), axis=axis, keepdims=keepdims)
    left = np.maximum(count - ddof, 0)
    return total / np.astype(left, total.dtype)


@defines(np.std, method=_DEVIATION, shared=True, analytic=True)
def std(
    a,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=False,
    *,
    where=True,
    mean=None,
    correction=None,
):
    return root(
        np.var(
            *(a, axis, dtype, None, ddof, keepdims),
            where=where,
            mean=mean,
            correction=correction,
        )
    )


@defines(np.ptp)
def ptp(a, axis=None, out=None, keepdims=False):
    high = np.max(a, axis=axis, keepdims=keepdims)
    return high - np.min(a, axis=axis, keepdims=keepdims)


def laid_along(weights, a, axis):
    """Weights of the elements along one axis or several, with the axes that the others
    need behind, or beside."""
    if axis is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    axes = [axis_in(one, a.ndim) for one in ([axis] if isinstance(axis, int) else axis)]
    if weights.ndim != len(axes):
        raise ValueError(
            "Shape of weights must be consistent with shape of a along specified axis."
        )
    for size, one in zip(weights.shape, axes, strict=True):
        if differ(size, a.shape[one]):
            raise ValueError("Shape of weights must be consistent with shape of a.")
    if axes != sorted(axes):
        weights = np.transpose(weights, [axes.index(one) for one in sorted(axes)])
    others = [k for k in range(min(axes), a.ndim) if k not in axes]
    behind = tuple([k - min(axes) for k in others])
    return np.expand_dims(weights, behind) if behind else weights


@defines(np.average, arrays="a weights", analytic=True)
def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    if returned:
        mean = np.average(a, axis, weights, keepdims=keepdims)
        weights = np.ones_like(a) if weights is None else weights
        if np.ndim(weights) != np.ndim(a):
            total = np.sum(weights)
        else:
            total = np.sum(weights, axis=axis, keepdims=keepdims)
        return mean, np.broadcast_to(total, np.shape(mean)).copy()
    if weights is None:
        return np.mean(a, axis=axis, keepdims=keepdims)
    if weights.ndim != a.ndim:
        weights = laid_along(weights, a, axis)
        weighed, scale = a * weights, np.sum(weights)
    else:
        if a.shape != weights.shape:
            raise TypeError(
                "Axis must be specified when shapes of a and weights differ."
            )
        weighed, scale = a * weights, np.sum(weights, axis=axis, keepdims=keepdims)
    if np.any(scale == 0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return np.sum(weighed, axis=axis, keepdims=keepdims) / scale
