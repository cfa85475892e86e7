"""Arrays made of sizes, of ranges, of other arrays."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np

from srcad.compiler.evaluate.numpy_library.definitions import defines, unsupported


@defines(np.tri, arrays="")
def tri(N, M=None, k=0, dtype=float):
    rows = np.expand_dims(np.arange(N), 1)
    columns = np.arange(N if M is None else M)
    if k:
        rows = rows + k
    return np.astype(columns <= rows, dtype)


@defines(np.tril_indices, arrays="")
def tril_indices(n, k=0, m=None):
    return np.nonzero(np.tri(n, m, k, np.bool_))


@defines(np.triu_indices, arrays="")
def triu_indices(n, k=0, m=None):
    return np.nonzero(~np.tri(n, m, k - 1, np.bool_))


@defines(np.diag_indices, arrays="")
def diag_indices(n, ndim=2):
    return (np.arange(n),) * ndim


@defines(np.ix_, arrays="")
def ix_(*args):
    return tuple(
        np.reshape(one, (1,) * k + (-1,) + (1,) * (len(args) - k - 1))
        for k, one in enumerate(args)
    )


@defines(np.meshgrid, arrays="")
def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    if not copy:
        unsupported("it makes copies here")
    arrays = [np.ravel(one) for one in xi]
    swapped = indexing == "xy" and len(arrays) > 1
    places = list(range(len(arrays)))
    if swapped:
        places[0], places[1] = 1, 0
    open_ = []
    for array, place in zip(arrays, places, strict=True):
        others = tuple(k for k in range(len(arrays)) if k != place)
        open_.append(np.expand_dims(array, others) if others else array)
    if sparse:
        return tuple(open_)
    shape = [one.shape[0] for one in arrays]
    if swapped:
        shape[0], shape[1] = shape[1], shape[0]
    return tuple(np.broadcast_to(one, tuple(shape)).copy() for one in open_)
