"""Generators whose ``yield`` stands in a run-time loop or under a run-time condition."""

import functools
import operator
from typing import Any, NamedTuple

import numpy as np

from tests.srcad.compiler.cases.case import apart, case, positive


def waves(v):
    for item in v:
        yield np.sin(item)


def decay(s):
    while s < 3.0:
        yield s
        s = s * 1.5 + 0.1
    yield s * 2.0


def maybe(s):
    if s > 0.0:
        yield s
    yield s * s
    if s < -0.5:
        return
    yield 3.0 * s


def until(v, limit):
    for item in v:
        if item > limit:
            return
        yield item * item
        if item < -limit:
            break
    yield limit


def both(v):
    yield from waves(v)
    yield 1.0
    yield from v


def split(v):
    for item in waves(v):
        if item > 0.0:
            yield item
        yield item * item


def halves(s):
    while True:
        yield s
        s = s * 0.7 + 0.1


def doubling(h):
    for i in range(h.shape[0]):
        h[i] = h[i] * 2.0
        yield i


def neighbours(v):
    for i in range(1, v.shape[0]):
        yield v[i - 1], v[i]


def with_sum(v):
    total = 0.0
    for item in v:
        yield item
        total = total + item
    return total


def and_its_square(v):
    total = yield from with_sum(v)
    yield total * total


def finishing(v, log):
    try:
        yield from v
    finally:
        log.append(v.sum())


class Walk:
    def __init__(self, v):
        self.v = v

    def __iter__(self):
        for item in self.v:
            yield item * 2.0


@case("float64[n]")
def fused(x):
    total = 0.0
    for item in waves(x):
        total = total * 0.5 + item
    return total


@case("float64[n]", values={"x": apart})
def left_by_break(x):
    total = 0.0
    for item in waves(x):
        if item > 0.5:
            break
        total = total * 0.5 + item
        if total > 0.4:
            break
    return total


@case("float64[n]", values={"x": apart})
def left_in_three_ways(x):
    total = 1.0
    for item in waves(x):
        if item > 0.8:
            break
        if item < -0.8:
            return total * 2.0
        if item < -0.2:
            continue
        total = total * 0.5 + item
    else:
        total = total * 3.0
    return total


@case("float64[]", values={"s": positive})
def in_a_while_loop(s):
    total = 0.0
    for a in decay(s):
        total = total + a * a
    for a in decay(s):
        total = total + a
        if total > 4.0:
            break
    return total


@case("float64[]")
def under_conditions(s):
    total = 1.0
    for a in maybe(s):
        total = total * a + s
    for a in maybe(s):
        if a > 0.7:
            return total
        total = total * a + s
    return total * 2.0


@case("float64[n]", values={"x": apart})
def returning_and_breaking(x):
    total = 0.0
    for a in until(x, 0.7):
        total = total * 0.9 + a
    for a in until(x, 0.5):
        total = total * 0.8 + a
        if total > 0.6:
            break
    return total


@case("float64[n]", values={"x": apart})
def delegated(x):
    total = 0.0
    for a in both(x):
        if a > 0.9:
            break
        total = total * 0.5 + a
    return total


@case("float64[n]", values={"x": apart})
def consumed_by_a_generator(x):
    total = 0.0
    for a in split(x):
        if a > 0.7:
            break
        total = total * 0.5 + a
    return total


@case("float64[n]", values={"x": apart})
def loops_in_each_other(x):
    total = 0.0
    for a in waves(x):
        for b in waves(x):
            if b > 0.5:
                continue
            total = total * 0.5 + a * b
    return total


@case("float64[]", values={"s": positive})
def without_an_end(s):
    total = 0.0
    for a in halves(s):
        total = total + a * a
        if total > 2.0:
            return total * a


@case("float64[n]")
def writing_in_turns(x):
    h = x.copy()
    total = 0.0
    for i in doubling(h):
        total = total + h[i] * h.sum()
        h[i] = h[i] * 0.5
    return total + h.sum()


@case("float64[n]")
def sharing_a_variable(x):
    count, scale = 0.0, 1.0

    def counted():
        nonlocal count
        for v in x:
            count = count + v * scale
            yield v * 2.0

    total = 0.0
    for a in counted():
        total = total + a * count
        scale = scale * 0.5
    return total * count


@case("float64[n]", values={"x": apart})
def with_positions(x):
    total = 0.0
    for i, a in enumerate(waves(x), 1):
        if a > 0.9:
            break
        total = total + i * a
    return total


@case("float64[n]", "float64[m]")
def together_with_an_array(x, y):
    total = 0.0
    for a, b in zip(waves(x), y, strict=False):
        total = total * 0.9 + a * b
    else:
        total = total * 2.0
    for b, a in zip(y, waves(x), strict=False):
        total = total * 0.9 + a * b
    return total


@case("float64[n]", values={"x": apart})
def collected(x):
    items = list(waves(x))
    pairs = list(neighbours(x))
    squares = [v * v for v in waves(x) if v > 0.0]
    total = sum(waves(x)) + sum(a * b for a, b in pairs) + len(pairs)
    return total * np.stack(items).sum() + sum(squares) + max(v for v in waves(x))


@case("float64[n]", values={"x": apart})
def quantified(x):
    one = x.sum() if any(v > 0.5 for v in waves(x)) else x.sum() * 2.0
    return one * (1.0 if all(v > -0.9 for v in waves(x)) else 3.0)


@case("float64[n]")
def values_of_generators(x):
    log = []
    total = 0.0
    for a in and_its_square(x):
        total = total * 0.5 + a
    for a in Walk(x):
        total = total * 0.5 + a
    for a in finishing(x, log):
        total = total + a * a
        if total > 1.0:
            break
    return total * log[0]


@case("float64[n]")
def bound_in_the_body(x):
    for a, b in neighbours(np.concatenate([x, x])):
        product = a * b
    return product


@case("float64[n]")
def handed_on(x):
    def folded(items, start):
        total = start
        for a in items:
            total = total * 0.5 + a
        return total

    return folded(waves(x), 1.0) * folded((v * v for v in x), 0.0)


@case("float64[n]", values={"x": apart})
def expressions_read_late(x):
    k = 2.0
    later = (v * k for v in x)
    products = map(lambda v: v * k, (x, x * x))
    k = 5.0
    total = sum(later)
    for a in (v * k for v in x):
        total = total + a
        k = k * 0.5
    for a in filter(lambda v: v > 0.0, x):
        total = total + a * a
    return total * sum(products) + sum(products)


@case("float64[]", values={"a": positive})
def steps_of_a_method(a):
    def steps(z):
        while True:
            z = 0.5 * (z + (a * a + 1.0) / z)
            yield z

    for k, z in enumerate(steps(1.0)):
        if k >= 4 or abs(z * z - a * a - 1.0) < 1e-3:
            break
    return z


def those_above(xs):
    for x in xs:
        if x > -1.0:
            yield x * x


@case("float64[n]", "float64")
def counted_pairs(x, a):
    total = 0.0
    for i, (raw, mean) in enumerate(zip(x, those_above(x), strict=False)):
        if raw > mean:
            continue
        total += (raw - mean * a) ** 2 * (i + 1)
    for raw, (i, square) in zip(x, enumerate(those_above(x), start=1), strict=False):
        total += (raw - square) * a * i
    return total


@case("float64[n]", "float64")
def counted_twice_and_left(x, a):
    total = 0.0
    pairs = zip(those_above(x), x[1:], strict=False)
    for i, (j, (square, y)) in enumerate(enumerate(pairs, start=2)):
        if square * i > 2.0:
            break
        total = total * a + square * i + j * y
    return total


@case("float64[n]", "float64")
def counted_pairs_in_a_list(x, a):
    rows = [
        square * i + raw * a
        for i, (raw, square) in enumerate(zip(x, those_above(x), strict=False), 1)
    ]
    return sum(rows) + a


class Kept(NamedTuple):
    items: Any
    scale: float = 1.0


class Keeps:
    def __call__(self, items):
        self.items = items
        return self


@case("float64[n]")
def expressions_that_are_handed_on(x):
    class Held:
        pass

    held, table, k = Held(), {}, 2.0
    setattr(held, "items", (v * k for v in x))  # noqa: B010
    operator.setitem(table, "items", (v + k for v in x))
    kept = Kept((v - k for v in x))
    called = Keeps()(v * k * k for v in x)
    of_keys = dict.fromkeys(["items"], (v * v * k for v in x))
    summed = functools.partial(sum, (v / k for v in x))
    k = 5.0
    total = sum(held.items) * sum(table["items"]) + sum(kept.items)
    return total * sum(called.items) + sum(of_keys["items"]) * summed() * x
