"""A decorator that keeps a number, and one that keeps results."""

import functools

BASE = 0.5


def times(factor):
    def decorate(inner):
        @functools.wraps(inner)
        def run(v):
            return inner(v) * factor

        return run

    return decorate


@functools.lru_cache
def entry(n):
    return n + 1.5


@times(2.0)
def helper(v):
    return v * v + BASE


@times(0.5)
def function(x):
    return helper(x) + x * entry(2)
