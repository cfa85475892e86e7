"""Distributions inside and outside of where their mass is, and far out."""

import warnings

import numpy as np
import pytest
from scipy import stats

import srcad
from tests.srcad.compiler.side_by_side import result

DISTRIBUTIONS = [
    (stats.weibull_min, (1.5,)),
    (stats.weibull_min, (0.7,)),
    (stats.cauchy, ()),
    (stats.invgamma, (2.5,)),
    (stats.invgamma, (0.7,)),
    (stats.pareto, (2.5,)),
    (stats.pareto, (0.9,)),
    (stats.genextreme, (0.3,)),
    (stats.genextreme, (-0.6,)),
    (stats.genextreme, (0.0,)),
    (stats.halfnorm, ()),
    (stats.truncnorm, (-1.0, 2.0)),
    (stats.truncnorm, (0.5, np.inf)),
    (stats.truncnorm, (-np.inf, 0.4)),
    (stats.truncnorm, (2.0, 9.0)),
    (stats.truncnorm, (-9.0, -3.0)),
]
IDS = [f"{one.name}{shape}" for one, shape in DISTRIBUTIONS]
PLACES = np.array([-3.0, -0.6, 0.2, 0.7, 1.1, 1.6, 2.5, 5.0, 20.0])
SHARES = np.array([0.1, 0.3, 0.5, 0.7, 0.99])
WEIGHTS = 1.5 + np.cos(np.arange(9.0))
ENDS = [0.0, 1.0, 1.5]


OUTSIDE = [
    (stats.weibull_min, (-0.7,)),
    (stats.invgamma, (0.0,)),
    (stats.pareto, (-1.0,)),
    (stats.genextreme, (np.inf,)),
    (stats.truncnorm, (2.0, 1.0)),
    (stats.vonmises, (-1.0,)),
]


MORE = [
    (stats.uniform, ()),
    (stats.lognorm, (0.7,)),
    (stats.beta, (1.5, 2.5)),
    (stats.gamma, (1.7,)),
    (stats.expon, ()),
    (stats.t, (3.5,)),
    (stats.poisson, (2.5,)),
    (stats.binom, (4, 0.3)),
    (stats.bernoulli, (0.3,)),
    (stats.nbinom, (3.5, 0.4)),
]


def weighted(made):
    return np.nan_to_num(made, nan=7.0, neginf=-5.0, posinf=5.0) @ WEIGHTS[: len(made)]


def value_of(program):
    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
        return srcad.value_and_grad(program)(1.0)[0], program(1.0)


@pytest.mark.parametrize("word", ["logpdf", "pdf", "cdf", "sf", "logcdf", "logsf"])
@pytest.mark.parametrize(("distribution", "shape"), DISTRIBUTIONS, ids=IDS)
def test_mass(distribution, shape, word):
    def program(x):
        form = getattr(distribution, word)
        return weighted(form(PLACES * x[0], *shape, x[1], 1.3 * x[2]))

    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
        assert result(program, np.array([1.0, 0.1, 0.9]))


@pytest.mark.parametrize(("distribution", "shape"), DISTRIBUTIONS, ids=IDS)
def test_quantiles_and_moments(distribution, shape):
    def program(x):
        frozen = distribution(*shape, x[1], 1.3 * x[2])
        return weighted(frozen.ppf(SHARES * x[0])) + weighted(frozen.isf(SHARES * x[0]))

    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
        assert result(program, np.array([1.0, 0.1, 0.9]))
    for word in ("mean", "var", "std"):

        def moment(x, word=word):
            return getattr(distribution(*shape, x[1], 1.3 * x[2]), word)()

        with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            if np.isfinite(moment([1.0, 0.1, 0.9])):
                assert result(moment, np.array([1.0, 0.1, 0.9]))
        have, want = value_of(lambda x, word=word: moment([x, x, x], word))
        np.testing.assert_allclose(have, want, rtol=1e-9)
    for word in ("ppf", "isf"):
        have, want = value_of(
            lambda x, word=word: weighted(getattr(distribution, word)(ENDS, *shape) * x)
        )
        np.testing.assert_allclose(have, want, rtol=1e-9)


@pytest.mark.parametrize(("distribution", "shape"), OUTSIDE)
def test_what_is_not_in_the_domain_is_nan(distribution, shape):
    for word in ("logpdf", "pdf", "cdf", "ppf"):
        if distribution is stats.vonmises and word not in ("logpdf", "pdf"):
            continue
        have, want = value_of(
            lambda x, word=word: getattr(distribution, word)(0.5 * x, *shape, 0, x)
        )
        np.testing.assert_equal(have, want)


@pytest.mark.parametrize(("distribution", "shape"), [*DISTRIBUTIONS, *MORE])
def test_what_is_not_a_number_stays_so(distribution, shape):
    places = np.array([np.nan, -1.0, 0.0, 0.5, 3.0])
    kind = "logpmf pmf" if isinstance(distribution, stats.rv_discrete) else "logpdf pdf"
    for word in (*kind.split(), "cdf", "sf"):

        def program(x, word=word):
            form = getattr(distribution, word)
            return weighted(form(places * x, *shape)) + weighted(
                form(places[1:] * x, *shape, [np.nan, 0.0, 0.0, np.nan])
            )

        have, want = value_of(program)
        np.testing.assert_allclose(have, want, rtol=1e-9)


@pytest.mark.parametrize("c", [0.0, 1e-6, -0.0099, 0.0101])
@pytest.mark.parametrize("word", ["logpdf", "cdf", "sf", "ppf", "isf", "mean", "std"])
def test_a_shape_near_0_has_a_slope(c, word):
    def program(x):
        form, shape = getattr(stats.genextreme, word), x[0] - 0.7
        if word in ("mean", "std"):
            return form(shape) ** 2
        return form([0.4, 0.9, x[1]], shape) @ WEIGHTS[:3]

    def by_differences(x, step=1e-3):
        # To fourth order: SciPy loses digits where the shape is smaller than that.
        for d in np.array([[step, 0.0], [0.0, step]]):
            near, far = program(x + d) - program(x - d), program(x + 2 * d)
            yield (8 * near - (far - program(x - 2 * d))) / (12 * step)

    x = np.array([0.7 + c, 0.2])
    value, slopes = srcad.value_and_grad(program)(x)
    np.testing.assert_allclose(value, program(x), rtol=1e-3 if c == 1e-6 else 1e-9)
    np.testing.assert_allclose(slopes, list(by_differences(x)), rtol=1e-6, atol=1e-9)


def test_an_end_of_the_mass_has_a_slope():
    def program(x):
        upper = stats.genextreme.isf(0.0, x[0]) + stats.genextreme.ppf(1.0, x[1])
        return upper + stats.genextreme.ppf(0.0, -x[1]) ** 2

    assert result(program, np.array([0.3, 0.7]))
    have, want = value_of(lambda x: weighted(stats.genextreme.ppf(ENDS, 0.0) * x))
    np.testing.assert_equal(have, want)
    have, want = value_of(lambda x: weighted(stats.t.isf(ENDS, 2.5) * x))
    np.testing.assert_equal(have, want)


@pytest.mark.parametrize("word", ["logpmf", "pmf", "cdf", "sf"])
def test_numbers_of_failures(word):
    def program(x):
        form = getattr(stats.nbinom, word)
        return weighted(form([-1, 0, 1, 3, 2.5, 40], 3.5, x[0]))

    assert result(program, np.array([0.3]))


@pytest.mark.parametrize("kappa", [0.3, 20.0])
def test_angles(kappa):
    def program(x):
        places = np.array([-4.0, 0.3, 2.0]) * x[0]
        made = weighted(stats.vonmises.pdf(places, kappa * x[1], 0.1, x[2]))
        return made + weighted(stats.vonmises(kappa * x[1]).logpdf(places))

    with np.errstate(all="ignore"):
        assert result(program, np.array([1.0, 0.9, 1.2]))
