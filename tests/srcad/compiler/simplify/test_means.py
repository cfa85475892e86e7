"""The mean of a row, which is printed as its sum by the number of elements."""

import numpy as np
import pytest

import srcad


def spread(x):
    return np.mean(x * x) - np.mean(x) ** 2


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("size", [1, 3, 7, 1000, 12345])
def test_it_is_that_of_numpy_to_the_bit(size, dtype):
    x = np.random.default_rng(size).normal(size=size).astype(dtype)
    out, gradient = srcad.value_and_grad(spread)(x)
    assert out == spread(x)
    assert out.dtype == dtype
    wanted = 2 * (x - x.mean()) / size
    np.testing.assert_allclose(gradient, wanted, rtol=1e-4, atol=1e-6 / size)


def test_that_of_nothing_is_no_number():
    with pytest.warns(RuntimeWarning):
        out, gradient = srcad.value_and_grad(spread)(np.zeros(0))
    assert np.isnan(out)
    assert gradient.shape == (0,)
