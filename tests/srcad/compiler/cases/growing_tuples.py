"""Tuples that run time makes as long as they are."""

import functools
import operator
from typing import NamedTuple

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


@case("float64[n]")
def states_of_a_recurrence(x):
    h = np.zeros(3)
    states = ()
    for v in x:
        h = np.tanh(h * 0.5 + v)
        states += (h,)
    return np.stack(states) * states[-1]


@case("float64[n]", values={"x": apart}, at_one=False)
def in_front_on_some_paths(x):
    found = (x[0],)
    for v in x:
        if v > 0:
            found = (v * 2, *found)
    total = 0.0
    for k, v in enumerate(found[1:]):
        total += v * (k + 1)
    return total + len(found) * x[1] + max(found)


@case("float64[n]", values={"x": apart}, at_one=False)
def longer_on_one_path(x):
    if x[0] > 0:
        found = x[0] * 2, x[1], x[0] * x[1]
    else:
        found = (x[1] * 3,)
    return sum(found) * found[-1]


@case("float64[n]", values={"x": apart})
def what_a_generator_gave(x):
    found = tuple(v * 2 for v in x if v > 0)
    longer = found + (x[0],)
    return np.array(longer) * 0.5, sum(found)


@case("float64[n]", values={"x": apart}, at_one=False)
def of_a_list_that_goes_on(x):
    ys = [v * v for v in x if v > 0]
    before = tuple(ys)
    ys.append(x[0])
    ys[0] = x[1] * 3
    return np.array(before).sum() * x[0] + sum(ys)


@case("float64[n]")
def read_before_and_after(x):
    short, long = (), ()
    for v in x:
        short = long
        long = long + (v * v,)
    return sum(short) * 2 + sum(long) * x[0]


def scan(step, carry, xs):
    ys = ()
    for x in xs:
        carry, y = step(carry, x)
        ys += (y,)
    return carry, ys


@case("float64[n]")
def a_scan(x):
    last, ys = scan(lambda h, v: (h * v, np.sin(h) + v), x[0], x)
    return last * np.array(ys) + ys[0]


class Trace:
    def __init__(self):
        self.seen = ()

    def note(self, v):
        self.seen += (v,)


@case("float64[n]")
def an_attribute(x):
    trace = Trace()
    for v in x:
        trace.note(v**2)
    return np.stack(trace.seen) * x


@case("float64[n]")
def an_item(x):
    held = {"seen": ()}
    for v in x:
        held["seen"] += (v,)
    return np.array(held["seen"]) * 2 * x


class Pair(NamedTuple):
    rate: float
    part: np.ndarray


@case("float64[n]")
def of_records(x):
    pairs = ()
    for v in x:
        pairs += (Pair(v, v * x),)
    total = 0.0
    for rate, part in pairs:
        total = total + rate * part
    return total * pairs[0].rate


@case("float64[n]", values={"x": apart})
def until_something_is_met(x):
    seen = ()
    i = 0
    while i < len(x) and x[i] * i < 2.0:
        seen = (x * i, *seen)
        i += 1
    return np.concatenate(seen)


@case("float64[n]", values={"x": apart})
def an_output(x):
    return x.sum(), tuple((v * 2, v * x) for v in x if v > 0)


@case("float64[n]", at_one=False)
def starred_in_lists(x):
    ys = [v * v for v in x if v != 0.25]
    zs = [x[0], *ys, *ys, x[1]]
    alone = [*ys]
    alone.append(x[1])
    return np.array(zs).sum() * np.array(alone)


@case("float64[n]", values={"x": apart}, at_one=False)
def repeated(x):
    count = 2 if x[0] > 0 else 3
    return sum((x[0], x[1] * 2) * count) * x


class Walk(NamedTuple):
    place: np.ndarray
    steps: tuple = ()


@case("float64[n]")
def in_a_record(x):
    walk = Walk(np.zeros(2))
    for v in x:
        walk = Walk(np.tanh(walk.place + v), walk.steps + (v,))
    return walk.place * sum(walk.steps)


@case("float64[n]", values={"x": apart})
def in_a_tuple(x):
    state = (x[0], (), (1, ()))
    for v in x:
        level, seen, (count, kept) = state
        if v > 0:
            kept += (v * level,)
        state = level * 0.5 + v, (*seen, level), (count + 1, kept)
    level, seen, (count, kept) = state
    return level * count + np.array(seen).sum() + sum(kept)


@case("float64[n]")
def as_often_as_is_known(x):
    states, h = (), x
    for k in range(12):
        h = np.tanh(h * 0.9 + k * 0.01)
        states += (h,)
    first, *_, last = states
    return first * last + np.stack(states).sum(axis=0) * len(states)


@case("float64[n]")
def sizes_are_known(x):
    shape, places = (), ()
    for k in range(10):
        shape, places = (*shape, 1), places + (k % 2,)
    return x.reshape((-1, *shape)) * sum(places) + (places[:2] == (0, 1))


@case("float64[n]")
def of_several_ranks(x):
    parts = ()
    for k in range(10):
        parts += (x[0] * k, x * k)
    return parts[2] + sum(parts[1::2])


@case("float64[n]")
def another_in_each_iteration(x):
    found, total = (), 0.0
    for v in x:
        total += sum(found) * v
        found = (v,)
        for w in x:
            found += (v * w,)
    return total + len(found)


@case("float64[n]", values={"x": apart})
def none_again_on_some_paths(x):
    found, total = (), 0.0
    for v in x:
        found += (v * v,)
        if v > 0.5:
            total += sum(found)
            found = ()
    return total * sum(found) + x[0]


@case("float64[n]")
def one_at_the_end_of_each_iteration(x):
    found, total = (), 0.0
    for v in x:
        total += v * sum(found)
        found = (v * total,)
    return total + sum(found)


@case("float64[n]", values={"x": apart})
def two_that_are_empty_on_one_path(x):
    numbers, pairs = (), ()
    if x[0] > 0:
        numbers, pairs = (x[0], x[0] * 2), ((x[0], x * x[0]),)
    total = sum(numbers)
    for rate, part in pairs:
        total = total + (rate * part).sum()
    return total + x.sum()


@case("float64[n]", values={"x": apart})
def put_together_by_an_operator(x):
    some = []
    for v in x:
        if v > 0:
            some.append(v)
    pairs = [(v, 2 * v) for v in some]
    return sum(functools.reduce(operator.add, pairs, ())) * x
