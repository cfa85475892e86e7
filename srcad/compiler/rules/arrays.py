"""Shapes, joining, multiplication of matrices, and casts."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from srcad.compiler.rules.registry import define_none, defines


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


@defines("matmul")
def matmul_bprop(x, y, out, dout):
    if x.ndim == 1 and y.ndim == 1:
        return dout * y, dout * x
    if x.ndim == 1:
        rows = np.expand_dims(dout, -2)
        dx = np.sum(rows * y, axis=-1)
        return dx, np.expand_dims(x, -1) * rows
    if y.ndim == 1:
        columns = np.expand_dims(dout, -1)
        return columns * y, np.sum(columns * x, axis=tuple(range(x.ndim - 1)))
    return dout @ np.swapaxes(y, -1, -2), np.swapaxes(x, -1, -2) @ dout


define_none("shape", "size_of", "make_shape", "prod_of")
define_none("arange", "constant", "is_none", "list_len", "zeros_of")
