"""Generators with something to do where they are left: ``finally``, ``with``."""

import contextlib

import numpy as np

from tests.srcad.compiler.cases.case import case, positive


def finishing(v, log):
    try:
        yield v
        yield v * v
    finally:
        log.append(v.sum())


def silent(v):
    with np.errstate(divide="ignore"):
        yield v
        yield 1.0 / v
    yield v * 3.0


class Manager:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append(1.0)
        return 2.0

    def __exit__(self, *args):
        self.log.append(5.0)


def managed(v, log):
    with Manager(log) as k:
        yield v * k
        yield v * v
    yield v * 3.0


class Telling:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        self.log.append(1.0 if kind is None else 5.0)


@case("float64[n]")
def finally_break_named(x):
    log = []
    g = finishing(x, log)
    for v in g:
        break
    return v * (1.0 + len(log))


@case("float64[n]")
def finally_break_temp(x):
    log = []
    for v in finishing(x, log):
        break
    return v * (1.0 + len(log)) * log[0]


@case("float64[n]")
def finally_next_temp(x):
    log = []
    v = next(finishing(x, log))
    return v * (1.0 + len(log))


@case("float64[n]")
def finally_next_named(x):
    log = []
    g = finishing(x, log)
    v = next(g)
    return v * (1.0 + len(log))


@case("float64[n]")
def finally_all(x):
    log = []
    g = finishing(x, log)
    v = next(g)
    w = next(g)
    n = len(log)
    next(g, None)
    return v * w * (1.0 + n) * (2.0 + len(log))


@case("float64[n]")
def finally_helper(x):
    log = []

    def first(g):
        for v in g:
            return v

    a = first(finishing(x, log))
    return a * (1.0 + len(log))


@case("float64[n]")
def finally_helper_named(x):
    log = []

    def first(g):
        for v in g:
            return v

    g = finishing(x, log)
    a = first(g)
    n = len(log)
    b = next(g)
    return a * (1.0 + n) * b


@case("float64[n]")
def finally_enumerate(x):
    log = []
    for k, v in enumerate(finishing(x, log)):
        break
    return v * (1.0 + len(log))


@case("float64[n]")
def finally_enumerate_named(x):
    log = []
    g = finishing(x, log)
    for k, v in enumerate(g):
        break
    return v * (1.0 + len(log))


@case("float64[n]")
def finally_yield_from(x):
    log = []

    def outer():
        yield from finishing(x, log)
        yield x

    for v in outer():
        break
    return v * (1.0 + len(log))


@case("float64[n]")
def finally_nested_named(x):
    log = []

    def outer(g):
        for v in g:
            yield v * 2.0

    g = finishing(x, log)
    for v in outer(g):
        break
    n = len(log)
    return v * (1.0 + n) * next(g)


@case("float64[n]")
def finally_in_object(x):
    log = []

    class Box:
        def __init__(self, g):
            self.g = g

    b = Box(finishing(x, log))
    v = next(b.g)
    return v * (1.0 + len(log))


@case("float64[n]")
def finally_returned_from_helper(x):
    log = []

    def make():
        g = finishing(x, log)
        a = next(g)
        return a, g

    a, g = make()
    n = len(log)
    return a * (1.0 + n) * next(g)


@case("float64[n]")
def left_static_finally_runtime(x):
    log = []

    def fin(v):
        try:
            yield v.sum()
            yield (v * v).sum()
            yield v.mean()
        finally:
            log.append(v.sum() * 3.0)

    total = 0.0
    for a in fin(x):
        total = total + a
        if total > 0.5:
            break
    return total * log[0] * x


@case("float64[n]")
def finally_loop(x):
    log = []
    total = 0.0
    for v in x:
        for w in finishing(v * np.ones(2), log):
            total = total * 0.5 + w.sum()
            break
    return total * len(log)


@case("float64[n]")
def try_else_finally(x):
    log = []

    def gen():
        try:
            yield x
            yield x * 2.0
        except KeyError:
            yield x * 100.0
        else:
            yield x * 3.0
        finally:
            log.append(2.0)
        yield x * len(log)

    g = gen()
    a = next(g)
    total = a
    for v in g:
        total = total * 0.5 + v * (1 + len(log))
    return total


@case("float64[n]", values={"x": positive})
def errstate_around_yields(x):
    g = silent(x)
    a = next(g)
    b = next(g)
    c = next(g)
    total = a * b + c
    for v in silent(x):
        total = total * v
    return total


@case("float64[n]")
def with_manager(x):
    log = []
    total = 0.0
    for v in managed(x, log):
        total = total + v * len(log)
    return total * sum(log)


@case("float64[n]")
def with_manager_next(x):
    log = []
    g = managed(x, log)
    a = next(g)
    n = len(log)
    b = next(g)
    m = len(log)
    c = next(g)
    return a * n + b * m + c * len(log)


@case("float64[n]")
def finally_with_break(x):
    log = []
    for v in managed(x, log):
        break
    return v * sum(log)


@case("float64[n]")
def finally_with_named(x):
    log = []
    g = managed(x, log)
    for v in g:
        break
    return v * sum(log)


@case("float64[n]")
def finally_of_what_is_caught(x):
    log = []
    try:
        try:
            raise ValueError("a")
        finally:
            log.append(1.0)
    except ValueError:
        pass
    return x * (1.0 + len(log))


@case("float64[n]")
def manager_of_what_is_caught(x):
    log = []
    try:
        with Telling(log):
            raise ValueError("a")
    except ValueError:
        pass
    with Telling(log):
        y = x * 2.0
    return y * (1.0 + sum(log))


@case("float64[n]")
def manager_in_a_generator_that_raises(x):
    log = []

    def g():
        with Telling(log):
            yield x
            raise ValueError("a")

    it = g()
    y = next(it)
    n = len(log)
    try:
        next(it)
    except ValueError:
        pass
    return y * (1.0 + sum(log) + n)


@case("float64[n]")
def finally_in_a_generator_that_raises(x):
    log = []

    def g():
        try:
            yield x
            {}["a"]
        finally:
            log.append(3.0)

    y = 0.0
    try:
        for v in g():
            y = y + v
    except KeyError:
        y = y * 2.0
    return y * (1.0 + sum(log))


class Log:
    def __init__(self, v):
        self.v = v


def tripled(log):
    before = log.v
    log.v = before * 3.0
    try:
        yield log.v
        yield log.v * 2.0
    finally:
        log.v = before


class Began:
    def __init__(self, log):
        self.values = tripled(log)
        self.first = next(self.values)

    def more(self):
        return next(self.values)

    def itself(self):
        return self


class BeganBelow(Began):
    def __init__(self, log):
        super().__init__(log)
        self.then = log.v


@case("float64[n]")
def finally_of_an_object_that_began_it(x):
    log = Log(x)
    began = Began(log)
    y = log.v * 2.0
    return y + began.more()


@case("float64[n]")
def finally_of_an_object_whose_base_began_it(x):
    log = Log(x)
    began = BeganBelow(log)
    return began.then * x + log.v


@case("float64[n]")
def finally_of_an_object_in_a_list(x):
    log = Log(x)
    items = [Began(log).itself(), log.v]
    return items[1] * x + items[0].more()


@case("float64[n]")
def finally_of_an_object_that_is_gone_through(x):
    log = Log(x)
    for _ in [Began(log)]:
        y = log.v
    return y * x + log.v


@case("float64[n]")
def finally_of_an_object_that_a_closure_reads(x):
    log = Log(x)

    def make():
        began = Began(log)
        return lambda: began.more()

    more = make()
    y = log.v * x
    return y + more()


@contextlib.contextmanager
def tripled_inside(log):
    before = log.v
    log.v = before * 3.0
    try:
        yield log
    finally:
        log.v = before


@case("float64[n]")
def finally_of_a_context(x):
    log = Log(x)
    with tripled_inside(log):
        y = log.v * x
    return y + log.v


@case("float64[n]")
def finally_of_a_context_that_is_left(x):
    log = Log(x)
    y = 0.0
    for i in range(3):
        with tripled_inside(log) as same, tripled_inside(same):
            if i == 1:
                break
            y = y + log.v
    return y * log.v
