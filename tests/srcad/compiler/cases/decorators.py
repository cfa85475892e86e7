"""Decorated functions: what a decorator gives is what is read."""

import functools

import numpy as np

import srcad
from srcad import nn
from tests.srcad.compiler.cases.case import case


def doubled(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return 2.0 * function(*args, **kwargs)

    return inner


def scaled(factor):
    def decorate(method):
        @functools.wraps(method)
        def inner(self, x):
            return factor * method(self, x) + x

        return inner

    return decorate


def without_a_trace(function):
    def inner(x):
        return function(x) + 1.0

    return inner


def defaulted(function):
    @functools.wraps(function)
    def inner(x, scale=3.0):
        return function(x * scale)

    return inner


class Tripled:
    """A decorator that is a class."""

    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function = function

    def __call__(self, *args):
        return 3.0 * self.function(*args)


@doubled
def square(x):
    return x * x


@without_a_trace
def cube(x):
    return x * x * x


@Tripled
def fourth(x):
    return x**4


@defaulted
def shifted(x):
    return x * x + x


@srcad.jit
def compiled(x):
    return x * x


@doubled
@srcad.jit
def compiled_inside(x):
    return x * x


@srcad.jit
@doubled
def compiled_outside(x):
    return x * x


@functools.lru_cache
def cached(k):
    return k * 2.0


class Holder:
    @doubled
    def method(self, x):
        return x * x

    @property
    @doubled
    def number(self):
        return 1.5

    @staticmethod
    @doubled
    def static(x):
        return x**3

    @classmethod
    @doubled
    def of_class(cls, x):
        return x**4


@case("float64[n]")
def wrappers(x):
    return square(x) * cube(x) + fourth(x)


@case("float64[n]")
def another_signature(x):
    return shifted(x, scale=2.0) * shifted(x)


@case("float64[n]")
@doubled
def decorated_itself(x):
    return x * x


@case("float64[n]")
def compiled_by_jit(x):
    return compiled(x) + compiled_inside(x) * compiled_outside(x)


@case("float64[n]")
def caches(x):
    return cached(3.0) * x * cached(2)


@case("float64[n]")
def methods(x):
    holder = Holder()
    return holder.method(x) * holder.number + Holder.static(x) * holder.of_class(x)


class Inner(nn.Cell):
    @scaled(3.0)
    def construct(self, x):
        return x * x


@case("float64[n]")
class Outer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    @doubled
    def construct(self, x):
        return self.inner(x) * x


@case("float64[n]")
def decorators_of_a_function_inside(x):
    def doubled(function):
        def inner(*args):
            return function(*args) * 2.0

        return inner

    def scaled(factor):
        def decorate(function):
            @functools.wraps(function)
            def inner(v):
                return function(v) * factor * x[0]

            return inner

        return decorate

    @scaled(3.0)
    @doubled
    def product(v):
        return v * v

    @functools.lru_cache
    def weight(k):
        return k + 0.5

    return product(np.sin(x)) * weight(2)


@case("float64")
def kept_by_number(x):
    @functools.lru_cache(maxsize=None)
    def bessel(n):
        if n < 2:
            return np.sin(x + n)
        return 0.6 * n * bessel(n - 1) - bessel(n - 2)

    return bessel(4)


def counted(function):
    @functools.wraps(function)
    def inner(*args):
        inner.calls += 1
        inner.total = inner.total * 0.5 + args[0]
        return function(*args) * inner.calls

    inner.calls = 0
    inner.total = 0.0
    return inner


@case("float64[3]")
def a_function_with_attributes(x):
    square = counted(lambda v: v * v)
    total = square(x[0]) * square(x[1])
    for v in x:
        total = total + square(v)
    return total * square.calls + square.total * getattr(square, "missing", 2.0)


@case("float64[3]")
def what_a_function_keeps(x):
    def remembered(function):
        def inner(n):
            if n not in inner.known:
                inner.known[n] = function(n)
            return inner.known[n]

        inner.known = {}
        return inner

    @remembered
    def value(n):
        return x[n] if n < 2 else value(n - 1) * x[2] + value(n - 2)

    return value(5)
