"""Gradients of numbers: computed with Python's floats where these give what NumPy's
scalars do, and given back as NumPy's all the same."""

import math

import numpy as np
import pytest

import srcad


def growth(rate, limit, y):
    for _ in range(20):
        y = y + rate * y * (1 - limit * y)
    return y


def chosen(rate, limit, y):
    for _ in range(20):
        y = y + rate if y > limit else y * rate
    return y


def logistic(rate, limit, y):
    for _ in range(20):
        y = y + rate * y * (1 - y / limit)
    return y


def root(rate, limit, y):
    return math.sqrt(y) * rate + limit


POINT = (0.3, 0.7, 0.2)


@pytest.mark.parametrize("function", [growth, chosen, logistic])
def test_the_first_call_and_later_ones_give_the_same(function):
    gradient = srcad.value_and_grad(function, (0, 1, 2))
    out, first = gradient(*POINT)
    for _ in range(3):
        value, again = gradient(*POINT)
        assert value == out == function(*POINT)
        assert again == first
        assert [type(one) for one in again] == [np.float64] * 3
    for place, found in enumerate(first):
        ends = []
        for step in (1e-6, -1e-6):
            ends.append(
                function(*(v + step * (k == place) for k, v in enumerate(POINT)))
            )
        assert found == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-6)


def test_what_python_would_raise_for_is_infinite():
    gradient = srcad.grad(root, 2)
    for y in (0.25, 0.0, 0.0):
        with np.errstate(divide="ignore"):
            dy = gradient(0.5, 0.1, y)
        assert dy == (0.5 if y else np.inf)


def test_products_that_are_too_large_are_infinite():
    gradient = srcad.grad(growth, 0)
    with np.errstate(all="ignore"):
        found = [gradient(0.3, 1e300, 0.2) for _ in range(3)]
    assert len({repr(one) for one in found}) == 1
    assert not np.isfinite(found[0])


def test_a_zero_is_given_back_as_numpys():
    def used_where_positive(a, b):
        return a * 0.5 if a > 0 else 0

    gradient = srcad.grad(used_where_positive, (0, 1))
    for _ in range(2):  # the first call, and a later one
        for a in (-1.5, 1.5):
            found = gradient(a, 2.5)
            assert [type(one) for one in found] == [np.float64, np.float64]
            assert found == (0.5 * (a > 0), 0)
    _, pullback = srcad.vjp(lambda a, b: a if a > 0 else 0.5, -1.5, 2.5)
    assert [type(one) for one in pullback(1.0)] == [np.float64, np.float64]
    found = srcad.grad(lambda p: used_where_positive(*p))((-1.5, 2.5))
    assert [type(one) for one in found] == [np.float64, np.float64]
