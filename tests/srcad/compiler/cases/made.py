"""Objects that are made by more than their constructor."""

import numpy as np

from tests.srcad.compiler.cases.case import case


class Counted:
    def __new__(cls, *parts):
        made = super().__new__(cls)
        made.count = len(parts)
        return made

    def __init__(self, *parts):
        self.parts = parts


class Unit:
    def __new__(cls, value):
        if value == 0:
            return None
        return object.__new__(cls)

    def __init__(self, value):
        self.value = value


@case("float64[3]")
def made_by_new(x):
    counted = Counted(x[0], x[1])
    one, none = Unit(3), Unit(0)
    total = counted.count * counted.parts[0] * counted.parts[1]
    return total * one.value * (none is None) * x[2]


class Finishing(type):
    registered = {}

    def __new__(mcs, name, bases, space):
        made = super().__new__(mcs, name, bases, space)
        mcs.registered[name] = made
        return made

    def __call__(cls, *args, **keywords):
        made = super().__call__(*args, **keywords)
        made.scale = 2.0
        return made


class Finished(metaclass=Finishing):
    def __init__(self, value, power=1):
        self.value, self.power = value, power

    def out(self):
        return self.scale * self.value**self.power


@case("float64[3]")
def made_by_a_metaclass(x):
    one = Finishing.registered["Finished"](x[0], power=2)
    return one.out() * Finished(x[1]).out() * x[2]


class Piece:
    def __init__(self, kind):
        self.kind = kind

    def __eq__(self, other):
        return isinstance(other, Piece) and self.kind == other.kind

    __hash__ = None


@case("float64[3]")
def found_by_what_a_class_says(x):
    pieces = [Piece(1), Piece(2)]
    place = pieces.index(Piece(2))
    pieces.remove(Piece(1))
    return (
        x[place]
        * (1.0 + (Piece(2) in pieces))
        * x[len(pieces)] ** (2 if Piece(1) in pieces else 3)
    )


LABELS = np.array([2, 0, 2])


@case("float64[3]")
def by_labels_from_outside(x):
    labels = np.unique(LABELS)
    return x[0] * sum((x[LABELS == k] ** 2).sum() * (1.0 + k) for k in labels)


@case("float64[3]")
def rounded_to_digits(x):
    return round(x[0], 2) * x[1] + x[2]


class Vector(tuple):
    def __new__(cls, *parts):
        return super().__new__(cls, parts)

    def __add__(self, other):
        return Vector(*(a + b for a, b in zip(self, other, strict=True)))

    def __mul__(self, factor):
        return Vector(*(factor * a for a in self))

    __rmul__ = __mul__

    def __abs__(self):
        return sum(a * a for a in self)

    @classmethod
    def zero(cls, count):
        return cls(*[0.0] * count)


class Pair(Vector):
    def __new__(cls, first, second=2.0):
        return super().__new__(cls, first, second)


FIXED = Vector(1.0, 2.0)


@case("float64[3]")
def tuples_made_by_new(x):
    first = Vector(x[0], x[1], 1.0)
    total = 2.0 * first + Vector(1.0, x[2], 2.0) + Vector.zero(3)
    pair = Pair(x[0]) + FIXED
    if x[0] > x[1]:
        total = total + first
    return abs(total) * abs(Pair(second=x[1], first=pair[1])) + total[0] * pair[0]


class CountedTwice(Counted):
    def __new__(cls, *parts):
        made = super().__new__(cls, *parts)
        made.count *= 2
        return made


@case("float64[3]")
def made_by_new_of_a_base(x):
    counted = CountedTwice(x[0], x[1])
    return counted.count * counted.parts[0] * counted.parts[1]
