"""Loops whose first iteration changes the rank, or the keys, of what they carry."""

import itertools
from collections import defaultdict

import numpy as np

from tests.srcad.compiler.cases.case import case, small


@case("float64[3]")
def a_number_becomes_an_array(x):
    s = x.sum()
    for k in range(4):
        s = np.tanh(s + x * k)
    return s


@case("float64[3]", "float64[3, 3]", values={"x": small, "a": small})
def two_names_in_turn(x, a):
    before, now = x.sum(), x[0] * 2
    for k in range(5):
        before, now = now, a @ x * now - before * k
    return now * before


@case("float64[4, 3]")
def over_rows_with_a_break(x):
    h = x[0, 0]
    for k, row in enumerate(x[1:]):
        h = np.tanh(h * row + k)
        if h.sum() > 1.2:
            break
    return h.sum()


@case("float64[3]")
def backwards_and_left_early(x):
    s = x[1]
    for k in range(9, 0, -2):
        s = s * 0.5 + x * k
        if s[0] > 5.0:
            return s * 2
    return s


@case("float64[3]")
def endless(x):
    s, n = x[0], 0
    while True:
        s = s + x * 0.5
        n += 1
        if n > 6 or s.sum() > 3.0:
            break
    return s.sum() * n


@case("float64[3]")
def counted(x):
    s = x[0]
    for k in itertools.count(1):
        s = s * 0.5 + x
        if k == 4 or s.sum() > 9.0:
            break
    return s.sum() * k


@case("float64[3]")
def an_item_of_a_dict(x):
    state = {"x": x, "m": x.sum()}
    for _ in range(4):
        state["m"] = 0.9 * state["m"] + state["x"] ** 2
        state["x"] = state["x"] - 0.1 * state["m"]
    return state["x"].sum()


@case("float64[3]")
def in_a_loop(x):
    s = x[0]
    for k in range(2):
        for j in range(3):
            s = np.sin(s) + x * (k + j)
    return s


@case("float64[3]")
def in_a_generator(x):
    def values(s):
        for k in range(3):
            s = s * x + k
            yield s

    return sum(value.sum() for value in values(x[0]))


# ------------------------------------------------ numbers that would stand for arrays


@case("float64[4]", values={"x": small})
def a_number_that_is_added_up(x):
    c, t, i = 0.0, 0.0, 0
    while i < 4:
        w = np.exp(c + x[i])
        t = t + np.sum(w)
        c = w * x
        i += 1
    return t


@case("float64[4]")
def a_number_beside_others_of_its_size(x):
    b, c, t = x[0], 0, 0
    for _ in range(x.size):
        for value in (c, b, np.add(c, b, dtype=float)):
            t = t + np.sum(value * x[1])
            c = c * x
    return t + b


@case("float64[4]")
def a_number_that_is_asked_for_its_size(x):
    c, t = 1.0, 0.0
    for v in x:
        t = t + np.mean(c * v) + np.size(c)
        c = c * x
    return t


@case("float64[3]", "float64[3]")
def a_number_that_is_one_again(x, y):
    h, t = 0.0, 0.0
    for v in x:
        h += v
        t = t + np.sum(h)
        h = h * y
    return t


@case("float64[3]")
def a_number_on_both_sides_of_a_branch(x):
    c, t = 0.0, 0.0
    for v in x:
        u = c * v if v > 0 else c + v
        t = t + np.mean(u)
        c = np.sin(c + x)
    return t


@case("float64[3]")
def a_number_that_comes_an_iteration_later(x):
    late, c, t = 0.0, 0.0, 0.0
    for v in x:
        t = t + np.sum(late * v + v)
        late = c
        c = c * x + x
    return t


@case("float64[4]")
def a_number_where_there_may_be_no_iteration(x):
    c, t = 0.0, x[0]
    while t < 5.0:
        t = t + np.sum(np.exp(c + x[1])) + 1.0
        c = x * 0.5
    return t


@case("float64[4]", "float64[4]")
def another_rank_over_as_many_as_run_time_knows(x, y):
    s, t = x[0], 0.0
    for v in x[x > 0]:
        t = t + np.sum(s * v)
        s = s + y * v
        if t > 2:
            return t * 2
    return t


@case("float64[4]")
def a_number_that_is_asked_for_its_rank(x):
    c, t = 0.0, 0.0
    for v in x:
        t += np.ndim(c) * v * np.asarray(c).ndim
        c = c + x
    return t + np.sum(c)


@case("float64[4]")
def a_number_in_what_takes_arrays(x):
    c, t = 0.0, 0.0
    for v in x:
        t += np.linalg.norm(c) ** 2 * v + np.prod(c + 1.5)
        t += np.dot(x, c).sum() + np.atleast_1d(c)[0] * v
        c = c * 0.5 + x
    return t


@case("float64[3, 3]", "float64[]")
def a_number_times_an_array(m, t):
    h, total = 0.5, 0.0
    for row in m:
        v = t + np.zeros(3)
        total = total + np.sum(h * (h * v)) + np.mean(-(v / (h + 3.0)) * t)
        h = np.abs(row) + 1
    return total


@case("float64[4]")
def keys_that_the_first_sweep_gives(x):
    values, best = defaultdict(float), {}
    for _ in range(20):
        for k in range(2):
            q = {step: values[(k + step) % 2] * 0.8 + x[k] * step for step in (1, 2)}
            best[k] = max(q, key=q.get)
            values[k] = q[best[k]]
        if abs(values[0]) > 1.5:
            break
    return sum(values.values()) + x[0] * list(best.values()).count(1)


@case("float64[4]")
def keys_of_more_sweeps_than_are_written_out(x):
    values = defaultdict(float)
    for k in range(1200):
        values["sum"] = values["sum"] * 0.5 + x[k % 4]
        values["number"] += 1
    return values["sum"] * values["number"]


@case("float64[4]")
def keys_until_nothing_changes(x):
    values, change = {}, 1.0
    while change > 0.01:
        change = 0.0
        for k in range(4):
            new = 0.5 * values.get((k + 1) % 4, 0.0) + x[k]
            change = max(change, abs(values.get(k, 0.0) - new))
            values[k] = new
    return values[0] * values[3]


@case("float64[4]")
def keys_of_an_endless_loop(x):
    values = defaultdict(float)
    while True:
        before = values["a"]
        values["a"] += x[0] ** 2 + 0.1
        values["b"] = before * values["b"] + x[1]
        if values["a"] > 2.0:
            return values["b"]


@case("float64[4]")
def keys_that_each_iteration_gives(x):
    values = {}
    for k in range(10):
        values[k] = x[k % 4] * k + values.get(k - 1, 0.0)
        if values[k] > 3.0:
            break
    return sum(values.values())


@case("float64[4]")
def keys_that_the_second_iteration_gives(x):
    values = {}
    for k in range(12):
        values[k == 0] = x[k % 4] + 0.5 * values.get(True, 1.0)
    return values[True] * values[False]
