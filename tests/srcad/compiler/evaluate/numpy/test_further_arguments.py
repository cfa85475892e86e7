"""Arguments of NumPy's functions that say of what, along what, or into what."""

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = np.array([0.7, -1.3, 2.1, 0.4])


def rows(x):
    return np.stack((x, np.ones(4), x, x**2))


def all_of_unique(x):
    m = rows(x)
    u, i, v, c = np.unique(m, True, True, True, axis=0)
    return (u**2 @ x) @ c + m[i, 0] @ [1.0, 2.0, 3.0] + x @ v


def unique_of_layers(x):
    m = np.reshape(rows(x).T, (2, 2, 4))
    u, c = np.unique(m, axis=2, return_counts=True)
    return (u**2).sum((0, 1)) @ c


def unique_with_nan(x):
    m = np.where(np.stack((x, x, np.ones(4))) > 0, np.nan, 1.0)
    u, c = np.unique(m, axis=1, return_counts=True)
    return u.shape[1] * x[0] + x @ c[[0, 1, 2, 0]]


UNIQUE = [
    lambda x: (np.unique(rows(x), axis=0) ** 2 @ [1, 2, 3, 4]) @ [1.0, 2.0, 3.0],
    all_of_unique,
    unique_of_layers,
    unique_with_nan,
    lambda x: np.unique(np.append(x, x), axis=0) @ [1, 2, 3, 4],
    lambda x: np.unique(np.round(x).astype(int).reshape(2, 2), axis=0).sum() * x[0],
    lambda x: (np.unique(x[:0].reshape(0, 2), axis=0)).sum() + x[0],
]


@pytest.mark.parametrize("function", UNIQUE)
def test_slices_are_distinct(function):
    assert result(function, X)


def cube(x):
    return np.stack((x, x**2)).reshape(2, 2, 2)


W = np.array([[1.0, 2.0], [3.0, 4.0]])


def mean_and_weight(x):
    a, w = np.average(x.reshape(2, 2), axis=0, weights=[1.0, 2.0], returned=True)
    return (a * w) @ [1, 2]


def weighed_by_what_varies(x):
    m = x.reshape(2, 2)
    a, w = np.average(m, 1, x[:2] ** 2, returned=True, keepdims=True)
    return (a**2 * w).sum()


AVERAGES = [
    mean_and_weight,
    weighed_by_what_varies,
    lambda x: np.average(cube(x), axis=(0, 1), weights=W) @ [1, 2],
    lambda x: np.average(cube(x), axis=(2, 0), weights=W) @ [1, 2],
    lambda x: np.average(cube(x), (-1, 1), W, keepdims=True)[:, 0, 0] @ [1, 2],
    lambda x: np.average(cube(x), axis=(1,), weights=x[:2]).sum(0) @ [1, 2],
    lambda x: np.average(cube(x), (0, 1), W, returned=True)[1] @ [1, 2] * x[0],
]


@pytest.mark.parametrize("function", AVERAGES)
def test_weights_lie_along_the_axes(function):
    assert result(function, X)


def put_in_a_row(x):
    y = np.stack((x, x**2))
    np.put_along_axis(y, np.array([1, -2, 5]), x[:3], axis=None)
    return y[0] ** 2 @ [1, 2, 3, 4] + y[1] @ x


def put_where_run_time_says(x):
    y = x * 1
    np.put_along_axis(y, np.argsort(x)[:2], 3.0 * x[0], axis=None)
    return y**2 @ [1, 2, 3, 4]


def put_too_far(x):
    y = np.stack((x, x**2))
    try:
        np.put_along_axis(y, np.argsort(x) + 5, 0.0, axis=None)
    except IndexError:
        y = y * 2
    return y.sum()


def copied(x):
    y = x * 1
    z = np.reshape(y, (2, 2), copy=True)
    z[0] = 0
    return y**2 @ [1, 2, 3, 4] + y.reshape(2, 2, copy=True)[1] @ z[1]


def filled_in_place(x):
    y = x * 1
    z = np.nan_to_num(y, copy=False)
    z[0] = 3
    return y**2 @ [1, 2, 3, 4] + z[1]


def a_part_filled_in_place(x):
    y = np.where(x > 0, x, np.nan)
    np.nan_to_num(y[:2], copy=False, nan=x[0])
    return np.nansum(y * [1, 2, 3, 4])


@pytest.mark.parametrize(
    "function",
    [
        put_in_a_row,
        put_where_run_time_says,
        put_too_far,
        copied,
        filled_in_place,
        a_part_filled_in_place,
    ],
)
def test_it_is_written_or_copied(function):
    assert result(function, X)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.nanmean(x, where=np.array([True, False, True, True])),
        lambda x: np.nanmean(np.where(x > 0, x, np.nan), where=x < 2),
        lambda x: np.nanmean(
            rows(x), 1, keepdims=True, where=[True, False, True, True]
        )[2, 0],
        lambda x: np.nanmean(np.round(x).astype(int), where=x > 0) * x[0],
    ],
)
def test_the_mean_is_of_what_is_chosen(function):
    assert result(function, X)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: (np.abs(np.cumprod(x + 1j)) ** 2).sum(),
        lambda x: np.real(
            np.cumprod((x + 1j * x[::-1]).reshape(2, 2), 1) * [1j, 2]
        ).sum(),
        lambda x: np.imag((x + 2j).cumprod()) @ [1, 2, 3, 4],
        lambda x: (np.abs(np.cov(x + 1j * x[::-1])) ** 2).sum(),
        lambda x: np.real(np.cov(x, 1j * x**2) * [[1, 2j], [3j, 1]]).sum(),
        lambda x: np.imag(
            np.cov(rows(x) * (1 + 1j * x), aweights=[1.0, 2, 3, 4])[0, 1]
        ),
        lambda x: np.imag(np.average(x + 1j * x**2, weights=[1.0, 2.0, 3.0, 4.0])),
    ],
)
def test_complex_numbers(function):
    assert result(function, X)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            lambda x: np.reshape(x, (2, 2), copy=False),
            "whether it can do without a copy",
        ),
        (lambda x: np.average(cube(x), weights=x), "Axis must be specified"),
        (
            lambda x: np.average(cube(x), (0, 1), x),
            "Shape of weights must be consistent",
        ),
    ],
)
def test_it_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        generate(lambda x: np.sum(function(x)), ["float64[4]"])
