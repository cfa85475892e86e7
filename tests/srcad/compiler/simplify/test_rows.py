"""Indices by row, which name no element twice, and those that might."""

import numpy as np
import pytest

from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = np.random.default_rng(3).normal(size=12)
PLACES = np.array([2, 0, 0, 1])


def by_row(x, k):
    return x[np.arange(x.shape[0]), k] ** 2


def set_by_row(x, k):
    y = x * 1.0
    y[np.arange(4), k] = x[:, 0] * 2.0
    return y * x


def one_row(x, k):
    return x[np.arange(1), k] ** 2


def in_pairs(x, k):
    return x[np.arange(4)[:, None], np.stack([k, k], axis=1)] ** 2


def from_the_last(x, k):
    return x[np.arange(4) - 5 + 4, k] ** 2


def by_column(x, k):
    return x[k, np.arange(4) % 3] ** 2


def by_column_of_one(x, k):
    return x[np.arange(4)[:, None], k[:, None]] ** 2


def of_all_rows(x, k):
    y = np.stack([x, x * 2.0, x * 3.0])
    return y[np.arange(3)[:, None], np.arange(x.shape[0]), np.stack([k, k, k])] ** 2


def one_row_of_several(x, k):
    return x[np.arange(1)[:, None], k[:, None]] ** 2


def of_some_rows(x, k):
    y = np.stack([x, x * 2.0, x * 3.0])
    return y[np.arange(3)[:, None], np.arange(x.shape[0]) * 0, np.stack([k, k, k])] ** 2


DIFFERENT = [by_row, set_by_row, by_column_of_one, of_all_rows]
REPEATED = [one_row, in_pairs, by_column, one_row_of_several, of_some_rows]


@pytest.mark.parametrize("function", [*DIFFERENT, *REPEATED, from_the_last])
def test_the_gradient_is_that_of_differences(function):
    def total(x, k):
        return np.sum(function(np.reshape(x, (4, 3)), k))

    assert result(total, X, PLACES)


@pytest.mark.parametrize("function", DIFFERENT)
def test_what_is_in_different_rows_is_set(function):
    assert "np.add.at" not in generate(function, ["float64[4, 3]", "int64[4]"]).text


@pytest.mark.parametrize("function", REPEATED)
def test_what_may_be_there_twice_is_added(function):
    assert "np.add.at" in generate(function, ["float64[4, 3]", "int64[4]"]).text
