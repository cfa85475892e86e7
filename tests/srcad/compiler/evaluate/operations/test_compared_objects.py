"""Objects that are compared, or looked up, while compiling: their class may say what it
likes of calls and texts, for nothing of that runs."""

import enum

import numpy as np
import pytest

import srcad


class Mode(enum.Enum):
    DOUBLE = 2.0
    TRIPLE = 3.0

    def __str__(self):
        return self.name.lower()

    def __call__(self, x):
        return x * self.value


class Scale:
    def __init__(self, factor):
        self.factor = factor

    def __repr__(self):
        return f"Scale({self.factor})"

    def __len__(self):
        return 3

    def __call__(self, x):
        return x * self.factor


class Alike(Scale):
    pass


MODE = Mode.DOUBLE
FIRST, SECOND = Scale(2.0), Scale(3.0)
SCALES = [FIRST, SECOND]
COSTS = {FIRST: 0.5}


def with_equal(x):
    y = MODE(x) if MODE == Mode.DOUBLE else x**2
    return y.sum() * (FIRST != SECOND) + x[0] * (FIRST == None)  # noqa: E711


def matched(x):
    match MODE:
        case Mode.TRIPLE:
            return x.sum()
        case Mode.DOUBLE:
            return (x**2).sum()
    return x[0]


def inside_of_others(x):
    same = (MODE, 1) == (Mode.DOUBLE, 1) and {"a": FIRST} != {"a": SECOND}
    return (x**2).sum() if same else x.sum()


def looked_up(x):
    place = SCALES.index(SECOND) + SCALES.count(FIRST)
    return x.sum() * place * COSTS[FIRST] * COSTS.get(SECOND, 3.0) + (FIRST in SCALES)


def kept_in_sets(x):
    kept = {FIRST}
    kept.add(SECOND)
    kept.discard(FIRST)
    costs = {FIRST: x[0], SECOND: x[1]}
    costs.pop(FIRST)
    return x.sum() * len(kept | set(SCALES)) * costs.setdefault(SECOND, x[2])


def made_inside(x):
    scales = [Scale(x[0]), Scale(x[1])]
    return scales[scales.index(scales[1])](x).sum() + (scales[0] == scales[1])


def chosen_at_run_time(x):
    mode = Mode.DOUBLE if x[0] > 0 else Mode.TRIPLE
    return mode(x).sum() if mode == Mode.DOUBLE else (x**2).sum()


PROGRAMS = (
    *(with_equal, matched, inside_of_others, looked_up, kept_in_sets, made_inside),
    chosen_at_run_time,
)


@pytest.mark.parametrize("program", PROGRAMS)
def test_they_are_compared_as_python_does(program):
    x = np.array([0.3, -0.7, 1.1])
    value, gradient = srcad.value_and_grad(program)(x)
    steps = 1e-6 * np.eye(3)
    want = [(program(x + step) - program(x - step)) / 2e-6 for step in steps]
    assert value == pytest.approx(program(x), abs=1e-15)
    assert np.allclose(gradient, want)


def test_an_eq_that_the_class_gets_later_is_noticed():
    one, other = Alike(2.0), Alike(3.0)

    def program(x):
        return (x if one == other else x**2).sum()

    gradient, x = srcad.grad(program), np.array([0.3, -0.7])
    assert np.allclose(gradient(x), 2 * x)
    try:
        Alike.__eq__ = lambda self, other: True
        assert np.allclose(gradient(x), [1.0, 1.0])
    finally:
        del Alike.__eq__
