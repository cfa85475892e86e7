"""Reductions and scans. ``axis`` is sorted and not negative."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

import numpy as np

from srcad.compiler.differentiate.rules.registry import define_none, defines


def expanded(reduced, axis, keepdims):
    """A reduced array with the axes that were dropped put back, of size 1."""
    return reduced if keepdims else np.expand_dims(reduced, axis)


@defines("sum")
def sum_bprop(x, out, dout, *, axis, keepdims):
    return (np.broadcast_to(expanded(dout, axis, keepdims), x.shape),)


@defines("mean")
def mean_bprop(x, out, dout, *, axis, keepdims):
    count = np.size(x, axis)
    return (np.broadcast_to(expanded(dout / count, axis, keepdims), x.shape),)


@defines("max")
def max_bprop(x, out, dout, *, axis, keepdims):
    # Equal maxima share the cotangent.
    where = x == expanded(out, axis, keepdims)
    share = dout / np.sum(where, axis=axis, keepdims=keepdims)
    return (where * expanded(share, axis, keepdims),)


@defines("min")
def min_bprop(x, out, dout, *, axis, keepdims):
    where = x == expanded(out, axis, keepdims)
    share = dout / np.sum(where, axis=axis, keepdims=keepdims)
    return (where * expanded(share, axis, keepdims),)


@defines("prod")
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


@defines("cumsum")
def cumsum_bprop(x, out, dout, *, axis):
    return (np.flip(np.cumsum(np.flip(dout, axis), axis), axis),)


@defines("cumprod")
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


define_none("any", "all", "argmax", "argmin")
define_none("argsort", "nonzero", "searchsorted", "digitize")
