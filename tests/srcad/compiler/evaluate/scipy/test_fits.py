"""``scipy.optimize.curve_fit`` and ``leastsq``: parameters, and their covariance."""

import numpy as np
import pytest
from scipy import optimize

import srcad
from tests.sampling import sampled
from tests.srcad.compiler.evaluate.scipy.test_optimize import compare, text_of

TIMES = np.linspace(0.0, 4.0, 12)


def decay(t, a, b, c):
    return a * np.exp(-b * t) + c


def samples(p):
    return decay(TIMES, p[0], p[1], 0.3) + 0.1 * np.sin(7 * TIMES)


def of_parameters(p):
    fitted, _ = optimize.curve_fit(decay, TIMES, samples(p), ftol=1e-15, xtol=1e-15)
    return fitted @ np.arange(1.0, 4.0)


def of_their_covariance(p):
    options = {"sigma": 0.1 + TIMES * p[0], "ftol": 1e-15, "xtol": 1e-15}
    found = optimize.curve_fit(decay, TIMES, samples(p), np.ones(3), **options)
    return (found[1] * np.arange(9.0).reshape(3, 3)).sum() + found[0][0]


def of_absolute_errors(p):
    return optimize.curve_fit(
        lambda t, a, b, c: decay(t, a, b, c),
        TIMES,
        samples(p),
        [1.0, 1.0, 0.1],
        0.1,
        True,
        xtol=1e-15,
        ftol=1e-15,
    )[1][0, 0]


def of_least_squares(p):
    def residual(x, scale):
        return scale * (decay(TIMES, *x) - samples(p))

    x, status = optimize.leastsq(
        residual, np.ones(3), (p[0],), ftol=1e-15, xtol=1e-15, maxfev=500
    )
    return x.sum() * status


@pytest.mark.parametrize(
    "program",
    sampled(
        [of_parameters, of_absolute_errors, of_their_covariance, of_least_squares], 2
    ),
    ids=lambda one: one.__name__,
)
def test_fits(program):
    """SciPy has the covariance of differences of the function's values."""
    compare(program, value=1e-6, rtol=2e-3, atol=2e-4)


@pytest.mark.parametrize("loss", ["soft_l1", "huber", "cauchy", "arctan"])
def test_a_loss(loss):
    def program(p):
        found = optimize.least_squares(
            lambda x: decay(TIMES, *x) - samples(p) + 0.1 * np.sin(9 * TIMES) * p[0],
            np.ones(3),
            "3-point",
            loss=loss,
            f_scale=0.2,
            ftol=1e-15,
            xtol=1e-15,
            gtol=1e-15,
        )
        return found.x.sum() + found.cost

    compare(program, value=1e-6, rtol=2e-3, atol=2e-4)


def test_a_loss_that_run_time_scales_is_refused():
    def program(p):
        return optimize.least_squares(
            lambda x: x - p, np.ones(3), loss="huber", f_scale=p[0]
        ).cost

    with pytest.raises(srcad.CompileError, match="`f_scale` is known here"):
        srcad.grad(program)(np.ones(3))


def test_a_covariance_that_nobody_reads_is_not_computed():
    assert "def covariance" not in text_of(of_parameters)
    assert "def covariance" in text_of(of_their_covariance)


def test_samples_that_are_no_numbers_raise():
    def program(p):
        return optimize.curve_fit(decay, TIMES, samples(p) / p[1])[0].sum()

    with pytest.raises(ValueError, match="infs or NaNs"), np.errstate(all="ignore"):
        srcad.grad(program)(np.array([1.0, 0.0]))
