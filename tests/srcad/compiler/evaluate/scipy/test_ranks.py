"""Ranks, and what is there most often; densities that were made before."""

import numpy as np
import pytest
from scipy import stats

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = [0.7, -1.3, 2.1, 0.4]
LINE = stats.gaussian_kde(np.array([0.3, 1.0, 2.5, -0.7]), weights=[1, 2, 1, 3])
PLANE = stats.gaussian_kde(np.random.default_rng(0).normal(size=(2, 6)), 0.7)


def whole_ranks(x):
    ranks = stats.rankdata(np.round(x), "min")
    return x[ranks - 1].sum() + ranks.mean() * x[0]


def of_what_is_the_same(x):
    found, count = stats.mode(np.concatenate((x[:3], x[1:])))
    return found**2 * count


def most_often_in_rows(x):
    found = stats.mode(np.stack((x, x, x * 2, x)), axis=0, keepdims=True)
    return (found.mode[0] * x).sum() + found.count.sum()


def of_whole_numbers(x):
    return stats.mode(np.array([1, 2, 2])).mode * x[stats.mode((x > 0) * 1)[0]]


def whether_they_go_together(x):
    statistic, chance = stats.spearmanr(x, x[::-1] * [1, 2, 3, 1])
    return statistic * x[0] + chance * stats.kendalltau(x, [1, 3, 2, 2])[1] * x[1]


@pytest.mark.parametrize(
    "function",
    [
        whole_ranks,
        of_what_is_the_same,
        most_often_in_rows,
        of_whole_numbers,
        whether_they_go_together,
        lambda x: LINE(x) @ x + LINE.logpdf(x[0])[0] + LINE.pdf([0.5])[0],
        lambda x: LINE.integrate_box_1d(x[1], x[2]) + LINE.evaluate(x)[0],
        lambda x: PLANE(np.stack((x, x**2))).sum() + PLANE.logpdf(x[:2])[0],
    ],
)
def test_it_is_as_in_scipy(function):
    assert result(function, X)


class Held:
    def __init__(self, points):
        self.density = stats.gaussian_kde(points)

    def __call__(self, x):
        return (self.density(x) * x).sum()


def test_another_density_is_another_one():
    program = Held(np.array([0.3, 1.0, 2.5]))
    assert result(program, X)
    program.density = stats.gaussian_kde(np.array([-0.3, 1.0, 2.5, 4.0]))
    assert result(program, X)


@pytest.mark.parametrize(
    ("function", "error"),
    [
        (lambda x: stats.rankdata(x, "most")[0] * x[0], ValueError),
        (lambda x: stats.spearmanr(x, x[1:])[0] * x[0], ValueError),
        (lambda x: stats.kendalltau(x, x, variant="a")[0] * x[0], ValueError),
        (lambda x: stats.gaussian_kde(x[:1])(x)[0], ValueError),
        (lambda x: stats.gaussian_kde(x, "wide")(x)[0], ValueError),
        (lambda x: stats.gaussian_kde(x, weights=x[1:])(x)[0], ValueError),
        (lambda x: PLANE(np.stack((x, x, x)))[0], ValueError),
        (lambda x: stats.gaussian_kde(x * 0)(x)[0], np.linalg.LinAlgError),
        (lambda x: stats.iqr(x, rng=(-1, 50)), ValueError),
        (lambda x: stats.iqr(x, scale="wide"), ValueError),
    ],
)
def test_what_scipy_raises(function, error):
    x = np.array(X)
    with pytest.raises(error):
        function(x)
    with pytest.raises((error, CompileError)):
        srcad.grad(function)(x)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: stats.spearmanr(np.outer(x, x))[0], "two samples of one axis"),
        (lambda x: stats.rankdata(x, nan_policy="omit") @ x, "`nan_policy` is"),
        (
            lambda x: stats.gaussian_kde(x, lambda kernels: 0.5)(x)[0],
            "a word or a number",
        ),
        (lambda x: stats.gaussian_kde(x).resample(3)[0, 0] * x[0], "resample"),
        (lambda x: stats.boxcox(x)[0][0], "`lmbda` is a number here"),
        (lambda x: stats.moment(x, [1, 2])[0], "`order` is one number"),
    ],
)
def test_it_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        generate(function, ["float64[4]"])
