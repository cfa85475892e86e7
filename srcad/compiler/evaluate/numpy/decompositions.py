"""Decompositions of matrices: eigenvalues, singular values, orthogonal bases.

Each gives several results. The rules are of M. Giles, An extended collection of matrix
derivative results for forward and reverse mode algorithmic differentiation (2008), of
J. Townsend, Differentiating the singular value decomposition (2016), of S. Walter and
L. Lehmann, Algorithmic differentiation of linear algebra functions with application in
optimum experimental design (2010), and of C. Boeddeker and others, On the computation
of complex-valued gradients (2017).

The vectors that belong to equal values are any basis of a subspace: their derivative
does not exist, and is refused at run time, unless the program reads the others alone.
That of the values does exist, as a subgradient, which is what is given.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.intrinsics import (
    emit,
    is_known,
    perhaps_real,
    places,
    unsupported,
)
from srcad.compiler.evaluate.numpy.chosen import is_empty
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.linalg import (
    floating,
    of_triangle,
    real_diagonal,
    rounding,
    square_shape,
)
from srcad.compiler.evaluate.numpy.registry import of_numpy
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import Op, array_aval
from srcad.compiler.reading.sizes import Dim, named_size


def turned(x):
    """The transposes of the matrices."""
    return np.swapaxes(x, -1, -2)


def least(left: Dim, right: Dim) -> Dim:
    if left == right or left == 0:
        return left
    if right == 0:
        return 0
    if isinstance(left, int) and isinstance(right, int):
        return min(left, right)
    return named_size(f"min({left}, {right})")


def real_aval(aval: Aval) -> Aval:
    """What is real of a decomposition of complex matrices too."""
    return replace(aval, dtype=np.empty(0, aval.dtype).real.dtype.name)


def avals_of(args: Args, *shapes: tuple[Dim, ...]) -> tuple[Aval, ...]:
    dtype = floating(args)
    return tuple(result_of(args, shape, dtype) for shape in shapes)


# ------------------------------------------------------------- of symmetric matrices


class EighResult(NamedTuple):
    """What ``np.linalg.eigh`` gives."""

    eigenvalues: Any
    eigenvectors: Any


class EigResult(NamedTuple):
    """What ``np.linalg.eig`` gives."""

    eigenvalues: Any
    eigenvectors: Any


def _values_and_vectors(args: Args, _: Attributes, sizes: Sizes) -> tuple[Aval, ...]:
    shape = square_shape(args, sizes)
    return avals_of(args, shape[:-1], shape)


def real_values(args: Args, _: Attributes, sizes: Sizes) -> tuple[Aval, ...]:
    values, vectors = _values_and_vectors(args, _, sizes)
    return real_aval(values), vectors


def phase(vectors, dvectors):
    """How what is differentiated changes where each vector is turned in the complex
    plane, which LAPACK decides."""
    return np.imag(np.sum(vectors * dvectors, axis=-2))


def check_phase(change, *dvectors):
    """Refuse what is changed by that: it has no derivative. Cotangents that cancel are
    rounding errors of what they were."""
    size = sum(np.max(np.abs(one), initial=0.0) for one in dvectors)
    eps = np.finfo(change.dtype).eps
    if np.any(np.abs(change) > size * eps**0.5 + eps**0.6):
        raise np.linalg.LinAlgError(
            "the phase of complex vectors is arbitrary, and has no derivative"
        )


def inverse_gaps(values):
    """``1 / (values[j] - values[i])``, and 0 on the diagonal. Of equal values it is
    huge, not infinite: it is multiplied by a cotangent of 0."""
    same = np.eye(values.shape[-1], dtype=values.dtype)
    gaps = np.expand_dims(values, -2) - np.expand_dims(values, -1)
    return (1 - same) / np.where(gaps == 0, np.finfo(gaps.dtype).tiny, gaps)


def read_of(*dvectors):
    """Which of the vectors the program reads; None where it may read all."""
    found = None
    for one in dvectors:
        if one is not None:
            placed = places(one)
            if placed is None:
                return None
            read = np.any(placed, axis=-2)
            found = read if found is None else found | read
    return found


def check_equal(gaps, values, read):
    """Refuse vectors that are read of equal values: they are any basis of what they
    span. ``gaps`` are those between neighbours."""
    equal = gaps <= rounding(values)
    if read is not None:
        equal = equal & (read[..., 1:] | read[..., :-1])
    if np.any(equal):
        raise np.linalg.LinAlgError("vectors of equal values have no derivative")


def eigh_bprop(x, out, dout, *, UPLO):
    w, v = out
    dw, dv = dout
    across = np.conj(v)
    dx = 0 if dw is None else (across * np.expand_dims(dw, -2)) @ turned(v)
    if dv is not None:
        check_equal(np.diff(w), w, read_of(dv))
        if np.iscomplexobj(x):
            check_phase(phase(v, dv), dv)
        dx = dx + across @ (inverse_gaps(w) * (turned(v) @ dv)) @ turned(v)
    # Only one triangle of x is read: it gets all of the cotangent.
    return (of_triangle(dx, UPLO == "U"),)


of_numpy(
    np.linalg.eigh,
    real_values,
    eigh_bprop,
    results=2,
    raises=True,
    analytic=True,
    word="eigenvalues eigenvectors",
    text=lambda op: Text(op.args, shown(op, UPLO="L")),
)


@defines(np.linalg.eigh, analytic=True)
def eigh(a, UPLO="L"):
    return EighResult(*emit("eigh", a, UPLO=UPLO.upper()))


@defines(np.linalg.eigvalsh, analytic=True)
def eigvalsh(a, UPLO="L"):
    return np.linalg.eigh(a, UPLO)[0]


# ------------------------------------------------------------------------- of others


def eig_bprop(x, out, dout):
    w, v = out
    dw, dv = dout
    inner = 0 if dw is None else np.expand_dims(dw, -1) * np.eye(x.shape[-1])
    if dv is not None:
        check_apart(w)
        if not np.iscomplexobj(x):
            # A real vector of a real matrix stays one.
            dv = np.where(np.expand_dims(np.imag(w) == 0, -2), np.real(dv), dv)
        check_phase(phase(v, dv), dv)
        # The vectors have length 1: v dv along them is lost.
        along = turned(v) @ dv
        length = np.expand_dims(np.sum(np.real(v * dv), axis=-2), -2)
        inner = inner + inverse_gaps(w) * (along - (turned(v) @ np.conj(v)) * length)
    return (np.linalg.solve(turned(v), inner @ turned(v)),)


def check_apart(values):
    """Refuse the vectors of equal eigenvalues."""
    gaps = np.abs(np.expand_dims(values, -2) - np.expand_dims(values, -1))
    size = np.max(np.abs(values), axis=-1, initial=0.0, keepdims=True)
    small = 10 * values.shape[-1] * np.finfo(gaps.dtype).eps * size[..., None]
    equal = (gaps <= small) & ~np.eye(values.shape[-1], dtype=bool)
    if np.any(equal):
        raise np.linalg.LinAlgError(
            "eigenvectors of equal eigenvalues have no derivative"
        )


def _complex_values_and_vectors(
    args: Args, _: Attributes, sizes: Sizes
) -> tuple[Aval, ...]:
    values, vectors = _values_and_vectors(args, _, sizes)
    dtype = np.result_type(values.dtype, np.complex64).name
    return replace(values, dtype=dtype), replace(vectors, dtype=dtype)


of_numpy(
    np.linalg.eig,
    _complex_values_and_vectors,
    eig_bprop,
    results=2,
    raises=True,
    analytic=True,
    word="eigenvalues eigenvectors",
)


# Of a real matrix they are real for NumPy where all are; here they are complex.
primitive(
    "made_complex",
    lambda args, attributes, sizes: array_aval(args[0]),
    lambda x: np.array(x, np.result_type(x, np.complex64)),
    lambda x, out, dout: (dout,),
    analytic=True,
    function="np.array",
    word="values",
    text=lambda op: Text((*op.args, np.dtype(op.results[0].aval.dtype))),
)


def complex_pairs(a):
    """Eigenvalues and eigenvectors, as complex numbers whatever they are."""
    values, vectors = emit("eig", a)
    if np.iscomplexobj(a):
        return values, vectors
    return emit("made_complex", values), emit("made_complex", vectors)


@defines(np.linalg.eig, analytic=True)
def eig(a):
    values, vectors = complex_pairs(a)
    if not np.iscomplexobj(a):
        vectors = perhaps_real(vectors, values)
        values = perhaps_real(values, values)
    return EigResult(values, vectors)


@defines(np.linalg.eigvals, analytic=True)
def eigvals(a):
    return np.linalg.eig(a)[0]


# --------------------------------------------------------------------- singular values


class SVDResult(NamedTuple):
    """What ``np.linalg.svd`` gives."""

    U: Any
    S: Any
    Vh: Any


def _svd(args: Args, attributes: Attributes, _: Sizes) -> tuple[Aval, ...]:
    aval = array_aval(args[0])
    if aval.ndim < 2:
        raise ShapeError(f"linear algebra needs matrices, not {aval}")
    *batch, rows, columns = aval.shape
    count = least(rows, columns)
    full = attributes["full_matrices"]
    tall, wide = (rows, columns) if full else (count, count)
    shapes = (*batch, rows, tall), (*batch, count), (*batch, wide, columns)
    left, values, right = avals_of(args, *shapes)
    return left, real_aval(values), right


def without_more(vectors, dvectors, count):
    """The vectors of the thin decomposition, with their cotangents."""
    if dvectors is None:
        return vectors[..., :count], None
    if np.any(dvectors[..., count:] != 0):
        raise np.linalg.LinAlgError(
            "vectors beyond those of a thin decomposition have no derivative"
        )
    return vectors[..., :count], dvectors[..., :count]


def svd_bprop(x, out, dout, *, full_matrices):
    u, s, v = out[0], out[1], np.conj(turned(out[2]))
    du, ds, dv = dout[0], dout[1], None if dout[2] is None else np.conj(turned(dout[2]))
    square = is_known(x.shape[-2:]) and x.shape[-2] == x.shape[-1]
    if full_matrices and not square:
        u, du = without_more(u, du, s.shape[-1])
        v, dv = without_more(v, dv, s.shape[-1])
    if du is None and dv is None:
        return ((np.conj(u) * np.expand_dims(ds, -2)) @ turned(v),)
    check_equal(-np.diff(s), s, read_of(du, dv))
    across, down = np.expand_dims(s, -2), np.expand_dims(s, -1)
    same = np.eye(s.shape[-1], dtype=s.dtype)
    sums = np.where(across + down == 0, 1, across + down)
    inner = 0 if ds is None else same * np.expand_dims(ds, -2)
    if du is not None:
        part = inverse_gaps(s) * (turned(u) @ du) / sums
        inner = inner + (part + np.conj(turned(part))) * across
    if dv is not None:
        part = inverse_gaps(s) * (turned(v) @ dv) / sums
        inner = inner + down * (part + np.conj(turned(part)))
    if np.iscomplexobj(x):
        inner = inner + same * of_phases(u, s, v, du, dv)
    dx = np.conj(u) @ inner @ turned(v)
    if du is not None and u.shape[-2] != u.shape[-1]:
        dx = dx + outside(u, du, s) @ turned(v)
    if dv is not None and v.shape[-2] != v.shape[-1]:
        dx = dx + np.conj(u) @ np.conj(turned(outside(v, dv, s)))
    return (dx,)


def of_phases(u, s, v, du, dv):
    """What turns the vectors on the left against those on the right; both together may
    be turned at will."""
    if du is None:
        check_phase(phase(v, dv), dv)
        return np.zeros_like(np.expand_dims(s, -2))
    change = phase(u, du)
    if dv is None:
        check_phase(change, du)
    else:
        check_phase(change + phase(v, dv), du, dv)
    check_rank(s, read_of(du, dv))
    return np.expand_dims(1j * change / np.where(s == 0, 1, s), -2)


def outside(vectors, dvectors, s):
    """What moves vectors out of the subspace that they are a basis of."""
    check_rank(s, read_of(dvectors))
    inside = np.conj(vectors) @ (turned(vectors) @ dvectors)
    return (dvectors - inside) / np.expand_dims(np.where(s == 0, 1, s), -2)


def check_rank(s, read):
    """Refuse vectors that are read of a singular value 0."""
    if np.any(
        s[..., -1:] <= rounding(s) if read is None else read & (s <= rounding(s))
    ):
        raise np.linalg.LinAlgError("vectors of a singular value 0 have no derivative")


of_numpy(
    np.linalg.svd,
    _svd,
    svd_bprop,
    results=3,
    raises=True,
    analytic=True,
    word="left singular_values right",
    text=lambda op: Text(op.args, shown(op, full_matrices=True)),
)


@defines(np.linalg.svd, analytic=True)
def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    if hermitian:
        unsupported("the argument `hermitian` is not supported")
    if not compute_uv:
        return emit("svd", a, full_matrices=False)[1]
    return SVDResult(*emit("svd", a, full_matrices=bool(full_matrices)))


@defines(np.linalg.svdvals, arrays="x", analytic=True)
def svdvals(x):
    return np.linalg.svd(x, compute_uv=False)


# -------------------------------------------------- orthogonal and triangular matrices


class QRResult(NamedTuple):
    """What ``np.linalg.qr`` gives."""

    Q: Any
    R: Any


def _qr(args: Args, attributes: Attributes, _: Sizes) -> tuple[Aval, ...]:
    aval = array_aval(args[0])
    if aval.ndim < 2:
        raise ShapeError(f"linear algebra needs matrices, not {aval}")
    *batch, rows, columns = aval.shape
    count = rows if attributes["mode"] == "complete" else least(rows, columns)
    return avals_of(args, (*batch, rows, count), (*batch, count, columns))


def qr_bprop(x, out, dout, *, mode):
    q, r = out
    dq, dr = dout
    if is_empty(x):
        return (np.zeros_like(x),)
    if mode == "complete":
        count = min(x.shape[-2], x.shape[-1])
        q, dq = without_more(q, dq, count)
        r, dr = r[..., :count, :], None if dr is None else dr[..., :count, :]
    count = q.shape[-1]
    # Of more columns than rows, the first ones make Q: the rest of R is Q.T @ rest.
    wide = not is_known((x.shape[-1], count)) or x.shape[-1] != count
    drest = None
    if wide and dr is not None:
        rest = np.conj(q) @ dr[..., count:]
        dq_of_rest = np.conj(x[..., count:] @ turned(dr[..., count:]))
        dq = dq_of_rest if dq is None else dq + dq_of_rest
        dr, drest = dr[..., :count], rest
    r = r[..., :count] if wide else r
    # Each column is rounded by itself: N. Higham, Accuracy and Stability of Numerical
    # Algorithms, theorem 19.4.
    small = 10 * max(x.shape[-2:]) * np.finfo(x.dtype).eps * np.linalg.norm(r, axis=-2)
    if np.any(np.abs(np.diagonal(r, 0, -2, -1)) <= small):
        raise np.linalg.LinAlgError("dependent columns have no derivative")
    if dq is None:
        inner = r @ turned(dr)
    else:
        inner = -turned(dq) @ q if dr is None else r @ turned(dr) - turned(dq) @ q
    both = np.conj(
        q @ real_diagonal(np.tril(inner) + np.conj(turned(np.tril(inner, -1))))
    )
    dx = both if dq is None else dq + both
    dx = turned(np.linalg.solve(r, turned(dx)))
    if not wide:
        return (dx,)
    if drest is None:
        drest = np.zeros_like(x[..., count:])
    return (np.concatenate((dx, drest), axis=-1),)


def _qr_text(op: Op) -> Text:
    return Text(op.args, shown(op, mode="reduced"))


of_numpy(
    np.linalg.qr,
    _qr,
    qr_bprop,
    results=2,
    raises=True,
    word="q r",
    text=_qr_text,
    analytic=True,
)


@defines(np.linalg.qr, analytic=True)
def qr(a, mode="reduced"):
    if mode == "r":
        return emit("qr", a, mode="reduced")[1]
    if mode not in ("reduced", "complete"):
        unsupported(f"the mode {mode!r} is not supported")
    return QRResult(*emit("qr", a, mode=mode))
