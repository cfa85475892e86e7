"""Attributes and keys that are there on some paths only, or in another order."""

import copy
from collections import ChainMap
from contextlib import suppress
from dataclasses import dataclass

import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


class Bare:
    pass


@dataclass
class Stats:
    total: float = 0.0
    hits = 0

    def see(self, v):
        self.total += v
        if v > 0:
            self.hits += 1


def a_counter(x):
    s = Stats()
    for v in x:
        s.see(v)
    return s.total / (s.hits + 1)


class C:
    n = 0
    k = 2.0
    mode = "slow"

    def act(self, v):
        return v * 2


def on_two_paths(x):
    a = C()
    if x[0] > 0:
        a.n += 1
    if x[1] > 0:
        a.n += 1
    return a.n * x[2] + x[3]


def a_factor(x):
    c = C()
    if x[0] > 0:
        c.k = x[1]
    return c.k * x[2]


def a_text(x):
    c = C()
    if x[0] > 0:
        c.mode = "fast"
    return x[1] * (3 if c.mode == "fast" else 5)


def of_a_chosen_object(x):
    c = C()
    d = C()
    w = c if x[0] > 0 else d
    w.k = x[1]
    return c.k * x[2] + d.k * 7


def in_a_loop(x):
    c = C()
    i = 0
    while i < 3:
        if x[i] > 0.5:
            c.n += i
            c.k *= x[i]
        i += 1
    return c.n * c.k * x[2]


def asked_of_its_own_dict(x):
    c = C()
    if x[0] > 0:
        c.n = 5
    return x[1] * (2 if "n" in vars(c) else 3)


def asked_by_hasattr(x):
    o = Bare()
    if x[0] > 0:
        o.extra = x[1]
    return x[2] if hasattr(o, "extra") else x[3]


def with_a_default(x):
    o = Bare()
    if x[0] > 0:
        o.extra = x[1]
    return getattr(o, "extra", x[3])


def asked_of_a_copy(x):
    o = Bare()
    if x[0] > 0:
        o.extra = x[1]
    p = copy.deepcopy(o)
    return x[2] if hasattr(p, "extra") else x[3]


def in_another_order(x):
    d = {}
    if x[0] > 0:
        d["a"] = x[1]
        d["b"] = x[2]
    else:
        d["b"] = x[2]
        d["a"] = x[1]
    s = 0.0
    for v in d.values():
        s = s * 0.5 + v
    return s


def one_of_them_early(x):
    d = {}
    if x[0] > 0:
        d["b"] = x[3]
    d["a"] = x[1]
    d["b"] = x[2]
    s = 0.0
    for v in d.values():
        s = s * 0.5 + v
    return s


class Rec:
    def __init__(self, x):
        if x[0] > 0:
            self.hi = x[1]
            self.lo = x[2]
        else:
            self.lo = x[2]
            self.hi = x[1]

    def __iter__(self):
        return iter(self.__dict__.values())


def attributes_in_another_order(x):
    hi, lo = Rec(x)
    return hi * 3 + lo


def in_a_try(x):
    d = {}
    if x[0] > 0:
        d["k"] = x[1]
    try:
        return d["k"]
    except KeyError:
        return x[2]


def over_others(x):
    d = {}
    if x[0] > 0:
        d["k"] = x[1]
    base = {"k": x[3]}
    return {**base, **d}["k"]


def updated(x):
    d = {}
    if x[0] > 0:
        d["k"] = x[1]
    base = {"k": x[3]}
    base.update(d)
    return base["k"]


def as_keywords(x):

    def area(v, *, scale=1.0):
        return v * v * scale

    kw = {}
    if x[0] > 0:
        kw["scale"] = x[1]
    return area(x[2], **kw)


def in_a_chain(x):
    d = {}
    if x[0] > 0:
        d["k"] = x[1]
    return ChainMap(d, {"k": x[2]})["k"]


def a_method(x):
    c = C()
    if x[0] > 0:
        c.act = lambda v: v * 5
    return c.act(x[1])


def copied(x):
    d = {}
    if x[0] > 0:
        d["a"] = x[1]
        d["b"] = x[2]
    else:
        d["b"] = x[2]
        d["a"] = x[1]
    e = d.copy()
    s = 0.0
    for v in e.values():
        s = s * 0.5 + v
    return s + len(e) + d["a"]


class Lazy:
    def __getattr__(self, n):
        return 3.0


def with_a_fallback(x):
    o = Lazy()
    if x[0] > 0:
        o.q = x[1]
    return o.q * x[2]


def attributes_in_a_try(x):
    o = Bare()
    if x[0] > 0:
        o.q = x[1]
    try:
        return o.q
    except AttributeError:
        return x[2]


class Cache:
    def __init__(self, x):
        self.x = x

    def get(self):
        if not hasattr(self, "_c"):
            self._c = self.x[1] * 2
        return self._c


def kept_lazily(x):
    c = Cache(x)
    t = c.get() if x[0] > 0 else 0.0
    return t + c.get() ** 2


def suppressed(x):
    d = {}
    if x[0] > 0:
        d["k"] = x[1]
    with suppress(KeyError):
        return d["k"]
    return x[2]


def deleted(x):
    c = C()
    if x[0] > 0:
        c.k = x[1]
    try:
        del c.k
    except AttributeError:
        return x[2]
    return x[3]


WORKS = [
    a_counter,
    on_two_paths,
    a_factor,
    a_text,
    of_a_chosen_object,
    in_a_loop,
    in_another_order,
    one_of_them_early,
    in_a_try,
    over_others,
    updated,
    in_a_chain,
    copied,
    suppressed,
]
REFUSED = [
    deleted,
    asked_of_its_own_dict,
    asked_by_hasattr,
    with_a_default,
    asked_of_a_copy,
    attributes_in_another_order,
    as_keywords,
    a_method,
    with_a_fallback,
    attributes_in_a_try,
    kept_lazily,
]
POINTS = [[0.7, -1.3, 2.1, 0.4], [-0.6, 1.2, -0.35, 1.7], [1.5, 0.9, 0.3, -2.2]]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", WORKS)
def test_what_a_path_has_put_there(function, point):
    assert result(function, point)


@pytest.mark.parametrize("function", REFUSED)
def test_what_hangs_on_its_presence_is_refused(function):
    with pytest.raises(srcad.CompileError, match=r"SRC013|SRC020"):
        srcad.grad(function)(POINTS[0])
