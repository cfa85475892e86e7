"""Calls of ``scipy.linalg`` that decompose, or solve what is more than a system."""

import numpy as np
from scipy import linalg

from tests.srcad.compiler.cases.case import positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1, Row, adding_to
from tests.srcad.compiler.evaluate.scipy.scipy_rows import DEFINITE, SQUARE, definite

ROWS: list[Row] = []
row = adding_to(ROWS)

UNIT = np.eye(3)
WEIGHTS = np.array([[1.0, 0.3, 0.2], [0.3, 2.0, 0.5], [0.2, 0.5, 1.5]])
BOTH = {"values": {"x": definite, "y": definite}}


def bands(random, shape):
    """Those of a matrix whose diagonal, which is the one in the middle, dominates."""
    found = random.uniform(-0.5, 0.5, shape)
    found[len(found) // 2] += 2.0
    return found


def first_band(random, shape):
    """Those of a symmetric matrix, from the diagonal on."""
    found = random.uniform(-0.3, 0.3, shape)
    found[0] += 2.0
    return found


def last_band(random, shape):
    return first_band(random, shape)[::-1]


# --------------------------------------------- systems of which a part is read
row(lambda x, y: linalg.solve(x, y, assume_a="sym"), SQUARE, "float64[3]", **DEFINITE)
row(
    lambda x, y: linalg.solve(x, y, lower=True, assume_a="her", transposed=True),
    "float64[n, n]",
    "float64[n, m]",
    **DEFINITE,
)
row(lambda x, y: linalg.solve(x, y, assume_a="pos"), SQUARE, "float64[3]", **DEFINITE)
row(
    lambda x, y: linalg.solve(x, y, lower=True, assume_a="positive definite"),
    "float64[n, n]",
    "float64[n, m]",
    **DEFINITE,
)
row(
    lambda x, y: linalg.solve(x, y, assume_a="upper triangular", transposed=True),
    SQUARE,
    "float64[3]",
    **DEFINITE,
)
row(
    lambda x, y: linalg.solve(x, y, assume_a="lower triangular"),
    SQUARE,
    "float64[3]",
    **DEFINITE,
)
row(
    lambda x, y: linalg.solve(x, y, assume_a="diagonal"),
    SQUARE,
    "float64[3]",
    **DEFINITE,
)
row(lambda x: linalg.inv(x, assume_a="sym", lower=True), SQUARE, **DEFINITE)
row(lambda x: linalg.inv(x, assume_a="pos"), SQUARE, **DEFINITE)
# ------------------------------------------------------------------- decompositions
row(lambda x: [part**2 for part in linalg.svd(x)], SQUARE)
row(lambda x: linalg.svd(x, full_matrices=False)[1], "float64[2, 3]")
row(lambda x: linalg.svd(x, compute_uv=False), "float64[3, 2]")
row(lambda x: linalg.svdvals(x), SQUARE)
row(lambda x: [part**2 for part in linalg.qr(x)], SQUARE)
row(lambda x: linalg.qr(x, mode="economic")[1] ** 2, "float64[4, 2]")
row(lambda x: linalg.qr(x, mode="r")[0] ** 2, SQUARE)
row(lambda x: linalg.pinv(x), "float64[4, 2]")
row(lambda x, y: linalg.lstsq(x, y)[0], "float64[4, 2]", "float64[4]")
row(lambda x, y: linalg.lstsq(x, y)[1], "float64[4, 2]", "float64[4, 3]")
row(lambda x: linalg.polar(x), SQUARE, **DEFINITE)
row(lambda x: linalg.polar(x, side="left"), SQUARE, **DEFINITE)
row(lambda x, y: linalg.orthogonal_procrustes(x, y), "float64[4, 3]", "float64[4, 3]")
row(lambda x: linalg.eigh(x + x.T)[0], SQUARE)
row(lambda x: linalg.eigh(x + x.T)[1] ** 2, SQUARE)
row(lambda x: linalg.eigh(x, lower=False)[1] ** 2, SQUARE)
row(lambda x: linalg.eigh(x, eigvals_only=True, subset_by_index=[1, 2]), SQUARE)
row(lambda x: linalg.eigvalsh(x, lower=False), SQUARE)
row(
    lambda x, y: linalg.eigh_tridiagonal(x, y, True) ** 2,
    "float64[4]",
    "float64[3]",
)
row(lambda x, y: linalg.eigh(x, y)[0], SQUARE, SQUARE, **BOTH)
row(lambda x, y: linalg.eigh(x, y, lower=False)[1] ** 2, SQUARE, SQUARE, **BOTH)
row(lambda x: linalg.eigvalsh(x, WEIGHTS), SQUARE, **DEFINITE)

# ---------------------------------------------------------------------------- LU
row(lambda x: linalg.lu_factor(x)[0], "float64[n, n]", **DEFINITE)
row(lambda x: linalg.lu_factor(x[::-1])[0], SQUARE, **DEFINITE)
row(lambda x: linalg.lu(x[[1, 2, 0]]), SQUARE, **DEFINITE)
row(lambda x: linalg.lu(x[[1, 2, 0]], permute_l=True), SQUARE, **DEFINITE)
row(lambda x: linalg.lu(x[[1, 2, 0], :2]), SQUARE, **DEFINITE)
row(lambda x: linalg.lu(x[[1, 2, 0], :1], permute_l=True), SQUARE, **DEFINITE)
row(lambda x: linalg.lu(x[[1, 0]]), SQUARE, **DEFINITE)
row(lambda x: linalg.lu(x[1:], permute_l=True), SQUARE, **DEFINITE)
row(
    lambda x, y: linalg.lu_solve(linalg.lu_factor(x), y),
    *("float64[n, n]", "float64[n]"),
    **DEFINITE,
)
row(
    lambda x, y: linalg.lu_solve(linalg.lu_factor(x[::-1]), y, trans=1),
    *(SQUARE, "float64[3, m]"),
    **DEFINITE,
)
row(
    lambda x, y: linalg.lu_solve(linalg.lu_factor(x[[2, 0, 1]]), y, 2),
    *(SQUARE, "float64[3]"),
    **DEFINITE,
)

# ------------------------------------------------------------------ banded systems
row(
    lambda x, y: linalg.solve_banded((1, 1), x, y),
    *("float64[3, n]", "float64[n]"),
    values={"x": bands},
)
row(
    lambda x, y: linalg.solve_banded((1, 2), x, y),
    *("float64[4, 5]", "float64[5, m]"),
    values={"x": lambda random, shape: bands(random, shape)},
)
row(
    lambda x, y: linalg.solve_banded((2, 0), x[::-1] + 1.0, y),
    *("float64[3, 4]", "float64[4]"),
    values={"x": first_band},
)
row(
    lambda x, y: linalg.solveh_banded(x, y),
    *("float64[2, 4]", "float64[4]"),
    values={"x": last_band},
)
row(
    lambda x, y: linalg.solveh_banded(x, y, lower=True),
    *("float64[3, 4]", "float64[4, m]"),
    values={"x": first_band},
)

# --------------------------------------------------------------- matrix equations
row(lambda x, y: linalg.solve_continuous_lyapunov(x, y), SQUARE, SQUARE, **BOTH)
row(lambda x, y: linalg.solve_lyapunov(x, y), SQUARE, SQUARE, **BOTH)
row(
    lambda x, y: linalg.solve_discrete_lyapunov(x, y),
    *("float64[n, n]", "float64[n, n]"),
    **BOTH,
)
row(
    lambda x, y: linalg.solve_discrete_lyapunov(x, y, method="bilinear"),
    *(SQUARE, SQUARE),
    **BOTH,
)
row(
    lambda x, y: linalg.solve_continuous_are(x, y, UNIT, WEIGHTS[:2, :2]),
    *(SQUARE, "float64[3, 2]"),
)
row(
    lambda x, y: linalg.solve_continuous_are(UNIT, WEIGHTS, x @ x.T, y @ y.T),
    *(SQUARE, SQUARE),
    **BOTH,
)
row(
    lambda x, y: linalg.solve_discrete_are(x, y, UNIT, WEIGHTS[:2, :2]),
    *(SQUARE, "float64[3, 2]"),
)
row(
    lambda x, y: linalg.solve_discrete_are(WEIGHTS, UNIT, x @ x.T, y @ y.T),
    *(SQUARE, SQUARE),
    **BOTH,
)

# ------------------------------------------------------------ matrices with a pattern
row(lambda x: linalg.hankel(x) ** 2, X1)
row(lambda x, y: linalg.hankel(x, y) ** 2, X1, "float64[m]")
row(lambda x: linalg.circulant(x) ** 2, X1)
row(lambda x: linalg.companion(x) ** 2, "float64[4]", values={"x": positive})
row(
    lambda x, y: linalg.solve_toeplitz(x, y),
    *("float64[4]", "float64[4]"),
    values={
        "x": lambda random, shape: 4.0 ** -np.arange(4) + random.uniform(0, 0.1, 4)
    },
)
row(
    lambda x, y: linalg.solve_toeplitz((x, 2.0 * x), y),
    *("float64[4]", "float64[4, 2]"),
    values={
        "x": lambda random, shape: 4.0 ** -np.arange(4) + random.uniform(0, 0.1, 4)
    },
)
