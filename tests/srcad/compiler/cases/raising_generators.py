"""``for`` over a generator in a ``try``: the handler finds what was done before it raised."""

import math

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


class Full(Exception):
    def __init__(self, value):
        super().__init__("full")
        self.value = value


def logarithms(x):
    for v in x:
        yield math.log(v)


def squares(x, most=0.8):
    for v in x:
        if v > most:
            raise Full(v * 3)
        yield v * v


@case("float64[4]", values={"x": apart}, draws=4)
def what_math_raises(x):
    total = 0.0
    try:
        for v in logarithms(x):
            total += v
    except ValueError:
        total -= 5
    return total * x


@case("float64[4]", values={"x": apart}, draws=6)
def both_raise(x):
    total = 0.0
    try:
        for v in squares(x):
            total += v
            if total > 0.5:
                raise Full(v * 5)
    except Full as full:
        total = total * full.value
    return total


@case("float64[4]", values={"x": apart}, draws=6)
def one_value_after_the_other(x):
    def values():
        yield x[0]
        factor = yield math.log(x[1] + 1)
        yield math.sqrt(x[2]) * (factor or 2)
        if x[3] > 0:
            raise ValueError("positive")
        yield x[3] * 2

    total = 0.0
    try:
        for v in values():
            total = total * 2 + v
    except ValueError:
        total = total * 3
    return total * x


@case("float64[4]", values={"x": apart}, draws=6)
def a_generator_of_a_generator(x):
    def values():
        yield x[0]
        yield from logarithms(x + 0.5)
        for v in squares(x):
            yield v + 1

    total = 0.0
    try:
        for v in values():
            total = total * 2 + v
            if v > 2:
                break
        else:
            total = total * 7
    except ValueError:
        total = total * 3
    except Full:
        total = total * 5
    return total


@case("float64[4]", values={"x": apart}, draws=6)
def one_that_cleans_up(x):
    done = []

    def values():
        try:
            for v in x:
                yield math.sqrt(v + 0.5)
        finally:
            done.append(1.0)

    total = 0.0
    try:
        for v in values():
            total = total * 2 + v
    except ValueError:
        total = total - 3 * x[0]
    return total * (1 + len(done))


@case("float64[4]", values={"x": apart}, draws=6)
def what_it_ends_by_is_another_error(x):
    def values():
        for v in x:
            if v < 0:
                raise StopIteration
            yield v

    total = 0.0
    try:
        for v in values():
            total = total * 2 + v
    except RuntimeError:
        total = total * 9
    return total * np.sum(x)


@case("float64[4]", values={"x": apart}, draws=6)
def a_function_that_a_loop_calls(x):
    def weighed(k):
        total = 0.0
        try:
            for v in squares(x * k):
                total += v
                if total > 2:
                    return total * 2
        except Full as full:
            total -= full.value
        return total

    return sum(weighed(k) * k for k in range(1, 4))
