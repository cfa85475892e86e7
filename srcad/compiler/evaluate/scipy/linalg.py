"""``scipy.linalg``: in terms of ``numpy.linalg``, but for functions of matrices.

The rules are of N. Higham, Functions of Matrices (2008), chapters 3 and 6, and of
M. Giles, Collected matrix derivative results (2008).
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import linalg

from srcad.compiler.evaluate.intrinsics import differ, emit, mismatch, unsupported
from srcad.compiler.evaluate.numpy.complex_numbers import is_complex
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.linalg import floating, square_shape
from srcad.compiler.evaluate.scipy import decompositions as decompositions
from srcad.compiler.evaluate.scipy import eigenvalues as eigenvalues
from srcad.compiler.evaluate.scipy import equations as equations
from srcad.compiler.evaluate.scipy import matrix_functions as matrix_functions
from srcad.compiler.evaluate.scipy.rows import of_matrices
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import array_aval


def needs_matrices(a):
    """Refuse what has too few axes: NumPy's ``tril`` of a vector is a matrix."""
    if a.ndim < 2:
        mismatch("linear algebra needs matrices")


def check_square(a):
    needs_matrices(a)
    if differ(a.shape[-2], a.shape[-1]):
        raise ValueError("expected a square matrix")


def turned(x):
    """The transposes of the matrices."""
    needs_matrices(x)
    return np.swapaxes(x, -1, -2)


# ----------------------------------------------------------- systems and factorisations


SYMMETRIC = ("sym", "symmetric", "her", "hermitian")
DEFINITE = ("pos", "positive definite")


def assumed(a, kind, lower):
    """The matrices that are meant where only a part of them is read."""
    if kind in (None, "gen", "general"):
        return a
    needs_matrices(a)
    if kind in SYMMETRIC:
        part = np.tril(a) if lower else np.triu(a)
        return part + turned(np.tril(a, -1) if lower else np.triu(a, 1))
    if kind == "upper triangular":
        return np.triu(a)
    if kind == "lower triangular":
        return np.tril(a)
    if kind == "diagonal":
        return np.tril(np.triu(a))
    unsupported(f"`assume_a` is not {kind!r} here")


@defines(linalg.solve, arrays="a b")
def solve(
    a,
    b,
    lower=False,
    overwrite_a=False,
    overwrite_b=False,
    check_finite=True,
    assume_a=None,
    transposed=False,
):
    if assume_a in DEFINITE:
        return linalg.cho_solve(linalg.cho_factor(a, lower), b)
    a = assumed(a, assume_a, lower)
    return np.linalg.solve(turned(a) if transposed else a, b)


@defines(linalg.inv)
def inv(a, overwrite_a=False, check_finite=True, *, assume_a=None, lower=False):
    check_square(a)
    if assume_a in DEFINITE:
        eye = np.eye(a.shape[-1], dtype=a.dtype)
        whole = np.broadcast_to(eye, a.shape)
        return linalg.cho_solve(linalg.cho_factor(a, lower), whole)
    if assume_a == "diagonal":
        unsupported("of a diagonal matrix it leaves what is beside the diagonal")
    return np.linalg.inv(assumed(a, assume_a, lower))


@defines(linalg.det)
def det(a, overwrite_a=False, check_finite=True):
    return np.linalg.det(np.asarray(a, np.float64))


@defines(linalg.norm)
def norm(a, ord=None, axis=None, keepdims=False, check_finite=True):
    return np.linalg.norm(a, ord, axis, keepdims)


@defines(linalg.cholesky)
def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    check_square(a)
    # The triangle that is given back is the one that is read.
    if lower:
        return np.linalg.cholesky(a)
    return turned(np.linalg.cholesky(turned(a)))


@defines(linalg.cho_factor)
def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    # LAPACK leaves the other triangle as it is.
    rest = np.triu(a, 1) if lower else np.tril(a, -1)
    return linalg.cholesky(a, lower) + rest, lower


@defines(linalg.cho_solve, arrays="b")
def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    factor, lower = c_and_lower
    first = linalg.solve_triangular(factor, b, 0 if lower else 1, lower)
    return linalg.solve_triangular(factor, first, 1 if lower else 0, lower)


@defines(linalg.solve_triangular, arrays="a b")
def solve_triangular(
    a,
    b,
    trans=0,
    lower=False,
    unit_diagonal=False,
    overwrite_b=False,
    check_finite=True,
):
    if trans not in (0, 1, 2, "N", "T", "C"):
        mismatch(f"`trans` is 0, 1 or 2, not {trans!r}")
    needs_matrices(a)
    offset = 1 if unit_diagonal else 0
    part = np.tril(a, -offset) if lower else np.triu(a, offset)
    if unit_diagonal:
        part = part + np.eye(a.shape[-1], dtype=a.dtype)
    return np.linalg.solve(part if trans in (0, "N") else turned(part), b)


# --------------------------------------------------------------- functions of matrices


def _like_square(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    return result_of(args, square_shape(args, sizes), floating(args))


def _sylvester(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    left, right, result = (array_aval(atom) for atom in args)
    if (left.ndim, right.ndim, result.ndim) != (2, 2, 2):
        raise ShapeError("it takes three matrices")
    for one, size in zip((left, right), result.shape, strict=True):
        sizes.same(one.shape[0], one.shape[1], "the matrix is not square")
        sizes.same(one.shape[0], size, "the sizes differ")
    return result_of(args, result.shape, floating(args))


def expm_bprop(x, out, dout):
    # The exponential of [[x.T, dout], [0, x.T]] has the cotangent in its corner.
    across = np.swapaxes(x, -1, -2)
    above = np.concatenate((across, dout), axis=-1)
    below = np.concatenate((np.zeros_like(across), across), axis=-1)
    whole = linalg.expm(np.concatenate((above, below), axis=-2))
    size = x.shape[-1]
    return (whole[..., :size, size:],)


def solve_sylvester_bprop(x, y, z, out, dout):
    dz = linalg.solve_sylvester(x.T, y.T, dout)
    return -dz @ out.T, -out.T @ dz, dz


def sqrtm_bprop(x, out, dout):
    return (linalg.solve_sylvester(out.T, out.T, dout),)


of_matrices(linalg.expm, _like_square, expm_bprop, word="exponential")
of_matrices(linalg.sqrtm, _like_square, sqrtm_bprop, word="square_root")
of_matrices(linalg.solve_sylvester, _sylvester, solve_sylvester_bprop, word="solution")


@defines(linalg.expm, arrays="A")
def expm(A):
    return emit("linalg.expm", A)


@defines(linalg.sqrtm, arrays="A")
def sqrtm(A):
    if A.ndim != 2:
        unsupported("it takes one matrix here")
    root = emit("linalg.sqrtm", A)
    if is_complex(root):
        raise np.linalg.LinAlgError("complex roots are not supported")
    return root


@defines(linalg.solve_sylvester, arrays="a b q")
def solve_sylvester(a, b, q):
    return emit("linalg.solve_sylvester", a, b, q)


# ------------------------------------------------------------------ special matrices


@defines(linalg.block_diag, arrays="")
def block_diag(*arrs):
    blocks = [np.atleast_2d(one) for one in arrs]
    width = sum([one.shape[1] for one in blocks])
    rows, before = [], 0
    for one in blocks:
        height, own = one.shape
        left = np.zeros((height, before), one.dtype)
        right = np.zeros((height, width - before - own), one.dtype)
        rows.append(np.concatenate((left, one, right), axis=1))
        before = before + own
    return np.concatenate(rows, axis=0)
