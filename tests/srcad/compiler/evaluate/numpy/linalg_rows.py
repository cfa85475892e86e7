"""Calls of NumPy's linear algebra, each with the inputs that it is tried with."""

import numpy as np

from tests.srcad.compiler.cases.case import apart
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1, X2, X3, Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)
SQUARE, TALL, WIDE = "float64[3, 3]", "float64[3, 2]", "float64[2, 3]"

# ------------------------------------------------------------- norms, and what they tell
row(lambda x: np.linalg.norm(x), X2)
row(lambda x: np.linalg.norm(x, axis=1), X2)
row(lambda x: np.linalg.norm(x, axis=-1, keepdims=True) * x, X2)
row(lambda x: np.linalg.norm(x, 1), X1)
row(lambda x: np.linalg.norm(x, ord=np.inf, axis=1), X2, values={"x": apart})
row(lambda x: np.linalg.norm(x, 3, axis=0), X2)
row(lambda x: np.linalg.norm(x * 0.0, 3, axis=0), X2)
row(lambda x: np.linalg.norm(x, -2.5, axis=0), X2, values={"x": apart})
row(lambda x: np.linalg.norm(x, "fro"), X2)
row(lambda x: np.linalg.norm(x, 2), TALL)
row(lambda x: np.linalg.norm(x, -2), X2)
row(lambda x: np.linalg.norm(x, "nuc"), X2)
row(lambda x: np.linalg.norm(x, ord=2, axis=(0, 1)) ** 2, "float64[2, 3, k]")
row(lambda x: np.linalg.norm(x, 1, axis=(0, 2), keepdims=True), X3)
row(lambda x: np.linalg.norm(x, -1), X2)
row(lambda x: np.linalg.norm(x, np.inf), X2)
row(lambda x: np.linalg.norm(x, -np.inf, axis=(2, 0)), X3)
row(lambda x: np.linalg.norm(x, "nuc", axis=(2, 0), keepdims=True), "float64[2, 3, 2]")
row(lambda x: np.linalg.norm(x) ** 2, X3)
row(lambda x: np.linalg.vector_norm(x, ord=3), X2)
row(lambda x: np.linalg.vector_norm(x, axis=(0, 1), keepdims=True, ord=1), X2)
row(lambda x: np.linalg.vector_norm(x, keepdims=True) * x, X2)
row(lambda x: np.linalg.vector_norm(x, axis=1) ** 2, X2)
row(lambda x: np.linalg.matrix_norm(x, keepdims=True), X2)
row(lambda x: np.linalg.matrix_norm(x, ord=2) ** 2, "float64[2, 3, 2]")
row(lambda x: np.linalg.cond(x), TALL)
row(lambda x: np.linalg.cond(x + 2 * np.eye(2), "fro"), "float64[2, 2]")
row(
    lambda x: np.linalg.cond(x, 1) + np.linalg.cond(x, -2) + np.linalg.cond(x, np.inf),
    "float64[2, 2]",
)
row(lambda x: np.linalg.matrix_rank(x) * x, X2)
row(lambda x: np.linalg.matrix_rank(x, tol=0.1) * x, X2)
row(lambda x: np.linalg.matrix_rank(x, rtol=1e-3)[0] * x, "float64[2, 3, 3]")
row(lambda x: np.linalg.matrix_rank(x) * x, X1)

# ----------------------------------------------------------------- solutions, inverses
row(lambda x, y: np.linalg.solve(x + 3 * np.eye(2), y), "float64[2, 2]", "float64[2]")
row(
    lambda x, y: np.linalg.solve(x + 3 * np.eye(2), y), "float64[2, 2]", "float64[2, k]"
)
row(
    lambda x, y: np.linalg.solve(x + 3 * np.eye(2), y),
    "float64[n, 2, 2]",
    "float64[n, 2, k]",
)
row(lambda x: np.linalg.inv(x + 3 * np.eye(2)), "float64[2, 2]")
row(lambda x: np.linalg.inv(x + 3 * np.eye(2)), "float64[n, 2, 2]")
row(lambda x: np.linalg.det(x + 2 * np.eye(3)), "float64[3, 3]")
row(lambda x: np.linalg.det(x + 2 * np.eye(2)), "float64[n, 2, 2]")
row(lambda x: np.linalg.slogdet(x + 2 * np.eye(2))[1], "float64[2, 2]")
row(lambda x: np.linalg.cholesky(x @ x.T + np.eye(3)), "float64[3, 3]")
row(lambda x: np.linalg.cholesky(x @ x.T + np.eye(3), upper=False), SQUARE)
row(
    lambda x: np.linalg.cholesky(x + 0.1 * np.triu(x, 1) + 4 * np.eye(3), upper=True),
    SQUARE,
    values={"x": lambda random, shape: random.uniform(-1.0, 1.0, shape)},
)
row(lambda x: np.linalg.matrix_power(x, 3), "float64[2, 2]")
row(
    lambda x, y, z: np.linalg.multi_dot([x, y, z]), X2, "float64[m, k]", "float64[k, 2]"
)
row(
    lambda x: (
        np.linalg.matrix_power(x, 0)
        + np.linalg.matrix_power(x, 1)
        + np.linalg.matrix_power(x + 2 * np.eye(2), -2)
    ),
    "float64[2, 2]",
)
row(lambda x: np.linalg.matrix_power(x, 6), "float64[2, 2]")
row(lambda x: np.linalg.pinv(x), "float64[3, 2]")
row(lambda x, y: np.linalg.pinv(x) @ y, "float64[2, 2, 3]", "float64[2]")
row(lambda x: np.linalg.slogdet(x + 2 * np.eye(2)), "float64[n, 2, 2]")
row(lambda x: np.prod(np.linalg.slogdet(x)), "float64[2, 2]")
row(lambda x: np.linalg.pinv(x, rcond=1e-10) ** 2, WIDE)
row(lambda x, r: np.linalg.pinv(x, rtol=0.0 * r), TALL, "float64[]")
row(lambda x, y: np.linalg.tensorsolve(x, y), "float64[2, 3, 6]", WIDE)
row(lambda x, y: np.linalg.tensorsolve(x, y, axes=(0,)), "float64[6, 2, 3]", WIDE)
row(lambda x: np.linalg.tensorinv(x), "float64[2, 3, 6]")
row(lambda x: np.linalg.tensorinv(x, ind=1), "float64[6, 2, 3]")
row(lambda x, y: np.linalg.lstsq(x, y)[0], "float64[4, 2]", "float64[4]")
row(lambda x, y: np.linalg.lstsq(x, y, rcond=None)[0], "float64[4, 2]", "float64[4, 3]")
row(lambda x, y: np.linalg.lstsq(x, y)[1], "float64[4, 2]", "float64[4, 3]")
row(lambda x, y: np.linalg.lstsq(x, y)[1], "float64[4, 2]", "float64[4]")
row(lambda x, y: np.linalg.lstsq(x, y)[2:], "float64[4, 2]", "float64[4, 3]")
row(lambda x, y: np.linalg.lstsq(x, y)[0], "float64[2, 4]", "float64[2]")
row(lambda x, y: np.linalg.lstsq(x, y)[0] ** 2, X2, X1)
row(lambda y: np.linalg.lstsq(np.vander(np.arange(4), 2), y)[0], "float64[4]")
row(lambda x: np.linalg.lstsq(x, np.arange(4))[0], "float64[4, 2]")
row(lambda y: np.linalg.solve(np.eye(2, dtype=np.int8) + 1, y)[0] ** 2, "float64[2]")

# ------------------------------------------------------------------------ decompositions
row(lambda x: np.linalg.eigh(x), SQUARE)
row(lambda x: np.linalg.eigh(x).eigenvectors ** 2, SQUARE)
row(lambda x: np.linalg.eigh(x, UPLO="U")[1] ** 2, "float64[2, 3, 3]")
row(lambda x: np.linalg.eigh(x)[1][:, -1], "float64[n, n]")
row(lambda x: np.linalg.eigvalsh(x) ** 2, "float64[n, n]")
row(lambda x: np.linalg.eigvalsh(x, "U") ** 2, "float64[n, n]")
# From NumPy 2.5 on these are complex numbers, whose imaginary parts are 0.
row(
    lambda x: tuple(map(np.real, np.linalg.eig(0.1 * x + np.diag(np.arange(3.0))))),
    SQUARE,
)
row(lambda x: np.real(np.linalg.eig(x @ x.T + np.eye(3))[1]) ** 2, SQUARE)
row(
    lambda x: np.real(np.linalg.eigvals(0.1 * x + np.diag(np.arange(3.0)))) ** 2,
    "float64[n, 3, 3]",
)
row(lambda x: np.linalg.svd(x), SQUARE)
row(lambda x: np.linalg.svd(x, full_matrices=False), TALL)
row(lambda x: np.linalg.svd(x, full_matrices=False), WIDE)
row(lambda x: np.linalg.svd(x, full_matrices=False).Vh ** 2, X2)
row(lambda x: np.linalg.svd(x, full_matrices=False)[0] ** 2, X2)
row(lambda x: np.linalg.svd(x)[1] ** 2, X2)
row(lambda x: np.linalg.svd(x)[0] ** 2, WIDE)
row(lambda x: np.linalg.svd(x)[2][:2] ** 2, "float64[2, 3]")
row(lambda x: np.linalg.svd(x, compute_uv=False) ** 2, X2)
row(lambda x: np.linalg.svdvals(x) ** 2, "float64[n, 3, 2]")
row(lambda x: np.linalg.qr(x), SQUARE)
row(lambda x: np.linalg.qr(x), TALL)
row(lambda x: np.linalg.qr(x), WIDE)
row(lambda x: np.linalg.qr(x), X2)
row(lambda x: np.linalg.qr(x).Q ** 2, "float64[n, 3, 2]")
row(lambda x: np.linalg.qr(x, mode="r"), X2)
row(lambda x: np.linalg.qr(x, "complete")[0][:, :2] ** 2, TALL)
row(lambda x: np.linalg.qr(x, "complete")[1] ** 2, X2)
