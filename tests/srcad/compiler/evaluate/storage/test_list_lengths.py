"""The length of a list that is built at run time, where the call at hand says it."""

import itertools

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import text_of


def unpacked(x):
    low, *middle, high = sorted(x)
    return low * high + sum(middle)


def two_of_them(x):
    first, second = sorted(x, reverse=True)[:2]
    return first * second


def in_a_tuple(x):
    t = tuple(sorted(x))
    return t[0] * t[-1] + sum(p * q for p, q in itertools.pairwise(t))


@pytest.mark.parametrize("program", [unpacked, two_of_them, in_a_tuple])
def test_a_list_of_an_argument_is_taken_apart_at_each_size(program):
    gradient = srcad.value_and_grad(program)
    random = np.random.default_rng(3)
    for size in (3, 5, 3, 2):
        x = random.permutation(np.arange(1.0, size + 1))
        value, dx = gradient(x)
        steps = 1e-6 * np.eye(size)
        want = [(program(x + step) - program(x - step)) / 2e-6 for step in steps]
        assert value == program(x)
        assert np.allclose(dx, want)


def test_a_list_whose_length_data_decide_is_unpacked_where_it_fits():
    def program(x):
        a, b = [v for v in x if v > 0]
        return a * b

    gradient = srcad.grad(program)
    assert list(gradient(np.array([1.0, -1.0, 2.0]))) == [2.0, 0.0, 1.0]
    with pytest.raises(ValueError, match=r"^too many values to unpack \(expected 2\)"):
        gradient(np.array([1.0, 3.0, 2.0]))


def test_what_is_as_long_after_a_loop_needs_no_unbroadcast():
    def program(x):
        rows = [0.5] * len(x)
        for i in range(len(x)):
            if x[i] > 0.5:
                rows[i] = rows[i - 1] * 0.3 + x[i]
        return np.array(rows) * x

    assert "unbroadcast" not in text_of(program, ["float64[n]"])


def longer(x):
    parts = [np.sin(x), np.cos(x)]
    if x.sum() > 0:
        parts += [x * 2]
    for v in x:
        parts.append(x * v)
        if v > 0.5:
            parts.insert(0, x)
            parts = parts[1:]
        if v > 0.6:
            parts.pop()
            parts.append(x)
    return parts


def over_indices(x):
    parts, total = longer(x)[::-1], 0
    for i in range(len(parts)):
        total = total + parts[i]
    return total


@pytest.mark.parametrize("total", [lambda x: sum(longer(x)), over_indices])
def test_a_loop_over_a_list_that_is_never_empty_decides_the_dtype(total):
    def program(x):
        e = total(x).copy()
        e[...] += 0.3 * np.sin(x)
        return e * x

    x = np.array([0.3, -0.2, 0.7])
    value, pullback = srcad.vjp(program, x)
    assert np.array_equal(value, program(x))
    steps = 1e-6 * np.eye(3)
    want = [(program(x + step) - program(x - step)).sum() / 2e-6 for step in steps]
    assert np.allclose(pullback(np.ones(3)), want)


def popped(x):
    parts = [np.sin(x), x]
    if x[0] > 0:
        parts.pop()
        parts.pop()
    return parts


def popped_in_a_loop(x):
    parts = [np.sin(x), x]
    for v in x:
        parts.append(v * x)
        if v > 0:
            parts.pop(0)
            parts.pop(0)
    return parts


def popped_from_a_list_of_lists(x):
    rows = [[v * x for v in x if v > 0] for _ in x]
    rows.append([x])
    rows.append([x, x])
    return rows.pop(0)


def chosen(x):
    parts = [np.sin(x), x]
    return [part for part in parts if part[0] > 0]


@pytest.mark.parametrize(
    "change", [popped, popped_in_a_loop, popped_from_a_list_of_lists, chosen]
)
def test_a_list_that_may_be_empty_does_not(change):
    def program(x):
        e = np.copy(sum(change(x)) * 0.2)
        e[...] += 0.3 * np.sin(x)
        return e

    with pytest.raises(CompileError, match="ints or floats depends on the path"):
        text_of(program, ["float64[n]"])


def two_of_a_filter(x):
    a, b = [v for v in x if v > 0.5]
    return a * b


def unpacked_with_a_star(x):
    a, *_, b = [v for v in x if v > 0.5]
    return a * b


def unpacked_in_a_branch(x):
    if x[0] > 0.5:
        a, b = [x[0], 1, 2]
        return a * b
    return x[1]


def zipped_strictly(x):
    xs, ys = [v for v in x if v > 0.5], [v for v in x if v > 0.8]
    zs = [v for v in x if v < 1.6]
    return sum(a * b * c for a, b, c in zip(xs, ys, zs, strict=True)) + x[0]


def zipped_strictly_with_a_list(x):
    xs = [v for v in x if v > 0.5]
    return sum(a * b for a, b in zip(xs, [1.0, 2.0], strict=True)) + x[0]


def caught_where_it_is_unpacked(x):
    try:
        _, _ = [x[0], 1, 2]
    except ValueError:
        return x[0]
    return x[1]


@pytest.mark.parametrize(
    "program",
    [
        two_of_a_filter,
        unpacked_with_a_star,
        unpacked_in_a_branch,
        zipped_strictly,
        zipped_strictly_with_a_list,
        caught_where_it_is_unpacked,
    ],
)
@pytest.mark.parametrize(
    "point", [[0.7, 0.9], [0.1, 0.2], [0.6, 1.7], [1.7, 0.1], [0.6, 0.7], [0.9, 2.0]]
)
def test_other_lengths_raise_what_python_raises(program, point):
    x = np.array([*point, 0.9])
    assert said(program, x) == said(lambda x: srcad.value_and_grad(program)(x)[0], x)


def said(program, x):
    """What a program gives, or what it says instead."""
    try:
        return float(program(x))
    except ValueError as error:
        return str(error)
