"""NumPy's functions of numbers of Python, which have no methods of an array."""

import warnings

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import module_of


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


MADE = [
    *(
        "np.array(b)",
        "np.array(b)[()]",
        "np.array(b).reshape(1)[0]",
        "np.array(b).sum()",
    ),
    *("np.sum(b)", "np.mean(b)", "np.max(b)", "np.min(b)", "np.prod(b)", "np.ptp(b)"),
    *("np.average(b)", "np.squeeze(b)", "np.positive(b)", "np.copy(b)", "np.flip(b)"),
    *("np.transpose(b)", "np.real_if_close(b)", "np.einsum('->', b)", "np.require(b)"),
    *("np.einsum(',->', b, b)", "np.reciprocal(b * 2.5)", "np.sum(b, initial=1.0)"),
    *("np.var(b) + b", "np.sum(b, axis=())", "np.real(b)", "np.median(b)", "np.abs(b)"),
    *("np.size(b) * b", "np.count_nonzero(b) * b", "np.full((), b)", "np.add(b, b)"),
]


@pytest.mark.parametrize("number", ["float(x[0]) * 1.1", "int(x[2])"])
@pytest.mark.parametrize("expression", MADE)
def test_what_numpy_gives_has_its_dtype(expression, number, tmp_path):
    text = f"import numpy as np\n\ndef f(x):\n    b = {number}\n"
    text += f"    return x * ({expression})\n"
    program = module_of(tmp_path, "made_of_numbers", text).f
    for dtype in (np.float32, np.float64):
        x = np.array([0.7, -1.3, 2.1], dtype)
        expected = program(x)
        out, gradient = srcad.value_and_grad(program)(x)
        assert out.dtype == expected.dtype
        np.testing.assert_array_equal(out, expected)
        assert gradient.dtype == dtype


def of_a_path(x):
    return max(x[1], 0.0)


def of_a_total(x):
    total = 0.0
    for v in x:
        if v > 5:
            total += v
    return total


def of_python(x):
    return float(max(x[1], 0.0))


DIVIDED = [
    lambda p: np.divide(1.0, p),
    lambda p: np.true_divide(1, p),
    lambda p: np.power(p, -1.0),
    lambda p: np.reciprocal(p),
    lambda p: np.float64(1) / p,
    lambda p: p ** np.float64(-1),
    lambda p: 1 / np.copy(p),
    lambda p: 1 / np.sum(p),
    lambda p: 1 / np.squeeze(p),
    lambda p: 1 / np.float64(p),
    lambda p: -np.log(p),
    lambda p: np.arctan2(p, p) + 9,
    lambda p: np.hypot(p, p) + 9,
]


@pytest.mark.parametrize("number", [of_a_path, of_a_total, of_python])
@pytest.mark.parametrize("divided", DIVIDED)
def test_numpy_divides_by_zero(divided, number):
    def program(x):
        p = number(x)
        return x[0] * 2 if divided(p) > 5 else x[2]

    for x in ([0.7, -1.3, 2.1], [0.7, 1.5, 7.1]):
        x = np.array(x)
        with np.errstate(all="ignore"):
            out, gradient = srcad.value_and_grad(program)(x)
            assert out == program(x)
        assert gradient.tolist() == [2.0 * (out != x[2]), 0, 1.0 * (out == x[2])]


def test_a_derivative_divides_as_numpy_does():
    def program(x):
        p = of_a_total(x)
        return x[0] * np.hypot(p, p) + np.arctan2(p, p)

    with np.errstate(all="ignore"):
        out, gradient = srcad.value_and_grad(program)(np.array([0.7, 1.3]))
    assert (out, gradient.tolist()) == (0, [0, 0])


def test_an_int_or_a_float_by_path_has_no_reciprocal():
    """NumPy divides ints as ints."""
    with pytest.raises(srcad.CompileError, match="ints or floats"):
        srcad.grad(lambda x: np.reciprocal(max(x[0], 2)))(np.array([0.7]))
