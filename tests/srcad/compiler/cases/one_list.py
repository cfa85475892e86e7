"""A list that run time makes longer is one object for all that refers to it."""

import copy
import functools
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


@dataclass
class Box:
    xs: list


@case("float64[n]")
def by_its_method(x):
    xs = [x[0]]
    put = xs.append
    for v in x:
        put(v * v)
    return sum(xs) * len(xs)


@case("float64[n]", at_one=False)
def by_methods_of_every_kind(x):
    xs, ys = [x[0]], [x[1]]
    read, put, more, first = xs.__getitem__, xs.append, xs.extend, xs.index
    front, size = functools.partial(ys.insert, 0), ys.__len__
    for v in x:
        put(v * v)
        more([v, 2 * v])
        front(v)
    total = read(-1) * sum(xs) + ys[0] * sum(ys) * size()
    return total * (2.0 + first(x[0]) * x[0])


@case("float64[n]")
def in_a_function_that_is_left(x):
    def made():
        xs = []
        return xs, xs.append

    xs, put = made()
    for v in x:
        put(v * v)
    return sum(xs)


@case("float64[n]", values={"x": apart})
def on_a_path_and_in_an_attempt(x):
    xs = [x[0]]
    put = xs.append
    for v in x:
        try:
            put(v)
            if v < 0:
                raise ValueError
            put(v * 2)
        except ValueError:
            put(v * v)
    if x[0] > 0:
        put(x[0])
    return sum(xs) * len(xs)


@case("float64[n]")
def by_a_method_in_a_dict(x):
    xs = [x[0]]
    does = {"put": xs.append, "take": xs.pop}
    for v in x:
        does["put"](v * v)
    return does["take"]() * sum(xs)


@case("float64[n]", at_one=False)
def by_a_function_that_holds_it(x):
    xs, ys = [x[0]], [x[1]]

    def put(where, v):
        where.append(v)

    def double(v, where=ys):
        where.append(2 * v)

    single = functools.partial(put, xs)
    for v in x:
        single(v * v)
        double(v)
    return sum(xs) * sum(ys)


@case("float64[n]", at_one=False)
def by_attributes(x):
    first, second = Box([x[0]]), SimpleNamespace(xs=[x[1]])
    same, both = first, (first.xs, second.xs)
    for v in x:
        same.xs.append(v * v)
        second.xs.append(v)
    return sum(both[0]) * sum(both[1]) * first.xs[0]


@case("float64[n]", at_one=False)
def in_lists_and_dicts(x):
    rows = [[x[0]], [x[1]]]
    named = {"a": {"b": rows[0]}, "rest": (rows,)}
    for v in x:
        named["a"]["b"].append(v * v)
    total = sum(sum(row) * (k + 1) for k, row in enumerate(rows))
    total = total + sum(map(len, rows)) * max(rows[0])
    return total * sum(named["rest"][0][0]) * sum(copy.copy(rows)[0])


@case("float64[n]", at_one=False)
def moved_in_the_outer_one(x):
    rows = [[x[0]], [x[1]], [x[2]]]
    for v in x:
        rows[0].append(v * v)
    rows.reverse()
    more = [*rows, [x[1]]]
    last = rows.pop(-1)
    return sum(last) * sum(more[2]) * sum(rows[0]) * more[3][0]


@case("float64[n]", at_one=False)
def handed_on_one_by_one(x):
    rows = [[x[0]], [x[1]]]
    for v in x:
        rows[0].append(v * v)
        rows[1].append(v)

    def combine(a, b):
        return sum(p * q for p, q in zip(a, b))

    return combine(*rows) * len(sorted(rows, key=len)[0])


@case("float64[n]")
def is_the_same(x):
    xs = [x[0]]
    kept = {"xs": xs}
    for v in x:
        xs.append(v * v)
    return sum(kept["xs"]) * (2.0 if kept["xs"] is xs else 3.0)


@case("float64[n]")
def in_loops_in_each_other(x):
    columns, rows = ([], []), []
    puts = columns[0].append, columns[1].append
    for v in x:
        row = []
        put = row.append
        for w in x:
            put(v * w)
        for k in range(2):
            puts[k](v ** (k + 1))
        rows.append(row)
    return sum(sum(row) for row in rows) * sum(columns[0]) * sum(columns[1])


@case("float64[n]")
def as_a_stack(x):
    stack = [x[0]]
    push, pop = stack.append, stack.pop
    for v in x:
        push(v)
    total = 0.0
    while stack:
        total = total * 0.5 + pop() ** 2
    return total


@case("float64[n]")
def by_what_an_object_keeps(x):
    class Tape:
        def __init__(self):
            self.steps = []
            self.note = self.steps.append

        def __iter__(self):
            return iter(self.steps)

    tape = Tape()
    for v in x:
        tape.note(v * v)
    total = 0.0
    for step in tape:
        total = total * 0.5 + step
    return total * (x[0] if tape.steps == [] else len(tape.steps))


@case("float64[n]")
def bound_anew_under_its_name(x):
    a = [x[0]]
    put, b = a.append, a
    a = [x[-1]]
    for v in x:
        put(v * v)
    return sum(a) * sum(b)


@case("float64[n]")
def emptied_in_each_iteration(x):
    now = []
    put, empty = now.append, now.clear
    total = 0.0
    for v in x:
        put(v * v)
        put(v)
        total = total + sum(now) * len(now)
        empty()
    return total + len(now)


class Log:
    def __init__(self):
        self.items = []
        self.count = 0

    def push(self, *values):
        self.items += [*values]
        self.count += 1


@case("float64[n]")
def an_attribute_that_is_added_to(x):
    log = Log()
    items = log.items
    for value in x:
        log.push(value * value)
    items.append(x[0])
    return sum(log.items) * log.count + len(items)


@case("float64[n]", values={"x": apart})
def an_attribute_that_is_added_to_on_a_path(x):
    log = Log()
    if x[0] > 0:
        log.push(x[0], x[0] * 3.0)
    for value in x:
        if value > 0.5:
            log.items += [np.sin(value), value]
    log.items *= 2
    return sum(log.items) * len(log.items) + x[0]


@case("float64[4]", draws=2)
def arrays_without_axes_that_are_written_in_their_list(x):
    found = []
    for v in x:
        if v > 0:
            found.append(np.array(v))
    for one in found:
        one += 1.0
    return sum(found) * x


@case("float64[4]", draws=2)
def arrays_without_axes_in_pairs(x):
    pairs = []
    for v in x:
        if v > 0:
            pairs.append((np.array(v * 2.0), v))
    for one, v in pairs:
        one *= v
    return sum(one for one, _ in pairs) * x
