"""Linear algebra.

The rules are of M. Giles, Collected matrix derivative results for forward and reverse
mode algorithmic differentiation (2008), and of I. Murray, Differentiation of the
Cholesky decomposition (2016).
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    differ,
    emit,
    is_known,
    mismatch,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import of_arrays, of_numpy
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
from srcad.compiler.ir.types import Lit, Op, array_aval
from srcad.compiler.reading.sizes import Dim


def floating(args: Args) -> str:
    """The dtype of LAPACK's results: of integers, beside whatever, doubles."""
    arrays = [array_aval(atom) for atom in args]
    whole = any(one.ndim and np.dtype(one.dtype).kind not in "fc" for one in arrays)
    given = [example(atom) for atom in args]
    dtype = np.result_type(*given, *([np.float64] if whole else []))
    if dtype == np.float16:
        raise ShapeError("linear algebra does not take float16")
    return dtype.name


def square_shape(args: Args, sizes: Sizes) -> tuple[Dim, ...]:
    """The shape of square matrices; a guard where it is not known that they are."""
    aval = array_aval(args[0])
    if aval.ndim < 2:
        raise ShapeError(f"linear algebra needs matrices, not {aval}")
    sizes.same(aval.shape[-2], aval.shape[-1], "the matrix is not square")
    return aval.shape


def _like_square(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    return result_of(args, square_shape(args, sizes), floating(args))


def _number_of_square(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    return result_of(args, square_shape(args, sizes)[:-2], floating(args))


def _solve(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    matrix, right = square_shape(args, sizes), array_aval(args[1]).shape
    vector = len(right) == 1
    sizes.same(matrix[-1], right[-1 if vector else -2], "the sizes differ")
    if vector:
        return result_of(args, matrix[:-1], floating(args))
    batch = broadcast_shapes([matrix[:-2], right[:-2]], sizes)
    return result_of(args, (*batch, *right[-2:]), floating(args))


def inv_bprop(x, out, dout):
    transposed = np.swapaxes(out, -1, -2)
    return (-(transposed @ dout @ transposed),)


def of_triangle(dx, upper=False):
    """The cotangent of a matrix that is its own conjugate transpose, as that of the
    triangle that is read, and of the real part of its diagonal."""
    across = np.conj(np.swapaxes(dx, -1, -2))
    part = (
        np.triu(dx) + np.triu(across, 1) if upper else np.tril(dx) + np.tril(across, -1)
    )
    return real_diagonal(part)


def real_diagonal(x):
    """The matrices without the imaginary parts of their diagonals."""
    if not np.iscomplexobj(x):
        return x
    return x - 1j * x.imag * np.eye(x.shape[-1], dtype=x.real.dtype)


def cholesky_bprop(x, out, dout):
    # Only the lower triangle of x is read: it gets all of the cotangent.
    inverse = np.linalg.inv(out)
    lower = np.tril(np.swapaxes(out, -1, -2) @ dout)
    half = lower - 0.5 * lower * np.eye(x.shape[-1], dtype=x.dtype)
    whole = np.swapaxes(inverse, -1, -2) @ half @ np.conj(inverse)
    return (of_triangle(whole),)


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


of_arrays(np.linalg.inv, "a", _like_square, inv_bprop, raises=True, analytic=True)
of_numpy(np.linalg.cholesky, _like_square, cholesky_bprop, raises=True, analytic=True)
of_arrays(np.linalg.solve, "a b", _solve, solve_bprop, raises=True, analytic=True)
of_arrays(np.linalg.det, "a", _number_of_square, det_bprop, number=True, analytic=True)


@defines(np.linalg.cholesky, analytic=True)
def cholesky(a, /, *, upper=False):
    if not upper:
        return emit("cholesky", a)
    # The triangle that is given back is the one that is read.
    lower = emit("cholesky", np.conj(np.swapaxes(a, -1, -2)))
    return np.conj(np.swapaxes(lower, -1, -2))


# ---------------------------------------------------------------- the pseudo-inverse


def _transposed(args: Args, _: Attributes, __: Sizes) -> Aval:
    aval = array_aval(args[0])
    if aval.ndim < 2:
        raise ShapeError(f"linear algebra needs matrices, not {aval}")
    *batch, rows, columns = aval.shape
    return result_of(args, (*batch, columns, rows), floating(args))


def rounding(values):
    """What is nothing beside values that are sorted along the last axis: ten times the
    error that is usual."""
    size = np.abs(values[..., :1]) + np.abs(values[..., -1:])
    return size * (10 * values.shape[-1] * np.finfo(values.dtype).eps)


# Less than this part of the greatest cuts nothing off but rounding.
_ROUNDING = 1e-13


def cuts(rcond):
    """Whether singular values may be taken to be zero that are not."""
    return not is_known(rcond) or rcond > _ROUNDING


def check_cut(s, rcond):
    """Refuse what depends on singular values that are cut off, though they are more
    than rounding: by these the rest changes too, in a way that is not followed."""
    if np.ndim(rcond):
        rcond = np.expand_dims(rcond, -1)
    if np.any((s <= rcond * s[..., :1]) & (s > rounding(s))):
        raise np.linalg.LinAlgError(
            "where singular values are cut off there is no derivative here"
        )


def pinv_bprop(x, rcond, out, dout, *, cut):
    if cut:
        check_cut(np.linalg.svdvals(x), rcond)
    # Where the rank does not change: G. Golub and V. Pereyra, The differentiation of
    # pseudo-inverses and nonlinear least squares problems whose variables separate
    # (1973).
    across, turned = np.conj(np.swapaxes(out, -1, -2)), np.swapaxes(dout, -1, -2)
    left = turned @ out @ across
    right = across @ out @ turned
    inside = across @ np.conj(dout) @ across
    dx = left - x @ (out @ left) + right - right @ out @ x - inside
    return np.conj(dx), None


# Up to which part of the greatest a singular value is taken to be zero.
_USUAL = 1e-15


def _pinv_text(op: Op) -> Text:
    return Text(op.args[:1] if op.args[1] == Lit(_USUAL) else op.args)


primitive(
    "pinv",
    _transposed,
    lambda x, rcond, cut: np.linalg.pinv(x, rcond),
    pinv_bprop,
    function="np.linalg.pinv",
    raises=True,
    text=_pinv_text,
    analytic=True,
)


@defines(np.linalg.pinv, analytic=True)
def pinv(a, rcond=None, hermitian=False, *, rtol=None):
    if hermitian:
        unsupported("the argument `hermitian` is not supported")
    part = rcond if rtol is None else rtol
    if part is None:
        part = _USUAL
    return pseudo_inverse(a, part, cuts(part))


def pseudo_inverse(a, rcond, cut):
    """The pseudo-inverse; where singular values are ``cut`` off, that is looked at."""
    return emit("pinv", a, rcond, cut=cut)


# ------------------------------------------------------------- sign and logarithm


class SlogdetResult(NamedTuple):
    """What ``np.linalg.slogdet`` gives."""

    sign: Any
    logabsdet: Any


def _sign_and_logarithm(args: Args, _: Attributes, sizes: Sizes) -> tuple[Aval, ...]:
    sign = _number_of_square(args, _, sizes)
    return sign, replace(sign, dtype=np.empty(0, sign.dtype).real.dtype.name)


def slogdet_bprop(x, out, dout):
    dsign, dlogabsdet = dout
    # The sign of a real number is the same nearby, that of a complex one turns.
    if dsign is None or not np.iscomplexobj(x):
        scale = dlogabsdet
    else:
        turn = 1j * np.imag(dsign * out[0])
        scale = turn if dlogabsdet is None else dlogabsdet + turn
    if scale is None:
        return (None,)
    inverse = np.swapaxes(np.linalg.inv(x), -1, -2)
    return (np.expand_dims(scale, (-2, -1)) * inverse,)


of_numpy(
    np.linalg.slogdet,
    _sign_and_logarithm,
    slogdet_bprop,
    results=2,
    number=True,
    word="sign logabsdet",
    analytic=True,
)


@defines(np.linalg.slogdet, analytic=True)
def slogdet(a):
    return SlogdetResult(*emit("slogdet", a))


# ---------------------------------------------------------- in terms of other functions


@defines(np.linalg.matrix_power, analytic=True)
def matrix_power(a, n):
    if differ(a.shape[-1], a.shape[-2]):
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    if n < 0:
        return np.linalg.matrix_power(np.linalg.inv(a), -n)
    if n == 0:
        return np.broadcast_to(np.eye(a.shape[-1], dtype=a.dtype), a.shape).copy()
    if n == 1:
        return a
    half = a if n < 4 else np.linalg.matrix_power(a, n // 2)
    square = half @ half
    return square @ a if n % 2 else square


@defines(np.linalg.multi_dot, arrays="", analytic=True)
def multi_dot(arrays):
    first, *others = arrays
    for other in others:
        first = np.dot(first, other)
    return first


@defines(np.linalg.tensorsolve, arrays="a b", analytic=True)
def tensorsolve(a, b, axes=None):
    if axes is not None:
        axes = [axis_in(axis, a.ndim) for axis in axes]
        a = np.transpose(a, [k for k in range(a.ndim) if k not in axes] + axes)
    shape = a.shape[b.ndim :]
    count = np.size(b)
    return np.reshape(np.linalg.solve(np.reshape(a, (count, -1)), np.ravel(b)), shape)


@defines(np.linalg.tensorinv, analytic=True)
def tensorinv(a, ind=2):
    if ind <= 0:
        mismatch("the first axes are one or more")
    count = np.size(a, tuple(range(ind)))
    inverse = np.linalg.inv(np.reshape(a, (count, -1)))
    return np.reshape(inverse, a.shape[ind:] + a.shape[:ind])
