"""Calls of what ``scipy.stats`` says of samples, and of normal ones of few parameters."""

import numpy as np
from scipy import stats

from tests.srcad.compiler.cases.case import apart, positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1, X2, Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)

POSITIVE = {"values": {"x": positive}}

row(lambda x: stats.zscore(x) ** 3, "float64[4]")
row(lambda x: stats.zscore(x, axis=1, ddof=1) * [1, 2, 3], "float64[2, 3]")
row(lambda x: stats.zscore(x, axis=None)[0], "float64[2, 3]")
row(lambda x: stats.skew(x), "float64[5]")
row(lambda x: stats.skew(x, axis=1, bias=False, keepdims=True), "float64[2, 4]")
row(lambda x: stats.skew(x, None, bias=False), "float64[2, 3]")
row(lambda x: stats.kurtosis(x), "float64[5]")
row(lambda x: stats.kurtosis(x, axis=(0, 1), fisher=False), "float64[2, 3]")
row(lambda x: stats.kurtosis(x, axis=1, bias=False), "float64[2, 5]")
row(lambda x: stats.gmean(x), X2, **POSITIVE)
row(lambda x: stats.gmean(x, axis=1, weights=x + 1), X2, **POSITIVE)
row(lambda x: stats.hmean(x, axis=None), X2, **POSITIVE)
row(lambda x: stats.hmean(x, weights=[1, 2, 3.5]), "float64[3]", **POSITIVE)
row(lambda x: stats.sem(x), "float64[4]")
row(lambda x: stats.sem(x, axis=1, ddof=0), "float64[2, 3]")
row(
    lambda x, m, c: stats.multivariate_normal(m, c).logpdf(x),
    "float64[4, 3]",
    "float64[3]",
    "float64",
    values={"c": positive},
)
row(
    lambda x, m, c: stats.multivariate_normal.logpdf(x, m, c),
    "float64[3]",
    "float64[3]",
    "float64[3]",
    values={"c": positive},
)
row(
    lambda x, c: stats.multivariate_normal.pdf(x, cov=c),
    "float64[4]",
    "float64",
    values={"c": positive},
)
row(lambda x: stats.multivariate_normal.logpdf(x, [0.5], [[2.0]]), "float64[4]")
row(lambda x: stats.multivariate_normal.logpdf(x, 0.5, 2.0), "float64")
row(
    lambda x, m: stats.multivariate_normal.logpdf(
        x, np.zeros(3), np.diag([2.0, 0.5, 1.0]) + 0.1 * m, True
    ),
    "float64[2, 3]",
    "float64[3, 3]",
    values={"m": positive},
)
row(
    lambda x, s: stats.multivariate_normal.logpdf(
        np.stack((x, 2 * x), axis=-1),
        np.zeros(2),
        s * np.outer([1, 2], [1, 2]),
        allow_singular=True,
    ),
    "float64[2]",
    "float64",
    values={"s": positive},
)
row(
    lambda x, s: (
        np.maximum(
            stats.multivariate_normal.logpdf(
                x, np.zeros(2), s * np.ones((2, 2)), allow_singular=True
            ),
            -9.0,
        )
        + s
    ),
    "float64[2]",
    "float64",
    values={"s": positive},
)
row(lambda x: stats.variation(x, axis=1, ddof=1), "float64[2, 4]", **POSITIVE)
row(lambda x: stats.entropy(x, base=2, axis=1), X2, **POSITIVE)
row(lambda x: stats.entropy(x, x * x, keepdims=True), X2, **POSITIVE)
row(lambda x: stats.trim_mean(x, 0.3, axis=1), "float64[2, 4]", values={"x": apart})
row(lambda x, m: stats.ttest_1samp(x, m)[0], "float64[5]", "float64")
row(lambda x: stats.ttest_1samp(x, 0.3, axis=1).pvalue, "float64[2, 5]")
row(lambda x, y: stats.ttest_ind(x, y)[1], "float64[5]", "float64[3]")
row(lambda x, y: stats.ttest_ind(x, y, equal_var=False)[0], "float64[5]", "float64[3]")
row(lambda x, y: stats.pearsonr(x, y)[0], "float64[4, 2]", "float64[4, 2]")
row(lambda x: stats.pearsonr(x, [1, 2.0, 5, 3, 4]).pvalue, "float64[5]")
row(lambda x, y: stats.linregress(x, y).intercept, "float64[5]", "float64[5]")
row(lambda y: stats.linregress([0.1, 2, 1, 3], y).stderr, "float64[4]")

# ------------------------------------------------------------------ spreads and ranks
row(lambda x, y: stats.zmap(x, y, ddof=1), "float64[3]", "float64[5]")
row(lambda x, y: stats.zmap(x, y, axis=None)[0], "float64[2, 3]", "float64[4, 1]")
row(lambda x: stats.gstd(x, axis=1), "float64[2, 4]", **POSITIVE)
row(lambda x: stats.pmean(x, 1.5, axis=1, weights=x + 1), X2, **POSITIVE)
row(lambda x: stats.pmean(x, -2), X2, **POSITIVE)
row(lambda x: stats.moment(x, 3, axis=1), "float64[2, 4]")
row(
    lambda x, c: stats.moment(x, 2, center=c) + stats.moment(x), "float64[5]", "float64"
)
row(lambda x: stats.iqr(x, scale="normal"), "float64[7]", values={"x": apart})
row(
    lambda x: stats.iqr(x, 1, (10, 70), interpolation="hazen", keepdims=True),
    "float64[2, 6]",
    values={"x": apart},
)
row(lambda x: stats.median_abs_deviation(x), "float64[6]", values={"x": apart})
row(
    lambda x: stats.median_abs_deviation(x, axis=1, center=np.mean, scale="normal"),
    "float64[2, 5]",
    values={"x": apart},
)
row(
    lambda x, y: stats.boxcox(x, y) + stats.yeojohnson(x - 1, y),
    *("float64[4]", "float64"),
    values={"x": positive, "y": positive},
)
row(lambda x: stats.rankdata(x, axis=1) * x, X2, values={"x": apart})
row(lambda x: stats.rankdata(x, "dense") * x, X1, values={"x": apart})
row(lambda x: stats.spearmanr(x, [1, 5, 2, 3]).pvalue * x, "float64[4]")
row(lambda x, y: stats.kendalltau(x, y)[0] * x, "float64[5]", "float64[5]")
row(lambda x: stats.mode(np.concatenate((x, x[2:4]))).mode ** 2, "float64[5]")
row(lambda x: stats.gaussian_kde(x)(x) * x, "float64[5]")
row(
    lambda x, w, s: stats.gaussian_kde(x, s, w).logpdf(x[:, :2]),
    *("float64[2, 5]", "float64[5]", "float64"),
    values={"w": positive, "s": positive},
)
row(
    lambda x, s: stats.gaussian_kde(x, "silverman").integrate_box_1d(-s, x[0]),
    *("float64[5]", "float64"),
    values={"s": positive},
)
