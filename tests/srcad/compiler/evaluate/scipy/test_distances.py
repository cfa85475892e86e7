"""``scipy.spatial.distance`` where something is wrong, left out, or has no slope."""

import numpy as np
import pytest
from scipy import spatial
from scipy.spatial import distance

import srcad
from srcad import CompileError
from srcad.compiler.evaluate.scipy.spatial import METRICS

X = np.random.default_rng(0).uniform(0.2, 2.0, (4, 3))
Y = np.random.default_rng(1).uniform(0.2, 2.0, (5, 3))
SIGNS = np.array([0.5, -1.0, 1.0])


def slopes_of(program, x):
    steps = np.eye(x.size).reshape(-1, *x.shape) * 1e-6
    pairs = [(program(x + step), program(x - step)) for step in steps]
    return np.reshape([(one - other) / 2e-6 for one, other in pairs], x.shape)


LEFT_OUT = [
    lambda x: np.sum(distance.cdist(x, Y, "seuclidean", V=None)),
    lambda x: np.sum(distance.cdist(x, Y, "mahalanobis", VI=None)),
    lambda x: np.sum(distance.cdist(x, Y, "minkowski", p=2, w=None)),
    lambda x: np.sum(distance.pdist(x[:, :1], "mahalanobis")),
]


def written_out(x):
    held = np.zeros(6)
    distance.pdist(x, out=held)
    return np.sum(held**2)


OF_OPTIONS = [
    written_out,
    lambda x: np.sum(distance.cdist(Y, Y[::-1] * 1.1, w=x[0])),
    lambda x: np.sum(distance.cdist(Y, Y[::-1] * 1.1, "seuclidean", V=x[0])),
    lambda x: np.sum(distance.cdist(Y, Y[::-1] * 1.1, "minkowski", p=2 + x[0, 0])),
]


@pytest.mark.parametrize("program", [*LEFT_OUT, *OF_OPTIONS])
def test_options_that_are_left_out_or_inputs(program):
    value, gradient = srcad.value_and_grad(program)(X)
    np.testing.assert_allclose(value, program(X))
    np.testing.assert_allclose(gradient, slopes_of(program, X), rtol=1e-5, atol=1e-7)


RAISE = [
    lambda x: np.sum(distance.cdist(x, Y, w=SIGNS)),
    lambda x: np.sum(distance.cdist(x, Y, w=x[0] - 1.5)),
    lambda x: np.sum(distance.cdist(x, np.ones((2, 1)))),
    lambda x: np.sum(distance.cdist(x, Y, w=np.ones(1))),
    lambda x: np.sum(distance.cdist(x, Y, w=np.ones((5, 3)))),
    lambda x: np.sum(distance.cdist(x, Y, "seuclidean", V=np.ones(1))),
    lambda x: np.sum(distance.pdist(x[:3], "mahalanobis")),
    lambda x: np.sum(distance.squareform(x)),
    lambda x: np.sum(distance.squareform(x, checks=False)),
    lambda x: np.sum(distance.squareform(x[:3])),
    lambda x: np.sum(distance.squareform(x.ravel()[:5])),
]


@pytest.mark.parametrize("program", RAISE)
def test_what_scipy_does_not_take_is_not_taken(program):
    with pytest.raises(ValueError, match=r"."):
        program(X)
    with pytest.raises(
        (ValueError, CompileError),
        match=r"column|rank 1|rows|weights|square|symm|place",
    ):
        srcad.grad(program)(X)


def test_a_matrix_that_is_not_definite_gives_nan_as_in_scipy():
    signs = np.diag([1.0, -2.0, 1.0])

    def program(x):
        return distance.cdist(x, Y, "mahalanobis", VI=signs)[0, 0]

    with np.errstate(invalid="ignore"):
        assert np.isnan(program(X))
        assert np.isnan(srcad.value_and_grad(program)(X)[0])


@pytest.mark.parametrize("metric", ["euclidean", "minkowski", "mahalanobis"])
def test_equal_rows_have_no_slope(metric):
    options = {"minkowski": {"p": 3}, "mahalanobis": {"VI": np.eye(3)}}.get(metric, {})

    def program(x):
        return np.sum(
            distance.cdist(x, x, metric, **options) * np.arange(16.0).reshape(4, 4)
        )

    def of_others(x):
        pairs = distance.pdist(x, metric, **options)
        i, j = np.triu_indices(4, 1)
        return np.sum(pairs * (4 * i + j + 4 * j + i))

    gradient = srcad.grad(program)(X)
    np.testing.assert_allclose(gradient, slopes_of(of_others, X), rtol=1e-6)


@pytest.mark.parametrize(
    "words", [line.split() for line in METRICS.strip().split("\n")]
)
def test_the_names_of_a_metric_are_those_of_scipy(words):
    for word in words[1:]:
        same = distance.cdist(X, Y, word)
        np.testing.assert_array_equal(same, distance.cdist(X, Y, words[0]))


REFUSED = [
    (lambda x: np.sum(distance.cdist(x, x, "manhattan")), "manhattan"),
    (lambda x: np.sum(distance.cdist(x, x, "jaccard")), "jaccard"),
    (lambda x: np.sum(distance.cdist(x, x, p=3)), "takes no `p`"),
    (lambda x: np.sum(distance.cdist(x, x, "minkowski", p=0)), "greater than 0"),
    (lambda x: np.sum(distance.cdist(x, x, lambda u, v: u @ v)), "is a name here"),
    (lambda x: np.sum(distance.cdist(x[0], x)), "of rank 2"),
]


@pytest.mark.parametrize(("program", "message"), REFUSED, ids=[m for _, m in REFUSED])
def test_refusals(program, message):
    with pytest.raises(CompileError, match=message):
        srcad.grad(program)(X)


GEOMETRY = [
    lambda x: spatial.ConvexHull(x).volume * 1.0,
    lambda x: np.sum(x[spatial.Delaunay(x).simplices[0]]),
    lambda x: np.sum(spatial.Voronoi(x).vertices),
    lambda x: np.sum(x[spatial.cKDTree(x).query(x[0])[1]]),
]


@pytest.mark.parametrize("program", GEOMETRY)
def test_what_is_made_of_points_is_not_differentiated(program):
    with pytest.raises(CompileError, match="has no Python source") as caught:
        srcad.grad(program)(X)
    assert caught.value.diagnostics[0].code == "SRC014"
