"""``x.item()`` gives a number of Python, and computes as one."""

import numpy as np
import pytest

import srcad

X = np.array([0.3, -1.7], np.float32)
PROGRAMS = [
    lambda x: x[0].item() * 0.1,
    lambda x: x.item(0) * 0.1 + x.item(1) * 0.3,
    lambda x: x[:1].item() ** 3 * 0.1,
    lambda x: x.sum().item() / 3,
    lambda x: x.max().item() - 0.1,
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_it_is_no_float_of_fewer_digits(program):
    value, gradient = srcad.value_and_grad(program)(X)
    assert value == program(X)
    assert gradient.dtype == X.dtype
    wide = X.astype(float)
    steps = np.eye(2) * 1e-6
    slopes = [(program(wide + d) - program(wide - d)) / 2e-6 for d in steps]
    np.testing.assert_allclose(gradient, slopes, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("power", [-1, -0.5])
def test_it_raises_what_python_raises(power):
    def program(x):
        return (x[0] * 0).item() ** power

    with pytest.raises(ZeroDivisionError):
        program(X)
    with pytest.raises(ZeroDivisionError):
        srcad.value_and_grad(program)(X)


def test_a_whole_number_is_not_cut_off():
    def program(x, counts):
        return x.sum() * (counts[0].item() * 1000)

    counts = np.array([100], np.int8)
    value, _ = srcad.value_and_grad(program, 0)(X.astype(float), counts)
    assert value == pytest.approx(program(X.astype(float), counts))
