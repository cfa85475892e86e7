"""Objects that stand for numbers, texts and indices."""

import copy
import math


class Level:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value

    def __float__(self):
        return self.value + 0.5

    def __str__(self):
        return "level" * self.value

    def __round__(self, digits=0):
        return self.value * 3

    def __abs__(self):
        return abs(self.value)

    def __neg__(self):
        return Level(-self.value)

    def __add__(self, other):
        return self.value + other

    def __radd__(self, other):
        return other - self.value


level, TABLE = Level(1), [0.5, 1.5, 2.5]


def function(x):
    y = x * TABLE[level] + float(level)
    y = y + len(f"{level}") * x
    y = y * (level + 1.0) + (2.0 + level)
    y = y + abs(-level) * x + round(level)
    y = y + math.sqrt(level) * copy.copy(level).value
    for step in range(level):
        y = y + step + x
    return y + x[level]
