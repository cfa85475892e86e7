"""What of lists at run time is refused: where Python would see a change and NumPy's
copy would not, and what cannot be one value."""

import functools
import operator

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate, text_of
from tests.srcad.compiler.side_by_side import result


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
    for _ in range(x.shape[0]):
        hs.append(h)
    h[0] = 3.0
    return np.stack(hs)


@pytest.mark.parametrize(
    "program",
    [
        in_place_then_appended,
        appended_then_in_place,
        in_place_an_iteration_later,
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
    for _ in range(x.shape[0]):
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
        bound_by_a_helper_in_a_loop,
        two_arrays_from_the_second_iteration_on,
        an_older_array_from_the_second_iteration_on,
        two_arrays_of_one_branch,
        the_longest_is_the_one_that_grows,
    ],
)
def test_writes_that_may_be_seen_under_another_name_are_refused(program):
    with pytest.raises(CompileError, match=r"SRC015.*known under another name"):
        text_of(program, ["float64[n]"])


def a_dict_that_is_in(x):
    found = []
    for v in x:
        one = {"a": v}
        found.append(one)
        one["a"] = v * v
    return sum(one["a"] for one in found) * x


@pytest.mark.parametrize(
    "program",
    [
        the_other_one_appended,
        an_item_of_the_other_one,
        bound_in_a_loop,
        two_names_from_the_second_iteration_on,
        a_dict_that_is_in,
    ],
)
def test_a_write_is_seen_by_who_reads_the_object(program):
    def weighted(x):
        found = program(x)
        return sum((k + 1) * v for k, v in enumerate(np.ravel(found)))

    assert result(weighted, [0.71, -1.31, 2.1, 0.43])
    assert result(weighted, [-0.71, -1.31, 2.1, -0.43])
    assert result(weighted, [-0.71, -1.31, -2.1, -0.43])


# ------------------------------------------------------------------ lists in lists


def put_in_twice(x):
    now = []
    rows = []
    for v in x:
        now.append(v)
        rows.append(now)
    return sum(rows[0]) * x


def changed_an_iteration_later(x):
    rows = []
    now = [x[0]]
    for v in x:
        rows = rows + [now]
        now.append(v)
    return sum(rows[0]) * x * sum(now)


def an_array_an_iteration_later(x):
    h = x * 0.0
    hs = [x]
    for v in x:
        h[0] = 7.0 * v
        hs = hs + [h]
    return np.stack(hs)


@pytest.mark.parametrize(
    "program",
    [
        put_in_twice,
        changed_an_iteration_later,
        an_array_an_iteration_later,
    ],
)
def test_what_is_in_a_list_is_not_changed(program):
    with pytest.raises(CompileError, match=r"SRC015.*is also in a list"):
        text_of(program, ["float64[n]"])


def repeated(x):
    rows = [[x[0]]] * x.shape[0]
    for v in x:
        rows[0].append(v)
    return sum(rows[-1]) * x


def in_two_lists(x):
    rows = []
    columns = []
    for v in x:
        now = [v]
        rows.append(now)
        columns.append(now)
    rows[0].append(x[0])
    return sum(columns[0]) * x


def in_a_copy_of_the_outer_list(x):
    rows = []
    for v in x:
        rows.append([v])
    columns = list(rows)
    rows[0].append(x[0])
    return sum(columns[0]) * x


@pytest.mark.parametrize(
    "program", [repeated, in_two_lists, in_a_copy_of_the_outer_list]
)
def test_a_list_at_several_places_is_not_changed(program):
    with pytest.raises(CompileError, match=r"SRC015.*may stand at several places"):
        text_of(program, ["float64[n]"])


def read_before_it_moved(x):
    rows = []
    for v in x:
        rows.append([v])
    row = rows[0]
    rows.insert(0, [x[0], x[0]])
    return sum(row) * x


def changed_through_the_other(x):
    even, odd = [], []
    rows = [even, odd]
    for i, v in enumerate(x):
        rows[i % 2].append(v)
    return sum(even) * sum(odd)


@pytest.mark.parametrize("program", [read_before_it_moved, changed_through_the_other])
def test_what_a_list_held_is_not_read_after_a_change(program):
    with pytest.raises(CompileError, match=r"SRC015.*has been changed"):
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
def test_a_list_beside_an_array_is_one(program):
    x = np.array([0.5, -2.0])
    out, gradient = srcad.value_and_grad(lambda x: np.sum(program(x) * x))(x)
    assert out == np.sum(program(x) * x)
    np.testing.assert_allclose(gradient, 4 * x)


def of_two_kinds(x):
    xs = [x]
    for _ in range(x.shape[0]):
        xs.append(x.sum())
    return xs[0]


def test_elements_of_two_kinds_are_refused():
    with pytest.raises(CompileError, match="cannot hold float64"):
        text_of(of_two_kinds, ["float64[n, 3]"])


def test_what_goes_through_many_stays_a_loop():
    def f(x):
        squares = [v * v for v in x]
        total = functools.reduce(operator.mul, squares, 1.0)
        return sum(squares) * max(squares) + total

    texts = [generate(f, [f"float64[{size}]"]).code for size in (20, 30)]
    assert texts[0].replace("20", "30") == texts[1]


def chosen_by_a_loop(x):
    keep = []
    for i in range(x.shape[0]):
        if x[i] > 0.7:
            keep.append(i)
    return x[keep] ** 2


def masked_by_a_list(x):
    mask = []
    for i in range(x.shape[0]):
        mask.append(x[i] > 0.7)
    return x[mask] ** 3


def written_where_a_list_says(x):
    order = []
    for i in np.argsort(x):
        order.append(i)
    y = x.copy()
    y[order[:2]] *= 3.0
    return x[order] * y


def rows_that_are_kept(x):
    boxes = x.reshape(-1, 2)
    order, keep = np.argsort(-boxes[:, 0]), []
    while len(order):
        i = order[0]
        keep.append(i)
        order = order[1:][np.abs(boxes[order[1:], 1] - boxes[i, 1]) > 0.2]
    return boxes[keep, 0] * boxes[keep][:, 1]


@pytest.mark.parametrize(
    "program",
    [
        *(chosen_by_a_loop, masked_by_a_list, written_where_a_list_says),
        rows_that_are_kept,
    ],
    ids=lambda program: program.__name__,
)
@pytest.mark.parametrize("x", [np.linspace(0.2, 1.7, 6), np.linspace(0.1, 0.63, 6)])
def test_a_list_of_run_time_is_an_index(program, x):
    def function(x):
        return np.sum(program(x))

    out, gradient = srcad.value_and_grad(function)(x)
    assert out == function(x)
    steps = np.eye(6) * 1e-6
    expected = [(function(x + h) - function(x - h)) / 2e-6 for h in steps]
    np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-8)


def looked_for(x):
    best = None
    for v in x:
        if v > 1.2:
            best = int(v)
    xs = [int(v) for v in x if v > 0]
    s = x[0] * (2 if best in xs else 3) + xs.count(best) * x[1]
    try:
        return s * xs.index(best) + x[3]
    except ValueError:
        return s - x[2]


def in_the_order_of_what_may_be_none(x):
    xs = [v for v in x if v > 0.5]
    ordered = sorted(xs, key=lambda v: None if v > 2 else -v)
    return sum(i * v for i, v in enumerate(ordered)) + len(xs) * x[0]


def test_none_has_no_order():
    gradient = srcad.grad(in_the_order_of_what_may_be_none)
    np.testing.assert_allclose(gradient(np.array([0.7, 0.3, 0.9])), [3, 0, 0])
    np.testing.assert_allclose(gradient(np.array([2.7, 0.3, 0.2])), [1, 0, 0])
    with pytest.raises(TypeError):
        gradient(np.array([0.7, 2.3, 0.9]))


@pytest.mark.parametrize(
    "point", [[0.7, -1.3, 2.1, 0.4], [0.6, 0.2, -0.3, -1.7], [0.1, 0.2, 2.5, 0.3]]
)
def test_what_may_be_none_is_compared_with_elements(point):
    assert result(looked_for, point)


class Point:
    def __init__(self, x):
        self.x = x


def cleared_before_something_is_in_it(x):
    points, pairs, others = [], [], []
    for v in x:
        if v > 1:
            points.clear()
            del pairs[:]
        points.append(Point(v))
        pairs.append((v, v * v))
        others.clear()
        others.append([v, 2.0])
    s = sum(p.x for p in points) + sum(a * b for a, b in pairs)
    return s + sum(a * b for a, b in others) * len(points)


def a_buffer_that_is_emptied(x):
    buffer, s = [], 0.0
    for v in x:
        if v > 0.5:
            s += sum(a * b for a, b in buffer)
            buffer.clear()
        else:
            buffer.append((v, 2.0))
    return s + len(buffer) * x[0]


def cleared_under_another_name(x):
    points = []

    def reset():
        points.clear()

    for v in x:
        if v > 1:
            reset()
        points.append(Point(v))
        if len(points) > 2:
            points.clear()
    return sum(p.x for p in points) + x[0]


@pytest.mark.parametrize(
    "function",
    [
        cleared_before_something_is_in_it,
        a_buffer_that_is_emptied,
        cleared_under_another_name,
    ],
)
@pytest.mark.parametrize(
    "point", [[0.7, -1.3, 2.1, 0.4], [0.6, 0.2, -0.3, -1.7], [0.1, 1.2, 2.5, 0.3]]
)
def test_a_list_is_cleared_that_has_nothing_yet(function, point):
    assert result(function, point)


KEPT = []


def cleared_outside(x):
    KEPT.clear()
    return x.sum()


def test_a_list_from_outside_is_not_cleared():
    with pytest.raises(CompileError):
        srcad.grad(cleared_outside)(np.ones(2))
