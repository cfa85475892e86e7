"""The TypeError that NumPy raises for dtypes is caught by the program's handlers."""

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = np.array([0.7, -1.3, 2.1, 0.4])


def difference_of_bools(x):
    m = x > 0
    try:
        r = (m - m[::-1]) * x
    except TypeError:
        r = x * 2.0
    return r.sum()


def behind_another_handler(x):
    m = x > 0
    try:
        r = (m - m[::-1]) * x
    except ValueError:
        r = x * 3.0
    except TypeError as error:
        r = x * len(str(error))
    return r.sum()


def by_the_ufunc(x):
    m = x > 0
    try:
        r = np.subtract(m, m) * x
    except TypeError:
        r = x * 2.0
    return r.sum()


def floats_into_integers(x):
    b = np.arange(4)
    try:
        b *= x
    except TypeError as error:
        b = b + len(str(error))
    return (b * x).sum()


def a_quotient_into_integers(x):
    b = np.arange(4)
    try:
        b /= 2
    except np.exceptions.DTypePromotionError:
        b = b + 5
    except Exception as error:
        b = b + len(str(error))
    return (b * x).sum()


def in_a_loop(x):
    b = np.arange(4)
    for _ in range(3):
        try:
            b *= x
        except TypeError:
            b = b + 1
    return (b * x).sum()


def on_a_path(x):
    b = np.arange(4)
    if x[0] > 0:
        try:
            b *= x
        except TypeError:
            b = b + 1
    return (b * x).sum()


def in_a_function(x):
    m = x > 0

    def difference():
        return m - m

    try:
        return (difference() * x).sum()
    except TypeError:
        return x[0] * 3.0


@pytest.mark.parametrize(
    "function",
    [
        difference_of_bools,
        behind_another_handler,
        by_the_ufunc,
        floats_into_integers,
        a_quotient_into_integers,
        in_a_loop,
        on_a_path,
        in_a_function,
    ],
)
def test_it_is_caught(function):
    assert result(function, X)


def test_without_a_handler_the_refusal_says_more():
    def within(x):
        try:
            return ((x > 0) - (x < 0)).sum() * x[0]
        except ValueError:
            return x[0]

    with pytest.raises(CompileError, match="is not defined for bool and bool"):
        generate(within, ["float64[4]"])


@pytest.mark.parametrize(
    "function",
    [
        lambda x: (np.diff(x > 0) * x[1:]).sum(),
        lambda x: (np.diff(x > 0, n=2) * x[2:]).sum(),
        lambda x: (np.diff(x > 0, prepend=[True], append=0) * np.append(x, x[0])).sum(),
        lambda x: x[np.flatnonzero(np.diff(x > 0))].sum(),
    ],
)
def test_bools_next_to_each_other_differ_or_not(function):
    assert result(function, X)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: (np.ediff1d(x < 0) * x[1:]).sum(),
        lambda x: (np.gradient(x < 0, x) * x).sum(),
        lambda x: (np.gradient(x < 0) * x).sum(),
    ],
)
def test_others_have_no_differences_of_bools(function):
    assert not result(function, X)
