"""Sums over what may have been broadcast: nothing is copied where nothing was."""

import numpy as np
import pytest

from tests.srcad.compiler.cases import resized
from tests.srcad.compiler.derivatives import generate

SUM = generate(lambda x, y: x + y, ["float64[n]", "float64[m]"])


def gradients(x, y, dout):
    _, residuals = SUM.forward(x, y)
    return SUM.backward(residuals, dout)


def test_a_cotangent_of_this_shape_is_given_back_as_it_is():
    unbroadcast, dout = SUM.space["unbroadcast"], np.ones((3, 2))
    assert unbroadcast(dout, (3, 2)) is dout
    np.testing.assert_array_equal(unbroadcast(dout, (3, 1)), [[2.0]] * 3)
    np.testing.assert_array_equal(unbroadcast(dout, (2,)), [3.0, 3.0])
    np.testing.assert_array_equal(unbroadcast(dout, (1,)), [6.0])


@pytest.mark.parametrize("sizes", [(3, 3), (3, 1), (1, 3), (1, 1)])
def test_gradients_are_arrays_of_their_own(sizes):
    x, y = map(np.ones, sizes)
    dout = np.arange(1.0, max(sizes) + 1)
    given = gradients(x, y, dout)
    for one, array in zip(given, (x, y), strict=True):
        assert one.shape == array.shape
        assert not np.shares_memory(one, dout)
        one *= 0.0
    again = gradients(x, y, dout)
    assert [one.sum() for one in again] == [dout.sum(), dout.sum()]


@pytest.mark.parametrize(
    ("program", "inputs"),
    [
        (resized.two_that_stay_alike, ["float64[n]", "float64[n]"]),
        (resized.binomial_tree, ["float64[]"] * 3),
    ],
)
def test_sizes_that_change_alike_need_no_sum(program, inputs):
    apart = generate(resized.two_that_part, ["float64[n]", "float64[n]"])
    assert "unbroadcast" in apart.text
    assert "unbroadcast" not in generate(program, inputs).text
