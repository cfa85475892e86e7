"""What is said of the sizes of convolutions and poolings is what they have."""

import itertools

import numpy as np
import pytest

from srcad.ops.kernels.convolution import convolution, convolution_shape
from srcad.ops.kernels.pooling import average_pool, max_pool, pooled_shape

PADDINGS = ["same", ((0, 0), (0, 0)), ((1, 0), (0, 2))]
WINDOWS = list(itertools.product((1, 2, 3), (1, 2, 3), PADDINGS))


@pytest.mark.parametrize("sizes", [(1, 2), (4, 5), (7, 3)], ids=str)
@pytest.mark.parametrize("gap", [1, 2])
def test_a_convolution(sizes, gap):
    x = np.ones((2, 4, *sizes))
    for extent, step, padding in WINDOWS:
        weight = np.ones((6, 2, extent, 2))
        rest = (step, 2), padding, (gap, 1), 2
        shape = convolution_shape(x.shape, weight.shape, *rest)
        if None in shape:
            with pytest.raises(ValueError, match="larger than input"):
                convolution(x, weight, *rest)
        else:
            assert convolution(x, weight, *rest).shape == shape


@pytest.mark.parametrize("pool", [average_pool, max_pool], ids=["mean", "largest"])
@pytest.mark.parametrize("sizes", [(1, 2), (4, 5), (7, 3)], ids=str)
def test_a_pooling(pool, sizes):
    x = np.ones((2, 4, *sizes))
    for extent, step, padding in WINDOWS:
        rest = (extent, 2), (step, 2), padding
        shape = pooled_shape(x.shape, *rest)
        if None in shape:
            with pytest.raises(ValueError, match="larger than input"):
                pool(x, *rest)
        else:
            assert pool(x, *rest).shape == shape


def test_what_is_not_known_is_not_said():
    shape = convolution_shape((2, 3, "h", 4), (5, 3, 2, 2), (1, 1), "same", (1, 1), 1)
    assert shape == (2, 5, None, 4)
    assert pooled_shape((2, 3, "h", 1), (2, 2), (1, 1), "same") == (2, 3, None, 1)
