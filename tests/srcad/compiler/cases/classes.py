"""What asks of what class a run-time value is."""

import numbers
from typing import NamedTuple

import numpy as np

from tests.srcad.compiler.cases.case import case


@case("float64[n]", "float")
def numbers_and_arrays(x, k):
    total = k if isinstance(k, int | float) else x[0]
    total = total * 3.0 if isinstance(x[0], np.ndarray) else total
    if isinstance(x.sum(), float) and not isinstance(x, list | float):
        total = total + x[0] * k
    if isinstance(x[0] * k, np.floating) and isinstance(k * 2.0, numbers.Real):
        total = total * x[0]
    never = isinstance(x[0] > 0, bool) or not isinstance(len(x), int)
    total = total * 5.0 if never else total
    return total * x if isinstance(x, object) else total


@case("float64[n]", "float")
def attributes_of_numbers(x, k):
    total = x * 2.0 if hasattr(x, "__len__") and hasattr(x[0], "shape") else x
    if hasattr(k, "shape") or np.isscalar(x):
        return total * 3.0
    return total * k if np.isscalar(k) and np.isscalar(x[0]) else total


@case("float64[n]", "float64", draws=4)
def what_may_be_none(x, k):
    y = x * k if k > 0 else None
    pair = (x[0], k) if x[0] > 0 else None
    total = x * 0.5
    if isinstance(y, np.ndarray):
        total = total + y * k
    if not isinstance(pair, tuple):
        total = total * k
    if isinstance(y, type(None)):
        total = total * 2.0
    match pair:
        case (a, b):
            total = total * a + b
        case _:
            total = total - k
    return total


@case("float64[n]", "float64", draws=4)
def one_or_the_other(x, k):
    number = x[0] * k if k > 0 else None
    pair = (x[0] * k, k) if x[0] > 0 else None
    found = []
    for v in x:
        if v > 0:
            found.append(v * k)
    values = found or [k]
    a, b = pair or (k, x[0])
    known = True if number and k > -1.0 else False
    return (number or 2.0 * k) * x + sum(values) * a * b + (x if known else x * k)


@case("float64[n]", "float64", draws=4)
def found_in_a_loop_or_not(x, k):
    def first_above(limit):
        for v in x:
            if v > limit:
                return v * k
        return None

    found = first_above(0.3)
    return k if found is None else found * x[0]


class Settings(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


@case("float64[3]")
def attributes_that_are_items(x):
    s = Settings(a=x[0])
    s.b = x[1]
    s["c"] = x[2]
    s.b *= 2
    setattr(s, "d", x[0] * x[1])
    return s.a * s["b"] * s.c + s.d + len(s)


class Doubled(dict):
    def __getattr__(self, name):
        return self[name]

    def __setattr__(self, name, value):
        self[name] = 2 * value


@case("float64[3]", draws=3)
def attributes_that_a_class_keeps_as_items(x):
    s = Doubled(a=x[0])
    s.b = x[1]
    for v in x:
        s.a = s.a * 0.3 + v
    if x[0] > 0:
        s.b = s.b * x[2]
    return s.a * s.b + sum(s.values())


class Scaled:
    def __init__(self, x):
        self.x = x

    def __mul__(self, k):
        return Scaled(self.x * k)


class Hit(NamedTuple):
    t: float
    p: object
    n: object = None


@case("float64[4]")
def objects_with_operators_in_a_record(x):
    hit = Hit(x[0], Scaled(x[1]) * 2)
    hit = hit._replace(p=hit.p * x[2], n=Scaled(2.0) * x[3])
    again = Hit._make([hit.t, hit.p * 3, hit.n])
    return again.p.x * again.t + again.n.x


class Derived(Settings):
    def name(self):
        return super().__class__.__name__


@case("float64[n]")
def the_class_of_super(x):
    return np.sum(x) * len(Derived().name())
