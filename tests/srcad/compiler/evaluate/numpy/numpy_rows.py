"""Calls of NumPy's functions, each with the inputs that it is tried with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.srcad.compiler.cases.case import apart, positive


@dataclass(frozen=True)
class Row:
    """A function of arrays, its inputs, and how ``derivatives.check`` is to call it."""

    function: Any
    inputs: tuple[str, ...]
    options: dict[str, Any]

    @property
    def name(self) -> str:
        code = self.function.__code__
        file = Path(code.co_filename).stem.removesuffix("_rows")
        words = [word for word in code.co_names if word != "np"]
        name = f"{file}-{code.co_firstlineno}-{'-'.join(words[:3])}"
        return name if code.co_name == "<lambda>" else f"{name}-{self.inputs[0]}"


ROWS: list[Row] = []
X1, X2, X3 = "float64[n]", "float64[n, m]", "float64[n, m, k]"


def adding_to(rows):
    """What enters a row in a list of them."""

    def row(function, *inputs, **options):
        rows.append(Row(function, inputs, options))

    return row


row = adding_to(ROWS)


def with_zeros(random, shape):
    """None, one and two zeros in a row."""
    values = random.uniform(0.5, 1.5, shape)
    for k in range(shape[0]):
        values[k, :k] = 0.0
    return values


def ascending(random, shape):
    return np.sort(apart(random, shape))


def winding(random, shape):
    return 10 * apart(random, shape)


def fraction(random, shape):
    return random.uniform(0.1, 0.9, shape)


# ------------------------------------------------------------- reductions, scans
row(lambda x: np.sum(x), X2)
row(lambda x: np.sum(x, axis=-1) ** 2, X2)
row(lambda x: np.sum(x, (0, 2), keepdims=True) ** 2, X3)
row(lambda x: x.sum(axis=(0, -1)) ** 2, X3)
row(lambda x: x.sum(0, keepdims=True) ** 2, X2)
row(lambda x: x.mean(axis=-1, keepdims=True) * x, X2)
row(lambda x: np.mean(x) ** 2, X2)
row(lambda x: np.mean(x, axis=(0, 1)) ** 2, X3)
row(lambda x: np.prod(x), X2)
row(lambda x: np.prod(x, axis=0), X2)
row(lambda x: np.prod(x, axis=(0, 1), keepdims=True), X3)
row(lambda x: x.prod(), X1)
row(lambda x: x.prod(-1), X2)
row(lambda x: np.max(x, axis=1) * x.sum(), X2, values={"x": apart})
row(lambda x: np.amax(x) ** 2, X2, values={"x": apart})
row(lambda x: np.min(x, 0, keepdims=True) * x, X2, values={"x": apart})
row(lambda x: x.max(-1) ** 2, X2, values={"x": apart})
row(lambda x: x.min() ** 2, X2, values={"x": apart})
row(lambda x: np.ptp(x) ** 2, X1, values={"x": apart})
row(lambda x: np.ptp(x, axis=1) ** 2, X2, values={"x": apart})
row(lambda x: np.ptp(x, 0, keepdims=True) ** 2, X2, values={"x": apart})
row(lambda x: np.var(x), X2)
row(lambda x: np.var(x, axis=1, ddof=1), "float64[n, 3]")
row(lambda x: np.var(x, axis=(0, 2), keepdims=True), X3)
row(lambda x: np.std(x, axis=0), "float64[3, n]")
row(lambda x: x.std(ddof=1), "float64[3]")
row(lambda x: x.var(axis=-1, keepdims=True), X2)
row(lambda x: np.average(x) ** 2, X1)
row(lambda x: np.average(x, axis=1) ** 2, X2)
row(lambda x, w: np.average(x, weights=w), X1, X1, values={"w": positive})
row(lambda x, w: np.average(x, 1, w), X2, "float64[m]", values={"w": positive})
row(
    lambda x, w: np.average(x, axis=1, weights=w, keepdims=True),
    X2,
    X2,
    values={"w": positive},
)
row(lambda x: np.median(x) ** 2, X1, values={"x": apart})
row(lambda x: np.median(x, axis=1) ** 2, X2, values={"x": apart})
row(lambda x: np.median(x, axis=0, keepdims=True) ** 2, X2, values={"x": apart})
row(lambda x: np.percentile(x, 30.0) ** 2, X1, values={"x": apart})
row(lambda x: np.percentile(x, 50, axis=1) ** 2, X2, values={"x": apart})
row(lambda x: np.quantile(x, 0.25, axis=0) ** 2, X2, values={"x": apart})
row(lambda x: np.quantile(x, [0.25, 0.7], axis=0) ** 2, X2, values={"x": apart})
row(lambda x: np.quantile(x, 0.5, keepdims=True) ** 2, X2, values={"x": apart})
row(lambda x: np.nansum(x, axis=0) ** 2, X2)
row(lambda x: np.nanmean(x, axis=1) ** 2, X2)
row(lambda x: np.nanmax(x, axis=1) ** 2, X2, values={"x": apart})
row(lambda x: np.nanmin(x) ** 2, X2, values={"x": apart})
row(lambda x: np.nanvar(x, axis=0), "float64[3, n]")
row(lambda x: np.nanstd(x), "float64[3, n]")
row(lambda x: np.nanprod(x, axis=0), X2)
row(lambda x: np.cumsum(x) ** 2, X2)
row(lambda x: np.cumsum(x, axis=-1) ** 2, X2)
row(lambda x: x.cumsum(0) ** 2, X2)
row(lambda x: np.cumprod(x), X2)
row(lambda x: np.cumprod(x, axis=1), X2)
row(lambda x: x.cumprod(axis=0), X2)
row(lambda x: np.any(x > 0, axis=0) * x, X2)
row(lambda x: np.all(x > 0) * x, X2)
row(lambda x: np.count_nonzero(x > 0) * x, X2)
row(lambda x: np.count_nonzero(x > 0, axis=1) * x.sum(), X2)
row(lambda x: x[np.argmax(x)] ** 2, X1, values={"x": apart})
row(lambda x: x[np.argmin(x, axis=0), 0] ** 2, "float64[n, n]", values={"x": apart})
row(lambda x: x[x.argmax()] ** 2, X1, values={"x": apart})
row(lambda x: x.argmin(axis=-1) * x[:, 0], X2, values={"x": apart})
row(lambda x: np.diff(x) ** 2, X2)
row(lambda x: np.diff(x, n=2, axis=0) ** 2, X2, sizes={"n": 4})
row(lambda x: np.diff(x, prepend=0.5) * x, X2)
row(lambda x, y: np.diff(x, axis=0, prepend=y, append=0), X2, X2)
row(lambda x: np.ediff1d(x) ** 2, X1)
row(lambda x: np.trapezoid(x), X1)
row(lambda x: np.trapezoid(x, dx=0.5, axis=0), X2)
row(lambda y, x: np.trapezoid(y, x), X1, X1)
row(lambda y, x: np.trapezoid(y, x, axis=1), X2, "float64[m]")
row(lambda x: np.gradient(x) ** 2, "float64[4]")
row(lambda x: np.logaddexp(x, x[::-1] * 2), X1)
row(lambda x: np.logaddexp2(x, x[::-1] * 2), X1)
row(lambda x, y: np.hypot(x, y), X2, "float64[m]")
row(lambda x, y: np.arctan2(x, y), X2, "float64[m]")
row(lambda x: np.sinc(x), X1)
row(lambda x, y: np.maximum(x, y) ** 2, X2, X2)
row(lambda x, y: np.fmax(x, y) ** 2 + np.fmin(x, y), X2, X2)
row(lambda x: np.clip(x, -0.5, 0.5) ** 2, X2)
row(lambda x: np.clip(x, None, 0.5) ** 2, X2)
row(lambda x: np.clip(x, a_min=0.1, a_max=None) ** 2, X2)
row(lambda x: x.clip(-0.5, 0.5) ** 2, X2)
row(lambda x: x.clip(min=-0.5) ** 2, X2)
row(lambda x, y: np.clip(x, y, y + 1) ** 2, X2, "float64[m]")
row(lambda x: np.round(x) * x, X2)
row(lambda x: np.round(x, 2) * x, X2)
row(lambda x: x.round(1) * x, X2)
row(
    lambda x: (
        np.rint(x) + np.floor(x) * x + np.ceil(x) * x + np.trunc(x) + np.fix(x) * x
    ),
    X2,
)
row(lambda x: np.sign(x) * x**2, X1)
row(lambda x: np.heaviside(x, 0.5) * x**2, X1)
row(lambda x: np.fabs(x) ** 3, X1)
row(lambda x: np.absolute(x) ** 3, X1)
row(lambda x: np.positive(x) ** 3, X1)
row(lambda x: np.reciprocal(x) ** 2, X1, values={"x": positive})
row(lambda x: np.float_power(x, 2.5), X1, values={"x": positive})
row(lambda x: np.deg2rad(x) ** 2 + np.rad2deg(x) ** 2, X1)
row(lambda x: np.degrees(x) ** 2 + np.radians(x) ** 2, X1)
row(lambda x: np.fmod(x, 0.7) ** 2, X1)
row(lambda x, y: np.fmod(x, y) ** 2, X1, X1, values={"y": positive})
row(lambda x: np.mod(x, 0.7) ** 2, X1)
row(lambda x, y: np.copysign(x, y) ** 3, X1, X1)
row(lambda x: np.nan_to_num(x) ** 2, X1)
row(lambda x: np.conj(x) * np.real(x), X1)
row(lambda x: np.divmod(x, 0.7)[1] ** 2, X1)
row(lambda x: np.where(x > 0, x, x**2), X2)
row(lambda x: np.select([x > 0.5, x > -0.5], [x**2, np.sin(x)], default=3.0), X2)
row(lambda x: np.select([x > 0.5], [x**2]), X2)
row(lambda x: np.extract(x > 0, x).sum() ** 2, X1)
row(lambda x: np.compress([True, False, True], x, axis=0) ** 2, "float64[3, n]")

# -------------------------------------------------------------------- sorting
row(lambda x: np.sort(x) ** 2 * x, X1, values={"x": apart})
row(lambda x: np.sort(x, axis=0) ** 2, X2, values={"x": apart})
row(lambda x: np.sort(x, axis=None) ** 2, X2, values={"x": apart})
row(lambda x: x[np.argsort(x)] ** 2, X1, values={"x": apart})
row(lambda x: x[x.argsort()] ** 2, X1, values={"x": apart})
row(
    lambda x: np.take_along_axis(x, np.argsort(x, axis=0), axis=0) ** 2,
    X2,
    values={"x": apart},
)
row(lambda x: np.searchsorted(np.sort(x), 0.1) * x, X1, values={"x": apart})
row(lambda x: np.digitize(x, np.array([-0.5, 0.0, 0.5])) * x, X1)

# ------------------------------------------------------- products, linear algebra
row(lambda x, y: np.dot(x, y), X1, X1)
row(lambda x, y: np.dot(x, y), X2, "float64[m, k]")
row(lambda x, y: np.dot(x, y), X2, "float64[m]")
row(lambda x, y: np.dot(x, y), "float64[2, n, m]", "float64[m, 3]")
row(lambda x, y: np.dot(x, y), "float64[2, n, m]", "float64[2, m, 3]")
row(lambda x, y: np.dot(x, y), X1, "float64[]")
row(lambda x, y: x.dot(y), X2, "float64[m]")
row(lambda x, y: np.vdot(x, y), X2, X2)
row(lambda x, y: np.inner(x, y), X1, X1)
row(lambda x, y: np.inner(x, y), X2, "float64[k, m]")
row(lambda x, y: np.outer(x, y), X1, "float64[m]")
row(lambda x, y: np.outer(x, y), X2, "float64[k]")
row(lambda x, y: np.matmul(x, y), X2, "float64[m, k]")
row(lambda x, y: np.tensordot(x, y), X2, X2)
row(lambda x, y: np.tensordot(x, y, 1), X3, "float64[k, 2]")
row(lambda x, y: np.tensordot(x, y, axes=([0, 1], [1, 0])), X3, "float64[m, n, 2]")
row(lambda x, y: np.tensordot(x, y, axes=0), X1, "float64[m]")
row(lambda x, y: np.kron(x, y), X1, "float64[m]")
row(lambda x, y: np.kron(x, y), X2, "float64[2, k]")
row(lambda x: np.kron(x, 2) + np.kron(3.0, x), X1)
row(lambda x: np.take(x, x > 0.5), X1)
row(lambda x: np.nanmean(x > 0.0) * x + np.nanvar(x > 0.0) + np.nanstd(x > 0.0), X1)
row(lambda x: np.roll(x, np.arange(3)), X1)
row(lambda x: np.roll(x, np.array([1, 2]), (0, 1)), "float64[3, 4]")
row(lambda x: np.arange(x[1], x[1] + 2.5) * x[0], "float64[3]")
row(lambda x: np.arange(x[1], x[1] + 2.5, 0.75) * x[0], "float64[3]")
row(lambda x: np.arange(0.0, np.exp(x[0]) * 3.5, np.exp(x[0])), "float64[3]")
row(lambda x: np.ascontiguousarray(x[0]) * x, X1)
row(lambda x, y: np.cross(x, y), "float64[3]", "float64[3]")
row(lambda x, y: np.cross(x, y), "float64[n, 3]", "float64[n, 3]")
row(lambda x, y: np.cross(x, y), "float64[n, 3]", "float64[3]")
row(lambda x: np.trace(x) ** 2, "float64[n, n]")
row(lambda x: np.trace(x, offset=1) ** 2, "float64[3, 3]")
row(lambda x: x.trace() ** 2, "float64[n, n]")
row(lambda x: np.diag(x) ** 2, "float64[n, n]")
row(lambda x: np.diag(x) ** 2, X1)
row(lambda x: np.diag(x, k=1) ** 2, X1)
row(lambda x: np.diag(x, k=-1) ** 2, "float64[3, 3]")
row(lambda x: np.diagonal(x) ** 2, X2)
row(lambda x: np.diagonal(x, 1) ** 2, "float64[3, 4]")
row(lambda x: np.diagonal(x, axis1=1, axis2=2) ** 2, "float64[n, 3, 3]")
row(lambda x: x.diagonal() ** 2, "float64[n, n]")
row(lambda x: np.diagflat(x) ** 2, X1)
row(lambda x: np.tril(x) ** 2, X2)
row(lambda x: np.triu(x, k=1) ** 2, "float64[2, n, m]")
row(lambda x: np.vander(x, 3), X1)
row(lambda x, y: np.einsum("ij,jk->ik", x, y), X2, "float64[m, k]")
row(lambda x, y: np.einsum("ij,jk", x, y), X2, "float64[m, k]")
row(lambda x: np.einsum("ij->ji", x) ** 2, X2)
row(lambda x: np.einsum("ij->", x) ** 2, X2)
row(lambda x: np.einsum("ij->i", x) ** 2, X2)
row(
    lambda x, y: np.einsum("bij,bjk->bik", x, y), "float64[2, n, m]", "float64[2, m, k]"
)
row(lambda x, y, z: np.einsum("i,ij,j->", x, y, z), X1, X2, "float64[m]")
row(lambda x, y: np.einsum("ij,k->i", x, y), X2, "float64[k]")
row(
    lambda x, y: np.einsum("...ij,...jk->...ik", x, y),
    "float64[2, n, m]",
    "float64[2, m, k]",
)
row(lambda x, y: np.convolve(x, y), "float64[4]", "float64[2]")
row(lambda x, y: np.convolve(x, y), X1, "float64[m]")
row(lambda x, y: np.convolve(x, y, "same"), "float64[5]", "float64[3]")
row(lambda x, y: np.convolve(x, y, mode="valid"), "float64[5]", "float64[3]")
row(lambda x: np.convolve(x, [0.2, 0.5, 0.3], "same"), X1)
row(lambda x: np.correlate(x, [0.2, 0.5], "same"), X1)
row(lambda x, y: np.convolve(x, y, mode="valid"), X1, "float64[m]")
row(lambda x, y: np.convolve(x, y, mode="same"), X1, "float64[m]")
row(lambda x, y: np.correlate(x, y), "float64[4]", "float64[2]")
row(lambda x, y: np.correlate(x, y, "full"), X1, "float64[m]")
row(lambda x, y: np.correlate(x, y, "same"), "float64[5]", "float64[3]")
row(lambda x, y: np.correlate(x, y, "same"), "float64[3]", "float64[4]")
row(lambda x, y: np.correlate(x, y, "valid"), "float64[3]", "float64[4]")
row(lambda x, y: np.correlate(x, y, "same"), X1, "float64[m]")
row(lambda x, y: np.correlate(x, y, "valid"), X1, "float64[m]")
row(
    lambda x: np.interp(np.array([0.1, 0.4, 2.0, -1.0]), np.array([0.0, 0.3, 1.0]), x),
    "float64[3]",
)
row(
    lambda x: (
        np.interp(x, np.array([-1.0, 0.0, 0.3, 1.0]), np.array([0.0, 2.0, 1.0, 3.0]))
        ** 2
    ),
    X1,
)
row(lambda c, x: np.polyval(c, x), "float64[3]", X1)
row(lambda x: np.linspace(x[0], x[1], 5) ** 2, "float64[2]")
row(lambda x: np.linspace(0.0, 1.0, x.shape[0]) * x, X1, sizes={"n": 4}, at_one=False)
row(lambda x: np.linspace(0.0, 1.0, 4, endpoint=False) * x, "float64[4]")
row(lambda x: np.arange(0, 4, 1, float) * x, "float64[4]")
row(lambda x: np.arange(x.shape[0]) * x, X1)
row(lambda x: np.arange(1, 5, dtype=np.float64) * x, "float64[4]")
row(lambda x: np.identity(2) @ x, "float64[2, n]")
row(lambda x: np.eye(3, 4, k=1) @ x, "float64[4, n]")
row(lambda x: np.tri(3) @ x, "float64[3, n]")

# --------------------------------------------------------------------- shapes
row(lambda x: np.reshape(x, (-1,)) ** 2, X2)
row(lambda x: np.reshape(x, -1) ** 2, X2)
row(lambda x: x.reshape(2, -1) ** 2, "float64[n, 2]")
row(lambda x: x.reshape((2, -1)) ** 2, "float64[n, 2]")
row(lambda x: np.ravel(x) ** 2, X2)
row(lambda x: x.ravel() ** 2, X2)
row(lambda x: x.flatten() ** 2, X2)
row(lambda x: x.T**2, X3)
row(lambda x: np.transpose(x, (1, 2, 0)) ** 2, X3)
row(lambda x: np.transpose(x, (-1, 0, 1)) ** 2, X3)
row(lambda x: np.transpose(x) ** 2, X3)
row(lambda x: x.transpose(1, 0, 2) ** 2, X3)
row(lambda x: x.swapaxes(0, -1) ** 2, X3)
row(lambda x: np.swapaxes(x, 0, 1) ** 2, X3)
row(lambda x: np.moveaxis(x, 0, -1) ** 2, X3)
row(lambda x: np.moveaxis(x, [0, 1], [1, 2]) ** 2, X3)
row(lambda x: np.rollaxis(x, 2) ** 2, X3)
row(lambda x: np.matrix_transpose(x) ** 2, X3)
row(lambda x: x.mT**2, X3)
row(lambda x: np.permute_dims(x, (1, 0)) ** 2, X2)
row(lambda x: np.rot90(x) ** 2, X2)
row(lambda x: np.rot90(x, 2) ** 2, X2)
row(lambda x: np.rot90(x, k=-1, axes=(1, 2)) ** 2, X3)
row(lambda x: np.flip(x) * x, X2)
row(lambda x: np.flip(x, axis=(0, -1)) * x, X3)
row(lambda x: np.flip(x, 1) * x, X2)
row(lambda x: np.fliplr(x) * x, X2)
row(lambda x: np.flipud(x) * x, X2)
row(lambda x: np.roll(x, 1) * x, X2)
row(lambda x: np.roll(x, 1, axis=0) * x, X2)
row(lambda x: np.roll(x, -1, axis=-1) * x, X2)
row(lambda x: np.roll(x, (1, 2), axis=(0, 1)) * x, X2)
row(lambda x: np.roll(x, 1, axis=(0, 1)) * x, X2)
row(lambda x: np.roll(x, 5, axis=0) * x, X2)
row(lambda x: np.expand_dims(x, 0) * x, X1)
row(lambda x: np.expand_dims(x, (0, -1)) ** 2, X1)
row(lambda x: np.squeeze(x, 1) ** 2, "float64[n, 1]")
row(lambda x: np.squeeze(x) ** 2, "float64[3, 1, 2, 1]")
row(lambda x: x.squeeze(-1) ** 2, "float64[n, 1]")
row(lambda x: np.broadcast_to(x, (2, 3)) ** 2, "float64[3]")
row(lambda x: np.broadcast_to(x, (4, x.shape[0])) ** 2, X1)
row(lambda x, y: np.broadcast_arrays(x, y)[0] * y, X2, "float64[m]")
row(lambda x: np.atleast_1d(x) ** 2, "float64[]")
row(lambda x: np.atleast_2d(x) ** 2, X1)
row(lambda x: np.atleast_3d(x) ** 2, X2)
row(lambda x: np.concatenate([x, 2 * x]) ** 2, X1)
row(lambda x: np.concatenate((x, 2 * x), axis=-1) ** 2, X2)
row(lambda x: np.concatenate((x, 2 * x), axis=None) ** 2, X2)
row(lambda x: np.append(x, 2 * x) ** 2, X2)
row(lambda x: np.append(x, 2 * x, axis=0) ** 2, X2)
row(lambda x: np.append(x, 1.5) ** 2, X1)
row(lambda x: np.stack([x, 2 * x]) ** 2, X1)
row(lambda x: np.stack((x, 2 * x), axis=-1) ** 2, X2)
row(lambda x: np.hstack([x, 2 * x]) ** 2, X1)
row(lambda x: np.hstack((x, 2 * x)) ** 2, X2)
row(lambda x: np.vstack((x, 2 * x)) ** 2, X1)
row(lambda x: np.vstack((x, 2 * x)) ** 2, X2)
row(lambda x: np.dstack((x, 2 * x)) ** 2, X2)
row(lambda x: np.dstack((x, 2 * x)) ** 2, X1)
row(lambda x: np.column_stack((x, 2 * x)) ** 2, X1)
row(lambda x: np.column_stack((x[:, 0], 2 * x)) ** 2, X2)
row(lambda x: np.block([[x, 2 * x], [3 * x, x * x]]) ** 2, X2)
row(lambda x: np.split(x, 2)[0] * np.split(x, 2)[1], "float64[4]")
row(lambda x: np.split(x, [1, 3], axis=1)[1] ** 2, "float64[n, 4]")
row(lambda x: np.split(x, 2)[0] ** 2, X1, sizes={"n": 4}, at_one=False)
row(lambda x: np.array_split(x, 3)[0] ** 2, "float64[7]")
row(lambda x: np.array_split(x, 3)[1] ** 2, X1, sizes={"n": 7}, at_one=False)
row(lambda x: np.hsplit(x, 2)[1] ** 2, "float64[n, 4]")
row(lambda x: np.vsplit(x, 2)[1] ** 2, "float64[4, n]")
row(lambda x: np.dsplit(x, 2)[1] ** 2, "float64[2, n, 4]")
row(lambda x: [a * b for a, b in zip(*np.split(x, 2), strict=True)], "float64[4, n]")
row(lambda x: np.tile(x, 2) ** 2, X1)
row(lambda x: np.tile(x, (2, 1)) ** 2, X2)
row(lambda x: np.tile(x, (2, 1, 3)) ** 2, X2)
row(lambda x: np.tile(x, 2) ** 2, "float64[]")
row(lambda x: np.repeat(x, 2) ** 2, X2)
row(lambda x: np.repeat(x, 3, axis=0) ** 2, X2)
row(lambda x: np.repeat(x, [1, 2, 0], axis=0) ** 2, "float64[3, n]")
row(lambda x: x.repeat(2, axis=-1) ** 2, X2)
row(lambda x: x.repeat(2) ** 2, X1)
row(lambda x: np.pad(x, 1) ** 2, X2)
row(lambda x: np.pad(x, (1, 2), constant_values=2.0) ** 2, X1)
row(lambda x: np.pad(x, ((1, 0), (0, 2)), "constant", constant_values=3.0) ** 2, X2)
row(lambda x: np.pad(x, 1, "edge") ** 2, X1)
row(lambda x: np.pad(x, ((1, 2), (0, 1)), mode="edge") ** 2, X2)
row(lambda x: np.pad(x, 2, mode="wrap") ** 2, X1, at_one=False)
row(lambda x: np.pad(x, 2, mode="reflect") ** 2, X1, at_one=False)
row(lambda x: np.pad(x, 1, mode="symmetric") ** 2, X1, at_one=False)
row(lambda x: np.delete(x, 1) ** 2, "float64[3]")
row(lambda x: np.delete(x, 1, axis=0) ** 2, "float64[3, n]")
row(lambda x: np.meshgrid(x, x)[0] * np.meshgrid(x, x)[1], X1)
row(lambda x, y: np.meshgrid(x, y, indexing="ij")[0] ** 2, X1, "float64[m]")
row(lambda x: np.take(x, np.array([0, 0, 1])) ** 2, "float64[3]")
row(lambda x: x.take([0, 0], axis=-1) ** 2, X2)
row(lambda x: np.take(x, 0, axis=1) ** 2, X2)
row(lambda x: x[np.ix_([0, 1], [0, 1])] ** 2, "float64[2, 3]")
row(lambda x: x[np.nonzero(x > 0)].sum() ** 2, X1)
row(lambda x: x[np.where(x > 0)].sum() ** 2, X1)
row(lambda x: x[np.tril_indices(3)] ** 2, "float64[3, 3]")
row(lambda x: x[np.triu_indices(3, 1)] ** 2, "float64[3, 3]")
row(lambda x: x[np.diag_indices(3)] ** 2, "float64[3, 3]")
row(lambda x: np.array([x[0], x[1] ** 2]), X1, at_one=False)
row(lambda x: np.array([[x[0], 1.0], [0.0, x[1] ** 2]]), "float64[2]")
row(lambda x: np.asarray(x) ** 2 + np.ascontiguousarray(x) + np.copy(x) * x, X1)
row(lambda x: np.fromiter((v * v for v in x), x.dtype) * x, X1)
row(lambda x: x.astype(np.float32).astype(np.float64) * 1.0 + x, X1)
row(lambda x: x.copy() * x, X1)
row(lambda x: x[0].item() * x, X1)
row(lambda x: x.item(0) * x, X1)
row(lambda x: x.item(0, 1) * x, "float64[2, 2]")
row(
    lambda x: (
        np.zeros_like(x)
        + x**2
        + np.ones_like(x)
        + np.full_like(x, 2.0)
        + np.full(x.shape, 3.0)
    ),
    X2,
)
row(lambda x: np.full((2, 3), x) ** 2, "float64[]")
row(lambda x: np.full_like(x, x[0]) * x, X1)
row(lambda x: np.isclose(x, 0.0) * x, X1)
row(lambda x: np.corrcoef(x)[0, 1], "float64[2, 4]")
row(lambda x: np.cov(x), "float64[2, 4]")
row(lambda x: np.add.reduce(x, axis=0) ** 2, X2)
row(lambda x: np.add.reduce(x) ** 2, X2)
row(lambda x: np.multiply.reduce(x), X2)
row(lambda x: np.maximum.reduce(x, axis=1) ** 2, X2, values={"x": apart})
row(lambda x: np.add.accumulate(x) ** 2, X2)
row(lambda x, y: np.multiply.outer(x, y), X1, "float64[m]")
row(lambda x, y: np.subtract.outer(x, y) ** 2, X1, "float64[m]")
row(lambda x: np.logical_and(x > 0, x < 1) * x, X1)
row(lambda x: x.ndim * np.size(x) * np.ndim(x) * np.shape(x)[0] * x, X1)
row(lambda x: np.bincount(np.array([0, 1, 1]), weights=x), "float64[3]")
row(lambda x: np.bincount(np.array([0, 1, 1]), weights=x, minlength=4), "float64[3]")
row(lambda x: np.nonzero(x > 0)[0].sum() * x, X1)
row(
    lambda x: (
        np.exp2(x) + np.cbrt(x) + np.square(x) + np.expm1(x) + np.log1p(np.abs(x))
    ),
    X1,
)
row(
    lambda x: (
        np.true_divide(x, 2) + np.power(x, 2) + np.negative(x) + np.subtract(x, 1)
    ),
    X1,
)
row(lambda x: np.vecdot(x, x), X2)
row(lambda x: np.allclose(x, x) * x, X1)
row(
    lambda x: np.lib.stride_tricks.sliding_window_view(x, 2).sum(axis=1) ** 2,
    "float64[4]",
)
row(lambda x: np.prod(x.shape) * x, X2)
row(lambda x: x / np.prod(x.shape[1:]), X3)
row(lambda x: np.sum((x[0], x[1])) ** 2, "float64[2]")
row(lambda x: np.max([x[0], x[1]]) ** 2, "float64[2]")
row(lambda x: np.nan_to_num(x, nan=1.0, posinf=2.0) ** 2, X1)
row(lambda x: x.cumprod(-1), "float64[3, n]", values={"x": with_zeros})
row(lambda x: np.prod(x, axis=1), "float64[3, n]", values={"x": with_zeros})
row(lambda x: np.einsum("ii->i", x) ** 2, "float64[n, n]")
row(lambda x: np.einsum("ii", x) ** 2, "float64[n, n]")
row(lambda x, y: np.einsum("iij,j->i", x, y), "float64[n, n, m]", "float64[m]")
row(lambda x, y: np.einsum("i,->i", x, y), X1, "float64[]")
row(lambda x, y: np.einsum("ij, ij -> ij", x, y), X2, X2)
row(lambda x, y: np.einsum("...i,i", x, y), X3, "float64[k]")
row(lambda x, y: np.einsum("i...,...->i...", x, y), X3, "float64[k]")
row(lambda x, y: np.tensordot(x, y, axes=([-1, 0], [0, 1])), X3, "float64[k, n]")
row(lambda x: np.roll(x, x.shape[0] - 1, axis=0) * x, X2)
row(lambda x: np.tile(x, (x.shape[0], 1)) ** 2, X2)
row(lambda x: np.repeat(x, x.shape[0], axis=0) ** 2, X2)
row(lambda x: np.pad(x, (0, x.shape[0])) ** 2, X1)
row(lambda x: np.tril(x, x.shape[0] - 2) ** 2, X2)
row(lambda x: np.pad(x, 4, mode="reflect") ** 2, X1)
row(lambda x: np.pad(x, 5, mode="symmetric") ** 2, "float64[2, n]")
row(lambda x: np.pad(x, 5, mode="wrap") ** 2, X1)
row(lambda x: np.pad(x, 1, constant_values=x[0]) ** 2, X1)
row(lambda x: np.pad(x, [(1,), (2,)]) ** 2, X2)
row(
    lambda x: np.diag(x, k=-1) ** 2,
    "float64[n, m]",
    sizes={"n": 4, "m": 3},
    at_one=False,
)
row(
    lambda x: np.diagonal(x, -1) ** 2,
    "float64[n, m]",
    sizes={"n": 4, "m": 3},
    at_one=False,
)
row(
    lambda x: np.interp(x, np.array([0.0, 0.5]), np.array([1.0, 2.0]), left=-1.0) ** 2,
    X1,
)
row(
    lambda p, q: np.interp(0.3, p, q),
    "float64[3]",
    "float64[3]",
    values={"p": ascending},
)
row(lambda x: np.median(x, axis=-1) ** 2, "float64[n, 4]", values={"x": apart})
row(
    lambda x, q: np.quantile(x, q) ** 2,
    "float64[5]",
    "float64[]",
    values={"x": apart, "q": fraction},
)
row(lambda x: np.gradient(x, 0.5, axis=0) ** 2, "float64[4, n]")
row(lambda x: np.argwhere(x > 0).sum() * x, X2)
row(lambda x: x[np.flatnonzero(x > 0)].sum() ** 2, X1)
row(lambda x: x.compress([True, False, True]) ** 2, "float64[3]")
row(lambda x: x[x.nonzero()].sum() ** 2, X1)
row(lambda x: x[x.searchsorted(0.1)] ** 2, "float64[3]", values={"x": ascending})
row(lambda x: (x.conj() * x.real) ** 2, X1)
row(lambda x: np.where(x > 0, 1, 2) * x, X1)
row(lambda x: np.where(np.isnan(x), 0.0, x) ** 2, X1)
row(lambda x: np.arange(3.0) * x, "float64[3]")
row(lambda x: np.arange(x.shape[0], step=1) * x, X1)
row(lambda x: np.stack(np.broadcast_arrays(x, 1.0)) ** 2, X1)
row(lambda x: np.full(3, x[0]) ** 2, X1)
row(lambda x: np.zeros_like(x, shape=(2,)).sum() + x, X1)
row(lambda x: np.array(x, copy=False) ** 2, X1)
row(lambda x: np.unwrap(x) ** 2, X1, values={"x": winding})
row(
    lambda x: np.unwrap(x, 4.0, 0, period=3.0) ** 2,
    "float64[4, n]",
    values={"x": winding},
)
row(lambda x: np.tile(np.roll(x, np.int64(1), 0), np.int64(2)) ** 2, X1)
row(lambda x: np.repeat(np.pad(x, np.int64(1)), np.int64(2)) ** 2, X1)
