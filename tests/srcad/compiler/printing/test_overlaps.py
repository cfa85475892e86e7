"""A part of an array that is put into another part of it: as if it was copied first."""

import numpy as np
import pytest

import srcad

X = np.linspace(0.5, 2.0, 16).reshape(4, 4)
WEIGHTS = np.arange(16.0).reshape(4, 4) + 1.0


def row_into_column(M, part):
    M[:, 3] = part(M[1])


def row_into_column_by_rule(M, part):
    M[:, 3] = 1.0 * part(M[1])


def negated_twice(M, part):
    M[:, 3] = -(-1.0 * part(M[1]))


def with_a_zero(M, part):
    M[:, 3] = part(M[1]) + 0.0


def every_second(M, part):
    M[0, ::2] = part(M[0, :2]) / 1


def from_the_end(M, part):
    M[0, ::-1] = part(M[0]) ** 1


def shifted(M, part):
    M[0, 1:] = part(M[0, :-1])


def of_a_transpose(M, part):
    M[:, 3] = part(M.T[:, 1])


def column_by_column(M, part):
    for i in range(4):
        M[:, 3] = part(M[i])


def symmetric(M, part):
    for i in range(4):
        M[:, i] = part(M[i])


def numeric_gradient(function, x, step=1e-6):
    units = np.eye(x.size).reshape(-1, *x.shape)
    parts = [function(x + step * one) - function(x - step * one) for one in units]
    return np.reshape(parts, x.shape) / (2 * step)


PROGRAMS = [
    *(row_into_column, row_into_column_by_rule, negated_twice, with_a_zero),
    *(every_second, from_the_end, shifted, of_a_transpose, column_by_column),
    symmetric,
]


@pytest.mark.parametrize("put", PROGRAMS)
def test_a_part_is_read_before_it_is_written(put):
    def function(x):
        M = x * 2.0
        put(M, lambda part: part)
        return np.sum(M**2 * WEIGHTS)

    def copied(x):
        M = x * 2.0
        put(M, np.copy)
        return np.sum(M**2 * WEIGHTS)

    value, gradient = srcad.value_and_grad(function)(X)
    assert value == pytest.approx(copied(X), rel=1e-14)
    np.testing.assert_allclose(gradient, numeric_gradient(copied, X), rtol=1e-6)
