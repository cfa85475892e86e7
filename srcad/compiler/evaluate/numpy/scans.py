"""Running sums and products, differences and integrals: along one axis."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.intrinsics import axis_in, emit, negative, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import first_axis, of_numpy, register
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text
from srcad.compiler.ir.shapes import Args, Attributes
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import Op, array_aval


def _accumulated(args: Args, _: Attributes, __: Sizes) -> Aval:
    """Integers narrower than NumPy's own are summed as those."""
    aval = array_aval(args[0])
    dtype = np.cumsum(np.ones(1, aval.dtype)).dtype.name
    return Aval(dtype, aval.shape, tensor=aval.tensor)


def cumsum_bprop(x, out, dout, *, axis):
    return (np.flip(np.cumsum(np.flip(dout, axis), axis), axis),)


def cumprod_bprop(x, out, dout, *, axis):
    # With s[i] the sum over j >= i of dout[j] x[i + 1] ... x[j],
    # s[i] = dout[i] + x[i + 1] s[i + 1]  and  dx[i] = out[i - 1] s[i].
    place = (slice(None),) * axis
    sums = dout.copy()
    for k in range(2, x.shape[axis] + 1):
        sums[place + (-k,)] += x[place + (-k + 1,)] * sums[place + (-k + 1,)]
    before = np.roll(out, 1, axis)
    before[place + (slice(None, 1),)] = 1
    return (before * sums,)


def _text(op: Op) -> Text:
    return Text(op.args, {"axis": op.attribute("axis")}, method=True)


_PARAMETERS = "axis=None, dtype=None, out=None"
of_numpy(np.cumsum, _accumulated, cumsum_bprop, exact=(0,), text=_text, analytic=True)
of_numpy(np.cumprod, _accumulated, cumprod_bprop, text=_text, analytic=True)


@defines(np.cumsum, method=_PARAMETERS, shared=True, analytic=True)
def cumsum(a, axis=None, dtype=None):
    if dtype is not None:
        return np.cumsum(np.astype(a, dtype), axis)
    if axis is None:
        return emit("cumsum", in_a_row(a), axis=0)
    return emit("cumsum", a, axis=axis_in(axis, a.ndim))


@defines(np.cumprod, method=_PARAMETERS, analytic=True)
def cumprod(a, axis=None, dtype=None):
    if dtype is not None:
        return np.cumprod(np.astype(a, dtype), axis)
    if axis is None:
        return emit("cumprod", in_a_row(a), axis=0)
    return emit("cumprod", a, axis=axis_in(axis, a.ndim))


def in_a_row(a):
    """All elements along one axis."""
    return a if np.ndim(a) == 1 else np.ravel(a)


register(np.add.accumulate, first_axis(np.cumsum))
register(np.multiply.accumulate, first_axis(np.cumprod))

# -------------------------------------------------------------- differences, integrals


@defines(np.diff, arrays="a prepend append", analytic=True)
def diff(a, n=1, axis=-1, prepend=None, append=None):
    if n == 0:
        return a
    if negative(n):
        raise ValueError("order must be non-negative")
    axis = axis_in(axis, a.ndim)
    if prepend is not None:
        a = np.concatenate((_edge(prepend, a, axis), a), axis)
    if append is not None:
        a = np.concatenate((a, _edge(append, a, axis)), axis)
    before = (slice(None),) * axis
    for _ in range(n):
        high, low = a[before + (slice(1, None),)], a[before + (slice(None, -1),)]
        a = high != low if a.dtype.kind == "b" else high - low
    return a


def _edge(item, a, axis):
    """What ``diff`` puts at an end: a number stands for one along the axis."""
    if np.ndim(item):
        return item
    shape = tuple(1 if k == axis else size for k, size in enumerate(a.shape))
    return np.broadcast_to(item, shape)


@defines(np.ediff1d, arrays="ary", analytic=True)
def ediff1d(ary, to_end=None, to_begin=None):
    flat = np.ravel(ary)
    parts = [flat[1:] - flat[:-1]]
    if to_begin is not None:
        parts.insert(0, np.astype(np.ravel(to_begin), ary.dtype))
    if to_end is not None:
        parts.append(np.astype(np.ravel(to_end), ary.dtype))
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


@defines(np.gradient, arrays="f")
def gradient(f, *varargs, axis=None, edge_order=1):
    axes = range(f.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    steps = varargs if varargs else (1.0,)
    if len(steps) == 1:
        steps = tuple(steps) * len(axes)
    parts = [
        gradient_along(f, axis_in(one, f.ndim), step, edge_order)
        for one, step in zip(axes, steps, strict=True)
    ]
    return parts[0] if len(parts) == 1 else tuple(parts)


def gradient_along(f, axis, step, edge_order):
    before = (slice(None),) * axis
    if f.shape[axis] < edge_order + 1:
        raise ValueError("Shape of array too small to calculate a numerical gradient")
    if edge_order == 1 and np.ndim(step) == 0:
        first = f[before + (slice(1, 2),)] - f[before + (slice(0, 1),)]
        inner = f[before + (slice(2, None),)] - f[before + (slice(None, -2),)]
        last = f[before + (slice(-1, None),)] - f[before + (slice(-2, -1),)]
        found = np.concatenate((first, inner / 2, last), axis=axis) / step
        return np.astype(found, f.dtype) if f.dtype.kind == "f" else found
    # The slopes between neighbours, with what lies between them.
    if np.ndim(step):
        widths = np.diff(np.asarray(step))
    else:
        widths = np.full(f.shape[axis] - 1, step)
    others = tuple(range(1, f.ndim - axis))
    widths = np.expand_dims(widths, others) if others else widths
    slopes = (f[before + (slice(1, None),)] - f[before + (slice(None, -1),)]) / widths
    left, right = (
        slopes[before + (slice(None, -1),)],
        slopes[before + (slice(1, None),)],
    )
    a, b = widths[:-1], widths[1:]
    inner = (left * b + right * a) / (a + b)
    first, last = first_of(slopes, before), last_of(slopes, before)
    if edge_order == 2:
        first = first + (first - first_of(right, before)) * (a / (a + b))[:1]
        last = last + (last - last_of(left, before)) * (b / (a + b))[-1:]
    elif edge_order != 1:
        unsupported("the argument `edge_order` is 1 or 2")
    found = np.concatenate((first, inner, last), axis=axis)
    return np.astype(found, f.dtype) if f.dtype.kind == "f" else found


def first_of(x, before):
    """The first layer along the axis that follows ``before``."""
    return x[before + (slice(0, 1),)]


def last_of(x, before):
    """The last one."""
    return x[before + (slice(-1, None),)]


@defines(np.unwrap, arrays="p")
def unwrap(p, discont=None, axis=-1, *, period=2 * np.pi):
    if p.dtype.kind != "f":
        unsupported("it takes floating numbers here")
    axis, half = axis_in(axis, p.ndim), period / 2
    step = np.diff(p, axis=axis)
    over, under = np.ceil((step - half) / period), np.floor((step + half) / period)
    turns = np.where(step > 0, over, under)
    if discont is not None:
        turns = np.where(np.abs(step) < discont, 0, turns)
    before = (slice(None),) * axis
    first, rest = p[before + (slice(None, 1),)], p[before + (slice(1, None),)]
    return np.concatenate((first, rest - period * np.cumsum(turns, axis)), axis=axis)


@defines(np.trapezoid, arrays="y x", analytic=True)
def trapezoid(y, x=None, dx=1.0, axis=-1):
    axis = axis_in(axis, y.ndim)
    before = (slice(None),) * axis
    sums = y[before + (slice(1, None),)] + y[before + (slice(None, -1),)]
    if x is None:
        return np.sum(sums, axis=axis) * (dx / 2)
    if x.ndim == 1:
        widths = np.diff(x)
        if axis != y.ndim - 1:
            widths = np.expand_dims(widths, tuple(range(1, y.ndim - axis)))
    else:
        widths = np.diff(x, axis=axis)
    return np.sum(widths * sums, axis=axis) / 2
