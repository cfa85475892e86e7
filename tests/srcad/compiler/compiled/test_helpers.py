"""The functions that cores call, as the plain Python that they are."""

import math

import numpy as np
import pytest

from srcad.compiler.compiled.helpers import (
    FAST,
    HELPERS,
    called_by,
    helper_texts,
)


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


def check_greatest(space, dtype, size):
    row = np.random.default_rng(size).normal(size=size).astype(dtype)
    assert (space["max_of"](row), space["min_of"](row)) == (row.max(), row.min())
    row[size // 3] = -np.inf
    assert (space["max_of"](row), space["min_of"](row)) == (row.max(), -np.inf)
    row[size // 2] = np.nan
    for name in ("max_of", "min_of"):
        assert np.isnan(space[name](row))


SIZES = [2, 3, 32, 33, 39, 40]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_greatest_of_a_row_is_nan_where_there_is_one(dtype, size):
    check_greatest(helpers(), dtype, size)


@pytest.mark.numba
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_greatest_of_a_row_is_nan_by_numba_as_well(dtype):
    import numba

    space = {"np": np, "numba": numba}
    for text in helper_texts(called_by(["max_of", "min_of"])):
        exec(text, space)
    for size in SIZES:
        check_greatest(space, dtype, size)


def test_what_computes_in_another_order_calls_what_says_for_itself_whether_it_does():
    """Numba's ``fastmath`` is handed on to callees: one that looked for nan was compiled
    as if there were none."""
    for name in FAST:
        assert called_by([name]) <= FAST.keys()
