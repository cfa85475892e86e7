"""Initializers: what the matrices and kernels that they make are like."""

import math

import numpy as np
import pytest

import srcad
from srcad.common import initializer as init


def drawn(initializer, *shape):
    srcad.set_seed(1)
    return init.initializer(initializer, shape, srcad.float32).asnumpy()


@pytest.mark.parametrize("shape", [(4, 6), (6, 4), (3, 2, 2)])
def test_orthogonal(shape):
    matrix = drawn(init.Orthogonal(2.0), *shape).reshape(shape[0], -1)
    small = matrix @ matrix.T if shape[0] <= matrix.shape[1] else matrix.T @ matrix
    np.testing.assert_allclose(small, 4 * np.eye(len(small)), atol=1e-5)


def test_dirac_passes_channels_on():
    kernel = drawn(init.Dirac(2), 4, 3, 3)
    expected = np.zeros((4, 3, 3))
    expected[[0, 1, 2, 3], [0, 1, 0, 1], 1] = 1
    np.testing.assert_array_equal(kernel, expected)
    assert drawn(init.Dirac(), 2, 2, 3, 3)[1, 1, 1, 1] == 1


@pytest.mark.parametrize(
    ("mode", "fan"), [("fan_in", 40), ("fan_out", 60), ("fan_avg", 50)]
)
@pytest.mark.parametrize(
    "distribution", ["uniform", "truncated_normal", "untruncated_normal"]
)
def test_variance_scaling(mode, fan, distribution):
    values = drawn(init.VarianceScaling(3.0, mode, distribution), 300, 200)
    assert values.var() == pytest.approx(3.0 / (5 * fan), rel=0.05)
    if distribution == "truncated_normal":
        assert np.abs(values).max() <= 2 * np.sqrt(3.0 / (5 * fan)) / 0.879


def test_identity_and_sparse():
    np.testing.assert_array_equal(drawn("identity", 2, 3), np.eye(2, 3))
    zeros = drawn(init.Sparse(0.3, 1.0), 10, 4) == 0
    assert (zeros.sum(0) == 3).all()


def test_a_users_own_as_mindspore_has_them():
    class Counting(init.Initializer):
        def __init__(self, start):
            super().__init__(start=start)
            self.start = start

        def _initialize(self, arr):
            arr[:] = np.arange(arr.size).reshape(arr.shape) + self.start

    np.testing.assert_array_equal(drawn(Counting(3), 2, 2), [[3, 4], [5, 6]])


def test_what_they_refuse():
    for made in (
        lambda: drawn(init.Orthogonal(), 3),
        lambda: drawn(init.Dirac(), 3, 3),
        lambda: drawn(init.Dirac(2), 3, 3, 3),
        lambda: drawn(init.Identity(), 3),
        lambda: init.VarianceScaling(0.0),
        lambda: init.VarianceScaling(1.0, "fan"),
        lambda: init.VarianceScaling(1.0, "fan_in", "normal"),
    ):
        with pytest.raises(ValueError, match=r"For|initialize"):
            made()


def test_the_names_by_which_models_import_what_is_drawn_from():
    with srcad.alias_mindspore():
        from mindspore.common import initializer as theirs
    assert theirs._calculate_fan_in_and_fan_out((4, 3, 2, 2)) == (12, 16)
    assert theirs._calculate_fan_in_and_fan_out((5, 7)) == (7, 5)
    assert theirs._calculate_correct_fan((5, 7), "FAN_OUT") == 5
    assert theirs._calculate_gain("conv_transpose2d") == 1
    assert theirs._calculate_gain("tanh") == 5 / 3
    assert theirs._calculate_gain("leaky_relu") == math.sqrt(2 / (1 + 0.01**2))
    assert theirs._calculate_gain("leaky_relu", 2) == math.sqrt(2 / 5)
    with pytest.raises(ValueError, match="fewer than 2"):
        theirs._calculate_fan_in_and_fan_out((3,))
    with pytest.raises(ValueError, match="fan_in"):
        theirs._calculate_correct_fan((5, 7), "fan")
    for wrong in (("leaky_relu", True), ("leaky_relu", "a"), ("sine",)):
        with pytest.raises(ValueError, match=r"number|nonlinearity"):
            theirs._calculate_gain(*wrong)
