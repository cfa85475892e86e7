"""Calls of distributions of lifetimes, of extremes, of heavy tails, and of angles."""

import numpy as np
from scipy import stats

from tests.srcad.compiler.cases.case import positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1, Row, adding_to, fraction

ROWS: list[Row] = []
row = adding_to(ROWS)

SHAPED = {"values": {"x": positive, "c": positive}}
SHIFTED = {"values": {"x": fraction, "s": positive, "c": positive}}

row(lambda x, c: stats.weibull_min.logpdf(x, c, scale=2.0), X1, X1, **SHAPED)
row(lambda x, c: stats.weibull_min(c).cdf(x), X1, "float64", **SHAPED)
row(lambda x, c: stats.weibull_min.logsf(x, c) * x, X1, X1, **SHAPED)
row(lambda x, c, s: stats.weibull_min.ppf(x, c + 0.5, s, s), X1, X1, X1, **SHIFTED)
row(lambda c: stats.weibull_min(c + 0.5).std(), X1, **SHAPED)
row(lambda x, m, s: stats.cauchy.logpdf(x, m, s), X1, X1, X1, values={"s": positive})
row(lambda x, s: stats.cauchy(0.5, s).cdf(x) * stats.cauchy.sf(x), X1, X1, **SHIFTED)
row(lambda x, s: stats.cauchy.ppf(x, s) + stats.cauchy.isf(x, s, s), X1, X1, **SHIFTED)
row(lambda x, c: stats.invgamma.logpdf(x, c), X1, X1, **SHAPED)
row(lambda x: stats.invgamma.cdf(x, 1.7) + stats.invgamma.sf(x, 2.5), X1, **SHAPED)
row(lambda x: stats.invgamma.ppf(x, 1.7) * stats.invgamma.isf(x, 2), X1, **SHIFTED)
row(lambda c: stats.invgamma(c + 2.5).mean() + stats.invgamma.std(c + 3), X1, **SHAPED)
row(lambda x, c: stats.pareto.logpdf(x + 1.1, c), X1, X1, **SHAPED)
row(lambda x, c, s: stats.pareto(c, 0.1, s).cdf(x + 3 * s), X1, X1, X1, **SHIFTED)
row(lambda x, c: stats.pareto.ppf(x, c + 1) + stats.pareto.sf(2, c), X1, X1, **SHIFTED)
row(lambda c: stats.pareto.mean(c + 1.5) + stats.pareto(c + 2.5).std(), X1, **SHAPED)
row(lambda x, c: stats.genextreme.logpdf(x, 0.4 * c), X1, X1, **SHIFTED)
row(lambda x, c: stats.genextreme.cdf(x, -c), X1, X1, **SHIFTED)
row(
    lambda x, c: stats.genextreme.ppf(x, c) + stats.genextreme.isf(x, 0),
    X1,
    X1,
    **SHIFTED,
)
row(lambda c: stats.genextreme.mean(c) + stats.genextreme.std(c), X1, **SHIFTED)
row(lambda x, s: stats.halfnorm.logpdf(x, scale=s), X1, X1, **SHIFTED)
row(lambda x: stats.halfnorm.cdf(x) + stats.halfnorm.logsf(x), X1, **SHIFTED)
row(lambda x, s: stats.halfnorm(0, s).ppf(x) + stats.halfnorm.isf(x), X1, X1, **SHIFTED)
row(lambda x, a, b: stats.truncnorm.logpdf(x, a - 3, b + 3), X1, X1, "float64")
row(lambda x, c: stats.truncnorm.cdf(x, -c, 4 * c), X1, X1, **SHIFTED)
row(lambda x, c: stats.truncnorm(0.1, np.inf, 0, c).logsf(2 * c + x), X1, X1, **SHIFTED)
row(lambda x, c: stats.truncnorm.ppf(x, -c, 2.0) * x, X1, X1, **SHIFTED)
row(lambda x, c: stats.truncnorm.isf(x, c, c + 2.0), X1, X1, **SHIFTED)
row(lambda c: stats.truncnorm.mean(-c, 1) + stats.truncnorm.std(c, 3 * c), X1, **SHAPED)
row(
    lambda p: stats.nbinom.logpmf([0, 2, 5], 3.5, p),
    "float64[3]",
    values={"p": fraction},
)
row(lambda n: stats.nbinom.pmf(2, n, 0.4), X1, values={"n": positive})
row(
    lambda p: stats.nbinom(3, p).cdf(2) * stats.nbinom.sf(1, 2, p),
    X1,
    values={"p": fraction},
)
row(
    lambda p: stats.nbinom(3, p).mean() + stats.nbinom.std(2, p),
    X1,
    values={"p": fraction},
)
row(
    lambda x, c: stats.vonmises.logpdf(x, c, 0.1) + stats.vonmises(c).pdf(x),
    X1,
    X1,
    **SHAPED,
)
