"""Products of vectors, matrices and tensors; convolutions."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
import operator
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    differ,
    emit,
    is_known,
    mismatch,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines, there
from srcad.compiler.evaluate.numpy.elementwise import called
from srcad.compiler.evaluate.numpy.registry import Unsupported, entry, inlined, of_numpy
from srcad.compiler.evaluate.numpy.values import as_array, emitted
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import primitive
from srcad.compiler.ir.shapes import (
    Args,
    Attributes,
    broadcast_shapes,
    common_dtype,
    is_tensor,
    result_of,
)
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import Atom, array_aval
from srcad.compiler.reading.sizes import Dim, size_sum


def _matmul(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    left, right = (array_aval(atom).shape for atom in args)
    if not left or not right:
        raise ShapeError("`@` needs arrays of rank 1 or more")
    inner = right[-2] if len(right) > 1 else right[0]
    try:
        sizes.same(left[-1], inner, "")
    except ShapeError:
        raise ShapeError(
            f"{args[0].aval} @ {args[1].aval}: sizes {left[-1]} and {inner} differ"
        ) from None
    batch = broadcast_shapes([left[:-2], right[:-2]], sizes)
    shape = (*batch, *left[-2:-1], *(right[-1:] if len(right) > 1 else ()))
    return Aval(common_dtype(args), shape, tensor=is_tensor(args))


def matmul_bprop(x, y, out, dout):
    if x.ndim == 1 and y.ndim == 1:
        return dout * y, dout * x
    if x.ndim == 1:
        dx = y @ dout if y.ndim == 2 else np.sum(np.expand_dims(dout, -2) * y, axis=-1)
        return dx, np.expand_dims(x, -1) * np.expand_dims(dout, -2)
    if y.ndim == 1:
        return np.expand_dims(dout, -1) * y, _rows_of(x).T @ np.ravel(dout)
    dx = dout @ np.swapaxes(y, -1, -2)
    if y.ndim == 2 and x.ndim > 2:
        # One product for the whole batch.
        return dx, _rows_of(x).T @ _rows_of(dout)
    return dx, np.swapaxes(x, -1, -2) @ dout


def _rows_of(x):
    """The rows of a batch of matrices, in one matrix."""
    if x.ndim == 2:
        return x
    # Where rows are empty, -1 would not say how many there are.
    filled = is_known(x.shape[-1]) and x.shape[-1] != 0
    count = -1 if filled else np.size(x, tuple(range(x.ndim - 1)))
    return np.reshape(x, (count, x.shape[-1]))


primitive(
    "matmul",
    _matmul,
    operator.matmul,
    matmul_bprop,
    number=True,
    promotes=True,
    exact="all",
    word="product",
    analytic=True,
)
called(np.matmul, "matmul")


@defines(np.dot, arrays="a b", method="b, out=None", shared=True, analytic=True)
def dot(a, b):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        # A number has its own dtype here, unlike beside an operator.
        return np.reshape(a, np.shape(a)) * np.reshape(b, np.shape(b))
    if np.ndim(b) <= 2:
        return a @ b
    return np.tensordot(a, b, axes=((-1,), (-2,)))


@defines(np.vdot, arrays="a b", analytic=True)
def vdot(a, b):
    return np.ravel(np.conj(a)) @ np.ravel(b)


@defines(np.inner, arrays="a b", analytic=True)
def inner(a, b):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        # A number has its own dtype here, unlike beside an operator.
        return np.reshape(a, np.shape(a)) * np.reshape(b, np.shape(b))
    if b.ndim == 1:
        return a @ b
    if a.ndim <= 2 and b.ndim == 2:
        return a @ np.transpose(b)
    return np.tensordot(a, b, axes=((-1,), (-1,)))


@defines(np.outer, arrays="a b", analytic=True)
def outer(a, b):
    return np.expand_dims(np.ravel(a), 1) * np.ravel(b)


@defines(np.kron, arrays="a b", analytic=True)
def kron(a, b):
    rank = max(a.ndim, b.ndim)
    first = (1,) * (rank - a.ndim) + a.shape
    second = (1,) * (rank - b.ndim) + b.shape
    left = tuple(size for one in first for size in (one, 1))
    right = tuple(size for one in second for size in (1, one))
    whole = tuple(p * q for p, q in zip(first, second, strict=True))
    return np.reshape(np.reshape(a, left) * np.reshape(b, right), whole)


@defines(np.cross, arrays="a b", analytic=True)
def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    if axis is not None:
        axisa, axisb, axisc = axis, axis, axis
    a, b = np.moveaxis(a, axisa, -1), np.moveaxis(b, axisb, -1)
    for one in (a, b):
        if not is_known(one.shape[-1]) or one.shape[-1] not in (2, 3):
            unsupported("it takes vectors of two or three elements")
    x, y, u, v = a[..., 0], a[..., 1], b[..., 0], b[..., 1]
    if a.shape[-1] == b.shape[-1] == 2:
        return x * v - y * u
    z = a[..., 2] if a.shape[-1] == 3 else np.zeros_like(x)
    w = b[..., 2] if b.shape[-1] == 3 else np.zeros_like(u)
    product = np.stack((y * w - z * v, z * u - x * w, x * v - y * u), axis=-1)
    return np.moveaxis(product, -1, axisc)


@defines(np.vecdot, np.linalg.vecdot, arrays="x1 x2", analytic=True)
def vecdot(x1, x2, /, *, axis=-1):
    size = x1.shape[axis_in(axis, x1.ndim)]
    other = x2.shape[axis_in(axis, x2.ndim)]
    if is_known(size) and is_known(other) and size != other:
        mismatch(f"the sizes of the vectors differ: {size} and {other}")
    if differ(size, other):
        raise ValueError("the sizes of the vectors differ")
    return np.sum(np.conj(x1) * x2, axis=axis)


# Of NumPy 2.2 and later.
@defines(*there("matvec"), arrays="x1 x2", analytic=True)
def matvec(x1, x2):
    return np.squeeze(x1 @ np.expand_dims(x2, -1), -1)


@defines(*there("vecmat"), arrays="x1 x2", analytic=True)
def vecmat(x1, x2):
    return np.squeeze(np.expand_dims(np.conj(x1), -2) @ x2, -2)


# ------------------------------------------------ as the array API has them in `linalg`


@defines(np.linalg.outer, arrays="x1 x2", analytic=True)
def outer_of_vectors(x1, x2, /):
    if x1.ndim != 1 or x2.ndim != 1:
        mismatch("it takes two vectors")
    return np.outer(x1, x2)


@defines(np.linalg.cross, arrays="x1 x2", analytic=True)
def cross_in_space(x1, x2, /, *, axis=-1):
    for one in (x1, x2):
        if is_known(one.shape[axis]) and one.shape[axis] != 3:
            mismatch("it takes vectors of three elements")
    return np.cross(x1, x2, axis=axis)


@defines(np.linalg.matmul, arrays="x1 x2", analytic=True)
def product(x1, x2, /):
    return x1 @ x2


# ------------------------------------------------------------------------ convolutions


def _full_convolution(args: Args, _: Attributes, __: Sizes) -> Aval:
    (left,), (right,) = _vectors(args)
    return result_of(args, (size_sum(size_sum(left, right), -1),))


def _valid_correlation(args: Args, _: Attributes, __: Sizes) -> Aval:
    """Of a vector that is at least as long as the other."""
    (left,), (right,) = _vectors(args)
    return result_of(args, (size_sum(size_sum(left, right, -1), 1),))


def _vectors(args: Args) -> list[tuple[Dim, ...]]:
    shapes = [array_aval(atom).shape for atom in args]
    if any(len(shape) != 1 for shape in shapes):
        raise ShapeError("a convolution is of two arrays of rank 1")
    return shapes


# Both are along the longer array: ``x`` for "correlate", whose mode is "valid", and
# which takes the complex conjugate of the other.
def convolve_bprop(x, y, out, dout):
    return np.correlate(dout, np.conj(y)), np.correlate(dout, np.conj(x))


def correlate_bprop(x, y, out, dout):
    dy = np.correlate(x, np.conj(dout))
    return np.convolve(dout, np.conj(y)), np.conj(dy)


of_numpy(np.convolve, _full_convolution, convolve_bprop, analytic=True)
of_numpy(np.correlate, _valid_correlation, correlate_bprop, analytic=True)


def _vector(frame: Frame, item: Any, node: ast.AST) -> Atom:
    array = as_array(frame, item, node)
    if array_aval(array).ndim != 1:
        raise Unsupported("it takes two arrays of rank 1")
    return array


@defines(np.convolve, arrays="a v", analytic=True)
def convolve(a, v, mode="full"):
    if np.ndim(a) != 1 or np.ndim(v) != 1:
        unsupported("it takes two arrays of rank 1")
    if mode == "full":
        return emit("convolve", a, v)
    return part_of_convolution(emit("convolve", a, v), a, v, mode)


def part_of_convolution(whole, a, v, mode):
    """The middle of a full convolution."""
    shorter = min(a.shape[0], v.shape[0])
    longer = max(a.shape[0], v.shape[0])
    if mode == "valid":
        return whole[shorter - 1 : longer]
    if mode != "same":
        unsupported(f"there is no mode {mode!r}")
    start = (shorter - 1) // 2
    return whole[start : start + longer]


@entry(np.correlate)
def _correlate(frame: Frame, node: ast.AST, a: Any, v: Any, mode: Any = "valid") -> Any:
    arrays = _vector(frame, a, node), _vector(frame, v, node)
    sizes = [array_aval(atom).shape[0] for atom in arrays]
    # The rules call it with the longer one first.
    if mode == "valid" and (frame.source.library or _at_least(*sizes)):
        return emitted(frame, "correlate", *arrays)
    both = map(frame.session.box, arrays)
    return inlined(frame, correlation, [*both, mode], node)


def _at_least(left: Dim, right: Dim) -> bool:
    """Whether one size is known to be no less than another."""
    rest = size_sum(left, right, -1)
    if isinstance(rest, int):
        return rest >= 0
    # A size that the user named is 1 or more.
    if any(not name.isidentifier() or factor < 0 for name, factor in rest.terms):
        return False
    return rest.constant + sum(factor for _, factor in rest.terms) >= 0


def correlation(a, v, mode):
    """A correlation is a convolution with the conjugate second array turned round."""
    whole = np.convolve(a, np.conj(v[::-1]))
    if mode == "full":
        return whole
    if mode == "same":
        shorter = min(a.shape[0], v.shape[0])
        odd = shorter - 1 if a.shape[0] >= v.shape[0] else shorter
        start = odd // 2
        return whole[start : start + max(a.shape[0], v.shape[0])]
    return part_of_convolution(whole, a, v, mode)
