"""Calls with ``out``, ``where``, ``mode`` and the like, and those that edit arrays."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1, X2, X3, Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)
SCALED = np.vectorize(lambda v, w: v * w, otypes=[float])

row(lambda x: np.r_[x, 2 * x, 0.5] ** 2, X1)
row(lambda x: np.c_[x, 2 * x] ** 2, X1)
row(lambda x: np.r_[0:3, x[:1]] ** 2, X1)
row(lambda x: np.r_["0,2", x, x] ** 2, X1)
row(lambda x: np.sum(x, where=x > 0) ** 2, X2)
row(lambda x: np.sum(x, axis=0, initial=1.5) ** 2, X2)
row(lambda x: np.prod(x, axis=0, initial=1.5, where=x > 0) ** 2, X2)
row(lambda x: np.max(x, axis=0, initial=0.3) ** 2, X2, values={"x": apart})
row(lambda x: np.max(x[x > 0.2], initial=0.1) + np.min(x[x > 9], initial=2.0) * x, X1)
row(lambda x: np.min(x, initial=0.3, where=x > -0.4) ** 2, X2, values={"x": apart})
row(lambda x: np.mean(x, axis=1, where=[True, False, True]) ** 2, "float64[n, 3]")
row(lambda x: x.sum(where=x > 0, initial=2.0) ** 2, X2)
row(lambda x: np.var(x, where=x > -5), X2)
row(lambda x: np.std(x, axis=0, where=x > -5), X2, at_one=False)
row(lambda x: np.any(x > 0, axis=0, where=x < 1) * x, X2)
row(lambda x: np.sin(x, where=x > 0, out=np.ones_like(x)) * x, X2)


def f_out(x):
    y = np.zeros_like(x)
    np.multiply(x, x, out=y)
    np.add(y, x, y)
    np.exp(x, out=y, where=x > 0.2)
    return y * x


row(f_out, X2)


def f_out2(x):
    y = np.zeros(x.shape[1], x.dtype)
    np.sum(x * x, axis=0, out=y)
    return y * y


row(f_out2, X2)
row(lambda x: np.add.accumulate(x, axis=1) ** 2, X2)
row(lambda x: np.maximum.accumulate(x, axis=1) ** 2, X2, values={"x": apart})
row(lambda x: np.minimum.accumulate(x) ** 2, X1, values={"x": apart})
row(lambda x: np.subtract.accumulate(x) ** 2, X1)
row(lambda x: np.subtract.reduce(x) ** 2, X2)
row(lambda x: np.divide.reduce(x), "float64[4]", values={"x": positive})
row(lambda x: np.logaddexp.reduce(x, axis=1) ** 2, X2)
row(lambda x: np.hypot.reduce(x) ** 2, X2)
row(lambda x: np.logaddexp.accumulate(x) ** 2, X1)
row(lambda x: np.add.reduceat(x, [0, 2, 3]) ** 2, "float64[5]")
row(
    lambda x: np.add.reduceat(x, np.argsort(x)[:3]) ** 2,
    "float64[5]",
    values={"x": apart},
)
row(
    lambda x: np.add.reduceat(x, np.argsort(x[0])[:2], axis=1) ** 2,
    "float64[2, 4]",
    values={"x": apart},
)
row(lambda x: np.multiply.reduceat(x, [0, 2, 1], axis=1) ** 2, "float64[n, 4]")
row(lambda x: np.maximum.reduceat(x, [0, 2]) ** 2, "float64[5]", values={"x": apart})
row(lambda x: np.divide.outer(x, x) ** 2, X1, values={"x": positive})
row(lambda x: np.matmul(x, x.T, dtype=np.float64), X2)
row(lambda x: np.quantile(x, 0.3, method="lower") ** 2, X1, values={"x": apart})
row(
    lambda x: np.quantile(x, 0.3, method="higher", axis=1) ** 2, X2, values={"x": apart}
)
row(lambda x: np.quantile(x, 0.3, method="midpoint") ** 2, X1, values={"x": apart})
row(lambda x: np.quantile(x, 0.3, method="nearest") ** 2, X1, values={"x": apart})
row(lambda x: np.quantile(x, 0.3, method="hazen") ** 2, X1, values={"x": apart})
row(
    lambda x: np.quantile(x, 0.3, method="median_unbiased") ** 2,
    X1,
    values={"x": apart},
)
row(lambda x: np.quantile(x, 0.3, method="weibull") ** 2, X1, values={"x": apart})
row(lambda x: np.quantile(x, 0.37, method="inverted_cdf") ** 2, X1, values={"x": apart})
row(
    lambda x: np.quantile(x, 0.37, method="averaged_inverted_cdf") ** 2,
    X1,
    values={"x": apart},
)
row(
    lambda x: np.quantile(x, 0.37, method="closest_observation") ** 2,
    X1,
    values={"x": apart},
)
row(
    lambda x: np.quantile(x, 0.37, method="interpolated_inverted_cdf") ** 2,
    X1,
    values={"x": apart},
)
row(
    lambda x: np.quantile(x, 0.37, method="normal_unbiased") ** 2,
    X1,
    values={"x": apart},
)
row(lambda x: np.quantile(x, 0.37, method="linear") ** 2, X1, values={"x": apart})
row(lambda x: np.percentile(x, [30, 60], method="lower") ** 2, X1, values={"x": apart})
row(lambda x: np.median(x, axis=(0, 1)) ** 2, X3, values={"x": apart})
row(
    lambda x: np.quantile(x, 0.3, axis=(0, 2), keepdims=True) ** 2,
    X3,
    values={"x": apart},
)
row(lambda x: np.take(x, [0, 5, -7], mode="clip") ** 2, X1)
row(lambda x: np.take(x, [0, 5, -7], axis=1, mode="wrap") ** 2, X2)
row(lambda x: np.reshape(x, (-1,), order="F") ** 2, X2)
row(lambda x: x.reshape(x.shape[1], x.shape[0], order="F") ** 2, X2)
row(lambda x: np.ravel(x, order="F") ** 2, X2)
row(lambda x: x.flatten("F") ** 2, X3)
row(
    lambda x: (
        x.copy(order="F") ** 2
        + np.array(x, order="F")
        + x.astype(np.float64, order="F")
    ),
    X2,
)
row(lambda x: np.asfortranarray(x) ** 2, X1)


def f_nde(x):
    t = 0.0
    for (i, j), v in np.ndenumerate(x):
        t = t + v * v * (i + 2 * j)
    return t


row(f_nde, "float64[2, 3]")
row(f_nde, X2)


def f_ndi(x):
    t = 0.0
    for i, j in np.ndindex(x.shape):
        t = t + x[i, j] ** 2 * (i + 2 * j)
    return t


row(f_ndi, "float64[2, 3]")
row(f_ndi, X2)


def f_ndi2(x):
    t = 0.0
    for i in np.ndindex(2, 3):
        t = t + x[i] ** 2
    return t


row(f_ndi2, "float64[2, 3]")


def f_flat(x):
    t = 1.0
    for v in x.flat:
        t = t * v
    return t + x.flat[1] ** 2


row(f_flat, "float64[2, 2]")
row(f_flat, X2)


def f_flatw(x):
    y = x * 1.0
    y.flat[1] = 3 * x[0, 0]
    y.flat[::2] = 0.5
    return y * x


row(f_flatw, "float64[2, 2]")
row(lambda x: [v * v for v in x.tolist()], "float64[3]")
row(lambda x: x.tolist()[1][0] ** 2, "float64[2, 2]")
row(lambda x: sum(x.tolist()) ** 2, X1)
row(lambda x: np.vectorize(lambda v: v * v if v > 0 else 2 * v, otypes=[float])(x), X1)
row(lambda x: np.vectorize(lambda v, w: v * w, otypes="d")(x, x[0]), X2)
row(lambda x: np.vectorize(lambda v: v * v if v > 0 else 2 * v)(x), "float64[3]")
row(lambda x: np.vectorize(lambda v, w: v**w)(x[:, None], [1, 2, 3]), "float64[3]")
row(lambda x: np.multiply(*np.vectorize(lambda v: (v * v, v + 1))(x)), "float64[3]")
row(lambda x: np.vectorize(lambda v: (v, 2), otypes="dd")(x)[1] * x, X1)
row(lambda x: SCALED(x, 2.0) ** 2, X2)
row(lambda x: np.apply_along_axis(lambda v: v * v.sum(), 0, x), X2)
row(lambda x: np.apply_along_axis(np.sum, 1, x) ** 2, X3)
row(lambda x: np.apply_along_axis(lambda v: v[:1] * v.sum(), -1, x), X2)
row(lambda x: np.apply_over_axes(np.sum, x, [0, 2]) ** 2, X3)
row(lambda x: np.insert(x, 1, x[0] * 2) ** 2, X1)
row(lambda x: np.insert(x, [1, 2], [5.0, 6.0]) ** 2, "float64[3]")
row(lambda x: np.insert(x, 0, 1.0, axis=1) ** 2, X2)
row(lambda x: np.insert(x, 1, x[0], axis=0) ** 2, X2)
row(lambda x: np.insert(x, slice(0, 2), 7.0) ** 2, "float64[3]")
row(lambda x: np.insert(x, -1, 7.0) ** 2, "float64[3]")
row(lambda x: np.delete(x, [0, 2]) ** 2, "float64[4]")
row(lambda x: np.delete(x, slice(0, 2), axis=1) ** 2, "float64[n, 3]")
row(lambda x: np.delete(x, -1, axis=1) ** 2, "float64[n, 3]")
row(lambda x: np.delete(x, np.array([True, False, True])) ** 2, "float64[3]")
row(lambda x: np.delete(x, np.argmax(x[0]), axis=1) ** 2, "float64[n, 3]")
row(lambda x: np.delete(x, -np.argmin(x)) ** 2, "float64[n]")
row(lambda x: np.delete(x, np.argsort(x[0])[:2], axis=1) ** 2, "float64[n, 3]")
row(lambda x: x[np.setdiff1d(np.arange(4), [0, 2])] ** 2, "float64[4]")
row(lambda x: x[np.intersect1d(2 * np.arange(3), np.arange(4))] ** 2, "float64[4]")
row(lambda x: x[np.setxor1d(np.arange(3), np.array([1, 3]))] ** 2, "float64[4]")
row(lambda x: x[np.array(["a", "b", "a"]) == "a"] ** 2, "float64[3]")
row(lambda x: np.prod(x[:, ()], axis=1) * x[:, (2, 0)].sum(1), "float64[2, 3]")
row(lambda x: x[[]].sum() + np.nan_to_num(np.asarray(None, float)) + x, "float64[3]")
row(lambda x: np.where(np.isnan(np.array(None, dtype=float)), x, 2), "float64[3]")
row(lambda x: x[np.asarray(("a", "b", "a")) != "a"] ** 2, "float64[3]")
row(lambda x: np.partition(x, 1)[0] ** 2, "float64[2]", values={"x": apart})
row(
    lambda x: np.partition(x, 1) ** 2,
    X1,
    at_one=False,
    sizes={"n": 2},
    values={"x": apart},
)
row(lambda x: x[np.argpartition(x, 0)[0]] ** 2, X1, values={"x": apart})
row(
    lambda x: np.sum(np.partition(x, int((len(x) - 1) * 0.4))[: int(0.4 * len(x))]),
    X1,
    values={"x": apart},
)
row(
    lambda x: np.partition(x, int(x.shape[1] * 0.6), axis=1)[:, x.shape[1] // 2] ** 2,
    "float64[m, 5]",
    values={"x": apart},
)


def f_part(x):
    y = x * 1.0
    y.partition(1)
    return y[1] ** 2


row(f_part, "float64[3]", values={"x": apart})
row(lambda x: np.choose([0, 1, 0], [x, 2 * x]) ** 2, "float64[3]")
row(lambda x: np.choose((x > 0).astype(int), (x, 2 * x)) ** 2, X1)
row(lambda x: np.choose([0, 3, -1], [x, 2 * x], mode="clip") ** 2, "float64[3]")
row(lambda x: np.choose([0, 3, -1], [x, 2 * x], mode="wrap") ** 2, "float64[3]")


def f_put(x):
    y = x * 1.0
    np.put(y, [0, 2], [x[0, 0] * 3, 1.0])
    y.put(1, 2.0)
    return y * x


row(f_put, "float64[2, 2]")


def f_put2(x):
    y = x * 1.0
    np.put(y, [0, 9], x[0, 0] * 3, mode="clip")
    return y * x


row(f_put2, "float64[2, 2]")


def f_copyto(x):
    y = x * 1.0
    np.copyto(y, 3 * x, where=x > 0)
    np.copyto(y, 0.5, where=x > 1)
    return y * x


row(f_copyto, X2)


def f_putmask(x):
    y = x * 1.0
    np.putmask(y, x > 0, 3 * x)
    np.putmask(y, x > 0.5, x[0, 0] * 2)
    return y * x


row(f_putmask, X2)


def f_putmask2(x):
    y = x * 1.0
    np.putmask(y, x > 0, x[0])
    return y * x


row(f_putmask2, X2)


def f_place(x):
    y = x * 1.0
    np.place(y, x > 0, [x[0], 2.0])
    return y * x


row(f_place, X1)


KNOWN = np.array([3, 1, 2, 1])
MASK = [True, False, True]

# What is NumPy's default may be said.
row(lambda x: np.add(x, x, casting="same_kind", order="K", subok=True) * x, X1)
row(lambda x: np.exp(x, casting="same_kind"), X1)
row(lambda x: np.less(x, 0.3, subok=True, dtype=None) * x, X1)
row(lambda x: np.matmul(x, x.T, order="K", casting="same_kind"), X2)
row(lambda x: np.modf(x, subok=True)[0], X1)
row(lambda x: x[np.ix_(np.array(MASK), np.array([1, 0]))] ** 2, "float64[3, 2]")
row(lambda x: x[np.ix_([1, 0], np.array(MASK))] ** 2, "float64[2, 3]")
row(lambda x: x[np.ix_(x[:, 0] > -9, x[0] > -9)] ** 2, X2)
row(lambda x: x * len(np.union1d(KNOWN, [5])), X1)
row(lambda x: x * np.setdiff1d(np.array([3, 1, 2, 1]), [5, 1]), "float64[2]")
row(lambda x: x * np.intersect1d([3, 1, 2, 1], np.array([1, 3])), "float64[2]")
row(lambda x: x * np.setxor1d(np.array([3, 1, 2, 1]), [5, 1]), "float64[3]")
