"""``np.add.reduceat`` with indices that run time knows."""

import numpy as np
import pytest

import srcad

X = np.random.default_rng(3).normal(size=6)


def squares(x, starts):
    return (np.add.reduceat(x, starts) ** 2).sum()


@pytest.mark.parametrize("starts", [[0, 2, 5], [4, 2, 2, 0], [3], [0, 0, 1, 5, 5]])
def test_starts_in_any_order(starts):
    starts = np.array(starts)
    value, slope = srcad.value_and_grad(squares)(X, starts)
    np.testing.assert_allclose(value, squares(X, starts), rtol=1e-14)
    step = 1e-6
    ends = [
        (squares(X + step * one, starts) - squares(X - step * one, starts)) / step / 2
        for one in np.eye(6)
    ]
    np.testing.assert_allclose(slope, ends, rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("starts", [[0, 6], [-1, 2]])
def test_a_start_outside_raises_as_in_numpy(starts):
    for function in (squares, srcad.grad(squares)):
        with pytest.raises(IndexError, match="out-of-bounds"):
            function(X, np.array(starts))


def test_a_known_one_outside_is_refused():
    with pytest.raises(srcad.CompileError, match="IndexError"):
        srcad.grad(lambda x: np.add.reduceat(x, [-1, 2]).sum())(X)
