"""What a path does not use has no cotangent there, though its derivative has no end."""

import math

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


def all_pairs(x):
    n = len(x)
    F = np.zeros(n)
    for i in range(n):
        for j in range(n):
            d = x[i] - x[j]
            r = np.sqrt(d * d)
            if i == j:
                continue
            F[i] += d / r**3
    return F @ x


def a_cutoff(x):
    pos = np.stack([x, x**2], 1)
    n = len(pos)
    E = 0.0
    for i in range(n):
        for j in range(n):
            r = np.sqrt(np.sum((pos[i] - pos[j]) ** 2))
            if 0 < r < 2.5:
                E += 1 / r
            elif r >= 2.5:
                E += 0.1 * r
    return E


def a_direction(x):
    d = x[:1] - x[0]
    n = np.sqrt(np.sum(d**2))
    u = d / n if n > 0 else np.zeros(1)
    return u[0] + x[1]


def a_ray(x):
    t = -x[0] + np.sqrt(max(x[1], 0.0))
    if x[1] < 0:
        return x[0]
    return t


def a_missing_root(x):
    with np.errstate(all="ignore"):
        r = np.sqrt(x[1])
    if np.isnan(r):
        return x[0]
    return r


def an_angle(x):
    c = np.clip(x[1] * 2, -1, 1)
    a = np.arccos(c)
    if abs(c) == 1:
        return x[0]
    return a


def a_root_in_a_loop(x):
    s = 0.0
    for v in x:
        r = math.sqrt(abs(v + 1.3))
        if v < -1:
            s += v
        else:
            s += r
    return s


POINTS = [[0.7, -1.3, 2.0], [1.3, 0.4, 0.9], [-0.6, -1.31, -0.25]]


def normalised_or_not(x):
    s = np.maximum(x, 0)
    v = s / s.sum()
    if s.sum() == 0:
        v = x * 2
    return v[0]


def divided_by_nothing(x):
    z = x[0] - x[0]
    v = x[1] / z
    if z == 0:
        return x[2] * 2
    return v


def finite_or_not(x):
    n = x / np.sum(np.where(x > 9, x, 0))
    if not np.isfinite(n).all():
        return x[1] * 2
    return n[0]


def a_spread_of_one(x):
    s = x[x > 1]
    spread = s.std(ddof=1)
    if s.size < 2:
        return x[0] * 3
    return spread


def scaled_by_a_spread(x):
    s = x[x > 1].std()
    w = (x[0] - x[1]) / s
    return w if s > 0 else x[0]


def the_root_of_a_maximum(x):
    return max(x[0], x[1]) * min(x[1], x[2]) + math.sqrt(max(x[0], 0.0))


def a_discriminant(x):
    root = math.sqrt(max(0.0, x[0] * x[1] - x[2]))
    return (root - x[0]) / (2 * x[1])


def an_entropy(x):
    s = 0.0
    for v in x:
        e = v * np.log(max(v, 0.0))
        if v <= 0:
            e = 0.0
        s -= e
    return s


def a_term_of_an_entropy(x):
    a = x[1]
    t = a * np.log(max(a, 0.0))
    return t if a > 0 else x[2]


def replaced_by_a_number(x):
    d = x[0] * 0
    u = x[1] / d
    if d == 0:
        u = 0.0
    return u + x[2]


def two_replaced_at_once(x):
    d = x[0] * 0
    s, t = x[1] / d, np.sqrt(d)
    if d == 0:
        s, t = x[2], x[0]
    return s * t


def on_one_of_three_paths(x):
    a = x[0]
    r = np.sqrt(a * 0)
    if a > 0.5:
        z = a
    elif a > 100:
        z = r
    else:
        z = a**3
    return z


def under_two_conditions(x):
    d = np.sum(x) * 0
    u = x[0] / d
    s = x[1]
    if d > 0 and x[1] > -50:
        s = s + u
    return s


def a_power_of_a_minimum(x):
    return (2.0 - min(x[0], 2.0, x[1])) ** 0.5 + min(x[0] * x[1], 3)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        all_pairs,
        a_cutoff,
        a_direction,
        a_ray,
        a_missing_root,
        an_angle,
        a_root_in_a_loop,
        normalised_or_not,
        divided_by_nothing,
        finite_or_not,
        a_spread_of_one,
        scaled_by_a_spread,
        the_root_of_a_maximum,
        a_discriminant,
        an_entropy,
        a_term_of_an_entropy,
        replaced_by_a_number,
        two_replaced_at_once,
        on_one_of_three_paths,
        under_two_conditions,
        a_power_of_a_minimum,
    ],
)
def test_a_path_without_a_use_gives_nothing(function, point):
    assert result(function, point)


def subtracted_from_nothing(x):
    k = -x.sum()
    if x[0] > 0:
        return k * 2
    return x @ x


def added_to_nothing(x):
    k = x.sum()
    if x[0] > 0:
        return k * 2
    return x @ x


@pytest.mark.parametrize("function", [subtracted_from_nothing, added_to_nothing])
def test_what_is_on_one_path_alone_has_the_shape_of_the_input(function):
    gradient = srcad.grad(function)(np.array([0.7, -1.3, 2.0]))
    slope = -2.0 if function is subtracted_from_nothing else 2.0
    assert gradient.shape == (3,)
    np.testing.assert_array_equal(gradient, np.full(3, slope))


def a_logarithm(a):
    found = np.log(max(a, 0.0))
    if a > 0:
        return found
    return a**3


def a_root_of_nothing(a):
    root = np.sqrt(a * 0)
    return root if a > 9 else a**3


def logarithms_in_a_loop(a):
    total = 0.0
    for v in (a, a * 2, -a):
        found = np.log(max(v, 0.0))
        if v > 0:
            total += found
        else:
            total += v**3
    return total


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("point", [-1.5, 0.7, 2.0])
@pytest.mark.parametrize(
    "function", [a_logarithm, a_root_of_nothing, logarithms_in_a_loop]
)
def test_nor_has_it_a_second_derivative(function, point):
    first = srcad.grad(function)
    step = np.float64(1e-6)
    wanted = (first(point + step) - first(point - step)) / (2 * step)
    found = srcad.grad(first)(np.float64(point))
    np.testing.assert_allclose(found, wanted, rtol=1e-6)
