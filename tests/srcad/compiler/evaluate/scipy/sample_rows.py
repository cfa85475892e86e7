"""Calls of what ``scipy.stats`` says of samples, and of normal ones of few parameters."""

from scipy import stats

from tests.srcad.compiler.cases.case import apart, positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X2, Row, adding_to

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
