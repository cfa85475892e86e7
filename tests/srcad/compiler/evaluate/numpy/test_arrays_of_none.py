"""Arrays of None, which stand where others come later: nothing computes with them."""

import copy

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINT = [0.703, -1.3018, 2.1047, 0.4021]


class Filter:
    def __init__(self, size):
        self.seen = np.array([[None] * size]).T
        self.mean = 0.0

    def update(self, value):
        self.mean = self.mean + 0.5 * (value - self.mean)
        self.seen = value


def assigned_over(x):
    one = Filter(1)
    one.update(x[0])
    one.update(x[1])
    return one.mean * one.seen


def assigned_over_in_a_loop(x):
    one = Filter(1)
    for value in x:
        one.update(value)
    return one.mean


def read_by_nobody(x):
    places = np.array([None, None])
    if x[0] > 0:
        places = x * 2  # noqa: F841
    return x[0] ** 2


def rearranged(x):
    places = np.atleast_2d(np.copy(np.array([None, None])))
    other = copy.deepcopy(places).T.copy().reshape(1, 2)
    return x[0] * other.size * (2 if other[0, 1] is None else 3)


def labels_that_are_rearranged(x):
    labels = np.array([["a", "b"]]).T
    return x[0] * (2 if labels[1, 0] == "b" else 3)


PROGRAMS = [
    assigned_over,
    assigned_over_in_a_loop,
    read_by_nobody,
    rearranged,
    labels_that_are_rearranged,
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_they_may_be_there(program):
    assert result(program, POINT)


def added(x):
    return np.array([None] * 4) + x


def given(x):
    return x, np.array([None])


def of_a_path(x):
    places = np.array([None] * 4)
    if x[0] > 0:
        places = x * 2
    return places * x


def written(x):
    places = np.array([None] * 4)
    places[0] = x[0]
    return x


def cast(x):
    return x * np.array([None] * 4).astype(float)


@pytest.mark.parametrize("program", [added, given, of_a_path, written, cast])
def test_what_computes_with_them_is_refused(program):
    with pytest.raises(srcad.CompileError):
        srcad.grad(program)(np.array(POINT))
