"""Generators and iterators, consumed where they are made."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


def powers(x):
    for k in range(3):
        yield x**k


def two(x):
    yield x
    yield x * x


def without_an_end(x):
    k = 1.0
    while True:
        yield x * k
        k = k + 1.0


def delegating(x):
    yield from two(x)
    yield from [1.0, 2.0 * x]


def leaving(x, n):
    yield x
    if n > 2:
        return
    yield x * x


def tree(x, depth):
    if depth == 0:
        yield x
    else:
        yield from tree(x * 0.5, depth - 1)
        yield from tree(x * x, depth - 1)


def writing(h):
    h[0] = 1.0
    yield h[0] * 1.0
    h[0] = 2.0
    yield h[0] * 1.0


def rows(x):
    for i in range(x.shape[0]):
        yield x[i]


class Pair:
    def __init__(self, a):
        self.a = a

    def __iter__(self):
        yield self.a
        yield self.a * self.a


@case("float64[n]")
def generator_in_a_loop(x):
    total = 0.0
    for v in powers(x):
        total = total + v * x
    return total


@case("float64[n]")
def generator_summed_and_listed(x):
    first, second = two(x)
    return sum(powers(x)) * first + list(two(x))[1] * second + sum(leaving(x, 3))


@case("float64[n]")
def generators_of_generators(x):
    return sum(delegating(x)) * sum(tree(x, 2)) + sum(leaving(x, 1))


@case("float64[n]")
def generator_without_an_end(x):
    total = 0.0
    for k, v in zip(range(3), without_an_end(x), strict=False):
        total = total + v * k
    for k, v in enumerate(without_an_end(x)):
        if k == 2:
            break
        total = total * v
    return total


@case("float64[n]")
def generator_and_consumer_take_turns(x):
    h = x.copy()
    total = 0.0
    for v in writing(h):
        total = total + v * h[0] * x
        h[0] = 10.0
    return total + h


@case("float64[n]")
def written_by_the_consumer(x):
    out = np.zeros(3)
    for i, v in enumerate(powers(x)):
        out[i] = v.sum()
    return out


@case("float64[n]")
def generator_in_a_branch_and_in_a_loop(x):
    total = 0.0
    for i in range(x.shape[0]):
        for v in two(x[i]):
            total = total + v * x
    return total + (sum(two(x)) if x.sum() > 0 else sum(powers(x)))


@case("float64[3]")
def generator_over_a_known_size(x):
    return sum(v * v for v in rows(x))


@case("float64[n]")
def generator_that_is_a_closure(x):
    def multiples(n):
        for k in range(n):
            yield x * k

    return sum(multiples(3)) * sum(v for v in multiples(2))


@case("float64[n]")
def iterators(x):
    pairs = iter([x, x * x, x, 2.0])
    product = sum(a * b for a, b in zip(pairs, pairs, strict=True))
    values = iter((x, x * x))
    first = next(values)
    return product * first + next(values) * next(iter([]), 2.0)


@case("float64[n]")
def generator_expressions(x):
    once = (x * k for k in (1.0, 2.0))
    first, *rest = (x * k for k in (1.0, 2.0, 3.0))
    found = next(v for v in [x, x * x] if v.ndim == 1)
    return sum(once) + sum(once) + first * sum(rest) * found


@case("float64[n]")
def objects_that_are_iterated_over(x):
    first, second = Pair(x)
    return sum(Pair(x)) * first + second * max(*(k for k in (1.0, 2.0)))


@case("float64[5]", values={"x": apart})
def filtered_elements_of_a_known_number(x):
    kept = [v * v for v in x if v > 0]
    kept.append(x[0])
    return sum(kept) * len(kept)


@case("float64[4]", values={"x": apart})
def filtered_pairs_of_a_known_number(x):
    return sum([a * b for a in x if a > 0 for b in x if b < a])


@case("float64[4]", values={"x": apart})
def filtered_tuple(x):
    return sum(v * v for v in (x[0], x[1], x[2]) if v > 0) * x[3]
