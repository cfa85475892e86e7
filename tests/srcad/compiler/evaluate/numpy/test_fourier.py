"""Transforms of other lengths than those of their arguments, whose sizes are named."""

import numpy as np
import pytest

from srcad import value_and_grad
from tests.srcad.compiler.evaluate.numpy.complex_rows import parts

PROGRAMS = {
    "one": lambda x: np.sum(np.fft.irfft(np.fft.rfft(x), 1) ** 2),
    "fewer": lambda x: np.sum(np.fft.irfft(np.fft.rfft(x), 2) ** 2 * np.array([1, 3])),
    "more": lambda x: np.sum(np.fft.irfft(np.fft.rfft(x), 8) ** 2),
    "twice": lambda x: np.sum(parts(np.fft.fft(x, 2 * len(x)) ** 2)),
    "a part": lambda x: np.sum(np.fft.irfft(np.fft.rfft(x)[:2], len(x)) ** 3),
}


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("name", PROGRAMS)
def test_against_finite_differences(name, size):
    """What is left out has no gradient; it is not summed up into another one."""
    function = PROGRAMS[name]
    x = np.random.default_rng(0).uniform(-1.5, 1.5, size)
    out, gradient = value_and_grad(function)(x)
    assert out == pytest.approx(function(x), rel=1e-12)
    steps = 1e-6 * np.eye(size)
    slopes = [(function(x + h) - function(x - h)) / 2e-6 for h in steps]
    np.testing.assert_allclose(gradient, slopes, rtol=1e-6, atol=1e-7)
