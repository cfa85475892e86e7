"""Distinct elements as they come first, runs of equal ones, bins."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, ops


@pytest.mark.parametrize("shape", [(0,), (1,), (7,), (3, 4)])
def test_unique_is_undone_by_its_places(shape):
    given = np.random.default_rng(3).integers(0, 4, shape)
    values, places = ops.unique(Tensor(given))
    assert places.dtype == srcad.int32
    np.testing.assert_array_equal(values.asnumpy()[places.asnumpy()], given)
    _, first = np.unique(given, return_index=True)
    np.testing.assert_array_equal(values.asnumpy(), given.ravel()[np.sort(first)])


def test_runs():
    given = np.array([1, 1, 2, 3, 3, 1])
    values, places, counts = ops.unique_consecutive(Tensor(given), True, True)
    np.testing.assert_array_equal(values.asnumpy(), [1, 2, 3, 1])
    np.testing.assert_array_equal(places.asnumpy(), [0, 0, 1, 2, 2, 3])
    np.testing.assert_array_equal(counts.asnumpy(), [2, 1, 2, 1])
    rows = Tensor([[1, 2, 2], [1, 2, 2], [1, 2, 3]])
    values, places = ops.unique_consecutive(rows, True, dim=0)
    np.testing.assert_array_equal(values.asnumpy(), [[1, 2, 2], [1, 2, 3]])
    np.testing.assert_array_equal(places.asnumpy(), [0, 0, 1])
    assert ops.unique_consecutive(rows, dim=1).shape == (3, 3)
    assert ops.unique_consecutive(Tensor(np.zeros(0))).shape == (0,)


def test_the_gradient_of_what_differs_goes_to_the_first():
    x = Tensor(np.array([2.0, 1.0, 2.0, 5.0]))
    found = srcad.grad(lambda x: (ops.unique(x)[0] ** 2).sum())(x).asnumpy()
    np.testing.assert_array_equal(found, [4, 2, 0, 10])
    found = srcad.grad(lambda x: (ops.unique_consecutive(x) ** 2).sum())(x).asnumpy()
    np.testing.assert_array_equal(found, [4, 2, 4, 10])


def test_bins():
    x = Tensor(np.array([1.0, np.inf, -5.0, 0.3, 0.0], np.float32))
    counted = ops.histc(x, 4, 0.0, 1.0)
    assert counted.dtype == srcad.float32
    np.testing.assert_array_equal(counted.asnumpy(), [1, 1, 0, 1])
    np.testing.assert_array_equal(ops.histc(Tensor([1.0, 1.0]), 4), [0, 0, 2, 0])
    with pytest.raises(ValueError, match="should be <= max"):
        ops.histc(x, 4, 1.0, 0.0)
