"""What ``scipy.stats`` says of a sample that is all the same, short, or of integers."""

import warnings

import numpy as np
import pytest
from scipy import stats

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate

X = np.array([0.7, -1.3, 2.1, 0.4])

PROGRAMS = [
    lambda x: np.isnan(stats.skew(np.stack((x * 0 + 1, x)), axis=1)) @ [x[0], x[1]],
    lambda x: np.nan_to_num(stats.zscore(np.stack((x * 0 + 1, x)), axis=1)).sum(0) @ x,
    lambda x: np.nan_to_num(stats.kurtosis(x[:1], bias=False)) + x[0],
    lambda x: np.isnan(stats.sem(x[:1], ddof=0)) * x[0],
    lambda x: x[0] * stats.skew([1, 2, 4]) + stats.zscore([1, 2, 5])[0] * x[1],
    lambda x: stats.kurtosis(np.round(x * 10).astype(int)) * x[0],
    lambda x: stats.skew(x[x > 0], bias=False) + stats.sem(x[x > 0]),
    lambda x: np.isnan(stats.hmean(x)) * x[1],
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_it_is_as_in_scipy(function):
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        value, gradient = srcad.value_and_grad(function)(X)
        steps = 1e-6 * np.eye(4)
        expected = [(function(X + d) - function(X - d)) / 2e-6 for d in steps]
    assert value == pytest.approx(function(X))
    np.testing.assert_allclose(gradient, expected, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            lambda x: stats.skew(x, nan_policy="omit"),
            "`nan_policy` is 'propagate' here",
        ),
        (lambda x: stats.trim_mean(x, -0.25), "the proportion is not negative"),
        (lambda x: stats.zscore(x, ddof=2)[0], "`ddof` is 0 or 1 here"),
        (
            lambda x: stats.multivariate_normal.pdf(x, cov=[1.0, 2.0, 3.0, 4.0]),
            "`cov` is a matrix, or less beside a vector `mean`",
        ),
    ],
)
def test_it_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        generate(function, ["float64[4]"])
