"""What of lists at run time is refused: where Python would see a change and NumPy's
copy would not, and what cannot be one value."""

import numpy as np
import pytest

from srcad.compiler.diagnostics import CompileError
from tests.srcad.compiler.derivatives import text_of


def in_place_then_appended(x):
    h = np.zeros(3)
    hs = []
    for t in range(x.shape[0]):
        h += x[t]
        hs.append(h)
    return np.stack(hs)


def appended_then_in_place(x):
    hs = []
    for row in x:
        h = row * 2
        hs.append(h)
        h[0] = 5.0
    return np.stack(hs)


def in_place_an_iteration_later(x):
    h = np.zeros(3)
    hs = []
    for row in x:
        h[0] = 7.0
        h = h + row
        hs.append(h)
    return np.stack(hs)


def an_element_in_place(x):
    hs = []
    for row in x:
        hs.append(row * 2)
    first = hs[0]
    first[1] = 9.0
    return np.stack(hs)


def a_view_whose_array_is_written(x):
    y = x.copy()
    hs = []
    for i in range(x.shape[0]):
        hs.append(y[i])
    y[0] = 0.0
    return np.stack(hs)


def one_array_twice(x):
    h = x[0] * 2
    hs = [h, h]
    for _ in range(2):
        hs.append(h)
    h[0] = 3.0
    return np.stack(hs)


@pytest.mark.parametrize(
    "program",
    [
        in_place_then_appended,
        appended_then_in_place,
        in_place_an_iteration_later,
        an_element_in_place,
        a_view_whose_array_is_written,
        one_array_twice,
    ],
)
def test_writes_that_a_list_would_see_are_refused(program):
    with pytest.raises(CompileError, match="SRC015"):
        text_of(program, ["float64[n, 3]"])


def in_a_copy_of_the_list(x):
    h = x * 2
    hs = []
    for _ in range(2):
        hs.append(h)
    gs = list(hs) + [x]
    hs = []
    h[0] = 5.0
    return np.stack(gs)


def in_one_of_two_lists(x):
    h = x * 2
    hs = [x]
    for _ in range(2):
        hs.append(h)
    gs = hs if x[0, 0] > 0 else []
    hs = []
    h[0] = 5.0
    return np.stack([*gs[:1], x])


@pytest.mark.parametrize("program", [in_a_copy_of_the_list, in_one_of_two_lists])
def test_writes_that_a_list_made_of_a_list_would_see_are_refused(program):
    with pytest.raises(CompileError, match="SRC015"):
        text_of(program, ["float64[n, 3]"])


# ------------------------------------------------------- one object under two names


def one_of_two_appended(x):
    xs = [x[0]]
    ys = [x[0], x[-1]]
    zs = xs if x[0] > 0 else ys
    zs.append(x.sum())
    return sum(xs) * x


def one_of_two_of_one_length_appended(x):
    xs = [x[0], x[0]]
    ys = [x[0], x[-1]]
    zs = xs if x[0] > 0 else ys
    zs.append(x.sum())
    return sum(xs) * x


def the_other_one_appended(x):
    xs = [x[0], x[-1]]
    ys = [x[0], x[-1] * 2]
    zs = xs if x[0] > 0 else ys
    xs.append(x.sum())
    return sum(zs) * x


def an_item_of_the_other_one(x):
    xs = [x[0], x[-1]]
    ys = [x[0], x[-1] * 2]
    zs = xs if x[0] > 0 else ys
    xs[0] = x.sum()
    return sum(zs) * x


def a_dict_of_two(x):
    first = {"a": x[0]}
    second = {"a": x[-1]}
    both = first if x[0] > 0 else second
    first["a"] = x.sum()
    return both["a"] * x


def two_of_run_time(x):
    xs, ys = [], []
    for v in x:
        xs.append(v)
        ys.append(v * v)
    zs = xs if x[0] > 0 else ys
    zs.append(x.sum())
    return sum(xs) * x


def bound_in_a_loop(x):
    xs = [x[0], x[-1]]
    zs = [x[0], x[-1] * 2]
    for v in x:
        if v > 0:
            zs = xs
    xs[0] = x.sum()
    return sum(zs) * x


def bound_by_a_helper_in_a_loop(x):
    def push(values, v):
        values.append(v)
        return values

    xs = []
    for v in x:
        ys = push(xs, v)
    ys.append(x[0])
    return np.stack(xs)


def two_names_from_the_second_iteration_on(x):
    xs = [x[0], x[0]]
    ys = [x[0], x[0]]
    total = 0.0
    for v in x:
        xs[0] = v
        total = total * 0.5 + sum(ys)
        ys = xs
    return total


def two_arrays_from_the_second_iteration_on(x):
    g = x * 2
    h = x * 3
    total = 0.0
    for v in x:
        h[0] = v
        total = total * 0.5 + g.sum()
        g = h
    return total


def an_older_array_from_the_second_iteration_on(x):
    g = x * 2
    h = x * 3
    for v in x:
        h[0] = v
        h = g
    return g * x


def two_arrays_of_one_branch(x):
    if x[0] > 0:
        a = x * 2
        b = a
    else:
        a = x * 2
        b = x * 3
    a[0] = 1.0
    return a * b


def the_longest_is_the_one_that_grows(x):
    best, run = [], []
    for v in x:
        run.append(v)
        if len(run) > len(best):
            best = run
    return sum(best)


@pytest.mark.parametrize(
    "program",
    [
        one_of_two_appended,
        one_of_two_of_one_length_appended,
        the_other_one_appended,
        an_item_of_the_other_one,
        a_dict_of_two,
        two_of_run_time,
        bound_in_a_loop,
        bound_by_a_helper_in_a_loop,
        two_names_from_the_second_iteration_on,
        two_arrays_from_the_second_iteration_on,
        an_older_array_from_the_second_iteration_on,
        two_arrays_of_one_branch,
        the_longest_is_the_one_that_grows,
    ],
)
def test_writes_that_may_be_seen_under_another_name_are_refused(program):
    with pytest.raises(CompileError, match=r"SRC015.*known under another name"):
        text_of(program, ["float64[n]"])


def array_added(x):
    xs = [x[0], x[-1]]
    xs += x
    return xs


def array_added_at_run_time(x):
    xs = []
    for v in x:
        xs.append(v)
    return xs + x


@pytest.mark.parametrize("program", [array_added, array_added_at_run_time])
def test_a_list_and_an_array_are_not_joined(program):
    with pytest.raises(CompileError, match=r"SRC013.*a list cannot be an operand"):
        text_of(program, ["float64[n]"])


def of_two_kinds(x):
    xs = [x]
    for _ in range(2):
        xs.append(x.sum())
    return xs[0]


def test_elements_of_two_kinds_are_refused():
    with pytest.raises(CompileError, match="cannot hold float64"):
        text_of(of_two_kinds, ["float64[n, 3]"])
