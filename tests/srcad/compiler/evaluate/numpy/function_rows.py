"""More of NumPy's functions: ranges, statistics, polynomials, indices, questions."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1, X2, X3, Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)

row(lambda x: np.logspace(x[0], x[1], 4), "float64[2]")
row(lambda x: np.logspace(x[0], 2.0, 4, base=2.0, endpoint=False), "float64[2]")
row(lambda x: np.logspace(0, 2, 3) * x, "float64[3]")
row(lambda x: np.geomspace(x[0], x[1], 4), "float64[2]", values={"x": positive})
row(lambda x: np.geomspace(1.0, 8.0, 4) * x, "float64[4]")
row(lambda x: np.linspace(x, 2 * x, 4) ** 2, X1)
row(lambda x: np.linspace(0.0, x, 4, axis=-1) ** 2, X1)
row(lambda x: np.linspace(x[0], x[1], 4, retstep=True), "float64[2]")
row(lambda x: np.linspace(0, 1, 4, retstep=True)[1] * x, X1)
row(lambda x, y: np.cov(x, y), "float64[4]", "float64[4]")
row(lambda x: np.cov(x, rowvar=False, ddof=0), "float64[4, 2]")
row(
    lambda x, w: np.cov(x, aweights=w),
    "float64[2, 4]",
    "float64[4]",
    values={"w": positive},
)
row(lambda x: np.cov(x, fweights=[1, 2, 1, 3]), "float64[2, 4]")
row(lambda x, y: np.corrcoef(x, y), "float64[4]", "float64[4]")
row(lambda x: np.corrcoef(x, rowvar=False), "float64[4, 2]")
row(lambda x: np.cov(x), "float64[1, 4]")
row(lambda x: np.cov(x, rowvar=False), "float64[4, 1]")
row(lambda x: np.cov(x, bias=True, rowvar=False), "float64[1, 4]")
row(lambda x, y: np.cov(x, y, rowvar=False), "float64[4, 1]", "float64[1, 4]")
row(lambda x, y: np.cov(x, y), "float64[0, 4]", "float64[4]")
row(lambda x: np.cov(x[0, 0], bias=True) + x, "float64[1, 2]")
row(lambda x: np.corrcoef(x) * x, "float64[1, 4]")
row(
    lambda x, w: np.cov(x, aweights=w, fweights=[1, 0, 2, 1]),
    "float64[1, 4]",
    "float64[4]",
    values={"w": positive},
)
row(lambda x: np.repeat(x, np.arange(x.shape[0])) ** 2, "float64[3]")
row(lambda x: np.repeat(x, np.arange(x.shape[0])).sum() ** 2, X1)
row(lambda x: np.repeat(x, [2], axis=0) ** 2, X2)
row(lambda x, y: np.einsum(x, [0, 1], y, [1, 2], [0, 2]), X2, "float64[m, k]")
row(lambda x, y: np.einsum(x, [0, 1], y, [1, 2]), X2, "float64[m, k]")
row(lambda x, y: np.einsum(x, [..., 0], y, [0], [...]), X2, "float64[m]")
row(lambda x: np.einsum("ij->j", x, optimize=True, dtype=np.float64) ** 2, X2)
row(
    lambda x, v: x[np.searchsorted(x, v, sorter=np.argsort(x), side="right") % 3] ** 2,
    "float64[3]",
    X1,
    values={"x": apart},
)
row(lambda x: np.interp(x, [0.0, 1.0, 2.0], [1.0, 3.0, 2.0], period=2.5), X1)
row(lambda x, y: np.interp(x, y, x[:1]) * x, X1, "float64[1]")
row(lambda x, y: np.interp(y[0], y, x), "float64[1]", "float64[1]")
row(lambda x: np.interp(x, [0.5], [2.0]) * x, X1)
row(lambda x: np.interp([0.0, 0.5, 3.0], [0, 0, 1, 2, 2], x) ** 2, "float64[5]")
row(lambda x: np.interp([0.0, 2.0, 1.2], [0, 0, 1, 2, 2], x) ** 2, "float64[5]")
row(lambda x: np.interp(x, [0.0, 1.0, 2.0], [1.0, 3.0, 2.0], period=-2.5), X1)
row(lambda x: np.interp(0.3, [0.0, 1.0], x, left=x[0], right=2.0), "float64[2]")
row(
    lambda w: np.histogram([0.1, 0.4, 0.9], bins=3, range=(0, 1), weights=w)[0],
    "float64[3]",
)
row(
    lambda w: np.histogram(
        [0.1, 0.4, 0.9], bins=[0.0, 0.5, 1.0], weights=w**2, density=True
    )[0],
    "float64[3]",
)
row(
    lambda x, w: np.histogram(x, bins=4, range=(-1.0, 1.0), weights=w)[0] * w[0],
    "float64[5]",
    "float64[5]",
)
row(lambda x: np.histogram(x, bins=[-1.0, 0.0, 1.0])[0] * x[:2], "float64[4]")
row(lambda x: np.histogram(x, bins=3)[1] ** 2, "float64[4]", values={"x": apart})
row(
    lambda w: np.histogram2d(
        [0.1, 0.2, 0.3, 0.9], [0.1, 0.5, 0.9, 0.9], bins=2, weights=w
    )[0],
    "float64[4]",
)
row(
    lambda w: np.histogramdd(
        np.array([[0.1, 1.0], [0.5, 2.0], [0.9, 2.5]]),
        bins=(2, [0.0, 1.5, 5.0]),
        weights=w**2,
        density=True,
    )[0],
    "float64[3]",
)
row(
    lambda x, y: np.histogram2d(x, y, bins=3)[1] * np.histogram2d(x, y, bins=3)[2],
    "float64[4]",
    "float64[4]",
    values={"x": apart, "y": apart},
)
row(lambda x: np.i0(2 * x) * x, X1)
row(lambda b: np.kaiser(5, b) ** 2, "float64[]")
row(lambda x: x if np.ma.isMaskedArray(x) else x**2, X1)
row(lambda x: np.piecewise(x, [x < 0, x >= 0], [lambda v: -v, lambda v: v * v]), X1)
row(lambda x: np.piecewise(x, [x < 0], [0.5, lambda v, s: v * s], 3.0), X1)
row(lambda x: np.piecewise(x, [x < 0, x > 1], [np.sin, 2.0]) * x, X1)
row(lambda x: x[np.unique([2, 0, 2])] ** 2, "float64[3]")
row(lambda x: x[np.unique([2, 0, 2], return_inverse=True)[1]] ** 2, "float64[3]")
row(lambda x: np.unique(x) ** 2 * np.unique(x + 1, equal_nan=False), X2)
row(lambda x: np.union1d(x, x[:2] * 3) ** 2, X1)
row(
    lambda x, k: np.bincount(np.unique(k, return_inverse=True)[1], weights=x**2),
    "float64[5]",
    "int64[5]",
    values={"k": lambda r, s: np.arange(s[0]) % 3},
)
row(
    lambda x, k: sum(
        (x[part.astype(int)] ** 2).sum()
        for part in np.unique(np.round(k), True, True, True)
    ),
    "float64[6]",
    "float64[3]",
    values={"k": lambda r, s: np.array([2.0, 0.0, 2.0])},
)
row(lambda p: np.poly1d(p)(0.3) ** 2 + np.poly1d(p).deriv()(p), "float64[3]")
row(
    lambda x: np.lib.stride_tricks.sliding_window_view(x, (2, 2)).sum(axis=(2, 3)) ** 2,
    "float64[3, 4]",
)
row(
    lambda x: np.lib.stride_tricks.sliding_window_view(x, (2, 3), axis=(1, 0)) ** 2,
    "float64[3, 4]",
)
row(lambda x: np.polyfit(np.arange(4.0), x, 1), "float64[4]")
row(lambda x, y: np.polyfit(x, y, 2), "float64[5]", "float64[5]", values={"x": apart})
row(lambda x, y: np.polyadd(x, y) ** 2, "float64[3]", "float64[2]")
row(lambda x, y: np.polysub(x, y) ** 2, "float64[2]", "float64[3]")
row(lambda x, y: np.polymul(x, y) ** 2, "float64[3]", "float64[2]")
row(lambda x: np.polyder(x) ** 2, "float64[4]")
row(lambda x: np.polyder(x, 2) ** 2, "float64[4]")
row(lambda x: np.polyint(x) ** 2, "float64[3]")
row(lambda x: np.polyint(x, 2, k=[1.0, 2.0]) ** 2, "float64[3]")
row(lambda x: np.poly(x), "float64[3]")
row(lambda x: np.roots(np.poly(x)), "float64[3]", values={"x": positive})
row(lambda x: np.gradient(x)[1] ** 2, "float64[3, 4]")
row(lambda x: np.gradient(x, [0.0, 1.0, 3.0, 4.0]) ** 2, "float64[4]")
row(lambda x: np.gradient(x, edge_order=2) ** 2, "float64[4]")
row(
    lambda x: np.gradient(x, x * 0 + np.array([0.0, 1.0, 3.0, 4.0]), edge_order=2) ** 2,
    "float64[4]",
)
row(lambda x: np.gradient(x, 2.0, [0.0, 1.0, 3.0, 4.0])[1] ** 2, "float64[3, 4]")
row(lambda x: np.ediff1d(x, to_end=[1.0, 2.0], to_begin=x[0]) ** 2, X1)
row(lambda x: np.nancumsum(x) ** 2, X2)
row(lambda x: np.nancumprod(x, axis=1) ** 2, X2)
row(lambda x: np.cumulative_sum(x, axis=0, include_initial=True) ** 2, X2)
row(lambda x: np.cumulative_prod(x) ** 2, X1)
row(lambda x: np.nanmedian(x, axis=1) ** 2, X2, values={"x": apart})
row(lambda x: np.nanquantile(x, 0.3) ** 2, X2, values={"x": apart})
row(lambda x: np.nanpercentile(x, 30, axis=0) ** 2, X2, values={"x": apart})
row(lambda x: x[np.nanargmax(x)] ** 2, X1, values={"x": apart})
row(lambda x: np.nanargmin(x, axis=0) * x[0], X2, values={"x": apart})
row(lambda x: np.nanmax(x, axis=0, initial=0.1) ** 2, X2, values={"x": apart})
row(lambda x: np.nansum(x, where=x > 0) ** 2, X2)


def f_fd(x):
    y = x * 1.0
    np.fill_diagonal(y, x[0])
    np.fill_diagonal(y, 2.0, wrap=True)
    return y * x


row(f_fd, "float64[3, 3]")


def f_fd3(x):
    y = x * 1.0
    np.fill_diagonal(y, x[0, 0, 0] * 2)
    return y * x


row(f_fd3, "float64[2, 2, 2]")


def f_fdw(x):
    y = x * 1.0
    np.fill_diagonal(y, x[0, 0] * 2, wrap=True)
    return y * x


row(f_fdw, "float64[5, 2]")
row(lambda x: x[np.tril_indices_from(x)] ** 2, "float64[3, 3]")
row(lambda x: x[np.triu_indices_from(x, 1)] ** 2, "float64[3, 3]")
row(lambda x: x[np.diag_indices_from(x)] ** 2, "float64[3, 3]")
row(lambda x: x[np.mask_indices(3, np.triu)] ** 2, "float64[3, 3]")
row(lambda x: np.indices((2, 3))[0] * x, "float64[2, 3]")
row(lambda x: np.indices(x.shape)[1] * x, X2)
row(lambda x: np.fromfunction(lambda i, j: i + j, (2, 3)) * x, "float64[2, 3]")
row(lambda x: np.mgrid[0:2, 0:3][0] * x, "float64[2, 3]")
row(lambda x: np.ogrid[0:2, 0:3][1] * x, "float64[2, 3]")
row(lambda x: x[np.unravel_index(np.argmax(x), x.shape)] ** 2, X2, values={"x": apart})
row(lambda x: np.ravel(x)[np.ravel_multi_index((1, 1), (2, 3))] ** 2, "float64[2, 3]")
row(lambda x: np.ravel(x)[np.ravel_multi_index((0, 0), x.shape)] ** 2, X2)
row(lambda x: np.resize(x, (2, 4)) ** 2, "float64[3]")
row(lambda x: np.resize(x, (x.shape[0], 4)) ** 2, X1)
row(lambda x: np.unstack(x)[0] ** 2, "float64[2, n]")
row(lambda x: [a * a for a in np.unstack(x, axis=1)], "float64[n, 2]")
row(lambda x: np.ldexp(x, 3) ** 2, X1)
row(lambda x: np.ldexp(x, np.array([1, 2, 3])) ** 2, "float64[3]")
row(lambda x: np.frexp(x)[0] ** 2, X1)
row(lambda x: np.nextafter(x, 5.0) ** 2, X1)
row(lambda x: np.spacing(x) * x, X1)
row(lambda x, y: np.matvec(x, y), X2, "float64[m]")
row(lambda x, y: np.vecmat(x, y), X1, X2)
row(lambda x, y: np.vecdot(x, y, axis=0), X2, X2)
row(lambda x: np.lexsort((x,)) * x, X1, values={"x": apart})
row(lambda x: x[np.lexsort((x, [1, 0, 1]))] ** 2, "float64[3]", values={"x": apart})
row(lambda x: np.isin(x, [0.0, 1.0]) * x, X1)
row(lambda x: np.array_equal(x, x) * x, X1)
row(lambda x: np.array_equiv(x, x) * x, X1)
row(
    lambda x: (
        np.isposinf(x) * x + np.isneginf(x) * x + np.isreal(x) * x + np.iscomplex(x) * x
    ),
    X1,
)
row(lambda x: np.imag(x) + x.imag + x.real * x + np.real_if_close(x) ** 2, X1)
row(lambda x: np.angle(x) * x, X1)
row(lambda x: np.isscalar(x) * x, X1)
row(lambda x: np.asarray_chkfinite(x) ** 2, X1)
row(lambda x: np.require(x) ** 2, X1)
row(lambda x: np.gcd(12, np.arange(3)) * x, "float64[3]")
row(lambda x: np.hanning(x.shape[0]) * x, "float64[4]")
row(
    lambda x: np.hamming(4) * x + np.bartlett(4) + np.blackman(4) + np.kaiser(4, 2.0),
    "float64[4]",
)
row(lambda x: np.linalg.trace(x) ** 2, "float64[k, 2, 3]")
row(lambda x: np.linalg.diagonal(x, offset=1) ** 2, "float64[k, 2, 3]")
row(lambda x, y: np.linalg.outer(x, y), X1, "float64[m]")
row(lambda x, y: np.linalg.cross(x, y), "float64[3]", "float64[3]")
row(lambda x, y: np.linalg.matmul(x, y), X2, "float64[m]")
row(lambda x, y: np.linalg.tensordot(x, y, axes=1), X2, "float64[m]")
row(lambda x, y: np.linalg.vecdot(x, y, axis=0), X2, X2)
row(lambda x: np.fft.fftshift(x) ** 2 * x, X1)
row(lambda x: np.fft.ifftshift(x, axes=0) ** 2 * x, X2)
row(lambda x: np.fft.fftfreq(4, 0.5) * x, "float64[4]")
row(lambda x: np.fft.rfftfreq(x.shape[0])[0] * x, X1)
row(
    lambda x: np.average(x, weights=[1.0, 2.0, 3.0], returned=True)[0] ** 2,
    "float64[3]",
)
row(lambda x: np.average(x, returned=True), X2)
row(lambda x: np.modf(x)[0] ** 2, X1)
row(lambda x: np.round(x, decimals=1, out=None) * x, X1)
row(lambda x: np.trapezoid(x, [0.0, 1.0, 3.0]), "float64[3]")
row(lambda x: np.cross(x, [1.0, 2.0, 3.0]), "float64[3]")
row(lambda x: np.cross(x[:, :2], x[:, 1:]), "float64[n, 3]")
row(lambda x, y: np.kron(x, y), X3, "float64[2]")
row(lambda x: np.vander(x, 3, increasing=True), X1)
row(lambda x: np.select([x > 0, x > 1], [x, 2.0], 0.5) * x, X1)
row(
    lambda x: np.broadcast_to(x, np.broadcast_shapes((1, 3), x.shape)) ** 2,
    "float64[2, 1]",
)
row(lambda x: np.broadcast_to(x, np.broadcast_shapes((4, 1), x.shape)) ** 2, X1)
row(lambda x: np.array(x, ndmin=3) ** 2, X1)
row(lambda x: np.full((2,), x[0], dtype=np.float64, order="F") ** 2, X1)
row(lambda x: np.append(np.array([]), x) ** 2, X1)
row(lambda x: np.concatenate([x, x], dtype=np.float64) ** 2, X1)
row(lambda x: np.stack([x, x], axis=0, out=None, dtype=np.float64) ** 2, X1)
row(lambda x: np.vstack([x, x], dtype=np.float64) ** 2, X1)
row(lambda x: np.column_stack([x, x]) ** 2, X2)
row(lambda x: np.pad(x, 2, mode="linear_ramp", end_values=1.0) ** 2, X1)
row(lambda x: np.pad(x, 2, mode="mean") ** 2, X1)
row(lambda x: np.pad(x, ((1, 2), (0, 1)), mode="maximum") ** 2, X2, values={"x": apart})
row(lambda x: np.pad(x, 1, mode="minimum") ** 2, X1, values={"x": apart})
row(lambda x: np.pad(x, 1, mode="median") ** 2, X1, values={"x": apart})
row(lambda x: np.pad(x, 1, mode="empty")[1:-1] ** 2, X1)
row(lambda x: np.pad(x, 1, constant_values=(2.0, 3.0)) ** 2, X2)
row(lambda x: np.pad(x, 1, constant_values=((1.0, 2.0), (3.0, 4.0))) ** 2, X2)
row(lambda x: np.digitize(x, [0.0, 0.5], right=True) * x, X1)
row(lambda x: np.split(x, [1], axis=-1)[0] ** 2, X2)
row(lambda x: np.bincount([0, 1, 1], x, minlength=4) ** 2, "float64[3]")
row(lambda x: np.trim_zeros([0, 1, 2, 0])[0] * x, X1)
row(lambda x: np.diff(x, axis=0, prepend=x[:1]) ** 2, X2)
row(lambda x: np.clip(x, 0, 1, out=np.zeros_like(x)) * x, X1)
row(lambda x: x.nbytes * x + x.itemsize * x, "float64[3]")
row(lambda x: np.dot(x, x, out=None) * x, X1)
row(lambda x: np.identity(3)[np.ix_([0, 1], [1, 2])] * x, "float64[2, 2]")
row(lambda x: np.moveaxis(x, -1, 0) ** 2, X3)
row(lambda x: np.s_[1:] and x[np.s_[:1]] ** 2, X1)
row(lambda x: x[np.index_exp[0, ...]] ** 2, X2)
row(lambda x: np.convolve(np.pad(x, 1), np.ones(3) / 3, "valid") ** 2, X1)
row(lambda x: np.std(x, mean=np.mean(x)), X1, at_one=False)
row(lambda x: np.var(x, correction=1), X1, at_one=False)
row(lambda x: np.var(x, dtype=np.float64), X1)
row(lambda x: np.max(x, out=None) ** 2, X1, values={"x": apart})
row(lambda x: np.amin(x, axis=0) ** 2, X2, values={"x": apart})
row(lambda x: np.asanyarray(x) ** 2 + np.around(x) + np.conjugate(x), X1)
row(lambda x: np.concat([x, np.empty(0)]) ** 2 + 0 * np.empty_like(x), X1)
row(lambda x: np.histogram_bin_edges(x, 3, (0.0, 1.0))[1] * x, X1)
row(lambda x: np.isrealobj(x) * x + np.iscomplexobj(x), X1)
row(lambda x: np.lcm(4, np.arange(3)) * x, "float64[3]")
row(lambda x: x.astype(np.result_type(x, np.float64)) ** 2, X1)
row(lambda x: np.float_power.outer(x, [2.0, 3.0]), X1, values={"x": positive})


def put_along(x):
    y = x * 1.0
    np.put_along_axis(y, np.array([[0], [1]]), x[:, :1] * 2, axis=1)
    return y * x


row(put_along, "float64[2, 2]")


def scattered(x):
    y = x * 1.0
    np.multiply.at(y, [0, 2, 0], x[:3])
    np.negative.at(y, 1)
    return y * x


row(scattered, "float64[4]")
row(lambda x: np.resize(x[:0], 3) + x.sum(), X1)
row(lambda x: sum(np.sum(v) if np.iterable(v) else v * 2 for v in (x, x[0], 3.0)), X1)
row(lambda x: x * (2.0 if np.iterable([x[0]]) and not np.iterable(x[0]) else 3.0), X1)
