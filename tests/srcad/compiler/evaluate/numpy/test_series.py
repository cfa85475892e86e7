"""``np.polynomial``: what is refused of it, and what raises."""

import numpy as np
import pytest
from numpy.polynomial import chebyshev, polynomial

import srcad


@pytest.mark.parametrize(
    "program",
    [
        lambda x: polynomial.polyint(x, 1, [x[0]]).sum(),
        lambda x: polynomial.polyint(x, 1, [], x[0]).sum(),
        lambda x: chebyshev.chebint(x, 1, [], 0, x[0]).sum(),
        lambda x: polynomial.polyder(x, 1, x[0]).sum(),
    ],
    ids=["constant", "bound", "scale", "scale of a derivative"],
)
def test_settings_that_run_time_knows_are_refused(program):
    with pytest.raises(srcad.CompileError, match="a scale that are known"):
        srcad.grad(program)(np.array([0.3, 0.9, 1.4]))


@pytest.mark.parametrize(
    "program",
    [
        lambda x: np.polymul(x, [1.0, 2.0]),
        lambda x: polynomial.polymul(x[::-1], [1.0, 2.0]),
        lambda x: polynomial.polyadd(x[::-1], [1.0, 2.0]),
        lambda x: polynomial.polysub([1.0, 2.0, 0.0], x[::-1]),
        lambda x: chebyshev.chebmulx(x[::-1]),
        lambda x: chebyshev.chebpow(x[::-1], 2),
        lambda x: polynomial.polydiv(x[::-1], [1.0, 2.0])[0],
    ],
)
def test_what_numpy_gives_no_place_to_raises(program):
    """How many coefficients there are is known, so none may be left out."""
    gradient = srcad.value_and_grad(lambda x: program(x).sum())
    x = np.array([0.5, 1.0, 2.0])
    np.testing.assert_allclose(gradient(x)[0], program(x).sum())
    with pytest.raises(ValueError, match="which NumPy leaves out"):
        gradient(np.array([0.0, 1.0, 2.0]))


def test_a_division_by_zero_raises():
    gradient = srcad.grad(lambda x: polynomial.polydiv([1.0, 2.0, 3.0], x)[1].sum())
    assert np.isfinite(gradient(np.array([1.0, 2.0]))).all()
    with pytest.raises(ZeroDivisionError):
        gradient(np.array([0.0]))


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (lambda x: polynomial.polypow(x, x[0]).sum(), "a power that is known"),
        (lambda x: chebyshev.chebvander(x, x[0]).sum(), "a degree that is known"),
        (lambda x: polynomial.polyfit(x, x, [0, 2]).sum(), "of a known degree"),
        (lambda x: polynomial.polyfit(x, x, 1, full=True)[0].sum(), "without `full`"),
    ],
)
def test_arithmetic_that_is_refused(program, message):
    with pytest.raises(srcad.CompileError, match=message):
        srcad.grad(program)(np.array([0.3, 0.9, 1.4]))
