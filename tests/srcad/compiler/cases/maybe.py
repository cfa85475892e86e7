"""Tuples and records that may be None, as run time knows."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


class Hit(NamedTuple):
    t: float
    normal: np.ndarray

    def shade(self, light):
        return self.t * (self.normal @ light)


@dataclass(frozen=True)
class Root:
    low: float
    high: float


def hit(x, k):
    d = x @ x - k
    if d < 0.5:
        return None
    return Hit(np.sqrt(d), x / d)


@case("float64[3]", "float64", draws=3)
def returned_or_not(x, k):
    found = hit(x, k)
    if found is None:
        return k * x[0]
    return found.t * found.normal[0] + found.shade(x)


@case("float64[3]", "float64", draws=3)
def unpacked_where_it_is_there(x, k):
    def inner(v):
        if v[0] > 0:
            return None
        return v[0] * k, v[1:]

    pair = inner(x)
    if pair is not None:
        a, b = pair
        return a * b
    return k * x[1:]


@case("float64[n, 3]", "float64", draws=3)
def the_nearest(xs, k):
    best = None
    for x in xs:
        one = hit(x, k)
        if one is not None and (best is None or one.t < best.t):
            best = one
    return 0.0 if best is None else best.t * best.normal.sum()


@case("float64[n, 3]", "float64")
def the_least_pair(xs, k):
    best = None
    for i, x in enumerate(xs):
        s = x @ x
        if best is None or s < best[0]:
            best = (s, x * k, i)
    return best[0] * best[1] + best[2]


@case("float64[n]", draws=3)
def lost_and_found(x):
    last = (0.5, x)
    total = 0.0
    for v in x:
        if last:
            total += last[0] * (last[1] * v).sum()
        last = None if v > 0.5 else (v * v, x * v)
    if not last:
        return total
    a, b = last
    return total * a + b[0]


def roots(b, c):
    d = b * b - c
    if d <= 0:
        return None
    return Root(-b - np.sqrt(d), -b + np.sqrt(d))


@case("float64[n]", "float64", draws=3)
def records_in_branches(x, c):
    total = c * 0.1
    for b in x:
        found = roots(b, c)
        other = found if b > 0 else roots(c, b)
        if found is None and other is None:
            continue
        if other is not None:
            total = total + other.low * other.high * b
        elif found != None:  # noqa: E711
            total = total - found.low
    return total


class Tracker:
    def __init__(self):
        self.best = None

    def add(self, score, item):
        if self.best is None or score > self.best[0]:
            self.best = (score, item)


@case("float64[n]", values={"x": apart})
def in_an_attribute(x):
    tracker = Tracker()
    for v in x:
        tracker.add(v * v, np.sin(x) * v)
    score, item = tracker.best
    return score * item


@case("float64[n]", draws=3)
def in_a_dict(x):
    state = {"last": None, "total": 0.0}
    for v in x:
        if state["last"] is not None:
            a, b = state["last"]
            state["total"] += a * b * v
        if v < 0.3:
            state["last"] = (v, v * v)
    return state["total"] + x[0]


@case("float64[n]", draws=4)
def with_what_is_known(x):
    pair = ("up", x[0], None) if x[0] > 0 else None
    if pair is None:
        return x * 2.0
    word, value, nothing = pair
    return x * value * len(word) if nothing is None else x


@case("float64[4]", values={"x": apart})
def in_a_tuple(x):
    best = (np.inf, None)
    for k in range(4):
        score = (x[k] - 0.1) ** 2
        if score < best[0]:
            best = (score, (k, x[k] * 2.0, None))
    k, value, _ = best[1]
    return value * (k + 1) + best[0]
