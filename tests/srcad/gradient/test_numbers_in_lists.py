"""Numbers of Python among the float32 numbers of a list that run time makes longer."""

import numpy as np
import pytest

from srcad import value_and_grad

X = np.array([1.0, 2.0, 3.0])


def appended(x):
    ys = [0.0]
    total = 0.0
    for v in x:
        total = total + v
        ys.append(total * v)
    return ys[0] + ys[-1] * ys[1]


def pairs(x):
    ys = [(0.0, 1.0)]
    for v in x:
        ys.append((v, v * v))
    return ys[0][1] * ys[1][0] + ys[2][1]


def beside_an_array(x):
    ys = [(0.5, x)]
    for v in x:
        ys.append((v, x * v))
    return (ys[0][0] * ys[1][1]).sum()


def accumulated(x):
    ys = [0.0]
    for v in x:
        ys.append(ys[-1] + v * v)
    return np.sum(np.array(ys) * 2)


def replaced(x):
    ys = [0.5, 2.0]
    for v in x:
        ys.append(v * v)
        ys[0] = ys[0] * v
    return sum(ys)


def a_whole_number(x):
    ys = [1]
    for v in x:
        ys.append(v * v)
    total = 0.0
    for y in ys:
        total = total + y * y
    return total


PROGRAMS = [appended, pairs, beside_an_array, accumulated, replaced, a_whole_number]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("function", PROGRAMS)
def test_the_gradient(function, dtype):
    out, given = value_and_grad(function)(X.astype(dtype))
    np.testing.assert_allclose(out, function(X.astype(dtype)), rtol=1e-5)
    steps = 1e-6 * np.eye(3)
    slopes = [(function(X + h) - function(X - h)) / 2e-6 for h in steps]
    np.testing.assert_allclose(given, slopes, rtol=1e-5, atol=1e-5)
    assert given.dtype == dtype
