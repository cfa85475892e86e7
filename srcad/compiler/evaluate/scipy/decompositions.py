"""``scipy.linalg``: decompositions, and what is solved with them.

What LAPACK does in NumPy as in SciPy is NumPy's here. The rules of LU are of M. Seeger,
A. Hetzel, Z. Dai, E. Meissner and N. Lawrence, Auto-differentiating linear algebra
(2017).
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import linalg

from srcad.compiler.evaluate.intrinsics import (
    emit,
    held,
    is_known,
    mismatch,
    unsupported,
)
from srcad.compiler.evaluate.numpy.decompositions import eigh_bprop, real_values
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.linalg import (
    cuts,
    floating,
    pseudo_inverse,
    square_shape,
)
from srcad.compiler.evaluate.scipy.rows import name_of, of_matrices
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, shown
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import array_aval
from srcad.compiler.reading.sizes import Dim

# ----------------------------------------------------------------- as NumPy has them


@defines(linalg.svd)
def svd(
    a,
    full_matrices=True,
    compute_uv=True,
    overwrite_a=False,
    check_finite=True,
    lapack_driver="gesdd",
):
    if lapack_driver != "gesdd":
        unsupported("`lapack_driver` is 'gesdd' here")
    if not compute_uv:
        return np.linalg.svdvals(a)
    return tuple(np.linalg.svd(a, full_matrices))


@defines(linalg.svdvals)
def svdvals(a, overwrite_a=False, check_finite=True):
    return np.linalg.svdvals(a)


@defines(linalg.qr)
def qr(
    a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True
):
    if pivoting or mode not in ("full", "r", "economic"):
        unsupported("it is 'full', 'economic' or 'r' here, without pivoting")
    found = tuple(np.linalg.qr(a, "reduced" if mode == "economic" else "complete"))
    return found[1:] if mode == "r" else found


@defines(linalg.pinv)
def pinv(a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
    if atol is not None or return_rank:
        unsupported("`atol` and `return_rank` are not supported")
    part = rtol
    if rtol is None:
        part = max(a.shape[-2:]) * float(np.finfo(dtype_of(a)).eps)
    return pseudo_inverse(a, part, rtol is not None and cuts(rtol))


def dtype_of(a):
    return a.dtype if a.dtype.kind in "fc" else np.float64


@defines(linalg.lstsq, arrays="a b")
def lstsq(
    a,
    b,
    cond=None,
    overwrite_a=False,
    overwrite_b=False,
    check_finite=True,
    lapack_driver=None,
):
    if lapack_driver not in (None, "gelsd"):
        unsupported("`lapack_driver` is 'gelsd' here")
    if cond is None:
        cond = float(np.finfo(np.result_type(dtype_of(a), dtype_of(b))).eps)
    return tuple(np.linalg.lstsq(a, b, cond))


@defines(linalg.polar)
def polar(a, side="right"):
    if side not in ("right", "left"):
        mismatch("`side` is 'right' or 'left'")
    if a.ndim != 2:
        mismatch("it takes one matrix")
    left, sizes, right = np.linalg.svd(a, False)
    if side == "right":
        positive = (np.conj(right.T) * sizes) @ right
    else:
        positive = (left * sizes) @ np.conj(left.T)
    return left @ right, positive


@defines(linalg.orthogonal_procrustes, arrays="A B")
def orthogonal_procrustes(A, B, check_finite=True):
    if A.ndim != 2 or B.ndim != 2:
        mismatch("it takes two matrices")
    left, sizes, right = np.linalg.svd(np.conj(np.conj(B.T) @ A).T)
    return left @ right, np.sum(sizes)


# ------------------------------------------------------------- of symmetric matrices


def symmetric_bprop(x, out, dout, *, lower):
    return eigh_bprop(x, out, dout, UPLO="L" if lower else "U")


of_matrices(
    linalg.eigh,
    real_values,
    symmetric_bprop,
    results=2,
    word="eigenvalues eigenvectors",
    text=lambda op: Text(op.args, shown(op, lower=True)),
)


_OF_SYMMETRIC = name_of("scipy.linalg", linalg.eigh)


@defines(linalg.eigh)
def eigh(
    a,
    b=None,
    *,
    lower=True,
    eigvals_only=False,
    overwrite_a=False,
    overwrite_b=False,
    type=1,
    check_finite=True,
    subset_by_index=None,
    subset_by_value=None,
    driver=None,
):
    if type != 1 or subset_by_value is not None or driver is not None:
        unsupported("`type`, `subset_by_value` and `driver` are not supported")
    if a.ndim != 2:
        unsupported("it takes one matrix here")
    values, vectors = (
        emit(_OF_SYMMETRIC, a, lower=bool(lower))
        if b is None
        else of_a_pair(a, np.asarray(b), lower)
    )
    if subset_by_index is not None:
        first, last = subset_by_index
        if not 0 <= first <= last < a.shape[0]:
            raise ValueError("Requested eigenvalue indices are not valid.")
        values, vectors = values[first : last + 1], vectors[:, first : last + 1]
    return values if eigvals_only else (values, vectors)


def of_a_pair(a, b, lower):
    """What is found for ``a @ v == w * b @ v``, where ``b`` is positive definite."""
    if not lower:
        a, b = np.conj(a.T), np.conj(b.T)
    factor = np.linalg.cholesky(b)
    whole = np.tril(a) + np.conj(np.tril(a, -1).T)
    half = np.linalg.solve(factor, whole)
    values, vectors = np.linalg.eigh(np.linalg.solve(factor, np.conj(half.T)))
    return values, np.linalg.solve(np.conj(factor.T), vectors)


@defines(linalg.eigvalsh)
def eigvalsh(
    a,
    b=None,
    *,
    lower=True,
    overwrite_a=False,
    overwrite_b=False,
    type=1,
    check_finite=True,
    subset_by_index=None,
    subset_by_value=None,
    driver=None,
):
    return linalg.eigh(
        a,
        b,
        lower=lower,
        eigvals_only=True,
        type=type,
        subset_by_index=subset_by_index,
        subset_by_value=subset_by_value,
        driver=driver,
    )


# ----------------------------------------------------------------------------- LU


def _packed(args: Args, _: Attributes, sizes: Sizes) -> tuple[Aval, ...]:
    if array_aval(args[0]).ndim != 2:
        raise ShapeError("it takes one matrix here")
    shape = array_aval(args[0]).shape
    tall = is_tall(*shape)
    if not tall:
        shape = square_shape(args, sizes)
    packed = result_of(args, shape, floating(args))
    pivots = shape[1:] if tall else shape[:1]
    return packed, Aval("int32", pivots, tensor=packed.tensor)


def is_tall(rows: Dim, columns: Dim) -> bool:
    """Whether a matrix is known to have more rows than columns: of such a one the
    definitions need nothing but in which order its rows are."""
    return isinstance(rows, int) and isinstance(columns, int) and rows > columns


def _of_packed(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    packed, _pivots, right = (array_aval(atom) for atom in args)
    if packed.ndim != 2 or right.ndim not in (1, 2):
        raise ShapeError("it takes one matrix, and a vector or a matrix")
    sizes.same(packed.shape[0], right.shape[0], "the sizes differ")
    return result_of(args[::2], right.shape, floating(args[::2]))


def parts(packed):
    """The factors that are in one matrix: of the lower one the diagonal is 1."""
    unit = np.eye(packed.shape[0], dtype=packed.dtype)
    return np.tril(packed, -1) + unit, np.triu(packed), unit


def lu_factor_bprop(x, out, dout):
    packed, pivots = out
    lower, upper, unit = parts(packed)
    dpacked = dout[0]
    inner = np.tril(lower.T @ np.tril(dpacked, -1), -1)
    inner = inner + np.triu(np.triu(dpacked) @ upper.T)
    drows = np.linalg.solve(lower.T, np.linalg.solve(upper, inner.T).T)
    # The rows are put back.
    return (linalg.lu_solve((unit, pivots), drows, 1),)


def lu_solve_bprop(packed, pivots, b, out, dout, *, trans):
    lower, upper, unit = parts(packed)
    db = linalg.lu_solve((packed, pivots), dout, 0 if trans else 1)
    pair = (db, out) if trans else (out, db)
    x, right = [one if one.ndim == 2 else np.expand_dims(one, 1) for one in pair]
    drows = linalg.lu_solve((unit, pivots), -right @ x.T)
    return np.tril(drows @ upper.T, -1) + np.triu(lower.T @ drows), None, db


of_matrices(linalg.lu_factor, _packed, lu_factor_bprop, results=2, word="lu pivots")
of_matrices(
    linalg.lu_solve,
    _of_packed,
    lu_solve_bprop,
    evaluate=lambda lu, pivots, b, trans: linalg.lu_solve((lu, pivots), b, trans),
    word="solution",
    text=lambda op: Text((op.args[:2], op.args[2]), shown(op, trans=0)),
)


@defines(linalg.lu_factor)
def lu_factor(a, overwrite_a=False, check_finite=True):
    if a.ndim == 2 and is_known(a.shape) and a.shape[0] != a.shape[1]:
        unsupported("it takes a square matrix here")
    return emit("linalg.lu_factor", a)


@defines(linalg.lu_solve, arrays="b")
def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    if trans not in (0, 1, 2):
        mismatch("`trans` is 0, 1 or 2")
    packed, pivots = lu_and_piv
    return emit("linalg.lu_solve", packed, pivots, b, trans=trans)


@defines(linalg.lu)
def lu(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    if p_indices:
        unsupported("`p_indices` is not supported")
    if a.ndim == 2 and is_known(a.shape) and a.shape[0] != a.shape[1]:
        order, lower, upper = of_tall(a) if a.shape[0] > a.shape[1] else of_wide(a)
        return (order @ lower, upper) if permute_l else (order, lower, upper)
    packed, pivots = linalg.lu_factor(a)
    lower, upper, unit = parts(packed)
    if permute_l:
        return linalg.lu_solve((unit, pivots), lower, 1), upper
    return np.real(linalg.lu_solve((unit, pivots), unit, 1)), lower, upper


def of_wide(a):
    """The rows are put in order by the first columns, which are a square."""
    count = a.shape[0]
    order, lower, upper = linalg.lu(a[:, :count])
    rest = np.linalg.solve(lower, order.T @ a[:, count:])
    return order, lower, np.concatenate((upper, rest), axis=1)


def of_tall(a):
    """In that order the first rows are a square, by which the others are divided."""
    rows, count = a.shape
    whole, pivots = emit("linalg.lu_factor", held(a))
    pivots = np.concatenate((pivots, np.arange(count, rows, dtype=np.int32)))
    unit = np.eye(rows, dtype=whole.dtype)
    order = np.real(linalg.lu_solve((unit, pivots), unit, 1))
    ordered = order.T @ a
    packed, _ = linalg.lu_factor(ordered[:count])
    lower, upper, _ = parts(packed)
    others = np.linalg.solve(upper.T, ordered[count:].T).T
    return order, np.concatenate((lower, others)), upper
