"""Sizes and parameters of run time, which NumPy broadcasts, or raises at."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import module_of, plainly, result

POINTS = (
    [0.7, -1.3, 2.1, 0.4],
    [-0.6, 1.2, -0.35, 1.7],
    [1.5, 0.3, 0.9, -2.2],
    [0.2, 0.6, 1.1, 1.9],
)

# ``n`` is 4 or the size that is given, ``A`` a matrix, ``y`` is empty or ``x``.
PROGRAM = """import numpy as np
from scipy import linalg, special

def masked(function, x, mask, values):
    z = 2 * x
    function(z, mask, values)
    return z

def f(x):
    n = {size} if x[0] < 0.5 else 4
    A = np.outer(x, x + 1)
    y = x[4 - n :] if n != {size} else x[:0]
    return np.sum({expression} * 1.0)
"""


def as_python(folder, expression, size=1, raises=None):
    """The value and the gradient where Python has them; else the same exception."""
    text = PROGRAM.format(expression=expression, size=size)
    function = module_of(folder, "program", text).f
    outcomes = set()
    for x in POINTS:
        x = np.array(x)
        if plainly(function, x) is not None:
            assert result(function, x), (expression, x)
            outcomes.add("value")
            continue
        with pytest.raises(Exception) as wanted:  # noqa: PT011
            function(x)
        with pytest.raises(raises or wanted.type):
            srcad.value_and_grad(function)(x)
        outcomes.add(wanted.type)
    return outcomes


@pytest.mark.parametrize(
    "expression",
    [
        "np.einsum('i,i', x, x[:n])",
        "np.einsum('i,i->', x, x[1:2])",
        "np.einsum('i,i', x, x[:1])",
        "np.einsum('i,i', x, x[n - 1 : n])",
        "np.einsum('ij,ij', A, A[:n])",
        "np.einsum('i...,i...', A, A[:n]) ** 2",
        "np.einsum('ij,kj->ik', A, A[:, :n]) ** 2",
        "np.einsum('ij,ji', A, A[:n])",
        "np.einsum('ij,jk,k->i', A, A[:n], x) ** 2",
    ],
)
def test_einsum_broadcasts_an_operand(tmp_path, expression):
    assert as_python(tmp_path, expression) == {"value"}


@pytest.mark.parametrize(
    "expression",
    [
        "np.einsum('ii', A[:n])",
        "np.einsum('ii->i', A[:n])",
        "np.einsum('ij,ji', A, A[:n])",
    ],
)
def test_einsum_raises_where_sizes_differ(tmp_path, expression):
    assert as_python(tmp_path, expression, 2) == {"value", ValueError}


@pytest.mark.parametrize(
    ("expression", "raises"),
    [
        ("np.quantile(x, x[0])", True),
        ("np.percentile(x, 100 * x[0])", True),
        ("np.nanquantile(A, x[0], axis=1)", True),
        ("np.quantile(x, x[:2])", True),
        ("np.quantile(x, np.array([0.2, 0.5]))", False),
    ],
)
def test_a_fraction_of_run_time_is_between_0_and_1(tmp_path, expression, raises):
    found = as_python(tmp_path, expression)
    assert found == ({"value", ValueError} if raises else {"value"})


@pytest.mark.parametrize("points", ["x", "[3.0, 2, 1, 0]", "np.sin(5 * np.arange(4))"])
def test_points_that_do_not_increase_raise(tmp_path, points):
    text = PROGRAM.format(expression=f"np.interp([0.3, 1.2], {points}, x)", size=1)
    gradient = srcad.grad(module_of(tmp_path, "program", text).f)
    with pytest.raises(ValueError, match="do not increase"):
        gradient(np.array([0.7, -1.3, 2.1, 0.4]))


def test_points_that_are_known_to_increase_are_not_checked():
    def program(x):
        return np.interp(x, [0.0, 1, 2, 3], x) + np.interp(x, np.arange(4.0), x)

    assert "do not increase" not in generate(program, ["float64[n]"]).text


@pytest.mark.parametrize(
    "expression",
    [
        "np.interp([0.5, np.nan], [0.0, 1], x[:2])[0]",
        "np.nansum(np.interp(np.log(x), [-1., 0, 1, 2], x))",
    ],
)
def test_what_is_nan_is_at_no_place(tmp_path, expression):
    assert as_python(tmp_path, expression) == {"value"}


@pytest.mark.parametrize(
    "expression",
    [
        "np.vecdot(x, x[:n])",
        "np.vecdot(A, x[:n])",
        "np.average(A, axis=1, weights=x[:n] ** 2)",
        "np.histogram2d(x, x[:n])[0] * x[0]",
        "np.polyfit(x, x**2, 1, w=x[:n])",
        "np.polyfit(x, x[:n] ** 2, 1)",
        "np.polyfit(y, y, 1)",
        "np.lexsort((x[:n], x)) * x",
    ],
)
def test_what_numpy_does_not_broadcast_raises(tmp_path, expression):
    assert as_python(tmp_path, expression) & {ValueError, TypeError}


def test_sizes_that_are_one_are_not_compared():
    def program(x, w):
        fit = np.polyfit(x, x**2, 1, w=w)
        return fit + np.vecdot(x, w) + np.average(np.outer(x, w), 0, w)[0]

    text = generate(program, ["float64[n]"] * 2).text
    assert ".shape[0] != " not in text
    assert "TypeError" not in text


@pytest.mark.parametrize(
    "expression",
    [
        "np.histogram(x, bins=2, range=(x[0], x[1]))[0] * x[0]",
        "np.diff(x, n - 1)",
        "np.pad(x, (1, n - 1))",
        "np.pad(x, (n - 1, 1), mode='edge')",
        "np.vander(x, n - 1)",
        "np.fromfunction(lambda i: i * x[0], (n - 1,))",
    ],
)
def test_a_count_that_is_negative_raises(tmp_path, expression):
    assert as_python(tmp_path, expression, 0) == {"value", ValueError}


@pytest.mark.parametrize(
    "expression",
    [
        "np.linalg.norm(y, np.inf) + x[0]",
        "np.linalg.norm(np.outer(y, x), np.inf) + x[0]",
        "np.linalg.norm(np.outer(y, x), 2) + x[0]",
        "np.linalg.norm(A[:n], 'nuc')",
        "special.logsumexp(x[:n])",
        "np.hypot.reduce(y) + x[0]",
        "np.hypot.reduce(x[:1])",
        "np.logaddexp.reduce(x[:n])",
        "np.histogram(y, bins=2)[1] * x[0]",
        "np.histogram(x[:n], bins=2, weights=x[:n])[0] * x[0]",
        "np.resize(x[:n], (2, 3)) * x[0]",
    ],
)
def test_of_no_elements_it_is_what_it_is_in_numpy(tmp_path, expression):
    assert as_python(tmp_path, expression, 0) == {"value"}


def test_a_histogram_has_bins(tmp_path):
    expression = "np.histogram(x, bins=n - 1, weights=x)[0]"
    assert as_python(tmp_path, expression) == {"value", ValueError}


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("np.extract(x[:n] > 0, x)", None),
        ("np.extract([1, 0, 1], x)", None),
        ("np.extract(x > 0, x[:n])", IndexError),
        ("np.pad(y, 1, 'edge')", ValueError),
        ("np.pad(y, n, 'reflect')", ValueError),
        ("masked(np.putmask, x, x[:n] > 0, x)", ValueError),
        ("masked(np.place, x, x[:n] > 0, x)", ValueError),
        ("masked(np.place, x, x > 0, y)", ValueError),
        ("np.linalg.matrix_power(A[:n], 2)", np.linalg.LinAlgError),
        ("linalg.inv(A[:n] + np.eye(4)[:n])", ValueError),
        ("linalg.cholesky((A @ A.T + np.eye(4))[:n])", ValueError),
    ],
)
def test_what_is_raised_is_what_numpy_raises(tmp_path, expression, error):
    assert as_python(tmp_path, expression, 2) - {"value"} == {error} - {None}


def test_a_mask_of_the_same_shape_is_not_asked_for_its_size():
    def program(x):
        z = np.sin(x)
        np.putmask(z, x > 0, 2 * x)
        return np.extract(z > 1, z)

    text = generate(program, ["float64[n, m]"]).text
    assert "same size" not in text


@pytest.mark.parametrize(
    ("index", "order"), [("n", "C"), ("-n", "C"), ("n", "F"), ("[n, 2]", "C")]
)
def test_an_index_beyond_the_shape_raises(tmp_path, index, order):
    expression = f"np.unravel_index({index}, (2, 2), '{order}')[1] * x[0]"
    assert ValueError in as_python(tmp_path, expression, 5)


def test_the_place_of_the_greatest_is_not_asked():
    def program(x):
        return x[np.unravel_index(np.argmax(x), x.shape)]

    assert "out of bounds" not in generate(program, ["float64[n, m]"]).text
