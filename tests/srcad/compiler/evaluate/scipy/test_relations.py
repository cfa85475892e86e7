"""Tests of samples, correlations and lines: with every option, of few, of flat ones."""

import warnings

import numpy as np
import pytest
from scipy import stats

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = np.array([0.7, 1.3, 2.1, 0.4, 0.9, 1.7])
T = np.array([0.2, 1.0, 0.5, 2.0, 0.1, 0.7])


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_statistics_and_chances(alternative):
    more = {"alternative": alternative}

    def tested(x):
        one, chance = stats.ttest_1samp(x, 0.8 * x[0], **more)
        other = stats.ttest_ind(x[:4], T * x[3], **more)
        return one + chance**2 + other.statistic * other[1]

    def together(x):
        r, chance = stats.pearsonr(x, T, **more)
        slope, intercept, rvalue, pvalue, error = stats.linregress(T, x, **more)
        return r + chance**2 + slope + intercept * rvalue + pvalue**2 + error

    assert result(tested, X)
    assert result(together, X)
    assert result(lambda x: stats.linregress(x, T, alternative).pvalue, X)


def cut(share):
    return lambda x: stats.trim_mean(x, share)


PROGRAMS = [
    lambda x: stats.ttest_1samp(x.reshape(2, 3), [[0.5], [0.2]], 1).pvalue @ x[:2],
    lambda x: stats.ttest_1samp(x.reshape(2, 3), 0.5, axis=None).statistic,
    lambda x: stats.ttest_ind(x, T, equal_var=False).statistic,
    lambda x: stats.ttest_ind(x.reshape(2, 3), T.reshape(2, 3), axis=1)[0] @ x[:2],
    lambda x: stats.ttest_ind(x[:1], T)[0],
    lambda x: stats.pearsonr(x.reshape(3, 2), T.reshape(3, 2)).statistic @ x[:2],
    lambda x: stats.pearsonr(x[:2], T[:2]).pvalue * stats.pearsonr(x[:2], T[:2])[0],
    lambda x: np.isnan(stats.pearsonr(x * 0 + 0.1, T).correlation) * x[0],
    lambda x: stats.linregress(T[:2], x[:2]).slope + stats.linregress(x[:2], T[:2])[3],
    lambda x: np.isnan(stats.linregress(T, x * 0 + 1).rvalue) * x[0],
    lambda x: stats.linregress([1, 2, 4], x[:3]).stderr,
    lambda x: stats.entropy(x) + stats.entropy(x, T, base=2),
    lambda x: stats.entropy(x.reshape(3, 2), [[1.0], [2], [0.5]], base=x[0]) @ x[:2],
    # A share of nothing has a slope without an end, which the others do not see.
    lambda x: stats.entropy(np.where(x > 1, x, 0.0)),
    lambda x: stats.entropy(np.where(x > 1, x, 0.0), T) + stats.entropy([1, 0, x[0]]),
    lambda x: stats.variation(x) + stats.variation(x, ddof=1),
    lambda x: np.isinf(stats.variation(x, ddof=6)) * x[0],
    lambda x: stats.variation(x.reshape(2, 3), None) + stats.variation([1, 2]) * x[0],
    lambda x: stats.trim_mean(x.reshape(3, 2), 0.34) @ x[:2],
    lambda x: stats.trim_mean(x.reshape(2, 3), 0.34, axis=None),
    lambda x: np.isnan(stats.trim_mean(np.where(x > 2, np.nan, x), 0.2)) * x[0],
    *(cut(share) for share in (0, 0.1, 0.2, 0.4)),
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_it_is_as_in_scipy(function):
    with warnings.catch_warnings(action="ignore"):
        assert result(function, X)


def test_in_single_precision():
    def program(x):
        y = x * x
        made = stats.ttest_1samp(x, 0.5)
        return (
            stats.trim_mean(x, 0.2) + stats.variation(x) * made.statistic * made.pvalue,
            stats.entropy(x) + stats.entropy(x, y),
            stats.pearsonr(x, y).statistic * stats.pearsonr(x, y).pvalue,
            stats.ttest_ind(x, y).statistic * stats.ttest_ind(x, y).pvalue,
        )

    x = X.astype(np.float32)
    made = srcad.vjp(program, x)[0]
    for have, want in zip(made, program(x), strict=True):
        assert have.dtype == want.dtype
        np.testing.assert_allclose(have, want, rtol=1e-5)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: stats.ttest_1samp(x, 0.5, alternative="x")[1], "must be 'less'"),
        (lambda x: stats.ttest_1samp(x, x)[0], "must equal 1"),
        (lambda x: stats.ttest_1samp(x, 1, nan_policy="omit")[0], "`nan_policy` is"),
        (lambda x: stats.ttest_1samp(x, 0.5).df * x, "`df` of its result"),
        (lambda x: stats.ttest_ind(x, x, trim=0.1)[0], "`trim` and `method`"),
        (lambda x: stats.ttest_ind(x, x + T, equal_var=False)[1], "first argument"),
        (lambda x: stats.pearsonr(x, x[1:])[0], "the same length along"),
        (lambda x: stats.pearsonr(x[:1], x[1:2])[0], "length at least 2"),
        (lambda x: stats.linregress(x, T).intercept_stderr, "`intercept_stderr` of"),
        (lambda x: stats.linregress([x], [T])[0], "two arrays of rank 1"),
        (lambda x: stats.entropy(x, base=-1), "must be a positive number"),
        (lambda x: stats.trim_mean(x, 0.7), "Proportion too big"),
        (lambda x: stats.variation(x, nan_policy="omit"), "`nan_policy` is"),
    ],
)
def test_it_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        generate(lambda x: np.sum(function(x)), ["float64[6]"])
