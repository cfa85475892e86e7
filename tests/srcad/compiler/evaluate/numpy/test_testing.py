"""What ``np.testing`` asserts: run time decides, as it does of an ``assert``."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINT = [0.703, -1.3018, 2.1047, 0.4021]
T = np.testing


def near(x):
    q = x / x.sum()
    T.assert_almost_equal(q.sum(), 1)
    T.assert_allclose(q.sum(), 1, rtol=1e-6, err_msg="the sum")
    T.assert_array_almost_equal(q, list(q + 1e-9), decimal=7)
    return q @ x


def equal(x):
    T.assert_array_equal(x, x)
    T.assert_array_equal(np.sign(x[2:]), 1)
    T.assert_array_equal(np.array(["a"]), ["a"])
    T.assert_array_less(0, np.abs(x), verbose=False)
    return x[0] * x[1]


def not_finite(x):
    ends = np.array([np.inf, np.nan, 1.0]) * np.sign(x[0])
    T.assert_allclose(ends, [np.inf, np.nan, 1])
    T.assert_almost_equal(ends, [np.inf, np.nan, 1])
    T.assert_array_equal(ends, ends)
    return x[0] * x[1]


def caught(x):
    try:
        T.assert_allclose(x[0], 0.5, atol=0.1)
    except AssertionError:
        return x[0] * 3
    return x[0]


@pytest.mark.parametrize("program", [near, equal, not_finite, caught])
def test_what_holds_changes_nothing(program):
    assert result(program, POINT)


def not_near(x):
    T.assert_allclose(x[0], 0.5)
    return x[0]


def of_other_places(x):
    T.assert_almost_equal(np.array([np.nan, 1.0]) * x[0], x[:2])
    return x[0]


def of_another_sign(x):
    T.assert_allclose(np.inf * x[0], -np.inf)
    return x[0]


def of_another_size(x):
    T.assert_array_equal(x[:2] * 0, x[:3] * 0)
    return x[0]


def not_less(x):
    T.assert_array_less(x, x)
    return x[0]


PROGRAMS = [not_near, of_other_places, of_another_sign, of_another_size, not_less]


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_does_not_hold_raises(program):
    with pytest.raises((AssertionError, srcad.CompileError), match=r"Arrays|Not equal"):
        srcad.grad(program)(np.array(POINT))
    with pytest.raises(AssertionError):
        program(np.array(POINT))
