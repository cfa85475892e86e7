"""What a choice among elements does not give has no slope, where that of what is made of
the choice is infinite."""

import math

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


def scaled(p):
    return np.array([0.04, -0.01]) * p[0] ** 2


def root_of_maximum(p):
    return np.sqrt(np.maximum(scaled(p), 0)).sum()


def root_of_clip(p):
    return np.sqrt(np.clip(scaled(p), 0, None)).sum()


def power_of_maximum(p):
    return (np.maximum(scaled(p), 0.0) ** 0.5).sum() + p[1]


def root_of_an_element(p):
    return math.sqrt(np.maximum(scaled(p), 0)[1]) + np.fmax(scaled(p), 0)[1] ** 0.25


def root_of_a_masked_product(p):
    v = scaled(p)
    return np.sqrt(v * (v > 0)).sum()


def angle_of_a_clipped_cosine(p):
    return np.arccos(np.clip(scaled(p) * 200 * p[1], -1, 1)).sum()


def further_steps(p):
    v = np.maximum(scaled(p), 0).reshape(2, 1)
    return np.sqrt(3 * v[:, 0]).sum() + np.log(np.minimum(-v, 0) + 1).sum()


FUNCTIONS = [root_of_maximum, root_of_clip, power_of_maximum, root_of_an_element]
FUNCTIONS += [root_of_a_masked_product, angle_of_a_clipped_cosine, further_steps]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_what_is_not_chosen_has_no_slope(function):
    assert result(function, [1.3, 2.0])


def squared_slopes(x):
    return (srcad.grad(lambda v: np.sqrt(np.maximum(v, 0)).sum())(x) ** 2).sum()


def test_again():
    with np.errstate(all="ignore"):
        found = srcad.grad(squared_slopes)(np.array([0.04, -0.01]))
    np.testing.assert_allclose(found, [-0.25 / 0.04**2, 0])
