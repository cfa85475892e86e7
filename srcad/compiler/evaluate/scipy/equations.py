"""``scipy.linalg``: banded systems, Lyapunov's equations and Riccati's, and matrices
that have a pattern.

The rules of the matrix equations are those of the linear equations that they give where
they are differentiated: T. Kao and G. Hennequin, Automatic differentiation of
Sylvester, Lyapunov, and algebraic Riccati equations (2020).
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import linalg

from srcad.compiler.evaluate.intrinsics import emit, mismatch, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.linalg import floating
from srcad.compiler.evaluate.scipy.rows import of_matrices
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, shown
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import Op, array_aval

# --------------------------------------------------------------------- banded systems


def _of_bands(count: int, args: Args, sizes: Sizes) -> Aval:
    bands, right = (array_aval(atom) for atom in args)
    if bands.ndim != 2 or right.ndim not in (1, 2):
        raise ShapeError("it takes the bands of one matrix, and a vector or a matrix")
    if count:
        sizes.same(bands.shape[0], count, "`l_and_u` says another number of bands")
    sizes.same(bands.shape[1], right.shape[0], "the sizes differ")
    return result_of(args, right.shape, floating(args))


def _of_general_bands(args: Args, attributes: Attributes, sizes: Sizes) -> Aval:
    return _of_bands(sum(attributes["bands"]) + 1, args, sizes)


def _of_symmetric_bands(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    return _of_bands(0, args, sizes)


def dband(db, x, k):
    """The cotangent of the band whose entries stand ``k`` above the diagonal."""
    found = np.zeros_like(x)
    if k == 0:
        found = db * x
    elif k > 0:
        found[k:] = db[:-k] * x[k:]
    else:
        found[:k] = db[-k:] * x[:k]
    return -(found if x.ndim == 1 else np.sum(found, axis=1))


def moved(band, k):
    return np.roll(band, k) if k else band


def solve_banded_bprop(ab, b, out, dout, *, bands):
    lower, upper = bands
    count = lower + upper
    across = np.stack([moved(ab[count - k], lower - k) for k in range(count + 1)])
    db = linalg.solve_banded((upper, lower), across, dout)
    return np.stack([dband(db, out, upper - k) for k in range(count + 1)]), db


def solveh_banded_bprop(ab, b, out, dout, *, lower):
    db = linalg.solveh_banded(ab, dout, lower=lower)
    count = ab.shape[0]
    found = []
    for k in range(count):
        # Both entries that a number stands for.
        both = dband(db, out, k)
        if k:
            both = both + dband(out, db, k)
        found.append(moved(both, -k) if lower else both)
    return np.stack(found if lower else found[::-1]), db


def _banded_text(op: Op) -> Text:
    return Text((op.attribute("bands"), *op.args))


of_matrices(
    linalg.solve_banded,
    _of_general_bands,
    solve_banded_bprop,
    evaluate=lambda ab, b, bands: linalg.solve_banded(bands, ab, b),
    word="solution",
    text=_banded_text,
)
of_matrices(
    linalg.solveh_banded,
    _of_symmetric_bands,
    solveh_banded_bprop,
    word="solution",
    text=lambda op: Text(op.args, shown(op, lower=False)),
)


@defines(linalg.solve_banded, arrays="ab b")
def solve_banded(
    l_and_u, ab, b, overwrite_ab=False, overwrite_b=False, check_finite=True
):
    lower, upper = l_and_u
    return emit("linalg.solve_banded", ab, b, bands=(int(lower), int(upper)))


@defines(linalg.solveh_banded, arrays="ab b")
def solveh_banded(
    ab, b, overwrite_ab=False, overwrite_b=False, lower=False, check_finite=True
):
    return emit("linalg.solveh_banded", ab, b, lower=bool(lower))


# ------------------------------------------------------------------- matrix equations


@defines(linalg.solve_continuous_lyapunov, arrays="a q")
def solve_continuous_lyapunov(a, q):
    return linalg.solve_sylvester(a, np.conj(a.T), q)


# So large a matrix SciPy solves by way of the continuous equation.
_LARGE = 10


@defines(linalg.solve_discrete_lyapunov, arrays="a q")
def solve_discrete_lyapunov(a, q, method=None):
    if method not in (None, "direct", "bilinear"):
        mismatch("`method` is 'direct' or 'bilinear'")
    if a.ndim != 2 or q.ndim != 2:
        unsupported("it takes two matrices here")
    size = q.shape[0]
    unit = np.eye(size)
    if method == "direct" or (method is None and size < _LARGE):
        whole = np.eye(size * size) - np.kron(a, np.conj(a))
        found = np.reshape(np.linalg.solve(whole, np.ravel(q)), q.shape)
    else:
        across = np.conj(a.T)
        inverse = np.linalg.inv(across + unit)
        left = (across - unit) @ inverse
        right = 2 * np.linalg.inv(a + unit) @ q @ inverse
        found = linalg.solve_continuous_lyapunov(np.conj(left.T), -right)
    return found


def _riccati(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    a, b, q, r = (array_aval(atom) for atom in args)
    if {one.ndim for one in (a, b, q, r)} != {2}:
        raise ShapeError("it takes four matrices")
    for one in (a, q, r):
        sizes.same(one.shape[0], one.shape[1], "the matrix is not square")
    sizes.same(a.shape[0], b.shape[0], "the sizes differ")
    sizes.same(a.shape[0], q.shape[0], "the sizes differ")
    sizes.same(b.shape[1], r.shape[0], "the sizes differ")
    return result_of(args, a.shape, floating(args))


def solve_continuous_are_bprop(a, b, q, r, out, dout):
    gain = np.linalg.solve(r, b.T @ out)
    dq = linalg.solve_continuous_lyapunov(a - b @ gain, -(dout + dout.T) / 2)
    return riccati_cotangents(out @ dq, gain, dq)


def solve_discrete_are_bprop(a, b, q, r, out, dout):
    gain = np.linalg.solve(r + b.T @ out @ b, b.T @ out @ a)
    closed = a - b @ gain
    dq = linalg.solve_discrete_lyapunov(closed, (dout + dout.T) / 2)
    return riccati_cotangents(out @ closed @ dq, gain, dq)


def riccati_cotangents(moved, gain, dq):
    return 2 * moved, -2 * moved @ gain.T, dq, gain @ dq @ gain.T


of_matrices(
    linalg.solve_continuous_are, _riccati, solve_continuous_are_bprop, word="solution"
)
of_matrices(
    linalg.solve_discrete_are, _riccati, solve_discrete_are_bprop, word="solution"
)


def riccati(name, a, b, q, r, e, s):
    if e is not None or s is not None:
        unsupported("`e` and `s` are not supported")
    return emit(name, a, b, q, r)


@defines(linalg.solve_continuous_are, arrays="a b q r")
def solve_continuous_are(a, b, q, r, e=None, s=None, balanced=True):
    return riccati("linalg.solve_continuous_are", a, b, q, r, e, s)


@defines(linalg.solve_discrete_are, arrays="a b q r")
def solve_discrete_are(a, b, q, r, e=None, s=None, balanced=True):
    return riccati("linalg.solve_discrete_are", a, b, q, r, e, s)


# ---------------------------------------------------------- matrices with a pattern


@defines(linalg.toeplitz, arrays="c r")
def toeplitz(c, r=None):
    if r is None:
        r = c
    if c.ndim != 1 or r.ndim != 1:
        unsupported("it takes a first column and a first row of rank 1")
    values = np.concatenate((r[:0:-1], c))
    rows, columns = np.arange(c.shape[0]), np.arange(r.shape[0])
    return values[rows[:, None] - columns + (r.shape[0] - 1)]


@defines(linalg.solve_toeplitz, arrays="b")
def solve_toeplitz(c_or_cr, b, check_finite=True):
    column, row = c_or_cr if isinstance(c_or_cr, tuple) else (c_or_cr, None)
    whole = linalg.toeplitz(np.asarray(column), row)
    return np.linalg.solve(whole, np.asarray(b, np.float64))


@defines(linalg.hankel, arrays="c r")
def hankel(c, r=None):
    if r is None:
        r = np.zeros_like(c)
    if c.ndim != 1 or r.ndim != 1:
        unsupported("it takes a first column and a last row of rank 1")
    values = np.concatenate((c, r[1:]))
    return values[np.arange(c.shape[0])[:, None] + np.arange(r.shape[0])]


@defines(linalg.circulant)
def circulant(c):
    if c.ndim != 1:
        unsupported("it takes a first column of rank 1")
    places = np.arange(c.shape[0])
    return c[(places[:, None] - places) % c.shape[0]]


@defines(linalg.companion)
def companion(a):
    if a.ndim != 1:
        unsupported("it takes coefficients of rank 1")
    if a.shape[0] < 2:
        raise ValueError("The length of `a` must be at least 2.")
    if a[0] == 0:
        raise ValueError("The first coefficient in `a` must not be zero.")
    first = np.expand_dims(-a[1:] / a[0], 0)
    size = a.shape[0] - 1
    return np.concatenate((first, np.eye(size - 1, size, dtype=first.dtype)))
