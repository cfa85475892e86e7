"""What is no number has no slope where a program asks that of it, and does not use it."""

import numpy as np
import pytest

import srcad

X = np.array([0.5, 1.5, -1.0, 0.25])
SLOPES = np.array([0.5, 0.5, 0, 0.5]) / np.sqrt(np.abs(X))


def mean(x):
    return np.nanmean(np.sqrt(x)) * 3


def total(x):
    return np.nansum(np.sqrt(x))


def masked(x):
    roots = np.sqrt(x)
    return roots[~np.isnan(roots)].sum()


def replaced(x):
    roots = np.sqrt(x)
    roots[np.isnan(roots)] = 0.0
    return roots.sum()


def chosen(x):
    roots = np.log(np.exp(np.sqrt(x)))
    return np.where(np.isfinite(roots), roots, 0.0).sum()


def numbers(x):
    return np.nan_to_num(np.sqrt(x)).sum()


def one_by_one(x):
    found = 0.0
    for v in x:
        root = np.sqrt(v)
        if np.isnan(root):
            continue
        found += root
    return found


@pytest.mark.parametrize(
    "program", [mean, total, masked, replaced, chosen, numbers, one_by_one]
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_is_left_out_has_no_slope(program):
    np.testing.assert_allclose(srcad.grad(program)(X), SLOPES, rtol=1e-12)


def quotient(s, t):
    ratio = np.float64(t) / np.float64(s)
    if np.isfinite(ratio):
        return ratio
    return 0.0


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_nor_has_what_a_path_does_not_use():
    slopes = srcad.grad(quotient, (0, 1))
    assert slopes(0.0, 2.0) == (0.0, 0.0)
    assert slopes(2.0, 3.0) == (-0.75, 0.5)


def inverse(x):
    found = 1 / x
    return np.where(np.isnan(found), 0.0, found).sum()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_is_used_keeps_a_slope_without_end():
    found = srcad.grad(inverse)(np.array([0.0, 2.0]))
    np.testing.assert_array_equal(found, [-np.inf, -0.25])


def squares(x):
    found = (x - 1.0) ** 2
    return np.where(np.isnan(found), 0.0, found).sum()


def test_a_slope_of_zero_has_its_own_derivative():
    def second(x):
        return srcad.grad(squares)(x).sum()

    np.testing.assert_allclose(srcad.grad(second)(np.array([1.0, 3.0])), [2.0, 2.0])
