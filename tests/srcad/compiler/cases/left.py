"""Generators that are left before their end, and gone on with or not."""

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


@case("float64[n]")
def left_and_gone_through(x):
    g = powers(x)
    total = x * 0.0
    for v in g:
        total = total + v
        break
    for v in g:
        total = total * x + v
    return total


@case("float64[n]")
def left_and_asked(x):
    g = endless(x)
    total = x * 0.0
    for k, v in enumerate(g):
        if k == 2:
            break
        total = total + v * v
    return total * next(g)


@case("float64[n]")
def rest_of_what_was_zipped(x):
    g = endless(x)
    total = 0.0
    for k, a in zip(range(2), g):
        total = total + a * k
    return total * next(g)


@case("float64[n]")
def rest_of_what_was_zipped_first(x):
    g = endless(x)
    total = 0.0
    for a, k in zip(g, range(2)):
        total = total + a * k
    return total * next(g)


@case("float64[n]")
def parts_for_a_helper(x):
    def take(n, g):
        found = []
        for v in g:
            found.append(v)
            if len(found) == n:
                break
        return found

    g = endless(x)
    a = take(2, g)
    b = take(1, g)
    return a[0] + a[1] * b[0]


@case("float64[n]")
def first_of_a_helper(x):
    def first(g):
        for v in g:
            return v

    g = powers(x)
    return first(g) + first(g) * 2.0 + first(g) * x


@case("float64[n]")
def recursion_that_is_left(x):
    def tree(v, d):
        if d:
            yield from tree(v * 0.5, d - 1)
            yield v
            yield from tree(v * v, d - 1)

    g = tree(x, 3)
    total = next(g)
    for k, v in enumerate(g):
        total = total + v * k
        if k == 3:
            break
    return total + next(g)


@case("float64[n]")
def loops_with_else(x):
    total = x
    for v in two(x):
        total = total * v
    else:
        total = total + 1.0
    g = two(x)
    for v in g:
        break
    else:
        return total
    return total + next(g)


@case("float64[n]")
def loops_with_else_in_a_loop(x):
    g = powers(x)
    total = 0.0
    for k in range(2):
        for v in g:
            total = total + v * k
            if k == 0:
                break
        else:
            total = total * 2.0
    return total


@case("float64[n]")
def asked_in_a_branch(x):
    g = endless(x)
    if x.sum() > 0:
        a = next(g)
    else:
        a = x * 3.0
    return a


@case("float64[n]")
def asked_in_both_branches(x):
    g = endless(x)
    if x.sum() > 0:
        a = next(g)
    else:
        a = next(g) * 3.0
    return a


@case("float64[n]")
def gone_through_in_a_branch(x):
    g = powers(x)
    total = 0.0
    if x.sum() > 0:
        for v in g:
            total = total + v.sum()
            if total > 1.0:
                break
    else:
        for v in g:
            total = total - v.sum()
    return total * x


@case("float64[n]")
def iterator_left_under_a_condition(x):
    total = 0.0
    for v in iter([x.sum(), x.sum() * 2.0, x.mean(), 3.0]):
        total = total + v
        if total > 0.5:
            break
    return total * x


@case("float64[n]")
def zip_left_under_a_condition(x):
    total = 0.0
    for a, b in zip(powers(x), two(x)):
        total = total + (a * b).sum()
        if total > 0.5:
            break
    return total * x


@case("float64[n]")
def map_left_by_return(x):
    total = 0.0
    for a in map(lambda u, w: (u * w).sum(), powers(x), endless(x)):
        total = total + a
        if total > 0.5:
            return total * x
    return total * x * 2.0


@case("float64[n]")
def searched_with_in(x):
    def gen():
        yield 1
        yield 2
        yield 3

    g = gen()
    a = 2 in g
    return x * next(g) * a


@case("float64[n]")
def long_one_asked_twice_a_round(x):
    g = (x * k for k in range(200))
    total = 0.0
    for v in g:
        total = total + v
        if next(g, None) is None:
            break
    return total
