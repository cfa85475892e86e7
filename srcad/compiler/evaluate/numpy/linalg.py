"""Linear algebra.

The rules are of M. Giles, Collected matrix derivative results for forward and reverse
mode algorithmic differentiation (2008), and of I. Murray, Differentiation of the
Cholesky decomposition (2016).
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import root, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import entry, of_arrays
from srcad.compiler.evaluate.numpy.values import as_array
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive
from srcad.compiler.ir.shapes import (
    Args,
    Attributes,
    broadcast_shapes,
    example,
    result_of,
)
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import array_aval
from srcad.compiler.reading.sizes import Dim


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
    return result_of(args, _square(args, sizes), _floating(args))


def _number_of_square(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    return result_of(args, _square(args, sizes)[:-2], _floating(args))


def _solve(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    matrix, right = _square(args, sizes), array_aval(args[1]).shape
    vector = len(right) == 1
    sizes.same(matrix[-1], right[-1 if vector else -2], "the sizes differ")
    if vector:
        return result_of(args, matrix[:-1], _floating(args))
    batch = broadcast_shapes([matrix[:-2], right[:-2]], sizes)
    return result_of(args, (*batch, *right[-2:]), _floating(args))


def inv_bprop(x, out, dout):
    transposed = np.swapaxes(out, -1, -2)
    return (-(transposed @ dout @ transposed),)


def cholesky_bprop(x, out, dout):
    # Only the lower triangle of x is read: it gets all of the cotangent.
    inverse = np.linalg.inv(out)
    lower = np.tril(np.swapaxes(out, -1, -2) @ dout)
    half = lower - 0.5 * lower * np.eye(x.shape[-1], dtype=x.dtype)
    whole = np.swapaxes(inverse, -1, -2) @ half @ inverse
    both = np.tril(whole) + np.tril(np.swapaxes(whole, -1, -2), -1)
    return (both,)


def solve_bprop(x, y, out, dout):
    transposed = np.swapaxes(x, -1, -2)
    if y.ndim == 1:
        if x.ndim > 2:
            dout = np.expand_dims(dout, -1)
            dy = np.linalg.solve(transposed, dout)
            return -(dy * np.expand_dims(out, -2)), np.squeeze(dy, -1)
        dy = np.linalg.solve(transposed, dout)
        return -np.outer(dy, out), dy
    dy = np.linalg.solve(transposed, dout)
    return -(dy @ np.swapaxes(out, -1, -2)), dy


def det_bprop(x, out, dout):
    scale = np.expand_dims(dout * out, (-2, -1))
    return (scale * np.swapaxes(np.linalg.inv(x), -1, -2),)


def logabsdet_bprop(x, out, dout):
    return (np.expand_dims(dout, (-2, -1)) * np.swapaxes(np.linalg.inv(x), -1, -2),)


def _transposed(args: Args, _: Attributes, __: Sizes) -> Aval:
    aval = array_aval(args[0])
    if aval.ndim < 2:
        raise ShapeError(f"linear algebra needs matrices, not {aval}")
    *batch, rows, columns = aval.shape
    return result_of(args, (*batch, columns, rows), _floating(args))


def pinv_bprop(x, out, dout):
    # Where the rank does not change: G. Golub and V. Pereyra, The differentiation of
    # pseudo-inverses and nonlinear least squares problems whose variables separate
    # (1973).
    across, turned = np.swapaxes(out, -1, -2), np.swapaxes(dout, -1, -2)
    left = turned @ out @ across
    right = across @ out @ turned
    inside = across @ dout @ across
    return (left - x @ (out @ left) + right - right @ out @ x - inside,)


of_arrays(np.linalg.pinv, "a", _transposed, pinv_bprop, raises=True)
of_arrays(np.linalg.inv, "a", _like_square, inv_bprop, raises=True)
of_arrays(np.linalg.cholesky, "a", _like_square, cholesky_bprop, raises=True)
of_arrays(np.linalg.solve, "a b", _solve, solve_bprop, raises=True)
of_arrays(np.linalg.det, "a", _number_of_square, det_bprop, number=True)


class SlogdetResult(NamedTuple):
    """What ``np.linalg.slogdet`` gives."""

    sign: Any
    logabsdet: Any


def _part_of_slogdet(name: str, place: int, derivative: Any) -> None:
    def evaluate(x: Any) -> Any:
        return np.linalg.slogdet(x)[place]

    primitive(
        name,
        _number_of_square,
        evaluate,
        derivative,
        number=True,
        function="np.linalg.slogdet",
        text=lambda op: Text(op.args, item=place),
    )


_part_of_slogdet("detsign", 0, "none")
_part_of_slogdet("logabsdet", 1, logabsdet_bprop)


@entry(np.linalg.slogdet)
def _slogdet(frame: Frame, node: ast.AST, a: Any) -> Any:
    array, emit = as_array(frame, a, node), frame.session.builder.emit
    parts = (emit("detsign", array), emit("logabsdet", array))
    return SlogdetResult(*map(frame.session.box, parts))


# ---------------------------------------------------------- in terms of other functions


@defines(np.linalg.norm, arrays="x")
def norm(x, ord=None, axis=None, keepdims=False):
    vector = isinstance(axis, int) or (axis is None and x.ndim == 1)
    if ord == "fro" and vector:
        unsupported("'fro' is a norm of matrices")
    if ord is None or ord == "fro" or (ord == 2 and vector):
        return root(np.sum(x * x, axis=axis, keepdims=keepdims))
    if not vector:
        unsupported(f"the norm {ord!r} of a matrix is not supported")
    size = np.abs(x)
    if ord == np.inf:
        return np.max(size, axis=axis, keepdims=keepdims)
    if ord == -np.inf:
        return np.min(size, axis=axis, keepdims=keepdims)
    if ord == 0:
        count = np.sum(x != 0, axis=axis, keepdims=keepdims)
        return np.astype(count, x.dtype)
    if ord == 1:
        return np.sum(size, axis=axis, keepdims=keepdims)
    return np.sum(size**ord, axis=axis, keepdims=keepdims) ** (1 / ord)


@defines(np.linalg.matrix_power)
def matrix_power(a, n):
    if n < 0:
        return np.linalg.matrix_power(np.linalg.inv(a), -n)
    if n == 0:
        return np.broadcast_to(np.eye(a.shape[-1], dtype=a.dtype), a.shape).copy()
    if n == 1:
        return a.copy()
    half = a if n < 4 else np.linalg.matrix_power(a, n // 2)
    square = half @ half
    return square @ a if n % 2 else square


@defines(np.linalg.multi_dot, arrays="")
def multi_dot(arrays):
    first, *others = arrays
    for other in others:
        first = np.dot(first, other)
    return first
