"""Tuples, lists, dicts and objects that a loop binds first, and that are read after it."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [[0.703, -1.3018, 2.1047, 0.4021], [-0.6013, 1.2027, -0.3519, 1.7041]]


class Step:
    def __init__(self, t, v):
        self.t, self.v = t, v


def a_tuple(x):
    s = x[0]
    for t in range(15):
        s = s * 0.5
        info = (t, s)
        if s < 0.1:
            break
    return s * x[1] + 0.01 * info[0] + info[1]


def a_list(x):
    s = x[0]
    for t in range(15):
        s = s * 0.5
        info = [t, s]
    return s * x[1] + 0.01 * info[0] + info[1]


def an_object(x):
    s = x[0]
    for t in range(15):
        s = s * 0.5
        info = Step(t, s)
        if s < 0.1:
            break
    return s * x[1] + 0.01 * info.t + info.v


def a_dict_where_there_was_an_empty_one(x):
    s, info = x[0], {}
    for t in range(15):
        s = s * 0.5
        info = {"t": t, "v": s}
    return s * x[1] + 0.01 * info["t"] + info["v"]


def a_dict_where_there_was_a_number(x):
    s, info = x[0], 0.0
    for t in range(15):
        s = s * 0.5
        info = {"t": t, "v": [s, x[1] * s], "name": "k"}
    return s * x[1] + 0.01 * info["t"] + info["v"][1] + len(info["name"])


def in_two_loops(x):
    s, total = x[0], 0.0
    for k in range(10):
        for t in range(12):
            s = s * 0.9
            p = (t, s * k)
        total += p[1] * p[0]
    return total + p[1]


def returned_from_the_middle(x):
    s = x[0]
    for t in range(15):
        s = s * 0.5
        info = (t, s)
        if s < 0.1:
            return info[0] * s
    return s * x[1] + 0.01 * info[0] + info[1]


def with_a_chosen_text(x):
    s = x[0]
    for _ in range(15):
        s = s * 0.5
        best = ("hi" if s > 0.2 else "lo", s)
    return best[1] * (2.0 if best[0] == "hi" else x[1])


def of_an_array_of_a_size_of_its_own(x):
    s = x[0]
    for _ in range(15):
        s = s * 0.5
        info = (x[x > s], s)
    return info[0].sum() * info[1]


def read_by_a_function(x):
    def step(s, t):
        return s * 0.5, {"t": t, "v": s}

    s = x[0]
    for t in range(15):
        s, info = step(s, t)

    def read():
        return info["v"]

    return read() + s * info["t"]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "program",
    [
        a_tuple,
        a_list,
        an_object,
        a_dict_where_there_was_an_empty_one,
        a_dict_where_there_was_a_number,
        in_two_loops,
        returned_from_the_middle,
        with_a_chosen_text,
        of_an_array_of_a_size_of_its_own,
        read_by_a_function,
    ],
)
def test_it_is_read_after_a_loop_that_surely_binds_it(program, point):
    assert result(program, point)


def left_before_it_is_bound(x):
    s = x[0]
    for t in range(15):
        if s < 0.1:
            break
        s = s * 0.5
        info = (t, s)
    return s * x[1] + 0.01 * info[0]


def bound_on_a_path(x):
    s = x[0]
    for t in range(15):
        s = s * 0.5
        if s > 0.1:
            info = (t, s)
    return s * x[1] + 0.01 * info[0]


def left_by_what_is_caught(x):
    s = x[0]
    try:
        for t in range(15):
            s = s * 0.5
            if s < -0.1:
                raise ValueError("small")
            info = (t, s)
    except ValueError:
        info = (3, x[1])
    return s * x[1] + 0.01 * info[0] + info[1]


def written_by_another_name(x):
    h, s = np.zeros(3), x[0]
    for _ in range(15):
        s = s * 0.5
        h = h + s
        info = (h, s)
    h[0] = 5.0
    return info[0].sum() + info[1]


def an_older_one(x):
    s, d = x[0], {"v": 0.0}
    for _ in range(15):
        s = s * 0.5
        d["v"] = s
        info = d
    info["v"] = x[1]
    return d["v"] * x[2]


def two_names(x):
    s = x[0]
    for t in range(15):
        s = s * 0.5
        info = Step(t, s)
        other = info
    info.v = x[1]
    return other.v * x[2]


def none_in_the_end(x):
    s, b = 0.0, {"v": x[2]}
    for k in range(4):
        b = {"v": s}
        if s > 1.0:
            b["v"] = x[0]
        b = None
        s = s + x[k]
    return s if b is None else s + b["v"]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "program",
    [
        none_in_the_end,
        left_before_it_is_bound,
        bound_on_a_path,
        left_by_what_is_caught,
        written_by_another_name,
        an_older_one,
        two_names,
    ],
)
def test_it_is_right_or_refused(program, point):
    result(program, point)


def test_what_may_be_unbound_is_refused():
    with pytest.raises(srcad.CompileError, match="changes its kind"):
        srcad.grad(left_before_it_is_bound)(np.array(POINTS[0]))
