"""Generators that are asked for one value after the other."""

from tests.srcad.compiler.cases.case import case


def powers(x):
    for k in range(3):
        yield x**k


def two(x):
    yield x
    yield x * x


def endless(x):
    k = 1.0
    while True:
        yield x * k
        k = k + 1.0


def returning(v):
    yield v
    return v * v


def valued(v):
    got = yield v
    yield v * (2.0 if got is None else got)


def nesting(v):
    r = yield from returning(v)
    yield r * 3.0


def inter(v):
    for a in two(v):
        for b in powers(a):
            yield a * b
    yield v


def with_cond(v, flag):
    if flag:
        yield v
        yield v * 2.0
    else:
        yield v * 3.0
    k = 0
    while k < 2:
        if k == 1:
            k += 1
            continue
        yield v * k
        k += 1
    else:
        yield v * 7.0


def guarded(v):
    try:
        yield v
        yield v * v
    except ZeroDivisionError:
        yield v * 3.0


@case("float64[n]")
def asked_three_times(x):
    g = powers(x)
    a = next(g)
    b = next(g)
    c = next(g)
    return a + 2.0 * b + 3.0 * c


@case("float64[n]")
def asked_with_a_default(x):
    g = two(x)
    next(g)
    a = next(g)
    return a * next(g, 4.0)


@case("float64[n]")
def asked_then_gone_through(x):
    g = powers(x)
    first = next(g)
    total = first * 0.0
    for v in g:
        total = total * x + v
    return total


@case("float64[n]")
def two_together(x):
    total = 0.0
    for a, b in zip(powers(x), endless(x)):
        total = total + a * b
    return total


@case("float64[n]")
def zipped_with_itself(x):
    g = endless(x)
    total = 0.0
    for k, a, b in zip(range(3), g, g):
        total = total + a * b * k
    return total


@case("float64[n]")
def mapped_and_asked(x):
    m = map(lambda v: v * v, endless(x))
    next(m)
    return next(m) * x


@case("float64[n]")
def yields_in_conditions(x):
    g = valued(x)
    return next(g) + next(g) * sum(valued(x))


@case("float64[n]")
def values_of_yields(x):
    def gen():
        got: object = yield x
        other = yield x * 2.0
        yield x * (3.0 if got is None and other is None else 5.0)
        return (yield x * 4.0)

    g = gen()
    a, b, c, d = g
    h = gen()
    total = 0.0
    for v in gen():
        total = total * 0.5 + v
    return a * b + c * d + next(h) + next(h) + total


@case("float64[n]")
def value_of_a_delegation(x):
    g = nesting(x)
    a = next(g)
    return a * next(g)


@case("float64[n]")
def generators_in_generators(x):
    g = inter(x)
    a = next(g)
    b = next(g)
    c = next(g)
    d = next(g)
    return a + b * 2.0 + c * 3.0 + d * 4.0 + sum(g)


@case("float64[n]")
def known_conditions_and_loops(x):
    g = with_cond(x, True)
    total = next(g) * 0.5
    for v in g:
        total = total * x + v
    for v in with_cond(x, False):
        total = total * x + v
    return total


@case("float64[n]")
def yields_in_a_try(x):
    total = 0.0
    for v in guarded(x):
        total = total + v * x
    g = guarded(x)
    return total * next(g) + next(g)


@case("float64[n]")
def consumer_raises(x):
    def gen():
        try:
            yield x
        except ValueError:
            yield x * 5.0
        yield x * x

    g = gen()
    total = 0.0
    try:
        for v in g:
            total = total + v
            raise ValueError("mine")
    except ValueError:
        total = total * 2.0
    return total * next(g)


@case("float64[n]")
def ended_by_what_it_raises(x):
    def gen():
        yield x
        raise ValueError("no")

    g = gen()
    kept = []
    kept.append(next(g))
    try:
        next(g)
    except ValueError:
        kept.append(x * x)
    return sum(kept) * next(g, 3.0)


@case("float64[n]")
def variable_around(x):
    n = 0

    def numbers():
        nonlocal n
        while True:
            n += 1
            yield x * n

    g = numbers()
    a = next(g)
    m = n
    b = next(g)
    return a * m + b * n


@case("float64[n]")
def variable_around_asked_by_a_helper(x):
    n = 0.0

    def numbers():
        nonlocal n
        for k in range(4):
            n = n + x.sum() * k
            yield n

    def draw(g):
        return next(g)

    g = numbers()
    a = draw(g)
    b = draw(g)
    m = n
    n = n * 2.0
    c = draw(g)
    return a + b * 2.0 + c * 3.0 + n * m * x


@case("float64[n]")
def variable_around_under_a_condition(x):
    n = 0.0

    def numbers():
        nonlocal n
        while True:
            if x.sum() > n:
                n = n + 1.0
            yield n

    g = numbers()
    a = next(g)
    b = next(g)
    return (a + b * 2.0) * n * x


@case("float64[n]")
def variable_that_a_function_changes(x):
    def gen():
        k = 1.0

        def bump():
            nonlocal k
            k = k * 3.0

        while True:
            yield x * k, bump
            k = k + 1.0

    g = gen()
    a, bump = next(g)
    bump()
    b, _ = next(g)
    c, _ = next(g)
    return a * b * c


@case("float64[n]")
def generator_of_generators(x):
    def make():
        for k in (1.0, 2.0):
            yield (v * k for v in two(x))

    total = 0.0
    for g in make():
        total = total + sum(g)
    a, b = make()
    return total * next(a) + next(b) * next(a)


@case("float64[n]")
def list_that_it_grows(x):
    seen = []

    def gen():
        for k in range(3):
            seen.append(x * k)
            yield k

    g = gen()
    next(g)
    n = len(seen)
    next(g)
    return sum(seen) * n + len(seen) * x


@case("float64[n]")
def asked_where_a_list_grows(x):
    ys = []
    g = endless(x)
    if next(g).sum() > 0.1:
        ys.append(x.sum())
    if next(g).sum() > 0.1:
        ys.append(x.mean())
    total = 0.0
    for y in ys:
        total = total + y
    return total * next(g)


@case("float64[n]")
def two_consumers(x):
    g = endless(x)
    h = (a * b for a, b in zip(g, g))
    first = next(h)
    return first + next(g) * next(h)


@case("float64[n]")
def kept_in_an_object(x):
    class Source:
        def __init__(self, v):
            self.items = endless(v)

        def draw(self):
            return next(self.items)

    s = Source(x)
    return s.draw() + s.draw() * s.draw()


@case("float64[n]")
def round_robin(x):
    gens = [two(x), powers(x)]
    total = x
    while gens:
        rest = []
        for g in gens:
            v = next(g, None)
            if v is not None:
                total = total * 0.5 + v
                rest.append(g)
        gens = rest
    return total


@case("float64[n]")
def conditions_between_yields(x):
    def gen():
        s = x.sum()
        if s > 0:
            s = s * 2.0
        yield s
        if s > 1.0:
            s = s * 3.0
        else:
            s = s - 1.0
        yield s

    g = gen()
    a = next(g)
    b = next(g)
    return a * b * x


@case("float64[n]")
def loops_between_yields(x):
    def gen():
        s = 0.0
        for v in x:
            s = s * 0.5 + v
        yield s
        for v in x:
            s = s + v * v
        yield s

    g = gen()
    a = next(g)
    b = next(g)
    return a * b * x


@case("float64[n]")
def loop_around_a_yield(x):
    def gen():
        yield x.sum()
        for v in x:
            yield v * 2.0
        yield x.mean()

    g = gen()
    total = next(g)
    for v in g:
        total = total * 0.5 + v
    return total


@case("float64[n]")
def condition_around_a_yield(x):
    def gen():
        yield x * 2.0
        if x.sum() > 0.2:
            yield x
        yield x * 4.0

    g = gen()
    total = next(g)
    for v in g:
        total = total * 0.5 + v
    return total


@case("float64[n]")
def array_that_both_write(x):
    h = x.copy()

    def gen():
        for k in range(3):
            for i in range(h.shape[0]):
                h[i] = h[i] * 2.0
            yield h.sum()

    g = gen()
    a = next(g)
    for i in range(h.shape[0]):
        h[i] = h[i] + a
    b = next(g)
    return (a + b) * h
