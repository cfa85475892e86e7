"""The maximum that a softmax is shifted by has no cotangent; others have theirs."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

RNG = np.random.default_rng(7)
X, WEIGHT = RNG.normal(size=(3, 3)), RNG.normal(size=(3, 3))


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def softmin(x):
    e = np.exp(x.min(axis=0) - x)
    return e / e.sum(axis=0)


def log_sum_exp(x):
    top = np.max(x)
    return top + np.log(np.sum(np.exp(x - top)))


def along_columns(x):
    top = x.max(axis=1)
    return top + np.log(np.exp(x.T - top).sum(axis=0))


def log_softmax(x):
    shifted = x - x.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def attention(x):
    e = np.exp(2.0 * (x - x.max(axis=1, keepdims=True)) / 3.0)
    return (e @ x) / e.sum(axis=1)[:, None]


def centred(x):
    top = x.max(axis=0)
    return (x - top).mean(axis=0) + top


def by_squares(x):
    e = np.exp(x - x.max())
    return (e * e) / (e.sum() * e.mean())


SHIFTED = [
    *(softmax, softmin, log_sum_exp, along_columns, log_softmax, attention, centred),
    by_squares,
]


def along_the_other_axis(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=0)


def turned(x):
    top = x.max(axis=0)
    return np.exp(x - top) / np.exp(x.T - top).sum()


def without_the_maximum(x):
    return np.log(np.exp(x - x.max()).sum())


def summed(x):
    top = x.max(axis=0)
    return (x - top).sum(axis=0) + top


def twice(x):
    top = x.max(axis=1, keepdims=True)
    return top + np.log(np.exp(x - 2.0 * top).sum(axis=1, keepdims=True))


def handed_on(x):
    top = x.max()
    e = np.exp(x - top)
    return e / e.sum() + top


def on_a_path(x):
    top = x.max()
    e = np.exp(x - top)
    y = e / e.sum()
    if x[0, 0] > 0.0:
        y = y * top
    return y


def in_a_loop(x):
    top = x.max()
    e = np.exp(x - top)
    y = e / e.sum()
    for k in range(x.shape[0]):
        y = y * np.exp(k - top)
    return y


def squared(x):
    top = x.max()
    return np.exp((x - top) ** 2).sum() + top


DEPENDENT = [
    *(along_the_other_axis, turned, without_the_maximum, summed, twice, handed_on),
    *(on_a_path, in_a_loop, squared),
]


def weighted(function):
    def total(x):
        return np.sum(function(np.reshape(x, (3, 3))) * WEIGHT)

    return total


@pytest.mark.parametrize("function", [*SHIFTED, *DEPENDENT])
def test_the_gradient_is_that_of_differences(function):
    assert result(weighted(function), X.ravel())


@pytest.mark.parametrize("function", SHIFTED)
def test_a_shift_has_no_cotangent(function):
    backward = generate(function, ["float64[n, n]"]).text.split("def backward")[1]
    assert "==" not in backward.split("def value_and_grad")[0]


@pytest.mark.parametrize("function", DEPENDENT)
def test_a_maximum_that_matters_has_one(function):
    backward = generate(function, ["float64[n, n]"]).text.split("def backward")[1]
    assert "==" in backward.split("def value_and_grad")[0]


def test_a_division_by_a_known_zero_is_that_by_one_of_run_time():
    """A maximum that is divided by zero ends no analysis, and gives no finite slope."""

    def known(x):
        return np.where(x > 9.0, (x - x.max()) / 0.0, x)

    def given(x, y):
        return np.where(x > 9.0, (x - x.max()) / y, x)

    x = np.array([1.0, 2.0, 10.0, 11.0])
    with np.errstate(all="ignore"):
        out, slope = srcad.value_and_grad(known)(x)
        np.testing.assert_array_equal(out, known(x))
        _, other = srcad.value_and_grad(given)(x, np.float64(0.0))
    np.testing.assert_array_equal(slope, other)
    assert not np.isfinite(slope).any()
