"""``scipy.linalg``: logarithms, powers, and functions made of exponentials of matrices.

The rules are of N. Higham, Functions of Matrices (2008), chapters 3, 11 and 12.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import linalg

from srcad.compiler.evaluate.intrinsics import differ, emit, is_known, unsupported
from srcad.compiler.evaluate.numpy.complex_numbers import is_complex
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.linalg import floating, square_shape
from srcad.compiler.evaluate.scipy.rows import of_matrices
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import Sizes


def _like_square(args: Args, _: Attributes, sizes: Sizes) -> Aval:
    return result_of(args, square_shape(args, sizes), floating(args))


def logm_bprop(x, out, dout):
    # The logarithm of [[x.T, dout], [0, x.T]] has the cotangent in its corner.
    above = np.concatenate((x.T, dout), axis=-1)
    below = np.concatenate((np.zeros_like(x), x.T), axis=-1)
    whole = linalg.logm(np.concatenate((above, below), axis=-2))
    size = x.shape[-1]
    return (whole[:size, size:],)


of_matrices(linalg.logm, _like_square, logm_bprop, word="logarithm")


def one_matrix(A):
    """A square matrix of floating numbers."""
    if A.ndim != 2:
        unsupported("it takes one matrix here")
    if A.dtype.kind == "c":
        unsupported("it takes real numbers here")
    if differ(A.shape[0], A.shape[1]):
        raise ValueError("expected a square matrix")
    return A if A.dtype.kind == "f" else np.asarray(A, np.float64)


@defines(linalg.logm, arrays="A")
def logm(A):
    # SciPy computes it in double precision.
    found = emit("linalg.logm", np.asarray(one_matrix(A), np.float64))
    if is_complex(found):
        raise np.linalg.LinAlgError("complex logarithms are not supported")
    return found


@defines(linalg.fractional_matrix_power, arrays="A")
def fractional_matrix_power(A, t):
    A = one_matrix(A)
    if is_known(t) and t == int(t):
        return np.linalg.matrix_power(A, int(t))
    return linalg.expm(t * linalg.logm(A))


@defines(linalg.expm_frechet, arrays="A E")
def expm_frechet(A, E, method=None, compute_expm=True, check_finite=True):
    if method not in (None, "SPS", "blockEnlarge"):
        raise ValueError("Unknown implementation {method}")
    A, E = (np.asarray(one_matrix(one), np.float64) for one in (A, E))
    if differ(A.shape[0], E.shape[0]):
        raise ValueError("expected A and E to be the same shape")
    above = np.concatenate((A, E), axis=1)
    below = np.concatenate((np.zeros_like(A), A), axis=1)
    whole, size = linalg.expm(np.concatenate((above, below))), A.shape[0]
    change = whole[:size, size:]
    return (whole[:size, :size], change) if compute_expm else change


# ------------------------------------------------------------------ of exponentials


def turned(A):
    """The cosine and the sine: what [[0, -A], [A, 0]] has the exponential of."""
    A = one_matrix(A)
    nothing, size = np.zeros_like(A), A.shape[0]
    above = np.concatenate((nothing, -A), axis=1)
    below = np.concatenate((A, nothing), axis=1)
    columns = linalg.expm(np.concatenate((above, below)))[:, :size]
    return columns[:size], columns[size:]


def both_ways(A):
    A = one_matrix(A)
    return linalg.expm(A), linalg.expm(-A)


@defines(linalg.cosm, arrays="A")
def cosm(A):
    return turned(A)[0]


@defines(linalg.sinm, arrays="A")
def sinm(A):
    return turned(A)[1]


@defines(linalg.tanm, arrays="A")
def tanm(A):
    cos, sin = turned(A)
    return np.linalg.solve(cos, sin)


@defines(linalg.coshm, arrays="A")
def coshm(A):
    up, down = both_ways(A)
    return 0.5 * (up + down)


@defines(linalg.sinhm, arrays="A")
def sinhm(A):
    up, down = both_ways(A)
    return 0.5 * (up - down)


@defines(linalg.tanhm, arrays="A")
def tanhm(A):
    up, down = both_ways(A)
    return np.linalg.solve(up + down, up - down)


@defines(linalg.khatri_rao, arrays="a b")
def khatri_rao(a, b):
    if a.ndim != 2 or b.ndim != 2:
        raise ValueError("The both arrays should be 2-dimensional.")
    if differ(a.shape[1], b.shape[1]):
        raise ValueError("The number of columns for both arrays should be equal.")
    product = np.expand_dims(a, 1) * np.expand_dims(b, 0)
    return np.reshape(product, (-1, a.shape[1]))
