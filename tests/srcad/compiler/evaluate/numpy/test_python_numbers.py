"""NumPy's functions of numbers of Python, which have no methods of an array."""

import warnings

import numpy as np
import pytest

import srcad


def largest_of_total(rows):
    total = 0
    for row in rows:
        total = total + row
    return np.max(total) + np.sum(np.transpose(total)) + np.sum(np.reshape(total, -1))


# NumPy 2.5 has it no longer.
ROW_STACK = getattr(np, "row_stack", np.vstack)
PROGRAMS = {
    "sum of a comparison": lambda x, y: np.sum(x < y) * x,
    "all": lambda x, y: np.all(x > 0) * x,
    "any": lambda x, y: np.any(x) * x,
    "branch": lambda x, y: x * y if np.all(x > 0) else y,
    "count": lambda x, y: np.count_nonzero(x > 0) * x + np.count_nonzero(y) * y,
    "mean, min, max, prod": lambda x, y: (
        (np.mean(x > 0) + np.min(x > 0) + np.max(y > 9) + np.prod(x > 0)) * x
    ),
    "deviation": lambda x, y: (np.std(x > 0) + np.var(x > 0) + 1) * x,
    "median": lambda x, y: np.median(x > 0) * x,
    "place": lambda x, y: (np.argmax(x) + 1) * y * x,
    "of an int": lambda x, y: np.sum(int(x)) * x + np.sum(not x) * y,
    "method of NumPy's": lambda x, y: np.less(x, y).sum() * x,
    "either": lambda x, y: np.logical_or(x, y) * x * y,
    "both": lambda x, y: np.logical_and(x, y) * x * y,
    "what is no number": lambda x, y: np.nanmean(x) * x,
    "running sums": lambda x, y: np.sum(np.cumsum(x > 0) * x + np.cumprod(y)),
    "turned round": lambda x, y: np.flip(x) * np.flip(x > 0) * y,
    "stacked": lambda x, y: np.sum(ROW_STACK([x, y])[1] * x),
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.filterwarnings("ignore:.*row_stack.*:DeprecationWarning")
def test_value_and_gradient(name):
    program, x, y, step = PROGRAMS[name], 1.5, 2.5, 1e-6
    out, gradient = srcad.value_and_grad(program, (0, 1))(x, y)
    assert out == program(x, y)
    differences = [
        (program(x + step, y) - program(x - step, y)) / (2 * step),
        (program(x, y + step) - program(x, y - step)) / (2 * step),
    ]
    np.testing.assert_allclose(gradient, differences, rtol=1e-6, atol=1e-6)


def test_a_total_that_nothing_is_added_to():
    for rows in (np.ones((3, 2)), np.ones((0, 2))):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            out, gradient = srcad.value_and_grad(largest_of_total)(rows)
        assert out == largest_of_total(rows)
        assert gradient.shape == rows.shape


def test_the_median_of_bools_is_between_them():
    for x in (np.array([1.0, 2.0]), np.array([-1.0, 1.0])):
        out = srcad.value_and_grad(lambda x: np.median(x > 0) * x.sum())(x)[0]
        assert out == np.median(x > 0) * x.sum()


def far_from_zero(x):
    while abs(x) > 1.0:
        x = x / 2
    return x * abs(x) / abs(-2.0 * x)


def test_the_size_of_a_number_of_python_is_one():
    out, gradient = srcad.value_and_grad(far_from_zero)(-7.0)
    assert (out, gradient) == (far_from_zero(-7.0), 1 / 16)
    for size in (3.0, np.float64(-3.0), np.array(-3.0)):
        np.testing.assert_allclose(srcad.grad(far_from_zero)(size), 1 / 8)
    with pytest.raises(ZeroDivisionError):
        srcad.grad(far_from_zero)(0.0)
    with np.errstate(invalid="ignore"):
        assert np.isnan(srcad.value_and_grad(far_from_zero)(np.float64(0.0))[0])


@pytest.mark.parametrize("x", [-3.0, 0.3, 0.9, 7.0, np.float64(0.3)])
@pytest.mark.parametrize("ends", [{}, {"left": -1.0, "right": 5.0}, {"period": 1.5}])
def test_interp_of_a_number_is_a_number(x, ends):
    def f(x):
        return np.interp(x, [0.0, 0.5, 1.0], [1.0, 3.0, 2.0], **ends)

    value, _ = srcad.value_and_grad(f)(x)
    assert isinstance(value, float)
    assert value == f(x)
