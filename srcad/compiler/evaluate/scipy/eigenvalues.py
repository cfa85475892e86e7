"""``scipy.linalg``: eigenvalues of matrices of any form, and of three bands."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import linalg

from srcad.compiler.evaluate.intrinsics import differ, emit, perhaps_real, unsupported
from srcad.compiler.evaluate.numpy.decompositions import complex_pairs, eigh_bprop
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.linalg import floating
from srcad.compiler.evaluate.scipy.rows import name_of, of_matrices
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import array_aval

# ------------------------------------------------------------------------- of any form


def values_and_vectors(a):
    """Both as complex numbers, the values of a real matrix too."""
    if a.ndim != 2:
        unsupported("it takes one matrix here")
    if differ(a.shape[0], a.shape[1]):
        raise ValueError("expected square matrix")
    return complex_pairs(a)


@defines(linalg.eig, analytic=True)
def eig(
    a,
    b=None,
    left=False,
    right=True,
    overwrite_a=False,
    overwrite_b=False,
    check_finite=True,
    homogeneous_eigvals=False,
):
    if b is not None or left or homogeneous_eigvals:
        unsupported("`b`, `left` and `homogeneous_eigvals` are not supported")
    values, vectors = values_and_vectors(a)
    if not right:
        return values
    return values, vectors if np.iscomplexobj(a) else perhaps_real(vectors, values)


@defines(linalg.eigvals, analytic=True)
def eigvals(a, b=None, overwrite_a=False, check_finite=True, homogeneous_eigvals=False):
    if b is not None or homogeneous_eigvals:
        unsupported("`b` and `homogeneous_eigvals` are not supported")
    return values_and_vectors(a)[0]


# ---------------------------------------------------------------------- of three bands


def _of_bands(args: Args, _: Attributes, sizes: Sizes) -> tuple[Aval, ...]:
    d, e = (array_aval(atom) for atom in args)
    if (d.ndim, e.ndim) != (1, 1):
        raise ShapeError("the bands have one axis")
    size, dtype = d.shape[0], floating(args)
    shapes = (size,), (size, size)
    return tuple(result_of(args, shape, dtype) for shape in shapes)


def of_bands_bprop(d, e, out, dout):
    (whole,) = eigh_bprop(d, out, dout, UPLO="L")
    return np.diagonal(whole), np.diagonal(whole, -1)


of_matrices(
    linalg.eigh_tridiagonal,
    _of_bands,
    of_bands_bprop,
    results=2,
    word="eigenvalues eigenvectors",
)
_OF_BANDS = name_of("scipy.linalg", linalg.eigh_tridiagonal)


@defines(linalg.eigh_tridiagonal, arrays="d e")
def eigh_tridiagonal(
    d,
    e,
    eigvals_only=False,
    select="a",
    select_range=None,
    check_finite=True,
    tol=0.0,
    lapack_driver="auto",
):
    if tol != 0.0 or lapack_driver != "auto":
        unsupported("`tol` and `lapack_driver` are not supported")
    if d.ndim != 1 or e.ndim != 1:
        raise ValueError("expected a 1-D array")
    if differ(d.shape[0], e.shape[0] + 1):
        raise ValueError("d must have one more element than e")
    values, vectors = emit(_OF_BANDS, d, e)
    if select in ("i", "index", 2):
        if not eigvals_only:
            unsupported("of a part of them it gives the eigenvalues alone here")
        first, last = select_range
        if not 0 <= first <= last < d.shape[0]:
            raise ValueError("select_range out of bounds")
        return values[first : last + 1]
    if select not in ("a", "all", 0):
        unsupported("how many values lie in an interval is not known beforehand")
    return values if eigvals_only else (values, vectors)


@defines(linalg.eigvalsh_tridiagonal, arrays="d e")
def eigvalsh_tridiagonal(
    d,
    e,
    select="a",
    select_range=None,
    check_finite=True,
    tol=0.0,
    lapack_driver="auto",
):
    return linalg.eigh_tridiagonal(
        d, e, True, select, select_range, check_finite, tol, lapack_driver
    )
