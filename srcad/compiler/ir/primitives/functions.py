"""Larger functions of NumPy that are primitives: products, linear algebra, orders,
windows. Each stands here with the shape that it gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives.table import add
from srcad.compiler.ir.shapes import (
    broadcast_shapes,
    dim_of,
    example,
    is_tensor,
    like_first,
)
from srcad.compiler.ir.sizes import ShapeError, Sizes, unknown_size
from srcad.compiler.ir.types import (
    Atom,
    array_aval,
)
from srcad.compiler.reading.sizes import Dim, size_product, size_sum

Args = tuple[Atom, ...]
Attributes = Mapping[str, Any]


def _result(args: Args, shape: tuple[Dim, ...], dtype: str | None = None) -> Aval:
    """An array of the arguments' common dtype."""
    if dtype is None:
        dtype = np.result_type(*(example(atom) for atom in args)).name
    return Aval(dtype, shape, tensor=is_tensor(args))


def _product(left: Dim, right: Dim) -> Dim:
    found = size_product(left, right)
    return unknown_size("n") if found is None else found


# ----------------------------------------------------------------------------- orders


def _integers_like(args: Args, _: Attributes, __: Sizes) -> Aval:
    return _result(args, array_aval(args[0]).shape, "int64")


def _nonzero(args: Args, _: Attributes, __: Sizes) -> Aval:
    return _result(args, (unknown_size("count"),), "int64")


def _searchsorted(args: Args, _: Attributes, __: Sizes) -> Aval:
    if array_aval(args[0]).ndim != 1:
        raise ShapeError(f"the sorted array has one axis, not {args[0].aval}")
    return _result(args, array_aval(args[1]).shape, "int64")


add(
    "argsort",
    _integers_like,
    lambda x, axis, kind: np.argsort(x, axis=axis, kind=kind),
)
add("nonzero", _nonzero, lambda x, axis: np.nonzero(x)[axis])
add("searchsorted", _searchsorted, lambda x, v, side: np.searchsorted(x, v, side))
add("digitize", _integers_like, lambda x, bins, right: np.digitize(x, bins, right))


# --------------------------------------------------------------------------- products


def _einsum(args: Args, attributes: Attributes, sizes: Sizes) -> Aval:
    inputs, output = attributes["subscripts"].split("->")
    dims: dict[str, Dim] = {}
    for letters, atom in zip(inputs.split(","), args, strict=True):
        aval = array_aval(atom)
        if len(letters) != aval.ndim:
            raise ShapeError(f"the subscripts {letters!r} do not fit {aval}")
        for letter, dim in zip(letters, aval.shape, strict=True):
            before = dims.setdefault(letter, dim)
            dims[letter] = sizes.same(before, dim, f"the sizes along {letter!r} differ")
    return _result(args, tuple(dims[letter] for letter in output))


def _tensordot(args: Args, attributes: Attributes, sizes: Sizes) -> Aval:
    left, right = (array_aval(atom).shape for atom in args)
    first, second = attributes["axes"]
    for one, other in zip(first, second, strict=True):
        sizes.same(left[one], right[other], "the summed sizes differ")
    kept = tuple(dim for k, dim in enumerate(left) if k not in first)
    others = tuple(dim for k, dim in enumerate(right) if k not in second)
    return _result(args, kept + others)


add(
    "einsum",
    _einsum,
    lambda *arrays, subscripts: np.einsum(subscripts, *arrays),
)
add("tensordot", _tensordot, lambda x, y, axes: np.tensordot(x, y, axes))


def _full_convolution(args: Args, _: Attributes, __: Sizes) -> Aval:
    (left,), (right,) = _vectors(args)
    return _result(args, (size_sum(size_sum(left, right), -1),))


def _valid_correlation(args: Args, _: Attributes, __: Sizes) -> Aval:
    """Of a vector that is at least as long as the other."""
    (left,), (right,) = _vectors(args)
    return _result(args, (size_sum(size_sum(left, right, -1), 1),))


def _vectors(args: Args) -> list[tuple[Dim, ...]]:
    shapes = [array_aval(atom).shape for atom in args]
    if any(len(shape) != 1 for shape in shapes):
        raise ShapeError("a convolution is of two arrays of rank 1")
    return shapes


add("convolve", _full_convolution, lambda x, y: np.convolve(x, y))
add("correlate", _valid_correlation, lambda x, y: np.correlate(x, y))


# --------------------------------------------------------------------- linear algebra


def _floating(args: Args) -> str:
    """The dtype of LAPACK's results."""
    dtype = np.result_type(*(example(atom) for atom in args))
    if dtype == np.float16:
        raise ShapeError("linear algebra does not take float16")
    return dtype.name if dtype.kind == "f" else "float64"


def _square(args: Args, sizes: Sizes) -> tuple[Dim, ...]:
    aval = array_aval(args[0])
    if aval.ndim < 2:
        raise ShapeError(f"linear algebra needs matrices, not {aval}")
    sizes.same(aval.shape[-2], aval.shape[-1], "the matrix is not square")
    return aval.shape


def _like_square(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    return _result(args, _square(args, sizes), _floating(args))


def _number_of_square(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    return _result(args, _square(args, sizes)[:-2], _floating(args))


def _solve(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    matrix, right = _square(args, sizes), array_aval(args[1]).shape
    vector = len(right) == 1
    sizes.same(matrix[-1], right[-1 if vector else -2], "the sizes differ")
    if vector:
        return _result(args, matrix[:-1], _floating(args))
    batch = broadcast_shapes([matrix[:-2], right[:-2]], sizes)
    return _result(args, (*batch, *right[-2:]), _floating(args))


add("inv", _like_square, lambda x: np.linalg.inv(x))
add("cholesky", _like_square, lambda x: np.linalg.cholesky(x))
add("det", _number_of_square, lambda x: np.linalg.det(x))
# The two parts of ``np.linalg.slogdet``.
add("detsign", _number_of_square, lambda x: np.linalg.slogdet(x)[0])
add("logabsdet", _number_of_square, lambda x: np.linalg.slogdet(x)[1])
add("solve", _solve, lambda x, y: np.linalg.solve(x, y))


# --------------------------------------------------------------- parts of matrices


def _matrix_of_vector(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    (dim,) = array_aval(args[0]).shape
    side = size_sum(dim, abs(attributes["k"]))
    return _result(args, (side, side))


def _trace(args: Args, _: Attributes, __: Sizes) -> Aval:
    return _result(args, ())


def _eye(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    rows, columns = map(dim_of, args)
    return Aval(attributes["dtype"], (rows, columns), tensor=False)


add("tril", like_first, lambda x, k: np.tril(x, k))
add("triu", like_first, lambda x, k: np.triu(x, k))
add("diag", _matrix_of_vector, lambda x, k: np.diag(x, k))
add("trace", _trace, lambda x, offset: np.trace(x, offset))
add("eye", _eye, lambda n, m, k, dtype: np.eye(n, m, k, dtype), cheap=True)


# ----------------------------------------------------------------------- ranges, shapes


def _linspace(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    if any(array_aval(atom).ndim for atom in args):
        raise ShapeError("`np.linspace` goes from a number to a number")
    return Aval(attributes["dtype"], (dim_of(args[2]),), tensor=is_tensor(args))


def _padded(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    aval = array_aval(args[0])
    pairs = zip(aval.shape, attributes["widths"], strict=True)
    shape = tuple(size_sum(dim, before + after) for dim, (before, after) in pairs)
    return Aval(aval.dtype, shape, tensor=aval.tensor)


def _pad(x: Any, value: Any, widths: Any) -> Any:
    return np.pad(x, widths, constant_values=value)


def _repeated(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    aval = array_aval(args[0])
    shape = list(aval.shape)
    axis = attributes["axis"]
    shape[axis] = _product(shape[axis], attributes["repeats"])
    return Aval(aval.dtype, tuple(shape), tensor=aval.tensor)


def _tiled(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    """One repetition for each axis."""
    aval = array_aval(args[0])
    pairs = zip(aval.shape, attributes["reps"], strict=True)
    shape = tuple(_product(dim, count) for dim, count in pairs)
    return Aval(aval.dtype, shape, tensor=aval.tensor)


add(
    "linspace",
    _linspace,
    lambda start, stop, num, endpoint, dtype: np.linspace(
        start, stop, num, endpoint, dtype=dtype
    ),
)
add("pad", _padded, _pad)
add("repeat", _repeated, np.repeat)
add("tile", _tiled, np.tile)
add("roll", like_first, np.roll)
