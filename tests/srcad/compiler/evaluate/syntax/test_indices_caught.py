"""``try``: whether an array has an axis, asked as one asks it in Python."""

import numpy as np
import pytest

from srcad import CompileError, value_and_grad


def by_another_subscript(x):
    try:
        x[0][0]
        rows = True
    except (IndexError, TypeError):
        rows = False
    return np.sum(x[0]) if rows else np.sum(x**2)


def by_a_pair(x):
    try:
        return np.sum(x[0, 1])
    except Exception:
        return np.sum(x**2)


def by_a_helper(x):
    def first(v):
        return v[0]

    try:
        return first(np.sum(x))
    except IndexError:
        return np.sum(x**2)


def of_a_number(x):
    try:
        return x[0]
    except TypeError:
        return x * 3


@pytest.mark.parametrize("program", [by_another_subscript, by_a_pair, by_a_helper])
@pytest.mark.parametrize("shape", [(2,), (2, 2)])
def test_too_many_indices_are_caught(program, shape):
    x = np.arange(1.0, 1.0 + np.prod(shape)).reshape(shape)
    value, gradient = value_and_grad(program)(x)
    np.testing.assert_allclose(value, program(x))
    step, flat = 1e-6, np.eye(x.size).reshape(x.size, *shape)
    expected = [program(x + step * e) - program(x - step * e) for e in flat]
    np.testing.assert_allclose(np.ravel(gradient), np.array(expected) / (2 * step))


def test_a_number_of_python_raises_what_it_does():
    assert value_and_grad(of_a_number)(0.5) == (1.5, 3.0)


def test_what_no_handler_waits_for_is_refused():
    def program(x):
        try:
            return x[0, 1]
        except TypeError:
            return np.sum(x)

    with pytest.raises(CompileError, match="2 indices for"):
        value_and_grad(program)(np.ones(2))
