"""Shapes, joining, padding, parts of matrices, and casts."""

# mypy: disable-error-code="no-untyped-def, assignment"

import numpy as np

from srcad.compiler.differentiate.rules.registry import define_none, defines
from srcad.compiler.ir.lists import LIST_NUMBERS


@defines("reshape")
def reshape_bprop(x, shape, out, dout):
    return np.reshape(dout, x.shape), None


@defines("transpose")
def transpose_bprop(x, out, dout, *, axes):
    inverse = tuple(axes.index(k) for k in range(len(axes)))
    return (np.transpose(dout, inverse),)


@defines("expand_dims")
def expand_dims_bprop(x, out, dout, *, axis):
    return (np.squeeze(dout, axis),)


@defines("squeeze")
def squeeze_bprop(x, out, dout, *, axis):
    return (np.expand_dims(dout, axis),)


@defines("broadcast_to")
def broadcast_to_bprop(x, shape, out, dout):
    # The driver sums over what was broadcast.
    return dout, None


@defines("unbroadcast")
def unbroadcast_bprop(x, shape, out, dout):
    return np.broadcast_to(dout, x.shape), None


@defines("astype")
def astype_bprop(x, out, dout, *, dtype):
    # The driver casts to the dtype of x.
    return (dout,)


@defines("full")
def full_bprop(shape, value, out, dout, *, dtype, tensor):
    return None, dout


@defines("where")
def where_bprop(condition, x, y, out, dout):
    return None, np.where(condition, dout, 0), np.where(condition, 0, dout)


@defines("concatenate")
def concatenate_bprop(arrays, out, dout, *, axis):
    before = (slice(None),) * axis
    cotangents = []
    start = 0
    for array in arrays:
        stop = start + array.shape[axis]
        cotangents.append(dout[before + (slice(start, stop),)])
        start = stop
    return tuple(cotangents)


@defines("stack")
def stack_bprop(arrays, out, dout, *, axis):
    before = (slice(None),) * axis
    return tuple(dout[before + (k,)] for k in range(len(arrays)))


@defines("pad")
def pad_bprop(x, value, out, dout, *, widths):
    inside = tuple(slice(before, -after if after else None) for before, after in widths)
    dx = dout[inside]
    return dx, np.sum(dout) - np.sum(dx)


@defines("repeat")
def repeat_bprop(x, out, dout, *, repeats, axis):
    apart = x.shape[: axis + 1] + (repeats,) + x.shape[axis + 1 :]
    return (np.sum(np.reshape(dout, apart), axis=axis + 1),)


@defines("tile")
def tile_bprop(x, out, dout, *, reps):
    apart = ()
    counts = ()
    for count, size in zip(reps, x.shape, strict=True):
        if count != 1:
            counts = counts + (len(apart),)
            apart = apart + (count,)
        apart = apart + (size,)
    return (np.sum(np.reshape(dout, apart), axis=counts),)


@defines("roll")
def roll_bprop(x, out, dout, *, shift, axis):
    return (np.roll(dout, tuple(-one for one in shift), axis),)


@defines("tril")
def tril_bprop(x, out, dout, *, k):
    return (np.tril(dout, k),)


@defines("triu")
def triu_bprop(x, out, dout, *, k):
    return (np.triu(dout, k),)


@defines("diag")
def diag_bprop(x, out, dout, *, k):
    index = np.arange(x.shape[0])
    return (dout[index - min(k, 0), index + max(k, 0)],)


@defines("trace")
def trace_bprop(x, out, dout, *, offset):
    return (dout * np.eye(x.shape[0], x.shape[1], offset, x.dtype),)


@defines("linspace")
def linspace_bprop(start, stop, num, out, dout, *, endpoint, dtype):
    share = np.linspace(0.0, 1.0, num, endpoint)
    dstop = np.sum(dout * share)
    return np.sum(dout) - dstop, dstop, None


define_none("shape", "size_of", "make_shape", "prod_of")
define_none("arange", "constant", "is_none", "zeros_of", "eye", *LIST_NUMBERS)
