"""The functions that cores call, as the plain Python that they are."""

import math

import numpy as np
import pytest

from srcad.compiler.compiled.helpers import HELPERS


def helpers() -> dict:
    space = {"np": np}
    for text in HELPERS.values():
        exec(text, space)
    return space


POINTS = [
    1e-300,
    1e-9,
    0.01,
    0.1,
    0.173,
    0.21,
    0.3,
    0.5,
    0.62,
    0.63,
    1.0,
    3.0,
    19.0,
    23.0,
]


@pytest.mark.parametrize("x", [*POINTS, *(-x for x in POINTS)])
def test_the_hyperbolic_tangent_is_off_by_three_units_at_most(x):
    found = helpers()["tanh_of"](x)
    assert abs(found - math.tanh(x)) <= 3 * math.ulp(math.tanh(x))


def test_the_hyperbolic_tangent_where_there_is_nothing_to_compute():
    tanh = helpers()["tanh_of"]
    assert (tanh(np.inf), tanh(-np.inf), tanh(1e308)) == (1.0, -1.0, 1.0)
    assert math.isnan(tanh(np.nan))
    assert math.copysign(1, tanh(0.0)) == 1
    assert math.copysign(1, tanh(-0.0)) == -1


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_greatest_of_a_row_is_nan_where_there_is_one(dtype):
    space = helpers()
    row = np.array([2.0, -np.inf, 7.0, 1.0], dtype)
    assert (space["max_of"](row), space["min_of"](row)) == (7.0, -np.inf)
    row[2] = np.nan
    for name in ("max_of", "min_of"):
        assert np.isnan(space[name](row))
        assert space[name](row).dtype == dtype
