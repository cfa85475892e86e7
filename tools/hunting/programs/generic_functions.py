"""Functions that the class of their argument chooses."""

import functools


class Line:
    def __init__(self, slope):
        self.slope = slope


class Steep(Line):
    pass


@functools.singledispatch
def weight(item):
    return 1.5


@weight.register
def _(item: Line):
    return item.slope


@weight.register(int)
def _(item):
    return item + 0.5


LINES = [Steep(2.0), 3, Line(0.5), "text"]


def function(x):
    total = x * 0.0
    for line in LINES:
        total = total + x * weight(line)
    return total
