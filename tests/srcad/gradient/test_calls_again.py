"""The same function, called again with other numbers: what a module is made for counts."""

import collections
import sys

import numpy as np
import pytest

import srcad


def formula(x, y, steps=2, squared=False, name="sum", where=None):
    for _ in range(steps):
        x = x + 0.5 * y * x
    if squared:
        x = x * x
    if where is not None:
        x = x * where
    return np.sum(x) if name == "sum" else np.max(x)


def slope(*args):
    step = 1e-6
    ends = [formula(args[0] + d, *args[1:]) for d in (step, -step)]
    return (ends[0] - ends[1]) / (2 * step)


CALLS = [
    (1.5, 0.3),
    (2.5, 0.3),
    (1.5, 0.4, 3),
    (1.5, 0.4, 2),
    (1.5, 0.4, 1, True),
    (1.5, 0.4, True, True),
    (1.5, 0.4, 1, False),
    (1.5, 0.4, 1, 1),
    (1.5, 0.4, 1, False, "max"),
    (1.5, 0.4, 1, False, "sum", 3.0),
    (1.5, 0.4, 1, False, "sum", 4.0),
    (1.5, 0.4, 1, False, "sum", 4),
    (1.5, 0.4, 1, False, "sum", None),
    (np.float64(1.5), 0.4, 2),
    (1.5, np.array(0.4), 2),
]


@pytest.mark.parametrize("seed", range(3))
def test_each_call_gives_what_it_would_give_alone(seed):
    gradient = srcad.value_and_grad(formula, 0)
    calls = [*CALLS, *CALLS]
    np.random.default_rng(seed).shuffle(calls)
    for args in calls:
        value, dx = gradient(*args)
        np.testing.assert_allclose(value, formula(*args), err_msg=str(args))
        np.testing.assert_allclose(dx, slope(*args), rtol=1e-5, err_msg=str(args))


def test_what_comes_back_is_of_the_same_kind_each_time():
    gradient = srcad.grad(formula, (0, 1))
    kinds = [tuple(map(type, gradient(1.5, 0.3))) for _ in range(3)]
    assert len(set(kinds)) == 1


def test_a_number_that_is_asked_for_is_refused_each_time():
    gradient = srcad.grad(formula, 2)
    for _ in range(3):
        with pytest.raises(srcad.CompileError, match="steps"):
            gradient(1.5, 0.3, 2)


def scaled(x, factor):
    return x * factor


def test_a_number_beside_a_tensor_is_known_when_compiled():
    gradient = srcad.grad(scaled)
    x = srcad.Tensor(np.array([1.0, 2.0], np.float32))
    for factor in (2.0, 3.0, 2.0, 2):
        np.testing.assert_allclose(gradient(x, factor).asnumpy(), [factor] * 2)


TABLE = {}


class Counted(dict):
    """Counts what it is asked for and has not."""

    asked = 0

    def __missing__(self, key):
        self.asked += 1
        return 1.0


@pytest.mark.parametrize(
    "other",
    [collections.defaultdict(float, a=1.0), Counted(a=1.0)],
    ids=["made", "asked"],
)
def test_asking_whether_a_module_fits_changes_nothing(other, monkeypatch):
    def function(x):
        return np.sum(x) * sum(TABLE.values())

    here = sys.modules[__name__]
    for table in ({"a": 1.0, "b": 2.0}, collections.Counter("aab"), other):
        monkeypatch.setattr(here, "TABLE", table)
        want = np.full(2, float(sum(table.values())))
        for _ in range(2):
            np.testing.assert_array_equal(srcad.grad(function)(np.ones(2)), want)
    assert list(other) == ["a"]
    assert getattr(other, "asked", 0) == 0
