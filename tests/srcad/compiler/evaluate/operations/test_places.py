"""Slices with a bound that may be None: there it is what no bound is."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [[0.703, -1.3018, 2.1047, 0.4021], [-0.6013, 1.2027, -0.3519, 1.7041]]


def best_split(x):
    best, k = np.inf, None
    for i in range(1, 4):
        cost = x[:i].var() + x[i:].var()
        if cost < best:
            best, k = cost, i
    return x[:k].sum() * best + (x[k:] ** 2).sum()


def in_a_recursion(x):
    def split(a, depth):
        if depth == 0 or len(a) < 2:
            return a.mean() ** 2
        best, k = np.inf, None
        for i in range(1, len(a)):
            cost = a[:i].var() + a[i:].var()
            if cost < best:
                best, k = cost, i
        return split(a[:k], depth - 1) + 2 * split(a[k:], depth - 1)

    return split(x, 2)


def chosen(x, at):
    return at if x[0] > 0 else None


def on_both_sides(x):
    first = last = None
    for i in range(4):
        if x[i] > 1:
            if first is None:
                first = i
            last = i
    return (x[first:last] ** 2).sum() + x[last:first].sum() + x[0]


def backwards(x):
    k, places = chosen(x, 2), np.arange(4)
    return (x[k::-1] * places[k::-1]).sum() + (x[:k:-1] ** 2).sum()


def by_steps(x):
    return (x[:: chosen(x, 2)] ** 2).sum()


def of_a_matrix(x):
    k, matrix = chosen(x, 1), np.outer(x, x * x)
    total = matrix[:, :k].sum() + 2 * matrix[..., k:].sum() + matrix[None, :k, k:].sum()
    total += matrix[[0, 2], :k].sum() + matrix[x > 0, k:].sum()
    return total + matrix[1, k:].sum() + matrix[::-1, k::-1].sum()


def written(x):
    k, a = chosen(x, 2), np.zeros(4)
    a[:k] = x[:k] * 2
    a[k:] += 1.5 * x[k:]
    part = a[:k]
    part *= x[1]
    return (a * np.arange(1, 5)).sum()


def of_a_list(x):
    k, xs = chosen(x, 2), [v * v for v in x]
    total = sum(xs[:k]) + 3 * sum(xs[k:])
    xs[:k] = [x[0] * 3, x[1]]
    total += xs[0] * xs[-1]
    del xs[k:]
    return total + sum(xs)


def of_a_list_of_run_time(x):
    k, xs = None, []
    for v in x:
        if v > -0.5:
            xs.append(v * v)
            if k is None and v > 0.5:
                k = len(xs)
    return 3 * sum(xs[:k]) + sum(xs[k:][::-1])


def in_a_loop(x):
    k, total = None, x[0] ** 2
    for i in range(40):
        total += (x[k:] ** 2).sum() * 0.1 + x[:k].sum()
        if total > 3:
            k = i % 4
        elif total > 2:
            k = None
    return total


def of_an_object(x):
    class Rows:
        limit = None

        def __getitem__(self, key):
            total = x[key].sum()
            return total if key.stop is None else 2 * total

    rows = Rows()
    if x[0] > 0:
        rows.limit = 3
    return rows[: rows.limit] + x[slice(rows.limit)].sum()


def of_constants(x):
    k, weights = chosen(x, -1), np.array([1.0, 2.0, 3.0, 4.0])
    return weights[:k].sum() * x[1] + weights[k:].sum() * x[2]


PROGRAMS = [
    *(best_split, in_a_recursion, on_both_sides, backwards, by_steps),
    *(of_a_matrix, written, of_a_list, of_a_list_of_run_time, in_a_loop),
    *(of_an_object, of_constants),
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.__name__)
def test_bounds_that_may_be_none(program):
    assert all(result(program, x) for x in POINTS)


def test_differentiated_twice():
    def slope(x):
        return (srcad.grad(best_split)(x) ** 2).sum()

    assert all(result(slope, x) for x in POINTS)


def test_where_run_time_knows_which_way_it_goes_it_is_refused():
    def f(x):
        k, step = (2, 1) if x[0] > 0 else (None, -1)
        return x[k::step].sum()

    with pytest.raises(srcad.CompileError, match="this may be None"):
        srcad.grad(f)(np.array(POINTS[0]))
