"""Sequences of run time where Python wants to know how many: dict, reduce, unpacking."""

import functools
import itertools
import operator

import numpy as np

from tests.srcad.compiler.cases.case import case


@case("float64[3]")
def a_dict_of_pairs(x):
    named = dict(zip("abc", x, strict=True))
    counted = dict(enumerate(x))
    return named["a"] * named["b"] + counted[2] * named["c"]


@case("float64[n, 2]", "float64[2]")
def reduced_from_the_first(w, x):
    return functools.reduce(np.multiply, [row + x for row in w])


@case("float64[n, 2, 2]", "float64[2]")
def reduced_rows(w, x):
    return functools.reduce(np.matmul, w) @ x


@case("float64[n]", "float64[n]", sizes={"n": 3})
def reduced_pairs(x, y):
    inner = functools.reduce(lambda a, p: a + p[0] * p[1], zip(x, y, strict=True), 1.0)
    rest = functools.reduce(lambda a, i: a * 0.5 + x[i] * i, range(1, len(x)), inner)
    return functools.reduce(lambda a, i: a + y[i] * a, range(len(x)), rest)


@case("float64[12]", "float64[12]")
def many_pairs(x, y):
    return functools.reduce(lambda a, p: a * p[0] + p[1], zip(x, y), 1.0)


@case("float64[n]")
def accumulated(x):
    mixed = list(itertools.accumulate(x, lambda a, b: a * 0.5 + b * b))
    from_half = list(itertools.accumulate(x, operator.mul, initial=0.5))
    return np.stack(mixed) * from_half[-1] + sum(itertools.accumulate(x))


@case("float64[n]", sizes={"n": 5})
def neighbours_and_parts(x):
    total = 0.0
    for a, b in itertools.pairwise(x):
        total += a * b
    for (i, a), (_, b) in itertools.pairwise(enumerate(x)):
        total += a * b * i
    for v in itertools.chain(x[:2], x[3:], [0.5]):
        total += v * v
    for v in itertools.islice(x, 1, None, 2):
        total = total * v
    return total


@case("float64[12]")
def neighbours_of_many(x):
    return sum(a * b for a, b in itertools.pairwise(itertools.chain(x, x[:1])))


def summed(pairs):
    return sum([p * q for p, q in pairs])


@case("float64[n]")
def iterators_gone_through_once(x):
    pairs = zip(x, x[::-1], strict=True)
    total = summed(pairs)
    for _ in range(2):
        numbered = enumerate(x)
        for k, v in numbered:
            total = total * 0.9 + k * v
    return total * summed(zip(x, x, strict=True))


@case("float64[n]", sizes={"n": 3}, at_one=False)
def truth_of_some_and_of_all(x):
    kept = [v for v in x if v > 0]
    count = any([x[0]]) * 2 + all([x[0], 3.0, x[1] > 0])
    either = any([kept, False]) or all([])
    return (count * x.sum() if either else x[0]) * x
