"""Random classes and places: their shapes, dtypes, and how often they come."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, ops


@pytest.fixture(autouse=True)
def _seed():
    srcad.set_seed(1)


def test_classes_come_by_their_weights():
    weights = Tensor([[1.0, 0.0, 3.0], [5.0, 5.0, 0.0]])
    drawn = ops.multinomial(weights, 20000).asnumpy()
    assert drawn.dtype == np.int32
    assert drawn.shape == (2, 20000)
    shares = [[np.mean(row == k) for k in range(3)] for row in drawn]
    np.testing.assert_allclose(shares, [[0.25, 0, 0.75], [0.5, 0.5, 0]], atol=0.015)
    logits = Tensor(np.log([[1.0, 3.0]]))
    drawn = ops.random_categorical(logits, 20000).asnumpy()
    assert drawn.dtype == np.int64
    assert abs(np.mean(drawn) - 0.75) < 0.015


def test_without_replacement_each_comes_once():
    weights = Tensor(np.tile(np.array([1.0, 0.0, 3.0]), (20000, 1)))
    drawn = ops.multinomial(weights, 3, False).asnumpy()
    assert (np.sort(drawn, axis=1) == [0, 1, 2]).all()
    assert (drawn[:, 2] == 1).all()
    assert abs(np.mean(drawn[:, 0] == 2) - 0.75) < 0.015
    with pytest.raises(ValueError, match="4 samples"):
        ops.multinomial(weights, 4, False)


def test_places_of_what_is_true():
    mask = np.array([[True, False, True], [False, True, False]])
    places, there = ops.RandomChoiceWithMask(5)(Tensor(mask))
    assert places.dtype == srcad.int32
    np.testing.assert_array_equal(there.asnumpy(), [True] * 3 + [False] * 2)
    found = {tuple(place) for place in places.asnumpy()[:3]}
    assert found == {(0, 0), (0, 2), (1, 1)}
    np.testing.assert_array_equal(places.asnumpy()[3:], 0)
    few, there = ops.choice_with_mask(Tensor(mask), 2)
    assert few.shape == (2, 2)
    assert there.asnumpy().all()
    assert {len(set(map(tuple, few.asnumpy())))} == {2}


def test_which_boxes_are_kept():
    boxes = [[0, 0, 4, 4, 0.5], [0, 0, 4, 4.1, 0.8], [6, 6, 8, 8, 0.7]]
    ordered, places, kept = ops.NMSWithMask(0.5)(Tensor(np.array(boxes, np.float32)))
    np.testing.assert_allclose(ordered.asnumpy()[:, 4], [0.8, 0.7, 0.5])
    np.testing.assert_array_equal(places.asnumpy(), [0, 1, 2])
    np.testing.assert_array_equal(kept.asnumpy(), [True, True, False])
    with pytest.raises(ValueError, match=r"\(n, 5\)"):
        ops.NMSWithMask()(Tensor([[0.0, 1.0]]))
    with pytest.raises(ValueError, match="sample_num"):
        ops.ROIAlign(2, 2, 0.5, 0)(Tensor(np.ones((1, 1, 3, 3))), Tensor([[0.0] * 5]))
